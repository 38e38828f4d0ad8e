"""The measurement of speech counts what it says it counts, and cuts where the recorder cuts."""

from itertools import pairwise

import numpy as np
import pytest

from bench import speech_score as score
from bench import speech_sound as sounds
from tests.support.fakes.sound import RATE

SENTENCES = [
    "Mevrouw De Boer at om acht uur een boterham met kaas.",
    "Ze kreeg haar Lantus en ging daarna met Sanne naar buiten.",
]


def test_errors_are_words_replaced_left_out_and_added_whatever_the_punctuation():
    assert score.errors("Mevrouw sliep goed.", "mevrouw sliep, goed") == (0, 0, 0)
    assert score.errors("Mevrouw sliep goed.", "Meneer sliep [onzeker]") == (1, 1, 0)
    assert score.errors("", "Bedankt voor het kijken.") == (0, 0, 4)


def test_a_copy_is_five_words_in_a_row_of_the_text_before():
    before = "Mevrouw heeft vannacht goed geslapen en was vrolijk."
    assert score.copied("heeft vannacht goed geslapen en at daarna", before) == 5
    assert score.copied("heeft vannacht goed geslapen", before) == 0


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("nee nee, dat niet", 0),
        ("en toen en toen en toen ging ze", 4),
        ("ze wil naar huis en ze wil naar bed", 0),
        ("a b c d e f g h i en a b c d e f g h i", 9),
    ],
)
def test_a_loop_is_a_phrase_three_times_or_eight_words_again(text, count):
    assert score.looped(text) == count


def test_letters_of_other_scripts_are_counted_and_ours_are_not():
    assert score.foreign("5 µg crème, één überprüfung") == 0
    assert score.foreign("vervied住e 秒代") == 3


def test_names_and_medicines_are_counted_once_each_and_invented_medicines_too():
    said = " ".join(SENTENCES)
    assert score.names(said, "de boer kreeg lantus, sanne kreeg paracetamol") == (4, 4, 1)
    assert score.names("ze kreeg metoclopramide.", "ze kreeg metoklopramide.") == (1, 0, 0)  # in another spelling


def test_the_sound_is_the_same_every_time_and_has_the_noise_it_says():
    first, second = (sounds.recording("x", SENTENCES, ("nl", 140), 10, "street") for _ in range(2))
    assert np.array_equal(first.samples, second.samples)
    power = {spoken: np.mean(first.samples[first.spoken == spoken] ** 2) for spoken in (True, False)}
    assert 10 * np.log10(power[True] / power[False]) == pytest.approx(10, abs=2.5)


@pytest.mark.parametrize("place", sounds.WITHOUT_A_VOICE)
def test_every_place_has_a_noise_of_equal_power(place):
    power = np.sqrt(np.mean(sounds.around(place, 4 * RATE, "1") ** 2))
    assert power == pytest.approx(0.0 if place == "silence" else 1.0, abs=0.01)


def test_it_is_cut_as_the_recorder_cuts_and_each_piece_begins_where_the_one_before_ends():
    said = sounds.recording("x", SENTENCES * 4, ("nl", 140), None, "room")
    pieces = sounds.pieces(said.samples)
    assert pieces[0][0] == 0
    assert pieces[-1][1] == pytest.approx(len(said.samples), abs=RATE / 1000)
    assert len(pieces) >= 2
    assert all(end == first for (_, end), (first, _) in pairwise(pieces))


def test_words_that_are_unsure_are_counted_among_the_wrong_and_among_the_right():
    heard = [("Mevrouw", False), ("sliep,", True), ("goud", True), ("en", False), ("uit.", False), ("...", True)]
    assert score.dotted("Mevrouw sliep goed en lang.", heard) == (2, 1, 3, 1)
    assert score.dotted("", heard) == score.dotted("Mevrouw", []) == (0, 0, 0, 0)
