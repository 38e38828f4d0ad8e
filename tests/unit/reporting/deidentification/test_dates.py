"""Dates that are masked: of birth in any writing, and others where an organization chose that."""

import re
from datetime import date

import pytest

from tests.unit.reporting.deidentification.sending import NOBODY, TODAY, sent
from voice_report.dutch.person_names import name_parts
from voice_report.dutch.word_sets import word_list
from voice_report.reporting.deidentification import Choices, Known, Person, mask
from voice_report.reporting.deidentification.scan import scan


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Op 3 maart kwam de arts, op 7-6 weer.", "Op [DATUM-1] kwam de arts, op [DATUM-2] weer."),
        ("Het was 12-11-2026, 12/11/26 en 2026-11-12.", "Het was [DATUM-1], [DATUM-2] en [DATUM-3]."),
        ("Vanaf de derde van mei, tot vijf juni.", "Vanaf de [DATUM-1], tot [DATUM-2]."),
        (
            "Geboren op 7 juni 1949, en ze heeft altijd op een boerderij gewoond, gevallen op 9 juli.",
            "Geboren op [GEBOORTEDATUM-1], en ze heeft altijd op een boerderij gewoond, gevallen op [DATUM-1].",
        ),
        ("Op 3-mrt-2026, 3-maart en 2026/11/12.", "Op [DATUM-1], [DATUM-2] en [DATUM-3]."),
        ("Op 12.11 kwam ze. Volgende afspraak: 13/11.", "Op [DATUM-1] kwam ze. Volgende afspraak: [DATUM-2]."),
        ("Vandaag (30/11) en morgen (1/12).", "Vandaag ([DATUM-1]) en morgen ([DATUM-2])."),
        ("Van 12 tot 14 november was ze weg.", "Van [DATUM-1] was ze weg."),
        ("Van twaalf tot en met veertien november weg.", "Van [DATUM-1] weg."),
        ("Op 12/11 gevallen, 12/11 huisarts gebeld.", "Op [DATUM-1] gevallen, [DATUM-1] huisarts gebeld."),
        ("Op 1/2 kwam ze, neemt 1/2 tablet.", "Op [DATUM-1] kwam ze, neemt 1/2 tablet."),
        ("Van 2 tot 3 keer, voor 1/2 tablet, (2/3).",) * 2,
        ("Ze loopt 2-3 keer, neemt 1/2 tablet, 140/90, om 8.15 uur.",) * 2,
        ("Maandag en morgen, in maart en in 2025, kamer 12.",) * 2,
        ("Tot 3-4 keer per nacht, sinds 2-3 dagen, vanaf 5-6 ml.",) * 2,
        ("Tot 2-3 uur, tot 5-10 meter, maandag 1-2 plakjes, na 2-3 glazen.",) * 2,
        ("Vanaf 3-12 komen we. Sinds 4-12 opgenomen.", "Vanaf [DATUM-1] komen we. Sinds [DATUM-2] opgenomen."),
        ("Op 12-11 en 13-11 kwam ze.", "Op [DATUM-1] en [DATUM-2] kwam ze."),
        ("Op 12-11, 13-11 en 14-11.", "Op [DATUM-1], [DATUM-2] en [DATUM-3]."),
        ("Van 12-11 t/m 14-11. Van 3-12 tot 5-12.", "Van [DATUM-1] t/m [DATUM-2]. Van [DATUM-3] tot [DATUM-4]."),
        ("Controle 3-12 om 9 uur, bij opname 4-12.", "Controle [DATUM-1] om 9 uur, bij opname [DATUM-2]."),
        ("Op 3-12, 1/2 tablet en 1-2 plakjes.", "Op [DATUM-1], 1/2 tablet en 1-2 plakjes."),
        ("Zij kwam 12/11, pijn van 5-6 met een score van 7/10, van 2-3 tot 4-5 keer.",) * 2,
    ],
)
def test_other_dates_are_masked_where_an_organization_chose_that(text: str, said: str) -> None:
    assert sent(text, choices=Choices(dates=True)) == said
    assert "[DATUM" not in sent(text)
    vault = mask([text], NOBODY, Choices(dates=True)).vault
    assert "value" not in scan(said, vault.values.values())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Geboren op 7-jun-1949.", "Geboren op [GEBOORTEDATUM-1]."),
        ("Geboren 7–6–1949, geb. 7‑6‑1949.", "Geboren [GEBOORTEDATUM-1], geb. [GEBOORTEDATUM-2]."),
        ("Geb. dat. 7-juni-49 en geboren 1949-6-7.", "Geb. dat. [GEBOORTEDATUM-1] en geboren [GEBOORTEDATUM-2]."),
        ("In het systeem staat 7/jun/1949, 7.juni.1949 en 7_6_1949.",
         "In het systeem staat [GEBOORTEDATUM-1], [GEBOORTEDATUM-2] en [GEBOORTEDATUM-3]."),
        ("Er staat 1949-6-7, 1949/6/7 of 7juni1949.",
         "Er staat [GEBOORTEDATUM-1], [GEBOORTEDATUM-2] of [GEBOORTEDATUM-3]."),
        ("Mevrouw Zwoltriks, zeven zes negenenveertig, sliep goed.",
         "Mevrouw [PERSOON-1], [GEBOORTEDATUM-1], sliep goed."),
        ("Mevrouw Zwoltriks (7 6 49) sliep goed.", "Mevrouw [PERSOON-1] ([GEBOORTEDATUM-1]) sliep goed."),
        ("Ze kreeg thee, zeven zes negenenveertig, en 2–3 keer soep, 7 6 49.",) * 2,
        ("Hij is op VII-VI-1949 geboren.", "Hij is op [GEBOORTEDATUM-1] geboren."),
        ("Infuus iv - 2, VI-X-2026 en fase II-III.",) * 2,
        ("Op 7 jun. 12 uur en op 3-mrt-2026 en 2026/11/12.",) * 2,
    ],
)  # fmt: skip
def test_a_date_of_birth_in_any_writing(text: str, said: str) -> None:
    assert sent(text) == said


