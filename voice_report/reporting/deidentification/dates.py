"""Dates of birth, written and said: behind 'geboren', of ten years or more ago, or the chosen client's.

Other dates stay, so that a model reads what came first, unless an organization chose otherwise.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import chain, islice

from ..evidence.values import values
from ..evidence.values.counted import has_unit, is_counted
from ..evidence.words.numerals import SMALL, number
from ..evidence.words.tokens import Token, tokens
from .model import Kind, Known
from .shapes import Span

_YEARS_AGO = 10
_WITHIN = 40  # characters behind 'geboren'
_BORN = re.compile(r"\bgebo(?:ren|orte)\w*|\bgeb(?:\b|dat)", re.IGNORECASE)
_FEAST_ON = re.compile(
    r"\bverjaar(?:dag|t)\w*|\bjarig\b"
    r"|\b(?:\w{0,12}(?:twin|der|veer|vijf|zes|zeven|tach|negen)tig|[2-9]\d|1\d\d) (?:jaar )?(?:geworden|wordt|werd)\b",
    re.IGNORECASE,
)
_FEAST = re.compile(
    r"[^.!?\n]{0,25}\bjarig\b|[^.!?\n]{0,6}\bwordt (?:ze|zij|hij|mevrouw|meneer) (?:\w+tig|\d{2,3})\b", re.IGNORECASE
)  # behind the date
#: What people put between the parts of a date: every kind of dash too.
_SIGNS = r"-/.‐‑–—−⁄∕·•~|_\\"
_SIGN = rf"\s{{0,2}}[{_SIGNS}]\s{{0,2}}"
_NAMES = (
    "jan(?:uari)?", "feb(?:r(?:uari)?)?", "maart|mrt|mar", "apr(?:il)?", "mei", "juni?", "juli?", "aug(?:ustus)?",
    "sept?(?:ember)?", "okt(?:ober)?", "nov(?:ember)?", "dec(?:ember)?",
)  # fmt: skip
_ANY_NAME = "|".join(_NAMES)
_MAY_BE = re.compile(
    rf"\d{_SIGN}\d{{1,2}}|[ivx]{_SIGN}\d|\d \d{{1,2}} |januari|februari|maart|april|\bmei\b|ju[nl]i|augustus|september"
    r"|oktober|november|december"
    rf"|(?<![^\W\d_])(?:{_ANY_NAME})(?![^\W\d_])",
    re.IGNORECASE,
)
_WRITTEN = re.compile(
    rf"(?<![\d.,/-])(?P<day>0?[1-9]|[12]\d|3[01]){_SIGN}(?P<month>0?[1-9]|1[0-2])"
    rf"(?:{_SIGN}['’]?(?P<year>(?:19|20)\d\d|\d\d))?(?![\d/-])"
    rf"|(?<![\d.,/-])(?P<year2>(?:19|20)\d\d)(?P<sign>[{_SIGNS}])(?P<month2>0?[1-9]|1[0-2])(?P=sign)"
    r"(?P<day2>0?[1-9]|[12]\d|3[01])(?![\d/-])"
)
_ROMANS = {
    f"{'x' * tens}{name}": 10 * tens + ones
    for tens in range(4)
    for ones, name in enumerate(("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"))
    if 0 < 10 * tens + ones <= 31
}
_IN_ROMAN = {value: name for name, value in _ROMANS.items()}
#: With Roman figures for the month, or the day too: 'VII-VI-1949', '7/vi/49'.
_ROMAN = re.compile(
    rf"(?<![\w.,/-])(?P<day>[ivx]{{1,6}}|\d{{1,2}}){_SIGN}(?P<month>[ivx]{{1,4}}){_SIGN}"
    r"(?P<year>(?:18|19|20)\d\d|\d\d)(?![\w/-])",
    re.IGNORECASE,
)
#: With a year in full blanks are enough: '7 6 1949'.
_WITH_BLANKS = re.compile(
    r"(?<![\d.,/-])(?<!\d\s)(?P<day>0?[1-9]|[12]\d|3[01])\s{1,2}(?P<month>0?[1-9]|1[0-2])\s{1,2}(?P<year>(?:19|20)\d\d)"
    r"(?![\d/-]|[.,:]\d|\s\d)"
)
#: With a month's name, and signs between or nothing: '7-jun-1949', '7juni1949', '7 jun. 1949'.
_WITH_NAME = re.compile(
    rf"(?<![\d.,/-])(?P<day>0?[1-9]|[12]\d|3[01])(?P<first>(?:e|ste|de)?(?:{_SIGN}|\s?))(?P<month>{_ANY_NAME})"
    rf"(?:\.?(?:{_SIGN}|\s?)['’]?(?P<year>(?:19|20)\d\d)(?!\d|[.,]\d|\s?(?:ml|mg|kcal|ie|stappen)\b)"
    rf"|\.?(?:[{_SIGNS}]|\s?['’])(?P<short>\d\d)(?!\d|[.,:]\d|\s?(?:uur|ml|mg)\b)|(?P<glued>\d\d)(?!\d)|(?![^\W_]))",
    re.IGNORECASE,
)
#: What stands between a day and its month: '3e mei', 'de derde van mei'. Blanks take its place, so that nothing moves.
_BETWEEN = re.compile(
    r"(?<=\d)\s?(?:ste|de|e)(?=\s{1,3}(?:van\s{1,3})?(?:jan|feb|mrt|maart|apr|mei|jun|jul|aug|sep|okt|nov|dec))"
    r"|(?<=[\w]\s)van(?=\s{1,3}(?:jan|feb|mrt|maart|apr|mei|jun|jul|aug|sep|okt|nov|dec))",
    re.IGNORECASE,
)
#: 'Een april' is a date; three characters, so that nothing moves.
_FIRST = re.compile(r"\been(?=\s(?:jan|feb|maart|apr|mei|jun|jul|aug|sep|okt|nov|dec))", re.IGNORECASE)
#: Between 'geboren' and its date, within one, and what is counted instead.
_BORN_AT = re.compile(
    r"\bgebo(?:ren|orte(?:[\s-]?(?:datum|dag|jaar))?)\b|\bgeb(?:[\s.-]{0,2}dat(?:um)?)?\b\.?", re.IGNORECASE
)
_FEAST_AT = re.compile(r"\b(?:verjaar(?:dag|t)|jarig)\b", re.IGNORECASE)
_LEAD = re.compile(
    r"(?:\s*[:=])?(?:\s*datum\b\.?\s*:?)?(?:\s+(?:is|was|valt|viert|vierde|hij|zij|ze|op|met|rond|omstreeks|begin|eind"
    r"|half|medio|in|de|het|jaar|van|datum|ook|dus|dd|d\.d\.(?=\s)|(?:maan|dins|woens|donder|vrij|zater|zon)dag)(?![^\W_])){0,4}\s*",
    re.IGNORECASE,
)
#: A feast is a day of a month.
_FEAST_DAY = re.compile(
    r"kerst(?:mis|avond|nacht|dag)?|nieuwjaar(?:sdag|snacht)?|oudjaar(?:sdag|savond)?|oudejaars(?:dag|avond|nacht)|pasen"
    r"|paas(?:zondag|zaterdag|maandag|dag)|pinkster(?:en|zondag|maandag|dag)|hemelvaart(?:sdag)?|koning(?:s|inne)dag"
    r"|bevrijdingsdag|dodenherdenking|sinterklaas(?:avond)?|pakjesavond|driekoningen|schrikkeldag|valentijnsdag|moederdag"
    r"|vaderdag|allerheiligen|allerzielen|carnaval|suikerfeest|offerfeest|luilak|sintmaarten|prinsjesdag"
)
#: Behind it a date of birth may be said in three figures: 'ze is van vier twaalf zevenenveertig'.
_OF_DAY = re.compile(r"\b(?:is|was)(?: ook| zelf)?(?: van)?\b", re.IGNORECASE)
_PART = re.compile(r"[^\W_]{1,60}")
_OF_DATE = frozenset(("van", "de", "in", "het", "eh", "ehm"))
_MONTH = re.compile(_ANY_NAME)
_ORDINAL = re.compile(r"\d{1,2}(?:e|de|ste)")
#: Behind a name, between commas or brackets: 'Mevrouw Zwoltrek, zeven zes negenenveertig, sliep'.
_ASIDE = re.compile(r"(?<=[^\W\d_])(?:,\s|\s\()(?=[^\W_]{1,30}[ ][^\W_]{1,30}[ ][^\W_]{1,40}[,)])")
_DAY = "|".join((r"(?:0?[1-9]|[12]\d|3[01])(?!\d)", *(name for name, value in SMALL.items() if 1 <= value <= 31)))
#: Days of one month: 'van 12 tot 14 november', '12, 13 en 14 november'.
_DAYS = re.compile(
    rf"(?<![\w.,/-])(?:{_DAY})"
    rf"(?:(?:, | en | of | tot | tot en met | t/m |\s?[-–]\s?)(?:de )?(?:{_DAY})){{1,4}} (?:{_ANY_NAME})(?![^\W_])",
    re.IGNORECASE,
)
#: A day and a month in figures alone, and what does not come behind them.
_DAY_AND_MONTH = r"(?:0?[1-9]|[12]\d|3[01])(?:[-/–]|(?<=\bop \d)\.|(?<=\bop \d\d)\.)(?:0?[1-9]|1[0-2])"
_ENDS = r"(?![\d/%°-]|[.,:]\d)"
#: Without a year or the name of a month, behind a word that a day follows.
_ANNOUNCED = re.compile(
    r"\b(?:(?:op|d\.?d\.?)(?: de)? |(?:sinds|vanaf|tot|voor|na|per|rond)(?: de)? |(?P<range>van )"
    r"|(?:vandaag|morgen|overmorgen|gisteren|eergisteren|afgelopen|datum|afspraak|controle|opname|maandag|dinsdag"
    r"|woensdag|donderdag|vrijdag|zaterdag|zondag)(?:[:,]? | \())"
    rf"(?P<date>{_DAY_AND_MONTH}){_ENDS}",
    re.IGNORECASE,
)
#: And behind another: 'op 12-11 en 13-11', 'van 12-11 t/m 14-11'.
_NEXT = re.compile(rf"(?:,? (?:en|of|tot|tot en met|t/m)(?: op)? |, )(?P<date>{_DAY_AND_MONTH}){_ENDS}", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
#: Figures at the end that nothing joins to those before.
_LAST = re.compile(r"(?<=[\w.]),?\s\d\d$")
_BARE = re.compile(r"\d{1,2}[-/.–]\d{1,2}")
_SPELLED = {value: name for name, value in SMALL.items()}
_YEAR = re.compile(r"\s*(?:,\s*)?(?:van\s+|in\s+)?'?(\d\d)(?![\d:/%-]|[.,]\d)")

Found = tuple[int, int, int, int, int | None]  # start, end, day, month, year


def masked_dates(text: str, known: Known, *, others: bool = False) -> Iterator[Span]:
    """Yield the dates in a text by which a person is known; with ``others`` those of any other day too: with a month by
    its name, a year, or a word before it as 'op 7-6', so that '2-3 keer' stays."""
    born = [found.end() for found in _BORN.finditer(text)]
    feasts = [found.end() for found in _FEAST_ON.finditer(text)]
    for found in _BORN_AT.finditer(text):
        yield from _behind(text, found.end(), alone=True)
        yield from _in_reach(text, found.end(), known.today.year)
    for found in _FEAST_AT.finditer(text):
        yield from _behind(text, found.end())
    for found in _ASIDE.finditer(text):
        yield from _aside(text, found.end(), known.today.year)
    for born_on in {one.born for one in known.people if one.is_chosen and one.born}:
        yield from (_without_value(text, *found.span()) for found in _forms(born_on).finditer(text))
    for found in _OF_DAY.finditer(text):
        is_of = found[0].casefold().endswith("van")
        spans = _behind(text, found.end(), least=3)
        yield from (one for one in spans if is_of or text[one.end : one.end + 8] == " geboren")
    if not _MAY_BE.search(text):
        return
    this = known.today.year
    chosen = {(one.born.day, one.born.month): one.born.year for one in known.people if one.is_chosen and one.born}
    in_figures, in_words = (
        [*_in_figures(text, this), *_in_roman(text, this)],
        [*_with_names(text, this), *_in_words(text, this)],
    )
    for start, end, day, month, year in chain(in_figures, in_words):
        is_behind = any(0 <= start - at <= _WITHIN for at in born) or _FEAST.match(text, end)
        is_behind = is_behind or any(0 <= start - at <= _WITHIN and _LEAD.fullmatch(text, at, start) for at in feasts)
        is_old = year is not None and this - year >= _YEARS_AGO
        is_theirs = (day, month) in chosen and year in (None, chosen[day, month])
        if is_behind or is_old or (is_theirs and not is_counted(text, start, end)):
            yield Span(start, end, Kind.BIRTH_DATE)
    if others:
        yield from _others(text, chain(in_figures, in_words))


def _others(text: str, found: Iterable[Found]) -> Iterator[Span]:
    """Yield the dates of any day: with a month by its name or a year, and figures alone behind a word such as 'op'."""
    yield from (Span(*one.span(), Kind.DATE) for one in _DAYS.finditer(text))
    for start, end, *_, year in found:
        if year is not None or _LETTER.search(text, start, end):
            yield Span(start, end, Kind.DATE)
    for one in _ANNOUNCED.finditer(text):
        if is_counted(text, *one.span("date")):
            continue
        more = _next(text, one)
        if more or not one["range"]:  # of 'van' both ends
            yield Span(*one.span("date"), Kind.DATE)
        while more:
            yield Span(*more.span("date"), Kind.DATE)
            more = _next(text, more)


def _next(text: str, one: re.Match[str]) -> re.Match[str] | None:
    """Return the day in figures, with the same sign, that continues a day in figures."""
    more, sign = _NEXT.match(text, one.end("date")), one["date"].strip("0123456789")
    return more if more and sign in more["date"] and not is_counted(text, *more.span("date")) else None


def repeated(texts: Sequence[str], spans: Sequence[Iterable[Span]]) -> Iterator[tuple[int, Span]]:
    """Yield where figures that were a date once stand again, with the number of their text: not those that count."""
    dated = {text[one.start : one.end] for text, found in zip(texts, spans, strict=True) for one in found}
    figures = sorted(one for one in dated if _BARE.fullmatch(one))
    if not figures:
        return
    again = re.compile(rf"(?<![\d.,/-])(?P<date>{'|'.join(map(re.escape, figures))}){_ENDS}")
    for number_of_text, text in enumerate(texts):
        for found in again.finditer(text):
            if not is_counted(text, *found.span("date")):
                yield number_of_text, Span(*found.span("date"), Kind.DATE)


def _behind(text: str, at: int, least: int = 2, *, alone: bool = False) -> Iterator[Span]:
    """Yield what is said right behind 'geboren' and is no date as ``values`` reads one: 'zeven zes 49', '070649'; with
    ``alone`` a year or a feast too: 'in 1949', 'met kerst'."""
    lead = _LEAD.match(text, at)
    numbers: list[tuple[int, int]] = []
    is_whole = False
    start = end = lead.end() if lead else at
    for found in _PART.finditer(text, start, start + 2 * _WITHIN):
        word = found[0].casefold()
        value = _said(word) if len(word) != 6 or not word.isdecimal() else 0
        if text[end : found.start()].strip(" ,'’" + _SIGNS) or (value is None and word not in _OF_DATE):
            numbers = numbers[:-1] if has_unit(text, end) or word == "kinderen" else numbers
            break
        end = found.end()
        if value is not None:
            numbers.append((found.start(), end))
            is_together = len(numbers) == 1 and len(word) == 6 and word.isdecimal()
            is_year = 1900 <= value < 2100 or (len(word) == 2 and text[found.start() - 1] in "'’")
            is_whole = is_whole or is_together or (alone and (is_year or _FEAST_DAY.fullmatch(word) is not None))
    if numbers and (len(numbers) >= least or is_whole):
        yield Span(numbers[0][0], numbers[-1][1], Kind.BIRTH_DATE)


def _aside(text: str, at: int, this: int) -> Iterator[Span]:
    """Yield three numbers that are a day, a month and a year of old, which nothing but a name is before."""
    if not text[: at - 2].rstrip()[-100:].rpartition(" ")[2][:1].isupper():
        return
    parts = [(found.start(), found.end(), _said(found[0].casefold())) for found in _three(text, at)]
    if _are_old([value or 0 for *_, value in parts], this):
        yield Span(parts[0][0], parts[-1][1], Kind.BIRTH_DATE)


def _in_reach(text: str, at: int, this: int) -> Iterator[Span]:
    """Yield three numbers in a row within reach of 'geboren' that are a date: 'geboren in Deventer, zeven zes 49'."""
    row: list[tuple[int, int, int]] = []
    end = at
    for found in _PART.finditer(text, at, at + 2 * _WITHIN):
        word = found[0].casefold()
        value = _said(word)
        if text[end : found.start()].strip(" ,'’" + _SIGNS) or (value is None and word not in _OF_DATE):
            row = []
        if value is not None:
            row.append((found.start(), found.end(), value))
        if found.start() > at + _WITHIN and not row:
            return
        if len(row) >= 3 and _are_old([value for *_, value in row[-3:]], this):
            yield Span(row[-3][0], row[-1][1], Kind.BIRTH_DATE)
        end = found.end()


def _are_old(numbers: Sequence[int], this: int) -> bool:
    """Return whether three numbers are a day, a month and a year of ten years or more ago."""
    day, month, year = numbers
    return 1 <= day <= 31 and 1 <= month <= 12 and year >= 10 and this - _whole(year, this) >= _YEARS_AGO


def _three(text: str, at: int) -> list[re.Match[str]]:
    return list(islice(_PART.finditer(text, at), 3))


def _forms(born: date) -> re.Pattern[str]:
    """Return what finds a known date of birth in figures and words, whatever stands between: '7 6 49', '070649',
    'zevende van de zesde negentien negenenveertig'."""
    day, month, year = born.day, born.month, born.year
    between = (
        r"(?:[\W_]{1,4}(?:(?:van|de|in|het|jaar|maand|[eu]hm?|streepje|schuine|streep|slash|punt|min)[\W_]{1,4}){0,4}"
        r"|(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_]))"
    )
    of_day, of_month = _number(day), rf"(?:{_number(month)}|{_NAMES[month - 1]})"
    century, rest = divmod(year, 100)
    hundreds = {18: "achttien(?:honderd)?", 19: "negentien(?:honderd)?", 20: "twee ?duizend|twintig"}.get(century, "")
    hundreds = rf"(?:{hundreds})"
    if rest >= 10:
        in_words = rf"(?:{hundreds}[\W_]{{0,3}}(?:en[\W_]{{0,3}})?)?{_words(rest)}"
    elif rest:
        in_words = rf"(?:{hundreds}[\W_]{{0,3}}(?:en|nul)?[\W_]{{0,3}}|nul[\W_]{{1,3}}){_words(rest)}"
    else:
        in_words = rf"(?:{hundreds}|nul[\W_]{{1,3}}nul)"
    of_year = rf"(?:{year}|{rest:02}|{in_words})"
    together = rf"{day:02}{month:02}(?:{year}|{rest:02})|{year}{month:02}{day:02}"
    together += (
        f"|{rest:02}{month:02}{day:02}|{_apart(f'{day:02}{month:02}{year}')}|{_apart(f'{day:02}{month:02}{rest:02}')}"
    )
    name = rf"(?:{_NAMES[month - 1]})"
    orders = (
        (of_day, of_month, of_year),
        (of_year, of_month, of_day),
        (name, of_day, of_year),
        (of_year, of_day, name),
    )
    return re.compile(
        rf"(?<![^\W_])(?<!\d[.,:])(?:{together}|{'|'.join(map(between.join, orders))})(?![^\W_])", re.IGNORECASE
    )


def _number(value: int) -> str:
    """Return what finds a day or a month, also as the how many-th."""
    other = {1: "|eerste", 3: "|derde"}.get(value, "")
    nought = r"(?:nul[\W_]{1,3})?" if value < 10 else ""
    return rf"(?:0?{value}(?:e|ste|de)?|{_IN_ROMAN[value]}|{nought}{_words(value)}(?:de|ste)?{other})"


def _apart(figures: str) -> str:
    """Return what finds figures that are written or said one by one."""
    return r"[\W_]{1,3}".join(f"(?:{one}|{_SPELLED[int(one)] if int(one) != 1 else '[eé][eé]n'})" for one in figures)


def _words(value: int) -> str:
    return re.sub("(?<=[ei]e)en", "[eë]n", _SPELLED[value])


def _said(word: str) -> int | None:
    """Return the number that a word says, 'negentiennegenenveertig' and '7e' too; 0 of a month's name or a feast."""
    if _ORDINAL.fullmatch(word):
        word = word.rstrip("edst")
    if word.isdecimal():
        return int(word) if len(word) <= 4 else None
    if _MONTH.fullmatch(word) or _FEAST_DAY.fullmatch(word):
        return 0
    value = 1 if word == "eerste" else number(word)
    if value is None and word.startswith("negentien"):
        value = number(word.removeprefix("negentien"))
        return None if value is None else 1900 + int(value)
    return None if value is None else int(value)


