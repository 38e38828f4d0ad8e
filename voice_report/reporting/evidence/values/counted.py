"""Whether two figures such as '2-3' are a value: '2-3 keer', '1/2 tablet', 'bloeddruk 12/8', and not '3-12 kwam'.

The rules of masking and the look before sending read them alike. What is in doubt is none.
"""

import re

from ....dutch.word_sets import word_set
from .units import UNITS

_BEHIND = re.compile(r"\s?(?P<sign>[%°])|\s?(?P<word>[^\W\d_]{1,24})")
_TWO = re.compile(r"(\d{1,2})\s{0,2}(\D)\s{0,2}(\d{1,2})")
_COUNTED = frozenset(UNITS) | word_set("glas deel boterham stuks kcal u dd")
#: What a fraction stands before: '1/2 beker', '2/3 van de portie'.
_PARTED = word_set(
    """ampul appel bak bakje bakjes banaan beker bekers bekertje bord bordje boterham brood dag eetlepel ei fles flesje
    glas kop kopje lepel maaltijd nacht pak pakje pil plak plakje pleister portie rol schep schepje sneetje spuit
    theelepel uur zakje zetpil vol leeg"""
)
_OF = re.compile(r"\s(?:van|v\.?d\.?)\s(?:(?:de|het|een|haar|zijn|hun|mijn|die|dat)\s)?(?P<word>[^\W\d_]{1,24})")
_PER = re.compile(r"\sper\s(?:dag|dienst|etmaal|keer|maaltijd|maand|minuut|nacht|uur|week)\b", re.IGNORECASE)
#: Of these two are said with one unit, the higher first: '12/8 mmHg', '20/10 mg'.
_TWOFOLD = word_set("mass volume percent concentration pressure international")
#: Of a range these stand in the plural: 'op 2-3 dag en nacht gebeld' is a day.
_SINGULAR = word_set("dag week maand minuut seconde kwartier")
_APART = (frozenset(UNITS) | word_set("kcal stappen")) - _SINGULAR - word_set("m")
_PLURAL = re.compile(r"\w{2,}(?:en|[eu]rs|els|[^e]ens|jes)")
#: What ends as a plural does: verbs, and what says where or when.
_NONE = word_set(
    """zijn waren gaan gingen komen kwamen hebben hadden worden werden willen wilden kunnen konden moeten moesten mogen
    mochten zullen zouden blijven bleven starten beginnen begonnen stoppen bellen belden zien zagen laten lieten kregen
    liepen namen aten dronken sliepen spraken brachten vielen vonden stonden zaten lagen riepen hielpen
    binnen buiten boven tussen tegen samen alleen even morgen gisteren eten anders anderen allen beiden volgens
    vervolgens overigens wegens tevens telkens ergens nergens inmiddels deels immers elders toen netjes eventjes
    zachtjes"""
)
_VERB = re.compile(r"(?:\w{0,8}ge\w{2,}|(?:be|ver|ont|her)\w{2,})en")
_DATED = re.compile(r"\b(?:op|d\.?d\.?|datum|jarig|verjaardag|gebo(?:ren|orte\w{0,5})|geb\.?)(?: de)?\s*:?\s*$", re.I)
_WINDOW = 80  # characters before figures, in which it is said what was measured
_BETWEEN = (
    "is|was|nu|ook|weer|nog|steeds|ongeveer|circa|ca\\.?|rond|tussen|gemiddeld|eerst|later|daarna|toen|en|of|links"
    "|vandaag|vanochtend|vanmorgen|vanmiddag|vanavond|vannacht|gisteren"
    "|rechts|li\\.?|re\\.?|liggend|staand|zittend|hoog|laag|stabiel|gaf|gemeten"
    "|(?:daalde|steeg|zakte|ging|daalt|stijgt|zakt|gaat|gestegen|gedaald|gezakt) (?:naar|tot)"
)
_MEASURED = re.compile(
    r"(?<![^\W_])(?P<one>(?:een|met|had|heeft|hoge|lage)\s)?"
    r"(?:(?P<pressure>bloeddruk(?:ken)?|bloeddr\.?|tensie|rr)"
    r"|\w{0,12}score|nrs|vas|vrs|pijn(?:cijfer|schaal)?|kracht|\w{0,9}glucose|\w{0,5}suiker|inr|hb|crp|temp(?:eratuur)?"
    r"|categorie|graad|stadium|fase|klasse)"
    rf"(?(one)(?:\svan)?)(?:\s?[:=]?\s(?:{_BETWEEN}|\d{{1,2}}\s?/\s?\d{{1,2}}[,;]?)){{0,4}}\s?[:=]?\s*$",
    re.IGNORECASE,
)
#: 'Hij kreeg er 1-2': so many of them.
_SO_MANY = re.compile(
    r"\b(?:kreeg|krijgt|nam|neemt|at|eet|dronk|drinkt|gaf|geeft|had|heeft|slikte?|wil(?:de)?|lust(?:te)?)"
    r"(?:\s[^\W\d_]{1,20})?\ser\s(?:ongeveer\s|zo'n\s|maar\s|nog\s)?$",
    re.IGNORECASE,
)
#: What comes behind a value that was measured; another word, a colon or a pressure in full can make its figures a day.
_AFTER = re.compile(
    r"\s*(?:$|[.,;)!?\n\"'”’]|(?:mmhg|en|of|bij|met|maar|dus|pols|hf|sat|saturatie|temp|temperatuur|links|rechts|liggend|staand"
    r"|zittend|gemeten|naar|later|daarna|vandaag"
    r"|vanochtend|vanmorgen|vanmiddag|vanavond|vannacht)\b(?!\s?:))(?![^.!?\n]{0,40}\d{3}/\d)",
    re.IGNORECASE,
)


