"""No engine above an organization's floor gets a request, whatever fails and whatever changes meanwhile (S60)."""

import asyncio
import contextlib
import random
import uuid
from collections.abc import Iterator

import pytest
from sqlmodel import select, update

from tests.support import environment, tables
from tests.support.fakes import sound
from tests.support.fakes.provider import FakeProvider
from voice_report.config import settings
from voice_report.db.models import Organization, ProcessingStep
from voice_report.engines import REGIONS_WITHIN
from voice_report.errors import Unavailable
from voice_report.integrations import resilience
from voice_report.services.concepts import structuring
from voice_report.services.dictation import dictation
from voice_report.services.drafts import drafts
from voice_report.services.processing import card, privacy_settings

SAID = "Mevrouw heeft goed geslapen."


@pytest.fixture
def providers(tmp_path, monkeypatch) -> Iterator[dict[str, FakeProvider]]:
    """A provider in the EU and one elsewhere, both for speech and text, the one elsewhere first."""
    monkeypatch.setattr(resilience, "pause", lambda seconds: asyncio.sleep(0))
    monkeypatch.setenv("RATE_LIMITS", "off")
    with FakeProvider() as eu, FakeProvider() as other:
        found = {"other": other, "eu": eu}
        entries = [
            f"""[[engine]]\nkey = "{task}-{region}"\ntask = "{task}"\nkind = "openai"\nbase_url = "{one.url}"\n"""
            f"""party = "P {region}"\ncountry = "L {region}"\nregion = "{region}"\nmodel = "m"\n"""
            for task in ("speech", "structuring")
            for region, one in found.items()
        ]
        (tmp_path / "engines.toml").write_text("\n".join(entries))
        environment.use(monkeypatch, ENGINES_FILE=str(tmp_path / "engines.toml"))
        yield found


@pytest.fixture
async def user(people, providers):
    yield await people.user.current()
    await structuring.finish_all()


async def let(db, user, **choices) -> None:
    await tables.run(update(Organization).where(Organization.id == user.organization_id).values(**choices))


async def seen(providers) -> dict[str, int]:
    return {region: len(one.log) for region, one in providers.items()}


async def test_s60_the_first_that_may_is_asked(db, user, providers):
    made = []
    for floor in ("all", "eu", "local"):
        await let(db, user, engine_floor=floor)
        made.append(await structuring.generate_whole(user, f"{SAID} {floor}."))
    assert [one.provenance.region for one in made] == ["other", "eu", "local"]
    assert [one.reason for one in made] == ["", "", "floor:local"]
    assert made[2].refusal == "Op deze server ingedeeld: geen taalmodel op deze server."
    assert await seen(providers) == {"other": 1, "eu": 1}


async def test_s60_an_own_choice_counts_within_the_floor_alone(db, user, providers):
    await let(db, user, structure_engine="structuring-eu")
    assert (await structuring.generate_whole(user, SAID)).provenance.engine == "structuring-eu"
    await let(db, user, structure_engine="structuring-other", engine_floor="eu")
    assert (await structuring.generate_whole(user, f"{SAID} Weer.")).provenance.engine == "structuring-eu"
    assert (await seen(providers))["other"] == 0


async def test_s60_speech_that_may_be_nowhere_is_refused_and_kept(db, user, providers):
    recording = sound.encoded(sound.dictation(1), "webm")
    await let(db, user, engine_floor="local")
    with pytest.raises(Unavailable) as refused:
        await dictation.transcribe_segment(user, uuid.uuid4(), 0, recording)
    sentence = "Spraak mag voor jullie organisatie alleen op deze server worden verwerkt, en dat staat hier niet aan."
    assert (refused.value.message, refused.value.code) == (sentence, "floor")
    assert await seen(providers) == {"other": 0, "eu": 0}


async def test_s60_over_failures_and_floors_that_change_nothing_goes_over_one(db, user, providers):
    chance = random.Random(42)  # noqa: S311  seeded
    await let(db, user, unlimited=True)
    for number in range(30):
        floor = chance.choice(("all", "eu", "local"))
        await let(db, user, engine_floor=floor)
        for one in providers.values():
            one.control(fail=chance.choice((None, None, "500", "429", "cut", "401")), times=chance.choice((1, 2, None)))
        before = await seen(providers)
        with_text = asyncio.create_task(_tried(structuring.generate_whole(user, f"{SAID} {number}.")))
        await _tried(dictation.transcribe(user, sound.encoded(sound.dictation(1), "webm")))
        await with_text
        after = await seen(providers)
        assert {region for region in after if after[region] > before[region]} <= set(REGIONS_WITHIN[floor])
    rows = await tables.rows(select(ProcessingStep))
    counted = {region: sum(one.attempts for one in rows if one.region == region) for region in providers}
    assert counted == await seen(providers)


