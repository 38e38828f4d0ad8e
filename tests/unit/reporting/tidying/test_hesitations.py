"""A hesitation goes, but not where a figure, a denial or a client's own sound may hang on it."""

import pytest

from tests.unit.reporting.tidying.around import AROUND, tidied
from voice_report.reporting.templates import BUILT_IN
from voice_report.reporting.tidying import tidy


@pytest.mark.parametrize(
    "pause", [" eh ", ", eh, ", " hm ", ", ja, ", " nou ", " zeg maar ", " of zo ", " [onverstaanbaar] ", " eh, ja, "]
)
@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("Ze kreeg vijf", "honderd milligram."),
        ("Ze kreeg nul komma", "vijf milligram."),
        ("Ze woog vijf en", "tachtig kilo."),
        ("Ze kreeg honderd", "vijftig milligram."),
        ("Ze kreeg een half", "vijf milligram."),
        ("De bloeddruk was honderdtwintig", "over tachtig."),
        ("De bloeddruk was honderdtwintig over", "tachtig."),
        ("Ze dronk twee", "anderhalve liter."),
    ],
)
def test_no_half_of_a_figure_is_written(first: str, pause: str, last: str) -> None:
    found = tidied(f"{first}{pause}{last}")
    assert found is not None
    assert not any(one.isdigit() for one in found), found


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("Ze dronk een anderhalve liter.", "Ze dronk een anderhalve liter."),
        ("Paracetamol één gram, eh, drie keer per dag.", "Paracetamol 1 g, drie keer per dag."),
        ("Ze kreeg eh vijfhonderd milligram.", "Ze kreeg 500 mg."),
    ],
)
def test_figures_beside_other_words_are_written(said: str, stands: str) -> None:
    assert tidied(said) == stands


@pytest.mark.parametrize(
    "said",
    [
        "Hij acht druppels overbodig.",
        "Ik acht pillen niet nodig.",
        "Mevrouw acht tabletten niet nodig.",
        "Volgens Bram is het zo, Jansen acht capsules zinloos.",
        "De huisarts acht druppels te veel.",
    ],
)
def test_who_acht_something_does_not_count_it(said: str) -> None:
    assert tidied(said) == said


@pytest.mark.parametrize(
    ("said", "stands"),
    [("Ze kreeg acht druppels.", "Ze kreeg 8 druppels."), ("Kamer acht sliep.", "Kamer 8 sliep.")],
)
def test_an_eight_that_is_counted_is_written(said: str, stands: str) -> None:
    assert tidied(said) == stands


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("De wond, eh, ziet er rustig uit.", "De wond ziet er rustig uit."),
        ("De dochter, eh, belt morgen.", "De dochter belt morgen."),
        ("Ze heeft een rode, eh, huid.", "Ze heeft een rode huid."),
        ("Haar linker, eh, been is dik.", "Haar linker been is dik."),
        ("Ze at brood, eh, pap en fruit.", "Ze at brood, pap en fruit."),
        ("Randen rustig, eh, niet rood.", "Randen rustig, niet rood."),
        ("Hij is verzorgd, eh, maakt goed contact.", "Hij is verzorgd, maakt goed contact."),
        ("Ze is moe, eh, ze wil slapen.", "Ze is moe, ze wil slapen."),
    ],
)
def test_a_comma_stays_between_two_pieces_only(said: str, stands: str) -> None:
    assert tidied(said) == stands


@pytest.mark.parametrize(
    "said",
    [
        "Met, eh, zonder hulp.",
        "Ze loopt met, eh, zonder hulp.",
        "Ze wil niet, eh, wel naar huis.",
        "Hij wil niet, eh, naar huis.",
        "Ze kreeg 10, eh, mg morfine.",
        "Ze plast drie, eh, keer per dag.",
        "Ze kreunt alleen hm hm.",
        "Hij roept de hele dag uh uh uh.",
        "Ze mompelt eh tegen iedereen.",
        "Hm hm, roept hij.",
        "Oh wacht, mevrouw Jansen was het, niet mevrouw De Vries.",
    ],
)
def test_a_hesitation_that_may_tell_something_stays(said: str) -> None:
    assert tidied(said) == said


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("Akkoord met de behandeling?", "Oké."),
        ("Akkoord met de behandeling?", "Hm."),
        ("Heeft mevrouw pijn op de borst.", "Ja, in rust."),
        ("Slaapt ze goed de laatste tijd.", "Oké, met een pil."),
    ],
)
def test_an_answer_stays(before: str, said: str) -> None:
    assert tidied(said, before=before) == said


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("Mevrouw zegt dat ze niet meer wil leven.", "Ik ben klaar."),
        ("Meneer zei twee dingen.", "Ik stop ermee."),
        ("Ze mag niet belasten.", "Tot volgende week."),
        ("Hij blijft nuchter.", "Tot morgen."),
    ],
)
def test_a_last_sentence_that_may_belong_to_the_one_before_stays(before: str, said: str) -> None:
    assert tidy([*AROUND[:3], before, said], BUILT_IN["zorg"]).aside == {}


