"""The tab with every organisation: a card each."""

from typing import Any

import reflex as rx

from ... import routes
from ...components import button, confirm_dialog, empty_state, error_state, link_button, skeleton
from .counts import PlatformState
from .organisations import Member, OrganisationItem, OrganisationsState
from .words import marks, more_button, search_field


def organisations_tab(new_button: rx.Component, edit_form: rx.Component, editing: rx.Var[str], edit) -> rx.Component:
    """Show the tab. ``edit_form`` takes the place of the card whose id is ``editing``; ``edit(id)`` starts it."""

    def card(item: rx.Var[OrganisationItem]) -> rx.Component:
        return rx.fragment(rx.cond(item.id == editing, edit_form, _card(item, edit)), key=item.id)

    return rx.el.div(
        rx.el.div(
            search_field("Zoek organisatie", "search-organisations", OrganisationsState.search.debounce(300)),
            new_button,
            class_name="list-head",
        ),
        rx.cond(
            OrganisationsState.loaded,
            rx.cond(
                OrganisationsState.items.length() > 0,
                rx.fragment(
                    rx.el.p(_counted(), class_name="quiet", role="status"),
                    rx.foreach(OrganisationsState.items, card),
                ),
                _none(),
            ),
            rx.cond(
                OrganisationsState.failed,
                error_state("Kon organisaties niet laden. Probeer het later opnieuw.", OrganisationsState.load),
                skeleton(),
            ),
        ),
        more_button(OrganisationsState.following, OrganisationsState.load_more, "organisaties"),
        _questions(),
        class_name="orgs",
    )


def _counted() -> rx.Var[str]:
    total = PlatformState.stats[0].number
    return rx.cond(OrganisationsState.query == "", total + " organisaties, op naam", "Zoekresultaten, op naam")


def _none() -> rx.Component:
    return rx.cond(
        OrganisationsState.query == "",
        empty_state("Nog geen organisaties", "Maak de eerste organisatie met de knop hierboven.", art="archive"),
        empty_state("Geen organisaties gevonden", "Zoek op een ander deel van de naam.", art="archive"),
    )


def _card(item: rx.Var[OrganisationItem], edit) -> rx.Component:
    name_id = "organisation-" + item.id.to(str)
    return rx.el.article(
        rx.el.div(
            rx.el.h2(rx.el.bdi(item.name), id=name_id, class_name="subheading"),
            marks(item.marks),
            class_name="org-head",
        ),
        rx.el.p(item.size, class_name="quiet num"),
        rx.cond(item.members.length() > 0, _members(item), rx.fragment()),
        rx.el.div(
            button(
                "Bewerken",
                variant="plain",
                size="small",
                icon_name="pencil",
                on_click=edit(item.id),
                what=item.name,
            ),
            link_button("Betalingen", href=routes.books(item.id), variant="plain", size="small", what=item.name),
            rx.cond(
                item.stoppable,
                button(
                    "Stop Abonnement",
                    variant="plain",
                    size="small",
                    on_click=OrganisationsState.ask_stop(item.id),
                    what=item.name,
                ),
                rx.fragment(),
            ),
            button(
                "Verwijderen",
                variant="remove",
                size="small",
                icon_name="trash",
                on_click=OrganisationsState.ask(item.id),
                what=item.name,
            ),
            class_name="org-actions",
        ),
        class_name="card org",
        aria_labelledby=name_id,
    )


def _members(item: rx.Var[OrganisationItem]) -> rx.Component:
    """Show the first users of an organisation, or those read so far, and the way to the rest."""
    state = OrganisationsState
    opened = state.opened == item.id

    def member(one: rx.Var[Member]) -> rx.Component:
        return rx.el.li(rx.el.span(one.email), rx.el.span(one.role), key=one.id)

    def small(words: Any, on_click: Any) -> rx.Component:
        return button(words, variant="plain", size="small", on_click=on_click, what=item.name)

    return rx.el.div(
        rx.el.ul(rx.foreach(rx.cond(opened, state.members, item.members), member), class_name="members"),
        rx.cond(
            item.people > item.members.length(),
            rx.el.div(
                rx.cond(
                    opened,
                    rx.fragment(
                        rx.cond(state.more_members != "", small("Meer gebruikers", state.load_members), rx.fragment()),
                        small("Minder gebruikers", state.hide_members),
                    ),
                    small("Alle " + item.people.to(str) + " gebruikers", state.show_members(item.id)),
                ),
                class_name="members-more num",
            ),
            rx.fragment(),
        ),
    )


def _questions() -> rx.Component:
    name = OrganisationsState.asked_name
    return rx.fragment(
        confirm_dialog(
            "Organisatie verwijderen?",
            "De organisatie " + name + ", alle gebruikers, alle rapportages en transcripten, alle cliëntgegevens en "
            "alle uitnodigingen worden definitief verwijderd.",
            open=OrganisationsState.asked != "",
            on_confirm=OrganisationsState.remove,
            on_cancel=OrganisationsState.keep,
        ),
        confirm_dialog(
            "Abonnement stoppen?",
            "Het abonnement van " + name + " stopt aan het einde van de periode waarvoor betaald is.",
            open=OrganisationsState.stopping != "",
            on_confirm=OrganisationsState.stop,
            on_cancel=OrganisationsState.keep,
            confirm="Stop Abonnement",
        ),
    )