def is_counted(text: str, start: int, end: int) -> bool:
    """Return whether the two figures there are a value: before a unit, a lower and a higher one before a noun in the
    plural or a part before what it is of, or behind what was measured."""
    if (two := _TWO.fullmatch(text, start, end)) is None:
        return False
    is_range, is_part = int(two[1]) < int(two[3]), two[2] in "/⁄∕"
    before = text[max(0, start - _WINDOW) : start]
    behind = _BEHIND.match(text, end)
    word = (behind["word"] or "" if behind else "").casefold()
    is_dated = _DATED.search(before) is not None
    if behind and (behind["sign"] or word in UNITS or behind["word"] == "E"):
        is_one = word in _SINGULAR and (is_dated or not is_part)
        return (is_range and not is_one) or (is_part and UNITS.get(word, ("percent",))[0] in _TWOFOLD)
    if is_dated:
        return False
    if is_range and _is_of(text, end, word, is_part=is_part):
        return True
    if is_range and _SO_MANY.search(before) and _AFTER.match(text, end):
        return True
    measured = _MEASURED.search(before)
    is_fit = measured and (is_part if measured["pressure"] else int(two[1]) <= int(two[3]))
    return bool(is_fit) and _AFTER.match(text, end) is not None


def _is_of(text: str, end: int, word: str, *, is_part: bool) -> bool:
    """Return whether behind a lower and a higher figure stands what they count, or are a part of."""
    of = _OF.match(text, end)
    if word in _COUNTED or _PER.match(text, end) or (is_part and (word in _PARTED or (of and of["word"] in _PARTED))):
        return True
    return bool(_PLURAL.fullmatch(word)) and word not in _NONE and not _VERB.fullmatch(word)


def has_unit(text: str, end: int) -> bool:
    """Return whether a unit stands right behind a figure: '72 kg' is no year."""
    behind = _BEHIND.match(text, end)
    return behind is not None and (behind["sign"] is not None or behind["word"].casefold() in _APART)
