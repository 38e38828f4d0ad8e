"""What is shown of what leaves is what leaves, byte for byte, also after choices, and of one section again (S65)."""

import json
import re
from contextlib import suppress

import pytest
from sqlmodel import select, update

from tests.support import people as cast
from tests.support import tables
from voice_report.db.models import AuditLog, Organization, ProcessingStep, Report
from voice_report.errors import Invalid, NotFound, Unavailable
from voice_report.reporting.writing import Style
from voice_report.services.archive import archive
from voice_report.services.concepts import outgoing, revising, structuring
from voice_report.services.drafts import drafts, styles
from voice_report.services.vocabulary import masking_words

SAID = (
    "Vanmorgen was ik bij mevrouw Zwoltriks in Oldekerk. Henk bakker belde over haar. "
    "Ik heb haar geholpen met douchen, met de tilband. Bel haar dochter Roos op 06-12345678. Toos heeft goed geslapen."
)
SMALL = "vanmorgen was ik bij mevrouw jansen. zij had goed geslapen vannacht. fatima belde nog."


@pytest.fixture(autouse=True)
async def _masked(calm, fake_provider, people, db):
    await tables.run(update(Organization).values(outside_text="pseudonymised", unlimited=True))
    await cast.make_client(people.organization_id, "C-7", "Henk", "Bakker")


async def draft_of(db, user, said: str = SAID):
    return await db.run_in_transaction(drafts.save_draft, user, transcript=said)


async def let(db, **columns) -> None:
    await tables.run(update(Organization).values(**columns))


def user_text(request: dict) -> str:
    """Return what the last message of a request has between its markers, without the numbers before its lines."""
    body = json.loads(request["raw"].split("\n\n", 1)[1])
    content = body["messages"][-1]["content"]
    assert body["messages"][-1]["role"] == "user"
    said = re.fullmatch(r"<(transcript_[0-9a-f]{16})>\n(.*)\n</\1>", content, re.DOTALL)
    assert said is not None
    lines = said[2].split("\n")
    if all(re.match(rf"\[{number}\] ", line) for number, line in enumerate(lines, 1)):
        return "\n".join(line.split("] ", 1)[1] for line in lines)
    return said[2]


@pytest.mark.parametrize("form", ["pseudonymised", "plain"])
@pytest.mark.parametrize("style", ["letterlijk", "leesbaar", "vrij"])
async def test_s65_what_is_shown_is_what_is_sent(db, people, fake_provider, style: Style, form: str):
    user = await people.user.current()
    await let(db, outside_text=form)
    await db.run_in_transaction(styles.choose, user, style)
    draft = await draft_of(db, user)
    before = await outgoing.view(user, draft.id)
    assert fake_provider.requests("chat") == []
    await structuring.generate_whole(user, SAID, draft.id)
    (request,) = fake_provider.requests("chat")
    assert before.text.encode() == user_text(request).encode()
    assert (before.form, before.refusal) == (form, "")
    assert ("Zwoltriks" in before.text) == (form == "plain")
    after = await outgoing.view(user, draft.id, sent=True)
    assert (after.text, after.same_text, after.same_as_sent) == (before.text, True, True)


async def test_s68_other_dates_leave_where_an_organization_did_not_choose_otherwise(db, people, fake_provider):
    user = await people.user.current()
    said = f"{SAID} Op 3 maart komt de huisarts."
    draft = await draft_of(db, user, said)
    assert "Op 3 maart komt" in (await outgoing.view(user, draft.id)).text
    plain = await structuring.generate_whole(user, said, draft.id)
    await let(db, masks_dates=True)
    shown = await outgoing.view(user, draft.id)
    assert "Op [DATUM-1] komt" in shown.text
    assert shown.counts["DATUM"] == 1
    made = await structuring.generate_whole(user, said, draft.id)  # another job: it leaves otherwise
    before, request = fake_provider.requests("chat")
    assert "3 maart" in user_text(before)
    assert user_text(request) == shown.text
    assert "3 maart" in made.report == plain.report


async def test_s65_one_section_again_is_shown_as_it_is_sent(db, people, fake_provider):
    user = await people.user.current()
    draft = await draft_of(db, user)
    concept = await structuring.generate_whole(user, SAID, draft.id, style="leesbaar")
    with_words = [one.key for one in concept.template.sections if await _is_said(user, draft.id, one.key)]
    assert with_words
    for key in with_words:
        shown = await outgoing.view_section(user, draft.id, key)
        sent = len(fake_provider.requests("chat"))
        await revising.again(user, draft.id, key, concept.report)
        request = fake_provider.requests("chat")[sent]
        assert shown.text.encode() == user_text(request).encode()
        assert shown.pieces


