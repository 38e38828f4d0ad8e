"""What the wizard says when there are no credits: before talking, and where a concept would be made.

The way out is the same for everybody, here as on the dashboard and the badge: whoever is signed in may buy.
"""

import reflex as rx

from ....kit.form.button import link_button
from ....shell import routes
from ....shell.session import SessionState


def credit_note(is_new: rx.Var[bool]) -> rx.Component:
    """Say before talking that a concept needs a credit, with the way to one; nothing while there are credits.

    Whoever ``is_new`` is offered the example, which needs none.
    """
    example = link_button("Probeer met een voorbeeld", href=routes.EXAMPLE, variant="plain", size="small")
    return rx.cond(
        SessionState.no_credits,
        _note(
            "Je hebt geen credits. Inspreken en bewaren kan wel; voor een concept heb je 1 credit nodig.",
            rx.cond(is_new, example, rx.fragment()),
        ),
        rx.cond(is_new, rx.el.div(example, class_name="example-offer"), rx.fragment()),
    )


def no_concept_note() -> rx.Component:
    """Say next to the button what a concept needs."""
    return _note("Voor een concept heb je 1 credit nodig. Sla je tekst op als concept en ga later verder.")


def _note(sentence: str, *besides: rx.Component) -> rx.Component:
    buy = link_button("Koop credits", href=routes.PRICING, variant="plain", size="small")
    return rx.el.div(
        rx.el.p(sentence), rx.el.div(buy, *besides, class_name="row"), class_name="purse-note", role="note"
    )
