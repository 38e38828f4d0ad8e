"""The plan catalogue (decisions/0004)."""

from dataclasses import dataclass
from typing import Literal

from ...errors import Invalid

#: How an unlimited number of credits is written outside the database.
UNLIMITED = -1
WITHOUT_ARCHIVE = ("trial", "free")


@dataclass(frozen=True, slots=True)
class Plan:
    """A package, or a subscription when it has a billing ``interval``; ``price_cents`` is in eurocents.

    ``credits`` is -1 for unlimited, which every subscription is.
    """

    id: str
    label: str
    credits: int
    price_cents: int
    description: str
    popular: bool = False
    interval: Literal["month", "year"] | None = None

    @property
    def price(self) -> float:
        return self.price_cents / 100

    @property
    def price_per_report(self) -> float | None:
        """The price of one report in euros, rounded to 2 decimals; ``None`` without a fixed number."""
        return round(self.price_cents / self.credits / 100, 2) if self.credits > 0 else None

    @property
    def subscription(self) -> bool:
        """Whether it is paid again every ``interval``."""
        return self.interval is not None

    @property
    def per_interval(self) -> str:
        """The interval in words: 'per maand', or '' for a one-off purchase."""
        return {"month": "per maand", "year": "per jaar", None: ""}[self.interval]


PLANS: tuple[Plan, ...] = (
    Plan("trial", "Trial (Gratis)", 0, 0, "Om rond te kijken."),
    Plan("starter", "Starter", 10, 500, "Om rustig te beginnen."),
    Plan("zzp", "ZZP", 25, 1000, "Voor wie zelfstandig werkt.", popular=True),
    Plan("small_team", "Klein Team", 50, 1800, "Voor een team dat credits deelt."),
    Plan("mkb", "MKB", 100, 3000, "Voor praktijken en kleine organisaties."),
    Plan("enterprise", "Enterprise", 250, 6500, "Voor organisaties met meerdere teams."),
    Plan("unlimited", "Unlimited", UNLIMITED, 9900, "Abonnement, maandelijks opzegbaar.", interval="month"),
)

_BY_ID = {plan.id: plan for plan in PLANS}

#: The ids of the subscriptions.
SUBSCRIPTIONS = frozenset(plan.id for plan in PLANS if plan.subscription)


def plan(plan_id: str) -> Plan:
    """Return the plan with this id. Raises ``Invalid`` with its fixed sentence (decisions/0001)."""
    found = _BY_ID.get(plan_id)
    if found is None:
        raise Invalid(f'Plan "{plan_id[:30]}" is niet geldig. Selecteer een staffel tier.', title="Ongeldig plan tier")
    return found


def known(plan_id: str) -> Plan | None:
    """Return the plan with this id, or ``None``."""
    return _BY_ID.get(plan_id)


def for_sale() -> tuple[Plan, ...]:
    """Return the six plans on the pricing page, in its order."""
    return tuple(entry for entry in PLANS if entry.price_cents > 0)


def package(package_id: str) -> Plan:
    """Return a plan that can be bought. Raises ``Invalid`` for any other."""
    found = plan(package_id)
    if found not in for_sale():
        raise Invalid("Dit plan is niet te koop.")
    return found


def after_buying(present: str, bought: Plan) -> str:
    """Return the plan after buying a package: the larger of the two; after a trial always the bought one."""
    if present in ("trial", "free"):
        return bought.id
    size = _BY_ID[present].credits if present in _BY_ID else UNLIMITED
    return bought.id if size != UNLIMITED and bought.credits > size else present
