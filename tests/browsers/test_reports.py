"""A concept of typed words, and what becomes of it: on the paper, on the clipboard, in the archive."""

from collections.abc import Callable

from sqlmodel import select

from tests.e2e.reports.archiving import archiving_people, concept
from tests.support.engines.screen import Screen
from tests.support.people import People
from voice_report.db.models import Report

#: Whether the draft in the page's address has something in this field, or these words, on the server.
HAS = """const [field, words = ""] = arguments;
const draft = new URLSearchParams(location.search).get("draft");
return fetch(`/api/drafts/${draft}`)
  .then((answer) => answer.json())
  .then((got) => Boolean(got.draft[field]?.includes(words)));"""

#: Whether the field that is typed in shows all its lines: the page sizes it after each of them.
SHOWS_ALL = """const { tagName, value, scrollHeight, clientHeight } = document.activeElement;
return tagName === "TEXTAREA" && value.includes("liep") && scrollHeight <= clientHeight;"""

NOTE = "Mevrouw was vrolijk. Ik heb geholpen met douchen. Morgen komt de huisarts."


async def report_of(db, person) -> Report:
    async with db.reading() as session:
        return (await session.exec(select(Report).where(Report.user_id == person.id))).one()


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
