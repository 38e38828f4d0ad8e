"""Figures, units and spoken marks are written in one way, and words that may be something else stay words."""

import pytest

from tests.unit.reporting.tidying.around import AROUND, tidied
from voice_report.reporting.templates import BUILT_IN
from voice_report.reporting.tidying import tidy


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("Temperatuur was zevenendertig komma twee.", "Temperatuur was 37,2."),
        ("Als ze boven de achtendertig vijf komt, bel dan.", "Als ze boven de 38,5 komt, bel dan."),
        ("Boven de achtendertig vijf bellen.", "Boven de 38,5 bellen."),
        ("Om tien over twee, vijf milligram gegeven.", "Om tien over twee, 5 mg gegeven."),
        ("Ze kreeg zeven, acht milligram.", "Ze kreeg zeven, acht milligram."),
        ("PHQ-9 was achttien en is nu veertien.", "PHQ-9 was 18 en is nu 14."),
        ("NRS zes in rust en acht bij bewegen.", "NRS 6 in rust en 8 bij bewegen."),
        ("NRS was zes, nu vier.", "NRS was 6, nu 4."),
        ("NRS was zes, vorige keer acht.", "NRS was 6, vorige keer 8."),
        ("Pijnscore van acht naar vier.", "Pijnscore van 8 naar 4."),
        ("Links achtendertig centimeter, rechts negenendertig en een half.", "Links 38 cm, rechts 39,5."),
        ("Novorapid acht, Lantus twintig.", "Novorapid 8, Lantus 20."),
        ("Ze kreeg paracetamol duizend.", "Ze kreeg paracetamol 1000."),
        ("Ze werkt vijfendertig uur tot veertig uur.", "Ze werkt 35 uur tot 40 uur."),
        ("De temperatuur was 37.8 graden.", "De temperatuur was 37,8 °C."),
        ("Ze kreeg vijfhonderd milligram paracetamol.", "Ze kreeg 500 mg paracetamol."),
        ("Saturatie tachtig procent.", "Saturatie 80%."),
        ("Bloeddruk honderdvijfenveertig over vijfentachtig.", "Bloeddruk 145/85."),
        ("De wond is vier bij drie centimeter.", "De wond is 4 x 3 cm."),
        ("Ze nam één zakje en twee tabletten.", "Ze nam 1 zakje en 2 tabletten."),
        ("Ze ligt in kamer vier, bed twee.", "Ze ligt in kamer 4, bed 2."),
        ("Ze is tweeëntachtig jaar.", "Ze is 82 jaar."),
        ("Anderhalve liter gedronken.", "1,5 l gedronken."),
        ("Het is donderdag drie december.", "Het is donderdag 3 december."),
        ("Zes à zeven milligram gegeven.", "6 à 7 mg gegeven."),
        ("Glucose acht komma vier millimol per liter.", "Glucose 8,4 mmol/l."),
        ("Paracetamol één gram drie keer per dag.", "Paracetamol 1 g drie keer per dag."),
        ("Ze ligt in bed zes, eenenzeventig jaar.", "Ze ligt in bed 6, 71 jaar."),
        ("Eenennegentig komma vier kilo, twee kilo eraf.", "91,4 kg, 2 kg eraf."),
        ("Suiker negen komma acht, dus acht eenheden.", "Suiker 9,8, dus 8 eenheden."),
        ("Pijn geeft ze een zes.", "Pijn geeft ze een 6."),
        ("Ze had een zeven voor Engels.", "Ze had een 7 voor Engels."),
        ("De PHQ-9 was acht.", "De PHQ-9 was 8."),
        ("Ademhaling zestien, suiker was negen.", "Ademhaling 16, suiker was 9."),
        ("Temperatuur zesendertig acht.", "Temperatuur 36,8."),
        ("Temperatuur 38 6.", "Temperatuur 38,6."),
        ("Temperatuur 38 6, pols 80.", "Temperatuur 38,6, pols 80."),
        ("De temperatuur was 38 6 pols 80.", "De temperatuur was 38,6 pols 80."),
        ("Temperatuur 33 9 gemeten.", "Temperatuur 33,9 gemeten."),
        ("Ze had koorts, 39 2 graden.", "Ze had koorts, 39,2 °C."),
        ("Temperatuur 37 8 om 8 uur.", "Temperatuur 37,8 om 8 uur."),
        ("Temperatuur 38 zes.", "Temperatuur 38,6."),
        ("Bed een mevrouw Bos heeft geslapen.", "Bed 1 mevrouw Bos heeft geslapen."),
        ("Het ging om vijftig milligram en een plaspil.", "Het ging om 50 mg en een plaspil."),
        ("De plek is twee bij anderhalve centimeter.", "De plek is 2 x 1,5 cm."),
        ("De plek is anderhalf bij tweeënhalve centimeter.", "De plek is 1,5 x 2,5 cm."),
        ("Er zat driehonderdvijftig cc in.", "Er zat 350 cc in."),
        ("Hij kreeg twee puffen.", "Hij kreeg 2 puffen."),
        ("Metoprolol 2dd vijftig milligram.", "Metoprolol 2dd 50 mg."),
        ("Om acht uur zestien eenheden gegeven.", "Om acht uur 16 eenheden gegeven."),
        ("Om veertien uur dertig milliliter gegeven.", "Om veertien uur 30 ml gegeven."),
        ("Om de drie uur zestig milliliter.", "Om de drie uur 60 ml."),
        ("Temperatuur zevenendertig komma een.", "Temperatuur 37,1."),
        ("Ze woog zestig komma een kilo.", "Ze woog 60,1 kg."),
        ("De kalium was vier.", "De kalium was 4."),
        ("De NRS was vier in rust.", "De NRS was 4 in rust."),
        ("Pijnscore vier tot vijf bij bewegen.", "Pijnscore 4 tot 5 bij bewegen."),
        ("Om kwart over acht: honderdvijftien over zeventig.", "Om kwart over acht: 115/70."),
        ("En om drie uur honderdtwintig over zeventig.", "En om drie uur 120/70."),
        ("Ze houdt de toon zes seconden aan.", "Ze houdt de toon 6 seconden aan."),
        ("Drie keer twaalf herhalingen gedaan.", "Drie keer 12 herhalingen gedaan."),
        ("Ze werkt tweeëndertig uur per week.", "Ze werkt 32 uur per week."),
        ("Na achtenveertig uur belt ze.", "Na 48 uur belt ze."),
        ("Het kost ongeveer veertienhonderd euro.", "Het kost ongeveer 1400 euro."),
        ("Op een schaal van tien geeft ze een zes.", "Op een schaal van 10 geeft ze een 6."),
        ("Oxycodon gaat van tien naar vijf milligram.", "Oxycodon gaat van 10 naar 5 mg."),
        ("Insuline van achttien naar 16 eenheden.", "Insuline van 18 naar 16 eenheden."),
        ("Ibuprofen vierhonderd milligram driemaal daags.", "Ibuprofen 400 mg driemaal daags."),
    ],
)
def test_figures_are_written_in_one_way(said: str, stands: str) -> None:
    assert tidied(said) == stands


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("Bel nul zes, elf tweeëntwintig drieëndertig vierenveertig.", "Bel 06 11 22 33 44."),
        ("Ze is er op nul zes twaalf vierendertig nul vijf nul zes.", "Ze is er op 06 12 34 05 06."),
        ("Nul twintig, vijf vijf vijf, één twee drie vier.", "020 555 1234."),
        ("Zijn BSN is negen negen negen, negen drie een, vijf vier vier.", "Zijn BSN is 999 931 544."),
        ("De code van de deur is vier vijf één twee.", "De code van de deur is 4512."),
        ("Haar postcode is vijf twee drie vier.", "Haar postcode is 5234."),
    ],
)
def test_what_is_said_digit_by_digit_is_written_in_digits(said: str, stands: str) -> None:
    assert tidied(said) == stands


