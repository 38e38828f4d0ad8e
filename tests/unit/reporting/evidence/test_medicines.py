"""Medicines: Dutch and English names are one substance, two substances never one, and ordinary words none."""

import pytest

from voice_report.dutch.word_sets import word_list
from voice_report.reporting.evidence.words.medicines import FILE, excuses, sounds_like, substance


@pytest.mark.parametrize(
    "word",
    word_list("""metoprolol furosemide paracetamol oxazepam prednison prednisolon insuline fentanyl macrogol movicolon
    nadroparine
    metoclopramide NovoRapid Lantus thyrax nitrofurantoïne haloperidol haldol olanzapine lithiumcarbonaat morfine
    oxycodon temazepam acenocoumarol fenprocoumon quetiapine madopar omeprazol amoxicilline ibuprofen diclofenac
    tramadol salbutamol ventolin midazolam dipiperon citalopram mirtazapine methylfenidaat concerta clozapine clexane
    apixaban eliquis digoxine bumetanide semaglutide ozempic fenytoïne depakine"""),
)
def test_what_is_given_in_dutch_care_is_known(word: str) -> None:
    assert substance(word)


@pytest.mark.parametrize(
    "word",
    word_list("""mevrouw wond glucose water natrium stuk gram vitamine alcohol koffie verband dochter maandag rustig
    voldoende
    ijzer zalf sommige pancreas cholesterol zuurstof medicatie tablet bloeddruk stadium"""),
)
def test_ordinary_words_are_no_medicines(word: str) -> None:
    assert substance(word) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [("lasix", "furosemide"), ("ventolin", "salbutamol"), ("fenytoïne", "phenytoin"), ("Clexane", "enoxaparine")],
)
def test_a_brand_is_its_substance(one: str, other: str) -> None:
    assert substance(one) == substance(other)


@pytest.mark.parametrize(
    ("spoken", "written", "allowed"),
    [
        ("Lantus", "insuline", True),
        ("insuline", "Lantus", False),
        ("Lantus", "NovoRapid", False),
        ("prednison", "prednisolon", False),
    ],
)
def test_what_a_spoken_medicine_excuses(spoken: str, written: str, allowed: bool) -> None:
    assert excuses(substance(spoken) or "", substance(written) or "") is allowed


@pytest.mark.parametrize(
    ("heard", "known", "alike"),
    [
        ("metropolol", "metoprolol", True),
        ("oxazepan", "oxazepam", True),
        ("bisoprolol", "metoprolol", False),
        ("wond", "wondex", False),
    ],
)
def test_misheard_names(heard: str, known: str, alike: bool) -> None:
    assert sounds_like(heard, known) is alike


def test_the_list_says_where_it_comes_from() -> None:
    header = [line for line in FILE.read_text("utf-8").splitlines() if line.startswith("#")]
    assert "CC0" in " ".join(header)
    assert "BWBR0008023" in " ".join(header)
