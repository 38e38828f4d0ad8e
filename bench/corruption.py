"""What a language model gets wrong, put into a faithful sentence: one corruption of a kind, where it can be made."""

import random
import re
from collections.abc import Callable
from itertools import pairwise

from voice_report.dutch.word_sets import word_list

DRUGS = word_list("""bisoprolol amlodipine simvastatine omeprazol tramadol diclofenac prednisolon lorazepam temazepam
    citalopram
digoxine bumetanide morfine oxycodon quetiapine risperidon sertraline ciprofloxacine hydrochloorthiazide warfarine""")
NAMES = word_list("Vandenberg Samira Dijkstra Petra Hendriksen Joke Schouten Ibrahim Wouters Annelies")
RELATIONS = word_list("dochter zoon moeder vader zus broer buurvrouw buurman kleindochter kleinzoon")
INVENTED = (
    "Mevrouw heeft goed gegeten en gedronken tijdens de lunch.", "De familie is tevreden over de geleverde zorg.",
    "Er zijn geen bijzonderheden.", "De medicatie is volgens voorschrift ingenomen.",
    "Cliënt maakte een verzorgde indruk.",
    "De huid oogt gaaf en goed doorbloed.", "Het valrisico is met cliënt besproken.", "De situatie is stabiel.",
    "Er is een terugbelafspraak gepland met de fysiotherapeut.", "De nachtrust was ongestoord.",
    "Cliënt heeft ingestemd met het behandelplan.", "De transfer verliep zonder problemen met hulp van één persoon.",
)  # fmt: skip
CLAUSES = (
    ", zonder complicaties", " en dit is met de familie besproken", ", wat als stabiel wordt beoordeeld",
    ", conform het zorgplan", " en cliënt was hierover tevreden", ", met voldoende resultaat",
)  # fmt: skip
_UNITS = {
    "mg": "mcg", "milligram": "microgram", "ml": "cl", "milliliter": "liter", "cm": "mm", "centimeter": "millimeter",
    "kg": "gram", "kilo": "gram", "minuten": "uur", "dagen": "weken", "microgram": "milligram", "mcg": "mg",
    "weken": "maanden", "cc": "liter", "eenheden": "milliliter", "maanden": "weken",
}  # fmt: skip
_DAYS = word_list("maandag dinsdag woensdag donderdag vrijdag zaterdag zondag")
_MONTHS = word_list("januari februari maart april mei juni juli augustus september oktober november december")
_NUMBER = re.compile(r"(?<![\d.,:/-])\d+(?:,\d+)?(?![\dA-Za-z:/-]|\.\d)")
_TIME = re.compile(r"\b(\d{1,2})([.:])(\d{2}) uur\b|\b(half|kwart voor|kwart over) (\w+)\b")
_HOURS = word_list("een twee drie vier vijf zes zeven acht negen tien elf twaalf")
_NEGATION = re.compile(r"\b(geen|niet) ")

Corrupt = Callable[[str, random.Random], str | None]


def _replaced(text: str, found: re.Match[str], new: str) -> str:
    return text[: found.start()] + new + text[found.end() :]


def _pick(pattern: re.Pattern[str], text: str, chance: random.Random) -> re.Match[str] | None:
    found = list(pattern.finditer(text))
    return chance.choice(found) if found else None


def number(text: str, chance: random.Random) -> str | None:
    """Change a figure that is no clock time."""
    found = _pick(_NUMBER, text, chance)
    if not found or re.match(r" (?:uur|januari|februari|november|december|mg|milligram|eenheden)", text[found.end() :]):
        return None
    whole, comma, part = found[0].partition(",")
    changed = str(int(whole) + chance.choice((1, 2, 3, 10, 20))) if len(whole) < 7 else whole[::-1]
    return None if changed == whole else _replaced(text, found, changed + comma + part)


def dose(text: str, chance: random.Random) -> str | None:
    """Change the amount of a medicine."""
    found = _pick(re.compile(r"\d+(?:,\d+)?(?= ?(?:mg|milligram|eenheden|mcg|microgram|ml|gram))"), text, chance)
    return _replaced(text, found, str(float(found[0].replace(",", ".")) * 2 + 5).replace(".", ",")) if found else None


def unit(text: str, chance: random.Random) -> str | None:
    """Change a unit."""
    found = _pick(re.compile(rf"(?<=\d )(?:{'|'.join(_UNITS)})\b"), text, chance)
    return _replaced(text, found, _UNITS[found[0]]) if found else None


