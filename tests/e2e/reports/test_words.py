"""'Zo schrijven we het hier' as people use it: the page, a word that was replaced, a correction that is remembered."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.e2e.reports.recording import Talking
from tests.e2e.reports.wizard import is_saved, transcript, type_note
from tests.e2e.test_accessible import looker
from tests.support.fakes import sound
from tests.support.people import People
from voice_report.db.session import run_in_transaction
from voice_report.services.vocabulary import words
from voice_report.services.vocabulary.words import Scope, WordContent


async def in_list(person, word: str, *heard: str, scope: Scope = "mine") -> None:
    await run_in_transaction(words.add, await person.current(), WordContent(word, list(heard), "plaats"), scope)


async def fill(page: Page, word: str, heard: str) -> None:
    await page.get_by_label("Zo schrijven we het").fill(word)
    await page.get_by_label("Zo wordt het gehoord").fill(heard)
    await page.get_by_role("button", name="Opslaan").click()


@pytest.mark.parametrize("width", [390, 1440])
async def test_a_word_is_added_refused_in_a_sentence_changed_and_removed(db, people: People, signed_in_page, width):
    page = await signed_in_page(people.user, path="/woordenlijst", viewport={"width": width, "height": 844})
    await expect(page.get_by_role("heading", name="Nog geen eigen woorden")).to_be_visible()
    await page.get_by_role("button", name="Woord toevoegen").click()
    dialog = page.get_by_role("dialog", name="Woord toevoegen")
    await fill(page, "metoprolol", "metoprolol")
    await expect(dialog.get_by_role("alert")).to_have_text(re.compile("anders geschreven"))
    await expect(page.get_by_label("Zo schrijven we het")).to_have_value("metoprolol")
    await looker(page)("the form of a word")
    await fill(page, "metoprolol", "metro pollol\nmetropolol")
    await expect(dialog).to_be_hidden()
    await expect(page.get_by_text("Gehoord als ‘metro pollol’, ‘metropolol’")).to_be_visible()
    await looker(page)("a list of words")
    await page.get_by_role("button", name="Wijzig metoprolol").click()
    await page.get_by_label("Soort").select_option("medicijn")
    await fill(page, "metoprolol", "metropolol")
    await expect(page.get_by_text("Gehoord als ‘metropolol’")).to_be_visible()
    await page.get_by_role("button", name="Verwijder metoprolol").click()
    await page.get_by_role("alertdialog").get_by_role("button", name="Verwijderen").click()
    await expect(page.get_by_role("heading", name="Nog geen eigen woorden")).to_be_visible()


async def test_a_proposal_is_approved(db, people: People, signed_in_page):
    await in_list(people.user, "De Linde", "de linden", scope="organization")
    page = await signed_in_page(people.admin, path="/woordenlijst")
    await page.get_by_text("Van de organisatie").click()
    await expect(page.get_by_text(f"Voorgesteld door {people.user.name}")).to_be_visible()
    await looker(page)("a proposal")
    await page.get_by_role("button", name="Goedkeuren: De Linde").click()
    await expect(page.get_by_role("button", name="Wijzig De Linde")).to_be_visible()
    await expect(page.get_by_role("heading", name="Voorstellen")).to_have_count(0)


async def test_a_replaced_word_is_shown_and_put_back(db, people: People, talking: Talking):
    await in_list(people.user, "Zus 001", "woord001")
    samples = sound.dictation(2)
    recorder = await talking(samples)
    page = recorder.page
    await recorder.start()
    await recorder.says("Zus 001")
    await recorder.talk(round(len(samples) / sound.RATE) + 1)
    await recorder.stop()
    assert await recorder.transcript() == ["woord002"]
    await page.get_by_text("1 woord aangepast").click()
    await expect(page.get_by_role("list", name="Aangepaste woorden")).to_contain_text("Gehoord: ‘woord001’")
    await looker(page)("replaced words")
    await page.get_by_role("button", name="Terugzetten: woord001").click()
    await expect(transcript(page)).to_have_value("woord001 woord002")
    await expect(page.get_by_text("woord aangepast")).to_have_count(0)
    await expect(page.get_by_text("Teruggezet: ‘woord001’.")).to_be_focused()
    await is_saved(page)
    await page.reload()
    await expect(transcript(page)).to_have_value("woord001 woord002")
    await expect(page.get_by_text("woord aangepast")).to_have_count(0)


async def test_a_correction_is_asked_about_once_and_remembered(db, people: People, signed_in_page, watch):
    watch.expect("Failed to load resource")
    page = await signed_in_page(people.user, path="")
    await type_note(page, "Mevrouw kreeg metropolol vanochtend.")
    await transcript(page).fill("Mevrouw kreeg metoprolol vanochtend.")
    question = page.get_by_text("Voortaan ‘metoprolol’ schrijven als er ‘metropolol’ gehoord wordt?")
    await expect(question).to_be_visible()
    await expect(page.get_by_role("button", name="Voorstellen voor Zorggroep De Linde")).to_be_visible()
    await looker(page)("a correction")
    await page.route("**/api/words/correction", lambda route: route.abort())
    await page.get_by_role("button", name="Voortaan zo schrijven").click()
    await expect(page.get_by_text("Geen verbinding.")).to_be_visible()
    await expect(question).to_be_visible()
    await page.unroute("**/api/words/correction")
    await page.get_by_role("button", name="Voortaan zo schrijven").click()
    await expect(page.locator(":focus")).to_have_text("Onthouden.")
    found = await run_in_transaction(words.entries, await people.user.current())
    assert [(one.word, one.heard_as) for one in found] == [("metoprolol", ("metropolol",))]
    await transcript(page).fill("Mevrouw kreeg metropolol vanochtend.")
    await transcript(page).fill("Mevrouw sliep daarna weer heel goed en was rustig.")
    await expect(page.get_by_role("button", name="Voortaan zo schrijven")).to_have_count(0)
