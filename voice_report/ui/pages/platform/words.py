"""Texts and small components that both tabs share."""

import re
from dataclasses import dataclass
from typing import Any

import reflex as rx

from ....core import texts
from ....errors import Invalid
from ....services.billing import plans
from ...kit import button, icon
from ...kit.display.icon import IconName
from ...kit.form.button import Variant
from ...shell.paged_list import SearchedList

MANAGED_ROLES = [("user", "Gebruiker"), ("admin", "Admin")]

#: Shown when the database could not finish a deletion now; the hourly job finishes it.
ERASING_USER = "De gebruiker heeft geen toegang meer en wordt verder verwijderd."
ERASING_ORGANIZATION = "De organisatie is niet meer toegankelijk en wordt verder verwijderd."

_NUMBER = re.compile(r"-?[0-9]{1,12}")


@dataclass
class Mark:
    """A badge: its text and its tone ('' petrol green amber coral); amber is a warning."""

    words: str
    tone: str = ""


_SUBSCRIPTION = {
    "active": Mark("Actief", "green"),
    "canceling": Mark("Opgezegd", "coral"),
    "trialing": Mark("Proefperiode", "petrol"),
    "past_due": Mark("Betaling te laat", "coral"),
    "unpaid": Mark("Onbetaald", "coral"),
    "canceled": Mark("Beëindigd"),
    "incomplete": Mark("Betaling niet afgerond", "coral"),
    "incomplete_expired": Mark("Betaling verlopen"),
    "paused": Mark("Gepauzeerd"),
}


def whole_number(text: str, sentence: str, title: str = "Fout") -> int:
    """Parse typed text as an integer. Raises ``Invalid`` with ``sentence``."""
    if not _NUMBER.fullmatch(text.strip()):
        raise Invalid(sentence, title=title)
    return int(text)


def plan_mark(plan_id: str) -> Mark:
    """Return a plan's badge; a plan outside the catalogue gets a warning badge with its raw name."""
    found = next((one for one in plans.PLANS if one.id == plan_id), None)
    if found is None:
        return Mark(f"Onbekend plan: {plan_id}", "amber")
    return Mark("Trial") if found.id == "trial" else Mark(found.label, "petrol")


def credits_mark(current: int, monthly: int) -> Mark:
    """Return the badge of a balance: '17/0' (now/per month) or 'Onbeperkt'."""
    if monthly == plans.UNLIMITED:
        return Mark("Onbeperkt")
    return Mark(f"{current}/{monthly}", "" if current else "coral")


def plan_effect(current: int, plan: plans.Plan) -> str:
    """Return what choosing this plan does to the balance: 'Bij opslaan: 17 credits worden 100.'"""
    if current == plan.credits:
        return f"Bij opslaan: het saldo blijft {_balance(current)}."
    if current == plans.UNLIMITED:
        return f"Bij opslaan: onbeperkt wordt {_balance(plan.credits)}."
    after = "onbeperkt" if plan.credits == plans.UNLIMITED else str(plan.credits)
    return f"Bij opslaan: {_balance(current)} {'wordt' if current == 1 else 'worden'} {after}."


def _balance(amount: int) -> str:
    return "onbeperkt" if amount == plans.UNLIMITED else texts.credits_text(amount)


def subscription_mark(status: str) -> Mark:
    return _SUBSCRIPTION.get(status, Mark(status))


def plan_allowance(plan: plans.Plan) -> str:
    """Return a plan's allowance: '50 credits per maand' or 'Onbeperkte rapportages'."""
    return "Onbeperkte rapportages" if plan.credits == plans.UNLIMITED else f"{plan.credits} credits per maand"


def plan_price(plan: plans.Plan) -> str:
    """Return a plan's name and price, as an option for a new organization."""
    return f"{plan.label}, {texts.euros(plan.price)}{' ' * plan.subscription}{plan.per_interval}"


def marks(shown: rx.Var[list[Mark]]) -> rx.Component:
    def one(mark: rx.Var[Mark]) -> rx.Component:
        return rx.el.span(
            rx.cond(mark.tone == "amber", icon("alert")),
            rx.el.span(mark.words),
            class_name="badge " + mark.tone,
        )

    return rx.el.p(rx.foreach(shown, one), class_name="badges num")


def dialog_error(sentence: rx.Var[str]) -> rx.Component:
    shown = rx.el.p(icon("alert"), sentence, class_name="error", role="alert")
    return rx.cond(sentence != "", rx.el.div(shown, class_name="field"))


def search_field(label: str, name: str, on_change: Any) -> rx.Component:
    return rx.el.div(
        rx.el.input(
            type="search",
            name=name,
            aria_label=label,
            placeholder=label,
            class_name="input",
            max_length=100,
            auto_complete="off",
            on_change=on_change,
        ),
        icon("search"),
        class_name="search-box",
    )


def result_count(state: type[SearchedList], one: str, many: str) -> rx.Var[str]:
    """Return how many items a search found, or how many of them are loaded so far."""
    number = state.items.length()
    counted = rx.cond(number == 1, f"1 {one} gevonden", number.to_string() + f" {many} gevonden")
    return counted + rx.cond(state.following != "", " tot nu toe", "")


def row_button(
    label: str, icon_name: IconName, on_click: Any, what: Any, variant: Variant = "plain", **props: Any
) -> rx.Component:
    """Show one of the small buttons of a row; ``what`` is the name of the row's subject."""
    return button(label, variant=variant, size="small", icon_name=icon_name, on_click=on_click, what=what, **props)
