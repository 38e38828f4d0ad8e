"""What the organization asks of its members when they sign in, and who has no second factor yet."""

from dataclasses import dataclass
from typing import ClassVar

import reflex as rx

from ....core import texts
from ....db.session import reading, run_in_transaction
from ....errors import Invalid
from ....services.audit.audited_reads import run_audited
from ....services.organizations import second_factor_policy
from ....services.organizations.second_factor_policy import MemberWithoutFactor, Policy
from ....services.sessions.requirement import OFF, RECOMMENDED, REQUIRED
from ....services.shared import dates, step_up_reasons
from ....services.shared.identity import ADMIN, CurrentUser, require_step_up
from ....services.shared.pagination import Page
from ...kit import button, date_field, focus_error, select, show_toast
from ...shell.actions import action
from ...shell.layout import settings_card
from ...shell.paged_list import Loaded, PagedList, rows_or_empty
from ...shell.session import current_user

_DAYS = (0, 1, 7, 14, 30)


@dataclass
class WithoutItem:
    id: str
    name: str
    initials: str
    email: str
    reminded: str
    is_due: bool


class WithoutState(PagedList, rx.State):
    _roles: ClassVar = (ADMIN,)

    items: list[WithoutItem] = []

    async def _page(self, user: CurrentUser, after: str | None) -> Page[WithoutItem]:
        return (await run_audited(second_factor_policy.list_without, user, after=after)).map(without_item)

    @action
    async def remind(self, member_id: str):
        """Mail a reminder to one of them."""
        user = await current_user(self, ADMIN)
        await run_in_transaction(second_factor_policy.remind, user, member_id)
        item = self._item(member_id)
        await self._read(user)
        await show_toast(self, "Herinnering verstuurd", item.name if item else "")

    @action
    async def remind_all(self):
        """Mail a reminder to all of them who got none today."""
        user = await current_user(self, ADMIN)
        reminded = await run_in_transaction(second_factor_policy.remind, user)
        await self._read(user)
        await show_toast(self, "Herinnering verstuurd", f"Aan {texts.counted(reminded, 'collega', 'collega’s')}.")


class SecondFactorState(Loaded, rx.State):
    """What the organization asks, as it is stored; ``round`` changes when the form is to show that again."""

    _roles: ClassVar = (ADMIN,)

    choice: str = OFF
    since: str = ""
    remember_days: str = "0"
    days: list[dict[str, str]] = []
    is_asked: bool = False
    lacking: str = ""
    ready_share: int = 100
    since_error: str = ""
    refused: int = 0
    round: int = 0
    _version: int = 0

    async def _begin(self) -> None:
        self.since_error = ""

    @action
    async def save(self, form: dict):
        """Save what was chosen; it stays in the form when it is refused."""
        user = await current_user(self, ADMIN)
        require_step_up(user, step_up_reasons.SIGNING_IN)  # first: the press is repeated after the code
        self.since_error = ""
        choice, days = str(form.get("second-factor", ""))[:20], str(form.get("remember-days", ""))
        try:
            since = dates.optional(str(form.get("second-factor-since", "")), code="since")

            async def work(session) -> None:
                known = {one["value"] for one in self.days}
                wanted = {"choice": choice, "since": since, "remember_days": int(days) if days in known else 0}
                await second_factor_policy.change(session, user, **wanted, version=self._version)

            await run_in_transaction(work)
        except Invalid as error:
            if error.code != "since":
                raise
            self.since_error = error.message
            self.refused += 1
            return
        await self._read(user)
        await show_toast(self, "Opgeslagen", "Je wijziging staat in het logboek.")

    async def _read(self, user: CurrentUser) -> None:
        async with reading() as session:
            policy = await second_factor_policy.view(session, user)
            lacking, members = await second_factor_policy.count(session, user)
        self._show(policy)
        self.is_asked = policy.choice != OFF
        self.lacking = f"{lacking} van {members}"
        self.ready_share = round(100 * (members - lacking) / members) if members else 100
        await (await self.get_state(WithoutState))._read(user)

    def _show(self, policy: Policy) -> None:
        self.choice, self.remember_days = policy.choice, str(policy.remember_days)
        self.since = texts.dutch_date(policy.since) if policy.since else ""
        options = sorted({*_DAYS, policy.remember_days})
        self.days = [
            {"value": str(one), "label": texts.counted(one, "dag", "dagen") if one else "Nooit"} for one in options
        ]
        self._version = policy.version
        self.round += 1


