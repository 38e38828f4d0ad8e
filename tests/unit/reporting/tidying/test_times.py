"""A time of day is written as one when its half of the day is said; else its words stay."""

import pytest

from tests.unit.reporting.tidying.around import tidied
from voice_report.reporting.tidying import proof
from voice_report.reporting.tidying.model import Edit


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("Vanochtend om tien voor acht gewassen.", "Vanochtend om 07.50 uur gewassen."),
        ("Vannacht om twee uur was ze wakker.", "Vannacht om 02.00 uur was ze wakker."),
        ("Vannacht om half twaalf was ze wakker.", "Vannacht om 23.30 uur was ze wakker."),
        ("Vannacht om kwart over twaalf was ze wakker.", "Vannacht om 00.15 uur was ze wakker."),
        ("Om tien over half vier 's middags viel hij.", "Om 15.40 uur viel hij."),
        ("Ze komt om vier uur ’s middags.", "Ze komt om 16.00 uur."),
        ("Om elf uur 's avonds kreeg ze soep.", "Om 23.00 uur kreeg ze soep."),
        ("Om twaalf uur in de middag at ze.", "Om 12.00 uur in de middag at ze."),
        ("Om drie uur vannacht viel ze.", "Om 03.00 uur vannacht viel ze."),
        ("Om drie uur in de nacht van zaterdag viel ze.", "Om 03.00 uur in de nacht van zaterdag viel ze."),
        ("Om acht uur 's ochtends en 's avonds.", "Om 08.00 uur 's ochtends en 's avonds."),
        ("Vanmiddag om half één gegeten.", "Vanmiddag om 12.30 uur gegeten."),
        ("Vanavond rond half negen belt hij.", "Vanavond rond 20.30 uur belt hij."),
        ("Maandagmiddag om vijf voor half drie.", "Maandagmiddag om 14.25 uur."),
        ("Om veertien uur dertig is ze gezien.", "Om 14.30 uur is ze gezien."),
        ("Om achttien uur dertig gegeten.", "Om 18.30 uur gegeten."),
        ("Om acht uur dertig vanavond gegeten.", "Om 20.30 uur vanavond gegeten."),
        ("'s Ochtends om acht uur en 's avonds om zes uur.", "'s Ochtends om 08.00 uur en 's avonds om 18.00 uur."),
    ],
)
def test_a_time_beside_its_part_of_the_day_is_written(said: str, stands: str) -> None:
    assert tidied(said) == stands


@pytest.mark.parametrize(
    "said",
    [
        "Om half vijf kwam ze.",
        "Morgen om kwart over zeven.",
        "Vanochtend om vier uur wakker.",
        "Vanmiddag om elf uur.",
        "Om de drie uur gedraaid vannacht.",
        "Hij slaapt 's nachts vier uur.",
        "Sinds vanochtend slikt hij om acht uur een pil.",
        "Vanmiddag van half twee tot kwart voor drie.",
        "Vanmiddag tussen twee en half vier.",
        "Vannacht om twaalf uur en vier uur gezien.",
        "Vanmorgen of vanavond om acht uur.",
        "Morgen en overmorgenavond om acht uur.",
        "Vanavond komt ze, om acht uur gaat ze weer.",
        "Om veertien uur twintig bewoners gewassen.",
        "Rond veertien uur per dag geslapen.",
        "Vanavond om 8 uur.",
        "De arts zei om zes uur dat zij zich vannacht verslikt.",
        "De huisarts wil om negen uur horen hoe zij de avond doorkwam.",
        "Om half acht heb ik de medicatie voor de avond klaargezet.",
        "De eerste avond kwam de zoon om acht uur.",
        "Gisteravond is gebeld of morgen om acht uur past.",
    ],
)
def test_a_time_that_may_be_another_one_stays_in_words(said: str) -> None:
    assert tidied(said) == said


def test_in_speech_without_marks_a_part_of_the_day_is_beside_its_time() -> None:
    assert tidied("gisteravond viel hij om zes uur is hij gezien") == "Gisteravond viel hij om zes uur is hij gezien."
    assert tidied("hij is gisteravond om zes uur gezien") == "Hij is gisteravond om 18.00 uur gezien."
    assert tidied("gebeld om zes uur vanavond komt hij") == "Gebeld om zes uur vanavond komt hij."
    assert tidied("hij viel om drie uur 's nachts in bed") == "Hij viel om 03.00 uur in bed."


@pytest.mark.parametrize("written", ["15.40 uur", "03.50 uur", "04.40 uur", "16.20 uur"])
def test_a_time_of_another_half_of_the_day_or_hour_is_refused(written: str) -> None:
    sentence = "Vannacht om tien over half vier wakker."
    said = sentence.index("tien"), sentence.index(" wakker")
    assert not proof.is_said_back(Edit("figures", *said, written), sentence)
    assert proof.is_said_back(Edit("figures", *said, "03.40 uur"), sentence)