async def _is_said(user, draft_id, key: str) -> bool:
    try:
        return bool((await outgoing.view_section(user, draft_id, key)).text)
    except Invalid:
        return False


async def test_s65_choices_are_in_what_is_shown_and_in_what_is_sent(db, people, fake_provider):
    user = await people.user.current()
    draft = await draft_of(db, user)
    await outgoing.choose(user, draft.id, ["tilband", "douchen"], [])
    await db.run_in_transaction(masking_words.add, user, "geslapen", "replace")
    shown = await outgoing.view(user, draft.id)
    assert [word for word in ("tilband", "douchen", "geslapen") if word in shown.text] == []
    assert shown.replace == ("tilband", "douchen")
    await structuring.generate_whole(user, SAID, draft.id)
    (request,) = fake_provider.requests("chat")
    assert shown.text == user_text(request)
    await outgoing.choose(user, draft.id, [], [])
    assert "tilband" in (await outgoing.view(user, draft.id)).text


async def test_s65_a_change_of_names_or_text_since_is_said(db, people, fake_provider):
    user = await people.user.current()
    draft = await draft_of(db, user)
    with pytest.raises(NotFound):
        await outgoing.view(user, draft.id, sent=True)
    await structuring.generate_whole(user, SAID, draft.id)
    await cast.make_client(people.organization_id, "C-9", "Douchen", "Tilband")
    await db.run_in_transaction(masking_words.add, user, "douchen", "replace")
    after = await outgoing.view(user, draft.id, sent=True)
    assert (after.same_text, after.same_as_sent, after.sent_at is not None) == (True, False, True)
    await db.run_in_transaction(drafts.save_draft, user, draft_id=draft.id, transcript=f"{SAID} Ze at goed.")
    after = await outgoing.view(user, draft.id, sent=True)
    assert (after.same_text, after.same_as_sent) == (False, False)


@pytest.mark.parametrize("form", ["pseudonymised", "plain"])
@pytest.mark.parametrize("answer", ["Natuurlijk! Hier is het verslag.", None])
async def test_s65_what_left_is_shown_whatever_came_of_it(db, people, fake_provider, form: str, answer: str | None):
    user = await people.user.current()
    await let(db, outside_text=form)
    draft = await draft_of(db, user)
    fake_provider.control(endpoint="chat", **({"report": answer} if answer else {"fail": "401"}))
    with suppress(Unavailable):
        await structuring.generate_whole(user, SAID, draft.id)
    request = fake_provider.requests("chat")[-1]
    await let(db, outside_text="never")
    shown = await outgoing.view(user, draft.id, sent=True)
    assert shown.text.encode() == user_text(request).encode()
    assert (shown.same_text, shown.same_as_sent, shown.form, shown.refusal) == (True, True, form, "")


async def test_s65_what_left_is_shown_after_the_same_was_made_here(db, people, fake_provider):
    user = await people.user.current()
    draft = await draft_of(db, user)
    await structuring.generate_whole(user, SAID, draft.id)
    (request,) = fake_provider.requests("chat")
    await let(db, outside_text="never")
    await structuring.generate_whole(user, SAID, draft.id)
    assert len(fake_provider.requests("chat")) == 1
    shown = await outgoing.view(user, draft.id, sent=True)
    assert (shown.text, shown.same_as_sent) == (user_text(request), True)


async def test_s65_a_section_that_left_alone_is_shown(db, people, fake_provider):
    user = await people.user.current()
    await let(db, outside_text="never")
    draft = await draft_of(db, user)
    made = await structuring.generate_whole(user, SAID, draft.id)
    await let(db, outside_text="pseudonymised")
    key = [one.key for one in made.template.sections if await _is_said(user, draft.id, one.key)][-1]
    await revising.again(user, draft.id, key, made.report)
    (request,) = fake_provider.requests("chat")
    shown = await outgoing.view(user, draft.id, sent=True)
    assert (shown.text, shown.same_as_sent) == (user_text(request), True)
    await tables.run(update(ProcessingStep).values(sent_digest=""))  # of a process that was killed
    assert (await outgoing.view(user, draft.id, sent=True)).same_as_sent is None


