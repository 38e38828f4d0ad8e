"""What held a statement back, and is gone: a condition, a doubt, who says so, a limit, a wish or a plan."""

import pytest

from tests.unit.reporting.evidence.flagged import flagged

LOST = [
    ("Als de zwelling toeneemt, komt de huisarts langs.", "De zwelling neemt toe, de huisarts komt langs.", "Als"),
    ("Hij krijgt zo nodig een zetpil.", "Hij krijgt een zetpil.", "Zo"),
    ("Misschien is de heup gebroken.", "De heup is gebroken.", "Misschien"),
    ("Het lijkt op gordelroos.", "Het is gordelroos.", "Lijkt"),
    ("Zijn zus vertelt dat hij stiekem rookt.", "Hij rookt stiekem.", "Vertelt"),
    ("Volgens de buurman liep ze op straat.", "Ze liep op straat.", "Volgens"),
    ("Ze vroeg of de hoortest door kan gaan.", "De hoortest kan doorgaan.", "Vroeg"),
    ("Hij drinkt alleen water bij het eten.", "Hij drinkt water bij het eten.", "Alleen"),
    ("Hoogstens drie koppen koffie.", "Drie koppen koffie.", "Hoogstens"),
    ("Iedereen ging mee behalve Bram.", "Iedereen ging mee, ook Bram.", "Behalve"),
    ("Ze probeerde haar veters te strikken.", "Ze strikte haar veters.", "Probeerde"),
    ("Hij wil graag met ontslag.", "Hij gaat met ontslag.", "Wil"),
    ("Het is de bedoeling dat hij verhuist.", "Hij verhuist.", "Bedoeling"),
    ("Ze begint te lopen met een looprek.", "Ze loopt met een looprek.", "Begint"),
    ("De jeuk bleef in zijn hals.", "Jeuk in zijn hals.", "Bleef"),
    ("Stel dat hij gaat braken, dan bellen we de arts.", "Hij gaat braken, we bellen de arts.", "Stel"),
    ("Bij twijfel wordt de arts gebeld.", "De arts wordt gebeld.", "Bij"),
    ("De bovenkant van het litteken is paars.", "Het litteken is paars.", "Bovenkant"),
    ("Er kwamen zeker dertig gasten.", "Er kwamen dertig gasten.", "Zeker"),
    ("De schouder beweegt vrij soepel.", "De schouder beweegt soepel.", "Vrij"),
    ("Tot voor kort rookte hij shag.", "Hij rookt shag.", "Tot"),
    ("Ze oefent met fietsen.", "Ze kan fietsen.", "Oefent"),
    ("De avondzorg was niet geweest, zegt ze.", "De avondzorg was niet geweest.", "Zegt"),
    ("De pillen zijn gisteren gestolen zei hij.", "De pillen zijn gisteren gestolen.", "Zei"),
    ("Ze heeft pijn, zegt mevrouw Bos.", "Ze heeft pijn.", "Zegt"),
    ("Ze heeft pijn, zegt haar dochter.", "Ze heeft pijn.", "Zegt"),
    ("Ze heeft pijn, zegt ze tegen mij.", "Ze heeft pijn.", "Zegt"),
]
KEPT = [
    ("Als de zwelling toeneemt, komt de huisarts langs.", "Bij toename van de zwelling komt de huisarts langs."),
    ("Misschien is de heup gebroken.", "Mogelijk is er een gebroken heup."),
    ("Zijn zus vertelt dat hij stiekem rookt.", "Hij rookt stiekem, aldus zijn zus."),
    ("Ik vind dat de wond er rustig uitziet.", "De wond ziet er rustig uit."),
    ("Volgens afspraak de drain gespoeld.", "De drain is gespoeld."),
    ("Hoogstens drie koppen koffie.", "Maximaal 3 koppen koffie."),
    ("De avondzorg was niet geweest, zegt ze.", "Ze geeft aan dat de avondzorg niet geweest was."),
    ("De dochter haalt vanmiddag zalf.", "De dochter haalt vanmiddag zalf op."),
    ("Vannacht belt ze vier keer.", "Ze heeft vannacht vier keer gebeld."),
    ("Vanmiddag valt ze ineens in de gang.", "Vanmiddag is ze ineens gevallen in de gang."),
    ("Vanavond eet ze niet mee.", "Ze heeft vanavond niet meegegeten."),
    ("Ze huilt veel en dan zegt ze.", "Ze huilt veel."),
    ("Ze huilt veel, dan zegt ze: mama.", "Ze huilt veel."),
    ("Ze huilt veel, zegt ze: mama.", "Ze huilt veel."),
    ("Ze at net als gisteren haar bord leeg.", "Ze at haar bord leeg, zoals gisteren."),
]