def _without_value(text: str, start: int, end: int) -> Span:
    """Return a date of birth without its last figures where these are a value: '7 juni 49 kilo', '7-6, 49 mg'."""
    apart = _LAST.search(text, start, end)
    return Span(start, apart.start() if apart and has_unit(text, end) else end, Kind.BIRTH_DATE)


def _in_figures(text: str, this: int) -> Iterator[Found]:
    for found in _WITH_BLANKS.finditer(text):
        if not has_unit(text, found.end()):
            yield (*found.span(), int(found["day"]), int(found["month"]), int(found["year"]))
    for found in _WRITTEN.finditer(text):
        year = found["year"] or found["year2"]
        if year is None and "." in found[0]:
            continue
        day, month = int(found["day"] or found["day2"]), int(found["month"] or found["month2"])
        if month <= 12 and day <= 31:
            yield (*found.span(), day, month, _whole(int(year), this) if year else None)


def _in_roman(text: str, this: int) -> Iterator[Found]:
    for found in _ROMAN.finditer(text):
        day, month = (_ROMANS.get(one.casefold(), 0) for one in found.group("day", "month"))
        if 1 <= (day or int(found["day"] if found["day"].isdecimal() else 0)) <= 31 and 1 <= month <= 12:
            yield (*found.span(), day or int(found["day"]), month, _whole(int(found["year"]), this))


