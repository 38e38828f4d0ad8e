"""Failing to sign in, and the row of a person: for the tests of accounts."""

import pytest
from sqlmodel import select

from tests.support import people as cast
from tests.support import tables
from voice_report.db.models import User
from voice_report.services.sessions import sessions
from voice_report.services.sign_in import signing_in

WRONG = "Verkeerd-wachtwoord-1!"


async def fail(person: cast.Person, times: int = 1, *, device_token: str | None = None) -> None:
    for _ in range(times):
        with pytest.raises(sessions.WrongCredentials):
            await signing_in.log_in(person.email, WRONG, device_token=device_token)


async def row(db, person: cast.Person) -> User:
    return await tables.row(select(User).where(User.id == person.id))
