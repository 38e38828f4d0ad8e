"""Spoken figures in the one way that Dutch care writes them: 37,2, 500 mg, 145/85, 4 x 3 cm, kamer 4.

Nothing is read that could be something else: a time of day, an ordinal, 'een' without its accent, a figure next to
another one. Small numbers without a unit stay in words, as Dutch has them.
"""

import re
from collections.abc import Iterator, Sequence

from ...dutch.word_sets import word_set
from ..evidence.values.codes import code
from ..evidence.words import medicines, people
from ..evidence.words.numerals import number
from ..evidence.words.stems import plain
from ..evidence.words.tokens import is_number_of_a_place, tokens
from .model import Edit
from .numbers import (
    BEHIND_A_MARK,
    HALVES,
    MARKS,
    MEASURED,
    PRESSURE,
    TEMPERATURE,
    UNITS,
    Number,
    Token,
    halves_at,
    is_figure,
    lower_at,
    number_at,
)
from .times import times
from .words import BEFORE_HOURS, COUNTED, PAUSE

_TOKEN = re.compile(r"\d{1,100}(?:[.,:/-]\d{1,100}){0,8}|[^\W\d_]{1,100}(?:['’-][^\W\d_]{1,100}){0,8}|[^\s\w]")
_LENGTHS = frozenset({"cm", "mm", "m"})
#: What is counted in figures, and keeps its word.
_DOSES = word_set(
    """eenheid eenheden zakje zakjes tablet tabletten tabletje tabletjes druppel druppels druppeltjes pufje pufjes
    puffen inhalaties zetpil zetpillen capsule capsules ampul ampullen pil pillen pleister pleisters sachet sachets"""
)
_COUNTED_IN_FIGURES = _DOSES | {"seconden", "herhalingen"}
_GIVEN_UNITS = _DOSES | {said for said, unit in UNITS.items() if unit in ("mg", "g", "mcg", "ml", "cc")}
_HALF_UNITS = frozenset({"mg", "g", "kg", "ml", "l", "cm", "mm", "uur"})
_BEFORE_NUMBER = word_set("kamer bed graad type stadium nummer maat nrs vas emv mmse moca hb crp inr hba1c bmi")
_LINKING = word_set("is was van nu bleef :")
_BEHIND_A_MEASUREMENT = word_set("per in bij tijdens na met zonder vanochtend vanmorgen vanmiddag vanavond vannacht")
_MOST_GIVEN = 10
#: Between two scores of one scale: 'was achttien en is nu veertien', 'zes in rust en acht bij bewegen'.
_BETWEEN_SCORES = word_set(
    "van naar en is was nu toen eerst later daarna in bij rust bewegen weer inspanning ging tot vorige keer ,"
)
_MOST_BETWEEN = 5  # words
_HOURS = word_set("uur uren")
#: A street ends in one of these: the number behind it is that of a house.
_STREET = re.compile(r"[A-Z]\w+(?:straat|laan|weg|pad|plein|kade|hof|dijk|gracht|singel|steeg|dreef|markt)")
_JOINTS = {"tot": "tot", "of": "of", "a": "à"}
#: A figure next to one of these is a part of something else, or stands with another one.
_PARTS_BEFORE = word_set("half kwart komma punt min minus zo'n / +")
_PARTS_AFTER = word_set("half halve komma punt honderd duizend miljoen")
_FRACTIONS = word_set("een half halve kwart")
_HALF = word_set("half halve kwart derde")  # behind 'en een'
_JOINING = frozenset({",", "en", "tot", "of", "a", "bij", "x"})
_TIMES = word_set("keer maal x") | _DOSES
_CLOCK = word_set("om rond tegen vanaf sinds uur omstreeks klokslag u half kwart")
_MONTHS = word_set("januari februari maart april mei juni juli augustus september oktober november december")
_APPROXIMATE = word_set("zo'n ongeveer circa wel honderd duizend")
#: Who 'acht' something, and what.
_THINKING = word_set("ik hij ze zij we wij u men je jij jullie mevrouw meneer die wie iedereen niemand familie team")
_THOUGHT = word_set("nodig onnodig overbodig wenselijk noodzakelijk zinvol zinloos raadzaam verstandig onverstandig")
_NEAR = 12  # words
_SPELLED_TO = 20
_DAYS_OF_MONTH = 31
_HOURS_OF_DAY = 24
_MINUTES = 60


