"""Demo data for the first start in development: two organizations with users, clients, reports and twelve weeks of use,
and a platform administrator.

All names and stories are invented. The passwords are random and returned once, only to be printed.
"""

import itertools
import secrets
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from sqlmodel import select

from ... import clock
from ...core import texts
from ...db.models import Client, Organization, Report, User
from ...db.session import WriteSession, reading, transaction
from ...reporting.templates import DEFAULT
from ..archive import archive
from ..billing import credits
from ..factors import passwords, second_factor
from ..insight import counting
from ..sessions import users
from ..shared.identity import ADMIN, PLATFORM_ADMIN, USER
from . import _demo_use

_LINDE = "Zorggroep De Linde (demo)"
_ANKER = "Thuiszorg Het Anker (demo)"
_PLATFORM = "Alle organisaties"

_CREDITS = 420

#: Whose account shows what a second factor is like.
_WITH_APP = "bas.beheer@anker.example"

_PEOPLE = (
    (_LINDE, "anna.beheer@linde.example", "Anna", "Beheer", ADMIN),
    (_LINDE, "noor.verzorger@linde.example", "Noor", "Verzorger", USER),
    (_ANKER, _WITH_APP, "Bas", "Beheer", ADMIN),
    (_ANKER, "iris.verzorger@anker.example", "Iris", "Verzorger", USER),
    (_PLATFORM, "petra.platform@spraakrapport.example", "Petra", "Platform", PLATFORM_ADMIN),
)

_CLIENTS = (
    ("D-001", "Truus", "Voorbeeld", date(1938, 4, 12)),
    ("D-002", "Henk", "Verzonnen", date(1944, 9, 30)),
    ("D-003", "Ria", "Denkbeeld", date(1951, 1, 8)),
)

#: Transcript, and the text under each heading of the report, in order; ``None`` where nothing was said about it.
_STORIES = (
    (
        "Vanochtend bij mevrouw geweest voor de wondzorg. De wond is kleiner, de randen zijn rustig. Ik heb de wond "
        "gespoeld en opnieuw verbonden. Het gaat de goede kant op. Donderdag kijken we weer.",
        (
            "Vanochtend bij mevrouw geweest voor de wondzorg.",
            "De wond is kleiner, de randen zijn rustig.",
            "Ik heb de wond gespoeld en opnieuw verbonden.",
            "Het gaat de goede kant op.",
            "Donderdag kijken we weer.",
        ),
    ),
    (
        "Meneer was net wakker toen ik kwam. Hij vertelde dat hij slecht had geslapen. Ik heb hem geholpen met douchen "
        "en aankleden. Zijn dochter belt morgen over de nieuwe rollator.",
        (
            "Meneer was net wakker toen ik kwam.",
            "Hij vertelde dat hij slecht had geslapen.",
            "Ik heb hem geholpen met douchen en aankleden.",
            None,
            "Zijn dochter belt morgen over de nieuwe rollator.",
        ),
    ),
)

_UNFINISHED = "Mevrouw had goed gegeten. De steunkousen zijn aangetrokken. De huid op de hielen was gaaf."


@dataclass(frozen=True, slots=True)
class Credentials:
    """A demo account. The password is stored nowhere else in plain text.

    ``app_secret`` (base 32) and ``recovery_codes`` are those of its second factor, if it has one.
    """

    organization: str
    role: str
    email: str
    password: str
    app_secret: str = ""
    recovery_codes: Sequence[str] = ()


