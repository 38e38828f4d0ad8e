"""Checking a report: what is marked, what a person typed, confirmed and signed off; and that nobody else can."""

import asyncio
import uuid
from datetime import datetime

import pytest
from sqlmodel import select

from tests.support import tables
from tests.unit.services.concepts.concepts import new_draft, read_draft
from tests.unit.services.dictation.dictating import spoken
from voice_report.db.models import AuditLog, Report
from voice_report.errors import Conflict, Invalid, NotFound, TooLarge
from voice_report.reporting.templates import DEFAULT
from voice_report.services.concepts import review, revising
from voice_report.services.dictation import dictation
from voice_report.services.drafts import drafts
from voice_report.services.drafts import generated as _generated
from voice_report.services.drafts.generated import Generated

SAID = "De bloeddruk was 142 over 80. Ze had geen pijn. Morgen komt de fysiotherapeut langs."
WRONG, LITERAL, LATER = "De bloeddruk bedroeg 152/80.", "Ze had geen pijn.", "Morgen komt de fysiotherapeut langs."
REPORT = f"## Observaties\n\n{WRONG} {LITERAL} {LATER}\n"
RIGHT = "## Observaties\n\nDe bloeddruk was 142 over 80. Ze had geen pijn. Morgen komt de fysiotherapeut langs.\n"


async def put(db, user, draft, report: str = REPORT, **generated) -> drafts.DraftView:
    made = Generated(**{"of": drafts.fingerprint(SAID), "style": "leesbaar", "report": report, **generated})
    await db.run_in_transaction(drafts.put_report, user, draft.id, report, "", DEFAULT, made)
    return await read_draft(db, user, draft.id)


async def edit(db, user, draft, **fields) -> drafts.DraftView:
    content = {"transcript": SAID, "structured_report": draft.structured_report, "draft_id": draft.id}
    return await db.run_in_transaction(drafts.save_draft, user, **{**content, **fields})


@pytest.fixture
async def draft(db, user):
    """A draft whose generated report says another blood pressure."""
    return await put(db, user, await new_draft(db, user, SAID))


async def test_every_sentence_is_seen_beside_what_was_said(user, draft):
    found = await review.look(user, draft.id, SAID, REPORT.replace(LATER, ""))
    wrong, literal = found.sentences
    assert (wrong.section, wrong.text, wrong.sources, wrong.level) == ("Observaties", WRONG, (0,), "red")
    assert [flag.kind for flag in wrong.flags] == ["number"]
    assert (literal.text, literal.flags, literal.level) == (LITERAL, (), "")
    assert not any(one.own or one.as_spoken or one.settled for one in found.sentences)
    assert (found.points, found.reviewed) == ([wrong], None)
    assert [(one.sentence, one.level, one.section) for one in found.left_out] == [(2, "red", DEFAULT.headings[4])]
    assert found.missing == list(found.left_out)
    assert " ".join(found.spoken) == SAID


@pytest.mark.parametrize(
    ("sentence", "is_own"),
    [
        ("De bloeddruk bedroeg 162/90.", True),
        ("Dochter Anna is gebeld over 5 mg oxycodon.", True),
        ("De bloeddruk bedroeg 152/80", False),  # as generated, but for the mark
        ("Ze had geen pijn", False),  # spoken
        ("Morgen komt de fysiotherapeut langs.", False),  # spoken, and not in the generated report
    ],
)
async def test_what_a_person_typed_is_neutral(user, draft, sentence, is_own):
    (found,) = (await review.look(user, draft.id, SAID, f"## Situatie\n\n{sentence}\n")).sentences
    assert found.own == is_own
    assert not (is_own and found.flags)


async def test_a_word_that_nobody_said_is_named_until_a_person_wrote_or_confirmed_its_sentence(db, user, draft):
    made = "De hoge bloeddruk was 162 over 80, heel kort gemeten."
    draft = await put(db, user, draft, report=f"## Observaties\n\n{made}\n")

    async def unsaid(sentence: str) -> tuple[str, ...]:
        (found,) = (await review.look(user, draft.id, SAID, f"## Observaties\n\n{sentence}\n")).sentences
        return found.unsaid

    assert await unsaid(made) == ("hoge", "kort")
    assert await unsaid(made.replace("hoge", "lage")) == ()
    await review.settle(user, draft.id, "Observaties", made, ["number", "unsupported"])
    assert await unsaid(made) == ()