@pytest.mark.parametrize(
    "said",
    [
        "Geb.datum 7 6 49", "Geb datum: 070649", "Geboorte datum 7 6 49", "Geboortedatum = 7 6 49", "Geb. 7/6/'49",
        "Geboortedatum 7-6-'49", "Geboren '49", "Geboren op kerst 49", "Geboren met kerst",
        "Geboren eerste paasdag 1949",
        "Geboren op tweede kerstdag 49", "Geboren op de 7e van de 6e 49", "Geboren zondag 7 6 49", "Geboren dd 7 6 49",
        "Geboren d.d. 7 6 49", "Geboren begin juni 49", "Geboren op oudejaarsavond 1949",
        "Zijn verjaardag is zeven juni",
        "Zijn verjaardag is zeven zes", "Haar verjaardag valt op 7 6", "Hij is jarig op de zevende van de zesde",
        "Haar dochter verjaart 7 juni", "Geboren 7 6 49", "Geboren zeven zes negenenveertig",
    ],
)  # fmt: skip
def test_the_birth_date_of_anybody_behind_a_word_for_it(said: str) -> None:
    for text in (f"{said}.", f"{said}, en hij sliep goed.", f"{said} staat in de map."):
        for choices in (Choices(), Choices(dates=True)):
            left = sent(text, choices=choices).replace("-1]", "")
            assert "[GEBOORTEDATUM" in left, text
            assert not re.search(r"\d|zeven|zes|kerst|paas|oudejaar|juni", left), left
            made = mask([text], NOBODY, choices)
            assert scan(made.texts[0], made.vault.values.values()) == frozenset()


def test_a_birth_date_of_anybody_in_odd_places() -> None:
    assert sent("Zijn gebdat 070649 klopt.").endswith("[GEBOORTEDATUM-1] klopt.")
    assert sent("De man, geboren in Zwolterkerk op 7 6 49, kwam.").endswith(" op [GEBOORTEDATUM-1], kwam.")
    assert sent("Geboortedatum zoon 7 6 49.") == "Geboortedatum zoon [GEBOORTEDATUM-1]."
    assert sent("Hij kwam op 7 6 1949 hier.") == "Hij kwam op [GEBOORTEDATUM-1] hier."
    assert sent("Op 7 6 2026 kwam ze.", choices=Choices(dates=True)) == "Op [DATUM-1] kwam ze."
    for said in (
        "Op haar verjaardag 2 3 keer gelachen.", "Ze is jarig, 80 geworden.", "Op 1 2 2000 ml gegeven.",
        "Geboren met 32 weken en 1 kilo 8.", "Met kerst 2 glazen wijn, rond 49 kilo.", "Kamer 2 3 in 2026 verbouwd.",
        "Zijn verjaardag was leuk, 2 stuks taart.", "Met Pasen en Kerst was hij er, in 1949 niet.",
    ):  # fmt: skip
        assert sent(said) == said


