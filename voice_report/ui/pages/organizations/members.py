"""Invite colleagues, and list open invitations and users."""

import re
from dataclasses import dataclass
from typing import ClassVar

import reflex as rx

from ....core import texts
from ....db.session import reading, run_in_transaction, run_reading
from ....errors import DomainError, Invalid
from ....services.audit.audited_reads import run_audited
from ....services.organizations import invitations, members
from ....services.organizations.invitations import OpenInvitation
from ....services.organizations.members import Colleague
from ....services.shared import step_up_reasons
from ....services.shared.identity import ADMIN, PLATFORM_ADMIN, USER, CurrentUser, require_step_up
from ....services.shared.pagination import Page
from ...kit import show_toast
from ...shell.actions import action, on_failure
from ...shell.confirmation import DelicateConfirmation
from ...shell.paged_list import Loaded, PagedList
from ...shell.session import current_user

NOT_SENT = "Kon uitnodiging niet verzenden."
SENT = "Uitnodiging verzonden"
SENT_TEXT = "De gebruiker heeft een uitnodigingslink per email ontvangen."

RESENT_TEXT = "Opnieuw verzonden. De vorige link werkt niet meer."

_AT_ONCE = 30  # addresses in one form
_LONGEST = 10_000  # characters of the field
#: Between addresses: a new line, a comma, a semicolon, or white space before something with an '@'.
#: White space is only tried from its first character: otherwise a long run takes quadratic time.
_APART = re.compile(r"[\r\n,;]+|(?<=\S)\s+(?=[^\s@<]+@)")
_QUOTED_NAME = re.compile(r'"[^"\r\n]*"(?=\s*<)')  # may contain a comma
#: 'Vries,' of 'Vries, Jan <address>'.
_SURNAME_FIRST = re.compile(r"(?<![^\r\n,;>])[^@,;<>\r\n]+,(?=[^\S\r\n]*[^@,;<>\s][^@,;<>\r\n]*<)")

RESET = "Tweede stap weghalen"
RESET_AGAIN = "Nieuwe link sturen"

ROLE_WORDS = {ADMIN: "Admin", USER: "Gebruiker", PLATFORM_ADMIN: "Platform Admin"}


@dataclass
class InvitationItem:
    """An open invitation."""

    id: str
    email: str
    expiry: str
    role: str
    is_admin: bool


@dataclass
class Outcome:
    """What happened to one of several addresses."""

    email: str
    words: str
    sent: bool


@dataclass
class UserItem:
    """A user of the organization; ``resettable`` are the words of the button that takes a lost second factor away.

    ``linked``: there is a work account to unlink.
    """

    id: str
    name: str
    email: str
    role: str
    is_admin: bool
    active: bool
    resettable: str = ""
    linked: bool = False


class InvitationsState(PagedList, rx.State):
    _roles: ClassVar = (ADMIN,)

    items: list[InvitationItem] = []

    async def _page(self, user: CurrentUser, after: str | None) -> Page[InvitationItem]:
        return (await run_audited(invitations.list_open, user, after=after)).map(invitation_item)


class ColleaguesState(PagedList, rx.State):
    _roles: ClassVar = (ADMIN,)

    items: list[UserItem] = []

    async def _page(self, user: CurrentUser, after: str | None) -> Page[UserItem]:
        page = await run_audited(members.list_users, user, after=after)
        return page.map(lambda one: user_item(one, is_own=one.id == user.id))