def figures(sentence: str) -> list[Edit]:
    """Return the changes of a sentence to written figures, none of which overlap; each is still to be proven."""
    if not _SIGNS.search(sentence):
        return []
    whole = [*_codes(sentence), *times(sentence)]
    parts = (
        one for one in _figures(sentence) if not any(other.start < one.end and one.start < other.end for other in whole)
    )
    return [*whole, *parts]


def _codes(sentence: str) -> Iterator[Edit]:
    """Yield the numbers that are said digit by digit: '06 12 34 56 78'."""
    if not _ROW.search(sentence):
        return
    words = tokens(sentence)
    at = 0
    while at < len(words):
        found = code(words, at)
        if found:
            yield Edit("figures", words[at].start, words[found.last].end, " ".join(found.groups))
            at = found.last
        at += 1


def _figures(sentence: str) -> list[Edit]:
    found = [Token(one[0], plain(one[0]), one.start(), one.end()) for one in _TOKEN.finditer(sentence)]
    fluent = _without_pauses(found, sentence)
    places = {one.start: at for at, one in enumerate(fluent)}
    edits, at = [], 0
    while at < len(found):
        written, end = next(_candidates(found, at), ("", at))
        first, last = found[at].start, found[end - 1].end
        if written and sentence[first:last] != written and not _is_verb(found, at):
            views = [(found, at, end)]
            if len(fluent) < len(found) and first in places and found[end - 1].start in places:
                views.append((fluent, places[first], places[found[end - 1].start] + 1))
            if not any(_is_touched(*view, is_pair="/" in written) for view in views):
                edits.append(Edit("figures", first, last, written))
        at = max(end, at + 1)
    return edits


def _without_pauses(found: Sequence[Token], sentence: str) -> list[Token]:
    """Return the tokens without hesitations and the marks around them."""
    paused = {at for one in PAUSE.finditer(sentence) for at in range(*one.span())}
    kept: list[Token] = []
    is_behind = False
    for token in found:
        is_pause = token.start in paused
        if is_pause:
            while kept and kept[-1].text in MARKS:
                kept.pop()
        elif not is_behind or token.text not in MARKS:
            kept.append(token)
        is_behind = is_pause or (is_behind and token.text in MARKS)
    return kept


def _is_verb(found: Sequence[Token], at: int) -> bool:
    """Return whether 'acht' says what a person thinks: 'Hij acht druppels overbodig', 'mevrouw Jansen acht pillen'."""
    if found[at].lower != "acht" or at == 0 or _is_named(found, at) or lower_at(found, at + 1) in ("komma", "punt"):
        return False
    who = found[at - 1]
    is_name = who.text.istitle() and medicines.substance(who.text, frozenset()) is None
    is_person = is_name or who.lower in _THINKING or bool(people.relations(tokens(who.text)))
    return is_person or any(one.lower in _THOUGHT for one in found[at + 1 : at + _NEAR])


_SIGNS = re.compile(
    r"\d|komma|honderd|duizend|tig|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|één|nul|anderhal"
    r"|(?:kamer|bed|box|appartement|studio|woning|nummer) een\b",
    re.IGNORECASE,
)


_NUMERAL = r"(?:nul|[eé][eé]n|twee|drie|vier|vijf|zes|zeven|acht|negen|elf|twaalf|\w*tien|\w*tig)"
_ROW = re.compile(rf"\b{_NUMERAL},? {_NUMERAL},? {_NUMERAL}\b", re.IGNORECASE)