def forms(born: date) -> list[str]:
    """Return how people write a date of birth."""
    day, month, year, short = born.day, born.month, born.year, f"{born.year % 100:02}"
    named = word_list("januari februari maart april mei juni juli augustus september oktober november december")
    name = named[month - 1]
    cut = "mrt" if month == 3 else name[:3]
    found = [
        f"{day}{sign}{one}{sign}{last}" for sign in "-/._–—‐‑ " for one in (month, name, cut) for last in (year, short)
    ]
    found += [f"{year}{sign}{month}{sign}{day}" for sign in "-/._–‑ "]
    found += [f"{day:02}{month:02}{short}", f"{day:02}{month:02}{year}", f"{year}{month:02}{day:02}"]
    found += [f"{day}{cut}{short}", f"{name} {day}, {year}", f"{day}e van de {month}e {year}", f"{day} {cut}. '{short}"]
    return found


@pytest.mark.parametrize(
    ("born", "spoken"),
    [
        (date(1949, 6, 7), ("zeven zes negenenveertig", "zeven zes negentiennegenenveertig",
                            "zeven zes negentien negenenveertig", "de zevende van de zesde negenenveertig",
                            "zeven juni negentienhonderd negenenveertig",
                            "zeven, zes, negentienhonderdnegenenveertig", "zeven, eh, zes, eh, negenenveertig",
                            "zeven eh van de zesde ehm negenenveertig", "7 van 6 in het jaar 49",
                            "7 juni van het jaar 1949", "zeven uh zes... uhm... 49",
                            "nul zeven nul zes negenenveertig", "nul zeven, nul zes, negenenveertig",
                            "7 streepje 6 streepje 49", "zeven punt zes punt 1949", "7 eh juni eh 1949",
                            "1949, 7 juni", "490607", "0 7 0 6 4 9", "nul zeven nul zes vier negen",
                            "VII-VI-1949", "7-VI-1949", "7/vi/49", "VII.VI.49", "VII VI 49", "7 vi 1949",
                            "7 maand 6 jaar 1949", "7−6−1949", "7·6·49")),
        (date(1922, 1, 3), ("drie een tweeëntwintig", "derde van de eerste tweeentwintig", "drie jan tweeëntwintig")),
        (date(2005, 12, 23), ("drieëntwintig twaalf tweeduizend vijf", "drieentwintig twaalf nul vijf")),
        (date(2000, 4, 5), ("nul vijf nul vier nul nul", "vijf vier tweeduizend")),
        (date(1900, 8, 31), ("eenendertig acht negentienhonderd",)),
    ],
)  # fmt: skip
def test_the_chosen_clients_date_of_birth_leaves_in_no_form_and_the_look_knows_it(
    born: date, spoken: tuple[str, ...]
) -> None:
    known = Known(TODAY, (Person("1", name_parts("Jet", "Wolk"), born=born, is_chosen=True),))
    for said in (*forms(born), *spoken):
        text = f"In het systeem staat {said} en dat klopt."
        left = sent(text, known)
        assert left.startswith("In het systeem staat "), said
        assert left.endswith(" en dat klopt."), (said, left)
        assert not set("0123456789") & set(left.replace("-1]", "")), (said, left)
        assert len(left) <= len("In het systeem staat de [GEBOORTEDATUM-1] en dat klopt."), (said, left)
        assert "born" not in scan(left, born=[born]), left
        if not said.endswith(("05", "'05", "00", "'00")):  # a lone figure is no year to the look
            assert scan(text, born=[born]) & {"born", "number"}, said
    values = "Om 7 uur 6 keer, 49 kilo, bloeddruk 149/76, 31 en 8, 3 en 1, van 22 tot 23."
    assert sent(values, known) == values
    assert scan(values, born=[born]) == frozenset()