def time(text: str, chance: random.Random) -> str | None:
    """Change a clock time."""
    found = _pick(_TIME, text, chance)
    if not found:
        return None
    if found[1]:
        return _replaced(text, found, f"{(int(found[1]) + chance.choice((1, 2, 5))) % 24:02d}{found[2]}{found[3]} uur")
    if found[5] not in _HOURS:
        return None
    return _replaced(text, found, f"{found[4]} {_HOURS[(_HOURS.index(found[5]) + chance.choice((1, 2, 3))) % 12]}")


def date(text: str, chance: random.Random) -> str | None:
    """Change a date or a day of the week."""
    day = _pick(re.compile(rf"(?i)\b(?:{'|'.join(_DAYS)})\b"), text, chance)
    if day:
        new = _DAYS[(_DAYS.index(day[0].lower()) + chance.choice((1, 2, 3))) % 7]
        return _replaced(text, day, new.capitalize() if day[0][0].isupper() else new)
    found = _pick(re.compile(rf"\b(\d{{1,2}}) (?={'|'.join(_MONTHS)})"), text, chance)
    return _replaced(text, found, f"{(int(found[1]) + chance.choice((1, 2, 7))) % 28 + 1} ") if found else None


def drug(known: list[str]) -> Corrupt:
    """Return a corruption that names another medicine than one of ``known``."""

    def swap(text: str, chance: random.Random) -> str | None:
        found = _pick(re.compile(rf"(?i)\b(?:{'|'.join(map(re.escape, known)) or 'x^'})\b"), text, chance)
        return _replaced(text, found, chance.choice([one for one in DRUGS if one not in known])) if found else None

    return swap


def negation_removed(text: str, chance: random.Random) -> str | None:
    """Leave a negation out."""
    found = _pick(_NEGATION, text, chance)
    if not found or text[found.end() :].startswith(("alleen", "meer dan")):
        return None
    return _replaced(text, found, "een " if found[1] == "geen" and chance.random() < 0.2 else "")


def negation_added(text: str, chance: random.Random) -> str | None:
    """Deny what was affirmed."""
    if _NEGATION.search(text) or "zonder" in text:
        return None
    pattern = (
        r"\b(?:is|was|heeft|wordt|gaat|lijkt|werkt|helpt|had|hebben)(?: (?:nu|nog|ook|wat|heel|erg))? (?=[a-z]{4,})"
    )
    found = _pick(re.compile(pattern), text, chance)
    return text[: found.end()] + "niet " + text[found.end() :] if found else None


def side(text: str, chance: random.Random) -> str | None:
    """Name the other side."""
    other = {"links": "rechts", "rechts": "links", "linker": "rechter", "rechter": "linker"}
    found = _pick(re.compile(r"\b(?:links|rechts(?!treeks)|linker(?=\w)|rechter(?=\w))"), text, chance)
    return _replaced(text, found, other[found[0]]) if found else None


def unknown_name(known: list[str]) -> Corrupt:
    """Return a corruption that puts a name nobody said in the place of one of ``known``."""

    def swap(text: str, chance: random.Random) -> str | None:
        found = _pick(re.compile(rf"\b(?:{'|'.join(map(re.escape, known)) or 'x^'})\b"), text, chance)
        return _replaced(text, found, chance.choice(NAMES)) if found else None

    return swap


def other_person(known: list[str]) -> Corrupt:
    """Return a corruption that puts one of ``known`` in the place of another."""

    def swap(text: str, chance: random.Random) -> str | None:
        found = _pick(re.compile(rf"\b(?:{'|'.join(map(re.escape, known)) or 'x^'})\b"), text, chance)
        others = [one for one in known if found and one not in text and found[0] not in one]
        return _replaced(text, found, chance.choice(others)) if found and others else None

    return swap


def relation(text: str, chance: random.Random) -> str | None:
    """Name another relative."""
    found = _pick(re.compile(rf"\b(?:{'|'.join(RELATIONS)}|vrouw|man)\b"), text, chance)
    return _replaced(text, found, chance.choice([one for one in RELATIONS if one != found[0]])) if found else None


def swapped_values(text: str, chance: random.Random) -> str | None:
    """Swap two figures of one sentence that are not one measurement."""
    found = [m for m in _NUMBER.finditer(text) if len(m[0]) < 6]
    pairs = [(a, b) for a, b in pairwise(found) if a[0] != b[0] and b.start() - a.end() > 8]
    if not pairs:
        return None
    first, second = chance.choice(pairs)
    between = text[first.end() : second.start()]
    return text[: first.start()] + second[0] + between + first[0] + text[second.end() :]


def judgement(text: str, chance: random.Random) -> str | None:
    """Add a clause that judges, or that says what nobody said."""
    return text.rstrip(".") + chance.choice(CLAUSES) + "."


def invented(_text: str, chance: random.Random) -> str | None:
    """Write a sentence that nobody said."""
    return chance.choice(INVENTED)
