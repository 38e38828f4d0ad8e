"""/veldprofielen: the list of field profiles, the editor, and how a sample is copied with the one that is in it."""

from typing import Any

import reflex as rx

from .....services.drafts import profiles
from ....islands.copying import field_preview
from ....kit import button, field, icon, select, switch
from ....kit.form.field import field_error
from . import parts
from .profiles import ANY_TEMPLATE, KINDS, FieldForm, ProfilesState

_TITLE, _ARCHIVE = "Veldprofielen", "Archiveren"
_LEAD = (
    "Welke koppen of metingen samen in één veld van jullie dossier gaan. Zonder profiel kopieert iedereen per kop, in "
    "de volgorde van het sjabloon."
)


def profiles_page() -> rx.Component:
    return parts.page(
        ProfilesState,
        _TITLE,
        _LEAD,
        parts.listing(
            ProfilesState,
            _TITLE,
            parts.group(
                "Van jullie",
                rx.cond(
                    ProfilesState.own.length() > 0,
                    parts.own(ProfilesState),
                    rx.el.p("Kopieert per kop, in de volgorde van het sjabloon.", class_name="quiet"),
                ),
            ),
            parts.built_in(ProfilesState),
            parts.archived(ProfilesState, "Gearchiveerd"),
        ),
        parts.editor(ProfilesState, _TITLE, rx.cond(ProfilesState.built_in, _read_only(), _form())),
        parts.sample(
            ProfilesState,
            "Zo kopieer je",
            field_preview(
                markdown=ProfilesState.sample,
                headings=ProfilesState.titles,
                values=ProfilesState.values,
                profile=ProfilesState.preview,
            ),
        ),
        question=parts.question(
            ProfilesState,
            "Wie dit profiel gebruikt, kopieert daarna per kop. Je kunt het later terugzetten.",
            _ARCHIVE,
        ),
    )


def _read_only() -> rx.Component:
    return rx.el.p("Een ingebouwd profiel blijft zoals het is.", class_name="soft")


def _form() -> rx.Component:
    return rx.el.div(
        parts.name_field(ProfilesState, "profileName"),
        select(
            "Voor sjabloon",
            "profileTemplate",
            ProfilesState.template_options,
            placeholder=ANY_TEMPLATE,
            value=ProfilesState.template,
            on_change=ProfilesState.change_template,
        ),
        parts.rows_head(ProfilesState, "Velden"),
        rx.el.div(rx.foreach(ProfilesState.rows, _field), class_name="profile-fields"),
        parts.add_row(ProfilesState, "Veld toevoegen"),
        _empty(),
        switch(
            "Enter telt als 2 tekens",
            "profileEnter",
            hint="Zet dit aan als jullie dossier eerder vol is dan hier staat.",
            checked=ProfilesState.enter_twice,
            on_change=ProfilesState.change_enter,
        ),
        parts.form_buttons(ProfilesState, _ARCHIVE),
        class_name="form",
    )


def _empty() -> rx.Component:
    def choice(key: str, words: str) -> rx.Component:
        return _radio("profileEmpty", words, ProfilesState.empty == key, ProfilesState.change_empty(key))

    return rx.el.fieldset(
        rx.el.legend("Kop waar niets over is gezegd", class_name="label"),
        rx.el.div(choice("weglaten", "Weglaten"), choice("tonen", "Tonen"), class_name="choice"),
        class_name="field",
    )


def _radio(name: Any, words: str, checked: Any, change: Any) -> rx.Component:
    return rx.el.label(rx.el.input(type="radio", name=name, value=words, checked=checked, on_change=change), words)


def _field(one: rx.Var[FieldForm], index: rx.Var[int]) -> rx.Component:
    is_open = ProfilesState.opened == one.number
    label = rx.cond(one.label == "", "Veld", one.label)
    return rx.el.div(
        rx.el.div(
            rx.el.button(
                rx.el.b(label),
                rx.cond(is_open, rx.fragment(), rx.el.small(one.summary)),
                type="button",
                custom_attrs={"aria-expanded": rx.cond(is_open, "true", "false")},
                on_click=ProfilesState.open_field(one.number),
            ),
            *parts.movers(ProfilesState, one, index, label),
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
                _radio(f"inhoud-{number}", "Koppen", ~one.measures, ProfilesState.change_measures(one.number, False)),
                _radio(f"inhoud-{number}", "Metingen", one.measures, ProfilesState.change_measures(one.number, True)),
                class_name="choice",
            ),
            rx.cond(one.measures, _kinds(one), _sections(one)),
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
        rx.cond(
            one.measures,
            rx.fragment(),
            switch(
                "Met kop erboven",
                "fieldHeadings",
                hint="Zet elke kop boven zijn tekst.",
                checked=one.headings,
                on_change=lambda on: ProfilesState.change_headings(one.number, on),
            ),
        ),
        button(
            "Veld verwijderen",
            variant="remove",
            size="small",
            icon_name="trash",
            what=label,
            on_click=ProfilesState.remove_row(one.number),
        ),
        class_name="form",
    )


def _sections(one: rx.Var[FieldForm]) -> rx.Component:
    def chip(title: rx.Var[str]) -> rx.Component:
        return _chip(title, one.sections.contains(title), ProfilesState.toggle_section(one.number, title))

    return rx.fragment(
        rx.el.div(rx.foreach(ProfilesState.choices, chip), class_name="chips"),
        rx.cond(
            ProfilesState.others.length() > 0,
            rx.el.details(
                rx.el.summary("Koppen van andere sjablonen"),
                rx.el.div(rx.foreach(ProfilesState.others, chip), class_name="chips"),
            ),
        ),
        rx.el.span("Een kop staat in precies één veld.", class_name="hint"),
    )


def _kinds(one: rx.Var[FieldForm]) -> rx.Component:
    chips = [
        _chip(label, one.kinds.contains(kind), ProfilesState.toggle_kind(one.number, kind))
        for kind, label in KINDS.items()
    ]
    return rx.fragment(
        rx.el.div(*chips, class_name="chips"),
        rx.el.span(
            "Wat is ingesproken, op één regel. 'Alle metingen' is alles wat niet in een ander veld staat.",
            class_name="hint",
        ),
    )


def _chip(words: Any, is_in: Any, toggle: Any) -> rx.Component:
    return rx.el.label(
        rx.el.input(type="checkbox", checked=is_in, on_change=toggle),
        rx.cond(is_in, icon("check")),
        rx.el.span(words),
        class_name="chip",
        key=words,
    )