async def fill_when_empty() -> list[Credentials]:
    """Create the demo data in a database without users and return the demo accounts; otherwise do nothing."""
    async with reading() as session:
        if (await session.exec(select(User.id).limit(1))).first():
            return []
    made = [Credentials(name, role, email, _password()) for name, email, _, _, role in _PEOPLE]
    hashes = [await passwords.hashed(one.password) for one in made]
    unknown = await passwords.hashed(_password())
    async with transaction() as session:
        organizations = await _organizations(session)
        linde = organizations[_LINDE]
        for (name, email, first_name, last_name, role), password_hash in zip(_PEOPLE, hashes, strict=True):
            organization = organizations.get(name)
            person = (email, password_hash, first_name, last_name, role)
            user_id = await _add(session, person, organization.id if organization else None)
            if email == _WITH_APP:
                secret, codes = await second_factor.give_app(session, user_id)
            if role == USER and organization:
                session.add_all(_reports(user_id, organization))
        colleagues = [
            await _add(session, (f"{first.lower()}@linde.example", unknown, first, last, USER), linde.id)
            for first, last in _demo_use.COLLEAGUES
        ]
        session.add_all(_demo_use.rows(linde.id, colleagues, _archived()))
        await session.flush()
        await archive.recount(session, linde.id, [number for number, *_ in _CLIENTS])
    await counting.run()
    return [replace(one, app_secret=secret, recovery_codes=codes) if one.email == _WITH_APP else one for one in made]


async def _organizations(session: WriteSession) -> dict[str, Organization]:
    """Add both organizations with their clients and credits."""
    began = {"created_at": _demo_use.since(), "max_users": 10}
    linde = Organization(name=_LINDE, plan="small_team", monthly_credits=0, save_reports_to_archive=True, **began)
    anker = Organization(name=_ANKER, plan="unlimited", unlimited=True, **began)
    session.add_all((linde, anker))
    await session.flush()
    for organization in (linde, anker):
        session.add_all(_clients(organization.id))
    await credits.grant(session, _CREDITS, reason="demo", key=f"demo:{linde.id}", organization_id=linde.id)
    return {_LINDE: linde, _ANKER: anker}


async def _add(
    session: WriteSession, person: tuple[str, str, str, str, str], organization_id: uuid.UUID | None
) -> uuid.UUID:
    """Add an account: its address, the hash of its password, both names, the role."""
    email, password_hash, first_name, last_name, role = person
    user = await users.create(
        session,
        email=email,
        password_hash=password_hash,
        first_name=first_name,
        last_name=last_name,
        role=role,
        organization_id=organization_id,
    )
    return user.id


def _password() -> str:
    """Return a random password that meets the rules for passwords."""
    return f"Demo-{secrets.token_urlsafe(12)}-1!"


def _clients(organization_id: uuid.UUID) -> list[Client]:
    return [
        Client(organization_id=organization_id, id=number, first_name=first, last_name=last, date_of_birth=born)
        for number, first, last, born in _CLIENTS
    ]


def _reports(user_id: uuid.UUID, organization: Organization) -> list[Report]:
    """Return two drafts for every user, and archived reports if the organization has an archive."""
    now = clock.now()
    owner: dict[str, Any] = {"user_id": user_id, "organization_id": organization.id}
    transcript, sections = _STORIES[0]
    drafts = [
        Report(
            **owner,
            transcript=_UNFINISHED,
            is_draft=True,
            title=texts.draft_title(now),
            updated_at=now - timedelta(hours=2),
        ),
        Report(
            **owner,
            transcript=transcript,
            structured_report=_markdown(sections),
            is_draft=True,
            title=texts.draft_title(clock.now()),
            updated_at=now - timedelta(days=1),
        ),
    ]
    if not organization.save_reports_to_archive:
        return drafts
    moments = [now - timedelta(days=days) for days in range(1, len(_STORIES) + 1)]
    archived = [
        Report(**owner, created_at=moment, updated_at=moment, **content)
        for moment, content in zip(moments, _archived(), strict=False)
    ]
    return drafts + archived


def _archived() -> list[dict[str, Any]]:
    """Return the contents of archived reports: of each client one of the stories."""
    stories = itertools.cycle(_STORIES)
    return [
        {
            "client_id": number,
            "transcript": transcript,
            "structured_report": _markdown(sections),
            "title": "Rapportage",
        }
        for (number, *_), (transcript, sections) in zip(_CLIENTS, stories, strict=False)
    ]


def _markdown(sections: tuple[str | None, ...]) -> str:
    parts = zip(DEFAULT.headings, sections, strict=True)
    return "\n\n".join(f"## {heading}\n\n{text or texts.NIET_BESPROKEN}" for heading, text in parts)
