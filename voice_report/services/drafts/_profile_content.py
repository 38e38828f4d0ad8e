"""The check of what an organization writes in a field profile: names, sections, limits."""

import json
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, cast, get_args

from ...errors import Invalid
from ...reporting.measurements import KINDS
from ..shared.text import checked_name

MAX_NAME = 40  # characters
MAX_LABEL = 60  # characters
MAX_FIELDS = 12
MAX_LIMIT = 100_000  # characters

Empty = Literal["weglaten", "tonen"]
#: Of measured values: kinds, or all that no other field names.
Measured = Literal["all"] | tuple[str, ...]

#: What a measured value can be of, with its Dutch name, in the order of the table.
KIND_LABELS: dict[str, str] = {kind: rule.label for kind, rule in KINDS.items()}


@dataclass(frozen=True, slots=True)
class ProfileField:
    """A field of a record system. ``sections`` are titles of sections, in any order: they follow that of the report,
    with ``headings`` each below its title. Without sections it has all that no field names; or with ``measurements``
    those measured values, in one line. ``limit``: characters."""

    label: str
    sections: tuple[str, ...]
    headings: bool = False
    limit: int | None = None
    measurements: Measured = ()


@dataclass(frozen=True, slots=True)
class ProfileContent:
    """A field profile as an administrator wrote it; ``template_key`` is empty for reports of any template."""

    name: str
    fields: Sequence[ProfileField]
    template_key: str = ""
    empty: str = "weglaten"
    enter_counts: int = 1


def checked(content: ProfileContent, titles: Collection[str]) -> tuple[str, tuple[ProfileField, ...], Empty]:
    """Return the name, the fields and what becomes of empty sections as they are stored; ``titles`` are the sections
    that there are.

    Raises ``Invalid`` for the first thing that is wrong; its ``code`` names it: 'name', 'fields', 'empty',
    'enter_counts', or 'fields.2.label', 'fields.2.sections', 'fields.2.measurements' and 'fields.2.limit', counted
    from 0.
    """
    name = _named(content.name, "Naam", MAX_NAME, "name")
    if content.empty not in get_args(Empty):
        raise Invalid("Kies Weglaten of Tonen.", code="empty")
    if type(content.enter_counts) is not int or content.enter_counts not in (1, 2):
        raise Invalid("Een enter telt als 1 of 2 tekens.", code="enter_counts")
    if not 1 <= len(content.fields) <= MAX_FIELDS:
        raise Invalid(f"Een profiel heeft 1 tot en met {MAX_FIELDS} velden.", code="fields")
    known = {title.casefold(): title for title in titles}
    taken: dict[str, str] = {}
    found: list[ProfileField] = []
    for index, field in enumerate(content.fields):
        label = _label(field.label, f"fields.{index}.label", [one.label for one in found])
        limit = _limit(field.limit, label, f"fields.{index}.limit")
        if field.measurements:
            found.append(ProfileField(label, (), limit=limit, measurements=_measured(field, label, index, found)))
        else:
            sections = _sections(field, label, f"fields.{index}.sections", known, taken)
            found.append(ProfileField(label, sections, bool(field.headings), limit))
    return name, tuple(found), cast(Empty, content.empty)


def to_json(fields: Sequence[ProfileField]) -> str:
    """Return fields as they are stored."""
    return json.dumps([as_json(field) for field in fields], ensure_ascii=False)


def as_json(field: ProfileField) -> dict[str, Any]:
    """Return a field as it is stored, and as the page's scripts take it."""
    written = {**asdict(field), "sections": list(field.sections)}
    measured = written.pop("measurements")
    return written | ({"measurements": measured if measured == "all" else list(measured)} if measured else {})


def from_json(stored: str) -> tuple[ProfileField, ...]:
    """Return fields that ``to_json`` made."""
    rows: list[dict[str, Any]] = json.loads(stored)
    return tuple(_field(**row) for row in rows)


def _field(sections: list[str], measurements: str | Sequence[str] = (), **rest: Any) -> ProfileField:
    measured: Any = measurements if measurements == "all" else tuple(measurements)
    return ProfileField(sections=tuple(sections), measurements=measured, **rest)


def _named(written: str, label: str, longest: int, code: str) -> str:
    try:
        return checked_name(written, label, longest)
    except Invalid as error:
        raise Invalid(error.message, code=code) from None


def _label(written: str, code: str, before: list[str]) -> str:
    if len(written[: MAX_LABEL * 4].splitlines()) > 1:
        raise Invalid("De naam van een veld staat op één regel.", code=code)
    label = _named(written, "Naam van het veld", MAX_LABEL, code)
    if label.casefold() in [one.casefold() for one in before]:
        raise Invalid(f"Het veld '{label}' staat er twee keer in.", code=code)
    return label


def _sections(
    field: ProfileField, label: str, code: str, known: dict[str, str], taken: dict[str, str]
) -> tuple[str, ...]:
    """Return the titles of a field, and add them to those that are ``taken``, each with the label of its field."""
    if not field.sections:
        raise Invalid(f"Kies wat er in '{label}' komt.", code=code)
    found: list[str] = []
    for title in (one.casefold() for one in field.sections):
        if title in taken:
            raise Invalid(f"De kop '{known[title]}' staat al in '{taken[title]}'.", code=code)
        if title not in known:
            raise Invalid("Deze kop kennen we niet.", code=code)
        taken[title] = label
        found.append(known[title])
    return tuple(found)


def _measured(field: ProfileField, label: str, index: int, before: list[ProfileField]) -> Measured:
    """Return the kinds of measured values of a field, in the order of the table. Raises ``Invalid``."""
    code = f"fields.{index}.measurements"
    if field.sections:
        raise Invalid(f"In '{label}' komen koppen of metingen, niet allebei.", code=code)
    if field.measurements == "all":
        if any(one.measurements == "all" for one in before):
            raise Invalid("Er is al een veld met alle andere metingen.", code=code)
        return "all"
    for kind in field.measurements:
        if kind not in KIND_LABELS or field.measurements.count(kind) > 1:
            raise Invalid("Deze meting kennen we niet.", code=code)
        if other := next((one.label for one in before if one.measurements != "all" and kind in one.measurements), ""):
            raise Invalid(f"De meting '{KIND_LABELS[kind]}' staat al in '{other}'.", code=code)
    return tuple(kind for kind in KIND_LABELS if kind in field.measurements)


def _limit(limit: int | None, label: str, code: str) -> int | None:
    if limit is None or (type(limit) is int and 1 <= limit <= MAX_LIMIT):
        return limit
    raise Invalid(f"Het hoogste aantal tekens van '{label}' is een getal van 1 tot en met 100.000.", code=code)
