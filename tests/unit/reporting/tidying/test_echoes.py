"""What is said again as it began, with something else, stands alone; beside what is no correction both stay."""

import pytest

from tests.unit.reporting.tidying.around import AROUND
from voice_report.reporting.templates import BUILT_IN
from voice_report.reporting.tidying import Tidied, tidy

AT = AROUND.index("{}")


def _tidied(said: str) -> Tidied:
    return tidy([*AROUND[:AT], said, *AROUND[AT + 1 :]], BUILT_IN["zorg"])


@pytest.mark.parametrize(
    ("said", "stands", "first"),
    [
        ("Ik hielp haar samen met Sem, nee, met Dounia.", "Ik hielp haar samen met Dounia.", "met Sem"),
        ("Ik gaf hem zijn bril, nee, zijn pet.", "Ik gaf hem zijn pet.", "zijn bril"),
        ("Het ging om dokter Aydin, of nee, dokter Aydemir.", "Het ging om dokter Aydemir.", "dokter Aydin"),
        ("Hulp van de brandweer, nee, van de ambulance gehad.", "Hulp van de ambulance gehad.", "van de brandweer"),
        ("Ze heeft een traplift nee sorry een douchestoel.", "Ze heeft een douchestoel.", "een traplift"),
        ("Hij lag op zijn rechter-, nee, op zijn linkerzij.", "Hij lag op zijn linkerzij.", "op zijn rechter"),
        ("Plaat geknipt op 28, ho, op 25 mm.", "Plaat geknipt op 25 mm.", "28"),
        ("Al een dag of drie, nee wacht, een dag of vijf.", "Al een dag of vijf.", "een dag of drie"),
        ("Lichter dan in september, nee, dan in augustus.", "Lichter dan in augustus.", "september"),
        ("Ze slaapt bij juf Ingrid, neen, juf Ilse sorry.", "Ze slaapt bij juf Ilse.", "juf Ingrid"),
        ("Het is op drie juni nee op dertien juni.", "Het is op 13 juni.", None),
        (
            "Hij zegt dat het van zondag, nee, van zaterdag zo lekt.",
            "Hij zegt dat het van zaterdag zo lekt.",
            "van zondag",
        ),
        ("Ze is gevallen in oktober, nee, november.", "Ze is gevallen in november.", "oktober"),
        ("Die heet Karel, of nee, Carel met een C.", "Die heet Carel met een C.", "Karel"),
        ("Een vriendin Sofie, nee, Sophia, belde.", "Een vriendin Sophia, belde.", "Sofie"),
        ("Saturatie is 92, nee, ik zie verkeerd, 94 procent.", "Saturatie is 94%.", "92"),
        ("Temp zevenendertig vier, nee sorry, zevenendertig acht.", "Temp 37,8.", "zevenendertig vier"),
        ("Onder haar rechterborst, nee wacht, de linkerborst is het.", "Onder haar linkerborst.", "rechterborst"),
        ("Ik bel zaterdag, nee, zondag zijn zus.", "Ik bel zondag zijn zus.", None),
        ("Hij wil zijn zussen, nee, zijn broers bellen.", "Hij wil zijn broers bellen.", "zijn zussen"),
        ("O ja, ik heb hem zijn bril, nee, zijn pet gegeven.", "Ik heb hem zijn pet gegeven.", "zijn bril"),
        ("Maandag de huisarts, nee, de apotheek bellen.", "Maandag de apotheek bellen.", "de huisarts"),
        ("Ik ging met Sem, wacht, met Dounia.", "Ik ging met Dounia.", "met Sem"),
        ("Die mag om acht, nee, om negen uur.", "Die mag om negen uur.", None),
    ],
)
def test_what_is_said_again_with_something_else_stands_alone(said: str, stands: str, first: str | None) -> None:
    found = _tidied(said)
    assert found.text(AT) == stands
    assert [one.said for one in found.points] == ([first] if first else [])


