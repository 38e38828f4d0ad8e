"""A self-correction that is clear is carried out and can be undone; one that may mean something else stays."""

import pytest

from tests.unit.reporting.tidying.around import AROUND
from voice_report.reporting.evidence import evidence
from voice_report.reporting.templates import BUILT_IN
from voice_report.reporting.tidying import tidy

TRAVEL, ATTACK = ("40 minuten", "50 minuten"), ("twee minuten", "één minuut")
BED_UP, NIGHT = ("om half acht", "om half negen"), ("van tien tot zes", "van elf tot zes")
HEEL, EYES = ("links op de hiel", "rechts op de hiel"), ("links 2 druppels", "rechts 2 druppels")
DAY = ("maandag om tien uur", "dinsdag om tien uur")
ON = ("Op maandag om tien uur", "Op dinsdag om tien uur")
BED = ("om zeven uur", "om half acht")
SIDES, TABLETS = ("linkerkant", "rechterkant"), ("halve tablet", "anderhalve tablet")


@pytest.mark.parametrize(
    ("said", "stands", "point"),
    [
        ("Die was 152 over 80, nee sorry, 142 over 80.", "Die was 142/80.", ("152/80", "142/80")),
        ("Temperatuur was 37,2, nee, 37,5.", "Temperatuur was 37,5.", ("37,2", "37,5")),
        ("Het was vooral links, nee, rechts.", "Het was vooral rechts.", ("links", "rechts")),
        ("Ik gaf paracetamol, nee, ibuprofen.", "Ik gaf ibuprofen.", ("paracetamol", "ibuprofen")),
        ("Ze kreeg 20 druppels, nee 25 druppels.", "Ze kreeg 25 druppels.", ("20 druppels", "25 druppels")),
        ("Ze kwam op maandag, nee, op dinsdag.", "Ze kwam op dinsdag.", None),
        ("Druk was 130 over 80, nee 150 over 80 was dat.", "Druk was 150/80.", ("130/80", "150/80")),
        ("Ze at twee boterhammen, nee drie boterhammen.", "Ze at drie boterhammen.", None),
        ("Ze dronk 60 ml per uur, nee, 80 ml per uur.", "Ze dronk 80 ml per uur.", ("60 ml", "80 ml")),
        ("Ik zag het linkerbeen, nee het rechterbeen na.", "Ik zag het rechterbeen na.", ("linkerbeen", "rechterbeen")),
        ("Kamer 12, nee kamer 14, mevrouw Vos las.", "Kamer 14, mevrouw Vos las.", ("12", "14")),
        ("Ze belt maandag, nee dinsdag bedoel ik, terug.", "Ze belt dinsdag, terug.", None),
        (
            "De wond is twaalf dagen oud, sorry, veertien.",
            "De wond is veertien dagen oud.",
            ("twaalf dagen", "veertien dagen"),
        ),
        ("Saturatie 93 procent, of nee, 95.", "Saturatie 95%.", ("93%", "95%")),
        ("Ze dronk 200 ml, o nee, 250 ml.", "Ze dronk 250 ml.", ("200 ml", "250 ml")),
        ("Pols 88, correctie: 98.", "Pols 98.", ("88", "98")),
        (
            "Hij krijgt Losartan, nee, Enalapril bij het eten.",
            "Hij krijgt Enalapril bij het eten.",
            ("Losartan", "Enalapril"),
        ),
        ("Ze kreeg twee nee drie paracetamol.", "Ze kreeg drie paracetamol.", None),
        ("Gewogen 71,2 nee 72,1.", "Gewogen 72,1.", ("71,2", "72,1")),
        ("Twee zakjes per dag, nee wacht, drie zakjes per dag.", "3 zakjes per dag.", ("2 zakjes", "3 zakjes")),
        ("Pijn gaf ze een vier, nee sorry, een drie.", "Pijn gaf ze een 3.", None),
        ("De omgang is op zaterdag, eh, zondag sorry.", "De omgang is op zondag.", ("zaterdag", "zondag")),
        ("Ze komt maandag, dinsdag bedoel ik.", "Ze komt dinsdag.", ("maandag", "dinsdag")),
        (
            "De wond zit op de linker hiel, rechter hiel bedoel ik.",
            "De wond zit op de rechter hiel.",
            ("linker", "rechter"),
        ),
        ("Het liet los aan de linkerkant nee aan de rechterkant.", "Het liet los aan de rechterkant.", SIDES),
        ("De zwachtel zat links nee rechts.", "De zwachtel zat rechts.", ("links", "rechts")),
        ("Ze kreeg oxycodon nee oxazepam.", "Ze kreeg oxazepam.", ("oxycodon", "oxazepam")),
        ("Hij heeft vanmiddag, nee, vanavond gespuugd.", "Hij heeft vanavond gespuugd.", ("vanmiddag", "vanavond")),
        ("Linkerarm, nee, rechterarm is rood.", "Rechterarm is rood.", ("Linkerarm", "Rechterarm")),
        ("Ze slikt een halve tablet, nee, anderhalve tablet.", "Ze slikt anderhalve tablet.", TABLETS),
        ("Een halve tablet, nee, twee tabletten.", "2 tabletten.", ("halve tablet", "2 tabletten")),
        ("Ze kreeg paracetamol, eh, ibuprofen sorry.", "Ze kreeg ibuprofen.", ("paracetamol", "ibuprofen")),
        ("Ze komt op maandag, nee dinsdag sorry.", "Ze komt op dinsdag.", None),
        ("Ze mag één oxazepam van vijf nee tien milligram.", "Ze mag één oxazepam van 10 mg.", ("vijf", "10 mg")),
        ("Saturatie 93, nee laat me even kijken, 95 procent.", "Saturatie 95%.", ("93", "95%")),
        ("De reis duurde 40 minuten, nee even rekenen, 50 minuten.", "De reis duurde 50 minuten.", TRAVEL),
        ("Temperatuur is 37,4, nee, ik kijk nog een keer, 37,9.", "Temperatuur is 37,9.", ("37,4", "37,9")),
        ("Verzuim is tien, nee, ik moet niet liegen, negen uur.", "Verzuim is negen uur.", None),
        ("Volgende keer negen april, nee, dat is Pasen, zestien april.", "Volgende keer 16 april.", None),
        ("Het recept loopt af op acht, nee, achttien mei.", "Het recept loopt af op 18 mei.", None),
        ("Druk honderdtien, eh nee, honderdvijftien over achtenzestig.", "Druk 115/68.", ("110", "115/68")),
        (
            "Ze slikt het een week of drie, 25, nee, 50 milligram.",
            "Ze slikt het een week of drie, 50 mg.",
            ("25", "50 mg"),
        ),
        (
            "Ze zegt dat hij om zeven uur, nee, om half acht in bed ligt.",
            "Ze zegt dat hij om half acht in bed ligt.",
            BED,
        ),
        (
            "Bij haar mag de oxycodon om acht, nee, om negen uur pas.",
            "Bij haar mag de oxycodon om negen uur pas.",
            None,
        ),
        (
            "Zij zegt twee keer, eh nee, vier keer deze week.",
            "Zij zegt vier keer deze week.",
            ("twee keer", "vier keer"),
        ),
        (
            "Ik vraag twee uur, nee, tweeënhalf uur per week aan.",
            "Ik vraag 2,5 uur per week aan.",
            ("twee uur", "2,5 uur"),
        ),
        ("Een aanval van twee minuten, nee, één minuut heb ik opgeschreven.", "Een aanval van één minuut.", ATTACK),
        ("Ze is nummer 38, of, nee, 83 op de lijst.", "Ze is nummer 83 op de lijst.", ("38", "83")),
        ("Hij komt morgen, nee, vandaag na het werk.", "Hij komt vandaag na het werk.", ("morgen", "vandaag")),
        ("Zijn ouders bel ik morgen, nee vanavond nog.", "Zijn ouders bel ik vanavond nog.", ("morgen", "vanavond")),
        (
            "Hij mag vier keer per dag 500, oké, sorry, 1000 mg.",
            "Hij mag vier keer per dag 1000 mg.",
            ("500", "1000 mg"),
        ),
        ("Na een minuut of tien nee vijf was hij rustig.", "Na een minuut of vijf was hij rustig.", ("tien", "vijf")),
        ("Eerste is 6 april, eh, 8 april, woensdag.", "Eerste is 8 april, woensdag.", ("6 april", "8 april")),
        (
            "Hulp drie uur per week, eh, vier uur per week.",
            "Hulp vier uur per week.",
            ("drie uur", "vier uur per week"),
        ),
        ("Ze komt maandag, nee, dinsdag dinsdag om tien uur.", "Ze komt dinsdag om tien uur.", None),
        (
            "Dat is Anja, nee, hoe heet ze, Anneke, en die betaalt.",
            "Dat is Anneke, en die betaalt.",
            ("Anja", "Anneke"),
        ),
        (
            "Metformine twee keer 500, nee, twee keer 850.",
            "Metformine twee keer 850.",
            ("twee keer 500", "twee keer 850"),
        ),
        (
            "Metformine twee keer 500 nee twee keer 850.",
            "Metformine twee keer 850.",
            ("twee keer 500", "twee keer 850"),
        ),
        (
            "Hij kreeg twee keer 50 mg, nee, twee keer 75.",
            "Hij kreeg twee keer 75 mg.",
            ("twee keer 50 mg", "twee keer 75 mg"),
        ),
        ("Hij nam één keer 1000, nee, twee keer 1000.", "Hij nam twee keer 1000.", ("één keer 1000", "twee keer 1000")),
        ("Ze is om half acht nee om half negen opgestaan.", "Ze is om half negen opgestaan.", BED_UP),
        ("De wond zit links op de hiel nee rechts op de hiel.", "De wond zit rechts op de hiel.", HEEL),
        ("Hij komt maandag om tien uur nee dinsdag om tien uur.", "Hij komt dinsdag om tien uur.", DAY),
        ("Ze sliep van tien tot zes, nee, van elf tot zes.", "Ze sliep van elf tot zes.", NIGHT),
        ("Op maandag om tien uur, nee, op dinsdag om tien uur komt hij.", "Op dinsdag om tien uur komt hij.", ON),
        ("Zij kreeg links 2 druppels, nee, rechts 2 druppels.", "Zij kreeg rechts 2 druppels.", EYES),
    ],
)
def test_the_last_value_stands_and_the_first_one_is_a_point(said: str, stands: str, point: tuple | None) -> None:
    found = tidy([*AROUND[:3], said, *AROUND[4:]])
    assert found.text(3) == stands
    assert [(one.said, one.here) for one in found.points] == ([point] if point else [])
    assert found.text(3, off=found.keys) == said


