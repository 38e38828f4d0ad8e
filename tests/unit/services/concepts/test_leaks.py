"""The search at the end of each test that used the fake provider, tried on what it must find (S68)."""

import asyncio
import json
import urllib.parse
from collections.abc import Iterator

import pytest
from sqlmodel import update

from tests.support import environment, leaks, tables
from tests.support.fakes.provider import FakeProvider
from tests.support.leaks import Leaks
from voice_report.db.models import Organization
from voice_report.integrations import resilience
from voice_report.reporting.deidentification import scan
from voice_report.services.concepts import _masked_engine, structuring

SAID = "Vanmorgen was ik bij mevrouw Zwoltriks in Oldekerk. Bel haar dochter op 06-12345678. Zij at goed."
HEAD = "/v1/chat/completions\nHost: x\n\n"


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Leaks, FakeProvider]]:
    """A provider with a search of the test's own: that of ``fake_provider`` would fail the test."""
    monkeypatch.setattr(resilience, "pause", lambda seconds: asyncio.sleep(0))
    with leaks.watching(monkeypatch) as seen, FakeProvider() as provider:
        environment.use(monkeypatch, OPENAI_BASE_URL=provider.url, OPENAI_API_KEY="only-for-tests")
        yield seen, provider


async def written(db, people) -> None:
    await tables.run(update(Organization).values(outside_text="pseudonymised", unlimited=True))
    try:
        await structuring.generate_whole(await people.user.current(), SAID)
    finally:
        await structuring.finish_all()


async def test_s68_what_is_masked_is_held_against_each_request(db, people, watched) -> None:
    seen, provider = watched
    await written(db, people)
    assert provider.recorded
    held = frozenset().union(*seen.forbidden.values())
    assert {"Zwoltriks", "Oldekerk", "06-12345678"} <= held
    assert {leaks._digest(leaks._body(raw).encode()) for raw in provider.recorded} == set(seen.forbidden)
    assert seen.found(provider.recorded) == []


async def test_s68_a_value_that_leaves_is_found(db, people, watched, monkeypatch) -> None:
    """Masking forgets to replace one name, and the product's own look is blind."""
    seen, provider = watched
    replaced = _masked_engine.deidentification.replaced

    def forgetful(*what):
        made = replaced(*what)
        sent = tuple(text.replace("[PERSOON-1]", "Zwoltriks") for text in made.texts)
        return _masked_engine.Masked(sent, made.vault, made.hits, made.reliable_case)

    monkeypatch.setattr(_masked_engine.deidentification, "replaced", forgetful)
    monkeypatch.setattr(_masked_engine.deidentification, "is_ready", lambda: True)
    monkeypatch.setattr(_masked_engine, "scan", lambda *_arguments, **_more: frozenset())
    await written(db, people)
    assert "Zwoltriks" in seen.found(provider.recorded)
    assert scan.scan("Bij Zwoltriks.", ("Zwoltriks",)) == {"value"}


@pytest.mark.parametrize(
    "body",
    [
        "bij Zwoltriks",
        json.dumps({"a": ["bij Zwoltriks"]}),
        '{"a": "bij \\u005awoltriks"}',
        json.dumps({"bij Zwoltriks": 1}),
        json.dumps({"a": "bij Zwol\u00adtriks"}),
        json.dumps({"a": "bij Zwol\u200btriks"}),
        json.dumps({"a": "bij Ｚｗｏｌｔｒｉｋｓ"}),
        urllib.parse.quote("bij Zwoltriks"),
        json.dumps({"a": "bij %5Awoltriks"}),
        json.dumps({"a": "bij Ann\u0065\u0301 "}),
    ],
)
def test_s68_every_way_to_write_it_is_read(body: str) -> None:
    seen = Leaks()
    seen.forbidden[leaks._digest(body.encode())] = frozenset({"Zwoltriks", "Anné"})
    assert len(seen.found([HEAD + body])) == 1


@pytest.mark.parametrize("body", ["bij [PERSOON-1]", "Zwoltriksen", "een boom", json.dumps({"a": "de boom valt"})])
def test_s68_what_is_no_leak_is_none(body: str) -> None:
    seen = Leaks()
    seen.forbidden[leaks._digest(body.encode())] = frozenset({"Zwoltriks", "Boom", "1"})
    assert seen.found([HEAD + body]) == []