def without_item(one: MemberWithoutFactor) -> WithoutItem:
    """Return the list item of a member without a second factor."""
    reminded, is_due = "Nog niet herinnerd", True
    if one.reminded_at is not None:
        reminded = f"Herinnerd op {texts.dutch_date(one.reminded_at)}"
        is_due = one.reminded_at < (dates.begin(dates.today()) or one.reminded_at)
    return WithoutItem(
        id=str(one.id),
        name=one.name,
        initials=(one.first_name[:1] + one.last_name[:1]).upper(),
        email=one.email,
        reminded=reminded,
        is_due=is_due,
    )


_SINCE = "Wie dan nog niets heeft, stelt het in na het wachtwoord. Tot die tijd blijft inloggen zoals het is."
_CHOICES = ((OFF, "Uit"), (RECOMMENDED, "Aanbevolen"), (REQUIRED, "Verplicht"))


def second_factor_card() -> rx.Component:
    state = SecondFactorState
    return settings_card(
        "Tweestapsverificatie",
        "Een toegangssleutel, of een code na het wachtwoord.",
        rx.el.fieldset(
            rx.el.legend("Tweestapsverificatie", class_name="visually-hidden"),
            rx.el.div(*(_choice(value, words) for value, words in _CHOICES), class_name="choice"),
            class_name="field",
        ),
        rx.el.div(
            date_field(
                label="Verplicht vanaf",
                name="second-factor-since",
                hint=_SINCE,
                error=state.since_error,
                default_value=state.since,
            ),
            class_name="since",
        ),
        focus_error(round=state.refused),
        select(
            "Toestel onthouden",
            "remember-days",
            state.days,
            hint="Zo lang vraagt een eigen toestel geen code.",
            default_value=state.remember_days,
        ),
        anchor="tweede-stap",
        state=state,
        on_submit=state.save,
        kind="second-factor",
    )


def without_card() -> rx.Component:
    """Return the card with the members who have no second factor, once the policy wants one."""
    return rx.cond(
        SecondFactorState.is_asked & (WithoutState.items.length() > 0),
        rx.el.section(
            rx.el.div(
                rx.el.h2("Nog zonder tweede stap", id="zonder", class_name="subheading"),
                rx.el.p(SecondFactorState.lacking, class_name="quiet num"),
                class_name="card-head",
            ),
            rx.el.progress(
                value=SecondFactorState.ready_share.to(str), max="100", class_name="share", aria_label="Collega's klaar"
            ),
            rows_or_empty(
                WithoutState,
                rx.el.ul(rx.foreach(WithoutState.items, _member), class_name="list"),
                rx.fragment(),
                "collega's zonder tweede stap",
                small=True,
            ),
            rx.el.div(
                button(
                    "Allemaal herinneren",
                    variant="plain",
                    size="small",
                    icon_name="mail",
                    on_click=WithoutState.remind_all,
                ),
                class_name="tail",
            ),
            class_name="card pad",
            aria_labelledby="zonder",
        ),
    )


def _choice(value: str, words: str) -> rx.Component:
    chosen = SecondFactorState.choice == value
    return rx.el.label(rx.el.input(type="radio", name="second-factor", value=value, default_checked=chosen), words)


def _member(item: rx.Var[WithoutItem]) -> rx.Component:
    return rx.el.li(
        rx.el.span(item.initials, class_name="initials", aria_hidden=True),
        rx.el.span(
            rx.el.b(item.name),
            rx.el.span(item.email, class_name="mail"),
            rx.el.span(item.reminded, class_name="mail num"),
            class_name="text",
        ),
        rx.cond(
            item.is_due,
            button("Herinneren", variant="plain", size="small", on_click=WithoutState.remind(item.id), what=item.name),
        ),
        class_name="thing without",
        key=item.id,
    )
