"""How far a report is from one that can be pasted: ``python -m bench text`` (``--help`` says which options there are).

Each dictation of ``bench/data/text`` goes through the local engine; what comes out is compared with the report that a
care professional would paste. Counted per report:

- **edits**: a run of words changed, deleted or typed, a sentence moved to another heading, a topic typed in front
  ('Kamer 4, mevrouw De Boer:'), a capital, a stop. A mark beside a changed run comes with it; commas are taste.
- **words changed**, per 200 of the gold report.
- **wrong headings**: sentences of which most words stand under a heading where nobody would look for them.
- **unsafe facts**: a value, medicine, side, name or denial that does not stand with what it belongs to, a sentence that
  reads as if it were about another person, and a value that was taken back standing alone.

A report is pasteable with at most two edits and no unsafe fact. Exits with 1 when a goal is not met.
"""

import argparse
import json
import re
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from voice_report.integrations.structuring import local
from voice_report.reporting.templates import BUILT_IN, ReportTemplate
from voice_report.reporting.tidying import tidy

from .table import Figure, show

DATA = Path(__file__).resolve().parent / "data" / "text"
SETS = ("dev", "held", "fresh", "fresh_held", "talk", "talk_held")
LOOKED_AT = ("dev", "fresh", "talk")
PASTEABLE = 2  # edits
_ENDS = ".?!"
_JOINING = {"op", "van", "in", "uit"}  # between a name and a room: 'Mirjam van kamer 3'
_NEAR = {"who": (-1, -2), "": (-1, 1)}  # lines beside its own in which a fact may have its subject


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of a report: its text, and the key of its section. Lines are in the order of speaking."""

    text: str
    section: str


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a report with its marks, and the place of its sentence."""

    text: str
    sentence: int

    @property
    def key(self) -> str:
        """The word without marks and capitals."""
        return self.text.casefold().strip(".,;:?!()'\"‘’“”…-") or self.text

    @property
    def form(self) -> tuple[bool, bool]:
        """Whether it has a capital, and whether a sentence ends behind it."""
        return self.text.lstrip("'‘(")[:1].isupper(), self.text[-1] in _ENDS


@dataclass
class Score:
    """What was counted in one report."""

    edits: Counter[str] = field(default_factory=Counter)
    words: int = 0
    changed: int = 0
    wrong_headings: int = 0
    unsafe: list[str] = field(default_factory=list)
    beside: list[str] = field(default_factory=list)  #: taken-back values that stand beside the right ones

    @property
    def total(self) -> int:
        return self.edits.total()

    @property
    def is_pasteable(self) -> bool:
        return self.total <= PASTEABLE and not self.unsafe


def main() -> int:
    """Print the tables; return the exit status."""
    parser = argparse.ArgumentParser(description="How far the local engine's reports are from ones that can be pasted.")
    parser.add_argument("--set", choices=SETS, action="append", help="which dictations: all when not given")
    parser.add_argument(
        "--show", action="store_true", help="what is counted in each report of those that are looked at"
    )
    chosen = parser.parse_args()
    holds = True
    for name in chosen.set or SETS:
        dictations = load(name)
        scores = {one["id"]: score(one, written(one)) for one in dictations}
        if chosen.show and name in LOOKED_AT:
            for one in dictations:
                _show(one, scores[one["id"]])
        holds &= show(f"Reports of the local engine, {name}, {len(scores)} dictations", _figures([*scores.values()]))
    return 0 if holds else 1


def load(name: str) -> list[dict]:
    """Return the dictations of a set (``bench/data/README.md``)."""
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text("utf-8").splitlines()]


def written(dictation: dict) -> list[Line]:
    """Return the report that the local engine makes of a dictation, in Netjes."""
    template = BUILT_IN[dictation["template"]]
    placed = local.place(" ".join(one["text"] for one in dictation["sentences"]), template)
    tidied = tidy([text for text, _ in placed], template)
    off = tidied.needless({at: section.key for at, (_, section) in enumerate(placed)})
    texts = ((tidied.text(at, section.key, off), section.key) for at, (_, section) in enumerate(placed))
    return [Line(text, key) for text, key in texts if text is not None]


def score(dictation: dict, lines: Sequence[Line]) -> Score:
    """Compare a report with the gold one of its dictation."""
    found = Score()
    template = BUILT_IN[dictation["template"]]
    topics = _topics(dictation)
    unlabelled = [Line(_without_topic(line.text, topics), line.section) for line in lines]
    made = _words([line.text for line in unlabelled])
    gold = _closest(dictation, made)
    steps = _align(made, gold)
    found.words = len(gold)
    _count_runs(found, steps, unlabelled)
    under = _count_moves(found, steps, dictation, unlabelled)
    _count_topics(found, dictation, under, lines, template)
    _count_facts(found, dictation["facts"], _in_report(lines, template))
    return found


