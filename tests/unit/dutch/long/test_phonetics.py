"""What words sound like."""

from voice_report.dutch.phonetics import distance, sounds


def test_what_sounds_the_same_has_the_same_sounds():
    assert sounds("Diklofenak") == sounds("diclofenac")
    assert sounds("metoklo-pramide") == sounds("metoclopramide")
    assert sounds("") == sounds("!?") == ""


def test_vowels_and_neighbouring_consonants_differ_less():
    assert distance("abc", "abc") == 0
    assert distance("", "ab") == distance("ab", "") == 1.7
    assert distance("bak", "pak") < distance("bak", "rak")
    assert distance("bak", "bok") < distance("bak", "bar")


def test_a_distance_that_is_too_large_is_not_measured_further():
    assert distance("aaaaaaaa", "kkkkkkkk", 1.0) == 8
