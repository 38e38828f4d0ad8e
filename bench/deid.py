"""What masking leaves and what it takes: ``python -m bench deid`` (``--show`` prints both).

Names and numbers are planted at known places by ``bench.planted``. Of the dictations in ``bench/data`` a masked word is
right when it has a capital inside a sentence somewhere, or is in ``names.txt``, unless it is in ``no_names.txt``; the
held sets are only counted.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path

from bench import planted
from bench.planted import Planted
from bench.table import Figure, show
from voice_report.dutch.person_names import name_parts
from voice_report.dutch.sentences import split
from voice_report.dutch.word_sets import word_list
from voice_report.reporting.deidentification import (
    Kind,
    Known,
    Masked,
    Person,
    Restorer,
    lists,
    mask,
    restored,
)
from voice_report.reporting.deidentification.model import Hit
from voice_report.reporting.deidentification.reading import copied, words
from voice_report.reporting.deidentification.scan import scan
from voice_report.reporting.evidence.words.medicines import names as medicines
from voice_report.reporting.evidence.words.numerals import SMALL

DATA = Path(__file__).resolve().parent / "data"
TODAY = date(2026, 11, 28)
MANY = 2_000
CUTS = 100_000
_NAMED = {Kind.PERSON, Kind.NAME, Kind.PLACE, Kind.INSTITUTION}
_BORN = date(1938, 3, 14)

Making = Callable[[random.Random], Planted | None]


def _known(names: Iterable[str], chosen: Person | None = None) -> Known:
    people = [Person(name, name_parts(name)) for name in names]
    return Known(TODAY, tuple(people + ([chosen] if chosen else [])))


def left(making: Making, seed: str, known: Known | None = None) -> tuple[int, int, list[str]]:
    """Return of how many planted sentences something was left, of how many, and some of these sentences."""
    chance, found, made = random.Random(seed), [], 0  # noqa: S311
    while made < MANY:
        if (one := making(chance)) is None:
            continue
        made += 1
        others = [planted.person(chance) for _ in range(3)]
        hits = mask([one.text], known or _known([*one.people, *others])).hits[0]
        if not all(_is_covered(span, hits, one.text) for span in one.spans):
            found.append(one.text)
    return len(found), made, found[:40]


def _is_covered(span: tuple[int, int], hits: Sequence[Hit], text: str) -> bool:
    bare = {at for at in range(*span) if text[at].isalnum()}
    return bare <= {at for hit in hits for at in range(hit.start, hit.end)}


def _rare(kind: str) -> Making:
    frames = planted.frames(kind)

    def make(chance: random.Random) -> Planted | None:
        name = planted.rare(chance)
        key = lists.key(name)
        return None if lists.is_ordinary(key) or lists.is_name(key) else planted.planted(chance.choice(frames), name)

    return make


def _known_person(chance: random.Random) -> Planted:
    name = planted.person(chance)
    said = planted.cases(planted.mentioned(name, chance), chance)
    frame = chance.choice(planted.frames("binnen", "titel", "eerst"))
    suffix = chance.choice(
        ("", "", "", "'s" if said[-1] in "aiouy" else "s" if said[-1] not in "sxz" and said.islower() else "")
    )
    return planted.planted(frame, said, (name,), suffix=suffix)


def _misspelled(chance: random.Random) -> Planted | None:
    name = planted.person(chance)
    said = planted.misspelled(name.split()[-1], chance)
    if said is None:
        return None
    return planted.planted(
        chance.choice(planted.frames("binnen", "titel")), chance.choice((said, said.lower())), (name,)
    )


def _filled(kind: str, fill: Callable[[random.Random], str]) -> Making:
    frames = planted.frames(kind)
    return lambda chance: planted.planted(chance.choice(frames), fill(chance))


def _word(kind: str) -> Making:
    return _filled(kind, lambda chance: chance.choice(planted.words("word_names")))


def _any(*makings: Making) -> Making:
    return lambda chance: chance.choice(makings)(chance)


def _whole(making: Making) -> Making:
    """Return the same of which all that was planted is hidden, with what is between its words."""

    def make(chance: random.Random) -> Planted | None:
        one = making(chance)
        return one and Planted(one.text, ((one.spans[0][0], one.spans[-1][1]),), one.people)

    return make


def _born_in_any_form(chance: random.Random) -> Planted:
    said = chance.choice((
        "14-3-1938", "14-03-1938", "14/03/38", "14.03.1938", "1938-03-14", "14 maart 1938", "14 maart",
        "veertien maart achtendertig", "veertien maart negentien achtendertig", "14 maart '38",
        "veertien maart negentienhonderdachtendertig", "veertien nul drie achtendertig", "14 streepje 3 streepje 38",
        "14 eh maart eh 1938", "1 4 0 3 3 8", "een vier nul drie drie acht", "14 maart van het jaar 1938",
        "1938, 14 maart",
    ))  # fmt: skip
    frame = chance.choice(("Op {} is ze jarig.", "Ze is van {} en dat weet ze nog.", "Dat was {} volgens de dochter."))
    return Planted(frame.replace("{}", said), ((frame.index("{}"), frame.index("{}") + len(said)),))


def _number_in_any_form(figures: str, frames: Sequence[str]) -> Making:
    """Return what says a client's number: in groups, each in figures or words, and signs or words between."""

    def make(chance: random.Random) -> Planted:
        groups, at = [], 0
        while at < len(figures):
            many = 1 if figures[at] == "0" else chance.randint(1, 3)
            groups.append(figures[at : at + many])
            at += many
        in_words = chance.choice((0, 0.5, 1))
        said = [_in_words(int(one)) if chance.random() < in_words else one for one in groups]
        joint = chance.choice((" ", " ", "-", ".", ", ", " - ", " eh ", ", eh, ", " streepje ", " punt ", " en dan "))
        text = chance.choice(("", "", "K-", "k ", "K ", "k streepje ")) + joint.join(said)
        frame = chance.choice(frames)
        return Planted(frame.replace("{}", text), ((frame.index("{}"), frame.index("{}") + len(text)),))

    return make