def test_a_closing_takes_the_farewell_in_its_sentence_along() -> None:
    assert list(tidy([*AROUND[:3], "Dat was het, tot morgen."], BUILT_IN["zorg"]).aside) == [3]


def test_a_part_of_the_day_is_no_greeting() -> None:
    assert tidy(["Dag.", "Goed gegeten.", "Avond.", "Niet gegeten."], BUILT_IN["zorg"]).aside == {}


@pytest.mark.parametrize(
    ("said", "template", "section"),
    [
        ("Doel is gehaald en mevrouw loopt weer.", "doel", "doel"),
        ("Besproken was de medicatie en hij is gestopt.", "mdo", "besproken"),
        ("Besluiten zijn genomen over de medicatie.", "mdo", "besluiten"),
        ("Afspraken zijn goed nagekomen door hem.", "mdo", "afspraken"),
    ],
)
def test_a_title_that_its_sentence_needs_stays(said: str, template: str, section: str) -> None:
    assert tidied(said, section=section, template=template) == said


@pytest.mark.parametrize(
    ("said", "section", "stands"),
    [
        ("P, eh, uitleg gegeven.", "plan", "Uitleg gegeven."),
        ("E, eh, subacromiaal.", "evaluatie", "Subacromiaal."),
    ],
)
def test_the_letter_of_a_heading_goes_with_the_hesitation_behind_it(said: str, section: str, stands: str) -> None:
    assert tidied(said, section=section, template="soep") == stands


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("Oh ja en de pillen zijn op.", "En de pillen zijn op."),
        ("Oh en Bos moet nuchter blijven.", "En Bos moet nuchter blijven."),
        ("O ja, nog iets, de pillen zijn op.", "De pillen zijn op."),
        ("Ja en toen heb ik de wond verzorgd.", "En toen heb ik de wond verzorgd."),
        ("Ja ik ben bij Kevin geweest.", "Ik ben bij Kevin geweest."),
        ("Dus ja, de pols was 80.", "De pols was 80."),
        ("Goed, de wond is droog.", "De wond is droog."),
        ("Wat had ik nog meer, o ja, ze had jeuk.", "Ze had jeuk."),
        ("Eens even kijken, de pols was 80.", "De pols was 80."),
        ("Ze was wat stil, snap je.", "Ze was wat stil."),
        ("Ik heb haar gehol-, geholpen met douchen.", "Ik heb haar geholpen met douchen."),
        ("Verder, hij weigerde zijn pillen.", "Hij weigerde zijn pillen."),
        ("En dan nog, de hiel is rood.", "De hiel is rood."),
        ("Om te beginnen, de zalf is op.", "De zalf is op."),
        ("En wat moest ik nog zeggen, ah ja, de zoon belt.", "De zoon belt."),
        ("Ze had haar pleister, pff, weer los.", "Ze had haar pleister, weer los."),
        ("De wonde zag er proper uit, voilà.", "De wonde zag er proper uit."),
        ("Hij reageerde, hoe zal ik het zeggen, traag.", "Hij reageerde, traag."),
        ("Ze is allergisch voor, eh, wacht even, penicilline.", "Ze is allergisch voor penicilline."),
        ("Ze liep naar de, wacht even, wc.", "Ze liep naar de wc."),
        ("Verder gaat het goed.", "Verder gaat het goed."),
        ("Goed.", "Goed."),
        ("De wond is dicht- en droog.", "De wond is dicht- en droog."),
        ("Hij hij had gegeten.", "Hij had gegeten."),
        ("Ze gaat naar de, naar de dagbesteding.", "Ze gaat naar de dagbesteding."),
        ("In, in maart is ze verhuisd.", "In maart is ze verhuisd."),
        ("In, in en uit ging het.", "In, in en uit ging het."),
        ("Ze stapt in, in de gang wacht haar zoon.", "Ze stapt in, in de gang wacht haar zoon."),
        ("Ik heb het in het in het kastje gelegd.", "Ik heb het in het kastje gelegd."),
        ("Ze heeft, ze is gisteren gevallen.", "Ze is gisteren gevallen."),
        ("De sonde heeft, de sonde was verstopt.", "De sonde was verstopt."),
        ("Hij ging, hij wilde naar huis.", "Hij ging, hij wilde naar huis."),
        ("Ze zat, ze kon niet staan.", "Ze zat, ze kon niet staan."),
        ("Nou hij zei, hij zei dat het ging.", "Hij zei dat het ging."),
        ("Ze zat, ze las.", "Ze zat, ze las."),
        ("Haar haar haar zit goed.", "Haar haar haar zit goed."),
    ],
)
def test_what_leads_to_a_sentence_goes(said: str, stands: str) -> None:
    found = tidy(["Mevrouw zat in de stoel.", "Ze had er zin in.", said, "Ze las.", "Ze zong.", "Ze rustte."])
    assert found.text(2) == stands
    assert found.text(2, off=found.keys) == said