def _candidates(found: Sequence[Token], at: int) -> Iterator[tuple[str, int]]:
    """Yield what may be written from this token on, with the place after it."""
    is_half = found[at].lower in HALVES and lower_at(found, at - 1) != "een"
    if is_half and (unit := _half_unit(found, at + 1)):
        yield f"{HALVES[found[at].lower]} {unit}", at + 2
    if found[at].text == "een" and is_number_of_a_place(lower_at(found, at - 1), lower_at(found, at + 1)):
        yield "1", at + 1
    first = number_at(found, at)
    if first is None:
        if half := halves_at(found, at):
            yield from _sizes(found, half)
        return
    after = lower_at(found, first.end)
    if "," not in first.written:
        yield from _broken(found, first)
    if after == "over" and (pair := number_at(found, first.end + 1)) and _is_pressure(found, at, first, pair):
        yield f"{first.written}/{pair.written}", pair.end
    if after in ("bij", "x"):
        yield from _sizes(found, first)
    if after in _JOINTS and (second := number_at(found, first.end + 1)):
        yield from _ranges(found, at, first, second)
        return
    for unit, end in _unit(found, at, first):
        yield f"{first.written}{unit}", end
    if after in _MONTHS and first.is_spoken and 1 <= first.value <= _DAYS_OF_MONTH and "," not in first.written:
        yield f"{first.written} {found[first.end].text}", first.end + 1
    if first.is_spoken and _is_alone(found, at, first):
        yield first.written, first.end


def _ranges(found: Sequence[Token], at: int, first: Number, second: Number) -> Iterator[tuple[str, int]]:
    """Yield 'zes à zeven milligram', 'pijnscore vier tot vijf' as written, and the place after it."""
    both = f"{first.written} {_JOINTS[lower_at(found, first.end)]} {second.written}"
    for unit, end in _unit(found, at, second):
        yield f"{both}{unit}", end
    if first.is_spoken and second.is_spoken and _is_measured(found, at, second):
        yield both, second.end


def _is_named(found: Sequence[Token], at: int) -> bool:
    """Return whether the word before a number says that it is one: 'kamer vier', 'Kerkstraat twaalf'."""
    is_street = at > 0 and _STREET.fullmatch(found[at - 1].text) is not None
    return is_street or lower_at(found, at - 1) in _BEFORE_NUMBER


def _is_measured(found: Sequence[Token], at: int, one: Number) -> bool:
    """Return whether a number is that of a measurement or a score: 'ademhaling zestien', 'De PHQ-9 was acht.'"""
    before = at - 1
    while before >= 0 and at - before <= 2 and found[before].lower in _LINKING:
        before -= 1
    if before >= 2 and found[before].text.isdigit() and found[before - 1].text == "-":
        before -= 2  # 'PHQ-9'
    after = lower_at(found, one.end)
    is_whole = not after or after in MARKS | BEHIND_A_MARK | _BEHIND_A_MEASUREMENT | MEASURED
    return is_whole and before >= 0 and found[before].lower.split("-")[0] in MEASURED


def _is_given(found: Sequence[Token], at: int, one: Number) -> bool:
    """Return whether a number is a mark: 'Pijn geeft ze een zes.', 'een zeven voor Engels'."""
    after = lower_at(found, one.end)
    is_mark = lower_at(found, at - 1) == "een" and found[at - 1].text.isascii() and 2 <= one.value <= _MOST_GIVEN
    return is_mark and (not after or after in MARKS or after in BEHIND_A_MARK)


