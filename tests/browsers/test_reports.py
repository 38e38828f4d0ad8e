"""A concept of typed words, and what becomes of it: on the paper, on the clipboard, in the archive."""

from collections.abc import Callable

from sqlmodel import col, select

from tests.e2e.reports.archiving import archiving_people, concept
from tests.support import tables
from tests.support.engines.screen import Screen
from tests.support.people import People
from voice_report.db.models import MeasuredValue, Report
from voice_report.services.drafts import drafts, unsure

#: Whether the draft in the page's address has something in this field, or these words, on the server.
HAS = """const [field, words = ""] = arguments;
const draft = new URLSearchParams(location.search).get("draft");
return fetch(`/api/drafts/${draft}`)
  .then((answer) => answer.json())
  .then((got) => Boolean(got.draft[field]?.includes(words)));"""

#: Whether the field that is typed in shows all its lines: the page sizes it after each of them.
SHOWS_ALL = """const { tagName, value, scrollHeight, clientHeight } = document.activeElement;
return tagName === "TEXTAREA" && value.includes("liep") && scrollHeight <= clientHeight;"""

#: The line under each marked word, on the paper and in a point that is open.
LINES = """return [...document.querySelectorAll("mark")].map((mark) => {
  const { textDecorationLine, textDecorationStyle, textDecorationThickness } = getComputedStyle(mark);
  return [mark.innerText, textDecorationLine, textDecorationStyle, textDecorationThickness].join(" ");
});"""

NOTE = "Mevrouw was vrolijk. Ik heb geholpen met douchen. Morgen komt de huisarts."


async def report_of(db, person) -> Report:
    return await tables.row(select(Report).where(Report.user_id == person.id))


async def test_signs_in_and_makes_a_concept_of_typed_words(screen: Screen, people: People, db) -> None:
    await screen.open("/login")
    await screen.type("E-mailadres", people.user.email)
    await screen.type("Wachtwoord", people.user.password)
    await screen.press("Inloggen")
    await screen.finds("link", "Nieuwe rapportage")
    await screen.open("/new-report")
    await screen.press("Liever typen")
    await screen.sees("Stap 2 van 3")
    await screen.type("Transcript", NOTE)
    await screen.press("Genereer concept")
    await screen.sees("Stap 3 van 3", "Kopiëren", "Ik heb geholpen met douchen.")
    await screen.until(HAS, "structuredReport", "douchen")
    stored = await report_of(db, people.user)
    assert stored.transcript == NOTE
    assert "douchen" in (stored.structured_report or "")


async def test_what_is_typed_on_the_paper_is_seen_whole_and_stored(people: People, db, signed_in: Callable) -> None:
    screen: Screen = await signed_in(people.user, await concept(db, people.user))
    await screen.press("Situatie aanpassen")
    await screen.type("Situatie", " Ze sliep goed.\nZe at goed.\nZe dronk goed.\nZe liep goed.")
    await screen.until(SHOWS_ALL)
    await screen.press("Klaar")
    await screen.sees("Ze liep goed.")
    await screen.until(HAS, "structuredReport", "Ze liep goed.")
    assert "Ze liep goed." in ((await report_of(db, people.user)).structured_report or "")


async def test_words_to_look_at_have_their_line(people: People, db, signed_in: Callable) -> None:
    said, report = "Mevrouw kreeg 20 mg karbidopa.", "Mevrouw kreeg 40 mg karbidopa."
    start = said.index("karbidopa")
    async with db.transaction() as session:
        draft = await drafts.save_draft(
            session, await people.user.current(), transcript=said, structured_report=f"## Situatie\n\n{report}"
        )
        row = await session.get(Report, draft.id)
        row.unsure = unsure.to_json([(start, start + len("karbidopa"))])
    screen: Screen = await signed_in(people.user, f"/new-report?draft={draft.id}")
    await screen.press(report, begins=True)
    await screen.sees("Wat je zei")
    solid = "40 mg underline solid 2px"  # on the paper, and in the point
    assert await screen.until(LINES) == [solid, "karbidopa underline dotted 2px", solid]


async def test_a_copied_report_is_pasted_elsewhere(people: People, db, signed_in: Callable) -> None:
    screen: Screen = await signed_in(people.user, await concept(db, people.user))
    await screen.press("Kopiëren")
    await screen.until(HAS, "copiedAt")
    assert (await report_of(db, people.user)).copied_at is not None
    assert (await screen.pasted()).startswith("Situatie\nMevrouw had pijn aan de knie.")


async def test_a_report_is_archived_for_a_client(db, signed_in: Callable) -> None:
    people = await archiving_people(db)
    screen: Screen = await signed_in(people.user, await concept(db, people.user))
    await screen.type("Cliënt", "dijk")
    await screen.press("Van Dijk, Johanna", "option", begins=True)
    await screen.press("Opslaan in archief")
    await screen.sees("De rapportage staat in het archief.")
    stored = await report_of(db, people.user)
    assert (stored.is_draft, stored.client_id) == (False, "K-7")


async def test_measured_values_are_answered_archived_and_shown_over_time(db, signed_in: Callable) -> None:
    people = await archiving_people(db)
    said = "Temperatuur 385. Pols 80."
    draft = await drafts.save(
        await people.user.current(), transcript=said, structured_report=f"## Situatie\n\n{said}", client_id="K-7"
    )
    screen: Screen = await signed_in(people.user, f"/new-report?draft={draft.id}")
    await screen.sees("Metingen", "Bedoel je 38,5 °C?")
    await screen.press("Ja")
    await screen.sees("getypt, gezegd: 385")
    await screen.press("Opslaan in archief")
    await screen.sees("De rapportage staat in het archief.")
    query = select(MeasuredValue.kind, MeasuredValue.parts, MeasuredValue.entered)
    here = MeasuredValue.organization_id == people.organization_id
    stored = await tables.rows(query.where(here).order_by(col(MeasuredValue.position)))
    assert stored == [
        ("temperature", '{"value": [38.5, 38.5]}', "typed"),
        ("heart_rate", '{"value": [80.0, 80.0]}', "spoken"),
    ]
    await screen.open("/dossier")
    await screen.press("Metingen", "tab")
    await screen.sees("Hartslag", "Temperatuur", "Pols 80.", "80/min")  # the first kind of the table
