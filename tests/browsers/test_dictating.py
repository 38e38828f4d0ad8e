"""Dictating with real sound. What is stored in the end was heard, in every engine."""

import time
from collections.abc import Callable

import pytest
from sqlmodel import select

from tests.browsers.recording import LONGER, RECORDING, hears, one_sentence, seconds_stored, stop, transcript
from tests.support import tables
from tests.support.engines.screen import Screen, give_microphone
from tests.support.fakes import sound
from tests.support.people import People
from voice_report.db.models import Dictation

_REFUSE = """const [problem] = arguments;
MediaDevices.prototype.getUserMedia = () => Promise.reject(new DOMException("", problem));
return true;"""
#: Keeps the page's newest recorder, so that a story can stop it as a browser does.
_FOLLOW = """window.MediaRecorder = class extends MediaRecorder {
  constructor(...given) {
    super(...given);
    window.recorder = this;
  }
};"""


async def test_speech_becomes_a_transcript(recorder: Screen, people: People, db, record_property) -> None:
    await hears(recorder)
    began = time.monotonic()
    await recorder.press("Stop opname")
    stored = await transcript(recorder, people, db)
    record_property("seconds from stop to transcript", round(time.monotonic() - began, 1))
    assert " ".join(stored.split()) in await recorder.sees("Stap 2 van 3")


async def test_a_pause_is_not_recorded_and_talking_goes_on(recorder: Screen, people: People, db) -> None:
    await hears(recorder)
    await recorder.press("Pauzeren")
    await recorder.sees("Gepauzeerd", "Je opname is bewaard.")
    before = await seconds_stored(recorder)
    await recorder.press("Hervatten")
    await recorder.sees(RECORDING)
    await recorder.until(LONGER, before + 1)  # sooner, 'Stop' would be the second press of a double click
    assert await stop(recorder, people, db)


@pytest.mark.usefixtures("_can_record")
async def test_a_headset_that_takes_over_with_another_rate_is_recorded(people: People, db, signed_in: Callable) -> None:
    screen: Screen = await signed_in(people.user, "/new-report")
    await screen.finds("button", "Start opname")
    await screen.run(_FOLLOW)
    await give_microphone(screen, sound.wav(one_sentence()), rate=16_000)
    await screen.press("Start opname")
    await screen.until(LONGER, 1)
    await screen.run("window.recorder.stop()")
    await screen.sees("De microfoon is gewisseld", "Je opname gaat door.", RECORDING)
    await screen.until(LONGER, await seconds_stored(screen) + 3)
    assert await stop(screen, people, db)


@pytest.mark.parametrize(
    ("problem", "sentence"),
    [("NotAllowedError", "Geen toegang tot de microfoon"), ("NotFoundError", "Geen microfoon gevonden")],
)
async def test_a_microphone_that_does_not_open_is_explained(
    problem: str, sentence: str, people: People, db, signed_in: Callable
) -> None:
    screen: Screen = await signed_in(people.user, "/new-report")
    await screen.finds("button", "Start opname")
    await screen.until(_REFUSE, problem)
    await screen.press("Start opname")
    await screen.sees(sentence)
    assert await tables.rows(select(Dictation).where(Dictation.user_id == people.user.id)) == []
