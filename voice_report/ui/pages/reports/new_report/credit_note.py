"""What the wizard says when there are no credits: before talking, and where a concept would be made."""

import reflex as rx

from .... import routes
from ....components.button import link_button
from ....session import SessionState


def credit_note() -> rx.Component:
    """Say before talking that a concept needs a credit, with the way to one; nothing while there are credits."""
    return _note(
        "Je hebt geen credits. Inspreken en bewaren kan wel; voor een concept heb je 1 credit nodig.",
        rx.cond(SessionState.may_buy, _buy(), rx.fragment()),
    )


def no_concept_note() -> rx.Component:
    """Say why no concept can be made now."""
    return _note(
        "Voor een concept heb je 1 credit nodig. Sla je tekst op als concept en ga later verder.",
        rx.cond(SessionState.may_buy, _buy(), rx.fragment()),
    )


def _buy() -> rx.Component:
    return link_button("Koop credits", href=routes.PRICING, variant="plain", size="small")


def _note(sentence: str, *ways: rx.Component) -> rx.Component:
    manager = rx.cond(SessionState.may_buy, "", " Vraag je beheerder om credits.")
    return rx.cond(
        SessionState.no_credits,
        rx.el.div(
            rx.el.p(sentence, manager),
            rx.el.div(*ways, class_name="row"),
            class_name="purse-note",
            role="note",
        ),
        rx.fragment(),
    )
