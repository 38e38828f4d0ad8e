"""The line about where the voice goes: the engine that hears this person, until the person closes it."""

from sqlmodel import update

from tests.support import environment, tables
from voice_report.config import settings
from voice_report.db import session as database
from voice_report.db.models import Organization, User
from voice_report.services.dictation import voice_line


async def shown(person) -> str:
    return await database.run_reading(voice_line.find, await person.current())


async def close(person) -> None:
    await person.call(voice_line.close)


async def test_an_outside_engine_is_named_until_the_person_closes_it(fake_provider, people) -> None:
    profile = settings().first("speech")
    line = f"Je stem gaat onbewerkt naar {profile.party} in {profile.country}. "
    assert (await shown(people.user)).startswith(line)
    await close(people.user)
    assert await shown(people.user) == ""
    assert (await shown(people.admin)).startswith(line)


async def test_another_engine_is_said_again_and_none_says_nothing(fake_provider, people) -> None:
    await tables.run(update(User).values(voice_told=voice_line.LOCAL))
    assert (await shown(people.user)).startswith("Je stem gaat onbewerkt naar ")
    await tables.run(update(Organization).values(engine_floor="local"))
    assert await shown(people.user) == ""


async def test_a_local_engine_keeps_the_voice_here(people, monkeypatch) -> None:
    environment.use(monkeypatch, SPEECH_ENGINE="local")
    assert await shown(people.user) == voice_line.LOCAL