def _with_names(text: str, this: int) -> Iterator[Found]:
    """Yield dates with a month's name that are not words apart."""
    for found in _WITH_NAME.finditer(text):
        year = found["year"] or found["short"] or found["glued"]
        if year is None and found["first"].isspace():
            continue
        month = next(at for at, name in enumerate(_NAMES, 1) if re.fullmatch(name, found["month"], re.IGNORECASE))
        yield (*found.span(), int(found["day"]), month, _whole(int(year), this) if year else None)


def _whole(year: int, this: int) -> int:
    """Return a year of two figures in full, as one that was: 49 is 1949."""
    if year >= 100:
        return year
    return year + this // 100 * 100 - (100 if year > this % 100 else 0)


def _in_words(text: str, this: int) -> Iterator[Found]:
    words = tokens(_FIRST.sub("1  ", _BETWEEN.sub(_blank, text)))
    for value in values(words):
        keys = dict(value.keys)
        day = keys.get("day")
        if value.kind != "date" or not isinstance(day, tuple):
            continue
        start, end = words[value.first].start, words[value.last].end
        year = keys.get("year")
        if isinstance(year, int) and value.last > value.first + 1 and has_unit(text, end):
            year, end = None, words[value.first + 1].end
        elif not isinstance(year, int):
            year, end = _short_year(text, words, value.last, this)
        yield start, end, day[0], day[1], year


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _short_year(text: str, words: list[Token], last: int, this: int) -> tuple[int | None, int]:
    """Return the year of two figures behind a month, and where it ends: '7 juni 49', 'zeven juni negenenveertig'."""
    end = words[last].end
    if (found := _YEAR.match(text, end)) and not has_unit(text, found.end()):
        return _whole(int(found[1]), this), found.end(1)
    following = words[last + 1] if last + 1 < len(words) else None
    if following and following.text.isalpha() and 1900 <= (_said(following.lower) or 0) < 2100:
        return _said(following.lower), following.end
    if following is None or following.value is None or not following.text.isalpha() or not 10 <= following.value <= 99:
        return None, end
    is_pressure = last + 2 < len(words) and words[last + 2].lower == "over"
    if following.value % 1 or is_pressure or has_unit(text, following.end):
        return None, end
    return _whole(int(following.value), this), following.end
