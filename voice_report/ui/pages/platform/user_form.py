"""Logic of the dialogs that create and change a user. A password is passed on and never stored in a state."""

from typing import Any

import reflex as rx

from ....db.session import run_reading, transaction
from ....errors import Conflict, Invalid, NotFound
from ....services.platform import overview, users
from ....services.platform.overview import UserRow
from ....services.platform.users import Changes, NewUser, PersonalCredits
from ....services.shared.identity import PLATFORM_ADMIN, CurrentUser
from ....services.shared.text import storable
from ...kit import show_toast
from ...shell.actions import action, on_failure
from ...shell.paged_list import MAX_QUERY
from ...shell.session import current_user
from .counts import count_again
from .new_dialog import NewDialog
from .users import show_again
from .words import MANAGED_ROLES, whole_number

_CREDITS_TITLE = "Ongeldige credits"


class UserFormState(rx.State):
    """Shared state of both dialogs: the organization and the personal credits. Only one dialog is open at a time."""

    organization_id: str = ""
    organization_name: str = ""
    organizations: list[dict[str, str]] = []
    answered: str = "\n"  # the query of these organizations; at first it matches none
    personal: bool = False
    monthly: str = ""
    current: str = ""

    @action
    async def find(self, query: str):
        user = await current_user(self, PLATFORM_ADMIN)
        text = storable(str(query)[:MAX_QUERY]).strip()
        found = await run_reading(overview.find_organizations, user, text)
        self.answered = text
        self.organizations = [{"value": str(found_id), "label": name} for found_id, name in found]

    @action
    async def choose(self, organization_id: str):
        await current_user(self, PLATFORM_ADMIN)
        found = next((one for one in self.organizations if one["value"] == organization_id), None)
        if found is not None:
            self.organization_id, self.organization_name = found["value"], found["label"]

    @action
    async def set_personal(self, personal: bool):
        await current_user(self, PLATFORM_ADMIN)
        self.personal = personal

    @action
    async def prefill(self, monthly: str):
        """Use the monthly number as the initial balance, unless a balance is already there."""
        await current_user(self, PLATFORM_ADMIN)
        self.current = self.current or str(monthly)[:MAX_QUERY]

    def _chosen(self, form: dict[str, Any]) -> str:
        """Return the id of the chosen organization, or an empty string when other text was typed without a choice."""
        typed = str(form.get("organization", self.organization_name)).strip()
        return self.organization_id if typed == self.organization_name.strip() else ""

    def _clear(self) -> None:
        self.organization_id = self.organization_name = self.monthly = self.current = ""
        self.organizations, self.answered, self.personal = [], "\n", False

    def _credits(self, form: dict[str, Any]) -> PersonalCredits:
        if not self.personal:
            return PersonalCredits()
        monthly = whole_number(str(form.get("monthly", "")), users.MONTHLY, _CREDITS_TITLE)
        return PersonalCredits(monthly, whole_number(str(form.get("current", "")), users.CURRENT, _CREDITS_TITLE))


class NewUserState(NewDialog, rx.State):
    async def _begin(self) -> None:
        (await self.get_state(UserFormState))._clear()

    @action
    async def save(self, form: dict[str, Any]):
        """Create the account; a double submit creates it only once."""
        user = await current_user(self, PLATFORM_ADMIN)
        if not self.open:
            return
        chosen = await self.get_state(UserFormState)
        typed = {name: str(form.get(name, "")) for name in ("email", "password", "first-name", "last-name", "role")}
        with on_failure("Kon gebruiker niet aanmaken.", dialog=self):
            new = NewUser(
                email=typed["email"],
                password=typed["password"],
                first_name=typed["first-name"],
                last_name=typed["last-name"],
                organization_id=chosen._chosen(form),
                role=typed["role"],
                personal=chosen._credits(form),
            )
            made = await users.create(user, new)
            row = await run_reading(overview.get_user, user, made)
        self.open = False
        await show_again(self, row)
        await show_toast(self, "Gebruiker aangemaakt", "De gebruiker kan direct inloggen, zonder e-mailverificatie.")
        await count_again(self, user)


class EditUserState(rx.State):
    user_id: str = ""
    title: str = ""
    role: str = ""
    active: bool = True
    outdated: str = ""
    error: str = ""
    _version: int = 0
    _stored: list[int | None] = []

    @action
    async def edit(self, user_id: str):
        user = await current_user(self, PLATFORM_ADMIN)
        row = await run_reading(overview.get_user, user, user_id)
        chosen = await self.get_state(UserFormState)
        chosen._clear()
        chosen.organization_id, chosen.organization_name = str(row.organization_id or ""), row.organization_name or ""
        chosen.personal = row.personal_current_credits is not None
        if chosen.personal:
            chosen.monthly = str(row.personal_monthly_credits or 0)
            chosen.current = str(row.personal_current_credits)
        self._remember(row)
        self.title, self.role, self.active = row.name, row.role, row.is_active
        self.outdated = self.error = ""
        self.user_id = str(row.id)

    @action
    async def cancel(self):
        await current_user(self, PLATFORM_ADMIN)
        self.user_id = ""

    @action
    async def save(self, form: dict[str, Any]):
        """Save; after a concurrent change, show the stored values and keep the typed ones."""
        user = await current_user(self, PLATFORM_ADMIN)
        if not self.user_id:
            return
        chosen = await self.get_state(UserFormState)
        with on_failure("Kon gebruiker niet bijwerken.", dialog=self):
            try:
                organization_id = chosen._chosen(form)
                if not organization_id:
                    raise Invalid(users.NO_ORGANIZATION, title="Validatie fout")
                role, active = str(form.get("role", "")), bool(form.get("active"))
                personal = chosen._credits(form)
                as_it_was = [personal.monthly, personal.current] == self._stored  # keeps charges made meanwhile
                wanted = Changes(active, organization_id, role, None if as_it_was else personal)
                async with transaction() as session:
                    await users.change(session, user, self.user_id, wanted, version=self._version)
                    row = await overview.get_user(session, user, self.user_id)
            except Conflict as conflict:
                if conflict.code == "stale_version":
                    await self._tell_what_changed(user)
                raise
            except NotFound as missing:
                if missing.message == users.NOT_FOUND:
                    self.user_id = ""
                raise
        self.user_id = ""
        await show_again(self, row)
        await show_toast(self, "Gebruiker bijgewerkt")
        await count_again(self, user)

    def _remember(self, row: UserRow) -> None:
        self._version, self._stored = row.version, [row.personal_monthly_credits, row.personal_current_credits]

    async def _tell_what_changed(self, user: CurrentUser) -> None:
        row = await run_reading(overview.get_user, user, self.user_id)
        self._remember(row)
        own = row.personal_current_credits
        credits = "geen" if own is None else f"{own}/{row.personal_monthly_credits or 0}"
        self.outdated = (
            f"Nu staat er: {row.organization_name or 'geen organisatie'}, rol {dict(MANAGED_ROLES).get(row.role)}, "
            f"{'actief' if row.is_active else 'inactief'}, persoonlijke credits {credits}. Wat je invulde staat nog "
            "hieronder; met Opslaan geldt dat."
        )
