"""What a file of a report says, whatever its form: the forms are pure functions of this, so that they say the same."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from ...core.texts import NIET_BESPROKEN
from ...dutch.characters import cleaned
from ...reporting.markdown import Block, Run
from ..shared import export

#: What a document is called that is in no archive: it can change, and no client may be known.
CONCEPT = "Concept"
#: The table of measured values: its title, and its columns.
MEASURED_TITLE = "Metingen (zoals gezegd)"
MEASURED = ("Meting", "Waarde", "Eenheid", "Tijd", "Toelichting", "Door")


class Fact(NamedTuple):
    """A line of the head: its label and its value, and how it reads without the label."""

    label: str
    value: str
    line: str


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report: its title, None above the first heading, and the blocks below it.

    The headings among them are one level deeper than the title, or there are none.
    """

    title: Block | None
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """One report, or the reports of a client as ``parts``, each on a page of its own.

    ``title`` is that of the report's template, or the client's name; ``status`` is ``CONCEPT`` or empty, ``facts`` are
    the head. ``review`` says who signed it off and ``made`` how its words were made, where its reader should know: the
    mark 'made with AI' belongs there; ``mark`` is the same for programs (``processing.provenance``), by name.
    ``measurements`` are rows of ``MEASURED`` (``measurements.rows.table``). The rest is repeated in the properties of a
    file and at the foot of its pages.
    """

    title: str
    status: str
    facts: tuple[Fact, ...]
    blocks: tuple[Block, ...]
    review: str
    made: str
    author: str
    organization: str
    reference: str
    moment: datetime
    parts: tuple["Document", ...] = ()
    measurements: tuple[tuple[str, ...], ...] = ()
    mark: Mapping[str, str] = field(default_factory=dict)

    @property
    def every_block(self) -> list[Block]:
        """The paragraphs and items, those of the parts included."""
        return [*self.blocks, *(block for part in self.parts for block in part.every_block)]

    @property
    def sections(self) -> list[Section]:
        """The blocks by section. A deeper heading begins one only when there is no section to divide."""
        found: list[list[Block]] = [[]]
        for block in self.blocks:
            has_title = bool(found[-1]) and found[-1][0].kind == "heading"
            if block.kind == "heading" and (block.level <= 2 or not has_title):
                found.append([])
            found[-1].append(block)
        parts = [tuple(part) for part in found if part]
        return [Section(p[0], p[1:]) if p[0].kind == "heading" else Section(None, p) for p in parts]


def blocks_of(report: str, transcript: str, *, empty: bool) -> tuple[Block, ...]:
    """Return the words of a report, or of the transcript when there is no report; ``empty`` as in ``export.shown``."""
    if found := export.shown(report, empty=empty):
        return tuple(found)
    lines = export.spoken_text(transcript).split("\n")
    paragraphs = [
        list(group) for has_words, group in groupby(enumerate(lines), lambda line: bool(line[1])) if has_words
    ]
    return tuple(
        Block("text", first=group[0][0], last=group[-1][0], lines=[[Run(line, "")] for _, line in group])
        for group in paragraphs
    )


def is_silent(block: Block) -> bool:
    """Return whether a block says that nothing was said."""
    return block.kind == "text" and block.text.rstrip(".") == NIET_BESPROKEN


def facts(*given: tuple[str, str, str]) -> tuple[Fact, ...]:
    """Return the head from (label, value, line); a line that is empty is the value, and what has no value is left out.

    Names come from people, so they are cleaned once more.
    """
    return tuple(Fact(label, cleaned(value), cleaned(line or value)) for label, value, line in given if value)