async def test_what_an_earlier_version_had_generated_is_no_text_of_a_person(db, user, draft):
    """An undo in the text field brings the words of an earlier version back under the newest one."""
    newest = draft
    for number in (160, 170, 180):
        report = f"## Observaties\n\nDe bloeddruk bedroeg {number}/90.\n"
        made = Generated(drafts.fingerprint(SAID), "leesbaar", report)
        async with db.transaction() as session:
            await drafts.put_report(session, user, draft.id, report, "", DEFAULT, made, keep_former=True)
            newest = await drafts.get_draft(session, user, draft.id)
    await edit(db, user, newest, structured_report=REPORT)
    for restored in range(2):
        for number in (152, 160, 170, 180):
            text = f"## Situatie\n\nDe bloeddruk bedroeg {number}/{80 if number == 152 else 90}.\n"
            (found,) = (await review.look(user, draft.id, SAID, text)).sentences
            assert (found.own, found.level) == (False, "red"), (number, restored)
        (found,) = (await review.look(user, draft.id, SAID, "De bloeddruk bedroeg 190/90.")).sentences
        assert found.own
        await revising.restore_former(user, draft.id)


async def test_where_it_is_not_known_what_was_generated_every_flag_stays(db, user):
    draft = await edit(db, user, await new_draft(db, user, SAID), structured_report=REPORT)
    wrong, *_ = (await review.look(user, draft.id, SAID, REPORT)).sentences
    assert (wrong.own, wrong.level) == (False, "red")


@pytest.mark.parametrize(("style", "expected"), [("leesbaar", [False, True, False]), ("letterlijk", [False] * 3)])
async def test_the_speakers_own_words_are_named_where_the_rest_is_rewritten(db, user, draft, style, expected):
    draft = await put(db, user, draft, style=style, as_spoken=(LITERAL,))
    assert [one.as_spoken for one in (await review.look(user, draft.id, SAID, REPORT)).sentences] == expected


async def test_a_confirmed_sentence_is_settled_until_its_words_heading_or_flags_change(db, user, draft):
    await review.settle(user, draft.id, "Observaties", WRONG, ["number"])
    assert [one.settled for one in (await review.look(user, draft.id, SAID, REPORT)).sentences] == [True, False, False]
    assert await review.open_red(user, draft.id) == 0
    others = [REPORT.replace("Observaties", "Situatie"), REPORT.replace("152/80", "152/80, ook morgen,")]
    for report in others:
        found = await review.look(user, draft.id, SAID, report)
        assert not any(one.settled for one in found.sentences)
    wrong, *_ = (await review.look(user, draft.id, "Mevrouw zong een lied.", REPORT)).sentences
    assert (wrong.settled, wrong.level) == (False, "red"), "another transcript, another flag"
    (row,) = await rows(db)
    (point,) = _generated.settled_points(row.settled)
    assert (point.section, point.text, point.kinds, point.by) == ("Observaties", WRONG, ("number",), user.name)
    assert datetime.fromisoformat(point.at).tzinfo is not None
    assert row.version == draft.version


async def test_kinds_that_were_not_confirmed_stay_open(db, user, draft):
    await review.settle(user, draft.id, "Observaties", WRONG, ["date", "side"])
    assert await review.open_red(user, draft.id) == 1
    await review.settle(user, draft.id, "Observaties", WRONG, ["number", "number"])
    assert await review.open_red(user, draft.id) == 0
    (row,) = await rows(db)
    assert [one.kinds for one in _generated.settled_points(row.settled)] == [("date", "number", "side")]


