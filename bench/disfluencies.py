"""What people say around a report, and how they repair what they said: ``python -m bench disfluencies`` (``--show``).

Each sentence of ``bench/data/disfluencies`` is tidied where it stands, and compared with the forms that a care
professional accepts, without marks and capitals. Exits with 1 when a sentence with content was left out whole.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

from voice_report.dutch import sentences
from voice_report.reporting.templates import BUILT_IN, DEFAULT
from voice_report.reporting.tidying import as_written, tidy

from .table import Figure, show

DATA = Path(__file__).resolve().parent / "data" / "disfluencies"
PARTS = LEARNT, HELD = "learnt from", "held"
#: Of the contrasts: rules are made with one half, the other is counted alone.
HALVES = "looked at", "counted"
_CUTTING = {"self_corrections", "restarts", "small_talk", "duplicates"}
#: Around a sentence that comes with its neighbours alone: it is neither at the start of a dictation nor at the end.
AROUND = _BEFORE, _AFTER = (
    ["Mevrouw zat in de stoel.", "Ze had er zin in."],
    ["De dochter komt vanavond.", "Ze ging rusten."],
)


def main() -> int:
    """Print the table; return the exit status."""
    parser = argparse.ArgumentParser(
        description="Openings, closings and repairs of spoken sentences, as they are tidied."
    )
    parser.add_argument("--show", action="store_true", help="the sentences that come out otherwise")
    chosen = parser.parse_args()
    holds = True
    for name, tidied in (*((f"openings, {part}", openings(part)) for part in PARTS), ("repairs", repairs())):
        found = [*tidied]
        other = [one for one in found if not any(_plain(one[1]) == _plain(as_written(form)) for form in one[2])]
        lost = [one for one in other if not one[1]]
        if chosen.show:
            print(*(f"{said} -> {made}" for said, made, _ in other), sep="\n")
        figures = [
            Figure(
                "sentences that come out in no accepted form",
                100 * len(other) / len(found),
                " %",
                None,
                f"of {len(found)}",
            ),
            Figure("sentences with content that are left out", len(lost), "", 0),
        ]
        holds &= show(name, figures)
    gone = [said for said in stays() if is_left_out(said)]
    if chosen.show:
        print(*gone, sep="\n")
    figure = Figure("sentences that are left out as the first or last one", len(gone), "", 0)
    holds &= show(f"{len([*stays()])} sentences with content that are worded as talk is", [figure])
    holds &= show("sentences between others, talk and what looks like it", _asides(is_shown=chosen.show))
    for half, name in enumerate(HALVES):
        holds &= show(f"contrasts, {name}", _contrasts(half, is_shown=chosen.show and not half))
    return 0 if holds else 1


def contrasts(half: int) -> Iterator[dict]:
    """Yield the repairs of ``contrasts.jsonl`` and their controls, which have no ``gold``, of one half.

    Each has what was ``made`` of it, and the rules by which words of it went.
    """
    for one in read("contrasts"):
        if crc32(one["said"].encode()) % len(HALVES) == half:
            after = [] if one["kind"] == "closings" else _AFTER
            parts = sentences.split(one["said"])
            found = tidy([*_BEFORE, *parts, *after], DEFAULT)
            places = range(len(_BEFORE), len(_BEFORE) + len(parts))
            made = " ".join(filter(None, map(found.text, places)))
            rules = {edit.rule for at in places for edit in found.edits.get(at, ())}
            rules |= {found.aside[at] for at in places if at in found.aside}
            yield {**one, "made": made, "rules": rules & _CUTTING}


def stays() -> Iterator[str]:
    """Yield sentences with content of which the words are those of talk."""
    return (one["said"] for one in read("stays"))


def is_left_out(said: str) -> bool:
    """Return whether a sentence is left out as the first or the last one of a dictation."""
    around = [*_BEFORE, *_AFTER]
    return any(tidy(one, DEFAULT).aside for one in ([said, *around], [*around, said]))


def asides() -> Iterator[dict]:
    """Yield talk, and content that looks like it, said between others: with whether it was left out (``is_left``)."""
    for one in read("asides"):
        parts = sentences.split(one["said"])
        found = tidy([*_BEFORE, one["before"], *parts, one["after"], *_AFTER], BUILT_IN[one["template"]])
        first = len(_BEFORE) + 1
        yield {**one, "is_left": any(at in found.aside for at in range(first, first + len(parts)))}


def _asides(*, is_shown: bool) -> list[Figure]:
    found = [*asides()]
    talk = [one["is_left"] for one in found if one["is_talk"]]
    gone = [one["said"] for one in found if one["is_left"] and not one["is_talk"]]
    if is_shown:
        print(*gone, sep="\n")
    return [
        Figure("sentences of talk that stay", 100 - 100 * sum(talk) / len(talk), " %", None, f"of {len(talk)}"),
        Figure("sentences with content that are left out", len(gone), "", 0, f"of {len(found) - len(talk)}"),
    ]


def _contrasts(half: int, *, is_shown: bool) -> list[Figure]:
    repairs, other, controls, changed = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for one in contrasts(half):
        is_control = not one["gold"]
        (controls if is_control else repairs)[one["kind"]] += 1
        is_other = one["rules"] if is_control else all(_plain(one["made"]) != _plain(form) for form in one["gold"])
        (changed if is_control else other)[one["kind"]] += bool(is_other)
        if is_other and is_shown:
            print(f"{one['kind']}{', control' * is_control}: {one['said']} -> {one['made']}")
    return [
        Figure(
            "repairs that come out in no accepted form",
            100 * other.total() / repairs.total(),
            " %",
            None,
            ", ".join(f"{count} of {repairs[kind]} {kind}" for kind, count in sorted(other.items())),
        ),
        Figure(
            "controls of which words go",
            changed.total(),
            "",
            0,
            f"of {controls.total()}" + "".join(f", {count} {kind}" for kind, count in changed.items() if count),
        ),
    ]


def dictations(part: str) -> list[dict]:
    """Return every second dictation with an opening: those that ``bench.talk`` learns from, or the others."""
    return read("openings")[PARTS.index(part) :: 2]


def openings(part: str) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the sentences of whole dictations: as said, as tidied, and the forms that are accepted."""
    for one in dictations(part):
        said = [sentence["said"] for sentence in one["sentences"]]
        for sentence, made in zip(one["sentences"], _tidied(said, one["template"]), strict=True):
            yield sentence["said"], made, sentence["gold"]


def repairs() -> Iterator[tuple[str, str, list[str]]]:
    """Yield single sentences in the same way."""
    for one in read("repairs"):
        said = [*_BEFORE, one["before"], one["said"], one["after"], *_AFTER]
        yield one["said"], _tidied(said, DEFAULT.key)[len(_BEFORE) + 1], one["gold"]


def _tidied(said: list[str], template: str) -> list[str]:
    parts = [(at, part) for at, text in enumerate(said) for part in sentences.split(text)]
    found = tidy([part for _, part in parts], BUILT_IN[template])
    return [
        " ".join(filter(None, (found.text(k) for k, (of, _) in enumerate(parts) if of == at)))
        for at in range(len(said))
    ]


def read(name: str) -> list[dict]:
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text("utf-8").splitlines()]


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[,;:.]+(?=\s|$)", "", text).casefold().split())


if __name__ == "__main__":
    sys.exit(main())
