"""The chosen client's number leaves in no form, and the look before sending knows it; ordinary words stay."""

import time

import pytest

from tests.unit.reporting.deidentification.sending import TODAY, sent
from voice_report.dutch.person_names import name_parts
from voice_report.reporting.deidentification import Known, Person, mask
from voice_report.reporting.deidentification.scan import scan


def of(number: str) -> Known:
    return Known(TODAY, (Person("1", name_parts("Jet", "Wolk"), number=number, is_chosen=True),))


LONG = ("{}.", "Zijn nummer is {}.", "Op de deur staat {} en dat klopt.", "In map {} staat het.", "Het nummer {} dus.")
SHORT = ("Zijn nummer is {}.", "In dossier {} lag het.", "Cliëntnummer: {} klopt.")


@pytest.mark.parametrize(
    ("number", "forms"),
    [
        ("48213", "48213|48.213|48 213|48-2-13|4 8 2 1 3|4.8.2.1.3|48/213|#48213|nr.48213|48, 213|48 duizend 213"
                  "|vier acht twee een drie|vier, acht, eh, twee, één, drie|vier acht twee punt een drie"
                  "|achtenveertig tweehonderddertien|achtenveertig twee dertien|achtenveertig eenentwintig drie"
                  "|vierhonderdtweeëntachtig dertien|achtenveertigduizend tweehonderddertien"
                  "|achtenveertigduizendtweehonderddertien|achtenveertig duizend twee honderd dertien"
                  "|vier acht streepje tweehonderd en dertien|048213|vier acht en dan twee een drie"),
        ("20394", "twee nul drie negen vier|twintig driehonderdvierennegentig|twintig drie vierennegentig"
                  "|twintigduizend driehonderdvierennegentig|tweehonderddrie vierennegentig|20.394|2 0 3 9 4"),
        ("48005", "48 005|48.005|achtenveertig nul nul vijf|achtenveertigduizend vijf|achtenveertigduizendenvijf"),
        ("A 12.345", "A 12.345|a12345|A-12345|A 1 2 3 4 5|12345|12.345|twaalfduizend driehonderdvijfenveertig"
                     "|a een twee drie vier vijf|a streepje twaalf driehonderdvijfenveertig"),
        ("0048213", "0048213|48213|nul nul vier acht twee een drie|achtenveertig tweehonderddertien"),
        ("2105", "2105|21-05|eenentwintig nul vijf|tweeduizend honderdvijf|eenentwintighonderdvijf"),
    ],
)  # fmt: skip
def test_a_number_in_any_form(number: str, forms: str) -> None:
    for said in forms.split("|"):
        for frame in LONG:
            text = frame.format(said)
            left = sent(text, of(number))
            before, after = frame.split("{}")
            assert left.startswith(before), text
            assert left.endswith(after), (text, left)
            assert not set("0123456789") & set(left.replace("-1]", "")), (text, left)
            assert len(left) <= len(frame) + len("nr. [NUMMER-1]"), (text, left)
            assert scan(text, numbers=[number]) >= {"client"}, text
            assert "client" not in scan(left, numbers=[number]), left


@pytest.mark.parametrize("number", ["K-77", "K 77", "k77"])
def test_a_number_of_few_figures_behind_a_word_for_it(number: str) -> None:
    for said in ("77", "K-77", "k 77", "kaa 77", "k zevenenzeventig", "ka streepje zeven zeven", "zeven zeven",
                 "k van Karel zeven zeven", "kilo zeven zeven", "Karel 77"):  # fmt: skip
        for frame in SHORT:
            text = frame.format(said)
            left = sent(text, of(number))
            assert left == frame.format("[NUMMER-1]"), text
            assert scan(left, numbers=[number]) == frozenset()
            assert "client" in scan(frame.format("77"), numbers=[number])


def test_figures_and_letters_that_are_stuck_to_a_number() -> None:
    for said in ("48213a", "a48213", "48213-B", "x 48213", "nr48213"):
        assert "48213" not in sent(f"Er staat {said} op.", of("48213"))
        assert "client" in scan(f"Er staat {said} op.", numbers=["48213"])


@pytest.mark.parametrize(
    ("number", "text"),
    [
        ("12", "Om 12 uur 12 keer, twaalf glazen."), ("77", "Ze woog 77 kilo, pols 77."), ("K-77", "Melk 77 ml."),
        ("48213", "Om 48 uur 213 keer, 148213 en 482134 stappen, vier en acht."),
        ("48213", "Kamer 48, bed 21. Drie keer gebeld, vier tot acht."),
        ("1", "Een man, een vrouw en nummertjes."), ("N12", "Ze liep en 12 keer viel ze."), ("", "Nummer 12 belde."),
    ],
)  # fmt: skip
def test_other_figures_and_words_stay(number: str, text: str) -> None:
    assert sent(text, of(number)) == text
    assert scan(text, numbers=[number]) == frozenset()


def test_a_letter_that_is_a_word_stays_before_figures() -> None:
    assert sent("Ze zei en 1234 keer.", of("N-1234")) == "Ze zei en [NUMMER-1] keer."
    assert sent("Ze is er 1234 keer.", of("R1234")) == "Ze is er [NUMMER-1] keer."


def test_another_persons_number_is_not_looked_for_in_words() -> None:
    other = Known(TODAY, (Person("1", name_parts("Jet", "Wolk"), number="48213"),))
    assert sent("Vier acht twee een drie.", other) == "Vier acht twee een drie."


@pytest.mark.parametrize(
    "piece", ["een ", "1 ", "4 8 2 1 ", "duizend ", "dubbel ", "nummer ", "eh ", "nul ", "honderd en ", "a ", "0", "1a"]
)
def test_time_is_linear_in_the_text(piece: str) -> None:
    for number in ("1" * 40, "48213", "A1"):
        text = piece * (10_000 // len(piece))
        mask([piece], of(number))
        began = time.process_time()
        mask([text], of(number))
        scan(text, numbers=[number])
        assert time.process_time() - began < 1, number
