"""What of the word lists a speech engine gets: nothing, unless the installation says so; never a client's name."""

import pytest

from tests import people as cast
from tests.services.reports.test_replacements import said
from tests.services.reports.test_words import add, call
from voice_report.config import settings
from voice_report.services.reports import _engine_words, words
from voice_report.services.reports.words import Kind, WordContent


@pytest.fixture
def given(monkeypatch, db):
    monkeypatch.setenv("SPEECH_WORD_LIST", "on")
    settings.cache_clear()


async def test_without_the_setting_no_engine_gets_a_word(people, user, fake_provider):
    await add(people.admin, WordContent("metoprolol", [], "medicijn"))
    await said(user, [1])
    assert [one["prompt"] for one in fake_provider.requests("speech")] == [None]


async def test_s50_an_outside_engine_gets_no_names_of_people(given, people, user, fake_provider):
    await cast.make_client(people.organization_id, "1", "Anna", "van Dijk-Zonneveld")
    terms: tuple[tuple[str, Kind], ...] = (
        ("metoprolol", "medicijn"),
        ("Jansen", "naam"),
        ("Zonneveld", "team"),
        ("Anna Zorg", "team"),
        ("De Linde", "plaats"),
    )
    for word, kind in terms:
        await add(people.admin, WordContent(word, [], kind))
    await add(people.user, WordContent("Eigenwoord"), "mine")
    await said(user, [1, 2])
    prompts = [one["prompt"] for one in fake_provider.requests("speech")]
    assert sorted(prompts[0].rstrip(".").split(", ")) == ["De Linde", "Eigenwoord", "metoprolol"]


async def test_a_local_engine_gets_names_too_the_most_used_first_and_no_more_than_fit(given, people, user, monkeypatch):
    monkeypatch.setenv("SPEECH_ENGINE", "local")
    settings.cache_clear()
    for number in range(20):
        await add(people.admin, WordContent(f"Woord met veertig letters, nummer {chr(97 + number)}"))
    jansen = await add(people.admin, WordContent("Jansen", [], "naam"))
    await call(words.note_uses, people.user, [(jansen.id, 3)])
    found = await _engine_words.for_engine(user)
    assert found[0] == "Jansen"
    assert 5 < len(found) < 20
    assert len(", ".join(found)) <= 400
    assert await _engine_words.for_engine(await people.outsider.current()) == []
