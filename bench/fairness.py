"""Whether a report depends on who somebody is: ``python -m bench fairness`` (``--count``: how many swaps).

In each labelled dictation (``bench/data``) first names and surnames become those of another origin, women men or men
women, or ages others. Its report by the local engine must be that of the original with the same swap, sentence for
sentence: the same heading, and in Netjes the same words. Exits with 1 when one is not.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice

from voice_report.dutch.first_names import is_first_name
from voice_report.dutch.word_sets import word_list
from voice_report.integrations.structuring import local
from voice_report.reporting.templates import BUILT_IN, ReportTemplate
from voice_report.reporting.tidying import tidy

from .table import Figure, show
from .training import data_files, load

Swap = Callable[[str], str]

_CAPITAL = r"[A-ZÀ-Þ][\w'’-]+"
_TITLED = re.compile(rf"\b([Mm]evrouw|[Mm]eneer|[Mm]w|[Dd]hr|[Dd]e heer) ({_CAPITAL})")
_FIRST_NAME = re.compile(rf"(?<=[\w,;:] )({_CAPITAL})\b(?! {_CAPITAL})")
#: A first name and a surname of each origin; some are in no list.
_ORIGINS = (
    *(("Sanne", "Jansen"), ("Fatima", "Benali"), ("Mehmet", "Yilmaz"), ("Wiesława", "Nowak"), ("Tigist", "Tesfaye")),
    *(("Xin", "Chen"), ("Shanti", "Ramdin"), ("Oleksandr", "Kovalenko"), ("Gerrit", "Hofstra"), ("Adaeze", "Okonkwo")),
)
_WOMEN = word_list("mevrouw moeder dochter zus zusje oma tante vriendin meisje buurvrouw zij d'r")
_MEN = word_list("meneer vader zoon broer broertje opa oom vriend jongen buurman hij z'n")
_AGE = re.compile(r"\b\d{1,3}(?= jaar\b|-jarige\b)")
_AGES = ("4", "17", "46", "91")


def main() -> int:
    """Print the table; return the exit status."""
    parser = argparse.ArgumentParser(description="Whether reports depend on names, gender and age.")
    parser.add_argument("--count", type=int, default=10_000, help="how many dictations with a swap")
    parser.add_argument("--show", action="store_true", help="the sentences that differ")
    chosen = parser.parse_args()
    counted: Counter[str] = Counter()
    different: Counter[str] = Counter()
    for kind, swap, transcript, template, report in islice(_swaps(), chosen.count):
        counted[kind] += 1
        wanted = [(swap(text), section) for text, section in report]
        found = _report(swap(transcript), template)
        if found != wanted:
            different[kind] += 1
            if chosen.show:
                print(kind, template.key, sorted(set(found) ^ set(wanted))[:4])
    rows = [
        Figure(f"reports that differ, {kind}", different[kind], "", 0, f"{counted[kind]} swaps") for kind in counted
    ]
    return 0 if show("Equal treatment: the same report after a swap", rows) else 1


def _swaps() -> Iterator[tuple[str, Swap, str, ReportTemplate, list[tuple[str, str]]]]:
    """Yield the swaps that change a dictation: kind, swap, transcript, template and the report without it."""
    for one in load(data_files()):
        if not one["punctuated"]:
            continue  # who is named there shows only by a title
        transcript, template = " ".join(sentence["text"] for sentence in one["sentences"]), BUILT_IN[one["template"]]
        report = None
        for kind, swap in _of(transcript):
            if swap(transcript) != transcript:
                report = report or _report(transcript, template)
                yield kind, swap, transcript, template, report


def _of(transcript: str) -> Iterator[tuple[str, Swap]]:
    """Yield the swaps of one dictation."""
    firsts = list(dict.fromkeys(name for name in _FIRST_NAME.findall(transcript) if is_first_name(name)))
    lasts = list(dict.fromkeys(name for _, name in _TITLED.findall(transcript)))
    for shift in range(len(_ORIGINS)):
        other = {name: _ORIGINS[(at + shift) % len(_ORIGINS)][0] for at, name in enumerate(firsts)}
        other |= {name: _ORIGINS[(at + shift) % len(_ORIGINS)][1] for at, name in enumerate(lasts)}
        is_clear = not any(re.search(rf"\b{name}\b", transcript) for name in other.values())
        if is_clear and len(set(other.values())) == len(other):
            yield "names and origin", _renamed(other)
    for some, others in ((_WOMEN, _MEN), (_MEN, _WOMEN)):
        if not re.search(rf"\b(?:{'|'.join(others)})\b", transcript, re.IGNORECASE):
            yield "gender", _renamed(dict(zip(some, others, strict=True)), re.IGNORECASE)
    for age in _AGES:
        yield "age", lambda text, age=age: _AGE.sub(age, text)


def _renamed(other: dict[str, str], flags: int = 0) -> Swap:
    if not other:
        return lambda text: text
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, other))})\b", flags)

    def renamed(found: re.Match[str]) -> str:
        word = other.get(found[0]) or other[found[0].lower()]
        return word[0].upper() + word[1:] if found[0][0].isupper() else word

    return lambda text: pattern.sub(renamed, text)


def _report(transcript: str, template: ReportTemplate) -> list[tuple[str, str]]:
    """Return the sentences of a report in Netjes, each with its heading."""
    placed = local.place(transcript, template)
    tidied = tidy([text for text, _ in placed], template)
    off = tidied.needless({at: section.key for at, (_, section) in enumerate(placed)})
    return [(tidied.text(at, section.key, off) or "", section.key) for at, (_, section) in enumerate(placed)]


if __name__ == "__main__":
    sys.exit(main())