def _in_words(value: int) -> str:
    hundreds, rest = divmod(value, 100)
    of_hundreds = f"{_SPELLED[hundreds] if hundreds > 1 else ''}honderd" if hundreds else ""
    return of_hundreds + (_SPELLED[rest] if rest or not hundreds else "")


def _cut_in_small_letters(chance: random.Random) -> Planted:
    name = planted.person(chance)
    last = name.split()[-1]
    frame = chance.choice(planted.frames("binnen", "titel"))
    return planted.planted(frame, planted.cut(last, chance).lower() if len(last) > 4 else last, (name,))


_SPELLED = {value: word for word, value in SMALL.items()}
_NUMBER = (
    "Zijn nummer is {} zei ze.", "Op de deur staat {} en dat klopt.", "Volgens haar was het {} geloof ik.",
    "Ze stond als {} in het systeem.",
)  # fmt: skip
_NUMBER_BEHIND_A_CUE = ("Zijn nummer is {} zei ze.", "Haar dossier {} lag er.", "Het cliëntnummer was dus {}.")
_KEPT = ("Norton", "Katz", "Addison", "Lewy", "Horner", "Mei", "April", "Juni", "Augustus")
_WRITTEN = _any(
    _filled("telefoon", planted.telephone), _filled("bsn", lambda chance: planted.digits(chance, 9)),
    _filled("rekening", planted.account), _filled("mail", planted.mail),
)  # fmt: skip
_SPOKEN = _any(
    _filled("telefoon", lambda chance: planted.spoken_digits(planted.digits(chance, 10, "06"), chance)),
    _filled("bsn", lambda chance: planted.spoken_digits(planted.digits(chance, 9), chance)),
    _filled("mail", planted.mail_spoken),
)  # fmt: skip
_INSTITUTION = _filled("instelling", lambda chance: chance.choice(planted.words("institutions")))
_PLACE = _filled("plaats", lambda chance: chance.choice(planted.words("places")))

#: What may be left of each, as a percentage.
GOALS: tuple[tuple[str, Making, float], ...] = (
    ("known people, any case and spelling", _known_person, 0),
    ("names in no list, inside a sentence", _rare("binnen"), 0),
    ("names in no list, behind a title", _rare("titel"), 0),
    ("names in no list, first in a sentence", _rare("eerst"), 0),
    ("numbers and e-mail, written", _whole(_WRITTEN), 0),
    ("names that are words, inside a sentence", _any(_word("binnen"), _word("titel")), 0),
    ("names that are words, first in one", _word("eerst"), 2),
    ("places and institutions", _any(_PLACE, _INSTITUTION), 1),
    ("addresses", _whole(_filled("adres", planted.address)), 3),
    ("post codes", _whole(_filled("postcode", planted.postcode)), 3),
    ("dates of birth", _whole(_filled("geboortedatum", planted.birth_date)), 1),
    ("numbers and e-mail, spoken", _whole(_SPOKEN), 2),
    ("known people by another spelling", _misspelled, 5),
)


#: What is known to be left at times; only counted.
COUNTED: tuple[tuple[str, Making], ...] = (
    ("names that are words, in small letters behind a title",
     _filled("titel", lambda chance: chance.choice(planted.words("word_names")).lower())),
    ("scales, conditions and months as a first name", _filled("eerst", lambda chance: chance.choice(_KEPT))),
    ("names in no list, cut in two", _filled("binnen", lambda chance: planted.cut(planted.rare(chance), chance))),
    ("known names, cut in two in small letters", _cut_in_small_letters),
)  # fmt: skip