@pytest.mark.parametrize(
    ("said", "correcting", "stands"),
    [
        ("Moeder was zevenendertig komma twee.", "Nee sorry, 37,5.", "Moeder was 37,5."),
        ("Het was vooral links.", "Nee, ik bedoel rechts.", "Het was vooral rechts."),
        ("Om vier uur kwam ze.", "Nee, om half vijf.", "Om half vijf kwam ze."),
        ("Gemeten, die was 38,2.", "Nee wacht, 38,4 was het.", "Gemeten, die was 38,4."),
        ("De glucose die hij had was 12,4.", "Nee, 14,2 had hij.", "De glucose die hij had was 14,2."),
        ("Het was de linkerhiel.", "Nee, rechterhiel moet het zijn.", "Het was de rechterhiel."),
        ("Hij woog 82 kg.", "Ik bedoel 81.", "Hij woog 81 kg."),
        ("Ze at twee boterhammen.", "Nee, drie boterhammen.", "Ze at drie boterhammen."),
        ("Ze komt dinsdag.", "Nee wacht, ze komt woensdag.", "Ze komt woensdag."),
        ("De pols was 88.", "O wacht, dat moet 98 zijn.", "De pols was 98."),
        ("Ze heeft pijn aan haar linkerknie.", "Nee, aan haar rechterknie.", "Ze heeft pijn aan haar rechterknie."),
        ("Ze kreeg 5 mg oxazepam.", "Nee, 10 mg oxazepam.", "Ze kreeg 10 mg oxazepam."),
        ("Ze slikt een halve tablet.", "Nee, anderhalve tablet.", "Ze slikt anderhalve tablet."),
        ("Koude handen, pols 52.", "Nee wacht, die pols was 54.", "Koude handen, pols 54."),
        ("Koude handen, pols 52.", "Even terug, die pols was 54.", "Koude handen, pols 54."),
        ("Koude handen, pols 52.", "Even terug, om zes uur was de pols 80.", None),
        ("Koude handen, pols 52.", "Even terug, de temperatuur was 38.", None),
        ("Koude handen, pols 52.", "Ze ging even terug, de pols was 54.", None),
        ("Pols moeder 80.", "Nee, moeder is 90.", None),
        ("Temperatuur kindje 38.", "Nee, kindje is 6.", None),
        ("Pijn Bram 3.", "Nee, Bram is 8.", None),
        ("Groep Joppe 4.", "Nee, Joppe is 8.", None),
        ("Kamer 4 sliep goed.", "Even terug, kamer 3.", None),
        ("Bed 2 is nat.", "Nog even terug, bed 1.", None),
        ("Wond 2 is dicht.", "Even terug, wond 1.", None),
        ("Doel 2 is behaald.", "Even terug, doel 1.", None),
        ("Dosis 2 gegeven.", "Even terug, dosis 1.", None),
        ("Op kamer 4 was het onrustig.", "Even terug op kamer 3.", None),
        ("Meneer Bos heeft pols 52.", "Ik moet nog even terug, de pols was 80.", None),
        ("Pijn 8.", "Even terug, pijn 3.", None),
        ("De dochter van mevrouw is 60.", "Nee, mevrouw is 90.", None),
        ("Mevrouw at met meneer om vijf uur.", "Nee, meneer at om zes uur.", None),
        ("Jan gaf Lotte twee koekjes.", "Nee, Lotte gaf Jan drie koekjes.", None),
        ("De saturatie bij de pols was 96.", "Nee, de pols was 80.", None),
        ("De controle na de operatie is dinsdag.", "Nee, de operatie is woensdag.", None),
        ("Ze ging van huis naar school om acht uur.", "Nee, van school naar huis om negen uur.", None),
        ("Ze at twee boterhammen.", "O nee, er ligt er nog een, drie dus.", None),
        ("Ze komt dinsdag niet.", "Nee, ze komt woensdag.", None),
        ("Ze riep: twee boterhammen.", "Nee, drie boterhammen.", None),
        ("Komt ze dinsdag.", "Nee, ze komt woensdag.", None),
        ("Ze dronk 200 ml.", "Nee, 100 ml minder.", None),
        ("De dochter komt dinsdag, de zoon woensdag.", "Nee, de zoon komt donderdag.", None),
        ("Ze at twee boterhammen.", "Nee, drie boterhammen at haar zoon.", None),
        ("Heeft ze er 5 gehad?", "Nee, 6.", None),
        ("Ik heb gevraagd of het 5 was.", "Nee, 6.", None),
        ("Ze kreeg 20 druppels en at goed.", "Sorry, 25 pillen.", None),
        ("Ze at 3 boterhammen.", "Nee, ze had geen trek.", None),
        ("Ze vroeg om 5 mg.", "Nee, 4 had hij.", None),
    ],
)
def test_the_next_sentence_corrects_and_both_are_undone_together(said: str, correcting: str, stands: str | None):
    found = tidy([*AROUND[:3], said, correcting, *AROUND[4:]])
    assert (found.text(3), found.text(4)) == ((stands, None) if stands else (said, correcting))
    assert (found.text(3, off=found.keys), found.text(4, off=found.keys)) == (said, correcting)
    for key in found.keys:
        assert (found.text(3, off=frozenset({key})) == said) >= (found.text(4, off=frozenset({key})) == correcting)


