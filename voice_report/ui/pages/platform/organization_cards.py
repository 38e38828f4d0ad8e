"""The tab with all organizations, each with its own card."""

from typing import Any

import reflex as rx

from ...kit import button, chips, empty_state, link_button
from ...shell import routes
from ...shell.confirmation import confirmation
from ...shell.paged_list import paged
from .counts import PlatformState
from .credit_gift import CreditGiftState, credit_gift_dialog
from .organizations import Member, MembersState, OrganizationItem, OrganizationsState, SubscriptionEndState
from .words import marks, result_count, row_button, search_field

_KINDS = (("", "Alle"), ("paid", "Betaald"), ("trial", "Trial"), ("low", "Bijna op"))


def organizations_tab(new_button: rx.Component, edit_form: rx.Component, editing: rx.Var[str], edit) -> rx.Component:
    """Show the tab. ``edit_form`` replaces the card with the id ``editing``; ``edit(id)`` opens the form."""

    def card(item: rx.Var[OrganizationItem]) -> rx.Component:
        return rx.fragment(rx.cond(item.id == editing, edit_form, _card(item, edit)), key=item.id)

    return rx.el.div(
        rx.el.div(
            search_field("Zoek organisatie", "search-organizations", OrganizationsState.search.debounce(300)),
            new_button,
            class_name="list-head",
        ),
        chips("Toon", "only", _KINDS, value=OrganizationsState.only, on_change=OrganizationsState.choose_kind),
        paged(
            OrganizationsState,
            rx.fragment(
                rx.el.p(_counted(), class_name="quiet", role="status"),
                rx.foreach(OrganizationsState.items, card),
            ),
            _none(),
            failed="Kon organisaties niet laden.",
            what="organisaties",
        ),
        _questions(),
        credit_gift_dialog(),
        class_name="orgs",
    )


def _counted() -> rx.Var[str]:
    total = PlatformState.stats[0].number
    return rx.cond(
        (OrganizationsState.query == "") & (OrganizationsState.only == ""),
        total + " organisaties, op naam",
        result_count(OrganizationsState, "organisatie", "organisaties"),
    )


def _none() -> rx.Component:
    return rx.cond(
        (OrganizationsState.query == "") & (OrganizationsState.only == ""),
        empty_state("Nog geen organisaties", "Maak de eerste organisatie met de knop hierboven.", art="archive"),
        empty_state(
            "Geen organisaties gevonden", "Zoek op een ander deel van de naam, of toon ze alle.", art="archive"
        ),
    )


def _card(item: rx.Var[OrganizationItem], edit) -> rx.Component:
    name_id = "organization-" + item.id.to(str)
    return rx.el.article(
        rx.el.div(
            rx.el.h2(rx.el.bdi(item.name), id=name_id, class_name="subheading"),
            marks(item.marks),
            class_name="org-head",
        ),
        rx.el.p(item.size, class_name="quiet num"),
        rx.cond(item.members.length() > 0, _members(item)),
        rx.el.div(
            row_button("Bewerken", "pencil", edit(item.id), item.name, id="edit-" + item.id.to(str)),
            row_button("Credits geven", "ticket", CreditGiftState.start(item.id), item.name),
            link_button("Betalingen", href=routes.books(item.id), variant="plain", size="small", what=item.name),
            rx.cond(
                item.stoppable,
                button(
                    "Stop Abonnement",
                    variant="plain",
                    size="small",
                    on_click=SubscriptionEndState.ask(item.id),
                    what=item.name,
                ),
            ),
            row_button("Verwijderen", "trash", OrganizationsState.ask(item.id), item.name, "remove"),
            class_name="org-actions",
        ),
        class_name="card org",
        aria_labelledby=name_id,
    )


def _members(item: rx.Var[OrganizationItem]) -> rx.Component:
    """Show the first users of an organization, or those loaded so far, and the button for the rest."""
    state = MembersState
    opened = state.opened == item.id

    def member(one: rx.Var[Member]) -> rx.Component:
        who = rx.el.span(rx.el.bdi(one.name), rx.el.span(one.email, class_name="mail"))
        return rx.el.li(who, rx.el.span(one.role), key=one.id)

    def small(words: Any, on_click: Any) -> rx.Component:
        return button(words, variant="plain", size="small", on_click=on_click, what=item.name)

    return rx.el.div(
        rx.el.ul(rx.foreach(rx.cond(opened, state.items, item.members), member), class_name="members"),
        rx.cond(
            item.people > item.members.length(),
            rx.el.div(
                rx.cond(
                    opened,
                    rx.fragment(
                        rx.cond(state.following != "", small("Meer gebruikers", state.load_more)),
                        small("Minder gebruikers", state.hide),
                    ),
                    small("Alle " + item.people.to(str) + " gebruikers", state.show(item.id)),
                ),
                class_name="members-more num",
            ),
        ),
    )


def _questions() -> rx.Component:
    return rx.fragment(
        confirmation(
            OrganizationsState,
            "Organisatie verwijderen?",
            "De organisatie "
            + OrganizationsState.asked_name
            + ", alle gebruikers, alle rapportages en transcripten, alle cliëntgegevens en "
            "alle uitnodigingen worden definitief verwijderd.",
        ),
        confirmation(
            SubscriptionEndState,
            "Abonnement stoppen?",
            "Het abonnement van "
            + SubscriptionEndState.asked_name
            + " stopt aan het einde van de periode waarvoor betaald is.",
            "Stop Abonnement",
        ),
    )
