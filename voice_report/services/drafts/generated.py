"""How a draft's report came to be, as JSON in its row: as it was generated, the version before, and what was checked.

An archived report keeps what was checked in it, and nothing else of this.
"""

import dataclasses
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from ... import clock
from ...db.models import Report
from ...reporting.evidence import written
from ...reporting.templates import Section
from ...reporting.writing import Style
from ...reporting.writing.addition import with_body
from . import example_text, unsure
from .content import MAX_REPORT

#: Points that a draft keeps; more push out the oldest.
MOST_SETTLED = 200

#: Generated sentences of earlier versions that a draft keeps, and the characters of the longest.
_MOST_BEFORE, _LONGEST_BEFORE = 400, 4_000

#: What makes up a version of a report: name in the JSON, column.
_VERSION = {
    "report": "structured_report",
    "label": "report_label",
    "template": "template",
    "style": "style",
    "generated": "generated",
    "settled": "settled",
}


@dataclass(frozen=True, slots=True)
class Generated:
    """A report as it was generated. ``of`` is the ``fingerprint`` of its transcript; in 'leesbaar', ``as_spoken`` are
    the sentences that are the speaker's own, because a written one was refused or missing. ``before`` are the newest
    sentences that were generated for earlier versions: the undo of a text field may bring them back."""

    of: str
    style: Style
    report: str
    as_spoken: tuple[str, ...] = ()
    before: tuple[str, ...] = ()

    def to_json(self) -> str:
        """Return it as JSON, for the database."""
        fields = {"of": self.of, "style": self.style, "report": self.report, "asSpoken": self.as_spoken}
        fields["before"] = self.before
        return json.dumps(fields, ensure_ascii=False)

    def with_section(self, section: Section, body: str, as_spoken: Sequence[str]) -> "Generated":
        """Return it with more sentences (markdown) in a section.

        Unchanged when it has them already, or would be longer than a report. Takes a while for a long one.
        """
        report = with_body(self.report, section, body)
        known = {text for _, text in written(self.report)}
        if len(report) > MAX_REPORT or known.issuperset(text for _, text in written(body)):
            return self
        return dataclasses.replace(self, report=report, as_spoken=(*self.as_spoken, *as_spoken))

    def continues(self, other: "Generated") -> bool:
        """Return whether it is the other one, perhaps with sections that were written again since."""
        same = (self.of, self.style) == (other.of, other.style)
        return same and (self.report == other.report or set(written(self.report)).issuperset(written(other.report)))

    @classmethod
    def from_json(cls, stored: str | None) -> "Generated | None":
        """Return what ``to_json`` stored, or ``None`` when nothing is."""
        if stored is None:
            return None
        fields = json.loads(stored)
        before = tuple(fields.get("before", ()))
        return cls(fields["of"], fields["style"], fields["report"], tuple(fields["asSpoken"]), before)


@dataclass(frozen=True, slots=True)
class Settled:
    """A sentence under a heading (title) that a person confirmed in spite of its flags of these kinds."""

    section: str
    text: str
    kinds: tuple[str, ...]
    by: str
    at: str  # ISO 8601


def settled_points(stored: str | None) -> list[Settled]:
    """Return the points that are settled, oldest first."""
    return [Settled(**{**one, "kinds": tuple(one["kinds"])}) for one in json.loads(stored or "[]")]


def with_settled(stored: str | None, point: Settled) -> str:
    """Return ``stored`` with this point too; for a sentence that was settled before, the kinds are joined."""
    found = {(one.section, one.text): one for one in settled_points(stored)}
    before = found.pop((point.section, point.text), None)
    kinds = {*point.kinds, *(before.kinds if before else ())}
    points = [*found.values(), dataclasses.replace(point, kinds=tuple(sorted(kinds)))]
    return json.dumps([asdict(one) for one in points[-MOST_SETTLED:]], ensure_ascii=False)


def settled_in(stored: str, report: str) -> str | None:
    """Return the points about sentences that this report still has; ``None`` for none."""
    there = set(written(report))
    points = [asdict(one) for one in settled_points(stored) if (one.section, one.text) in there]
    return json.dumps(points, ensure_ascii=False) if points else None


def sentences(row: Report) -> list[str]:
    """Return what was generated for a draft, as far as is kept: its report, the version before, and those before them.

    A report of unknown origin counts as generated.
    """
    former = json.loads(row.former) if row.former else {}
    found: list[str] = []
    for stored, report in (
        (former.get("generated"), former.get("report")),
        (row.generated, row.structured_report),
    ):
        made = Generated.from_json(stored)
        found += made.before if made else ()
        found += [text for _, text in written(made.report if made else report or "")]
    return found


def replace(
    row: Report, report: str, label: str, template: str, generated: Generated | None, *, keep_former: bool
) -> None:
    """Give a draft another report, which has not been checked yet; ``keep_former``: the one it has can be restored."""
    if generated is not None:
        known = [text for text in dict.fromkeys((*generated.before, *sentences(row))) if len(text) <= _LONGEST_BEFORE]
        generated = dataclasses.replace(generated, before=tuple(known[-_MOST_BEFORE:]))
    if keep_former and (row.structured_report or "").strip() and row.structured_report != report:
        row.former = _version(row)
    row.structured_report, row.report_label, row.template = report, label or None, template
    row.style, row.generated = (generated.style, generated.to_json()) if generated else (None, None)
    row.settled = None
    _changed(row)


def note_change(row: Report, transcript: str, report: str | None) -> None:
    """Note that these texts are about to replace those of a draft: when they differ, it is not checked or copied any
    more.

    The spoken example is the user's own draft as soon as its texts are no longer nearly the example's.

    A report that came from elsewhere (the API, an earlier version of the product) counts as generated: what is typed
    from here on is the person's own.
    """
    if row.example is not None and not _is_still_example(row, transcript, report):
        row.example = None
    if (transcript, report) != (row.transcript, row.structured_report):
        row.reviewed_at = row.reviewed_by = row.copied_at = None
    row.unsure = unsure.to_json(unsure.moved(unsure.from_json(row.unsure), row.transcript, transcript))
    if report != row.structured_report and row.generated is None and (row.structured_report or "").strip():
        row.generated = Generated("", "vrij", row.structured_report or "").to_json()


def _is_still_example(row: Report, transcript: str, report: str | None) -> bool:
    heard, made = row.example or "", Generated.from_json(row.generated)
    is_nearly = example_text.is_nearly(transcript, heard)
    return is_nearly and example_text.has_few_other_words(report or "", heard, made.report if made else "")


def swap(row: Report) -> None:
    """Exchange a draft's report with the version before it, which must be there."""
    former, row.former = json.loads(row.former or ""), _version(row)
    for name, column in _VERSION.items():
        setattr(row, column, former[name])
    _changed(row)


def _version(row: Report) -> str:
    return json.dumps({name: getattr(row, column) for name, column in _VERSION.items()}, ensure_ascii=False)


def _changed(row: Report) -> None:
    row.reviewed_at = row.reviewed_by = row.copied_at = None
    row.version, row.updated_at = row.version + 1, clock.now()
