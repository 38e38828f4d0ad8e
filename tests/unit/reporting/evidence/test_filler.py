"""Filler may be left out of a report; what only looks like it is a note, and is never hidden."""

import time

import pytest

from voice_report.reporting.evidence import evidence, filler
from voice_report.reporting.evidence.reading import Reading

CONTENT = "De wond is schoon en droog."


def omitted(said: str) -> list[str]:
    found = evidence(f"{CONTENT} {said}", f"## Observaties\n\n{CONTENT}")
    assert found.spoken[1:] == (said,)
    return [one.level for one in found.omissions if one.sentence == 1]


@pytest.mark.parametrize(
    "said",
    ["Effe de lamp in mijn auto aandoen hoor.", "Zo, nu eerst een bak koffie.", "Moment, mijn blaadje waait weg."],
)
def test_what_is_worded_as_filler_is_a_note(said: str) -> None:
    assert not filler.is_filler(Reading(said))
    assert omitted(said) == ["note"]


@pytest.mark.parametrize(
    ("said", "level"),
    [
        ("Effe mijn tas pakken en de paracetamol geven hoor.", "red"),
        ("Momentje hoor, zo, 38 graden.", "red"),
        ("Effe kijken hoor, zo, links is dik.", "amber"),
        ("Ze kreeg twee tabletten.", "red"),
        ("De huid rond de wond is vurig.", "amber"),
        ("Ze heeft niet geslapen.", "amber"),
    ],
)
def test_a_medicine_a_side_or_a_figure_is_content_however_it_is_worded(said: str, level: str) -> None:
    assert omitted(said) == [level]


def test_a_sentence_nobody_speaks_is_read_in_time() -> None:
    texts = ["é" * 5_000_000, "ik " * 1_000_000, "\ud800", ""]
    started = time.process_time()
    found = [filler.columns(text) for text in texts]
    assert time.process_time() - started < 1.0
    assert all(len(one) < 1_000 and min(one) >= 0 and max(one) < filler.SIZE for one in found)


def test_every_weight_is_there() -> None:
    assert len(filler.shipped()) == filler.SIZE


@pytest.mark.parametrize(
    "said",
    [
        "Hij wil dood.",
        "Ze is overleden.",
        "Mevrouw is gevallen.",
        "Ze heeft pijn.",
        "Hij wil niet meer.",
        "Ze wil stoppen.",
        "Zorg is gestopt.",
        "Ze heeft niks gegeten.",
        "Hij heeft me geslagen.",
        "Nou, ze viel dus weer.",
        "Ja, en toen begon hij te slaan.",
        "Ik ben vergeten te spuiten.",
        "Ik maak me zorgen.",
        "Zo, dat was een heftige nacht met veel onrust.",
        "Poeh, wat was hij boos zeg.",
    ],
)
def test_short_content_is_missed(said: str) -> None:
    assert omitted(said) == ["amber"]


@pytest.mark.parametrize(
    "said", ["Even kijken hoor.", "Dat was het voor vandaag.", "Nou, dat was de overdracht.", "Eh."]
)
def test_filler_is_not(said: str) -> None:
    assert omitted(said) == []
