"""Sentences with names and numbers planted at known places, for ``bench.deid``: from the files of ``data/deid``.

Made before the rules of masking were, from word lists of their own. Seeded: the same every time.
"""

import random
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from voice_report.dutch.characters import without_accents
from voice_report.dutch.verbalisation import cardinals
from voice_report.dutch.word_sets import word_list, word_set

DATA = Path(__file__).resolve().parent / "data" / "deid"

_ONSETS = word_list("b br d dr f fl g gr h j k kl kn kw l m n p pr r s sch sl st t tj v vl w z zw")
_VOWELS = word_list("a aa e ee i ie o oe oo u ui ij ei eu au")
_CODAS = word_list("k kt l ld lm m mp n ng nk p r rf rk rm rs s sk st t x")
_ENDS = ["", "", "", "a", "o", "inga", "stra", "mans", "wicz", "oglu", "ian", "sen"]
_UNSEEN: dict[int, None] = dict.fromkeys((0xAD, 0x200B))
PARTICLES = word_set("van der den de ter ten het t la el al o d ben von in ouden")


@dataclass(frozen=True, slots=True)
class Planted:
    """A sentence, and the places in it that may not be read by others; ``people`` are known to the organization."""

    text: str
    spans: tuple[tuple[int, int], ...]
    people: tuple[str, ...] = ()


@cache
def words(name: str) -> list[str]:
    """Return the words of a file; of one with '|', what stands between these."""
    text = (DATA / f"{name}.txt").read_text("utf-8")
    return [one.strip() for one in (text.replace("\n", "|").split("|") if "|" in text else text.split()) if one.strip()]


@cache
def frames(*kinds: str) -> list[str]:
    """Return the sentences of these kinds, with '{}' where something is planted."""
    lines = (line.split("\t") for line in (DATA / "frames.txt").read_text("utf-8").splitlines())
    return [text for kind, text in lines if kind in kinds]


def hostile() -> Iterator[tuple[str, Planted]]:
    """Yield the kind and the sentence of each line of ``hostile.txt``, where braces are around what says who it is."""
    for line in (DATA / "hostile.txt").read_text("utf-8").splitlines():
        kind, marked = line.split("\t")
        text, spans = "", []
        for part in re.split(r"(\{[^}]*\})", marked):
            bare = part.strip("{}")
            if part.startswith("{"):
                said = (found for found in re.finditer(r"[^\W_]+", bare) if found[0].casefold() not in PARTICLES)
                spans += [(len(text) + found.start(), len(text) + found.end()) for found in said]
            text += bare
        yield kind, Planted(text, tuple(spans))


def cut(name: str, chance: random.Random) -> str:
    """Return a name in two parts, as a recognizer or the end of a line may cut it."""
    at = chance.randint(2, len(name) - 2)
    return f"{name[:at]}{chance.choice((' ', '-', '- '))}{name[at:]}"


def rare(chance: random.Random) -> str:
    """Return a name that nobody has: syllables at random."""
    syllables = chance.choice((2, 2, 3))
    made = "".join(
        chance.choice(_ONSETS) + chance.choice(_VOWELS) + (chance.choice(_CODAS) if at % 2 or syllables == 2 else "")
        for at in range(syllables)
    )
    return (made + chance.choice(_ENDS)).capitalize()


def planted(frame: str, what: str, people: tuple[str, ...] = (), *, suffix: str = "") -> Planted:
    """Return the sentence with ``what`` in its place; the prefixes of a surname need not be hidden."""
    start = frame.index("{}")
    spans, at = [], start
    for part in what.split(" "):
        if unicodedata.normalize("NFC", part).casefold().translate(_UNSEEN).strip("'.-") not in PARTICLES:
            spans.append((at, at + len(part)))
        at += len(part) + 1
    return Planted(frame.replace("{}", what + suffix), tuple(spans), people)


def person(chance: random.Random) -> str:
    """Return a full name of one of many origins."""
    last = chance.choice(words("prefixed") if chance.random() < 0.25 else words("surnames"))
    return f"{chance.choice(words('first_names'))} {last}"


def mentioned(name: str, chance: random.Random) -> str:
    """Return how a person is called: by the full name, the first name or the surname."""
    first, _, last = name.partition(" ")
    return chance.choice((name, first, last, last))


_ALIKE = (("ij", "ei"), ("ei", "ij"), ("y", "ij"), ("ph", "f"), ("ck", "k"), ("th", "t"), ("dt", "t"), ("ks", "x"),
          ("au", "ou"), ("ou", "au"), ("kk", "k"), ("ss", "s"), ("z", "s"), ("v", "f"))  # fmt: skip


