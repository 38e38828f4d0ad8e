"""The privacy file has nothing of others, counts, is filled in, and has versions (S63)."""

import json
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from sqlmodel import select, update

from tests.unit.services.privacy.files import fill_in, let, line, the_chapters, versions
from voice_report import clock
from voice_report.config import settings
from voice_report.db import session as database
from voice_report.db.models import AuditLog, LogSample, Organization, OutboxMail, PrivacyInput, ProcessingStep, User
from voice_report.errors import Conflict, Invalid, NotAllowed, NotFound
from voice_report.services.audit.audited_reads import audited_read
from voice_report.services.privacy import _file_flows, _file_lines, privacy_file, terms
from voice_report.services.privacy.privacy_file import File
from voice_report.services.processing import privacy_settings


async def test_s63_nothing_of_another_organization_is_in_it(people, outside) -> None:
    other = await people.other_admin.current()
    await privacy_file.current(other)
    await fill_in(other, {"officer": "Kanarie Zeven, fg@overkant.example"})
    await let_other(people, outside_text="plain", outside_text_reason="Kanarie reden", outside_text_by="Kanarie")
    async with database.transaction() as session:
        session.add(a_step(people.other_organization_id, party="Kanariehuis"))
    mine = await privacy_file.current(await people.admin.current())
    assert "anarie" not in json.dumps([one.value + one.name for chapter in mine.chapters for one in chapter.lines])
    theirs = await privacy_file.current(other)
    assert line(theirs, "own.officer").value.startswith("Kanarie Zeven")
    with pytest.raises(NotFound):
        await read(other, 9)


async def read(user, number: int) -> File:
    async with audited_read() as session:
        return await privacy_file.version(session, user, number)


async def let_other(people, **columns: Any) -> None:
    async with database.transaction() as session:
        theirs = Organization.id == people.other_organization_id
        await session.exec(update(Organization).where(theirs).values(**columns))


def a_step(home, **columns: Any) -> ProcessingStep:
    about = {"step": "report", "engine": "taal", "region": "eu", "config_hash": "a", "input_unit": "characters"}
    about |= {"party": "Taalhuis", "country": "Duitsland", "form": "pseudonymised", "attempts": 2, "outcome": "done"}
    return ProcessingStep(organization_id=home, **{**about, **columns})


async def test_what_left_and_what_stayed_is_counted_and_makes_no_version(people, outside) -> None:
    user = await people.admin.current()
    first = await privacy_file.current(user)
    assert line(first, "count.sent").value == "0"
    async with database.transaction() as session:
        here = people.organization_id
        session.add_all([a_step(here), a_step(here), a_step(here, form="audio", attempts=3)])
        session.add(a_step(here, attempts=0, outcome="refused", reason="scan"))
        session.add(a_step(here, region="local", form="here", attempts=0))
    found = await privacy_file.current(user)
    assert line(found, "count.sent.pseudonymised.Taalhuis.Duitsland").value == "4"
    assert line(found, "count.sent.audio.Taalhuis.Duitsland").value == "3"
    assert [one.value for one in found.chapters[6].lines if one.key.startswith("count.stayed")] == ["1"]
    assert (found.number, found.changes) == (1, ())


async def test_a_month_whose_sample_nobody_signed_is_told_and_makes_no_version(people, outside) -> None:
    user = await people.admin.current()
    assert line(await privacy_file.current(user), "measure.samples").value == "Nog geen"
    await add_sample(people.organization_id, date(2026, 8, 1))
    await add_sample(people.organization_id, date(2026, 9, 1), signed_at=clock.now(), signed_by="Anna")
    await add_sample(people.other_organization_id, date(2026, 7, 1))
    await add_sample(people.organization_id, date(2026, 6, 1), rows="[]")  # nothing to sign
    found = await privacy_file.current(user)
    assert line(found, "measure.samples").value == "Niet ondertekend: augustus 2026"
    assert found.number == 1
    async with database.transaction() as session:
        await session.exec(update(LogSample).values(signed_at=clock.now()))
    assert line(await privacy_file.current(user), "measure.samples").value == "Alle ondertekend"