async def test_each_replaced_part_says_why(db, people):
    user = await people.user.current()
    draft = await draft_of(db, user, f"{SAID} {people.user.first_name} {people.user.last_name} belde. Zwofflon ook.")
    shown = await outgoing.view(user, draft.id)
    found = {one.said: one for one in shown.pieces if one.said}
    assert (found["Henk bakker"].reason, found["Henk bakker"].may_keep) == ("known", False)
    assert found[people.user.name].reason == "colleague"
    assert (found["Zwoltriks"].kind, found["Zwoltriks"].reason) == ("PERSOON", "addressed")
    assert (found["06-12345678"].kind, found["06-12345678"].reason) == ("TELEFOON", "shape")
    assert (found["Zwofflon"].reason, found["Zwofflon"].may_keep) == ("unusual", True)
    assert sum(shown.counts.values()) == len([one for one in shown.pieces if one.said])
    assert "".join(one.said or one.sent for one in shown.pieces).replace("\n", " ").startswith(SAID)


@pytest.mark.parametrize(
    ("columns", "said", "code"),
    [
        ({"outside_text": "never"}, SAID, "policy"), ({"engine_floor": "eu"}, SAID, "floor:eu"),
        ({"outside_text": "pseudonymised"}, SMALL, "case"),
        ({"outside_text": "pseudonymised"}, "Vandaag zat [PERSOON-1] aan tafel. Ze at goed.", "placeholder"),
    ],
)  # fmt: skip
async def test_what_stays_says_why_and_shows_nothing(db, people, fake_provider, columns: dict, said: str, code: str):
    user = await people.user.current()
    await let(db, **columns)
    draft = await draft_of(db, user, said)
    shown = await outgoing.view(user, draft.id)
    assert (shown.refusal, shown.pieces, shown.text) == (code, (), "")
    assert shown.why[0].isupper()
    assert await db.run_reading(outgoing.leaves, user) == (code in ("case", "placeholder"))


@pytest.mark.parametrize("word", ["Bakker", "Fatima", "kamer12", "a@b.nl"])
async def test_a_draft_keeps_no_name_and_no_number(db, people, word: str):
    user = await people.user.current()
    draft = await draft_of(db, user)
    with pytest.raises(Invalid):
        await outgoing.choose(user, draft.id, [], [word])
    with pytest.raises(Invalid):
        await outgoing.choose(user, draft.id, ["geen"], [])
    assert (await outgoing.view(user, draft.id)).keep == ()


async def test_a_draft_is_its_authors_and_the_look_is_in_the_trail(db, people):
    user = await people.user.current()
    draft = await draft_of(db, user)
    for other in (people.admin, people.outsider):
        person = await other.current()
        for asked in (
            outgoing.view(person, draft.id),
            outgoing.choose(person, draft.id, ["tilband"], []),
            outgoing.view_section(person, draft.id, "afspraken"),
        ):
            with pytest.raises(NotFound):
                await asked
    await outgoing.view(user, draft.id)
    query = select(AuditLog.action).where(AuditLog.resource == "draft", AuditLog.user_id == user.id)
    assert "view" in await tables.rows(query)


async def test_choices_go_when_the_draft_is_archived(db, people):
    user = await people.user.current()
    draft = await draft_of(db, user)
    await outgoing.choose(user, draft.id, ["tilband"], [])
    assert (await tables.get(Report, draft.id)).masking == '{"replace": ["tilband"]}'
    await let(db, save_reports_to_archive=True)
    await archive.save(user, client_id="C-7", transcript=SAID, draft_id=draft.id)
    assert (await tables.get(Report, draft.id)).masking is None


@pytest.mark.parametrize(
    "day",
    [
        "Op 3/4 komt de huisarts.",
        "Op 12/11 gevallen, 12/11 huisarts gebeld.",
        "Op 7 maart belde de zoon. Maart was druk.",  # behind the number of a sentence
    ],
)
async def test_s65_a_day_in_figures_goes_as_it_is_shown(db, people, fake_provider, day: str) -> None:
    user = await people.user.current()
    await let(db, masks_dates=True)
    said = f"{SAID} {day}"
    draft = await draft_of(db, user, said)
    shown = await outgoing.view(user, draft.id)
    assert shown.refusal == ""
    await structuring.generate_whole(user, said, draft.id)
    (request,) = fake_provider.requests("chat")
    assert "DATUM-1" in user_text(request)
    assert not {"3/4", "12/11"} & set(user_text(request).replace(",", " ").split())