def _hostile() -> Iterator[Figure]:
    """Yield how many of the hostile sentences leave something, and how many of their other words are masked."""
    left_of, of, wrong, many = Counter[str](), 0, 0, 0
    for kind, one in planted.hostile():
        hits, of = mask([one.text], Known(TODAY)).hits[0], of + 1
        left_of[kind] += not all(_is_covered(span, hits, one.text) for span in one.spans)
        others = [word for word in words(copied(one.text)) if not any(a <= word.start < b for a, b in one.spans)]
        others = [word for word in others if word.key not in planted.PARTICLES and word.text.isalpha()]
        many += len(others)
        wrong += sum(any(hit.start <= word.start < hit.end for hit in hits) for word in others)
    found = sum(left_of.values())
    yield Figure("left: hostile sentences", 100 * found / of, " %", 7, f"{found} of {of} {dict(+left_of)}")
    yield Figure("masked wrongly: words of these", 100 * wrong / many, " %", 1, f"{wrong} of {many}")


def _dictations(*, held: bool) -> Iterator[list[str]]:
    for path in sorted([*DATA.glob("*.jsonl"), *(DATA / "text").glob("*.jsonl")]):
        if ("held" in path.stem) == held:
            for line in path.read_text("utf-8").splitlines():
                row = json.loads(line)
                spoken = [one.get("text", "") for one in row.get("sentences", ())]
                yield [sentence for text in spoken for sentence in split(text)]


def _is_only_a_name(word: str) -> bool:
    return not word[0].isalpha() or (lists.is_name(word) and not lists.is_ordinary(word))


class Counted:
    """What is masked of dictations in which nothing was planted."""

    def __init__(self, *, held: bool) -> None:
        self.dictations = [texts for texts in _dictations(held=held) if texts]
        self.no_names = set(planted.words("no_names"))
        self.named = self._named() | set(planted.words("names"))
        self.words = self.refused = self.scanned = self.written = 0
        self.wrong: Counter[str] = Counter()
        self.right: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        for texts in self.dictations:
            self._count(texts)

    def _named(self) -> set[str]:
        found = set()
        for texts in self.dictations:
            for text in texts:
                said = words(copied(text))
                found |= {word.key for word in said if word.text[0].isupper() and not word.opens}
        return found - self.no_names

    def _count(self, texts: Sequence[str]) -> None:
        made = mask(texts, Known(TODAY))
        for text, hits in zip(texts, made.hits, strict=True):
            said = words(copied(text))
            self.words += len(said)
            for hit in hits:
                for word in said:
                    if hit.kind in _NAMED and word.key not in planted.PARTICLES and hit.start <= word.start < hit.end:
                        is_right = word.key in self.named or len(word.text) == 1 or _is_only_a_name(word.key)
                        (self.right if is_right else self.wrong)[word.text] += 1
        has_capitals = sum(text[0].isupper() for text in texts) >= 0.9 * len(texts)
        self.written += has_capitals
        self.refused += has_capitals and not made.reliable_case
        found = scan("\n".join(made.texts), made.vault.values.values())
        self.scanned += has_capitals and bool(found)
        self.reasons.update(found if has_capitals else ())


def _values() -> tuple[int, int, list[str]]:
    """Return how many medicines, values, doses, times, sides and negations are masked, of how many."""
    chance = random.Random("values")  # noqa: S311
    frames = (
        "Om {} uur {} mg {} gegeven.", "De waarde was {} en daarna {}, dus {} gestart.",
        "Ze kreeg {} tot {} keer {} per dag.",
    )  # fmt: skip
    said = word_list(
        """8.15 12.00 140/90 2,5 37,8 zevenendertig 5000 1.500 dertien 100 links rechterbeen niet geen zonder nooit half
        Parkinson Barthel Alzheimer Katz MMSE HbA1c SpO2 B12 linkerheup beiderzijds 10.30-11.00 0,25 500 250"""
    )
    listed = [one for one in medicines() if not lists.is_name(lists.key(one))]
    found = []
    for _ in range(MANY):
        text = chance.choice(frames)
        for fill in (
            chance.choice(said),
            chance.choice(said),
            chance.choice((str.lower, str.capitalize))(chance.choice(listed)),
        ):
            text = text.replace("{}", fill, 1)
        if mask([text], Known(TODAY)).hits[0]:
            found.append(text)
    return len(found), MANY, found[:40]


