"""/veldprofielen: the list of field profiles, the editor, and how a sample is copied with the one that is in it."""

import reflex as rx

from ....services.drafts import profiles
from ...islands.copying import field_preview
from ...kit import button, confirm_dialog, error_state, field, icon, icon_button, select, switch
from ...kit.form.field import field_error
from ...kit.scripted import focus_on
from ...shell import routes
from ...shell.layout import back_to_admin, main, member_shell, page_head
from .profiles import ANY_TEMPLATE, FieldForm, ProfileLine, ProfilesState

_LEAD = (
    "Welke koppen samen in één veld van jullie dossier gaan. Zonder profiel kopieert iedereen per kop, in de volgorde "
    "van het sjabloon."
)


def profiles_page() -> rx.Component:
    return member_shell(
        main(
            page_head("Veldprofielen", rx.el.p(_LEAD), back=back_to_admin()),
            rx.cond(
                ProfilesState.loaded,
                rx.el.div(
                    _list(),
                    _editor(),
                    _preview(),
                    focus_on(target=rx.cond(ProfilesState.asked, "profiel", "profielen"), round=ProfilesState.moved),
                    class_name=rx.cond(ProfilesState.asked, "template-columns editing page", "template-columns page"),
                ),
                rx.el.div(
                    error_state("Kon veldprofielen niet laden. Probeer het later opnieuw.", ProfilesState.load),
                    class_name="page",
                ),
            ),
            confirm_dialog(
                "Profiel archiveren?",
                "Wie dit profiel gebruikt, kopieert daarna per kop. Je kunt het later terugzetten.",
                open=ProfilesState.asking,
                on_confirm=ProfilesState.archive,
                on_cancel=ProfilesState.keep,
                confirm="Archiveren",
            ),
        ),
        ready=ProfilesState.loaded | ProfilesState.failed,
        needs_organization=True,
        section=routes.ADMIN,
    )


def _list() -> rx.Component:
    return rx.el.nav(
        button("Nieuw profiel", icon_name="plus", on_click=ProfilesState.start_new),
        rx.el.div(
            rx.el.h2("Van jullie"),
            rx.cond(
                ProfilesState.own.length() > 0,
                rx.el.ul(rx.foreach(ProfilesState.own, _line)),
                rx.el.p("Kopieert per kop, in de volgorde van het sjabloon.", class_name="quiet"),
            ),
            class_name="template-group",
        ),
        rx.el.div(rx.el.h2("Ingebouwd"), rx.el.ul(rx.foreach(ProfilesState.built, _line)), class_name="template-group"),
        rx.cond(
            ProfilesState.archived.length() > 0,
            rx.el.div(
                rx.el.h2("Gearchiveerd"),
                rx.el.ul(rx.foreach(ProfilesState.archived, _archived)),
                class_name="template-group",
            ),
        ),
        id="profielen",
        class_name="template-list",
        aria_label="Veldprofielen",
    )


def _line(line: rx.Var[ProfileLine]) -> rx.Component:
    return rx.el.li(
        rx.el.button(
            rx.el.span(line.name),
            rx.el.small(rx.cond(line.is_default, "Standaard voor de organisatie", line.note)),
            icon("right"),
            type="button",
            custom_attrs={"aria-current": rx.cond(ProfilesState.editing == line.id, "true", "false")},
            on_click=ProfilesState.select(line.id),
        ),
        key=line.id,
    )


def _archived(line: rx.Var[ProfileLine]) -> rx.Component:
    restore = ProfilesState.restore(line.id)
    return rx.el.li(
        rx.el.span(line.name),
        button("Terugzetten", variant="plain", size="small", on_click=restore, what=line.name),
        class_name="archived-line",
        key=line.id,
    )


def _editor() -> rx.Component:
    return rx.el.section(
        button("Alle veldprofielen", variant="plain", size="small", icon_name="back", on_click=ProfilesState.close),
        rx.el.div(
            rx.el.h2(
                rx.cond(ProfilesState.editing == "", "Nieuw profiel", ProfilesState.name),
                id="profiel",
                class_name="subheading",
            ),
            rx.el.p(ProfilesState.note, class_name="quiet num"),
            class_name="card-head",
        ),
        rx.cond(
            ProfilesState.built_in, rx.el.p("Een ingebouwd profiel blijft zoals het is.", class_name="soft"), _form()
        ),
        rx.cond(
            ProfilesState.editing != "",
            rx.cond(
                ProfilesState.is_default,
                rx.el.p(icon("check"), "Standaard voor de organisatie", class_name="standard"),
                button("Maak standaard voor de organisatie", variant="plain", on_click=ProfilesState.make_default),
            ),
        ),
        class_name="card pad template-editor",
        aria_labelledby="profiel",
    )