@pytest.mark.parametrize(
    "said",
    [
        "Levodopa twee twee twee.",
        "Ze krijgt er één nul één nul.",
        "Kamernummer vier, vijf, zes gewassen.",
        "Ze belde drie, vier, vijf keer.",
        "De opname, één twee drie, loopt.",
        "De code is vier vijf één twee keer ingetoetst.",
        "De code is vier vijf één of vier.",
        "Bel nul zes twaalf vierendertig.",
    ],
)
def test_numbers_in_a_row_that_may_be_a_list_stay_in_words(said: str) -> None:
    assert tidied(said) == said


@pytest.mark.parametrize(
    "said",
    [
        "Om tien over acht kwam ze.",
        "Ze woont boven de achtendertig vijf jaar.",
        "Temperatuur 38 6 uur geleden.",
        "Temperatuur 38 2 keer gemeten.",
        "Temperatuur 38 2 paracetamol gegeven.",
        "Temperatuur 38 3 maart.",
        "Temperatuur 38 60.",
        "Temperatuur 43 6.",
        "Koorts op kamer 38 6.",
        "Temperatuur goed, pols 38 6.",
        "Ze woont op nummer 38 6.",
        "NRS vertelt ze en acht kinderen.",
        "Pijn zei ze en vier keer gespuugd.",
        "Paracetamol vier keer.",
        "Twee uur tot vier uur.",
        "Drie en een half.",
        "Het was 145 over 158.",
        "Ze nam een of twee tabletten.",
        "Ze nam een tabletje.",
        "Hij woog 3 kilo 120.",
        "Ze is 1 meter 79.",
        "Ze is één meter tachtig, nee, dat weet ik niet.",
        "Het kost vijfentwintig euro vijftig.",
        "Om acht uur dertig graden.",
        "Temperatuur zevenendertig komma een tablet gegeven.",
        "Pijnscore vier of vijf keer gevraagd.",
        "Een anderhalve bij twee meter grote kast.",
        "Vijf en twintig milligram.",
        "Tussen de tachtig en negentig procent.",
        "Hij acht 2 tabletten nodig.",
        "Om negen uur achttien komma zes.",
        "Half acht graden.",
        "Honderd keer gezegd.",
        "Drie keer gevraagd, zes weken lang.",
        "De twintigste, derde keer.",
        "Zo'n vijftig mensen.",
        "Ze is zeven, acht keer geweest.",
        "Ze is zeventig, tachtig jaar.",
        "Pijn geeft ze een zes of zeven.",
        "Hij komt om een, twee uur.",
        "Ze telde een, twee, drie.",
        "Een vijf keer gespoelde wond.",
        "Temperatuur zevenendertig twee uur later nog hoger.",
        "Het bed een beetje hoger gezet.",
        "Ademhaling zestien keer geteld.",
        "Vijftig milligram en een half.",
        "Het kost zo'n veertienhonderd euro.",
        "Ze woont er sinds negentienhonderdtachtig.",
        "Om drie uur veertig over de brug.",
        "Bloeddruk om drie uur veertig over twintig.",
        "Ze slaapt vier uur per nacht.",
        "Ze werkt nu vijftig uur.",
        "Hij hield het zes zeven seconden vol.",
        "Op een schaal van nul tot tien.",
        "Ze gaat van twee naar drie keer per week.",
        "Ze gingen met zijn vier naar 5 m hoogte.",
    ],
)
def test_what_may_be_another_figure_stays_in_words(said: str) -> None:
    assert tidied(said) == said


