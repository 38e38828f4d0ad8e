"""The pictures about signing in: an organization with a second factor and a provider of its own, and its members."""

import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from playwright.async_api import Page, expect
from sqlmodel import SQLModel, col, update

from tests.support import people as cast
from tests.unit.services.factors.factors import set_up
from voice_report import clock
from voice_report.db import session as database
from voice_report.db.models import EmailDomain, IdentityProvider, LoginSession, Passkey
from voice_report.services.shared import dates
from voice_report.services.shared.identity import STEP_UP, TWO_FACTOR
from voice_report.services.sso import identity_provider

Scene = Callable[[Page], Awaitable[None]]
Scenes = dict[str, tuple[str, cast.Person | None, Scene]]

_NAME, _DOMAIN = "Zorggroep De Linde", "delinde.example"
_ISSUER = "https://login.microsoftonline.com/3c1e9a54-7d20-4f4e-9b8c-5a1f0c2d7e66/v2.0"


@dataclass(frozen=True)
class Employer:
    """The people of the organization: its administrator has a passkey, ``coded`` an app, ``without`` nothing."""

    admin: cast.Person
    coded: cast.Person
    without: cast.Person


async def employer() -> Employer:
    """Make an organization that requires a second factor soon, and has an identity provider of its own."""
    asked = {"second_factor": "required", "second_factor_from": dates.today() + timedelta(days=9), "remember_days": 7}
    there = await cast.make_organization(_NAME, plan="mkb", max_users=15, **asked)
    admin = await _member(there, "Karin", "Vos", role="admin")
    coded = await _member(there, "Sanne", "de Vries")
    await _member(there, "Joke", "Hendriks", second_factor_reminded_at=clock.now() - timedelta(days=4))
    without = await _member(there, "Priya", "Ramdin")
    await _member(there, "Tom", "Wiersma")
    ready = [admin, await _member(there, "Lotte", "Visser"), await _member(there, "Bram", "Smit")]
    await set_up(coded)
    async with database.transaction() as session:
        session.add_all([*(_passkey(one) for one in ready), *_provider(there)])
    await _step_up(admin)
    return Employer(admin, coded, without)


def scenes(there: Employer) -> Scenes:
    """Return what is photographed, by the name of the picture: the page, who opens it, and what is done there first."""
    return {
        "inloggen-werkaccount": ("/login", None, _with_employer),
        "inloggen-code": ("/login", None, lambda page: _code_step(page, there.coded)),
        "werkaccount-koppelen": ("/login?sso=link", None, _linking),
        "inloggen-beheer": ("/inloggen-beheer", there.admin, _settings),
        "verificatie-app-instellen": ("/account", there.admin, lambda page: _setting_up(page, there.admin)),
        "herstelcodes": ("/account", there.admin, lambda page: _new_codes(page, there.admin)),
        "opnieuw-bevestigen": ("/logboek", there.admin, lambda page: _stepping_up(page, there.admin)),
        "account-beveiliging-leeg": ("/account", there.without, security),
    }


async def security(page: Page) -> None:
    """Open the tab about security."""
    await page.get_by_role("tab", name="Beveiliging").click()


async def _member(there: uuid.UUID, first_name: str, last_name: str, **more: Any) -> cast.Person:
    email = f"{first_name}.{last_name.replace(' ', '')}@zorg.example".lower()
    return await cast.make_user(there, first_name, last_name, email=email, **more)


def _passkey(person: cast.Person) -> Passkey:
    made_at = clock.now() - timedelta(days=30)
    return Passkey(user_id=person.id, name="iPhone", credential_id=uuid.uuid4().hex, public_key="", created_at=made_at)


def _provider(organization_id: uuid.UUID) -> list[SQLModel]:
    now = clock.now()
    row = IdentityProvider(
        organization_id=organization_id,
        kind="entra",
        issuer=_ISSUER,
        client_id="7c1f40be-9d22-4a63-8f0e-1b5d2c7a9e31",
        client_secret="never used here",  # noqa: S106
        secret_set_at=now - timedelta(days=20),
        usage="recommended",
        admits_members=True,
        needs_second_step=True,
        tested_at=now,
        tested_as=f"karin@{_DOMAIN}",
        tested_second_step=True,
    )
    row.tested = identity_provider.configuration(row)
    of_organization = {"organization_id": organization_id, "checked_at": now}
    proven = EmailDomain(domain=_DOMAIN, token=uuid.uuid4().hex, proven_at=now, **of_organization)
    return [row, proven, EmailDomain(domain=f"nacht.{_DOMAIN}", token=uuid.uuid4().hex, **of_organization)]


async def _step_up(person: cast.Person, at: datetime | None = None) -> None:
    """Let the person's session be one with a second factor, given now or ``at`` another moment."""
    async with database.transaction() as session:
        values = {"level": TWO_FACTOR, "stepped_up_at": at or clock.now()}
        await session.execute(update(LoginSession).where(col(LoginSession.user_id) == person.id).values(**values))
    await database.dispose()


async def _with_employer(page: Page) -> None:
    await page.get_by_label("E-mailadres").fill(f"sanne@{_DOMAIN}")
    await expect(page.get_by_role("button", name=f"Doorgaan met {_NAME}")).to_be_visible()


async def _code_step(page: Page, person: cast.Person) -> None:
    await page.get_by_label("E-mailadres").fill(person.email)
    await page.get_by_label("Wachtwoord", exact=True).fill(person.password)
    await page.get_by_role("button", name="Inloggen", exact=True).click()
    await expect(page.get_by_role("heading", name="Nog één stap")).to_be_visible()


async def _linking(page: Page) -> None:
    await expect(page.get_by_role("heading", name="Werkaccount koppelen")).to_be_visible()


async def _settings(page: Page) -> None:
    await expect(page.get_by_text(f"Gelukt als karin@{_DOMAIN}")).to_be_visible()


async def _setting_up(page: Page, person: cast.Person) -> None:
    await _step_up(person)
    await security(page)
    await page.get_by_role("button", name="Verificatie-app instellen").click()
    await _prove(page, person, "Verder")
    await expect(page.get_by_label("Code uit de app")).to_be_visible()


async def _new_codes(page: Page, person: cast.Person) -> None:
    await _step_up(person)
    await security(page)
    await page.get_by_role("button", name="Nieuwe codes maken").click()
    await _prove(page, person, "Codes maken")
    await expect(page.get_by_role("button", name="Ik heb ze bewaard")).to_be_visible()


async def _prove(page: Page, person: cast.Person, button: str) -> None:
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label("Huidig wachtwoord").fill(person.password)
    await dialog.get_by_role("button", name=button).click()


async def _stepping_up(page: Page, person: cast.Person) -> None:
    await page.get_by_text("Gedownload", exact=True).click()
    await expect(page.get_by_role("radio", name="Gedownload")).to_be_checked()
    await _step_up(person, clock.now() - STEP_UP)
    await page.get_by_role("link", name="Downloaden als CSV").click()
    await expect(page.get_by_role("button", name="Bevestigen met toegangssleutel")).to_be_visible()
    await _step_up(person)
