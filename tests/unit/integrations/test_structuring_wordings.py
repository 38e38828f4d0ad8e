"""What happened in disability care, and what was laid down about treatment, stand where a reader looks for them."""

import pytest

from voice_report.integrations.structuring.local import place
from voice_report.reporting.templates import BUILT_IN

SUPPORT = "Vanmiddag was ik bij hem op de groep. {} We hebben samen gegeten. Hij vond het gezellig."
CALL = "Ik bel over mevrouw op kamer 4, ze is benauwd. Saturatie 88 procent. {} Ik denk aan een longontsteking."


def section(said: str, template: str) -> str:
    """Return the heading under which a sentence comes."""
    around = {"begeleiding": SUPPORT, "sbar": CALL}[template]
    placed = {text: one.key for text, one in place(around.format(said), BUILT_IN[template])}
    return placed[said]


@pytest.mark.parametrize(
    ("template", "key", "said"),
    [
        ("begeleiding", "bijzonderheden", "Om drie uur had hij een epileptische aanval van twee minuten."),
        ("begeleiding", "bijzonderheden", "Hij is van de fiets gevallen en heeft een schaafwond aan zijn knie."),
        ("begeleiding", "bijzonderheden", "Vanmiddag is ze uitgegleden in de badkamer."),
        ("begeleiding", "bijzonderheden", "Hij sloeg een groepsgenoot in het gezicht."),
        ("begeleiding", "bijzonderheden", "Ze gooide haar bord naar mij."),
        ("begeleiding", "bijzonderheden", "Hij heeft een blauwe plek op zijn linkerarm."),
        ("begeleiding", "bijzonderheden", "Hij werd agressief en schopte tegen de deur."),
        ("begeleiding", "ondersteuning_geboden", "Na de aanval heb ik hem op zijn zij gelegd."),
        ("begeleiding", "ondersteuning_geboden", "Ik heb de schaafwond schoongemaakt en een pleister geplakt."),
        ("begeleiding", "afspraken_en_vervolg", "Als hij weer een aanval krijgt bellen we de arts."),
        ("sbar", "achtergrond", "Mevrouw is niet-reanimeren."),
        ("sbar", "achtergrond", "Ze heeft een wilsverklaring."),
        ("sbar", "achtergrond", "Hij is allergisch voor penicilline."),
        ("sbar", "achtergrond", "Ze wil niet gereanimeerd worden."),
        ("sbar", "achtergrond", "Er ligt een behandelverbod."),
        ("sbar", "achtergrond", "Geen allergieën bekend."),
        ("sbar", "beoordeling", "Ik denk dat ze allergisch reageert op de antibiotica."),
        ("sbar", "aanbeveling", "Wilt u het reanimatiebeleid met haar bespreken?"),
    ],
)
def test_an_event_and_what_was_laid_down_come_under_their_heading(template: str, key: str, said: str) -> None:
    assert section(said, template) == key