def _words(sentences: Sequence[str]) -> list[Word]:
    return [Word(word, at) for at, text in enumerate(sentences) for word in text.split() if re.search(r"\w|[%+]", word)]


def _closest(dictation: dict, made: list[Word]) -> list[Word]:
    """Return the gold report, of each sentence the form that is closest to what was made."""
    forms = [one["written"] for one in dictation["sentences"]]
    chosen = [some[0] for some in forms]
    beside: dict[int, list[Word]] = defaultdict(list)
    last, between = 0, list[Word]()  # words between two sentences may be of either
    for left, right in _align(made, _words(chosen)):
        if right and right.sentence != last:
            last = right.sentence
            beside[last] += between
        between = [] if right else [*between, *([left] if left else [])]
        if left:
            beside[last].append(left)
    for at, some in enumerate(forms):
        if len(some) > 1:
            near = beside[at]
            chosen[at] = min(some, key=lambda text: sum(not _same(*step) for step in _align(near, _words([text]))))
    return _words(chosen)


#: A word of what was made and the gold word in its place; ``None`` where one has none.
Step = tuple[Word | None, Word | None]


def _same(left: Word | None, right: Word | None) -> bool:
    return left is not None and right is not None and left.key == right.key


def _align(made: Sequence[Word], gold: Sequence[Word]) -> list[Step]:
    """Return the cheapest way from one row of words to the other: pairs, and words of one alone."""
    costs: list[list[float]] = [[*range(len(gold) + 1)]]
    for row, left in enumerate(made, 1):
        above, current = costs[-1], [float(row)]
        for column, right in enumerate(gold, 1):
            pair = above[column - 1] + (0 if left.key == right.key else 1.5)
            current.append(min(pair, above[column] + 1, current[-1] + 1))
        costs.append(current)
    steps: list[Step] = []
    row, column = len(made), len(gold)
    while row or column:
        left, right = made[row - 1] if row else None, gold[column - 1] if column else None
        here = costs[row][column]
        if left and right and here == costs[row - 1][column - 1] + (0 if left.key == right.key else 1.5):
            steps.append((left, right))
            row, column = row - 1, column - 1
        elif left and here == costs[row - 1][column] + 1:
            steps.append((left, None))
            row -= 1
        else:
            steps.append((None, right))
            column -= 1
    return steps[::-1]


def _count_runs(found: Score, steps: Sequence[Step], lines: Sequence[Line]) -> None:
    """Count runs of words that differ, and marks that do where the words do not."""
    changed = [not _same(*step) for step in steps]
    section = None
    is_open = False
    kinds: list[set[str]] = []
    for at, (left, right) in enumerate(steps):
        here = lines[left.sentence].section if left else section
        if changed[at]:
            if not is_open or here != section:
                kinds.append(set())
            kinds[-1].add("changed" if left and right else "deleted" if left else "typed")
        elif left and right and not any(changed[max(0, at - 1) : at + 2]):
            for name, one, other in zip(("capital", "stop"), left.form, right.form, strict=True):
                found.edits[name] += one != other
        is_open, section = changed[at], here
    for some in kinds:
        found.edits[next(iter(some)) if len(some) == 1 else "changed"] += 1
    found.edits += Counter()  # without zeros
    deleted = sum(left is not None for (left, _), one in zip(steps, changed, strict=True) if one)
    typed = sum(right is not None for (_, right), one in zip(steps, changed, strict=True) if one)
    found.changed = max(deleted, typed)


def _count_moves(found: Score, steps: Sequence[Step], dictation: dict, lines: Sequence[Line]) -> dict[int, int]:
    """Count what stands under a wrong heading; return the line that has most of each gold sentence."""
    where: dict[int, list[int]] = defaultdict(list)
    for left, right in steps:
        if left and right and left.key == right.key:
            where[right.sentence].append(left.sentence)
    under = {}
    for at, words in where.items():
        one = dictation["sentences"][at]
        good = {one["section"], *one.get("also", ())}
        wrong = [lines[line].section not in good for line in words]
        found.edits["moved"] += sum(now and not before for before, now in pairwise([False, *wrong]))
        found.wrong_headings += 2 * sum(wrong) > len(wrong)
        under[at] = Counter(words).most_common(1)[0][0]
    found.edits += Counter()
    return under


def _topics(dictation: dict) -> dict[str, str]:
    """Return the topics of a handover, each with its name as it is looked for in the text."""
    return {one["topic"]: one["topic"].split()[-1].casefold() for one in dictation["sentences"] if "topic" in one}


