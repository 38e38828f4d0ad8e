"""Which words a report may write one for another, and which never."""

from itertools import combinations

import pytest

from voice_report.reporting.evidence.words.opposites import SENSES
from voice_report.reporting.evidence.words.stems import stem
from voice_report.reporting.evidence.words.synonyms import FILE, alike


def may_stand_for(written: str, said: str) -> bool:
    """Return whether one word is the other, in another form or by another name."""
    one, heard = stem(written) or written, frozenset({stem(said), said})
    return one in heard or alike(one, heard)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("PHQ-9", "PHQ-negen"),
        ("gegeten", "genuttigd"), ("trek", "eetlust"), ("overgegeven", "gebraakt"), ("morste", "geknoeid"),
        ("slaapt", "nachtrust"), ("suf", "slaperig"), ("ontwaakt", "wakker"), ("douchebeurt", "gedoucht"),
        ("plaste", "mictie"), ("poep", "ontlasting"), ("luier", "incontinentiemateriaal"), ("tensie", "bloeddruk"),
        ("gewandeld", "wandeling"), ("gevallen", "valincident"), ("meegedaan", "deelname"), ("klem", "geklemd"),
        ("last", "klachten"), ("kortademig", "benauwd"), ("rillerig", "rilt"), ("afgevallen", "gewichtsverlies"),
        ("emotioneel", "huilde"), ("somberheid", "neerslachtig"), ("bezorgd", "ongerust"), ("war", "verward"),
        ("langs", "bezocht"), ("telefonisch", "gebeld"), ("vervolgafspraak", "afspraak"), ("hoogte", "geïnformeerd"),
        ("pil", "tablet"), ("prik", "injectie"), ("oogdruppels", "gedruppeld"), ("afgebouwd", "verlaagd"),
        ("hematoom", "blauw"), ("pus", "etter"), ("genezen", "herstel"), ("wondbeeld", "wond"),
        ("amper", "nauwelijks"), ("ineens", "plotseling"), ("verslechterd", "verslechtering"), ("maakte", "maakt"),
        ("vermoedt", "vermoeden"), ("slechte", "slecht"), ("maandelijks", "maand"),
    ],
)  # fmt: skip
def test_another_word_for_the_same_is_known_both_ways(one, other):
    assert may_stand_for(one, other)
    assert may_stand_for(other, one)


@pytest.mark.parametrize(
    "words",
    [
        "ontbijt lunch avondeten", "gegeten gedronken geslapen", "koorts verhoging", "gewassen gedoucht geschoren",
        "lopen staan zitten liggen", "rollator rolstoel wandelstok", "hoofdpijn buikpijn rugpijn", "hiel stuit knie",
        "arm been rug buik", "pijn jeuk koorts", "somber boos bang blij", "somber depressief", "verward delier",
        "gebeld bezocht", "dochter zoon zus", "huisarts fysiotherapeut apotheker", "tablet zetpil druppels",
        "verhoogd verlaagd", "pleister zwachtel", "smetplek decubitus", "rood gezwollen droog", "afgesproken afgezegd",
        "aangetrokken uitgetrokken", "opgenomen ontslagen", "beroerte tia", "kanker tumor", "thee koffie water",
        "ochtend middag avond nacht", "weigert wil", "geïnformeerd gevraagd", "afgevallen aangekomen", "buik onderbuik",
        "slapen wakker", "laag gelegen", "leeggegeten gegeten",
    ],
)  # fmt: skip
def test_words_for_different_things_never_stand_for_each_other(words):
    pairs = list(combinations(words.split(), 2))
    assert [pair for pair in pairs if may_stand_for(*pair) or may_stand_for(*reversed(pair))] == []


def test_no_line_has_two_words_that_turn_a_meaning():
    sides = {(word, *sense[:2]) for word, found in SENSES.items() for phrase, sense in found if len(phrase) == 1}
    of = {word: {(group, side) for one, group, side in sides if one == word} for word, *_ in sides}
    lines = [line.split() for line in FILE.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert all(len(words) > 1 for words in lines)
    apart = [
        (one, other)
        for words in lines
        for one, other in combinations(words, 2)
        for group, side in of.get(one, ())
        if {other_side for other_group, other_side in of.get(other, ()) if other_group == group} - {side}
        and (group, side) not in of.get(other, ())
    ]
    assert apart == []
