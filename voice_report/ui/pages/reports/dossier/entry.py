"""A report in the dossier: a line that expands to the report on paper, with its transcript and a download."""

import reflex as rx

from ....components import badge, button, icon, paper
from ....components.print_head import print_head
from ....components.scripted import marked, print_button
from .items import ReportItem
from .refiling import refiling_buttons
from .state import DossierState


def entry(item: rx.Var[ReportItem]) -> rx.Component:
    """Show a report in the list, open or closed."""
    content_id = "report-" + item.id.to(str)
    return rx.el.li(
        rx.el.h3(
            rx.el.button(
                rx.el.span(
                    rx.cond(item.client != "", rx.el.b(item.client), rx.fragment()),
                    rx.el.b(item.when, class_name="num"),
                    rx.el.span(item.template, ", ", marked(text=item.author, words=DossierState.words)),
                    class_name="who-when",
                ),
                icon("down"),
                type="button",
                on_click=DossierState.toggle(item.id),
                custom_attrs={"aria-expanded": rx.cond(item.open, "true", "false"), "aria-controls": content_id},
            ),
        ),
        rx.cond(
            (item.excerpt != "") & ~item.open,
            rx.el.p(marked(text=item.excerpt, words=DossierState.words), class_name="excerpt"),
            rx.fragment(),
        ),
        rx.el.div(rx.cond(item.open, _content(item), rx.fragment()), id=content_id),
        class_name=rx.cond(item.open, "entry open", "entry"),
        key=item.id,
    )


def _content(item: rx.Var[ReportItem]) -> rx.Component:
    return rx.fragment(
        print_head(item.printed),
        rx.cond(item.report != "", paper(markdown=item.report, words=DossierState.words), rx.fragment()),
        rx.cond(item.transcript_open, _transcript(item), rx.fragment()),
        rx.el.dl(
            _fact("Zorgmedewerker", item.author),
            _fact("Kenmerk medewerker", item.author_id),
            _fact("Referentie", item.reference),
            class_name="entry-facts num",
        ),
        rx.cond(item.reviewed != "", rx.el.p(item.reviewed, class_name="entry-label quiet num"), rx.fragment()),
        rx.cond(item.refiled != "", rx.el.p(item.refiled, class_name="entry-label quiet num"), rx.fragment()),
        rx.cond(item.label != "", rx.el.p(badge(item.label), class_name="entry-label quiet"), rx.fragment()),
        rx.el.div(
            rx.cond(
                item.report != "",
                button(
                    rx.cond(item.transcript_open, "Transcript verbergen", "Transcript tonen"),
                    variant="plain",
                    size="small",
                    on_click=DossierState.toggle_transcript(item.id),
                    what=item.when,
                ),
                rx.fragment(),
            ),
            refiling_buttons(item),
            rx.el.div(
                print_button(".entry", what=item.when),
                button(
                    "Downloaden",
                    size="small",
                    icon_name="download",
                    on_click=DossierState.download(item.id),
                    what=item.when,
                ),
                class_name="row",
            ),
            class_name="entry-foot",
        ),
    )


def _transcript(item: rx.Var[ReportItem]) -> rx.Component:
    return rx.el.div(
        rx.el.h4("Transcript", class_name="label"),
        rx.el.p(marked(text=item.transcript, words=DossierState.words)),
        class_name="entry-transcript",
    )


def _fact(name: str, value: rx.Var[str]) -> rx.Component:
    return rx.el.div(rx.el.dt(name), rx.el.dd(value))
