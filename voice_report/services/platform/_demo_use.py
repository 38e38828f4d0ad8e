"""Twelve weeks of use in the demo: colleagues who made reports, which 'Inzicht' counts."""

import random
import uuid
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from ... import clock
from ...config import settings
from ...db.models import ProcessingStep, Report, ReportUsage, Table
from ...engines import Profile
from ..insight.counting import WEEK, last_week

WEEKS = 12
#: First and last names of the colleagues, whose passwords are not printed.
COLLEAGUES = (
    ("Aisha", "Begeleider"), ("Joke", "Wijkzorg"), ("Mees", "Avonddienst"), ("Pien", "Dagdienst"),
    ("Sam", "Invaller"), ("Wout", "Nachtdienst"),
)  # fmt: skip

_SEED = 44
_FIRST, _MORE = 32, 2  # reports in the first week, and how many more in each that follows
_SHIFTS = (8, 9, 9, 10, 10, 11, 14, 16, 17, 21)  # hours


def since() -> datetime:
    """Return when the organization began: before the first of the weeks."""
    return _moment(last_week() - WEEKS * WEEK, 9, 0)


def rows(
    organization_id: uuid.UUID, people: Sequence[uuid.UUID], archived: Sequence[dict[str, Any]]
) -> Iterator[Table]:
    """Yield what is counted of the weeks that are over: the reports made, the work of the engines, and of each person
    who was there one archived report a week, with these contents in turn."""
    chance = random.Random(_SEED)  # noqa: S311
    speech, text = settings().profiles("speech")[0], settings().profiles("structuring")[0]
    for number in range(WEEKS):
        week = last_week() - (WEEKS - 1 - number) * WEEK
        there = chance.sample(people, chance.choice((5, 6, 6)))
        for at in range(_FIRST + _MORE * number + chance.randint(-4, 4)):
            day = week + timedelta(days=chance.randint(0, 6))
            moment = _moment(day, chance.choice(_SHIFTS), chance.randint(0, 59))
            own = {"organization_id": organization_id, "user_id": there[at % len(there)], "created_at": moment}
            yield ReportUsage(**own)
            seconds = chance.randint(60, 420)
            yield _step(own, speech, "speech", seconds, input_amount=seconds, input_unit="seconds")
            outcome = "failed" if chance.random() < 0.01 else "done"
            yield _step(own, text, "report", chance.lognormvariate(0, 0.7), input_unit="characters", outcome=outcome)
        for place, person in enumerate(there):
            moment = _moment(week + timedelta(days=place % 5), 15, place)
            checked = {"reviewed_at": moment, "reviewed_by": "Noor Verzorger"} if chance.random() < 0.9 else {}
            content = archived[(number + place) % len(archived)]
            yield Report(
                organization_id=organization_id,
                user_id=person,
                created_at=moment,
                updated_at=moment,
                **checked,
                **content,
            )


def _moment(day: date, hour: int, minute: int) -> datetime:
    return datetime.combine(day, time(hour, minute), clock.AMSTERDAM)


def _step(own: dict[str, Any], engine: Profile, step: str, seconds: float, **columns: Any) -> ProcessingStep:
    began = own["created_at"]
    rest: dict[str, Any] = {"outcome": "done", "attempts": int(engine.is_outside), **columns}
    rest |= {"form": ("audio" if step == "speech" else "plain") if engine.is_outside else "here"}
    return ProcessingStep(
        **own,
        step=step,
        engine=engine.key,
        party=engine.party,
        host=engine.host,
        country=engine.country,
        region=engine.region,
        model_asked=engine.model,
        config_hash=engine.config_hash,
        began_at=began,
        ended_at=began + timedelta(seconds=seconds),
        **rest,
    )
