"""Whose sentences a report says they are: ``python -m bench owners`` (``--set``, ``--show``).

Each dictation of ``bench/data/owners`` goes through the local engine, in Netjes. Read from top to bottom, a sentence of
the report is about whom it names, or whom its label names, or else whom the last such sentence under its heading is of.
Of every sentence that is about a person:

- **right**: it reads so;
- **asked**: it does not, and the page asks whom it is about;
- **about nobody**: nobody is named above it under its heading;
- **silently wrong**: it reads as about another person, or has a person's label and is about nobody.

In a dictation about one client only sentences about another person count. Exits with 1 when a goal is not met.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from voice_report.integrations.structuring import local
from voice_report.reporting.templates import BUILT_IN
from voice_report.reporting.tidying import tidy

from .table import Figure, show

DATA = Path(__file__).resolve().parent / "data" / "owners"
SETS = ("look", "held")
_HANDOVER = "dienst"


def main() -> int:
    """Print the tables; return the exit status."""
    parser = argparse.ArgumentParser(description="Whose sentences a report says they are.")
    parser.add_argument("--set", choices=SETS, action="append", help="which dictations: both when not given")
    parser.add_argument("--show", action="store_true", help="the sentences of look that are not right")
    chosen = parser.parse_args()
    holds = True
    for name in chosen.set or SETS:
        dictations = [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text("utf-8").splitlines()]
        kinds = (("handovers", True), ("about one client", False))
        for title, is_handover in kinds:
            some = [one for one in dictations if (one["template"] == _HANDOVER) == is_handover]
            found = [(one["id"], *read) for one in some for read in reads(one)]
            if chosen.show and name == "look":
                print(*(f"{id_} {outcome}: {text}" for id_, outcome, text in found if outcome != "right"), sep="\n")
            holds &= show(f"{title}, {name}, {len(some)} dictations", _figures([outcome for _, outcome, _ in found]))
    return 0 if holds else 1


def reads(dictation: dict) -> Iterator[tuple[str, str]]:
    """Yield how each sentence of a dictation reads in its report, and the sentence."""
    template = BUILT_IN[dictation["template"]]
    placed = local.place(" ".join(one["text"] for one in dictation["sentences"]), template)
    tidied = tidy([text for text, _ in placed], template)
    sections = {at: section.key for at, (_, section) in enumerate(placed)}
    off = tidied.needless(sections)
    runs = tidied.asked(sections)
    asked = {at for run in runs for at in run}
    parts = list(_parts(dictation, [text for text, _ in placed]))
    is_handover = template.key == _HANDOVER
    outcomes: dict[int, str] = {}
    current: dict[str, str] = {}
    for at in sorted(sections):
        key = sections[at]
        label = next((one for one in tidied.active(at, key, off) if one.rule == "topic_label"), None)
        for index, one in parts[at]:
            owner, text = one["owner"], one["text"]
            if at in tidied.aside:
                continue
            if label is not None:
                current[key] = _named(label.written, dictation)
            elif owner not in ("", "all") and _names(text, owner, dictation):
                current[key] = owner
            read = current.get(key, "" if is_handover else "C")
            if owner in ("", "all"):
                outcomes[index] = "silently wrong" if label is not None else ""
            elif is_handover or owner != "C":
                is_right = read == owner or (len(owner) > 1 and read in owner)
                outcomes[index] = (
                    "right" if is_right else "asked" if at in asked else "silently wrong" if read else "about nobody"
                )
            label = None
    for index, outcome in sorted(outcomes.items()):
        if outcome:
            yield outcome, dictation["sentences"][index]["text"]


def _parts(dictation: dict, texts: Sequence[str]) -> Iterator[list[tuple[int, dict]]]:
    """Yield for each sentence of a report the labelled ones that begin in it, or of which most is in it."""
    ends, words = [], 0
    for text in texts:
        words += len(text.split())
        ends.append(words)
    found: list[list[tuple[int, dict]]] = [[] for _ in texts]
    start = 0
    for index, one in enumerate(dictation["sentences"]):
        length = len(one["text"].split())
        middle = start + length // 2
        found[next(at for at, end in enumerate(ends) if middle < end)].append((index, one))
        start += length
    yield from found


def _names(text: str, owner: str, dictation: dict) -> bool:
    forms = [form for letter in owner for form in dictation["people"][letter]]
    return any(
        re.search(rf"(?<!\w){re.escape(form)}(?!\w)", text, re.IGNORECASE) for form in [*forms, *map(_said, forms)]
    )


def _said(form: str) -> str:
    """Return a number as it is said: 'drie' for '3'."""
    said = ("nul", "een", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen", "tien")
    return said[int(form)] if form.isdigit() and int(form) < len(said) else form


def _named(label: str, dictation: dict) -> str:
    return next((letter for letter in dictation["people"] if _names(label, letter, dictation)), "?")


def _figures(outcomes: Sequence[str]) -> list[Figure]:
    counts = Counter(outcomes)
    total = f"of {len(outcomes)}"
    return [
        Figure("silently wrong", counts["silently wrong"], "", 0, total),
        Figure("about nobody", counts["about nobody"], "", None, total),
        Figure("asked", counts["asked"], "", None, total),
        Figure("right", counts["right"], "", None, total),
    ]


if __name__ == "__main__":
    sys.exit(main())