def _is_in_row(found: Sequence[Token], at: int, one: Number) -> bool:
    """Return whether a number is a second score of the scale before it: 'PHQ-9 was achttien en is nu veertien'."""
    after = lower_at(found, one.end)
    if after and after not in MARKS | BEHIND_A_MARK | _BEHIND_A_MEASUREMENT:
        return False
    before = at - 1
    if lower_at(found, before) == ",":
        return False  # 'NRS zes, zeven' is a guess
    while before > 0 and at - before <= _MOST_BETWEEN and found[before].lower in _BETWEEN_SCORES:
        before -= 1
    first = number_at(found, before)
    return first is not None and first.end == before + 1 < at and _is_scored(found, before)


def _is_scored(found: Sequence[Token], at: int) -> bool:
    """Return whether a number stands behind what is scored: 'pijnscore van acht'."""
    before = at - 1
    while before >= 0 and at - before <= 2 and found[before].lower in _LINKING | {"van"}:
        before -= 1
    if before >= 2 and found[before].text.isdigit() and found[before - 1].text == "-":
        before -= 2  # 'PHQ-9'
    return before >= 0 and found[before].lower.split("-")[0] in MEASURED | _BEFORE_NUMBER


def _is_dose(found: Sequence[Token], at: int, one: Number) -> bool:
    """Return whether a number without a unit is the dose of the medicine before it: 'Novorapid acht, Lantus tien'.

    Where the medicine is said twice one of the doses may be taken back: both stay as they were said.
    """
    after = lower_at(found, one.end)
    is_alone = not after or after in MARKS or after in ("gegeven", "gespoten", "ingenomen", "toegediend")
    if not is_alone or at == 0 or medicines.substance(found[at - 1].text, frozenset()) is None:
        return False
    return sum(token.lower == found[at - 1].lower for token in found) == 1


def _is_hour_of_two(found: Sequence[Token], at: int, one: Number) -> bool:
    """Return whether a number of hours is written as the one it stands with is: '35 uur tot veertig uur'."""
    if lower_at(found, one.end) not in _HOURS:
        return False
    before, after = number_at(found, at - 3), number_at(found, one.end + 2)
    is_behind = lower_at(found, at - 1) in _JOINTS and lower_at(found, at - 2) in _HOURS and before is not None
    is_before = lower_at(found, one.end + 1) in _JOINTS and after is not None and lower_at(found, after.end) in _HOURS
    values = [
        one.value,
        *([before.value] if is_behind and before else []),
        *([after.value] if is_before and after else []),
    ]
    return len(values) > 1 and min(values) > _HOURS_OF_DAY


def _is_of_scale(found: Sequence[Token], at: int) -> bool:
    """Return whether a number is the highest of a scale: 'op een schaal van tien'."""
    return lower_at(found, at - 1) == "van" and lower_at(found, at - 2) == "schaal"


def _is_changed(found: Sequence[Token], at: int, one: Number) -> bool:
    """Return whether a number is the first of two that have one unit: 'van tien naar vijf milligram'."""
    if lower_at(found, at - 1) != "van":
        return False
    new = number_at(found, one.end + 1) if lower_at(found, one.end) == "naar" else None
    return new is not None and next(_unit(found, one.end + 1, new), None) is not None


def _broken(found: Sequence[Token], first: Number) -> Iterator[tuple[str, int]]:
    """Yield a whole number with what is said behind it as a part: '39,5', '22,5 uur'."""
    if first.value > _SPELLED_TO and _says_half(found, first.end):
        yield f"{first.written},5", first.end + 3
    if _says_half_hour(found, first.end):
        yield f"{first.written},5 uur", first.end + 4


def _is_alone(found: Sequence[Token], at: int, one: Number) -> bool:
    """Return whether a number without a unit is written in figures."""
    is_one = "," in one.written or _is_named(found, at) or _is_for_figures(found, at, one)
    is_scored = _is_measured(found, at, one) or _is_given(found, at, one) or _is_in_row(found, at, one)
    is_changed = _is_of_scale(found, at) or _is_changed(found, at, one) or _is_hour_of_two(found, at, one)
    return is_one or is_scored or is_changed or _is_dose(found, at, one)


