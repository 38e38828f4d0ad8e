"""Dictating with real sound, and what goes wrong meanwhile. What is stored in the end was heard, in every engine."""

import re
import time
from collections.abc import Callable

import pytest
import pytest_asyncio
from sqlmodel import select

from tests.browsers.recording import LONGER, RECORDING, one_sentence, seconds_stored, two_sentences
from tests.browsers.test_reports import report_of
from tests.e2e.reports.cover import end_session
from tests.support import tables
from tests.support.cuttable import Cuttable
from tests.support.engines.screen import Screen, give_microphone
from tests.support.fakes import sound
from tests.support.people import People
from voice_report.db.models import Dictation

SPEECH = sound.wav(two_sentences())
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
#: What the fake engine writes for a sentence that it heard whole. The sound goes round: a busy machine that
#: lost some of a sentence hears it again.
WORD = re.compile(r"woord00[12]")


@pytest_asyncio.fixture(loop_scope="session")
async def recorder(_can_record: None, people: People, signed_in: Callable) -> Screen:
    """The screen of a user who talks: two sentences, over and over."""
    screen: Screen = await signed_in(people.user, "/new-report")
    await screen.finds("button", "Start opname")
    await give_microphone(screen, SPEECH)
    await screen.press("Start opname")
    await screen.sees(RECORDING)
    return screen


async def hears(screen: Screen) -> None:
    """Wait until a sentence has come all the way back as text."""
    await screen.sees("woord00")


async def stop(screen: Screen, people: People, db) -> str:
    """Stop, and return the transcript that the server stored, which the page shows too."""
    await screen.press("Stop opname")
    return await transcript(screen, people, db)


async def transcript(screen: Screen, people: People, db) -> str:
    await screen.sees("Stap 2 van 3", "woord00")
    stored = (await report_of(db, people.user)).transcript
    assert WORD.search(stored)
    return stored


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


async def test_talking_goes_on_while_the_network_is_cut(
    recorder: Screen, network: Cuttable, people: People, db
) -> None:
    await recorder.until(LONGER, 1)  # a segment is on its way, and breaks off: the page notices when it ends
    network.cut()
    await recorder.sees("Geen verbinding", "Praat gerust door.")
    before = await seconds_stored(recorder)
    network.mend()
    await hears(recorder)
    await recorder.sees_no("Geen verbinding")
    await recorder.until(LONGER, before + 1)
    assert await stop(recorder, people, db)


async def test_what_was_said_before_a_reload_is_recovered(recorder: Screen, people: People, db) -> None:
    await hears(recorder)
    answered = await seconds_stored(recorder)
    await recorder.until(LONGER, answered + 2)
    await recorder.reload()
    await recorder.sees("Niet-verzonden opname van")
    await recorder.press("Uitschrijven")
    assert await transcript(recorder, people, db)


async def test_who_is_signed_out_while_talking_signs_in_and_goes_on(recorder: Screen, people: People, db) -> None:
    await hears(recorder)
    await end_session(db, people.user)
    await recorder.finds("alertdialog", "Je bent uitgelogd")
    await recorder.press_if_there("Met wachtwoord", before=("textbox", "Wachtwoord"))
    await recorder.type("Wachtwoord", people.user.password)
    await recorder.press("Inloggen")
    await recorder.sees(RECORDING, "Stop opname")
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