@pytest.mark.parametrize(
    "said", ["Het is een en dertig mei.", "Ze had een en veertig graden.", "Ze kreeg eén honderd vijftig milligram."]
)
def test_the_end_of_a_figure_is_no_figure(said: str) -> None:
    assert tidy([said], BUILT_IN["zorg"]).text(0) == said


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("De wond is mooi komma geen roodheid punt", "De wond is mooi, geen roodheid."),
        ("De wond is mooi komma maar wel nat punt.", "De wond is mooi, maar wel nat."),
        ("Ze at goed punt nieuwe regel.", "Ze at goed."),
        ("Hij is lief komma ook voor zijn zusje punt", "Hij is lief, ook voor zijn zusje."),
        ("Nieuwe alinea. ze at goed punt", "Ze at goed."),
        ("Wil ze naar huis vraagteken", "Wil ze naar huis?"),
        ("Pols 88 komma regelmatig punt", "Pols 88, regelmatig."),
        ("Ze kreeg vijf komma acht milligram punt", "Ze kreeg 5,8 mg."),
    ],
)
def test_marks_are_written_where_they_are_said(said: str, stands: str) -> None:
    found = tidy([*AROUND[:3], said, "Ze sliep goed punt", *AROUND[4:]])
    assert found.text(3) == stands
    assert found.text(3, off=found.keys) == said


@pytest.mark.parametrize(
    "said",
    [
        "Op dit punt gaat het goed.",
        "Dat is een belangrijk onderwerp en geen punt.",
        "De score is drie punten.",
        "Het laatste punt.",
        "De komma moet weg.",
        "Ze begint op een nieuwe regel met schrijven.",
    ],
)
def test_a_word_that_is_no_mark_stays(said: str) -> None:
    assert tidy([*AROUND[:3], said, "Punt.", *AROUND[4:]]).text(3) == said


def test_a_mark_between_two_marks_is_one_by_itself() -> None:
    assert tidied("Twee keer per dag, komma, dus ophogen.") == "Twee keer per dag, dus ophogen."


def test_one_word_that_may_be_a_mark_is_none() -> None:
    assert tidied("De wond is mooi komma geen roodheid") == "De wond is mooi komma geen roodheid."