class TeamState(Loaded, DelicateConfirmation, rx.State):
    """The team as the admin sees it, reloaded with both lists at each visit and after each change.

    Withdrawing an invitation needs a confirmation.
    """

    _roles: ClassVar = (ADMIN,)
    _reason: ClassVar = step_up_reasons.INVITATIONS

    summary: str = ""
    members: str = ""
    full: str = ""
    email_error: str = ""
    refused: int = 0
    left: str = ""
    outcomes: list[Outcome] = []
    round: int = 0
    _questioned: str = ""

    async def _begin(self) -> None:
        self.email_error, self.outcomes = "", []

    @action
    async def invite(self, form: dict):
        """Invite one or several addresses; what was typed stays as far as it was not sent."""
        user = await current_user(self, ADMIN)
        if form.get("round", str(self.round)) != str(self.round):
            return  # a double click: this form was already sent
        require_step_up(user, step_up_reasons.INVITATIONS)  # before the first address: it is no outcome of one of them
        self.email_error, self.outcomes = "", []
        typed, role = str(form.get("email", ""))[:_LONGEST], str(form.get("role", ""))
        emails = addresses(typed) or [""]
        try:
            await self._check(user, emails)
            done = [await self._invite(user, email, role, is_only_one=len(emails) == 1) for email in emails]
        except Invalid as error:
            self.email_error = error.message
            self.refused += 1
            return
        self.left = "\n".join(one.email for one in done if not one.sent)
        self.round += 1  # shows the field again, for the next invitation
        await self._read(user)
        if len(done) > 1:
            self.outcomes = done  # which says what a toast would
        else:
            await show_toast(self, SENT, done[0].words)

    async def _check(self, user: CurrentUser, emails: list[str]) -> None:
        """Refuse too many addresses; ask once about domains that look like a typing mistake."""
        if len(emails) > _AT_ONCE:
            raise Invalid(f"Nodig er hoogstens {_AT_ONCE} tegelijk uit.")
        if self._questioned == "\n".join(emails):
            return
        known: dict[str, str] = {}  # by the domain that looks like it
        async with reading() as session:
            for email in emails:
                try:
                    domain = await invitations.likely_typo(session, user, email)
                except Invalid:
                    if len(emails) == 1:
                        raise
                    continue  # its own line says so
                if domain:
                    known[email.partition("@")[2].lower()] = domain
        if known:
            self._questioned = "\n".join(emails)
            raise Invalid(typo_question(known))

    async def _invite(self, user: CurrentUser, email: str, role: str, *, is_only_one: bool) -> Outcome:
        """Invite an address. When it is not the only one, a refusal is its outcome instead of an error."""
        try:
            with on_failure(NOT_SENT, with_number=False):
                made = await run_in_transaction(invitations.invite, user, email, role)
        except DomainError as error:
            if is_only_one:
                raise
            return Outcome(email, error.message, sent=False)
        return Outcome(made.email, RESENT_TEXT if made.replaces else SENT_TEXT, sent=True)

    @action
    async def resend(self, invitation_id: str):
        user = await current_user(self, ADMIN)
        await run_in_transaction(invitations.resend, user, invitation_id)
        await self._read(user)
        await show_toast(self, SENT, RESENT_TEXT)

    async def _name_of(self, item_id: str) -> str | None:
        item = (await self.get_state(InvitationsState))._item(item_id)
        return item.email if item else None

    async def _perform(self, user: CurrentUser, item_id: str) -> None:
        await run_in_transaction(invitations.withdraw, user, item_id)
        await self._read(user)
        await show_toast(self, "Uitnodiging ingetrokken")

    async def _read(self, user) -> None:
        places = await run_reading(members.count_seats, user)
        for listed in (InvitationsState, ColleaguesState):
            await (await self.get_state(listed))._read(user)
        seats = "plaats" if places.maximum == 1 else "plaatsen"
        home = user.organization.name if user.organization else ""
        self.summary = f"{home}, {places.taken} van {places.maximum} {seats} in gebruik"
        self.members = str(places.members)
        self.full = f"Alle {places.maximum} plaatsen zijn in gebruik." if places.taken >= places.maximum > 1 else ""


def addresses(typed: str) -> list[str]:
    """Return the addresses in a typed or pasted list, each once; of 'Surname, Name <address>' only the address."""
    found: list[str] = []
    for part in _APART.split(_SURNAME_FIRST.sub("", _QUOTED_NAME.sub("", typed))):
        named = [word for word in re.split(r"[\s<>]+", part) if "@" in word] if "<" in part else []
        found += named or [part.strip()]
    return [one for one in dict.fromkeys(found) if one]


def typo_question(known: dict[str, str]) -> str:
    """Return the question about domains that look like others; ``known`` is by suspicious domain."""
    theirs = " en ".join(f"@{domain}" for domain in dict.fromkeys(known.values()))
    wrong = " en ".join(f"@{domain}" for domain in known)
    verb = "Klopt" if len(known) == 1 else "Kloppen"
    return f"Bedoel je {theirs}? {verb} {wrong}? Verzend dan nog een keer."


def invitation_item(one: OpenInvitation) -> InvitationItem:
    """Return the list item of an invitation, with its expiry date in Dutch notation, or that it cannot have arrived."""
    expiry = f"{'Verlopen' if one.is_expired else 'Verloopt'} op {texts.dutch_date(one.expires_at)}"
    if one.is_undelivered:
        expiry = "Niet bezorgd: klopt het adres?"
    return InvitationItem(str(one.id), one.email, expiry, ROLE_WORDS.get(one.role, one.role), one.role == ADMIN)


def user_item(one: Colleague, *, is_own: bool = False) -> UserItem:
    """Return the list item of a user; one's own account is not reset or unlinked here."""
    role = ROLE_WORDS.get(one.role, one.role)
    words = RESET_AGAIN if one.is_reset else RESET if one.has_second_factor else ""
    resettable = "" if is_own or one.role == PLATFORM_ADMIN else words
    linked = one.is_linked and not is_own
    return UserItem(str(one.id), one.name, one.email, role, one.role != USER, one.is_active, resettable, linked)