def _without_topic(text: str, topics: dict[str, str]) -> str:
    label, colon, rest = text.partition(": ")
    said = set(re.findall(r"\w+", label.casefold())) - _JOINING
    is_topic = any(name in said and said <= {*re.findall(r"\w+", topic.casefold())} for topic, name in topics.items())
    return rest if colon and (is_topic or any(label.casefold().endswith(name) for name in topics.values())) else text


def _count_topics(
    found: Score, dictation: dict, under: dict[int, int], lines: Sequence[Line], template: ReportTemplate
) -> None:
    """Count sentences of a handover that read as if they were about another person."""
    topics = _topics(dictation)
    current: dict[str, str] = {}
    reads: dict[int, str | None] = {}
    for at in _order(lines, template):
        line = lines[at]
        named = [name for name in topics.values() if re.search(rf"\b{re.escape(name)}\b", line.text.casefold())]
        if named:
            current[line.section] = named[0]
        reads[at] = current.get(line.section)
    for at, one in enumerate(dictation["sentences"]):
        if "topic" in one and at in under and reads[under[at]] != topics[one["topic"]]:
            found.edits["topic typed"] += 1
            found.unsafe.append(f"who: {one['text']}")


def _order(lines: Sequence[Line], template: ReportTemplate) -> list[int]:
    keys = [section.key for section in template.sections]
    return sorted(range(len(lines)), key=lambda at: keys.index(lines[at].section))


def _in_report(lines: Sequence[Line], template: ReportTemplate) -> list[Line]:
    return [Line(_plain(lines[at].text), lines[at].section) for at in _order(lines, template)]


def _plain(text: str) -> str:
    return re.sub(r"\s+(?=%)", "", text.casefold())


def _count_facts(found: Score, facts: Sequence[dict], report: Sequence[Line]) -> None:
    for fact in facts:
        taken_back = [at for at in range(len(report)) if _has(report[at].text, fact.get("taken_back", ()))]
        right = [at for at in range(len(report)) if _has(report[at].text, fact["forms"])]
        if not any(_belongs(at, fact, report) for at in right):
            found.unsafe.append(f"{fact['kind']}: {fact['forms'][0]}")
        elif any(at not in range(near - 1, near + 2) for at in taken_back for near in right[:1]):
            found.unsafe.append(f"taken back: {fact['taken_back'][0]}")
        elif taken_back:
            found.beside.append(fact["taken_back"][0])


def _has(text: str, forms: Sequence[str]) -> bool:
    return any(re.search(rf"(?<![\w,]){re.escape(_plain(form))}(?![\w%]|[,/]\d)", text) for form in forms)


def _belongs(at: int, fact: dict, report: Sequence[Line]) -> bool:
    """Return whether the sentence at this place of the report, or one beside it, has what the fact is about."""
    if "of" not in fact:
        return True
    places = [at, *(at + step for step in _NEAR.get(fact["kind"], _NEAR[""]))]
    beside = [report[one] for one in places if 0 <= one < len(report) and report[one].section == report[at].section]
    return any(_plain(word) in line.text for line in beside for word in fact["of"])


def _figures(scores: Sequence[Score]) -> list[Figure]:
    kinds: Counter[str] = sum((one.edits for one in scores), Counter())
    words = sum(one.words for one in scores)
    unsafe = Counter(fact.split(":")[0] for one in scores for fact in one.unsafe)
    return [
        Figure("edits a report, median", statistics.median(one.total for one in scores), "", 2, _listed(kinds)),
        Figure("words changed per 200", 200 * sum(one.changed for one in scores) / words, "", 5, f"of {words}"),
        Figure("wrong headings a report", sum(one.wrong_headings for one in scores) / len(scores), "", 0.8),
        Figure("unsafe facts", unsafe.total(), "", 0, _listed(unsafe)),
        Figure("taken-back values beside the right ones", sum(len(one.beside) for one in scores)),
        Figure("reports that cannot be pasted", sum(not one.is_pasteable for one in scores), "", len(scores) // 4),
    ]


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.most_common())


def _show(dictation: dict, found: Score) -> None:
    print(f"\n{dictation['id']} {dictation['template']}: {found.total} edits ({_listed(found.edits)})")
    for text in found.unsafe:
        print(f"  unsafe: {text}")
    for text in _misplaced(dictation):
        print(f"  {text}")


def _misplaced(dictation: dict) -> Iterator[str]:
    placed = local.place(" ".join(one["text"] for one in dictation["sentences"]), BUILT_IN[dictation["template"]])
    where = {text: section.key for text, section in placed}
    for one in dictation["sentences"]:
        section = where.get(one["text"])
        if section and one["written"][0] and section not in {one["section"], *one.get("also", ())}:
            yield f"{section} instead of {one['section']}: {one['text']}"


if __name__ == "__main__":
    sys.exit(main())