def _says_half(found: Sequence[Token], at: int) -> bool:
    """Return whether 'en een half' ends the clause here: 'rechts negenendertig en een half'."""
    after = lower_at(found, at + 3)
    return [lower_at(found, place) for place in range(at, at + 3)] == ["en", "een", "half"] and (
        not after or after in MARKS
    )


def _says_half_hour(found: Sequence[Token], at: int) -> bool:
    """Return whether 'en een half uur' stands here."""
    ahead = [lower_at(found, place) for place in range(at, at + 4)]
    return ahead in (["en", "een", "half", "uur"], ["en", "een", "halve", "uur"])


def _unit(found: Sequence[Token], at: int, last: Number) -> Iterator[tuple[str, int]]:
    """Yield the unit behind a number as it is written, and the place after it."""
    said = lower_at(found, last.end)
    unit = UNITS.get(said)
    after = found[last.end + 1] if last.end + 1 < len(found) else None
    behind = lower_at(found, last.end + 1), lower_at(found, last.end + 2)
    if said in ("millimol", "mmol") and behind == ("per", "liter"):
        yield " mmol/l", last.end + 3
    elif said == "millimeter" and after is not None and after.lower == "kwik":
        yield " mmHg", last.end + 2
    elif unit == "°":
        is_temperature = 34 <= last.value <= 42 and any(one.lower in TEMPERATURE for one in found)
        if after is not None and after.lower == "celsius":
            yield " °C", last.end + 2
        else:
            yield (" °C" if is_temperature else "°"), last.end + 1
    elif unit == "%":
        yield "%", last.end + 1
    elif unit is not None:
        yield f" {unit}", last.end + 1
    elif said in _COUNTED_IN_FIGURES:
        yield f" {found[last.end].text}", last.end + 1


def _sizes(found: Sequence[Token], first: Number) -> Iterator[tuple[str, int]]:
    """Yield 'vier bij drie centimeter', 'twee bij anderhalve bij één centimeter' as written, and the place after it."""
    sizes, end = [first.written], first.end
    while (
        lower_at(found, end) in ("bij", "x")
        and len(sizes) < 3
        and (one := number_at(found, end + 1) or halves_at(found, end + 1))
    ):
        sizes.append(one.written)
        end = one.end
    unit = UNITS.get(lower_at(found, end))
    if len(sizes) > 1 and unit in _LENGTHS:
        yield f"{' x '.join(sizes)} {unit}", end + 1


def _is_pressure(found: Sequence[Token], at: int, high: Number, low: Number) -> bool:
    if "," in high.written + low.written or high.value <= low.value or lower_at(found, low.end) in ("uur", "u"):
        return False
    before = lower_at(found, at - 1)
    if before in _CLOCK and not (before == "uur" and high.value >= _MINUTES):
        return False
    is_named = any(one.lower in PRESSURE for one in found[:at])
    return (40 <= high.value <= 300 and 20 <= low.value <= 200) and (is_named or high.value >= 80)


def _is_for_figures(found: Sequence[Token], at: int, one: Number) -> bool:
    """Return whether a number without a unit is written in figures: those above twenty are."""
    if one.value <= _SPELLED_TO or "," in one.written or found[at].text[0].isupper():
        return False
    before, after = lower_at(found, at - 1), lower_at(found, one.end)
    if after == "euro":
        return before not in ("honderd", "duizend")
    is_exact = one.value > _HOURS_OF_DAY and (one.value % 10 or lower_at(found, one.end + 1) == "per")
    is_hours = after == "u" or (after == "uur" and not is_exact)
    if before in _APPROXIMATE or before in _CLOCK or is_hours or after in ("keer", "maal", "procenten"):
        return False
    return one.value != 100 and one.value != 1000 and not 1100 <= one.value < 2100