@pytest.mark.parametrize(
    ("section", "text", "kinds"),
    [
        ("Situatie", WRONG, []),
        ("Situatie", WRONG, ["number", "onzin"]),
        ("x" * 201, WRONG, ["number"]),
        ("Situatie", "x" * 4_001, ["number"]),
    ],
)
async def test_what_cannot_be_confirmed_is_refused(db, user, draft, section, text, kinds):
    with pytest.raises(Invalid):
        await review.settle(user, draft.id, section, text, kinds)
    assert (await rows(db))[0].settled is None


async def test_many_answers_at_once_are_all_kept_up_to_the_limit(db, user, draft, monkeypatch):
    monkeypatch.setattr(_generated, "MOST_SETTLED", 8)
    await asyncio.gather(*[review.settle(user, draft.id, "Plan\x00", f"Zin {n}.", ["number"]) for n in range(12)])
    (row,) = await rows(db)
    points = _generated.settled_points(row.settled)
    assert len({one.text for one in points}) == 8
    assert {one.section for one in points} == {"Plan"}


async def test_a_report_is_signed_off_when_nothing_is_open(db, user, draft):
    with pytest.raises(Invalid, match="staat nog 1 punt open"):
        await review.sign_off(user, draft.id, draft.version)
    await review.settle(user, draft.id, "Observaties", WRONG, ["number"])
    signed = await review.sign_off(user, draft.id, draft.version)
    assert signed.by == user.name
    assert (await review.look(user, draft.id, SAID, REPORT)).reviewed == signed
    assert (await review.look(user, draft.id, SAID, RIGHT)).reviewed is None, "not this report"
    stored = await read_draft(db, user, draft.id)
    assert (stored.version, stored.reviewed_by, stored.reviewed_at) == (draft.version, user.name, signed.at)
    async with db.reading() as session:
        found = await session.exec(select(AuditLog.action, AuditLog.resource, AuditLog.resource_id))
        trail = [row[:2] for row in found if row[2] == str(draft.id)]
    assert ("confirm", "draft point") in trail
    assert ("sign off", "draft") in trail


async def test_what_is_missing_is_an_open_point_where_it_is_a_number_a_time_or_a_medicine(db, user, draft):
    await review.settle(user, draft.id, "Observaties", WRONG, ["number"])
    draft = await edit(db, user, draft, structured_report=REPORT.replace(LATER, ""))
    assert await review.open_red(user, draft.id) == 1
    with pytest.raises(Invalid, match="staat nog 1 punt open"):
        await review.sign_off(user, draft.id, draft.version)
    draft = await edit(db, user, draft, structured_report=REPORT.replace(LITERAL, ""))
    assert await review.open_red(user, draft.id) == 0
    await review.sign_off(user, draft.id, draft.version)


async def test_a_sign_off_holds_until_a_text_changes(db, user, draft):
    draft = await put(db, user, draft, RIGHT)
    await review.sign_off(user, draft.id, draft.version)
    same = await edit(db, user, draft)
    assert (same.version, same.reviewed_by) == (draft.version, user.name)
    titled = await edit(db, user, draft, title="Anders")
    assert (titled.version, titled.reviewed_by) == (draft.version + 1, user.name)
    changed = await edit(db, user, draft, structured_report=REPORT)
    assert (changed.reviewed_by, changed.reviewed_at) == (None, None)
    draft = await put(db, user, draft, RIGHT)
    await review.sign_off(user, draft.id, draft.version)
    assert (await review.look(user, draft.id, f"{SAID} Ze slaapt.", RIGHT)).reviewed is None
    changed = await edit(db, user, draft, transcript=f"{SAID} Ze slaapt.")
    assert (changed.reviewed_by, changed.reviewed_at) == (None, None)


async def test_words_that_are_dictated_afterwards_are_not_signed_off(db, user, draft):
    draft = await put(db, user, draft, RIGHT)
    await review.sign_off(user, draft.id, draft.version)
    await dictation.transcribe_segment(user, uuid.uuid4(), 0, spoken(1), draft.id)
    assert (await read_draft(db, user, draft.id)).reviewed_by is None


