"""Words that stand for their opposite, or for another degree, limit, time or frequency."""

import pytest

from tests.unit.reporting.evidence.flagged import flagged
from voice_report.reporting.evidence import evidence
from voice_report.reporting.evidence.checks import contrasts
from voice_report.reporting.evidence.reading import Reading
from voice_report.reporting.evidence.words.stems import stem
from voice_report.reporting.evidence.words.synonyms import alike

WRONG = [
    ("De zalf gaat er twee keer per week op.", "De zalf gaat er twee keer per dag op.", "per dag", "per week"),
    ("Ze wandelt soms met haar buurvrouw.", "Ze wandelt altijd met haar buurvrouw.", "altijd", "soms"),
    ("Hij mag met de rollator naar buiten.", "Hij moet met de rollator naar buiten.", "moet", "mag"),
    ("Er komt minder vocht uit de drain.", "Er komt meer vocht uit de drain.", "meer", "minder"),
    ("We zijn begonnen met de antibiotica.", "We zijn gestopt met de antibiotica.", "gestopt", "begonnen"),
    ("De kweek was positief.", "De kweek was negatief.", "negatief", "positief"),
    ("Ze kreeg de druppels voor het ontbijt.", "Ze kreeg de druppels na het ontbijt.", "na", "voor"),
    ("Enkele wonden zijn nat.", "Alle wonden zijn nat.", "Alle", "Enkele"),
    ("De koorts is opgelopen vannacht.", "De koorts is gezakt vannacht.", "gezakt", "opgelopen"),
    ("Hij was onrustig in bed.", "Hij was rustig in bed.", "rustig", "onrustig"),
    ("De medicatie wordt opgebouwd.", "De medicatie wordt afgebouwd.", "afgebouwd", "opgebouwd"),
    ("De arts raadt af om te vliegen.", "De arts raadt aan om te vliegen.", "aan", "af"),
    ("De vochtbalans loopt op.", "De vochtbalans loopt terug.", "terug", "op"),
    ("Ze viel voordat ze at.", "Ze viel nadat ze at.", "nadat", "voordat"),
    ("De morfine gaat als drankje.", "De morfine gaat als pleister.", "pleister", "drankje"),
    ("De arts raadt een operatie af.", "De arts raadt een operatie aan.", "aan", "af"),
    ("Hij rookt niet meer.", "Hij rookt nooit.", "nooit", "niet meer"),
    ("Maximaal twee glazen wijn per avond.", "Minimaal twee glazen wijn per avond.", "Minimaal", "Maximaal"),
]
FAITHFUL = [
    ("Er kwam af en toe iemand langs.", "Soms kwam er iemand langs."),
    ("De medicatie is opgehoogd.", "De medicatie is verhoogd."),
    ("Het slapen gaat niet goed.", "Het slapen gaat slecht."),
    ("Hij moet elke dag oefenen.", "Hij dient dagelijks te oefenen."),
    ("Voor het eten was ze rustig en na het eten verdrietig.", "Na het eten was ze verdrietig, voor het eten rustig."),
    ("De wond is dicht, het wondje ernaast is open.", "Het wondje ernaast is open."),
    ("Alle tabletten zijn ingenomen.", "Alles is ingenomen: de tabletten."),
    ("De stoep is niet onveilig.", "De stoep is veilig."),
    ("Er was geen enkele klacht.", "Er waren geen klachten."),
    ("Ze krijgt drie keer per dag neusspray.", "Ze krijgt 3 dd neusspray."),
    ("Ze wil niet meer naar de kapper.", "Ze wil niet langer naar de kapper."),
]


def flags(spoken: str, written: str) -> list[tuple[str, str, str]]:
    """Return (level, here, said) of the flags about meaning."""
    return [(one.level, one.here, one.said) for one in flagged(spoken, written) if one.kind == "meaning"]


@pytest.mark.parametrize(("spoken", "written", "here", "said"), WRONG)
def test_an_opposite_is_flagged(spoken, written, here, said):
    assert flags(spoken, written) == [("red", here, said)]


@pytest.mark.parametrize(("spoken", "written"), FAITHFUL)
def test_another_word_for_the_same_is_not(spoken, written):
    assert flags(spoken, written) == []


@pytest.mark.parametrize(
    ("spoken", "written", "lost"),
    [
        ("De wijkzorg komt dagelijks de kousen aantrekken.", "De wijkzorg komt de kousen aantrekken.", "Dagelijks"),
        ("Hij slikt altijd zijn pillen met vla.", "Hij slikt zijn pillen met vla.", "Altijd"),
    ],
)
def test_a_degree_or_frequency_that_is_gone_is_named(spoken, written, lost):
    compared = evidence(spoken, f"## Observaties\n\n{written}")
    assert [flag.text for flag in compared.sentences[0].flags] == [f"‘{lost}’ ontbreekt hier"]


def test_a_preposition_or_praise_may_go():
    assert flags("De kousen gaan met de glijzak goed aan.", "De kousen gaan aan via de glijzak.") == []


@pytest.mark.parametrize("times", [1, 40])
def test_the_phrases_of_each_sentence_are_looked_for_once(times, monkeypatch):
    looked: list[Reading] = []
    marks = contrasts._marks
    monkeypatch.setattr(contrasts, "_marks", lambda reading: looked.append(reading) or marks(reading))
    said, other = Reading("Ze eet altijd soms nooit vaak. " * times), Reading("Ze eet altijd vaak soms nooit. " * times)
    assert not contrasts.lacks(said, [other, other])
    assert contrasts.lost(said, [said], [other]) == []
    assert len(looked) == 6
    assert contrasts.lacks(said, [Reading("Ze eet altijd.")])


def test_another_word_is_found_without_going_through_all_that_was_said():
    class Heard(frozenset):
        def __iter__(self):
            raise AssertionError

    heard = Heard(map(stem, ("huid", "overgeven", "wandelen")))
    assert alike(stem("braken"), heard)
    assert not alike(stem("hoesten"), heard)
