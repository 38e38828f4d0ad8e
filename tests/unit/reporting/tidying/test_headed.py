"""A correction at the head of the next sentence: the last value stands in the first one, and what else was said too."""

import pytest

from tests.unit.reporting.tidying.around import AROUND
from voice_report.reporting.templates import BUILT_IN
from voice_report.reporting.tidying import Tidied, tidy

AT = AROUND.index("{}")


def _tidied(said: str, correcting: str) -> Tidied:
    return tidy([*AROUND[:AT], said, correcting, *AROUND[AT + 1 :]], BUILT_IN["zorg"])


@pytest.mark.parametrize(
    ("said", "correcting", "stands"),
    [
        (
            "Donderdag kom ik weer en dan doen we de post.",
            "Of nee, vrijdag, want donderdag heb ik cursus.",
            "Vrijdag kom ik weer en dan doen we de post, want donderdag heb ik cursus.",
        ),
        (
            "Insuline van 18 naar 16 eenheden, vanaf vanavond.",
            "Nee wacht, vanaf morgenavond, want vanavond staat het al klaar.",
            "Insuline van 18 naar 16 eenheden, vanaf morgenavond, want vanavond staat het al klaar.",
        ),
        (
            "Het was één keer per maand, en nu is het twee keer per week.",
            "Nee, drie keer per week, zei hij later.",
            "Het was één keer per maand, en nu is het drie keer per week.",
        ),
        (
            "Hij trilde met zijn linkerhand, dat doet hij anders niet.",
            "Rechterhand bedoel ik, hij had zijn pen in de linker.",
            "Hij trilde met zijn rechterhand, dat doet hij anders niet, hij had zijn pen in de linker.",
        ),
        (
            "We zitten om de tafel, om tien uur.",
            "Nee, elf uur is het geworden, want moeder werkt eerst.",
            "We zitten om de tafel, om elf uur, want moeder werkt eerst.",
        ),
        (
            "Wat ze wil is, eh, in maart weer drie dagen werken.",
            "Wacht, april, ze zei april.",
            "Wat ze wil is in april weer drie dagen werken.",
        ),
        (
            "Ik weet nog niet of we dinsdag weer zwemmen, dat hoor ik nog.",
            "Nee, woensdag is dat, zwemmen is altijd woensdag.",
            "Ik weet nog niet of we woensdag weer zwemmen, dat hoor ik nog.",
        ),
        (
            "Besloten is dat hij tot 1 maart halve dagen gaat.",
            "O nee, tot 15 maart was het, dat had Petra opgeschreven.",
            "Besloten is dat hij tot 15 maart halve dagen gaat.",
        ),
        (
            "Hij krijgt veertien eenheden.",
            "Nee wacht, zestien eenheden, want het schema is aangepast.",
            "Hij krijgt 16 eenheden, want het schema is aangepast.",
        ),
        (
            "De wond zit links.",
            "Nee, rechts, want links is de prothese.",
            "De wond zit rechts, want links is de prothese.",
        ),
        (
            "Ze slikt paracetamol.",
            "Nee, ibuprofen, want paracetamol helpt niet.",
            "Ze slikt ibuprofen, want paracetamol helpt niet.",
        ),
    ],
)
def test_the_last_value_stands_with_what_is_told_of_it(said: str, correcting: str, stands: str) -> None:
    found = _tidied(said, correcting)
    assert (found.text(AT), found.text(AT + 1)) == (stands, None)
    assert (found.text(AT, off=found.keys), found.text(AT + 1, off=found.keys)) == (said, correcting)
    tied = found.key_aside(AT + 1)
    assert found.text(AT + 1, off=frozenset({tied})) == correcting
    assert found.text(AT, off=frozenset({tied})) != stands


@pytest.mark.parametrize(
    ("said", "correcting"),
    [
        ("Ze komt dinsdag.", "Nee, woensdag, zegt haar zoon."),
        ("Ze komt dinsdag.", "Nee, woensdag kan niet, want dan is ze weg."),
        ("Ze at twee boterhammen.", "Nee, drie, en vier voor Jan."),
        ("Ze viel dinsdag.", "Nee, woensdag viel Jan, en donderdag Piet."),
        ("Ik vroeg of ze dinsdag kwam.", "Nee, woensdag, want dinsdag is ze weg."),
        ("Hij zei dinsdag.", "Nee, woensdag, want dan is hij vrij."),
        ("Ze riep: dinsdag.", "Nee, woensdag, want dan is het feest."),
        ("Komt ze dinsdag?", "Nee, woensdag, want dinsdag heeft ze cursus."),
        ("Ze komt niet dinsdag.", "Nee, woensdag, want dinsdag heeft ze cursus."),
        ("Ze kreeg 5 mg.", "Nee, 10 mg wilde ze niet, want dat is te veel."),
        ("Ze heeft pijn links.", "Nee, rechts niet, want daar zit de prothese."),
        ("Ze heeft pijn in haar linkerknie.", "Nee, in haar rechterheup, want die is nieuw."),
        ("Links is het been dik.", "Nee, rechts, maar links ook."),
        ("Ze komt in maart.", "Nee, in april wil ze niet, want dan is ze weg."),
        ("Ze gaat niet links, ook niet rechts.", "Rechts bedoel ik, want dat weet ze."),
        ("De wond is 3 cm.", "Nee, 4 cm, en die van links is 2 cm."),
        ("Ontlasting had ze zondag.", "Nee, zaterdag, sorry, zondag was Milan."),
        ("Ontlasting had ze zondag.", "Nee, zaterdag, zondag was Milan."),
        ("Ze at drie boterhammen.", "Nee, om vier uur, want toen kwam Jan."),
    ],
)
def test_what_may_answer_or_tell_of_something_else_stays(said: str, correcting: str) -> None:
    found = _tidied(said, correcting)
    assert (found.text(AT), found.text(AT + 1)) == (said, correcting)