@pytest.mark.parametrize(
    "said",
    [
        "Drie van de vijf keer, nee, vier.",
        "Nee, dat wil hij niet.",
        "Maandag, nee dan is Annie vrij, dinsdag.",
        "Dinsdag, of woensdag, nee dinsdag.",
        "Levodopa van acht uur heeft zij niet kunnen slikken, nee, dat was die van zes uur.",
        "Ik vroeg of het 5 was, nee, 6.",
        "Ze dronk 60 ml per uur, nee, 80 ml per dag.",
        "Van 12 naar 14, nee, 15.",
        "Ze kwam niet maandag, dinsdag bedoel ik.",
        "Ze komt maandag, dinsdag en woensdag, sorry.",
        "Ze komt maandag, zondag sorry, dinsdag.",
        "Ze komt maandag, dinsdag, sorry.",
        "Ze komt vanmiddag, nee vanavond is ze er niet.",
        "Wond links herstel rechts nog open.",
        "Rechts nee links is de wond genezen en rechts niet.",
        "Ze vertelde dat ze zaterdag, zondag sorry, komt.",
        "Ze kreeg twee van de vijf nee tien milligram.",
        "Insuline vanochtend nee, vanavond ja.",
        "Gegeten vanochtend ja, vanmiddag nee, vanavond ja.",
        "Sondevoeding vannacht nee, vanochtend 200 ml.",
        "Plassen vanochtend, nee, vanmiddag ja.",
        "Gegeten vanochtend ja, vanmiddag, nee, vanavond.",
        "Komt vanmiddag nee vanavond ja.",
        "Gegeten vanmiddag, nee, vanavond goed.",
        "Vanavond, nee, vannacht bel ik de huisarts.",
        "Koorts, nee, hoesten, ja.",
        "Decubitus links nee rechts ja.",
        "Linkerarm nee rechterarm ja.",
        "Links, nee, rechts wel.",
        "Kracht links nee rechts goed.",
        "Gebruikt ze paracetamol nee ibuprofen ja.",
        "Insuline nee metformine gebruikt ze.",
        "Mag ze op de linkerzij nee op de rechterzij ja.",
        "Decubitus links op de hiel nee rechts op de hiel ja.",
        "Pijn links op de hiel, nee, rechts op de hiel ook.",
        "Heeft ze pijn links op de hiel, nee, rechts op de hiel.",
        "Als ik vraag of hij om acht uur eet nee om negen uur eet hij.",
        "Hij kreeg drie keer 500, nee, drie van de vijf keer.",
        "Twee keer 500 en ibuprofen, nee, twee keer 850.",
        "Ze wil niet twee keer 500, nee, twee keer 850.",
        "Twee keer 500 vond ze te weinig, nee, twee keer 850 wilde ze.",
        "Metoprolol twee keer 50, nee, metformine twee keer 850.",
    ],
)
def test_a_correction_that_may_mean_something_else_stays_as_it_was_said(said: str) -> None:
    found = tidy([*AROUND[:3], said, *AROUND[4:]])
    assert found.text(3) == said
    assert all(one.edit is None for one in found.points)


