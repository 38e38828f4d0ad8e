"""Text from outside is compared and kept without what nobody sees; Python and the browser clean it alike."""

import json
import time
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_report.dutch import characters
from voice_report.dutch.characters import cleaned
from voice_report.dutch.folding import holds_all, term
from voice_report.dutch.spelling import Entry, Speller
from voice_report.reporting.evidence import evidence
from voice_report.reporting.markdown import plain_text

VECTORS = json.loads((Path(__file__).parents[1] / "characters.json").read_text())
#: What hides in a word: soft hyphen, zero width, word joiner, byte order mark, filler, direction, selector, picture.
UNSEEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff\u034f\u3164\u202e\ufe0f\ufffc\U000e0061"


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_a_text_is_cleaned_as_described(vector: dict[str, Any]):
    assert cleaned(vector["text"]) == vector["cleaned"]


@given(st.text(max_size=60), st.text(st.sampled_from("a1é`e\u0301 'K👩⚕🏽\ufe0f\u200d\u20e3" + UNSEEN), max_size=30))
def test_cleaning_again_changes_nothing(anything: str, awkward: str):
    for text in (anything, awkward):
        assert cleaned(cleaned(text)) == cleaned(text)


@given(st.text(st.sampled_from("ab1 ½,." + UNSEEN)))
def test_nothing_that_is_seen_is_left_out(text: str):
    assert cleaned(text) == "".join(one for one in text if one not in UNSEEN)


@pytest.mark.parametrize(
    "text",
    ["e\u0301" * 100_000, "e" + "\u0316\u0301" * 100_000, "👩\u200d" * 66_000, "a`" * 100_000]
    + ["\n" * 4_100 + letter + mark * 200_000 for letter in ("a", "a\u0301", "👩", "1") for mark in UNSEEN],
)
def test_a_long_text_is_cleaned_quickly(text: str):
    started = time.process_time()
    cleaned(text)
    assert time.process_time() - started < 1


AWKWARD = (
    "aéb1#* _-.,'`´’\n\r\t\v\u2028\x85\x92\x8e\x99\x1c\u0301\u0316\u20e3👩⚕🏽ℹ❶①🏴\U000e007fＫ＇ﬁ\u00a0\u2010½" + UNSEEN
)


@given(st.text(st.sampled_from(AWKWARD), min_size=3, max_size=12).flatmap(lambda few: st.text(few, max_size=40)))
def test_a_text_in_pieces_becomes_what_it_becomes_whole(text: str):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(characters, "_PIECE", 1)
        in_pieces = cleaned(text)
    assert in_pieces == cleaned(text)


@pytest.mark.parametrize(
    "text", ["a\u00ad" * 100_000, "e\u0301" * 100_000, "👩\u00ad" * 100_000, "\u00a0'" * 100_000, "1\r\n" * 70_000]
)
def test_s33_no_rule_reads_the_whole_of_a_long_text_at_once(text: str, monkeypatch: pytest.MonkeyPatch):
    """Who cleans it in a thread gives way to the event loop in between."""
    read, rules = [], characters._cleaned
    monkeypatch.setattr(characters, "_cleaned", lambda piece: read.append(len(piece)) or rules(piece))
    cleaned(text)
    assert max(read) < 2 * characters._PIECE


@pytest.mark.parametrize("text", ["- Mevrouw sliep goed.\n" * 30_000, "De cliënt at ’s morgens.\n" * 24_000])
def test_s33_no_rule_looks_at_the_characters_of_a_usual_text(text: str, monkeypatch: pytest.MonkeyPatch):
    """It is cleaned on the event loop, and may be long."""
    for rule in ("_LINE_BREAK", "_ANY_UNSEEN", "_APOSTROPHE", "_HYPHEN", "_SPACE", "_SHAPED", "_ACCENT"):
        monkeypatch.setattr(characters, rule, None)
    assert cleaned(text) == text


def test_s33_letters_in_another_shape_are_not_looked_up_one_by_one(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(characters, "unicodedata", None)
    assert cleaned("１" * 200_000) == "1" * 200_000


@pytest.mark.parametrize("hidden", [*UNSEEN])
def test_a_denial_with_a_hidden_character_is_missed_when_it_is_gone(hidden: str):
    said, written = f"Mevrouw is n{hidden}iet gevallen.", "## Situatie\n\nMevrouw is gevallen.\n"
    assert "red" in [flag.level for one in evidence(said, written).sentences for flag in one.flags]
    assert "red" in [
        flag.level for one in evidence(written[13:], f"## Situatie\n\n{said}").sentences for flag in one.flags
    ]


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("Mevrouw kreeg 5\u00ad00 mg paracetamol.", "Mevrouw heeft 500 mg paracetamol gekregen."),
        ("Mevrouw kreeg 500\u00a0mg paracetamol.", "Mevrouw heeft 500 mg para\u00adcetamol gekregen."),
        ("Temperatuur was ３７，２ graden.", "De temperatuur was 37,2 graden."),
        ("Temperatuur was 37,2 graden.", "De temperatuur was 3７,2 graden."),
        ("Ze vroeg om cre\u0300me voor haar voet.", "Zij vroeg om crème voor haar voet."),
    ],
)
def test_the_same_words_raise_no_flag(said: str, written: str):
    found = evidence(said, f"## Situatie\n\n{written}\n")
    assert [one.flags for one in found.sentences] == [()]
    assert found.omissions == ()


@pytest.mark.parametrize("hidden", [*UNSEEN])
def test_a_copy_has_no_hidden_character(hidden: str):
    assert plain_text(f"## Si{hidden}tuatie\n\nHet ging g{hidden}oed.") == "Situatie\nHet ging goed.\n"


def test_a_search_sees_what_a_reader_sees():
    stored = "Wond\u00adzorg bij meneer van \u2019t Hof, cre\u0300me, ５ mg"
    for typed in ("wondzorg", "van 't hof", "van ‘t hof", "crème", "creme", "5"):
        assert holds_all(" ".join(map(term, cleaned(typed).split())), stored), typed


def test_a_word_list_sees_what_a_reader_sees():
    speller = Speller([Entry(1, "Metoprolol", ("metropo\u00adlol",)), Entry(2, "'t Hof", ("‘t hoff",))])
    assert [match.entry.id for match in speller.find(cleaned("Zij kreeg metro\u200bpolol van ’t hoff."))] == [1, 2]


def test_names_of_letters_are_in_one_form():
    assert unicodedata.is_normalized("NFC", cleaned("Zoe\u0308 \u212bsa"))