@pytest.mark.parametrize(
    "said",
    [
        "Hij gaat met de bus, nee, met de trein wil hij niet.",
        "Ze was met Sem, nee, met Dounia ook.",
        "Er is pijn in haar been, nee, in haar rug wel.",
        "Ik vroeg of ze met de bus, nee, met de trein kwam.",
        "Ze zei met de bus, nee, met de trein.",
        "Geen pijn in haar been, nee, in haar rug.",
        "Hij komt in maart, nee, in april lukt niet.",
        "Ik belde de huisarts, nee, de apotheek is dicht.",
        "Hij at met zijn zus nee met zijn broer ging hij wandelen.",
        "Ze kreeg de pil, nee, de arts belde.",
        "Ze belde Sofie, nee, Sophia belde haar.",
        "Het was met Piet Jansen, nee, Karel.",
        "Ik zag Sofie, nee, Sophia niet.",
        "Ik was er in maart, nee, november kon niet.",
        "Ik bel zaterdag, nee, zondag zijn ze dicht.",
        "Mag hij om acht uur nee om negen uur.",
        "Ik was met Sem, nee, met mijn fiets.",
        "Hij woont bij zijn zus, nee, bij zijn broer logeert hij.",
        "Wil hij naar de kapper, nee, naar de tandarts.",
        "Allergie voor de pil, nee, voor de pleister, ja.",
        "Ze schudde het hoofd, nee, het eten.",
        "Ik waste haar rug, nee, haar benen zijn verbonden.",
        "Ik waste haar rug, nee, haar benen jeuken.",
        "Ze staat op de lijst, wacht op de plek.",
        "Goed herstel van de griep, herstel van de val.",
        "Ze heeft gepraat met Anna, nee, met Bea gelachen.",
        "Ze kreeg de griepprik, nee, de coronaprik morgen.",
        "Operatie op 3 juni, herstel op 5 juni.",
        "Saturatie zakte naar 85%, herstel naar 95%.",
        "Opname 3 juni, herstel 5 juni.",
        "Ze zit 2 uur op de gang, wacht 3 uur.",
    ],
)
def test_what_is_said_again_beside_the_first_stays(said: str) -> None:
    assert _tidied(said).text(AT) == said


@pytest.mark.parametrize(
    ("said", "correcting", "stands"),
    [
        ("Ze ging met Sem.", "Nee, met Dounia.", "Ze ging met Dounia."),
        ("Ze woont bij juf Els.", "Nee, juf Ilse sorry.", "Ze woont bij juf Ilse."),
        ("Dat is het labo van maandag.", "Neen, labo van dinsdag was dat.", "Dat is het labo van dinsdag."),
        ("Lantus, 22 eenheden, in de buik.", "Nee wacht, 24 waren het.", "Lantus, 24 eenheden, in de buik."),
        ("Hij komt om kwart over acht.", "Nee, kwart voor acht, ik lees het nu.", "Hij komt om kwart voor acht."),
    ],
)  # fmt: skip
def test_the_next_sentence_that_begins_as_what_it_replaces_goes(said: str, correcting: str, stands: str) -> None:
    found = tidy([*AROUND[:AT], said, correcting, *AROUND[AT + 1 :]], BUILT_IN["zorg"])
    assert (found.text(AT), found.text(AT + 1)) == (stands, None)


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("Ze ging met Sem.", "Nee, met Dounia ging het beter."),
        ("Ging ze met de bus?", "Nee, met de trein."),
        ("Ze riep met Sem.", "Nee, met Dounia."),
        ("Lantus, 22 eenheden, in de buik.", "Nee, 24 waren er over."),
        ("De controle na de operatie is dinsdag.", "Nee, de operatie is woensdag."),
        ("Hij sliep niet bij zijn zus.", "Nee, bij zijn broer."),
    ],
)
def test_an_answer_to_the_sentence_before_stays(said: str, answer: str) -> None:
    found = tidy([*AROUND[:AT], said, answer, *AROUND[AT + 1 :]], BUILT_IN["zorg"])
    assert (found.text(AT), found.text(AT + 1)) == (said, answer)