async def add_sample(home, month: date, **columns: Any) -> None:
    async with database.transaction() as session:
        session.add(
            LogSample(organization_id=home, month=month, head=0, drawn_at=clock.now(), **{"rows": "[4]", **columns})
        )


async def test_what_is_not_filled_in_says_by_whom_and_no_risk_is_there_twice(people, outside) -> None:
    chapters = await the_chapters(people)
    told = {one.key: one.told_source for chapter in chapters for one in chapter.lines}
    assert told["own.officer"] == "in te vullen door jullie"
    assert told["terms.backups"] == "in te vullen door de aanbieder, in de instelling"
    assert told["who.organization"] == "instelling"
    assert told["risk.factor"] == "gemeten"
    names = [one.name for one in chapters[7].lines]
    assert {"Overeenkomst met spraak.example (spraak)", "Overeenkomst met tekst.example (tekst)"} <= set(names)
    assert len(set(names)) == len(names)


async def test_what_is_filled_in_is_kept_audited_and_refused_when_stale(people, outside) -> None:
    admin = await people.admin.current()
    assert line(await privacy_file.current(admin), "own.officer").value == ""
    asked = "agreement:spraak.example"
    assert await fill_in(admin, {"officer": "  F. de Groot\n fg@linde.example ", asked: "Van 2 maart 2026"}) == 2
    found = await privacy_file.current(admin)
    assert line(found, "own.officer").value == "F. de Groot fg@linde.example"
    assert line(found, "speech.agreement").source == "ingevuld door jullie"
    assert [(one.name, one.becomes) for one in found.changes if one.key == "speech.agreement"] == [
        ("Overeenkomst met spraak.example (spraak)", "Van 2 maart 2026")
    ]
    with pytest.raises(Conflict, match="niets opgeslagen"):
        await fill_in(admin, {"officer": "Een ander"})
    assert line(await privacy_file.current(admin), "own.officer").value.startswith("F. de Groot")
    for fields, code in (
        ({"officer": "a" * 501}, "officer"),
        ({"hacked": "a"}, "field"),
        ({"who.service": "a"}, "field"),
    ):
        with pytest.raises(Invalid) as refused:
            await fill_in(admin, fields, version=2)
        assert refused.value.code == code
    assert await fill_in(admin, {"officer": ""}, version=2) == 3
    async with database.reading() as session:
        rows = (await session.exec(select(AuditLog.action).where(AuditLog.resource == "privacy file"))).all()
    assert rows.count("fill in") == 2
    assert "view" in rows


async def test_an_answer_about_a_party_does_not_stand_for_the_next_one(people, outside, monkeypatch) -> None:
    admin = await people.admin.current()
    await fill_in(admin, {"agreement:spraak.example": "Van 2 maart 2026"})
    monkeypatch.setenv("SPEECH_BASE_URL", "https://ander.example/v1")
    settings.cache_clear()
    assert line(await privacy_file.current(admin), "speech.agreement").value == ""


async def test_only_administrators_read_fill_in_and_see(people, outside) -> None:
    await privacy_file.current(await people.admin.current())
    for person in (people.user, people.platform_admin):
        caller = await person.current()
        with pytest.raises(NotAllowed):
            await privacy_file.current(caller)
        with pytest.raises(NotAllowed):
            await fill_in(caller, {"officer": "x"})
        with pytest.raises(NotAllowed):
            await database.run_in_transaction(privacy_file.see, caller, 1)
        with pytest.raises(NotAllowed):
            await read(caller, 1)


