"""A rewritten line may stand for what was said only when it passes every check of the words themselves."""

import pytest

from voice_report.reporting.evidence import Spoken
from voice_report.reporting.writing.faithful import is_faithful, lost

SAID = (
    "Ayse krijgt het zorgplan per mail op ayse@example.nl.",
    "Mevrouw Hendriks heeft niet gegeten, alleen een half glas sap.",
    "Ze vroeg waar haar man was, die is al tien jaar dood, en haar vader ook.",
    "Hij werkt weer twintig uur, slaapt acht uur en eet normaal.",
    "Hij heeft een flucloxacilline-allergie, daar kreeg hij bultjes van.",
    "In de familie een tante met dwang.",
    "Ze komt binnen en meteen staan er drie mensen aan haar bureau.",
    "Dat hij alleen opstaat baart ons zorgen, Patrick herkent het van vroeger.",
)


@pytest.mark.parametrize(
    ("source", "line", "faithful"),
    [
        (0, "Ayse ontvangt het zorgplan per mail op ayse@example.nl.", True),
        (0, "Petra ontvangt het zorgplan per mail op ayse@example.nl.", False),
        (1, "Mw. Hendriks heeft niet gegeten, alleen een half glas sap.", True),
        (1, "Mw. Hendriksen heeft niet gegeten, alleen een half glas sap.", False),
        (2, "Ze vroeg waar haar man was, die is al 10 jaar dood, en haar vader ook.", True),
        (2, "Ze vroeg waar haar moeder was, die is al 10 jaar dood, en haar vader ook.", False),
        (3, "Hij werkt opnieuw 20 uur, slaapt 8 uur en eet normaal.", True),
        (3, "Hij werkt opnieuw 8 uur, slaapt 20 uur en eet normaal.", False),
        (4, "Hij heeft een flucloxacilline-allergie, waarvan hij bultjes kreeg.", True),
        (4, "Hij heeft een morfine-allergie, waarvan hij bultjes kreeg.", False),
        (5, "In de familie is een tante met dwang.", True),
        (5, "In de familie een tante met dwang en dit is met de familie besproken.", False),
        (6, "Ze komt binnen en direct staan er 3 mensen aan haar bureau.", True),
        (6, "Ze komt binnen, direct staan er 3 mensen aan haar bureau en dit is met de familie besproken.", False),
        (6, "…", False),
        (7, "Dat hij alleen opstaat baart ons zorgen; Patrick herkent dit van vroeger.", True),
        (7, "Dat hij alleen opstaat baart ons zorgen; Dijkstra herkent dit van vroeger.", False),
        (7, "Dat hij alleen opstaat baart ons zorgen, Patrick herkent dit van vroeger, conform het zorgplan.", False),
    ],
)
def test_only_a_line_without_a_doubt_is_taken(source: int, line: str, *, faithful: bool) -> None:
    assert is_faithful(line, Spoken(SAID), [source]) is faithful


def test_a_line_of_no_sentence_is_not_taken() -> None:
    assert not is_faithful("Hij werkt normaal.", Spoken(SAID), [])


@pytest.mark.parametrize(
    ("said", "line", "faithful"),
    [
        ("Hij is vanmorgen gedoucht.", "Meneer is vanochtend gedoucht.", True),
        ("Hij is vanmorgen gedoucht.", "Hij is vanmorgen zelfstandig gedoucht.", False),
        ("Haar oor is rechts ontstoken.", "Haar oor is rechts opgezet.", False),
        ("Haar moeder belde over Femke.", "De zorgverlener belde over Femke.", False),
        ("Wond gespoeld en verbonden.", "De zorgverlener heeft de wond gespoeld en verbonden.", True),
        ("Om elf uur kreeg hij een insult.", "Om elf uur kreeg zij een insult.", False),
        ("De arts belde de dochter op.", "De dochter belde de arts op.", False),
        ("Ze loopt met de rollator.", "Ze loopt vaak met de rollator.", False),
        ("Ze loopt achter de rollator.", "Ze loopt met de rollator.", True),
        ("Mevrouw heeft geen koorts.", "Mevrouw is koortsvrij.", True),
        ("Geen koorts en geen roodheid.", "Er was geen sprake van koorts of roodheid.", True),
        ("De casemanager heeft de dochter gebeld.", "De dochter is gebeld door de casemanager.", True),
        ("De casemanager heeft de dochter gebeld.", "De casemanager is gebeld door de dochter.", False),
    ],
)
def test_a_line_adds_no_word_no_doer_and_no_degree(said: str, line: str, *, faithful: bool) -> None:
    assert is_faithful(line, Spoken([said]), [0]) is faithful


@pytest.mark.parametrize(
    ("said", "line", "is_lost"),
    [
        ("Ze kreeg soms een pijnscheut in haar arm.", "Ze kreeg een pijnscheut in haar arm.", True),
        ("Ze kreeg soms een pijnscheut in haar arm.", "Af en toe kreeg ze een pijnscheut in haar arm.", False),
        ("De dochter bracht de medicatie langs.", "De medicatie is langs gebracht.", True),
        ("Geen pijn gehad, wel jeuk gehad.", "Geen pijn gehad en geen jeuk gehad.", True),
        ("Vandaag heel rustig in de stoel gezeten.", "Rustig in de stoel gezeten.", False),
        ("De wond moet donderdag opnieuw verbonden.", "De wond verbonden.", True),
    ],
)
def test_a_line_loses_no_degree_and_nobody(said: str, line: str, *, is_lost: bool) -> None:
    assert lost([line], Spoken([said]), 0) is is_lost
