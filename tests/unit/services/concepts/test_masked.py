"""Text for an outside engine has no names and numbers, or stays; what comes back is what was said (S68, S69)."""

import json
import logging
import random
import unicodedata
import urllib.parse
from contextlib import suppress
from dataclasses import replace
from unittest.mock import AsyncMock

import pytest
from sqlmodel import SQLModel, col, select, update

from tests.support import people as cast
from tests.support import tables
from voice_report.core.other_process import OtherProcess, ProcessFailed
from voice_report.db.models import AuditLog, Organization, ProcessingStep
from voice_report.errors import Unavailable
from voice_report.reporting import deidentification
from voice_report.reporting.templates import DEFAULT
from voice_report.reporting.writing import Style
from voice_report.services.clients import clients
from voice_report.services.concepts import _masked_engine, revising, structuring
from voice_report.services.drafts import drafts
from voice_report.services.processing import card
from voice_report.services.vocabulary import known_people, masking_words

SAID = (
    "Vanmorgen was ik bij mevrouw Zwoltriks in Oldekerk. Henk bakker belde over haar. "
    "Ik heb haar geholpen met douchen. Bel haar dochter Roos op 06-12345678. Toos heeft goed geslapen."
)
HIDDEN = ("Zwoltriks", "Oldekerk", "Henk", "bakker", "Roos", "12345678", "Toos", "Bloem")


@pytest.fixture(autouse=True)
async def _masked(calm, fake_provider, people, db):
    """The organization lets text leave with names replaced, and has a client."""
    await tables.run(update(Organization).values(outside_text="pseudonymised", unlimited=True))
    await cast.make_client(people.organization_id, "C-7", "Henk", "Bakker")
    await cast.make_client(people.organization_id, "C-8", "Toos", "Bloem")


def sent(fake_provider) -> str:
    """Return every byte that left for the language model, also as it reads when decoded."""
    raw = "\n".join(entry["raw"] for entry in fake_provider.requests("chat"))
    bodies = [json.loads(entry["raw"].split("\n\n", 1)[1]) for entry in fake_provider.requests("chat")]
    said = "\n".join(message["content"] for body in bodies for message in body["messages"])
    both = f"{raw}\n{said}"
    return unicodedata.normalize("NFKC", both + urllib.parse.unquote(both))


async def rows(db) -> list[ProcessingStep]:
    return await tables.rows(select(ProcessingStep).order_by(col(ProcessingStep.began_at)))


@pytest.mark.parametrize("style", ["leesbaar", "letterlijk", "vrij"])
async def test_s68_no_name_or_number_leaves_and_all_come_back(db, people, fake_provider, style: Style):
    concept = await structuring.generate_whole(await people.user.current(), SAID, style=style)
    seen = sent(fake_provider)
    assert seen
    assert [one for one in HIDDEN if one in seen] == []
    assert "Woorden als [PERSOON-1] staan voor een naam of nummer." in seen
    for word in ("mevrouw Zwoltriks", "Roos op 06-12345678"):
        assert word in concept.report
    assert "[" not in concept.report.replace("\\[", "")
    (row,) = await rows(db)
    assert (row.form, row.outcome, row.reason) == ("pseudonymised", "done", "")
    assert json.loads(row.masked)["TELEFOON"] == 1
    assert row.rules_version == str(deidentification.VERSION)
    assert row.sent_digest


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("vanmorgen was ik bij mevrouw jansen. zij had goed geslapen vannacht. fatima belde nog.", "case"),
        ("Vandaag zat [PERSOON-1] aan tafel. Ze at goed.", "placeholder"),
        ("Vandaag zat ［persoon-1］ aan tafel. Ze at goed.", "placeholder"),
    ],
)
async def test_s68_what_cannot_be_masked_for_sure_stays_here(db, people, fake_provider, said: str, code: str):
    concept = await structuring.generate_whole(await people.user.current(), said)
    assert fake_provider.requests("chat") == []
    assert concept.report
    first, second = await rows(db)
    assert (first.outcome, first.reason, first.attempts) == ("refused", code, 0)
    assert (second.form, second.outcome) == ("here", "done")


