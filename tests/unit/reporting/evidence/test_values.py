"""The grammar of values: the same value in other words has a key in common, another value has none."""

import pytest

from voice_report.reporting.evidence.values import values
from voice_report.reporting.evidence.words.numerals import number
from voice_report.reporting.evidence.words.tokens import digit_stream, tokens


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("vierendertig", 34), ("honderdtweeenveertig", 142), ("tweehonderdvijftig", 250), ("duizend", 1000),
        ("elfhonderd", 1100), ("derde", 3), ("twintigste", 20), ("anderhalve", 1.5), ("tweemaal", 2),
        ("vierendertigjarige", 34), ("eten", None), ("achter", None), ("honderduit", None), ("x" * 1000, None),
    ],
)  # fmt: skip
def test_number_words(word: str, value: float | None) -> None:
    assert number(word) == value


SAME = [
    ("om half negen", "om 20.30 uur"), ("kwart voor vijf", "16:45"), ("tien voor vier", "15.50 uur"),
    ("tien over half vier", "3.40 uur"), ("vijf voor half negen", "8:25 uur"), ("om elf uur", "23.00 uur"),
    ("om twaalf uur", "12.00 uur"), ("een uur of vijf", "rond 17.00 uur"), ("om drie komt de arts", "om 15.00 uur"),
    ("zeven uur per nacht", "7 uur"), ("om negen en elf uur", "om 9.00 en 11.00 uur"),
    ("11.30 en 16.30 uur", "11.30 uur"),
    ("anderhalf uur", "90 minuten"), ("een half uur", "30 min"), ("drie kwartier", "45 minuten"),
    ("twee weken", "14 dagen"),
    ("de code is vier vijf één twee", "4512"), ("nul zes, elf tweeëntwintig drieëndertig vierenveertig", "06-11223344"),
    ("temperatuur zevenendertig komma een", "37,1"), ("zestig komma een kilo", "60,1 kg"),
    ("vijf komma acht", "5,8"), ("drie en een half", "3,5"), ("honderd twintig over tachtig", "120/80 mmHg"),
    ("120 over 80", "120/80"), ("3 bij 2 centimeter", "3 x 2 cm"), ("4 bij 2,5", "2,5 cm"), ("half gram", "500 mg"),
    ("1000 milligram", "1 gram"), ("25 microgram", "25 µg"), ("350 cc", "350 ml"), ("40mg", "veertig milligram"),
    ("tweemaal daags", "2x daags"),
    ("een halve tablet", "½ tablet"), ("34 jaar", "34-jarige man"), ("36,8 graden", "36,8 °C"), ("1.500", "1500"),
    ("24 november", "24-11-2026"), ("12 maart 1941", "geboren 12-03-1941"), ("donderdagochtend", "donderdag"),
    ("vijf december tweeduizend zesentwintig", "5 december 2026"), ("temperatuur achtendertig twee", "38,2 °C"),
    ("twaalf april negentien achtendertig", "12 april 1938"), ("vijf mei tweeduizend en vijf", "5 mei 2005"),
    ("suiker acht vier", "8,4 mmol/l"), ("achtendertig twee graden", "38,2 graden"),
    ("tensie 16 over 9", "RR 16/9"), ("achtendertig een graden", "38,1 graden"), ("achtendertig vijf", "38,5"),
    ("1 meter 72", "172 cm"), ("een meter achtenzestig", "1,68 m"), ("3 kilo 420", "3,42 kg"),
    ("drie kilo vierhonderdtwintig", "3420 gram"), ("Hb zeven zes", "Hb 7,6"), ("82 kilo 5", "82,5 kg"),
    ("op de derde verdieping", "3e verdieping"), ("tweehonderd vijftig milligram", "250 mg"),
]  # fmt: skip


@pytest.mark.parametrize(("spoken", "written"), SAME)
def test_one_value_in_other_words(spoken: str, written: str) -> None:
    keys = [set().union(*(one.keys for one in values(tokens(text)))) for text in (spoken, written)]
    assert keys[0] & keys[1]


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("half negen", "9.30 uur"), ("kwart voor vijf", "17.15 uur"), ("24 november", "25 november"),
        ("dinsdag", "donderdag"), ("twee weken", "2 dagen en"), ("8,4", "84"),
    ],
)  # fmt: skip
def test_other_values(spoken: str, written: str) -> None:
    keys = [
        {key for one in values(tokens(text)) for key in one.keys if key[0] != "number"} for text in (spoken, written)
    ]
    assert not keys[0] & keys[1]


@pytest.mark.parametrize("text", ["HbA1c", "een goede morgen", "'s morgens", "vitamine B12", "de morgen", "geen", "…"])
def test_words_that_are_no_values(text: str) -> None:
    assert values(tokens(text)) == []


def test_digits_said_in_pieces() -> None:
    assert digit_stream(tokens("nul zes, nul nul, twaalf, vierendertig, zesenvijftig")) == "0600123456"


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("vijf december tweeduizend zesentwintig", "2025"), ("temperatuur achtendertig twee", "38,3"),
        ("temperatuur achtendertig twee keer gemeten", "38,2"), ("kamer achtendertig twee", "38,2"),
        ("3 kilo 420 ml", "3,42"), ("1 meter 72 jaar", "172"), ("om 16 over 9", "16"), ("9 over 16", "9"),
        ("suiker acht vier uur later", "8,4"), ("op 3 december twintig minuten", "3 december 2020"),
    ],
)  # fmt: skip
def test_numbers_side_by_side_are_not_one(spoken: str, written: str) -> None:
    keys = {key for value in values(tokens(spoken)) for key in value.keys}
    others = {key for value in values(tokens(written)) for key in value.keys if key[0] in ("year", "number")}
    assert keys.isdisjoint(others)
