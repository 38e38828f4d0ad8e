"""/sjablonen: the list of templates, the editor, and a sample of what a report will look like."""

import reflex as rx

from ....reporting.templates import MAX_HINT, MAX_SECTIONS, MAX_TITLE, Role
from ....services.drafts import templates
from ...kit import button, error_state, field, icon, icon_button, paper
from ...kit.scripted import focus_on
from ...shell import routes
from ...shell.layout import back_to_admin, main, member_shell, page_head
from .templates import HeadingForm, TemplateLine, TemplateSector, TemplatesState


def templates_page() -> rx.Component:
    return member_shell(
        main(
            page_head("Sjablonen", rx.el.p("De koppen waaronder jullie rapporteren."), back=back_to_admin()),
            rx.cond(
                TemplatesState.loaded,
                rx.el.div(
                    _list(),
                    rx.cond(TemplatesState.open, rx.fragment(_editor(), _sample())),
                    focus_on(target=rx.cond(TemplatesState.asked, "sjabloon", "sjablonen"), round=TemplatesState.moved),
                    class_name=rx.cond(TemplatesState.asked, "template-columns editing page", "template-columns page"),
                ),
                rx.el.div(
                    error_state("Kon sjablonen niet laden. Probeer het later opnieuw.", TemplatesState.load),
                    class_name="page",
                ),
            ),
        ),
        ready=TemplatesState.loaded | TemplatesState.failed,
        needs_organization=True,
        section=routes.ADMIN,
    )


def _list() -> rx.Component:
    return rx.el.nav(
        button("Nieuw sjabloon", icon_name="plus", on_click=TemplatesState.start_new),
        rx.cond(
            TemplatesState.own.length() > 0,
            rx.el.div(
                rx.el.h2("Van jullie"), rx.el.ul(rx.foreach(TemplatesState.own, _line)), class_name="template-group"
            ),
        ),
        rx.foreach(TemplatesState.sectors, _sector),
        rx.el.p("Een ingebouwd sjabloon blijft zoals het is. Maak een kopie en pas die aan.", class_name="quiet"),
        rx.cond(
            TemplatesState.archived.length() > 0,
            rx.el.div(
                rx.el.h2("Niet meer in gebruik"),
                rx.el.ul(rx.foreach(TemplatesState.archived, _archived)),
                class_name="template-group",
            ),
        ),
        id="sjablonen",
        class_name="template-list",
        aria_label="Sjablonen",
    )


def _sector(sector: rx.Var[TemplateSector]) -> rx.Component:
    return rx.el.div(
        rx.el.h2(sector.name),
        rx.el.ul(rx.foreach(sector.templates, _line)),
        class_name="template-group",
        key=sector.name,
    )


def _line(line: rx.Var[TemplateLine]) -> rx.Component:
    current = TemplatesState.open & (TemplatesState.editing == line.id)
    return rx.el.li(
        rx.el.button(
            rx.el.span(line.name),
            rx.el.small(rx.cond(line.is_default, "Standaard voor de organisatie", line.note)),
            icon("right"),
            type="button",
            custom_attrs={"aria-current": rx.cond(current, "true", "false")},
            on_click=TemplatesState.select(line.id),
        ),
        key=line.id,
    )


def _archived(line: rx.Var[TemplateLine]) -> rx.Component:
    restore = TemplatesState.restore(line.id)
    return rx.el.li(
        rx.el.span(line.name),
        button("Terugzetten", variant="plain", size="small", on_click=restore, what=line.name),
        class_name="archived-line",
        key=line.id,
    )


def _editor() -> rx.Component:
    return rx.el.section(
        button("Alle sjablonen", variant="plain", size="small", icon_name="back", on_click=TemplatesState.close),
        rx.el.div(
            rx.el.h2(
                rx.cond(TemplatesState.editing == "", "Nieuw sjabloon", TemplatesState.name),
                id="sjabloon",
                class_name="subheading",
            ),
            rx.el.p(TemplatesState.note, class_name="quiet num"),
            class_name="card-head",
        ),
        rx.cond(TemplatesState.built_in, _read_only(), _form()),
        rx.cond(
            TemplatesState.editing != "",
            rx.cond(
                TemplatesState.is_default,
                rx.el.p(icon("check"), "Standaard voor de organisatie", class_name="standard"),
                button("Maak standaard voor de organisatie", variant="plain", on_click=TemplatesState.make_default),
            ),
        ),
        class_name="card pad template-editor",
        aria_labelledby="sjabloon",
    )


def _read_only() -> rx.Component:
    return rx.fragment(
        rx.el.ul(
            rx.foreach(
                TemplatesState.headings,
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
        field(
            "Naam",
            "templateName",
            default_value=TemplatesState.name,
            max_length=templates.MAX_NAME,
            error=TemplatesState.error,
            on_change=TemplatesState.change_name,
            key=TemplatesState.round.to(str),
        ),
        rx.el.div(
            rx.el.b("Koppen", class_name="label"),
            rx.el.span(TemplatesState.headings.length(), f" van {MAX_SECTIONS}", class_name="quiet num"),
            class_name="card-head",
        ),
        rx.foreach(TemplatesState.headings, _heading),
        rx.cond(
            ~TemplatesState.full,
            button("Kop toevoegen", variant="plain", icon_name="plus", on_click=TemplatesState.add_heading),
        ),
        rx.el.div(
            button("Opslaan", variant="primary", on_click=TemplatesState.save),
            button("Annuleren", variant="plain", on_click=TemplatesState.close),
            rx.cond(
                TemplatesState.editing != "",
                button("Niet meer gebruiken", variant="plain", icon_name="archive", on_click=TemplatesState.archive),
            ),
            class_name="row",
        ),
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
            icon_button(
                "up",
                label + " omhoog",
                disabled=index == 0,
                on_click=TemplatesState.move_heading(one.number, -1),
            ),
            icon_button(
                "lower",
                label + " omlaag",
                disabled=index == TemplatesState.headings.length() - 1,
                on_click=TemplatesState.move_heading(one.number, 1),
            ),
            icon_button("trash", label + " verwijderen", on_click=TemplatesState.remove_heading(one.number)),
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
    return rx.el.aside(
        rx.el.div(
            rx.el.h2("Zo wordt het", class_name="subheading"),
            rx.cond(
                TemplatesState.built_in, rx.fragment(), rx.el.p("Loopt mee met wat je wijzigt", class_name="quiet")
            ),
            class_name="card-head",
        ),
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
        aria_label="Voorbeeld",
    )
