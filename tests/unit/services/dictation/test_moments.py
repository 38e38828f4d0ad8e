"""How long the moments of words are remembered: an hour, and of a bounded number of segments."""

import uuid
from datetime import timedelta

import pytest

from voice_report import clock
from voice_report.integrations.speech import Answer, Word
from voice_report.services.dictation import _moments, dictation

UNSURE = Answer("woord", (Word("woord", 0.5, 1.0, 0.1),))
SURE = Answer("woord", (Word("woord", 0.5, 1.0, 0.9),))
PERSON, DICTATION = uuid.uuid4(), uuid.uuid4()


@pytest.fixture(autouse=True)
def nothing_remembered():
    _moments._remembered().clear()
    yield
    _moments._remembered().clear()


def key(position: int) -> _moments.Key:
    return PERSON, DICTATION, position


def later(monkeypatch, minutes: int) -> None:
    moment = clock.now() + timedelta(minutes=minutes)
    monkeypatch.setattr(clock, "_read", lambda: moment)


def test_spoken_words_are_forgotten_after_an_hour(monkeypatch):
    _moments.remember(key(0), UNSURE)
    later(monkeypatch, 59)
    assert [moment.word for moment in _moments.recall(key(0))] == ["woord"]
    later(monkeypatch, 2)
    assert _moments.recall(key(0)) == ()
    assert not _moments._remembered()


async def test_the_hourly_work_forgets_what_nobody_asks_for_any_more(db, monkeypatch):
    _moments.remember(key(0), UNSURE)
    later(monkeypatch, 61)
    await db.run_in_transaction(dictation.purge)
    assert not _moments._remembered()


def test_a_segment_that_is_heard_sure_of_every_word_forgets_the_old_ones_too(monkeypatch):
    _moments.remember(key(0), UNSURE)
    later(monkeypatch, 40)
    _moments.remember(key(1), UNSURE)
    later(monkeypatch, 21)
    _moments.remember(key(2), SURE)
    assert list(_moments._remembered()) == [key(1)]


def test_a_segment_heard_again_is_remembered_from_then_on(monkeypatch):
    _moments.remember(key(0), UNSURE)
    _moments.remember(key(1), UNSURE)
    later(monkeypatch, 40)
    _moments.remember(key(0), UNSURE)
    later(monkeypatch, 40)
    assert _moments.recall(key(1)) == ()
    assert _moments.recall(key(0)) != ()
    _moments.remember(key(0), SURE)
    assert _moments.recall(key(0)) == ()


def test_no_more_than_some_segments_are_remembered():
    for position in range(301):
        _moments.remember(key(position), UNSURE)
    assert len(_moments._remembered()) == 300
    assert _moments.recall(key(0)) == ()
