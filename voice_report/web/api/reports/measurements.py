"""Measured values that were spoken, with the words that prove them (concepts/measurements.md)."""

from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import Field

from ....services.measurements import of_transcript
from ..guards import Caller
from ..shapes import Camel

router = APIRouter(prefix="/api/measurements", tags=["structure"])

#: Well above the service's own limit, so that the service can name that limit in its message.
_ROUGHLY = 2_000_000
#: Rows in an answer; ``isWhole`` says whether that are all.
_MOST_ROWS = 200


class MeasurementsIn(Camel):
    transcript: Annotated[str, Field(max_length=_ROUGHLY)]


class QuantityOut(Camel):
    low: float = Field(description="in the unit of the row")
    high: float = Field(description="equal to `low` unless a range was said")
    text: str = Field(description="the words of it and its unit, as they stand in the sentence")
    unit_said: bool = Field(description="whether the unit was said, and not only implied by the kind")


class TimeOut(Camel):
    text: str = Field(description="as it was said")
    minutes: int | None = Field(description="on a clock of twelve hours, 0 to 719")
    part: Literal["", "ochtend", "middag", "avond", "nacht"] = Field(
        description="of the day, as it was said; empty when it was not"
    )


class ContextOut(Camel):
    side: str = Field(description="links or rechts")
    position: str = Field(description="how the client sat or lay")
    site: str = Field(description="place on the body")
    oxygen: float | None = Field(description="litres a minute, 0 for 'zonder zuurstof'")
    meal: str = Field(description="before or after eating")
    rhythm: str = Field(description="regular or not")
    note: str = Field(description="another word that qualifies it")


class SpanOut(Camel):
    start: int = Field(description="the first character, in code points")
    end: int = Field(description="the one behind the last")
    role: Literal["value", "cue", "context"]


class SuggestionOut(Camel):
    parts: dict[str, tuple[float, float]] = Field(description="low and high, by part")
    unit: str = Field(description="of all parts; empty when there is none")
    text: str = Field(description="as `text` of a row")


class MeasurementOut(Camel):
    key: str = Field(description="stays the same while the sentence and the value's place in it do")
    kind: of_transcript.Kind
    label: str = Field(description="Dutch name of the kind")
    name: str = Field(description="of a medication: the medicine as it was said, else empty")
    parts: dict[str, QuantityOut] = Field(
        description="`systolic` and `diastolic` (one may be missing), `length`, `width`, `depth`, `dose`, else `value`"
    )
    unit: str = Field(description="of all parts; empty when it has none, or it is not known")
    about: str = Field(description='the word that makes it inexact, as in "zo\'n 300 cc", else empty')
    time: TimeOut | None = Field(description="null: none was said with it")
    context: ContextOut = Field(description="word for word; empty where nothing was said")
    sentence: int = Field(description="position in `sentences`")
    spans: list[SpanOut] = Field(description="characters of the sentence, to show the words")
    state: of_transcript.State = Field(description="only `said` and `corrected` are measured values")
    doubt: of_transcript.Doubt | None = Field(description="what an `uncertain` row asks, else null")
    suggestion: SuggestionOut | None = Field(description="a reading that a person may choose; never applied by itself")
    said: str = Field(description="the value word for word: '160 over 98'")
    text: str = Field(description="the value in figures with its unit: '160/98 mmHg'")


class MeasurementsOut(Camel):
    sentences: list[str] = Field(description="of the transcript, in order")
    measurements: list[MeasurementOut]
    is_whole: bool = Field(description=f"false when there are more than the {_MOST_ROWS} that are returned")


@router.post("")
async def read_measurements(question: MeasurementsIn, user: Caller) -> MeasurementsOut:
    """Return the measured values that were spoken, each with its words; costs no credit and stores nothing.

    By rules and a linear model: nothing is judged, added up or completed. What was taken back, is of another day or
    person, is an aim or is not sure is there with that state.
    """
    found = await of_transcript.read(user, question.transcript)
    return MeasurementsOut(
        sentences=list(found.sentences),
        measurements=[MeasurementOut.model_validate(one) for one in found.rows[:_MOST_ROWS]],
        is_whole=len(found.rows) <= _MOST_ROWS,
    )
