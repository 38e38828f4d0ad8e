"""Names, genders and ages do not decide under which heading a sentence stands."""

import numpy as np
import pytest

from bench.fairness import _of, _report
from voice_report.integrations.structuring.classifier import features, grammar
from voice_report.integrations.structuring.classifier.neutral import neutral
from voice_report.reporting.templates import BUILT_IN


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ik sprak Sanne Jansen.", "Ik sprak Tigist El Idrissi."),
        ("Even Fatima.", "Even Gerrit."),
        ("Wiesława at goed.", "Piet at goed."),
        ("Gesprek met mevrouw De Boer.", "Gesprek met dhr. Yilmaz."),
        ("Zij belde haar moeder.", "Hij belde zijn vader."),
        ("Ze is 84 jaar en woont alleen.", "Hij is zes jaar en woont alleen."),
        ("Zus en oma kwamen.", "Broer en opa kwamen."),
    ],
)
def test_who_somebody_is_does_not_count(one: str, other: str) -> None:
    assert neutral([one]) == neutral([other])
    first, second = (features.of([grammar.Sentence.of(text)]) for text in (one, other))
    assert np.array_equal(first.sentences[0].values, second.sentences[0].values)
    assert np.array_equal(first.vectors, second.vectors)


@pytest.mark.parametrize(
    "text", ["Lantus om 8 uur.", "Graag Hb prikken.", "De wond is rood.", "Over 6 weken controle."]
)
def test_what_is_said_of_somebody_stays(text: str) -> None:
    assert neutral([text]) == [text]


@pytest.mark.parametrize("key", ["zorg", "jeugd", "dienst", "sbar"])
def test_a_report_is_the_same_after_a_swap(key: str) -> None:
    said = (
        "Ik kwam bij mevrouw Bakker. Sanne had met Bram gebeld. Zij vindt dat het goed gaat. Haar zus is 84 jaar. "
        "Mevrouw Bakker wil morgen bellen. Bram heeft zijn arts gesproken."
    )
    report = _report(said, BUILT_IN[key])
    swaps = [swap for _, swap in _of(said) if swap(said) != said]
    assert len(swaps) > 10
    for swap in swaps:
        assert _report(swap(said), BUILT_IN[key]) == [(swap(text), section) for text, section in report]