async def test_one_mail_until_somebody_has_seen_it_and_the_changes_since_then(people, outside) -> None:
    admin = await people.admin.current()
    await privacy_file.current(admin)
    for days in (30, 60, 14):
        await let(people, drafts_days=days)
        await privacy_file.renew_all()
    assert await mails() == 1  # and none for the first version
    found = await privacy_file.current(admin)
    assert (found.number, found.since) == (4, 1)
    assert [(one.was, one.becomes) for one in found.changes if one.key == "terms.drafts"] == [
        ("90 dagen na de laatste wijziging", "14 dagen na de laatste wijziging")
    ]
    await database.run_in_transaction(privacy_file.see, admin, 4)
    assert (await privacy_file.current(admin)).seen_by == admin.name
    await let(people, drafts_days=7)
    await privacy_file.renew_all()
    assert await mails() == 2
    assert (await privacy_file.current(admin)).since == 4
    assert line(await read(admin, 1), "terms.drafts").value.startswith("90 dagen")


async def mails() -> int:
    async with database.reading() as session:
        return sum("privacydossier" in one.lower() for one in (await session.exec(select(OutboxMail.subject))).all())


async def test_a_count_of_second_steps_makes_a_version_without_a_mail(people, outside) -> None:
    await privacy_file.renew_all(everything=True)
    async with database.transaction() as session:
        gone = await session.get_one(User, people.user.id)
        gone.is_active = False
        session.add(gone)
    assert await privacy_file.renew_all() == 0  # it waits for the night
    await privacy_file.renew_all(everything=True)
    assert [one.number for one in await versions(people)] == [1, 2]
    assert await mails() == 0


async def test_a_night_looks_at_all_and_makes_no_version_of_moments(people, outside, wall_clock) -> None:
    await privacy_file.renew_all(everything=True)
    assert await privacy_file.renew_all() == 0
    wall_clock.advance(days=1)
    assert await privacy_file.renew_all() == 2
    assert len(await versions(people)) == 1


async def test_the_oldest_versions_go(people, outside, monkeypatch) -> None:
    monkeypatch.setattr(_file_lines, "KEPT", 2)
    for days in (30, 60, 14):
        await let(people, drafts_days=days)
        await privacy_file.renew_all()
    assert [one.number for one in await versions(people)] == [2, 3]


async def test_a_change_by_the_services_is_found(people, outside) -> None:
    admin = await people.admin.current()
    await privacy_file.renew_all(everything=True)
    stepped = await stepped_up(admin)
    await database.run_in_transaction(privacy_settings.change_text, stepped, outside_text="never")
    assert await privacy_file.renew_all() == 1
    days = {"drafts": 30, "transcript": None, "archive": None}
    await database.run_in_transaction(terms.change, stepped, days, version=1)
    assert await privacy_file.renew_all() == 1
    assert len(await versions(people)) == 3


async def stepped_up(user):
    return replace(user, stepped_up_at=clock.now() - timedelta(seconds=1))


async def test_what_a_privacy_officer_asks_is_asked_until_it_is_answered(people, outside) -> None:
    admin = await people.admin.current()
    asked = {line.key: line.value for line in (await privacy_file.current(admin)).chapters[8].lines}
    assert "vastgelegd waarom niet" in asked["question.dpia"]
    answers = {
        "dpia": "12 maart 2026: aanvaardbaar; weer in maart 2027",
        "told": "Folder, 1 april 2026",
        "rights": "fg@linde.example",
        "objection": "Bij de FG; dan schrijven wij zelf",
        "leaks": "De FG, binnen 72 uur bij de AP; register in het kwaliteitssysteem",
    }
    await fill_in(admin, answers)
    file = await privacy_file.current(admin)
    assert {name: line(file, f"own.{name}").value for name in answers} == answers
    still = {line.key: line.value for line in file.chapters[8].lines}
    assert asked.keys() - still.keys() == {f"question.{name}" for name in ("told", "rights", "objection", "leaks")}
    assert {one.key for one in file.changes} >= {f"own.{name}" for name in answers}


@pytest.mark.parametrize("told", ["12 maart 2026: aanvaardbaar", "Geen: volgens onze FG niet nodig"])
async def test_a_dpia_or_why_there_is_none_is_asked_after_in_words_that_fit_both(people, outside, told: str) -> None:
    admin = await people.admin.current()
    await fill_in(admin, {"dpia": told})
    asked = line(await privacy_file.current(admin), "question.dpia").value
    assert asked == "Klopt nog wat in hoofdstuk 1 bij de DPIA staat?"