@pytest.mark.parametrize(
    ("part", "name", "code"),
    [
        (known_people, "known", "people"), (deidentification, "is_ready", "not_ready"),
        (_masked_engine, "scan", "scan"),
    ],
)  # fmt: skip
async def test_s68_without_lists_people_or_a_clean_look_nothing_leaves(
    db, people, fake_provider, monkeypatch, part, name: str, code: str
):
    async def unreadable(*_args):
        raise OSError

    broken = {"people": unreadable, "not_ready": lambda: False, "scan": lambda *_args, **_more: frozenset({"name"})}
    monkeypatch.setattr(part, name, broken[code])
    assert (await structuring.generate_whole(await people.user.current(), SAID)).report
    assert fake_provider.requests("chat") == []
    assert [(row.outcome, row.reason) for row in await rows(db)] == [("refused", code), ("done", "")]


def mask_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the rules find nothing, also those that the canary would notice."""

    def nothing(texts, _known, *_choices):
        return deidentification.Found(((),) * len(texts), reliable_case=True)

    monkeypatch.setattr(deidentification, "found", nothing)
    monkeypatch.setattr(deidentification, "is_ready", lambda: True)


async def test_s68_a_mask_that_masks_nothing_is_stopped_before_a_byte_leaves(people, fake_provider, monkeypatch):
    mask_nothing(monkeypatch)
    assert (await structuring.generate_whole(await people.user.current(), SAID)).report
    assert fake_provider.requests("chat") == []


async def test_s68_the_look_knows_the_number_of_the_drafts_client(db, people, fake_provider, monkeypatch):
    said = "Mevrouw sliep goed. Het nummer is achtenveertig tweehonderddertien. Ze at goed."
    await cast.make_client(people.organization_id, "48213", "Toos", "Bloem")
    user = await people.user.current()
    async with db.transaction() as session:
        draft = await drafts.save_draft(session, user, transcript=said, client_id="48213")
    mask_nothing(monkeypatch)
    await structuring.generate_whole(user, said, draft.id)
    assert fake_provider.requests("chat") == []
    async with db.reading() as session:
        query = select(AuditLog.error_message).where(AuditLog.action == "refuse to send")
        assert (await session.exec(query)).all() == ["client"]


async def test_s68_a_name_in_a_template_is_stopped_too(db, people, fake_provider, monkeypatch):
    """A client may come after a template that was named after a user of that name."""
    sections = [replace(one, title="Over Bloem") if one.key == "observaties" else one for one in DEFAULT.sections]
    sections = [replace(one, hint="wat Toos zegt") if one.key == "afspraken" else one for one in sections]
    named = replace(DEFAULT, sections=tuple(sections))
    monkeypatch.setattr(structuring.templates, "find", AsyncMock(return_value=named))
    async for _ in structuring.generate(await people.user.current(), "Mevrouw heeft goed geslapen. Ze at goed."):
        pass
    assert fake_provider.requests("chat") == []
    assert [(row.outcome, row.reason) for row in await rows(db)] == [("refused", "scan"), ("done", "")]
    query = select(AuditLog.error_message).where(AuditLog.action == "refuse to send")
    assert await tables.rows(query) == ["name"]


async def test_s68_a_hint_that_names_a_client_is_left_out(people, fake_provider, monkeypatch):
    sections = [replace(one, hint="wat Toos zegt") if one.key == "afspraken" else one for one in DEFAULT.sections]
    sections = [replace(one, hint="bel 0612345678") if one.key == "observaties" else one for one in sections]
    monkeypatch.setattr(
        structuring.templates, "find", AsyncMock(return_value=replace(DEFAULT, sections=tuple(sections)))
    )
    async for _ in structuring.generate(await people.user.current(), "Mevrouw heeft goed geslapen. Ze at goed."):
        pass
    assert fake_provider.requests("chat")
    seen = sent(fake_provider)
    assert [one for one in ("Toos", "0612345678") if one in seen] == []
    assert all(one.title in seen for one in DEFAULT.sections)


async def choose(db, person, word: str, rule: masking_words.Rule) -> None:
    await person.call(masking_words.add, word, rule)


async def test_s68_always_and_never_count_in_the_next_request_and_one_section_again(db, people, fake_provider):
    user = await people.user.current()
    said = "Vandaag was ze in de kleine keuken. De Kleine Keukens soep was op. Ze zag Zwoltrik en at goed."
    draft = await db.run_in_transaction(drafts.save_draft, user, transcript=said)
    await structuring.generate_whole(user, said, draft.id)
    first = fake_provider.requests("chat")[-1]["transcript"]
    assert "kleine keuken" in first
    assert "Zwoltrik" not in first
    await choose(db, people.user, "Kleine keuken", "replace")
    await choose(db, people.admin, "zwoltrik", "keep")
    concept = await structuring.generate_whole(user, said, draft.id)
    second = fake_provider.requests("chat")[-1]["transcript"]
    assert "keuken" not in second.casefold()
    assert "Zwoltrik" in second
    assert "de kleine keuken" in concept.report
    section = next(one for one in concept.template.sections if "soep" in concept.report)
    asked = len(fake_provider.requests("chat"))
    await revising.again(user, draft.id, section.key, concept.report)
    again = [entry["transcript"] for entry in fake_provider.requests("chat")[asked:]]
    assert again
    assert not any("keuken" in text.casefold() for text in again)


async def test_s68_the_look_knows_what_is_always_replaced(db, people, fake_provider, monkeypatch):
    await choose(db, people.user, "kleine keuken", "replace")
    real = deidentification.found

    def without(texts, known, choices):
        return real(texts, known, replace(choices, replace=frozenset()))  # the canary has no such words

    monkeypatch.setattr(deidentification, "found", without)
    said = "Vandaag was ze in de kleine keuken. Ze at goed."
    assert (await structuring.generate_whole(await people.user.current(), said)).report
    assert fake_provider.requests("chat") == []
    assert [(row.outcome, row.reason) for row in await rows(db)] == [("refused", "scan"), ("done", "")]


async def test_s68_never_lets_no_client_pass_who_came_later(db, people, fake_provider):
    await choose(db, people.admin, "zwoltrik", "keep")
    await cast.make_client(people.organization_id, "C-9", "Zwoltrik", "Dorenbos")
    await structuring.generate_whole(await people.user.current(), "Vandaag at Zwoltrik goed. Mevrouw Zwoltrik sliep.")
    assert fake_provider.requests("chat")
    assert "Zwoltrik" not in sent(fake_provider)


async def test_s68_the_card_says_how_much_was_replaced(db, people, fake_provider):
    user = await people.user.current()
    draft = await db.run_in_transaction(drafts.save_draft, user, transcript=SAID)
    await structuring.generate_whole(user, SAID, draft.id)
    told = {line.about: line.text for line in (await db.run_reading(card.read, user, draft.id)).lines}
    assert told["replaced"] == "6 gegevens vervangen voor verzending: 5 namen, 1 ander."


@pytest.mark.parametrize("fail", ["500", "429", "cut", "broken", "reset"])
async def test_s68_retries_and_failures_send_no_more(people, fake_provider, fail: str):
    fake_provider.control(endpoint="chat", fail=fail, times=1)
    with suppress(Unavailable):
        await structuring.generate_whole(await people.user.current(), SAID)
    assert fake_provider.requests("chat")
    assert [one for one in HIDDEN if one in sent(fake_provider)] == []


async def test_s68_the_client_of_a_draft_is_masked_in_any_case_and_one_section_again(db, people, fake_provider):
    user = await people.user.current()
    admin = await people.admin.current()
    await db.run_in_transaction(clients.add_client, admin, clients.checked_client("K-203", "Wil", "Zeven", "14-3-1938"))
    said = "Vandaag was ik bij Wil Zeven. Daarna at zeven, zag Roos. Op 14 maart is ze jarig. Ook Kees belde."
    draft = await db.run_in_transaction(drafts.save_draft, user, transcript=said, client_id="K-203")
    concept = await structuring.generate_whole(user, said, draft.id)
    seen = fake_provider.requests("chat")[-1]["transcript"]
    assert "zeven" not in seen
    assert "14 maart" not in seen
    section = next(one for one in concept.template.sections if "zeven" in concept.report)
    await revising.again(user, draft.id, section.key, concept.report)
    assert all("zeven" not in entry["transcript"] for entry in fake_provider.requests("chat"))


@pytest.mark.parametrize(
    "text",
    [
        "[PERSOON-9] belde.", "[NAAM-2] belde.", "[PERSOON-1 belde.", "[PERSON-1] belde.", "[[PERSOON-1]] belde.",
        "[PERSOON **-1**] belde.", "{PERSOON-1} belde.", "[TELEFOON-1] belde.",
    ],
)  # fmt: skip
async def test_s69_a_line_with_another_placeholder_becomes_what_was_said(people, fake_provider, text: str):
    said = "Vanmorgen was ik bij mevrouw Zwoltriks. Roos belde op 06-12345678."
    answer = json.dumps({"s": [1], "h": "observaties", "t": f"Bij mevrouw {text}"})
    fake_provider.control(endpoint="chat", report=f"{answer}\n" + json.dumps({"s": [2], "h": "afspraken", "t": ""}))
    report = (await structuring.generate_whole(await people.user.current(), said, style="leesbaar")).report
    assert "mevrouw Zwoltriks" in report
    assert "PERSO" not in report.upper().replace("PERSOONLIJK", "")


async def test_s59_the_vault_lives_no_longer_than_the_request(db, people, fake_provider, caplog):
    caplog.set_level(logging.DEBUG)
    user = await people.user.current()
    draft = await db.run_in_transaction(drafts.save_draft, user, transcript=SAID)
    await structuring.generate_whole(user, SAID, draft.id)
    fake_provider.control(endpoint="chat", fail="broken", times=1)
    with suppress(Unavailable):
        await structuring.generate_whole(user, f"{SAID} Ze sliep daarna.", draft.id)
    told = [(record.name, record.getMessage()) for record in caplog.records]
    assert [name for name, said in told if "[PERSOON-" in said and any(one in said for one in HIDDEN)] == []
    databases = ("aiosqlite", "sqlalchemy", "psycopg")  # what is stored is the draft's text, which they may say
    assert [name for name, said in told if "Zwoltriks" in said and not name.startswith(databases)] == []
    async with db.reading() as session:
        for table in SQLModel.metadata.sorted_tables:
            stored = str((await session.execute(table.select())).all())
            assert "[PERSOON-" not in stored, table.name
            assert "[NAAM-" not in stored, table.name


async def test_s59_a_long_text_is_looked_at_in_another_process_which_gets_no_vault(people, fake_provider, monkeypatch):
    asked = []
    run = OtherProcess.run

    async def counted(self, within, work, *args, **kwargs):
        asked.append((work, await run(self, within, work, *args, **kwargs)))
        return asked[-1][1]

    monkeypatch.setattr(OtherProcess, "run", counted)
    said = f"{SAID} " + "Daarna at zij goed. " * 1_200
    await structuring.generate_whole(await people.user.current(), said)
    assert [one for one in HIDDEN if one in sent(fake_provider)] == []
    assert [work for work, _ in asked][:2] == [deidentification.searched, deidentification.found]
    assert "Zwoltriks" not in str(asked[1][1])


async def test_s68_a_process_that_fails_leaves_no_name_unmasked(people, fake_provider, monkeypatch):
    async def failed(*_args):
        raise ProcessFailed

    monkeypatch.setattr(OtherProcess, "run", failed)
    await structuring.generate_whole(await people.user.current(), f"{SAID} " + "Daarna at zij goed. " * 1_200)
    assert fake_provider.requests("chat")
    assert [one for one in HIDDEN if one in sent(fake_provider)] == []


async def test_s68_forty_names_that_nobody_has(people, fake_provider):
    chance = random.Random(68)  # noqa: S311
    names = [
        "".join(chance.choice("bdfgklmnprstvwz") + chance.choice("aeiouy") for _ in range(3)).capitalize() + "x"
        for _ in range(40)
    ]
    user = await people.user.current()
    for start in range(0, len(names), 8):
        said = [
            f"Mevrouw {name} sliep goed. Ik zag {name.lower()}. Bsn 12345{chance.randint(1000, 9999)}. Ook {name} at."
            for name in names[start : start + 8]
        ]
        await structuring.generate_whole(user, " ".join(said))
    seen = sent(fake_provider).lower()
    assert [name for name in names if name.lower() in seen] == []
    assert "12345" not in seen
    assert len(fake_provider.requests("chat")) == 5
