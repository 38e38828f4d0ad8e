"""What happened in disability care, and what was laid down about treatment, stand where a reader looks for them."""

import pytest

from voice_report.integrations.structuring.local import place
from voice_report.reporting.templates import BUILT_IN

SUPPORT = "Vanmiddag was ik bij hem op de groep. {} We hebben samen gegeten. Hij vond het gezellig."
CALL = "Ik bel over mevrouw op kamer 4, ze is benauwd. Saturatie 88 procent. {} Ik denk aan een longontsteking."


def section(said: str, around: str, template: str) -> str:
    """Return the heading under which a sentence comes."""
    placed = {text: one.key for text, one in place(around.format(said), BUILT_IN[template])}
    return placed[said]


@pytest.mark.parametrize(
    "said",
    [
        "Om drie uur had hij een epileptische aanval van twee minuten.",
        "Hij is van de fiets gevallen en heeft een schaafwond aan zijn knie.",
        "Vanmiddag is ze uitgegleden in de badkamer.",
        "Hij sloeg een groepsgenoot in het gezicht.",
        "Ze gooide haar bord naar mij.",
        "Hij heeft een blauwe plek op zijn linkerarm.",
        "Hij werd agressief en schopte tegen de deur.",
    ],
)
def test_a_seizure_a_fall_an_injury_and_violence_are_what_was_remarkable(said: str) -> None:
    assert section(said, SUPPORT, "begeleiding") == "bijzonderheden"


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("Na de aanval heb ik hem op zijn zij gelegd.", "ondersteuning_geboden"),
        ("Ik heb de schaafwond schoongemaakt en een pleister geplakt.", "ondersteuning_geboden"),
        ("Als hij weer een aanval krijgt bellen we de arts.", "afspraken_en_vervolg"),
    ],
)
def test_what_was_done_and_agreed_about_it_is_not(said: str, key: str) -> None:
    assert section(said, SUPPORT, "begeleiding") == key


@pytest.mark.parametrize(
    "said",
    [
        "Mevrouw is niet-reanimeren.",
        "Ze heeft een wilsverklaring.",
        "Hij is allergisch voor penicilline.",
        "Ze wil niet gereanimeerd worden.",
        "Er ligt een behandelverbod.",
        "Geen allergieën bekend.",
    ],
)
def test_what_was_laid_down_and_allergies_are_background(said: str) -> None:
    assert section(said, CALL, "sbar") == "achtergrond"


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("Ik denk dat ze allergisch reageert op de antibiotica.", "beoordeling"),
        ("Wilt u het reanimatiebeleid met haar bespreken?", "aanbeveling"),
    ],
)
def test_a_judgement_and_a_request_about_them_are_not(said: str, key: str) -> None:
    assert section(said, CALL, "sbar") == key