async def test_consent_to_one_list_of_subprocessors_does_not_stand_for_another(people, outside, monkeypatch) -> None:
    admin = await people.admin.current()
    agreed, shown = "Algemeen; mail 30 dagen vooraf", line(await privacy_file.current(admin), "own.subprocessors")
    await fill_in(admin, {shown.field: agreed})
    assert line(await privacy_file.current(admin), "own.subprocessors").value == agreed

    await let(people, outside_text="never")
    changed = await privacy_file.current(admin)
    again = line(changed, "own.subprocessors")
    assert (again.value, again.name.startswith("De lijst van subverwerkers is veranderd")) == ("", True)
    assert line(changed, "own.subprocessors.earlier").value == agreed
    assert line(changed, "question.subprocessors").value.startswith("De lijst in hoofdstuk 2 is veranderd.")
    with pytest.raises(Invalid):  # typed at the list of before
        await fill_in(admin, {shown.field: "Ook"}, version=2)
    await fill_in(admin, {again.field: "Ook voor deze"}, version=2)
    keys = {one.key: one.value for chapter in (await privacy_file.current(admin)).chapters for one in chapter.lines}
    assert keys["own.subprocessors"] == "Ook voor deze"
    assert not keys.keys() & {"own.subprocessors.earlier", "question.subprocessors"}

    await let(people, outside_text="pseudonymised")
    assert line(await privacy_file.current(admin), "own.subprocessors").value == agreed
    await fill_in(admin, {shown.field: "Ingetrokken per 1 mei"}, version=3)
    monkeypatch.setenv("MAIL_URL", "smtps://elders.example")
    settings.cache_clear()
    assert line(await privacy_file.current(admin), "own.subprocessors.earlier").value == "Ingetrokken per 1 mei"


async def test_consent_stays_when_only_our_words_for_the_list_or_its_order_change(people, outside, monkeypatch) -> None:
    admin = await people.admin.current()
    shown = line(await privacy_file.current(admin), "own.subprocessors")
    await fill_in(admin, {shown.field: "Algemeen"})
    others = _file_flows._others_that_get
    monkeypatch.setattr(_file_flows, "_others_that_get", lambda facts: others(facts)[::-1])
    monkeypatch.setitem(_file_flows._FOR, "mail", "post aan collega's")
    found = await privacy_file.current(admin)
    assert line(found, "flow.subprocessors").value.startswith("post.example (post aan collega's); ")
    assert line(found, "own.subprocessors").value == "Algemeen"


@pytest.mark.parametrize("field", ["subprocessors", "subprocessors:0123456789abcdef"])
async def test_consent_of_before_it_was_kept_by_who_where_and_what_is_asked_again(people, outside, field: str) -> None:
    admin = await people.admin.current()
    async with database.transaction() as session:
        session.add(PrivacyInput(organization_id=people.organization_id, fields=json.dumps({field: "Algemeen"})))
    found = await privacy_file.current(admin)
    again = line(found, "own.subprocessors")
    assert (again.value, again.name) == ("", "Toestemming voor deze subverwerkers, en hoe jullie van een andere horen")
    assert line(found, "own.subprocessors.unknown").value == "Algemeen"
    assert "veranderd" not in line(found, "question.subprocessors").value


async def test_who_gets_something_from_the_provider_is_named_as_its_subprocessor(people, outside, monkeypatch) -> None:
    told = line(await the_chapters(people), "flow.subprocessors").value
    assert told == (
        "spraak.example in Noorwegen (spraak); tekst.example in Noorwegen (tekst naar een taalmodel); "
        "post.example (mail aan medewerkers)."
    )
    for name in ("SPEECH_ENGINE", "STRUCTURE_ENGINE"):
        monkeypatch.setenv(name, "local")
    monkeypatch.setenv("MAIL_URL", "file:var/mail")
    settings.cache_clear()
    assert line(await the_chapters(people), "flow.subprocessors").value == "Geen, volgens de instelling."