def flags(spoken: str, written: str) -> list[str]:
    """Return the texts of the flags about meaning."""
    return [flag.text for flag in flagged(spoken, written) if flag.kind == "meaning"]


@pytest.mark.parametrize(("spoken", "written", "lost"), LOST)
def test_a_lost_qualifier_is_named(spoken, written, lost):
    assert flags(spoken, written) == [f"‘{lost}’ ontbreekt hier"]


@pytest.mark.parametrize(("spoken", "written"), KEPT)
def test_what_is_said_otherwise_is_not_lost(spoken, written):
    assert flags(spoken, written) == []


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("We moeten de katheter nog verwisselen.", "De katheter is verwisseld."),
        ("De dochter haalt vanmiddag zalf.", "De dochter heeft zalf gehaald."),
        ("De huisarts komt morgen langs.", "De huisarts kwam langs."),
        ("De huisarts gaat de medicatie aanpassen.", "De huisarts heeft de medicatie aangepast."),
    ],
)
def test_a_plan_is_no_deed(spoken, written):
    assert flags(spoken, written) == ["Je zei niet dat dit al gebeurd is"]


def test_what_was_so_at_another_time_is_not_so_now():
    assert "Je zei niet dat dit nu zo is" in flags("Vorige week had hij griep.", "Hij heeft griep.")
    assert flags("Vorige week had hij griep.", "Hij had vorige week griep.") == []
    assert "Je zei niet dat dit nu zo is" not in flags("Vorige week had hij griep.", "Hij heeft griep gehad.")


@pytest.mark.parametrize(
    "written", ["Ze mag naar buiten.", "Ze mag alleen naar buiten.", "Ze mag onder toezicht naar buiten."]
)
def test_what_may_be_in_one_case_only_may_not_be_always(written):
    spoken = "Ze mag alleen onder toezicht naar buiten."
    assert any("ontbreekt" in text for text in flags(spoken, written))
    assert flags(spoken, "Mevrouw mag uitsluitend onder toezicht naar buiten.") == []


def test_what_is_planned_has_not_been_done():
    text = "Je zei niet dat dit al gebeurd is"
    assert text in flags("Het huisbezoek staat gepland.", "Het huisbezoek heeft plaatsgevonden.")


def test_a_plan_may_be_written_as_one():
    assert flags("We moeten de katheter nog verwisselen.", "De katheter moet nog verwisseld worden.") == []


def test_a_cause_that_nobody_named_is_flagged():
    said = "Ze is gestruikeld op de trap. Ze gebruikt oxazepam."
    assert flags(said, "Ze is gestruikeld op de trap omdat ze oxazepam gebruikt.") == [
        "Je zei niet dat het daardoor kwam"
    ]
    assert flags(f"{said} Dat komt door de pillen.", "Ze is gestruikeld op de trap door de pillen.") == []


def test_speech_without_marks_is_not_searched_for_what_is_lost():
    said = "misschien komt de zus morgen de wond is droog en dicht en de randen zijn rustig"
    assert flags(said, "De wond is droog en dicht en de randen zijn rustig.") == []


def test_a_qualifier_stands_in_the_sentence_that_has_its_clause():
    said = "Vier dagen werken heeft ze geprobeerd, maar ze werkte op haar vrije dag gewoon door."
    assert flags(said, "Ze heeft geprobeerd vier dagen te werken. Ze werkte op haar vrije dag gewoon door.") == []


@pytest.mark.parametrize(
    ("spoken", "written", "text"),
    [
        ("Ik ga haar voogd mailen.", "Ik heb haar voogd gemaild.", "Je zei niet dat dit al gebeurd is"),
        ("Ik ga zijn voogd mailen.", "Ik heb zijn voogd gemaild.", "Je zei niet dat dit al gebeurd is"),
        ("Straks nog de drain spoelen.", "De drain is gespoeld.", "Je zei niet dat dit al gebeurd is"),
        ("De snee is aan het genezen.", "De snee is genezen.", "Je zei niet dat dit al gebeurd is"),
        ("Ze is bezig met de verhuizing.", "De verhuizing is gedaan.", "Je zei niet dat dit al gebeurd is"),
        ("Ze was aan het wandelen.", "Ze wandelde.", ""),
        ("Mag de drain eruit, vroeg ze.", "De drain mag eruit.", "Je zei dit als vraag"),
        ("Mag de drain eruit, vroeg ze.", "Ze vroeg of de drain eruit mag.", ""),
    ],
)
def test_what_is_to_come_goes_on_or_was_asked_is_not_told_as_a_fact(spoken, written, text):
    assert flags(spoken, written) == ([text] if text else [])