async def test_a_new_report_is_settled_and_signed_off_by_nobody(db, user, draft):
    await review.settle(user, draft.id, "Observaties", WRONG, ["number"])
    await review.sign_off(user, draft.id, draft.version)
    again = await put(db, user, draft)
    assert again.reviewed_by is None
    assert await review.open_red(user, draft.id) == 1


async def test_another_version_or_no_report_is_not_signed_off(db, user, draft):
    with pytest.raises(Conflict, match="intussen gewijzigd"):
        await review.sign_off(user, draft.id, draft.version - 1)
    empty = await new_draft(db, user, SAID)
    with pytest.raises(Invalid, match="nog geen concept"):
        await review.sign_off(user, empty.id, empty.version)
    assert await review.open_red(user, empty.id) == 0


async def test_a_change_during_the_comparison_is_not_signed_off(db, user, draft, monkeypatch):
    draft = await put(db, user, draft, RIGHT)
    compare = review.evidence.compare_with

    async def slowly(*arguments):
        await edit(db, user, draft, structured_report=REPORT)
        return await compare(*arguments)

    monkeypatch.setattr(review.evidence, "compare_with", slowly)
    with pytest.raises(Conflict, match="intussen gewijzigd"):
        await review.sign_off(user, draft.id, draft.version)
    assert (await read_draft(db, user, draft.id)).reviewed_by is None


async def test_two_sign_offs_and_answers_at_once_wait_for_each_other(db, user, draft):
    draft = await put(db, user, draft, RIGHT)
    await asyncio.gather(
        *[review.sign_off(user, draft.id, draft.version) for _ in range(3)],
        *[review.settle(user, draft.id, "Situatie", f"Zin {n}.", ["time"]) for n in range(3)],
    )
    (row,) = await rows(db)
    assert (row.reviewed_by, len(_generated.settled_points(row.settled))) == (user.name, 3)


async def test_s02_what_is_no_draft_of_the_caller_is_not_found(db, user, outsider, draft):
    async def every(who, draft_id) -> None:
        for wanted in (
            review.look(who, draft_id, SAID, REPORT),
            review.settle(who, draft_id, "Observaties", WRONG, ["number"]),
            review.sign_off(who, draft_id, draft.version),
            review.open_red(who, draft_id),
        ):
            with pytest.raises(NotFound, match="Draft niet gevonden"):
                await wanted

    await every(outsider, draft.id)
    await every(user, "onzin")
    async with db.transaction() as session:
        row = await session.get_one(Report, draft.id)
        row.is_draft = False
    await every(user, draft.id)
    (row,) = await rows(db)
    assert (row.settled, row.reviewed_by) == (None, None)


async def test_texts_over_the_limit_are_refused(user, draft):
    with pytest.raises(TooLarge):
        await review.look(user, draft.id, SAID, "x" * 600_001)
    with pytest.raises(TooLarge):
        await review.look(user, draft.id, "x" * 200_001, REPORT)


async def rows(db) -> list[Report]:
    return await tables.rows(select(Report))


async def test_what_is_not_needed_is_not_left_out_any_longer(user, draft):
    without = REPORT.replace(LATER, "")
    before = await review.look(user, draft.id, SAID, without)
    assert [before.spoken[one.sentence] for one in before.left_out] == [LATER]
    await review.settle(user, draft.id, "", LATER, ["omission"])
    assert (await review.look(user, draft.id, SAID, without)).left_out == ()


@pytest.mark.parametrize(
    ("said", "stands", "point"),
    [
        ("Ze kreeg 4 eenheden. Nee, 14 eenheden.", "Ze kreeg 14 eenheden.", ("4 eenheden", "14 eenheden")),
        ("Haar temperatuur was 37. Nee, 37,5.", "Haar temperatuur was 37,5.", ("37", "37,5")),
        ("Ze kreeg 14 eenheden. Nee, 4 eenheden.", "Ze kreeg 14 eenheden. Nee, 4 eenheden.", None),
        (
            "Ze kreeg eh gisteren eh bij het eten eh van haar zus eh 20 mg, nee, 25 mg prednison.",
            "Ze kreeg gisteren bij het eten van haar zus eh 25 mg prednison.",
            ("20 mg", "25 mg"),
        ),
    ],
)
async def test_a_value_that_was_taken_back_is_a_point_where_the_new_one_stands(db, user, said, stands, point):
    rest = "Mevrouw zat in haar stoel. Ze had geen pijn. Morgen komt de fysiotherapeut langs. Haar zus belt nog."
    said = f"{rest} {said} {rest}"
    draft = await new_draft(db, user, said)
    found = await review.look(user, draft.id, said, f"## Observaties\n\n{rest} {stands} {rest}\n")
    flags = [flag.text for one in found.sentences for flag in one.flags]
    assert flags == ([f"Je zei eerst {point[0]}. Nu staat er {point[1]}."] if point else [])
    assert found.left_out == ()


