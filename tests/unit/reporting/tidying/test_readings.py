"""Both readings of what only the speaker can settle: by leaving out and joining, without a new word."""

import re

import pytest

from voice_report.dutch.sentences import split
from voice_report.reporting.templates import DEFAULT
from voice_report.reporting.tidying import readings, tidy


def asked(sentence: str) -> list[str]:
    [text] = split(sentence)
    [point] = tidy([text], DEFAULT).points
    return [one.text for one in readings(text, point.said, point.here)]


@pytest.mark.parametrize(
    ("said", "first", "second"),
    [
        (
            "Ze was vandaag, eh, gisteren bij de huisarts.",
            "Ze was vandaag bij de huisarts.",
            "Ze was gisteren bij de huisarts.",
        ),
        ("Ze komt maandag, dinsdag bedoel ik.", "Ze komt maandag.", "Ze komt dinsdag."),
        ("Hij kreeg twee, eh, drie tabletten.", "Hij kreeg twee tabletten.", "Hij kreeg drie tabletten."),
        ("Haar zoon, nee, haar dochter belt morgen.", "Haar zoon belt morgen.", "Haar dochter belt morgen."),
        (
            "Hij deed het drie van de vijf keer, nee, vier.",
            "Hij deed het drie van de vijf keer.",
            "Hij deed het vier van de vijf keer.",
        ),
        ("Ze at een boterham, nee niet boterham, een beschuit.", "Ze at een boterham.", "Ze at een beschuit."),
        ("Haar haar is grijs, nee wit is het.", "Haar haar is grijs.", "Haar haar is wit."),
    ],
)
def test_each_reading_stands_where_the_first_one_was_said(said: str, first: str, second: str) -> None:
    assert asked(said) == [first, second]


@pytest.mark.parametrize(
    ("sentence", "first", "second"),
    [
        ("De wond is twaalf dagen oud, sorry, een week of drie.", "twaalf dagen", "een week"),  # 'of drie' is of one
        ("Nee sorry, 98 of zo.", "88", "98"),  # the first one is in another sentence
        ("Hij at vijf, en zij kreeg er daarna ook nog acht.", "vijf", "acht"),  # nothing is taken back
        ("Bloeddruk 120, nee, 130 tot 140.", "120", "130"),
        ("Om acht uur kwam de arts en zij ging weg, nee, om negen uur.", "acht uur", "negen uur"),
        ("Saturatie 9, nee, 94.", "9", "4"),  # no figure is cut
        ("Ze was moe, nee niet moe, eerder verdrietig.", "moe", "eerder verdrietig"),
        ("Haar zoon, nee, dochter belt.", "Haar zoon", "dochter"),
        ("Haar haar is grijs, nee wit is het altijd geweest.", "grijs", "wit"),
        ("Ze telde tien, nee, tien elf twaalf.", "tien", "elf twaalf"),
        ("Ze at een appel, nee niet appel, de peer.", "appel", "peer"),
        ("", "acht", "negen"),
    ],
)
def test_where_something_else_may_belong_to_one_of_them_there_are_none(sentence, first: str, second: str) -> None:
    assert readings(sentence, first, second) == ()


@pytest.mark.parametrize("first", ["drie", "drie keer", "de arts", "Bram", "37,2", "drie van de vijf keer"])
@pytest.mark.parametrize("second", ["vier", "vier keer", "de fysio", "Bart", "37,5", "vier uur in de nacht"])
@pytest.mark.parametrize("cue", [", eh, ", ", nee, ", " of eigenlijk ", ", sorry, ", ", wacht even, nee, ", " eh "])
def test_no_word_is_new_and_only_the_cue_and_the_other_reading_go(first: str, second: str, cue: str) -> None:
    sentence = f"Gisteren was het {first}{cue}{second}, en daarna niet meer."
    words = re.findall(r"[\w,]*\w", sentence)
    found = readings(sentence, first, second)
    for one in found:
        text = one.text
        assert one.words in text
        assert text.startswith("Gisteren was het ")
        assert text.endswith("en daarna niet meer.")
        assert not [word for word in re.findall(r"[\w,]*\w", text) if word not in words]
        assert not re.search(r"\b(?:eh|nee|sorry|wacht|eigenlijk)\b", text)
    assert len({one.text for one in found}) in (0, 2)


def test_a_very_long_sentence_takes_no_longer_than_its_length() -> None:
    sentence = "nee, eh, " * 20_000
    assert readings(f"Om acht {sentence}negen.", "acht", "negen")[1].text == "Om negen."
