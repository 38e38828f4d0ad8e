"""/sjablonen: the list of templates, the editor, and a sample of what a report will look like."""

import reflex as rx

from .....reporting.templates import MAX_HINT, MAX_TITLE, Role
from .....services.drafts import templates
from ....kit import button, icon, icon_button, paper
from . import parts
from .templates import HeadingForm, TemplatesState

_TITLE, _ARCHIVE = "Sjablonen", "Niet meer gebruiken"


def templates_page() -> rx.Component:
    return parts.page(
        TemplatesState,
        _TITLE,
        "De koppen waaronder jullie rapporteren.",
        parts.listing(
            TemplatesState,
            _TITLE,
            rx.cond(TemplatesState.own.length() > 0, parts.group("Van jullie", parts.own(TemplatesState))),
            parts.built_in(TemplatesState),
            rx.el.p("Een ingebouwd sjabloon blijft zoals het is. Maak een kopie en pas die aan.", class_name="quiet"),
            parts.archived(TemplatesState, "Niet meer in gebruik"),
        ),
        parts.editor(TemplatesState, _TITLE, rx.cond(TemplatesState.built_in, _read_only(), _form())),
        _sample(),
        question=parts.question(
            TemplatesState,
            "‘"
            + TemplatesState.name
            + "’ gaat uit de lijst. Is er al een verslag mee gemaakt, dan kun je het later terugzetten; "
            "anders wordt het definitief verwijderd.",
            _ARCHIVE,
        ),
    )


def _read_only() -> rx.Component:
    return rx.fragment(
        rx.el.ul(
            rx.foreach(
                TemplatesState.rows,
                lambda one: rx.el.li(rx.el.b(one.title), rx.el.small(one.hint), key=one.number.to(str)),
            ),
            class_name="list",
        ),
        rx.el.div(
            button("Maak een kopie", variant="primary", icon_name="copy", on_click=TemplatesState.copy_template),
            rx.cond(TemplatesState.asked, button("Sluiten", variant="plain", on_click=TemplatesState.close)),
            class_name="row",
        ),
    )


def _form() -> rx.Component:
    return rx.el.div(
        parts.name_field(TemplatesState, "templateName"),
        parts.rows_head(TemplatesState, "Koppen"),
        rx.foreach(TemplatesState.rows, _heading),
        parts.add_row(TemplatesState, "Kop toevoegen"),
        parts.form_buttons(TemplatesState, _ARCHIVE),
        rx.el.p("Verslagen die er al zijn, houden de koppen die ze hadden.", class_name="quiet"),
        class_name="form",
    )


def _heading(one: rx.Var[HeadingForm], index: rx.Var[int]) -> rx.Component:
    number = one.number.to(str)
    label = rx.cond(one.title == "", "kop", one.title)

    def changed(part: str):
        return lambda value: TemplatesState.change_heading(one.number, part, value)

    return rx.el.fieldset(
        rx.el.legend(label, class_name="visually-hidden"),
        rx.el.div(
            rx.el.b(one.title),
            *parts.movers(TemplatesState, one, index, label),
            icon_button("trash", label + " verwijderen", on_click=TemplatesState.remove_row(one.number)),
            class_name="heading-row",
        ),
        _input("Kop", f"kop-{number}", one.title, changed("title"), max_length=MAX_TITLE),
        _choice(
            "Wat hoort hier?",
            f"rol-{number}",
            one.role,
            [(role.value, role.meaning) for role in Role],
            changed("role"),
            rx.cond(
                one.is_guessed & (one.role != Role.OTHER), "Zo lezen we deze kop. Klopt het niet? Kies iets anders.", ""
            ),
        ),
        _hint(one, f"hint-{number}", changed("hint")),
        _choice("Vorm", f"vorm-{number}", one.form, (("zinnen", "Zinnen"), ("lijst", "Lijst")), changed("form")),
        class_name="heading-form",
        key=number,
    )


def _input(label: str, id: str, value: rx.Var[str], on_change, **props) -> rx.Component:
    return rx.el.div(
        rx.el.label(label, html_for=id),
        rx.el.input(id=id, class_name="input", default_value=value, on_change=on_change, **props),
        class_name="field",
    )


def _hint(one: rx.Var[HeadingForm], id: str, on_change) -> rx.Component:
    wrong = one.error != ""
    return rx.el.div(
        rx.el.label("Aanwijzing", html_for=id),
        rx.el.textarea(
            id=id,
            class_name="input",
            rows="3",
            max_length=MAX_HINT,
            default_value=one.hint,
            on_change=on_change,
            custom_attrs={"aria-invalid": rx.cond(wrong, "true", "false"), "aria-describedby": f"{id}-help {id}-error"},
        ),
        rx.el.span(
            "Waaraan herken je wat hier hoort? Bijvoorbeeld: eten, drinken, gewicht.",
            id=f"{id}-help",
            class_name="hint",
        ),
        rx.el.p(
            rx.cond(wrong, icon("alert")), rx.el.span(one.error), id=f"{id}-error", class_name="error", role="alert"
        ),
        class_name=rx.cond(wrong, "field wrong", "field"),
    )


def _choice(label: str, id: str, value: rx.Var[str], options, on_change, hint: rx.Var[str] | str = "") -> rx.Component:
    return rx.el.div(
        rx.el.label(label, html_for=id),
        rx.el.div(
            rx.el.select(
                *(rx.el.option(words, value=str(option)) for option, words in options),
                id=id,
                class_name="select",
                value=value,
                on_change=on_change,
                custom_attrs={"aria-describedby": f"{id}-help"},
            ),
            icon("down"),
            class_name="select-box",
        ),
        rx.el.span(hint, id=f"{id}-help", class_name="hint"),
        class_name="field",
    )


def _sample() -> rx.Component:
    return parts.sample(
        TemplatesState,
        "Zo wordt het",
        rx.cond(
            ~TemplatesState.built_in & (TemplatesState.takes_all != ""),
            rx.el.p(
                icon("alert"),
                rx.el.span("Alles zonder vaste plek komt nu onder ‘", TemplatesState.takes_all, "’."),
                class_name="takes-all",
                role="status",
            ),
        ),
        paper(markdown=TemplatesState.preview, heading="Rapportage", label="Voorbeeld"),
        rx.el.details(rx.el.summary("Wat er is gezegd"), rx.el.p(templates.SAMPLE), class_name="quiet", open=True),
    )