def _half_unit(found: Sequence[Token], at: int) -> str:
    """Return the unit that a number and a half are written before, '' for none."""
    said = lower_at(found, at)
    unit = "uur" if said == "uur" else UNITS.get(said, "")
    return unit if unit in _HALF_UNITS else ""


def _is_touched(found: Sequence[Token], at: int, end: int, *, is_pair: bool) -> bool:
    """Return whether a figure, or a word that makes it a part of one, stands on either side; ``is_pair``: '145/85'."""
    is_dose = end > at + 1 and lower_at(found, end - 1) in _GIVEN_UNITS
    return _is_touched_before(found, at, is_pair=is_pair, is_dose=is_dose) or _is_touched_behind(
        found, at, end, is_pair=is_pair
    )


def _is_touched_before(found: Sequence[Token], at: int, *, is_pair: bool, is_dose: bool) -> bool:
    before = lower_at(found, at - 1)
    if before in _PARTS_BEFORE or is_figure(found, at - 1):
        return True
    if before == "uur" and (is_dose or is_pair) and is_figure(found, at - 2):
        return False  # 'om acht uur zestien eenheden', 'om drie uur honderdtwintig over zeventig'
    if before == "," and is_dose and is_figure(found, at - 2) and lower_at(found, at - 3) in BEFORE_HOURS:
        return False  # 'om half acht, vijf milligram'
    if (before in UNITS or before in ("uur", "u", "euro")) and (
        is_figure(found, at - 2) or lower_at(found, at - 2) == "een"
    ):
        return True  # '3 kilo 120', 'één meter tachtig', 'zeven euro vijftig'
    if before in ("over", "voor") and (
        is_figure(found, at - 2) or lower_at(found, at - 2) in ("een", "kwart", "minuten")
    ):
        return True
    is_about = (lower_at(found, at - 5), lower_at(found, at - 3)) == ("een", "of")
    if (is_pair and before == "en") or (before == "," and (_is_named(found, at - 2) or is_about)):
        return False  # 'bed zes, eenenzeventig jaar', 'een dag of drie, 50 milligram'
    return before in _JOINING and (is_figure(found, at - 2) or (before != "en" and lower_at(found, at - 2) == "een"))


def _is_touched_behind(found: Sequence[Token], at: int, end: int, *, is_pair: bool) -> bool:
    after = lower_at(found, end)
    if after in ("komma", "punt") and not is_figure(found, end + 1):
        return False  # a mark that is said: 'acht milligram punt'
    if after == "euro" and is_figure(found, end + 1):
        return True
    if after in _PARTS_AFTER or (after in ("over", "voor") and lower_at(found, end + 1) in _FRACTIONS):
        return True
    if after == "een" and is_figure(found, end - 1) and not is_pair:
        return True  # 'achtendertig een graden'
    if after == "en" and lower_at(found, end + 1) in _FRACTIONS:
        return is_figure(found, end - 1) or lower_at(found, end + 2) in _HALF  # 'vijf en een half'
    if is_figure(found, end):
        if after.endswith("maal"):
            return False  # 'vierhonderd milligram driemaal daags'
        return lower_at(found, end + 1) not in _TIMES or is_figure(found, end - 1)
    is_open = is_figure(found, end - 1) and not is_pair and not (after == "," and _is_named(found, at))
    is_followed = after in {*_JOINING, "over", "voor"} and is_open and is_figure(found, end + 1)
    return is_followed and not (after == "," and _is_other(found, end - 1, end + 1))


def _is_other(found: Sequence[Token], one: int, next_one: int) -> bool:
    """Return whether a figure behind a comma is no second reading of the one before: 'mevrouw, 68, zes weken na'."""
    values = [float(value) for at in (one, next_one) if (value := number(found[at].lower)) is not None]
    return len(values) == 2 and not values[0] < values[1] <= values[0] + 10 and lower_at(found, next_one + 1) in COUNTED
