"""What is nearly a word of a list: found by its sound, never in the place of a Dutch word or another name."""

import time

import pytest

from voice_report.known_words import is_known, key, made
from voice_report.near_misses import NearMisses, distance, sounds
from voice_report.spelling import Entry, Match, Speller, replaced

WORDS = ("metoclopramide", "fentanyl", "Lindenhof", "EMDR-sessie", "Deventer", "temazepam", "Chantal", "Marjan")


def near(text: str, *words: str, names: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    looking = NearMisses(Entry(word, word, (), "naam" if word in names else "") for word in words or WORDS)
    return [(one.heard, one.entry.word) for one in looking.find(text, [])]


@pytest.mark.parametrize(
    ("heard", "word"),
    [
        ("Ze kreeg metoklo pramiede vanochtend.", "metoclopramide"),
        ("pleister fentanile", "fentanyl"),
        ("op de lindenhoff", "Lindenhof"),
        ("de emdee-ersessi ook", "EMDR-sessie"),
    ],
)
def test_what_whisper_made_of_a_word_is_found(heard: str, word: str):
    assert [found for _, found in near(heard)] == [word]


@pytest.mark.parametrize(
    "text",
    [
        "In december sliep ze beter dan in november, haar benen waren warm.",
        "Wordt er nog een film met haar bekeken? Maar één keer.",
        "Mevrouw Hansen en Martin kwamen langs, en Linda ook.",
        "Hij nam paracetamol en prednison.",
        "Fentanyl en metoclopramide gegeven.",
        "enthaneel. Meetop! Lopwam, even",
        "1234567 123abc",
    ],
)
def test_s50_dutch_words_other_names_and_other_medicines_stay(text: str):
    found = near(text, *WORDS, "Jansen", "Wouter", "Vermeer", "prednisolon")
    assert [word for _, word in found if word != "fentanyl"] == []


def test_of_two_words_that_are_as_near_neither_is_taken():
    assert near("mevrouw jonsen", "Jansen") == [("jonsen", "Jansen")]
    assert near("mevrouw jonsen", "Jansen", "Jensen") == []


def test_a_persons_name_has_to_sound_the_same_but_for_vowels():
    assert near("mevrouw Willemze", "Willemsen") == [("Willemze", "Willemsen")]
    assert near("mevrouw Willemze", "Willemsen", names=("Willemsen",)) == []
    assert near("mevrouw jonsen", "Jansen", names=("Jansen",)) == [("jonsen", "Jansen")]


@pytest.mark.parametrize(
    ("heard", "word"),
    [
        ("bradycardie, pols 44", "tachycardie"),
        ("asymptomatisch", "symptomatisch"),
        ("postprandiaal", "preprandiaal"),
        ("hypernatriëmie", "hyponatriëmie"),
        ("hypocapnie", "hypercapnie"),
        ("adductie", "abductie"),
        ("dysfagie", "dysfasie"),
        ("afebriel", "antefebriel"),
        ("noninvasief", "invasief"),
    ],
)
def test_s50_a_term_is_never_written_for_what_nearly_sounds_like_it(heard: str, word: str):
    for one, other in ((heard, word), (word, heard.split(",")[0])):
        assert NearMisses([Entry(1, other, (), "term")]).find(one, []) == []


@pytest.mark.parametrize(
    ("heard", "word"),
    [
        ("predniso", "Prednisolon"),
        ("prednisom", "Prednisolon"),
        ("lorazepan", "Lormetazepam"),
        ("escitalopran", "Citalopram"),
        ("fluoxetinen", "Fluvoxamine"),
        ("loratadienne", "Desloratadine"),
        ("imipramminen", "Clomipramine"),
        ("oxymorvon", "Hydromorfon"),
        ("oxycontin", "Oxycodon"),
    ],
)
def test_s50_what_is_as_near_to_another_medicine_is_left_alone(heard: str, word: str):
    assert near(f"Ze kreeg {heard} vanochtend.", word) == []


ORDINARY = ("ook", "en meer", "na", "voor", "om", "af", "op", "wel", "maar", "pijn", "oma", "Jan")


@pytest.mark.parametrize("said", ORDINARY)
def test_s50_no_word_that_was_said_is_swallowed(said: str):
    assert near(f"Ze kreeg metoprolo {said} 50", "Metoprolol") == [("metoprolo", "Metoprolol")]
    assert near(f"Ze woont op lindenhoff {said} 50", "Lindenhof") == [("lindenhoff", "Lindenhof")]
    assert near("lindenhoff xqzt", "Lindenhof") == [("lindenhoff", "Lindenhof")]


def test_a_word_in_two_lists_is_one_word():
    assert near("lindenhoff", "Lindenhof", "lindenhof", "LINDENHOF") == [("lindenhoff", "Lindenhof")]


def test_what_is_replaced_already_is_left_alone():
    entry = Entry(1, "Lindenhof", ("lindenhoff",))
    text = "op de lindenhoff en de lindenhofff"
    exact = Speller([entry]).find(text)
    found = NearMisses([entry]).find(text, exact)
    assert [one.heard for one in found] == ["lindenhofff"]
    assert replaced(text, sorted([*exact, *found], key=lambda one: one.start))[0] == "op de Lindenhof en de Lindenhof"
    assert NearMisses([]).find(text, []) == []
    assert NearMisses([entry]).find("lindenhoff", [Match(0, 10, "lindenhoff", entry, is_right=False)]) == []


def test_sounds_and_their_distance():
    assert sounds("Diklofenak") == sounds("diclofenac")
    assert sounds("") == sounds("!?") == ""
    assert distance("abc", "abc") == 0
    assert distance("", "ab") == distance("ab", "") == 1.7


def test_known_words_are_those_of_the_filter():
    assert all(map(is_known, ("mevrouw", "December", "Jansen", "één", "slaapproblemen", "paracetamol")))
    assert not any(map(is_known, ("enthaneel", "lopwam", "lindenhoff", "")))
    assert made([key("Eén")]) == made(["een"]) != made(["twee"])


@pytest.mark.timed
def test_s33_any_text_and_a_full_list_take_little_time():
    looking = NearMisses(Entry(at, f"metoprololsuccinaat{chr(97 + at % 26)}{at}", ()) for at in range(1300))
    for text in ("metroplolsucinat " * 5000, "x" * 200_000, "a-" * 100_000, "e\u0301" * 100_000):
        begun = time.process_time()
        looking.find(text, [])
        assert time.process_time() - begun < 4