@pytest.mark.parametrize(
    "said",
    [
        "Niet om 8 uur, nee, om 9 uur.",
        "Ze is niet dinsdag gevallen, nee, woensdag.",
        "Ze mag geen 2 tabletten, nee, 3 tabletten.",
        "Ze kreeg geen paracetamol, nee ibuprofen.",
        "Ze kwam om 8 uur, nee om 9 uur was ze er nog niet.",
        "Ze komt dinsdag, nee woensdag lukt niet.",
        "Ze kreeg oxycodon, nee, oxazepam wilde ze niet.",
        "Ze heeft pijn links, nee, rechts niet.",
        "Hij moet 10 mg, nee 5 mg is genoeg.",
        "Wond links, nee rechts is genezen.",
        "Mevrouw viel om tien uur, nee, om elf uur kwam de zoon.",
        "Telefoon 06 12 34 56 78, nee 79.",
        "Ze vroeg om twee uur, nee, drie uur.",
        "Hij zei twee keer, nee, vier keer.",
        "Ik vraag of ze om twee uur, nee, om drie uur kan.",
        "Ze kreeg niet 5 mg, eh, 10 mg.",
        "Hij vroeg of het 5 mg, eh, 10 mg was.",
        "De afspraken zijn 6 april, eh, 8 april en 10 april.",
        "Ze kreeg 5, eh, 10 mg.",
        "Om acht uur, eh, om negen uur kreeg ze paracetamol.",
        "Ze komt morgen, nee, vandaag lukt niet.",
        "Ze at niet morgen, nee, vandaag.",
        "Ze at vijf, nee, dat was Jan, zes boterhammen.",
        "Twaalf, nee, dat is niet waar, dertien april.",
        "Van tien naar vijf, geen zes maar vier.",
        "Ze is tien, nee, negen uur is het al.",
        "Gewicht is 72 kg, 2 kg minder, nee, 70 kg.",
    ],
)
def test_what_may_be_no_correction_stays(said: str) -> None:
    tidied = tidy([said], BUILT_IN["zorg"])
    assert [one for one in tidied.edits.get(0, ()) if one.rule == "self_corrections"] == []
    assert all(one.edit is None for one in tidied.points)


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("Ze kreeg 5 µg, nee 10 µg.", "Ze kreeg 10 µg."),
        ("De twee, nee drie katten zijn er.", "De drie katten zijn er."),
        ("Ze kreeg acht nee tien milligram ze was daarna rustig.", "Ze kreeg 10 mg ze was daarna rustig."),
        ("Het was om vijf uur, nee, om zes uur in de ochtend.", "Het was om 06.00 uur in de ochtend."),
    ],
)
def test_a_clear_correction_is_done(said: str, stands: str) -> None:
    assert tidy([said], BUILT_IN["zorg"]).text(0) == stands


