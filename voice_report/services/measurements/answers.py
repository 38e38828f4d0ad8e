"""What a person answered about the measured values of a draft, as JSON in its row: a list, the oldest first.

The rows themselves are made again from the transcript; an answer belongs to a row as long as its key is the same
(``reporting.measurements.model.key``). Answers are kept with an archived report too, to make its rows again
(``archived``), until its transcript is erased.
"""

import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Literal

from ... import clock
from ...errors import Invalid
from ...reporting.measurements import KINDS, Kind, Measurement
from ..shared.identity import CurrentUser

#: 'Klopt'; 'Hoort er niet bij'; other figures than were understood, a suggestion that was taken included.
Answered = Literal["right", "wrong", "typed"]

#: The states of a row that can be answered.
ANSWERABLE = frozenset({"said", "corrected", "uncertain"})
#: Answers of one draft; after that many the oldest goes.
MOST = 200
_MAX_NAME = 200
_NUMBER = re.compile(r"[0-9]{1,6}(?:[.,][0-9]{1,3})?")
_PART_LABELS = {
    "systolic": "Bovendruk",
    "diastolic": "Onderdruk",
    "length": "Lengte",
    "width": "Breedte",
    "depth": "Diepte",
    "dose": "Dosis",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer about the row with this key. ``parts`` are the typed figures by name, in ``unit``; else empty."""

    key: str
    answer: Answered
    parts: Mapping[str, float]
    unit: str
    by: str
    at: str  # ISO 8601


def part_labels(kind: Kind) -> dict[str, str]:
    """Return what can be typed of a kind: the Dutch name of each part, in order."""
    rule = KINDS[kind]
    return {name: _PART_LABELS.get(name, rule.label) for name in rule.limits or ("dose",)}


def typed_unit(row: Measurement) -> str:
    """Return the unit of what is typed of a row: that of its kind, or of a medication the one that was said."""
    return KINDS[row.kind].unit or row.unit


def answer(user: CurrentUser, row: Measurement, said: str, typed: Mapping[str, str]) -> Answer:
    """Return the answer of a user about a row, of which the figures were ``typed`` as text.

    Raises ``Invalid``: ``unknown_answer``, ``not_asked`` for a row that is no measured value, ``unknown_part`` and
    ``not_a_number``.
    """
    if said not in ("right", "wrong", "typed"):
        raise Invalid("Dit antwoord bestaat niet.", code="unknown_answer")
    if row.state not in ANSWERABLE:
        raise Invalid("Dit is geen meting van nu.", code="not_asked")
    parts = _figures(row.kind, typed) if said == "typed" else {}
    return Answer(
        row.key, said, parts, typed_unit(row) if parts else "", user.name[:_MAX_NAME], clock.now().isoformat()
    )


def _figures(kind: Kind, typed: Mapping[str, str]) -> dict[str, float]:
    known = part_labels(kind)
    given = {name: text.strip() for name, text in typed.items() if text.strip()}
    if not given or not known.keys() >= given.keys():
        raise Invalid("Vul de waarde in.", code="unknown_part")
    for name, text in given.items():
        if not _NUMBER.fullmatch(text):
            raise Invalid(f"{known[name]}: vul een getal in, zoals 38,5.", code="not_a_number")
    return {name: float(given[name].replace(",", ".")) for name in known if name in given}


def from_json(stored: str | None) -> dict[str, Answer]:
    """Return the answers of a draft by key, the oldest first."""
    return {one["key"]: Answer(**one) for one in json.loads(stored or "[]")}


def with_answer(stored: str | None, given: Answer) -> str:
    """Return ``stored`` with this answer instead of the one before about the same row."""
    others = [one for key, one in from_json(stored).items() if key != given.key]
    return _to_json([*others, given][-MOST:])


def only(stored: str | None, keys: Collection[str]) -> str | None:
    """Return those of the answers that belong to rows with these keys."""
    return _to_json(one for key, one in from_json(stored).items() if key in keys) if stored else stored


def _to_json(all_of_them: Iterable[Answer]) -> str:
    return json.dumps([asdict(one) for one in all_of_them], ensure_ascii=False)