def misspelled(name: str, chance: random.Random) -> str | None:
    """Return a surname as one hears it, or ``None`` where there is no other way to write it."""
    ways = [name.replace(one, other, 1) for one, other in _ALIKE if one in name[1:] and not name.startswith(one)]
    return chance.choice(ways) if ways else None


def spoken_digits(digits: str, chance: random.Random) -> str:
    """Return digits as they are said: one by one, or two at once."""
    said, at = [], 0
    while at < len(digits):
        many = 2 if digits[at] != "0" and at + 1 < len(digits) and chance.random() < 0.5 else 1
        said.append(sorted(cardinals(int(digits[at : at + many])))[0])
        at += many
    return chance.choice((" ", " ", ", ")).join(said)


def digits(chance: random.Random, many: int, first: str = "") -> str:
    """Return this many digits, the first ones given."""
    return first + "".join(chance.choice("0123456789") for _ in range(many - len(first)))


def telephone(chance: random.Random) -> str:
    number = digits(chance, 10, chance.choice(("06", "06", "0570", "+31 6")))
    if number.startswith("+"):
        return f"+31 6 {digits(chance, 8)}"
    ways: tuple[Callable[[str], str], ...] = (
        lambda one: one,
        lambda one: f"{one[:2]}-{one[2:]}" if one.startswith("06") else f"{one[:4]}-{one[4:]}",
        lambda one: f"{one[:2]} {one[2:4]} {one[4:6]} {one[6:8]} {one[8:]}",
        lambda one: f"({one[:4]}) {one[4:7]} {one[7:]}",
    )
    return chance.choice(ways)(number)


def account(chance: random.Random) -> str:
    number = f"NL{digits(chance, 2)}{chance.choice(('ABNA', 'INGB', 'RABO'))}{digits(chance, 10)}"
    return chance.choice((number, " ".join(number[at : at + 4] for at in range(0, len(number), 4))))


def mail(chance: random.Random) -> str:
    name = unicodedata.normalize("NFKD", rare(chance)).encode("ascii", "ignore").decode().lower()
    domain = f"{chance.choice(('ziggo', 'kpnmail', 'voorbeeld'))}.{chance.choice(('nl', 'com', 'be'))}"
    return f"{chance.choice('abcdefgh')}.{name}@{domain}"


def mail_spoken(chance: random.Random) -> str:
    name = rare(chance).lower()
    domain = f"{chance.choice(('ziggo', 'kpnmail'))} punt {chance.choice(('nl', 'com'))}"
    return f"{chance.choice('abcdefgh')} punt {name} apenstaartje {domain}"


_STREETS = word_list("straat laan weg plein hof kade singel dijk gracht dreef")


def address(chance: random.Random) -> str:
    street = rare(chance) + chance.choice(_STREETS)
    if chance.random() < 0.2:
        street = f"{chance.choice(('Burgemeester', 'Prins', 'Van', 'Oude'))} {street}"
    number = chance.randint(1, 250)
    return f"{street} {chance.choice((number, number, sorted(cardinals(number))[0], f'{number}b'))}"


def postcode(chance: random.Random) -> str:
    letters = "".join(chance.choice("BCDFGHJLNPRSTVWXZ") for _ in range(2))
    written = chance.choice((letters, letters, letters.lower()))
    return f"{digits(chance, 4, chance.choice('123456789'))}{chance.choice((' ', ' ', ''))}{written}"


_MONTHS = word_list("januari februari maart april mei juni juli augustus september oktober november december")


def birth_date(chance: random.Random) -> str:
    day, month, year = chance.randint(1, 28), chance.randint(1, 12), chance.randint(1920, 2010)
    said, name = sorted(cardinals(day))[0], _MONTHS[month - 1]
    return chance.choice((
        f"{day}-{month}-{year}", f"{day:02}/{month:02}/{year}", f"{day} {name} {year}",
        f"{said} {name} {year}", f"{said} {name} negentien {sorted(cardinals(max(10, year % 100)))[0]}",
        f"{day}.{month:02}.{year}", f"{day} {name} '{max(30, year % 100)}",
    ))  # fmt: skip


def cases(name: str, chance: random.Random) -> str:
    """Return a name in one of the ways in which it may stand in a text, a look-alike that is not seen among them."""
    ways = (
        name, name.lower(), name.upper(), unicodedata.normalize("NFD", name), "\u200b".join((name[:2], name[2:])),
        "\u00ad".join((name[:3], name[3:])), without_accents(name),
    )  # fmt: skip
    return chance.choice(ways)


def ordinary(chance: random.Random, many: int) -> Iterator[str]:
    """Yield sentences in which nothing is planted."""
    for _ in range(many):
        yield chance.choice(frames("gewoon"))
