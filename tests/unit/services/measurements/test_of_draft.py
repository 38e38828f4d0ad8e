"""'Metingen' of a draft: its rows, and the answers of its author."""

import pytest

from voice_report.errors import Invalid, NotFound
from voice_report.services.concepts import evidence
from voice_report.services.drafts import drafts
from voice_report.services.measurements import of_draft

SAID = (
    "Bloeddruk 160 over 98, pols 80. Temperatuur 385. Gewicht tweeënvijftig, nee wacht, vierenvijftig kilo. "
    "Streefgewicht 60 kilo."
)


@pytest.fixture
async def draft(user):
    yield await drafts.save(user, transcript=SAID, structured_report="## Situatie\n\nRustig.")
    await evidence.finish_all()


def _rows(shown):
    return [(one.group, one.label, one.text) for one in shown.rows]


async def test_asked_rows_come_first_and_what_is_no_measured_value_last(user, draft):
    shown = await of_draft.look(user, draft.id)
    assert _rows(shown) == [
        ("asked", "Temperatuur", "385 °C"),
        ("measured", "Bloeddruk", "160/98 mmHg"),
        ("measured", "Hartslag", "80/min"),
        ("measured", "Gewicht", "54 kg"),
        ("left_out", "Gewicht", "60 kg"),
    ]
    asked, *_, weight, aim = shown.rows
    assert asked.question == "Bedoel je 38,5 °C?"
    assert (weight.said, weight.first_said) == ("vierenvijftig kilo", "tweeënvijftig")
    assert aim.why == "grens of afspraak"
    assert shown.open == 1
    assert shown.line == "RR 160/98 mmHg, pols 80/min, gewicht 54 kg"


async def test_every_answer_is_kept_with_the_draft_and_changes_no_version(user, draft):
    asked, pressure, pulse, *_ = (await of_draft.look(user, draft.id)).rows
    typed = await of_draft.answer(user, draft.id, asked.key, "typed", {"value": "38,5"})
    temperature = next(one for one in typed.rows if one.key == asked.key)
    assert (temperature.group, temperature.text, temperature.said) == ("measured", "38,5 °C", "385")
    assert temperature.is_typed
    assert temperature.answered_by == user.name
    await of_draft.answer(user, draft.id, pulse.key, "wrong")
    shown = await of_draft.answer(user, draft.id, pulse.key, "wrong")  # twice the same: once
    assert next((one.key, one.why) for one in shown.rows if one.group == "left_out") == (pulse.key, "hoort er niet bij")
    assert shown.line == "RR 160/98 mmHg, temp 38,5 °C (getypt), gewicht 54 kg"
    await of_draft.answer(user, draft.id, pressure.key, "right")
    again = await of_draft.answer(user, draft.id, pulse.key, "right")
    assert again.open == 0
    stored = await drafts.save(user, draft_id=draft.id, transcript=SAID + " Klaar.", structured_report="Rustig.")
    assert stored.version == draft.version + 1
    assert (await of_draft.look(user, draft.id)).line == again.line  # an answer survives edits elsewhere


@pytest.mark.parametrize(
    ("typed", "shown"), [("0", "0"), ("12,5", "12,5"), ("12.5", "12,5"), (" 37 ", "37"), ("37,50", "37,5")]
)
async def test_figures_are_shown_as_they_were_typed(user, draft, typed, shown):
    asked = (await of_draft.look(user, draft.id)).rows[0]
    answered = await of_draft.answer(user, draft.id, asked.key, "typed", {"value": typed})
    assert next(one.value for one in answered.rows if one.key == asked.key) == shown


@pytest.mark.parametrize("typed", ["-1", "1e9", "NaN", "inf", "9" * 40, "38,5,1", "٣٨", "3\u00a08", "38°"])
async def test_what_is_no_number_is_refused_in_dutch(user, draft, typed):
    asked = (await of_draft.look(user, draft.id)).rows[0]
    with pytest.raises(Invalid) as refused:
        await of_draft.answer(user, draft.id, asked.key, "typed", {"value": typed})
    assert refused.value.code == "not_a_number"


@pytest.mark.parametrize(
    ("said", "typed", "code"),
    [
        ("maybe", {}, "unknown_answer"),
        ("typed", {}, "unknown_part"),
        ("typed", {"value": " "}, "unknown_part"),
        ("typed", {"systolic": "120"}, "unknown_part"),
    ],
)
async def test_other_answers_are_refused(user, draft, said, typed, code):
    asked = (await of_draft.look(user, draft.id)).rows[0]
    with pytest.raises(Invalid) as refused:
        await of_draft.answer(user, draft.id, asked.key, said, typed)
    assert refused.value.code == code


async def test_s91_a_limit_cannot_be_made_a_measured_value(user, draft):
    aim = (await of_draft.look(user, draft.id)).rows[-1]
    with pytest.raises(Invalid) as refused:
        await of_draft.answer(user, draft.id, aim.key, "right")
    assert refused.value.code == "not_asked"


async def test_s93_a_draft_is_its_authors_alone(user, draft, people):
    key = (await of_draft.look(user, draft.id)).rows[0].key
    for other in (await people.outsider.current(), await people.admin.current()):
        with pytest.raises(NotFound):
            await of_draft.look(other, draft.id)
        with pytest.raises(NotFound):
            await of_draft.answer(other, draft.id, key, "right")
    with pytest.raises(NotFound):
        await of_draft.answer(user, draft.id, "0" * 24, "right")