async def _tried(work) -> None:
    with contextlib.suppress(Unavailable):
        await work


@pytest.mark.parametrize("region", ["local", "eu"])
def test_what_a_floor_takes_away_is_said_in_whole_sentences(tmp_path, monkeypatch, region):
    address = "http://ollama:11434/v1" if region == "local" else "https://taal.example/v1"
    entries = (
        ("taal", "structuring", "openai", region, f'base_url = "{address}"'),
        ("hier", "structuring", "local", "local", ""),
        ("oren", "speech", "local", "local", 'model = "small"'),
    )
    text = "\n".join(
        f'[[engine]]\nkey = "{key}"\ntask = "{task}"\nkind = "{kind}"\nregion = "{where}"\nparty = "P"\n'
        f'country = "L"\n{more}\n'
        for key, task, kind, where, more in entries
    )
    (tmp_path / "engines.toml").write_text(text)
    environment.use(monkeypatch, ENGINES_FILE=str(tmp_path / "engines.toml"))
    taken = "Dan blijven alleen Netjes en Letterlijk over, zonder taalmodel."
    assert privacy_settings.consequences() == {"local": "" if region == "local" else taken, "eu": "", "all": ""}


async def test_engines_on_this_server_are_told_by_what_they_are(tmp_path, db, monkeypatch, people):
    user = await people.user.current()
    (tmp_path / "engines.toml").write_text(
        '[[engine]]\nkey = "tekst-hier"\ntask = "structuring"\nkind = "local"\nregion = "local"\n'
        'party = "eigen server"\ncountry = "Nederland"\n'
    )
    environment.use(monkeypatch, ENGINES_FILE=str(tmp_path / "engines.toml"))
    draft = (await db.run_in_transaction(drafts.save_draft, user, transcript=SAID)).id
    made = await structuring.generate_whole(user, SAID, draft)
    await structuring.finish_all()
    assert made.provenance.ai_assisted is False
    told = [one.text for one in (await db.run_reading(card.read, user, draft)).lines]
    assert "Netjes, door regels op deze server." in told


async def test_s60_a_chosen_engine_that_is_gone_is_said_to_administrators(db, people, user, providers):
    await let(db, user, speech_engine="speech-eu", structure_engine="weg")
    seen = await db.run_reading(privacy_settings.view, await people.admin.current())
    other = await db.run_reading(privacy_settings.view, user)
    (line,) = seen.gone
    assert line == "De gekozen verwerker voor tekst (weg) is er niet meer. Nu werkt P other. Kies opnieuw."
    assert other.gone == ()
    await let(db, user, engine_floor="local")
    seen = await db.run_reading(privacy_settings.view, await people.admin.current())
    assert [line.rpartition(" is er niet meer. ")[2] for line in seen.gone] == [
        "Nu is er geen spraakherkenning. Kies opnieuw.",
        "Nu werkt Regels. Kies opnieuw.",
    ]


async def test_s60_an_engine_that_nobody_chose_is_said_when_it_is_gone(db, people, user, providers, tmp_path):
    await let(db, user, outside_text="pseudonymised", unlimited=True)
    await structuring.generate_whole(user, SAID)
    admin = await people.admin.current()
    assert (await db.run_reading(privacy_settings.view, admin)).gone == ()
    entries = (tmp_path / "engines.toml").read_text().split("[[engine]]")
    left = [one for one in entries if one.strip() and '"structuring-other"' not in one]
    (tmp_path / "engines.toml").write_text("".join(f"[[engine]]{one}" for one in left))
    settings.cache_clear()
    (line,) = (await db.run_reading(privacy_settings.view, admin)).gone
    assert (await db.run_reading(privacy_settings.view, user)).gone == ()
    assert (await db.run_reading(privacy_settings.view, await people.other_admin.current())).gone == ()
    assert line.startswith("Tot ")
    told = "werkte P other (structuring-other) aan jullie tekst. Die verwerker is er niet meer. Nu werkt P eu."
    assert line.partition(" werkte ")[2] == told.partition("werkte ")[2]
