"""/dossier: saved reports by client, newest first."""

from typing import Any

import reflex as rx

from .....services.shared.identity import ADMIN
from ....islands.copying import copy_fields
from ....islands.measurements import archived_measurements, client_measurements
from ....kit import (
    badge,
    button,
    chips,
    date_field,
    empty_state,
    error_state,
    focus_error,
    icon,
    paper,
    search_field,
)
from ....kit.display.print_head import print_head
from ....kit.form.field import field_error
from ....kit.scripted import download_menu, how_made, marked, print_button, tabs
from ....shell import routes
from ....shell.layout import archive_off, main, member_shell, page_head, way_back
from ....shell.session import SessionState
from ..profile_choice import ProfileState, profile_button, profile_dialog
from .clients import NOT_LOADED, DossierClientsState
from .erasure import ErasureState, erasure_dialog
from .items import ClientItem, ReportItem
from .refiling import refiling_buttons, refiling_dialog
from .state import MEASUREMENTS, OWN, PERIODS, REPORTS, DossierState


def entry(item: rx.Var[ReportItem]) -> rx.Component:
    """Show a report in the list, open or closed."""
    content_id = "report-" + item.id.to(str)
    return rx.el.li(
        rx.el.h3(
            rx.el.button(
                rx.el.span(
                    rx.cond(item.client != "", rx.el.b(item.client)),
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
        ),
        rx.el.div(rx.cond(item.open, _content(item)), id=content_id),
        class_name=rx.cond(item.open, "entry open", "entry"),
        key=item.id,
    )


def _content(item: rx.Var[ReportItem]) -> rx.Component:
    return rx.fragment(
        print_head(item.printed),
        rx.cond(item.copying, _fields(item), rx.cond(item.report != "", _on_paper(item))),
        rx.cond(item.transcript_open, _transcript(item)),
        rx.el.dl(
            _fact("Zorgmedewerker", item.author),
            _fact("Kenmerk medewerker", item.author_id),
            _fact("Referentie", item.reference),
            class_name="entry-facts num",
        ),
        rx.cond(item.reviewed != "", rx.el.p(item.reviewed, class_name="entry-label quiet num")),
        rx.cond(item.refiled != "", rx.el.p(item.refiled, class_name="entry-label quiet num")),
        rx.cond(item.kept != "", rx.el.p(item.kept, class_name="entry-label quiet num")),
        rx.cond(item.label != "", rx.el.p(badge(item.label), class_name="entry-label quiet")),
        how_made(report=item.id),
        rx.el.div(
            rx.cond(
                (item.report != "") & item.has_transcript,
                button(
                    rx.cond(item.transcript_open, "Transcript verbergen", "Transcript tonen"),
                    variant="plain",
                    size="small",
                    on_click=DossierState.toggle_transcript(item.id),
                    what=item.when,
                ),
            ),
            refiling_buttons(item),
            rx.cond(
                (item.report != "") & ~item.copying,
                button(
                    "Kopieer per kop",
                    size="small",
                    icon_name="copy",
                    on_click=DossierState.toggle_copying(item.id),
                    what=item.when,
                ),
            ),
            rx.el.div(
                print_button(".entry", what=item.when),
                download_menu(
                    what=item.when,
                    class_name="button secondary small",
                    on_choose=lambda kind: DossierState.download(item.id, kind),
                ),
                class_name="row",
            ),
            class_name="entry-foot",
        ),
    )


def _on_paper(item: rx.Var[ReportItem]) -> rx.Component:
    return paper(
        archived_measurements(report=item.id, on_copied=DossierState.copied(item.id, False)),
        markdown=item.report,
        words=DossierState.words,
    )


def _fields(item: rx.Var[ReportItem]) -> rx.Component:
    return rx.el.div(
        rx.el.div(profile_button(), class_name="prepare narrow-page"),
        copy_fields(
            report_id=item.id,
            markdown=item.report,
            mark=item.mark,
            profile=ProfileState.profile,
            empty=SessionState.copies_empty,
            level=4,
            next="Terug naar het verslag",
            on_copied=DossierState.copied,
            on_next=DossierState.toggle_copying(item.id),
        ),
        class_name="entry-copying",
    )


def _transcript(item: rx.Var[ReportItem]) -> rx.Component:
    return rx.el.div(
        rx.el.h4("Transcript", class_name="label"),
        rx.el.p(marked(text=item.transcript, words=DossierState.words)),
        class_name="entry-transcript",
    )


def _fact(name: str, value: rx.Var[str]) -> rx.Component:
    return rx.el.div(rx.el.dt(name), rx.el.dd(value))


def dossier_page() -> rx.Component:
    """Return the page: clients on the left, the chosen client's reports on the right."""
    nobody = (DossierClientsState.items.length() == 0) & (DossierClientsState.query == "")
    return member_shell(
        main(
            page_head(
                "Dossier",
                rx.cond(
                    SessionState.archive_off & nobody,
                    rx.fragment(),
                    rx.el.p("Alle rapportages die jullie in het archief hebben bewaard."),
                ),
                back=way_back("Terug naar dashboard", routes.DASHBOARD),
            ),
            rx.cond(
                DossierState.loaded,
                rx.cond(nobody, rx.el.div(_empty(), class_name="page"), _dossier()),
                rx.el.div(error_state(NOT_LOADED, DossierState.load), class_name="page"),
            ),
            refiling_dialog(),
            erasure_dialog(),
            profile_dialog(),
        ),
        ready=DossierState.loaded | DossierState.failed,
        needs_organization=True,
        section=routes.DASHBOARD,
    )


def _empty() -> rx.Component:
    return rx.cond(
        SessionState.archive_off,
        empty_state("Het archief staat uit", archive_off(), art="archive"),
        empty_state(
            "Het archief is nog leeg",
            "Rapportages die je in het archief opslaat, staan hier per cliënt bij elkaar.",
            art="archive",
        ),
    )


def _dossier() -> rx.Component:
    return rx.el.div(
        rx.el.div(
            search_field(
                "Zoek een cliënt", "client", on_change=DossierClientsState.search, value=DossierClientsState.query
            ),
            _people(),
            _word_search(),
            class_name=rx.cond(DossierClientsState.picking, "dossier-side picking", "dossier-side"),
        ),
        rx.el.div(
            rx.cond(
                DossierState.words != "",
                rx.fragment(_found_head(), _reports()),
                rx.fragment(
                    _client_head(),
                    tabs(
                        (REPORTS, "Rapportages", _reports()),
                        (
                            MEASUREMENTS,
                            "Metingen",
                            rx.fragment(
                                print_head(_on_paper_of(DossierState.client)),
                                client_measurements(client=DossierState.client.id, on_report=DossierState.show_report),
                            ),
                        ),
                        label=DossierState.client.name,
                        value=DossierState.tab,
                        on_change=DossierState.choose_tab,
                    ),
                ),
            ),
            _others(),
        ),
        class_name=rx.cond(SessionState.copies_empty, "dossier page", "dossier page no-empty"),
    )


def _reports() -> rx.Component:
    """Return the reports of a client or a search, in a period."""
    return rx.fragment(
        chips(
            "Periode",
            "period",
            tuple((key, words, "calendar") if key == OWN else (key, words) for key, words in PERIODS.items()),
            value=DossierState.period,
            on_change=DossierState.choose_period,
            one_line=True,
        ),
        rx.cond(DossierState.period == OWN, _dates()),
        _beside(),
        rx.cond(
            (DossierState.items.length() == 0) & (DossierState.words == ""),
            rx.el.p("In deze periode staat er niets in het dossier.", class_name="soft", role="status"),
        ),
        rx.el.ul(rx.foreach(DossierState.items, entry), class_name="entries"),
        rx.cond(DossierState.following != "", _more()),
    )


def _dates() -> rx.Component:
    state = DossierState
    return rx.el.form(
        date_field(label="Vanaf", name="since", default_value=state.since, error=state.since_error),
        date_field(label="Tot en met", name="until", default_value=state.until, error=state.until_error),
        button("Tonen", type="submit"),
        focus_error(round=state.refused),
        on_submit=state.choose_dates,
        no_validate=True,
        class_name="dossier-dates",
        aria_label="Eigen periode",
    )


def _beside() -> rx.Component:
    """Return the switch that lays open reports side by side; it shows where there is room and two are open."""
    return rx.el.label(
        rx.el.input(type="checkbox", name="beside"),
        "Naast elkaar",
        class_name="chip beside",
    )


def _word_search() -> rx.Component:
    wrong = DossierState.search_error != ""
    return rx.el.form(
        rx.el.div(
            rx.el.label("Zoek in alle rapportages", html_for="words"),
            rx.el.div(
                rx.el.input(
                    id="words",
                    name="words",
                    type="search",
                    class_name="input",
                    placeholder="Woord of collega",
                    auto_complete="off",
                    max_length=200,
                    custom_attrs={
                        "aria-invalid": rx.cond(wrong, "true", "false"),
                        "aria-describedby": rx.cond(wrong, "words-error", ""),
                    },
                ),
                button("Zoeken", type="submit"),
                class_name="word-search",
            ),
            rx.cond(wrong, field_error(DossierState.search_error, id="words-error")),
            class_name=rx.cond(wrong, "field wrong", "field"),
        ),
        on_submit=DossierState.find,
        no_validate=True,
    )


def _people() -> rx.Component:
    def one(client: rx.Var[ClientItem]) -> rx.Component:
        chosen = (client.id == DossierState.client.id) & (DossierState.words == "")
        return rx.el.li(
            rx.el.button(
                rx.el.span(client.name),
                rx.el.small(
                    client.reports,
                    rx.el.span(
                        rx.cond(client.reports == 1, " rapportage", " rapportages"), class_name="visually-hidden"
                    ),
                ),
                type="button",
                on_click=DossierState.choose(client.id),
                custom_attrs={"aria-current": rx.cond(chosen, "true", "false")},
            ),
            key=client.id,
        )

    return rx.el.nav(
        rx.el.ul(rx.foreach(DossierClientsState.items, one)),
        rx.cond(DossierClientsState.items.length() == 0, rx.el.p("Geen cliënt gevonden", role="status")),
        rx.cond(DossierClientsState.following != "", _more_people()),
        class_name="people",
        aria_label="Cliënten",
    )


def _more_people() -> rx.Component:
    return button("Meer cliënten", variant="plain", size="small", on_click=DossierClientsState.load_more)


def _on_paper_of(client: rx.Var[ClientItem]) -> list[Any]:
    """Return the head of a client's values on paper."""
    return [client.name, SessionState.organization_name, client.born, "Metingen"]


def _client_head() -> rx.Component:
    return rx.el.div(
        rx.el.h2(DossierState.client.name, class_name="heading"),
        rx.el.p(DossierState.client.about, class_name="quiet num"),
        download_menu(
            whole=True,
            what=DossierState.client.name,
            class_name="button plain small",
            on_choose=DossierState.download_all,
        ),
        rx.cond(
            SessionState.role == ADMIN,
            button(
                "Wie heeft dit gezien",
                variant="plain",
                size="small",
                icon_name="eye",
                on_click=DossierState.show_access,
            ),
        ),
        rx.cond(
            SessionState.role == ADMIN,
            button("Dossier wissen", variant="remove", size="small", icon_name="trash", on_click=ErasureState.ask),
        ),
        class_name="client-head",
    )


def _found_head() -> rx.Component:
    number = DossierState.items.length()
    return rx.el.div(
        rx.el.h2("Gevonden: ", DossierState.words, class_name="heading"),
        rx.el.p(
            rx.cond(
                number == 0,
                "Geen rapportage gevonden",
                rx.cond(number == 1, "1 rapportage", number.to_string() + " rapportages"),
            ),
            rx.cond(DossierState.following != "", " tot nu toe", ""),
            class_name="quiet num",
            role="status",
        ),
        button(
            "Terug naar ",
            DossierState.client.name,
            variant="plain",
            size="small",
            icon_name="back",
            on_click=DossierState.back_to_client,
        ),
        class_name="client-head",
    )


def _more() -> rx.Component:
    """Return the button that loads more, or searches further back, with the date the search has reached."""
    return rx.el.div(
        rx.cond(
            DossierState.looked_until != "",
            rx.el.p("Gezocht tot en met ", DossierState.looked_until, ".", class_name="quiet num"),
        ),
        button(rx.cond(DossierState.words != "", "Verder zoeken", "Meer laden"), on_click=DossierState.load_more),
        class_name="more",
    )


def _others() -> rx.Component:
    """Return the other clients, shown below the reports on phones."""

    def one(client: rx.Var[ClientItem]) -> rx.Component:
        row = rx.el.button(
            rx.el.span(rx.el.b(client.name), rx.el.span(client.about, class_name="num")),
            icon("right"),
            type="button",
            class_name="client-row",
            on_click=[DossierState.choose(client.id), rx.scroll_to("inhoud")],
        )
        return rx.fragment(rx.cond(client.id != DossierState.client.id, rx.el.li(row)), key=client.id)

    return rx.el.nav(
        rx.el.h2("Andere cliënten", id="andere-clienten", class_name="subheading"),
        rx.el.ul(rx.foreach(DossierClientsState.items, one), class_name="client-list"),
        rx.cond(DossierClientsState.following != "", _more_people()),
        class_name="more-clients",
        aria_labelledby="andere-clienten",
    )