async def test_what_stands_apart_from_the_person_it_may_be_about_is_a_point(db, user):
    said = "Zijn dochter was er. Ze heeft een gebroken pols. Beide benen gezwachteld."
    draft = await new_draft(db, user, said)
    apart = "## Situatie\n\nZijn dochter was er.\n\n## Observaties\n\n"
    apart += "Ze heeft een gebroken pols. Beide benen gezwachteld.\n"
    found = await review.look(user, draft.id, said, apart)
    assert [(one.text, flag.level, flag.text) for one in found.points for flag in one.flags] == [
        ("Ze heeft een gebroken pols.", "amber", "Over wie gaat dit? Je zei het na ‘Zijn dochter was er.’")
    ]
    assert (await review.look(user, draft.id, said, f"## Situatie\n\n{said}\n")).points == []
    await review.settle(user, draft.id, "Observaties", "Ze heeft een gebroken pols.", ["who"])
    assert (await review.look(user, draft.id, said, apart)).points == []


async def test_a_correction_that_leaves_open_what_holds_is_a_point_with_both(db, user):
    said = "De wond is twaalf dagen oud, sorry, een week of drie. Hij at het drie van de vijf keer, nee, vier."
    draft = await new_draft(db, user, said)
    found = await review.look(user, draft.id, said, f"## Observaties\n\n{said}\n")
    assert [(one.level, flag.text, flag.here) for one in found.points for flag in one.flags] == [
        ("amber", "Wat klopt: ‘twaalf dagen’ of ‘een week’?", "een week"),
        ("amber", "Wat klopt: ‘drie van de vijf keer’ of ‘vier’?", "vier"),
    ]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("Ze was vandaag, eh, gisteren bij de huisarts.", ["vandaag", "gisteren"]),
        ("Hij kreeg twee, eh, drie tabletten.", ["twee tabletten", "drie tabletten"]),
        ("Hij deed het drie van de vijf keer, nee, vier.", ["drie van de vijf keer", "vier van de vijf keer"]),
        ("Haar zoon, nee, haar dochter belt morgen.", ["Haar zoon", "Haar dochter"]),
    ],
)
async def test_either_reading_of_what_only_the_speaker_knows_leaves_nothing_to_check(db, user, said, words):
    everything = f"{said} Ze at goed."
    report = f"## Observaties\n\n{everything}\n"
    draft = await put(db, user, await new_draft(db, user, everything), report)
    found = await review.look(user, draft.id, everything, report)
    assert [one.words for one in found.sentences[0].readings] == words
    for one in found.sentences[0].readings:
        after = await review.look(user, draft.id, everything, report.replace(said, one.text))
        assert (after.points, after.left_out, after.sentences[0].readings) == ([], (), ())
        assert not after.sentences[0].own
    await review.settle(user, draft.id, "Observaties", said, ["correction"])
    assert (await review.look(user, draft.id, everything, report)).sentences[0].readings == ()


async def test_a_reading_that_a_language_model_took_by_itself_is_not_believed(db, user):
    said = "Hij kreeg twee, eh, drie tabletten."
    draft = await put(db, user, await new_draft(db, user, said), "## Observaties\n\nHij kreeg twee tabletten.\n")
    found = await review.look(user, draft.id, said, "## Observaties\n\nHij kreeg twee tabletten.\n")
    assert [one.level for one in found.left_out] == ["red"]