def _times() -> Iterator[Figure]:
    text = [one for texts in _dictations(held=False) for one in texts if one[0].isupper()]
    people = _known([planted.person(random.Random(at)) for at in range(20)])  # noqa: S311
    for many, goal in ((300, 10), (3_000, 80)):
        some, count = [], 0
        for one in text:
            if count >= many:
                break
            some.append(one)
            count += len(one.split())
        taken = []
        for _ in range(9):
            began = time.process_time()
            made = mask(some, people)
            scan("\n".join(made.texts), made.vault.values.values())
            taken.append((time.process_time() - began) * 1000)
        yield Figure(
            f"mask and scan of {many} words", sorted(taken)[len(taken) // 2], " ms", goal, "median of 9, processor time"
        )


def _restoring() -> Iterator[Figure]:
    chance, wrong, held, done = random.Random("cuts"), 0, 0, 0  # noqa: S311
    frames = planted.frames("binnen", "titel", "eerst", "plaats")
    while done < CUTS:
        texts = [planted.planted(chance.choice(frames), planted.person(chance)).text for _ in range(4)]
        made = mask(texts, Known(TODAY))
        answer, said = " ".join(made.texts), " ".join(texts)
        for _ in range(50):
            done += 1
            restorer, at, out = Restorer(made.vault), 0, []
            while at < len(answer):
                cut = min(len(answer), at + chance.randint(1, 12))
                out.append(restorer.feed(answer[at:cut]))
                held = max(held, cut - _sent(made, out, answer))
                at = cut
            wrong += "".join([*out, restorer.close()]) != said
        wrong += sum(restored(one, made.vault) != text for one, text in zip(made.texts, texts, strict=True))
    yield Figure("restored wrongly", wrong, "", 0, f"of {done} random cuts")
    yield Figure("characters held back", held, "", 24)


def _sent(made: Masked, out: Sequence[str], answer: str) -> int:
    """Return how much of the answer has come out: what was given back, with its placeholders again."""
    given = "".join(out)
    at = 0
    while given and at < len(answer):
        if (
            answer[at] == "["
            and (end := answer.find("]", at)) > 0
            and (words := made.vault.values.get(answer[at : end + 1]))
        ):
            if not given.startswith(words):
                break
            given, at = given[len(words) :], end + 1
        else:
            given, at = given[1:], at + 1
    return at


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", action="store_true", help="print what was left, and what was masked wrongly")
    shown = parser.parse_args().show
    figures, examples = [], {}
    for name, making, goal in GOALS:
        many, of, examples[name] = left(making, name)
        figures.append(Figure(f"left: {name}", 100 * many / of, " %", goal, f"{many} of {of}"))
    for name, making in COUNTED:
        many, of, examples[name] = left(making, name)
        figures.append(Figure(f"left: {name}", 100 * many / of, " %", None, f"{many} of {of}"))
    figures += _hostile()
    chosen = Person("chosen", name_parts("Wilma Roos"), number="K-20394", born=_BORN, is_chosen=True)
    many, of, examples["chosen"] = left(_born_in_any_form, "born", _known([], chosen))
    figures.append(Figure("left: the chosen client's date of birth", 100 * many / of, " %", 0, f"{many} of {of}"))
    many, of, examples["number"] = left(_number_in_any_form("20394", _NUMBER), "number", _known([], chosen))
    figures.append(Figure("left: the chosen client's number", 100 * many / of, " %", 0, f"{many} of {of}"))
    short = Person("chosen", name_parts("Wilma Roos"), number="K-77", is_chosen=True)
    many, of, examples["short"] = left(_number_in_any_form("77", _NUMBER_BEHIND_A_CUE), "short", _known([], short))
    figures.append(Figure("left: one of two figures, behind a cue", 100 * many / of, " %", 0, f"{many} of {of}"))
    many, of, examples["values"] = _values()
    figures.append(Figure("masked wrongly: sentences of values and medicines", many, "", 0, f"of {of}"))
    for held in (False, True):
        counted = Counted(held=held)
        where = "held dictations" if held else "dictations"
        wrong = sum(counted.wrong.values())
        detail = f"{wrong} of {counted.words} words, {sum(counted.right.values())} masked rightly"
        figures.append(Figure(f"masked wrongly: words of {where}", 100 * wrong / counted.words, " %", 0.5, detail))
        refused = counted.refused + counted.scanned
        detail = f"{counted.refused} case, {counted.scanned} scan {dict(counted.reasons) or ''}, of {counted.written}"
        figures.append(Figure(f"refused: {where} with capitals", 100 * refused / counted.written, " %", 2, detail))
        if shown and not held:
            print("wrong:", counted.wrong.most_common(400))
    figures += [*_times(), *_restoring()]
    if shown:
        for name, texts in examples.items():
            print(f"\n{name}", *texts[:12], sep="\n  ")
    return 0 if show("Masking", figures) else 1


if __name__ == "__main__":
    sys.exit(main())
