"""What comes in between while somebody dictates. What is stored in the end was heard, in every engine."""

from tests.browsers.recording import LONGER, RECORDING, hears, seconds_stored, stop, transcript
from tests.e2e.reports.cover import end_session
from tests.support.cuttable import Cuttable
from tests.support.engines.screen import Screen
from tests.support.people import People


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