@pytest.mark.parametrize("here", ["Ik ga nog even terug, pijn was 3.", "Ik ga even terug, pijn is 3."])
def test_who_goes_back_to_a_client_corrects_nothing(here: str) -> None:
    found = tidy([*AROUND[:3], "Pijn 8.", here, *AROUND[4:]])
    assert (found.text(3), 4 in found.aside) == ("Pijn 8.", False)


def test_a_figure_is_written_beside_a_correction_that_stays() -> None:
    said = "Hij had nog dertig nee wacht twintig euro over zijn gewicht was vierentachtig komma vijf kilo."
    found = tidy([*AROUND[:3], said, *AROUND[4:]])
    assert found.text(3) == "Hij had nog dertig nee wacht twintig euro over zijn gewicht was 84,5 kg."
    assert [one.edit for one in found.points] == [None]


def test_a_chain_of_corrections_stays_as_it_was_said() -> None:
    said = ("De pols was 88.", "Nee, 98.", "Nee, 96.")
    tidied = tidy(said, BUILT_IN["zorg"])
    assert (tidied.text(0), tidied.aside) == (said[0], {})


PULSE = [*AROUND[:3], "De pols was 88.", "Nee, 98.", *AROUND[4:]]


def test_part_of_a_dictation_is_tidied_as_it_is_in_the_whole() -> None:
    found = tidy(["Goed.", *PULSE, "Tot morgen.", *AROUND])
    assert [found.part([4, 5]).text(at) for at in range(2)] == ["De pols was 98.", None]
    assert found.part([5]).text(0) == "Nee, 98.", "what it corrects is not there"
    closing = tidy([*AROUND, "Tot morgen.", *AROUND])
    place = len(AROUND)
    assert closing.text(place) == "Tot morgen."
    assert closing.part([place - 1, place]).text(1) == "Tot morgen.", "it is no closing in the middle of a dictation"
    assert [(one.sentence, one.here) for one in found.part([1, 4, 5]).points] == [(1, "98")]


@pytest.mark.parametrize(
    ("stands", "omitted"),
    [(["De pols was 98."], []), (["De pols was 88.", "Nee, 98."], []), (["De pols was 88."], [4]), ([], [3, 4])],
)
def test_what_corrects_a_sentence_is_missing_where_that_stands_uncorrected(stands: list[str], omitted: list[int]):
    forms = tidy(PULSE).forms
    report = " ".join([*PULSE[:3], *stands, *PULSE[5:]])
    found = evidence("\n".join(PULSE), f"## Observaties\n\n{report}\n", None, frozenset(), forms)
    assert [one.sentence for one in found.omissions] == omitted


def test_a_sentence_that_the_next_one_corrects_is_tidied_too() -> None:
    found = tidy([*AROUND[:3], "Eh, ze kreeg twee tabletten en de pols was 88.", "Nee, 98.", *AROUND[4:]])
    assert (found.text(3), found.text(4)) == ("Ze kreeg 2 tabletten en de pols was 98.", None)