def _form() -> rx.Component:
    again = ProfilesState.round.to(str)
    return rx.el.div(
        field(
            "Naam",
            "profileName",
            default_value=ProfilesState.name,
            max_length=profiles.MAX_NAME,
            error=ProfilesState.error,
            on_change=ProfilesState.change_name,
            key=again,
        ),
        select(
            "Voor sjabloon",
            "profileTemplate",
            ProfilesState.template_options,
            placeholder=ANY_TEMPLATE,
            value=ProfilesState.template,
            on_change=ProfilesState.change_template,
        ),
        rx.el.div(
            rx.el.b("Velden", class_name="label"),
            rx.el.span(ProfilesState.fields.length(), f" van {profiles.MAX_FIELDS}", class_name="quiet num"),
            class_name="card-head",
        ),
        rx.el.div(rx.foreach(ProfilesState.fields, _field), class_name="profile-fields"),
        rx.cond(
            ~ProfilesState.full,
            button("Veld toevoegen", variant="plain", icon_name="plus", on_click=ProfilesState.new_field),
        ),
        _empty(),
        switch(
            "Enter telt als 2 tekens",
            "profileEnter",
            hint="Zet dit aan als jullie dossier eerder vol is dan hier staat.",
            checked=ProfilesState.enter_twice,
            on_change=ProfilesState.change_enter,
        ),
        rx.el.div(
            button("Opslaan", variant="primary", on_click=ProfilesState.save),
            button("Annuleren", variant="plain", on_click=ProfilesState.close),
            rx.cond(
                ProfilesState.editing != "",
                button("Archiveren", variant="plain", icon_name="archive", on_click=ProfilesState.ask_archive),
            ),
            class_name="row",
        ),
        class_name="form",
    )


def _empty() -> rx.Component:
    def choice(key: str, words: str) -> rx.Component:
        checked = ProfilesState.empty == key
        change = ProfilesState.change_empty(key)
        return rx.el.label(
            rx.el.input(type="radio", name="profileEmpty", value=key, checked=checked, on_change=change), words
        )

    return rx.el.fieldset(
        rx.el.legend("Kop waar niets over is gezegd", class_name="label"),
        rx.el.div(choice("weglaten", "Weglaten"), choice("tonen", "Tonen"), class_name="choice"),
        class_name="field",
    )


def _field(one: rx.Var[FieldForm], index: rx.Var[int]) -> rx.Component:
    is_open = ProfilesState.opened == one.number
    label = rx.cond(one.label == "", "Veld", one.label)
    last = ProfilesState.fields.length() - 1
    return rx.el.div(
        rx.el.div(
            rx.el.button(
                rx.el.b(label),
                rx.cond(is_open, rx.fragment(), rx.el.small(one.summary)),
                type="button",
                custom_attrs={"aria-expanded": rx.cond(is_open, "true", "false")},
                on_click=ProfilesState.open_field(one.number),
            ),
            icon_button(
                "up", label + " omhoog", disabled=index == 0, on_click=ProfilesState.move_field(one.number, -1)
            ),
            icon_button(
                "lower", label + " omlaag", disabled=index == last, on_click=ProfilesState.move_field(one.number, 1)
            ),
            class_name="heading-row",
        ),
        rx.cond(is_open, _opened(one, label)),
        class_name=rx.cond(is_open, "profile-field open", "profile-field"),
        key=one.number.to(str),
    )


def _opened(one: rx.Var[FieldForm], label: rx.Var[str]) -> rx.Component:
    number = one.number.to(str)
    return rx.el.div(
        rx.cond(one.error != "", field_error(one.error, id=f"veld-fout-{number}")),
        field(
            "Naam van het veld",
            "fieldLabel",
            id=f"veld-{number}",
            default_value=one.label,
            max_length=profiles.MAX_LABEL,
            on_change=lambda value: ProfilesState.change_field(one.number, "label", value),
        ),
        rx.el.fieldset(
            rx.el.legend("Wat komt erin", class_name="label"),
            rx.el.div(
                rx.foreach(ProfilesState.choices, lambda title: _section(one, title)),
                class_name="chips",
            ),
            rx.cond(
                ProfilesState.others.length() > 0,
                rx.el.details(
                    rx.el.summary("Koppen van andere sjablonen"),
                    rx.el.div(rx.foreach(ProfilesState.others, lambda title: _section(one, title)), class_name="chips"),
                ),
            ),
            rx.el.span("Een kop staat in precies één veld.", class_name="hint"),
            class_name="field",
        ),
        field(
            "Hoogste aantal tekens",
            "fieldLimit",
            id=f"grens-{number}",
            hint="Leeg laten als het veld geen grens heeft.",
            input_mode="numeric",
            max_length=7,
            default_value=one.limit,
            on_change=lambda value: ProfilesState.change_field(one.number, "limit", value),
        ),
        switch(
            "Met kop erboven",
            "fieldHeadings",
            hint="Zet elke kop boven zijn tekst.",
            checked=one.headings,
            on_change=lambda on: ProfilesState.change_headings(one.number, on),
        ),
        button(
            "Veld verwijderen",
            variant="remove",
            size="small",
            icon_name="trash",
            what=label,
            on_click=ProfilesState.remove_field(one.number),
        ),
        class_name="form",
    )


def _section(one: rx.Var[FieldForm], title: rx.Var[str]) -> rx.Component:
    is_in = one.sections.contains(title)
    toggle = ProfilesState.toggle_section(one.number, title)
    return rx.el.label(
        rx.el.input(type="checkbox", checked=is_in, on_change=toggle),
        rx.cond(is_in, icon("check"), rx.fragment()),
        rx.el.span(title),
        class_name="chip",
        key=title,
    )


def _preview() -> rx.Component:
    return rx.el.aside(
        rx.el.div(
            rx.el.h2("Zo kopieer je", class_name="subheading"),
            rx.cond(ProfilesState.built_in, rx.fragment(), rx.el.p("Loopt mee met wat je wijzigt", class_name="quiet")),
            class_name="card-head",
        ),
        field_preview(markdown=ProfilesState.sample, headings=ProfilesState.titles, profile=ProfilesState.preview),
        aria_label="Voorbeeld",
    )
