"""/woordenlijst: two lists of words, the proposals, and the form."""

import reflex as rx

from ....services.vocabulary import words
from ...kit import (
    badge,
    button,
    chips,
    dialog,
    dialog_form,
    empty_state,
    field,
    field_box,
    icon_button,
    select,
)
from ...kit.form.field import described
from ...shell import routes
from ...shell.confirmation import confirmation
from ...shell.layout import back_to_start, main, member_shell, page_head
from ...shell.paged_list import paged, search_box
from .words import WordItem, WordsState

_KINDS = (("term", "Term"), ("medicijn", "Medicijn"), ("naam", "Naam"), ("team", "Team"), ("plaats", "Plaats"))
_HINT = "Eén per regel: wat er staat als het verkeerd verstaan is. Na het inspreken wordt dat het woord hierboven."
_LABELS = rx.Var.create(dict(_KINDS))
_SHARED = WordsState.scope == "organization"


def words_page() -> rx.Component:
    return member_shell(
        main(
            page_head(
                "Zo schrijven we het hier",
                rx.el.p(
                    "Namen, medicijnen en woorden die vaak verkeerd verstaan worden. Schrijf erbij wat er dan staat: "
                    "na het inspreken wordt dat het goede woord."
                ),
                back=back_to_start(),
            ),
            rx.el.div(
                rx.el.div(
                    chips(
                        "Welke lijst",
                        "scope",
                        (("mine", "Van mij", "person"), ("organization", "Van de organisatie")),
                        value=WordsState.scope,
                        on_change=WordsState.show,
                    ),
                    button(
                        rx.cond(_SHARED & ~WordsState.is_admin, "Woord voorstellen", "Woord toevoegen"),
                        variant="primary",
                        icon_name="plus",
                        on_click=WordsState.start,
                    ),
                    class_name="words-head",
                ),
                paged(WordsState, _rows(), _nothing(), failed="Kon woorden niet laden.", what="woorden", head=_head()),
                class_name="page words",
            ),
            _form(),
            confirmation(
                WordsState,
                "Woord verwijderen?",
                "‘" + WordsState.asked_name + "’ gaat uit de lijst. Wat al geschreven is, blijft staan.",
            ),
        ),
        ready=WordsState.loaded | WordsState.failed,
        needs_organization=True,
        section=routes.DASHBOARD,
    )


def _head() -> rx.Component:
    """Return the proposals that wait, and the field to search with."""
    return rx.fragment(
        rx.cond(
            WordsState.proposals.length() > 0,
            rx.el.section(
                rx.el.h2("Voorstellen", id="voorstellen", class_name="subheading"),
                rx.el.ul(rx.foreach(WordsState.proposals, _proposal), class_name="list"),
                class_name="card pad",
                aria_labelledby="voorstellen",
            ),
        ),
        rx.cond(
            WordsState.count > 0,
            search_box(WordsState, "Zoek een woord", id="zoek-woord", key=WordsState.round.to(str), most=60),
        ),
    )


def _rows() -> rx.Component:
    return rx.el.ul(rx.foreach(WordsState.items, _row), class_name="list card pad")


def _nothing() -> rx.Component:
    return rx.cond(
        WordsState.query != "",
        rx.el.p("Geen woorden gevonden", class_name="soft", role="status"),
        rx.cond(
            _SHARED,
            empty_state("Nog geen woorden van de organisatie", "Stel een woord voor dat iedereen goed moet schrijven."),
            empty_state("Nog geen eigen woorden", "Voeg een naam of woord toe dat vaak verkeerd verstaan wordt."),
        ),
    )


def _text(item: rx.Var[WordItem]) -> rx.Component:
    heard = rx.el.span("Gehoord als ", rx.el.bdi(item.heard), class_name="mail")
    return rx.el.div(
        rx.el.b(rx.el.bdi(item.word)),
        badge(_LABELS[item.kind]),
        rx.cond(item.heard != "", heard),
        rx.cond(item.warning != "", rx.el.span(rx.el.bdi(item.warning), class_name="mail")),
        class_name="text",
    )


def _row(item: rx.Var[WordItem]) -> rx.Component:
    return rx.el.li(_text(item), rx.cond(item.may_change, _tools(item)), class_name="word-line", key=item.id)


def _tools(item: rx.Var[WordItem]) -> rx.Component:
    return rx.el.div(
        icon_button("pencil", "Wijzig " + item.word, on_click=WordsState.edit(item.id)),
        icon_button("trash", "Verwijder " + item.word, on_click=WordsState.ask(item.id)),
        class_name="tools",
    )


def _proposal(item: rx.Var[WordItem]) -> rx.Component:
    small = {"size": "small", "what": item.word}
    return rx.el.li(
        _text(item),
        rx.cond(
            WordsState.is_admin,
            rx.el.div(
                button("Goedkeuren", on_click=WordsState.approve(item.id, item.version), **small),
                button("Wijzigen", variant="plain", on_click=WordsState.edit(item.id), **small),
                button("Afwijzen", variant="remove", on_click=WordsState.ask(item.id), **small),
                class_name="row",
            ),
            rx.cond(item.may_change, _tools(item)),
        ),
        rx.el.p(
            rx.cond(item.added_by != "", "Voorgesteld door " + item.added_by, "Voorgesteld"),
            rx.cond(WordsState.is_admin, "", ". Een beheerder kijkt ernaar."),
            class_name="mail",
        ),
        class_name="word-line",
        key=item.id,
    )


def _form() -> rx.Component:
    form, errors = WordsState.form, WordsState.errors
    heard = rx.el.textarea(
        id="field-heardAs",
        name="heardAs",
        class_name="input addresses",
        rows="3",
        default_value=form.heard_lines,
        spell_check=False,
        **described("field-heardAs", _HINT, errors.heard),
    )
    return dialog(
        rx.cond(
            WordsState.editing != "",
            "Woord wijzigen",
            rx.cond(_SHARED & ~WordsState.is_admin, "Woord voorstellen", "Woord toevoegen"),
        ),
        dialog_form(
            field(
                "Zo schrijven we het",
                "word",
                default_value=form.word,
                error=errors.word,
                auto_complete="off",
                max_length=words.MAX_WORD,
            ),
            field_box(
                "Zo wordt het gehoord",
                heard,
                id="field-heardAs",
                hint=_HINT,
                error=errors.heard,
            ),
            select("Soort", "wordKind", _KINDS, default_value=form.kind, error=errors.kind),
            on_submit=WordsState.save,
            on_cancel=WordsState.close,
            key=WordsState.round.to(str),
        ),
        text=rx.cond(
            _SHARED,
            rx.cond(
                WordsState.is_admin,
                "Geldt meteen voor iedereen in de organisatie.",
                "Geldt voor iedereen zodra een beheerder het goedkeurt.",
            ),
            "Geldt meteen, alleen voor jou.",
        ),
        open=WordsState.open,
        on_close=WordsState.close,
    )
