"""How well the local engine sorts: ``python -m bench.structure [--data FILE]``.

Each labelled dictation is structured as one transcript, through the same ``stream`` the product uses, and each of its
sentences is looked up, word for word, under the headings of the finished markdown. The rules were written from the
first half of the dictations (d01-d12) only; the second half shows how they do on unseen sentences.

Exits with 1 when a sentence was lost, added or changed, with 2 when there is no data file.
"""

import argparse
import asyncio
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from voice_report.integrations.structuring import headings
from voice_report.integrations.structuring.local import LocalEngine
from voice_report.report_templates import DEFAULT
from voice_report.services.shared.export import plain_text
from voice_report.texts import NIET_BESPROKEN

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "dictations.jsonl"
GOAL = 0.75
READ_WHILE_WRITING = {f"d{number:02d}" for number in range(1, 13)}
HEADING_OF = {section.key: section.title for section in DEFAULT.sections}


@dataclass(frozen=True)
class Outcome:
    """The result for one labelled sentence."""

    dictation: str
    domain: str
    label: str
    right: bool
    whole: bool


def main() -> int:
    """Print the table; return the exit status."""
    parser = argparse.ArgumentParser(description="Share of sentences the local engine puts under the labelled heading.")
    parser.add_argument("--data", type=Path, default=DATA, help="labelled dictations, one JSON object per line")
    path = parser.parse_args().data
    if not path.is_file():
        print(f"No labelled dictations at {path}: nothing measured. Give the file with --data.", file=sys.stderr)
        return 2
    dictations = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    outcomes, damaged, words = [], 0, 0
    started = time.perf_counter()
    for dictation in dictations:
        transcript = " ".join(sentence["text"] for sentence in dictation["sentences"])
        words += len(transcript.split())
        found, intact = _measure(dictation, transcript)
        outcomes += found
        damaged += not intact
    seconds = time.perf_counter() - started
    _print_shares(outcomes)
    broken = sum(not outcome.whole for outcome in outcomes)
    print(f"\nsentences lost or changed: {broken} of {len(outcomes)} ('geen' included)")
    print(f"dictations with a word lost, added or said twice: {damaged} of {len(dictations)}")
    print(f"time: {seconds / words * 1_000_000:.1f} ms per 1,000 words ({words} words)")
    return 1 if broken or damaged else 0


def _measure(dictation: dict, transcript: str) -> tuple[list[Outcome], bool]:
    """Return the outcome of each sentence, and whether the report has exactly the transcript's words."""
    sections = _sections(headings.check(asyncio.run(_report(transcript)), DEFAULT))
    said = sorted(transcript.split())
    intact = sorted(word for text in sections.values() for word in text.split()) == said
    outcomes = []
    for sentence in dictation["sentences"]:
        text, label = sentence["text"], sentence["section"]
        under = [heading for heading, body in sections.items() if text in body]
        outcomes.append(
            Outcome(dictation["id"], dictation["domain"], label, HEADING_OF.get(label) in under, bool(under))
        )
    return outcomes, intact


async def _report(transcript: str) -> str:
    return "".join([piece async for piece in LocalEngine().stream(transcript, DEFAULT)])


def _sections(markdown: str) -> dict[str, str]:
    """Return the plain text under each heading; the sentences of a list are joined into one text."""
    sections = {}
    for part in markdown.removeprefix("## ").split("\n\n## "):
        heading, _, body = part.partition("\n\n")
        lines = (line.removeprefix("- ") for line in body.strip().splitlines())
        text = plain_text(" ".join(lines)).strip()
        sections[heading] = "" if text == NIET_BESPROKEN else text
    return sections


def _print_shares(outcomes: list[Outcome]) -> None:
    counted = [outcome for outcome in outcomes if outcome.label in HEADING_OF]
    share = _share(counted)
    print(f"Under the labelled heading, of {len(counted)} sentences (goal {GOAL:.0%}: {_verdict(share)})")
    print(f"{len(outcomes) - len(counted)} sentences labelled 'geen' belong nowhere and do not count here.\n")
    _print_row("all", counted)
    _print_row("read while writing the rules (d01-d12)", [o for o in counted if o.dictation in READ_WHILE_WRITING])
    _print_row("not seen before (the others)", [o for o in counted if o.dictation not in READ_WHILE_WRITING])
    for title, key in (("section", lambda o: HEADING_OF[o.label]), ("domain", lambda o: o.domain)):
        print()
        groups = defaultdict(list)
        for outcome in counted:
            groups[key(outcome)].append(outcome)
        for name, group in groups.items():
            unseen = [o for o in group if o.dictation not in READ_WHILE_WRITING]
            _print_row(f"{title}: {name}", group, unseen)


def _print_row(name: str, group: list[Outcome], unseen: Iterable[Outcome] | None = None) -> None:
    right = sum(outcome.right for outcome in group)
    row = f"{name:<42}{right:>4} of {len(group):>4}  {_share(group):>6.1%}"
    if unseen is not None and (others := list(unseen)):
        row += f"   not seen before: {sum(o.right for o in others)} of {len(others)}"
    print(row)


def _share(group: list[Outcome]) -> float:
    return sum(outcome.right for outcome in group) / len(group) if group else 0.0


def _verdict(share: float) -> str:
    return "reached" if share >= GOAL else "NOT reached"


if __name__ == "__main__":
    sys.exit(main())