@pytest.mark.parametrize("before", ["Wil ze naar huis?", "Ze zei van alles.", "Ik vroeg of ze pijn had."])
@pytest.mark.parametrize("said", ["Ja ik wil naar huis.", "Ja en nu ga ik weg."])
def test_a_yes_that_may_be_a_clients_stays(before: str, said: str) -> None:
    assert tidy(["Ze zat.", "Ze at.", before, said, "Ze las.", "Ze zong.", "Ze rustte."]).text(3) == said


_ASKED_BY_OTHERS = (
    "Wat is er gebeurd, vroeg haar dochter.",
    "Wat is er aan de hand, vroeg hij steeds.",
    "Wat speelt er, vroeg de POH.",
    "Wat is er gebeurd, vroeg ik aan mevrouw, maar ze zei niets.",
    "Hoe doe ik, vroeg de cliënt, mijn prothese in?",
    "Wat doen we, overlegde ik met de arts.",
    "Waarom doe ik, wat ik doe, vroeg zij zich af.",
    "Wat zie ik, een vrouw die ik niet ken, zei ze.",
    "Wat is er gebeurd, mevrouw weet het niet.",
)


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("Goedemiddag, dit gaat over de val.", "Dit gaat over de val."),
        ("Ja goeiemorgen ik bel over meneer Bos.", "Ik bel over meneer Bos."),
        ("Goeiemorgen allemaal, meneer Bos sliep goed.", "Meneer Bos sliep goed."),
    ],
)
def test_a_greeting_goes_at_the_start_of_a_dictation_alone(said: str, stands: str) -> None:
    rest = ["Mevrouw zat in de stoel.", "Ze had er zin in.", "Ze las.", "Ze zong."]
    assert tidy([said, *rest]).text(0) == stands
    assert tidy([*rest, said, *rest]).text(4) == said


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("Eh, ja, ik heb haar geholpen.", "Ik heb haar geholpen."),
        ("Verder eh, verder heeft ze goed gegeten.", "Verder heeft ze goed gegeten."),
        ("De wond is eh mooi dicht.", "De wond is mooi dicht."),
        ("Ze heeft, eh, goed geslapen.", "Ze heeft goed geslapen."),
        ("Zijn zalf is bijna op, eh, recept aanvragen.", "Zijn zalf is bijna op, recept aanvragen."),
        ("Antibiotica moet nog, eh, de apotheek was te laat.", "Antibiotica moet nog, de apotheek was te laat."),
        ("Ze at soep, eh, brood en kaas.", "Ze at soep, brood en kaas."),
        ("Nou, ijs wilde ze niet.", "IJs wilde ze niet."),
        ("Nou, één keer heeft ze gebeld.", "Eén keer heeft ze gebeld."),
        ("Oké, 's nachts was ze wakker.", "'s Nachts was ze wakker."),
        ("O ja, morgen komt de dokter.", "Morgen komt de dokter."),
        ("Even kijken, de medicatie is gegeven.", "De medicatie is gegeven."),
        ("Ze was moe eh.", "Ze was moe."),
        ("Dus, eh, de arts komt morgen.", "De arts komt morgen."),
        ("Tja, ze at weinig.", "Ze at weinig."),
        ("Ze slikt thuis, even denken, ibuprofen.", "Ze slikt thuis, ibuprofen."),
        ("De wond, nou ja, die is open.", "De wond, die is open."),
        ("Ze heeft goed gegeten, hè.", "Ze heeft goed gegeten."),
        ("Dat is, hoe heet het, de zak.", "Dat is de zak."),
        ("Ze kan het zonder eh, zonder hulp.", "Ze kan het zonder hulp."),
        ("Eh, ja.", "Eh, ja."),
        ("Eh.", None),
        ("Meneer Smit, tja, die sliep gewoon.", "Meneer Smit, die sliep gewoon."),
        ("Goed, wat zie ik, de huid is rood en warm.", "De huid is rood en warm."),
        ("Waarom bel ik, hij drinkt slecht en ziet geel.", "Hij drinkt slecht en ziet geel."),
        ("Wat is er gebeurd, mevrouw liep zonder jas buiten.", "Mevrouw liep zonder jas buiten."),
        ("Wat ik zie, is een rode wond.", "Wat ik zie, is een rode wond."),
        ("Wat vind ik, is de vraag.", "Wat vind ik, is de vraag."),
        ("Ze vroeg, wat doe ik, en ging weg.", "Ze vroeg, wat doe ik, en ging weg."),
        *[(said, said) for said in _ASKED_BY_OTHERS],
        ("Eerst riep hij, eh, dat ze weg moest.", "Eerst riep hij dat ze weg moest."),
        ("Hij drinkt, even kijken wat ik had opgeschreven, zes biertjes.", "Hij drinkt, zes biertjes."),
        ("Hij loopt met de looprek, met het looprek, de gang op.", "Hij loopt met het looprek, de gang op."),
    ],
)
def test_hesitation_goes(said: str, stands: str | None) -> None:
    assert tidied(said) == stands


