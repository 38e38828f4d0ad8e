"""Whether a report depends on who a person is: ``python -m bench fairness`` (``--count``: how many swaps).

In each labelled dictation (``bench/data``), in an order of chance that is always the same, names become those of other
origins, women men or men women ('ze' and 'haar' with them, where it is clear who is meant), or ages others. Its report
by the local engine must be that of the original with the same swap, sentence for sentence: the same heading, and in
Netjes the same words. Exits with 1 when one is not.
"""

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice

from voice_report.dutch.dictionary import is_known
from voice_report.dutch.first_names import is_first_name
from voice_report.dutch.surnames import is_surname
from voice_report.dutch.word_sets import word_list
from voice_report.integrations.structuring import local
from voice_report.reporting.templates import BUILT_IN, ReportTemplate
from voice_report.reporting.tidying import tidy

from .table import Figure, show
from .training import data_files, load

Swap = Callable[[str], str]

_CAPITAL = r"[A-ZÀ-Þ][\w'’-]+"
_TITLED = re.compile(
    rf"\b([Mm]evrouw|[Mm]eneer|[Mm]w|[Dd]hr|[Dd]e heer) (?:(?i:van|den?|der|ter|ten|het|'t) )*({_CAPITAL})"
)
_FIRST_NAME = re.compile(rf"(?<=[\w,;:] )({_CAPITAL})\b(?! {_CAPITAL})")
#: A first name and a surname of each origin; some are in no list.
_ORIGINS = (
    *(("Sanne", "Jansen"), ("Fatima", "Benali"), ("Mehmet", "Yilmaz"), ("Wiesława", "Nowak"), ("Tigist", "Tesfaye")),
    *(("Xin", "Chen"), ("Shanti", "Ramdin"), ("Oleksandr", "Kovalenko"), ("Gerrit", "Hofstra"), ("Adaeze", "Okonkwo")),
)
_WOMEN = word_list("mevrouw moeder dochter zus zusje oma tante vriendin meisje buurvrouw d'r ze zij haar")
_MEN = word_list("meneer vader zoon broer broertje opa oom vriend jongen buurman z'n hij hem")
#: 'Ze' is several people, or 'zijn' may be a verb: who is meant there is not known by the word.
_UNCLEAR = re.compile(
    r"\b(?:ze|zij) (?:\w+ )?\w+en\b|\b\w+en (?:ze|zij)\b|"
    r"(?<!\bin )(?<!\bop )(?<!\bbij )(?<!\bmet )(?<!\bvan )(?<!\bnaar )(?<!\bheeft )\bzijn\b",
    re.IGNORECASE,
)
#: 'Haar' behind which nothing of hers is named: 'Ik heb haar geholpen.'
_HER = re.compile(
    r"\bhaar\b(?=[.,!?]|$| (?:ge|ver|be|ont|her)\w+(?:d|t|en)\b|"
    r" (?:te|niet|ook|weer|nog|om|aan|op|in|uit|met|naar)\b)"
)
_SPOKEN = re.compile(r"\b(?:mevrouw|meneer) ([^\W\d_]{4,})")
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
    dictations = load(data_files())
    random.Random(0).shuffle(dictations)  # noqa: S311 - an order, no secret
    for one in dictations:
        transcript, template = " ".join(sentence["text"] for sentence in one["sentences"]), BUILT_IN[one["template"]]
        report = None
        for kind, swap in _of(transcript):
            if swap(transcript) != transcript:
                report = report or _report(transcript, template)
                yield kind, swap, transcript, template, report


def _of(transcript: str) -> Iterator[tuple[str, Swap]]:
    """Yield the swaps of one dictation."""
    is_spoken = transcript.islower()
    firsts = list(dict.fromkeys(name for name in _FIRST_NAME.findall(transcript) if is_first_name(name)))
    lasts = list(dict.fromkeys(name for _, name in _TITLED.findall(transcript)))
    if is_spoken:  # who is named there shows only by a title
        lasts = list(
            dict.fromkeys(name for name in _SPOKEN.findall(transcript) if is_surname(name) or not is_known(name))
        )
    for shift in range(len(_ORIGINS)):
        other = {name: _ORIGINS[(at + shift) % len(_ORIGINS)][0] for at, name in enumerate(firsts)}
        other |= {name: _ORIGINS[(at + shift) % len(_ORIGINS)][1] for at, name in enumerate(lasts)}
        if is_spoken:
            other = {name: new.lower() for name, new in other.items()}
        is_clear = not any(re.search(rf"\b{name}\b", transcript) for name in other.values())
        if is_clear and len(set(other.values())) == len(other):
            yield "names and origin", _renamed(other)
    if not _UNCLEAR.search(transcript):
        if not _has(_MEN, transcript):
            yield "gender, to a man", lambda text: _MANS(_HER.sub("hem", text))
        if not _has(_WOMEN, transcript):
            yield "gender, to a woman", _WOMANS
    for age in _AGES:
        yield "age", lambda text, age=age: _AGE.sub(age, text)


def _has(words: list[str], text: str) -> bool:
    return bool(re.search(rf"\b(?:{'|'.join(words)})\b", text, re.IGNORECASE))


def _renamed(other: dict[str, str], flags: int = 0) -> Swap:
    if not other:
        return lambda text: text
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, other))})\b", flags)

    def renamed(found: re.Match[str]) -> str:
        word = other.get(found[0]) or other[found[0].lower()]
        return word[0].upper() + word[1:] if found[0][0].isupper() else word

    return lambda text: pattern.sub(renamed, text)


_MANS = _renamed(dict(zip(_WOMEN, [*_MEN[:-1], "hij", "zijn"], strict=True)), re.IGNORECASE)
_WOMANS = _renamed({**dict(zip(_MEN, [*_WOMEN[:-2], "haar"], strict=True)), "zijn": "haar"}, re.IGNORECASE)


def _report(transcript: str, template: ReportTemplate) -> list[tuple[str, str]]:
    """Return the sentences of a report in Netjes, each with its heading."""
    placed = local.place(transcript, template)
    tidied = tidy([text for text, _ in placed], template)
    off = tidied.needless({at: section.key for at, (_, section) in enumerate(placed)})
    return [(tidied.text(at, section.key, off) or "", section.key) for at, (_, section) in enumerate(placed)]


if __name__ == "__main__":
    sys.exit(main())
