"""The page of the privacy file: what is missing and who fills it in, what changed, and a save that came too late."""

from sqlmodel import select

from tests.support import environment, tables
from tests.unit.ui.organizations.test_page import page_of, press
from voice_report.db import session as database
from voice_report.db.models import AuditLog
from voice_report.services.privacy import privacy_file
from voice_report.ui.pages.privacy.privacy_file import PrivacyFileState


async def test_what_is_missing_says_who_fills_it_in(people) -> None:
    page, _ = await page_of(PrivacyFileState, people.admin)
    await press(PrivacyFileState.load, page)
    lines = {line.key: line for chapter in page.chapters for line in chapter.lines}
    assert (lines["own.officer"].value, lines["own.officer"].source) == ("", "in te vullen door jullie")
    assert lines["terms.backups"].source == "in te vullen door de aanbieder, in de instelling"
    assert lines["who.organization"].source == "instelling"
    assert [chapter.badge for chapter in page.chapters][3] == "6 niet ingevuld"
    badges = [int(chapter.badge.split()[0]) for chapter in page.chapters[:6] if chapter.badge]
    assert lines["question.missing"].value.startswith(f"In hoofdstuk 1 tot en met 6 zijn {sum(badges)} regels niet ing")
    assert [chapter.tone for chapter in page.chapters][7] == "badge num amber"
    groups = [line.group for line in page.chapters[2].lines if line.group]
    assert groups == ["Invoer voor jullie rij (artikel 30 lid 1)", "Rij van de verwerker (artikel 30 lid 2)"]
    labels = {one.name: one.label for one in page.fields}
    assert (labels["purpose"], len(labels)) == ("Jullie doel", len(page.fields))
    assert (page.since, page.is_seen, page.version.startswith("Versie 1, ")) == ("", False, True)


async def test_a_save_makes_a_version_that_somebody_sees(people) -> None:
    page, toast = await page_of(PrivacyFileState, people.admin)
    await press(PrivacyFileState.load, page)
    await press(PrivacyFileState.save, page, {"officer": "F. de Groot", "purpose": ""})
    assert toast.title == "Opgeslagen"
    assert [(one.was, one.becomes) for one in page.changes] == [("NIET INGEVULD", "F. de Groot")]
    await press(PrivacyFileState.see, page)
    assert (page.is_seen, page.seen.startswith(f"Gezien door {people.admin.name}")) == (True, True)


async def test_a_save_that_came_too_late_keeps_what_was_typed_and_what_was_saved(people) -> None:
    page, toast = await page_of(PrivacyFileState, people.admin)
    await press(PrivacyFileState.load, page)
    before = page.round
    admin = await people.admin.current()
    await database.run_in_transaction(privacy_file.change, admin, {"ground": "Overeenkomst"}, version=1)
    typed = {"officer": "F. de Groot", "ground": ""}
    await press(PrivacyFileState.save, page, typed)
    assert "Er is niets opgeslagen. Wat je typte, staat er nog" in page.error
    assert (page.round, toast.title) == (before, "")
    await press(PrivacyFileState.save, page, typed)
    values = {one.name: one.value for one in page.fields}
    assert (values["officer"], values["ground"]) == ("F. de Groot", "Overeenkomst")


async def test_too_much_is_refused_at_its_own_line(people) -> None:
    page, _ = await page_of(PrivacyFileState, people.admin)
    await press(PrivacyFileState.load, page)
    await press(PrivacyFileState.save, page, {"officer": "a" * 501})
    assert (page.wrong, page.error) == ("officer", privacy_file.TOO_LONG)


async def test_a_line_that_is_no_longer_asked_says_so_and_keeps_what_was_typed(people, monkeypatch) -> None:
    page, _ = await page_of(PrivacyFileState, people.admin)
    await press(PrivacyFileState.load, page)
    (consent,) = (one for one in page.fields if one.about)
    assert (consent.name.partition(":")[0], consent.about) == ("consent", "Geen, volgens de instelling.")
    before = page.round
    environment.use(monkeypatch, MAIL_URL="smtps://post.example")
    await press(PrivacyFileState.save, page, {consent.name: "Algemeen"})
    assert (page.wrong, page.error, page.round) == ("", privacy_file.NO_FIELD, before)
    await press(PrivacyFileState.load, page)
    assert [(one.about, one.value) for one in page.fields if one.about] == [
        ("post.example (mail aan medewerkers).", "")
    ]


async def test_downloads_are_the_file_and_the_form(people) -> None:
    page, _ = await page_of(PrivacyFileState, people.admin)
    await press(PrivacyFileState.load, page)
    for handler, name in (
        (PrivacyFileState.download, "privacydossier-versie-1.json"),
        (PrivacyFileState.download_dpia, "privacydossier-versie-1-invoer-dpia.json"),
    ):
        assert name in str(await press(handler, page))
    assert (await tables.rows(select(AuditLog.action))).count("export") == 2


async def test_a_download_is_of_the_version_that_is_shown(people) -> None:
    page, _ = await page_of(PrivacyFileState, people.admin)
    await press(PrivacyFileState.load, page)
    await press(PrivacyFileState.save, page, {"officer": "F. de Groot"})
    page._number, page.is_newest = 1, False  # as '?versie=1' does
    assert "privacydossier-versie-1.json" in str(await press(PrivacyFileState.download, page))


async def test_a_member_and_another_organization_get_nothing(people) -> None:
    page, _ = await page_of(PrivacyFileState, people.user)
    await press(PrivacyFileState.load, page)
    assert (page.loaded, page.chapters) == (False, [])