@pytest.mark.parametrize(
    "said",
    [
        "Zo nodig paracetamol.",
        "Zo'n dag was het.",
        "Nee, ze had geen pijn.",
        "Ja zeggen en nee doen.",
        "Dus de arts komt morgen.",
        "Ze kreeg 10 eh, 12 druppels.",
        "Ze kreeg tien eh insuline.",
        "Op maandag, eh, dinsdag komt hij.",
        "Het was links, eh, rechts.",
        "Haar zus eh broer belde.",
        "Bram eh Bart kwam.",
        "Ze kreeg 10 EH insuline.",
        "Even kijken of het lukt.",
        "Eigenlijk wel een beetje moe, volgens mij.",
        "Oh wacht, het was 37,5.",
        "Het waren er, zeg maar, tien.",
        "Ze zegt, ja, het gaat wel.",
        "Ze riep hallo, weet je, en nou.",
        "Ik vroeg of ze pijn had, ja, in haar rug.",
        "Ze heeft geen koorts, geen pijn.",
        "Pijn heeft ze niet, nee.",
        "Ze at, misschien, te weinig.",
        "Ze at, denk ik, te weinig.",
        "Ze wil naar de wc, naar de wc, de hele dag.",
        "Ze belt om de dag, om de dag en in het weekend.",
        "Ze nam een, wacht even, halve tablet.",
        "Ze kreeg het voor, wacht even, na het eten.",
        "Ze heeft gezegd van, wacht even, straks.",
        "Ze is allergisch voor, wacht even, sorry, penicilline.",
        "Ik, wacht even, zij gaf de insuline.",
        "Daar was ze boos om, om elf uur ging ze slapen.",
        "Ze viel om, om elf uur stond ze op.",
    ],
)
def test_what_only_looks_like_hesitation_stays(said: str) -> None:
    assert tidied(said) == said


@pytest.mark.parametrize("before", ["Heeft ze pijn?", "Ik vroeg of ze pijn had.", "Reanimeren."])
def test_a_yes_that_answers_stays(before: str) -> None:
    assert tidied("Ja, bij het lopen.", before) == "Ja, bij het lopen."
    assert tidied("Ja.", before) == "Ja."


@pytest.mark.parametrize(
    "said", ["Ik sta hier buiten, hij doet niet open.", "Ik sta hier voor de deur, ze is niet thuis."]
)
def test_that_nobody_opens_is_told_with_where_one_stands(said: str) -> None:
    assert tidied(said) == said
