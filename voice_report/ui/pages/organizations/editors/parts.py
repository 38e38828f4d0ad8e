"""What the pages of templates and field profiles have in common: the columns, the lines of the list, the editor's head
and what every editor has below it."""

from typing import Any

import reflex as rx

from ....kit import button, confirm_dialog, error_state, field, icon, icon_button
from ....kit.scripted import focus_on
from ....shell import routes
from ....shell.layout import back_to_admin, main, member_shell, page_head
from .editor import Editor, Group, Line


def page(state: type[Editor], title: str, lead: str, *columns: rx.Component, question: rx.Component) -> rx.Component:
    """Show the page with its ``columns``: the list, the editor and the sample. ``question`` is a dialog of the page."""
    target = rx.cond(state.asked, state._word, title.lower())
    return member_shell(
        main(
            page_head(title, rx.el.p(lead), back=back_to_admin()),
            rx.cond(
                state.loaded,
                rx.el.div(
                    *columns,
                    focus_on(target=target, round=state.moved),
                    class_name=rx.cond(state.asked, "template-columns editing page", "template-columns page"),
                ),
                rx.el.div(
                    error_state(f"Kon {title.lower()} niet laden. Probeer het later opnieuw.", state.load),
                    class_name="page",
                ),
            ),
            question,
        ),
        ready=state.loaded | state.failed,
        needs_organization=True,
        section=routes.ADMIN,
    )


def listing(state: type[Editor], title: str, *groups: Any) -> rx.Component:
    """Show the button for a new one, and what there is."""
    new = button(f"Nieuw {state._word}", icon_name="plus", on_click=state.start_new)
    return rx.el.nav(new, *groups, id=title.lower(), class_name="template-list", aria_label=title)


def group(name: Any, *content: Any, **props: Any) -> rx.Component:
    """Show a part of the list with its name."""
    return rx.el.div(rx.el.h2(name), *content, class_name="template-group", **props)


def own(state: type[Editor]) -> rx.Component:
    """Show the organization's own."""
    return rx.el.ul(rx.foreach(state.own, lambda line: _line(state, line)))


def built_in(state: type[Editor]) -> rx.Component:
    """Show those built in, by group."""

    def one(group_: rx.Var[Group]) -> rx.Component:
        lines = rx.el.ul(rx.foreach(group_.lines, lambda line: _line(state, line)))
        return group(group_.name, lines, key=group_.name)

    return rx.foreach(state.groups, one)


def archived(state: type[Editor], name: str) -> rx.Component:
    """Show those in the archive, under this name, when there are any."""

    def one(line: rx.Var[Line]) -> rx.Component:
        restore = state.restore(line.id)
        return rx.el.li(
            rx.el.span(line.name),
            button("Terugzetten", variant="plain", size="small", on_click=restore, what=line.name),
            class_name="archived-line",
            key=line.id,
        )

    return rx.cond(state.archived.length() > 0, group(name, rx.el.ul(rx.foreach(state.archived, one))))


def _line(state: type[Editor], line: rx.Var[Line]) -> rx.Component:
    return rx.el.li(
        rx.el.button(
            rx.el.span(line.name),
            rx.el.small(rx.cond(line.is_default, "Standaard voor de organisatie", line.note)),
            icon("right"),
            type="button",
            custom_attrs={"aria-current": rx.cond(state.editing == line.id, "true", "false")},
            on_click=state.select(line.id),
        ),
        key=line.id,
    )


def editor(state: type[Editor], title: str, content: rx.Component) -> rx.Component:
    """Show the editor: its head, the content, and the choice of the organization's default."""
    return rx.el.section(
        button(f"Alle {title.lower()}", variant="plain", size="small", icon_name="back", on_click=state.close),
        rx.el.div(
            rx.el.h2(
                rx.cond(state.editing == "", f"Nieuw {state._word}", state.name),
                id=state._word,
                class_name="subheading",
            ),
            rx.el.p(state.note, class_name="quiet num"),
            class_name="card-head",
        ),
        content,
        rx.cond(
            state.editing != "",
            rx.cond(
                state.is_default,
                rx.el.p(icon("check"), "Standaard voor de organisatie", class_name="standard"),
                button("Maak standaard voor de organisatie", variant="plain", on_click=state.make_default),
            ),
        ),
        class_name="card pad template-editor",
        aria_labelledby=state._word,
    )


def name_field(state: type[Editor], name: str) -> rx.Component:
    return field(
        "Naam",
        name,
        default_value=state.name,
        max_length=state._service.MAX_NAME,
        error=state.error,
        on_change=state.change_name,
        key=state.round.to(str),
    )


def rows_head(state: type[Editor], label: str) -> rx.Component:
    """Show what the rows are called, and how many there are of how many there may be."""
    count = rx.el.span(state.rows.length(), f" van {state._most}", class_name="quiet num")
    return rx.el.div(rx.el.b(label, class_name="label"), count, class_name="card-head")


def add_row(state: type[Editor], label: str) -> rx.Component:
    """Show the button for one more row, while there may be more."""
    return rx.cond(~state.full, button(label, variant="plain", icon_name="plus", on_click=state.add_row))


def movers(state: type[Editor], one: rx.Var[Any], index: rx.Var[int], label: Any) -> tuple[rx.Component, ...]:
    """Return the buttons that move a row up and down."""
    last = state.rows.length() - 1
    return (
        icon_button("up", label + " omhoog", disabled=index == 0, on_click=state.move_row(one.number, -1)),
        icon_button("lower", label + " omlaag", disabled=index == last, on_click=state.move_row(one.number, 1)),
    )


def form_buttons(state: type[Editor], archive: str) -> rx.Component:
    """Show the buttons below the form; ``archive`` is the word for taking one out of use."""
    return rx.el.div(
        button("Opslaan", variant="primary", on_click=state.save),
        button("Annuleren", variant="plain", on_click=state.close),
        rx.cond(state.editing != "", button(archive, variant="plain", icon_name="archive", on_click=state.ask_archive)),
        class_name="row",
    )


def question(state: type[Editor], text: Any, archive: str) -> rx.Component:
    """Show the question before one is taken out of use, for which ``archive`` is the word."""
    return confirm_dialog(
        f"{state._word.capitalize()} {archive.lower()}?",
        text,
        open=state.asking,
        on_confirm=state.archive,
        on_cancel=state.keep,
        confirm=archive,
    )


def sample(state: type[Editor], title: str, *content: Any) -> rx.Component:
    """Show what comes of what is in the editor, next to it."""
    follows = rx.cond(state.built_in, rx.fragment(), rx.el.p("Loopt mee met wat je wijzigt", class_name="quiet"))
    return rx.el.aside(
        rx.el.div(rx.el.h2(title, class_name="subheading"), follows, class_name="card-head"),
        *content,
        aria_label="Voorbeeld",
    )
