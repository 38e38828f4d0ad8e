"""What the site says about processing is true for outside, local and mixed engines (decisions/0010)."""

import pytest

from tests.support import environment
from voice_report.config import settings
from voice_report.ui.pages.public import ai_disclosure, home_text, privacy, terms

OUTSIDE = {"OPENAI_API_KEY": "only-for-tests"}
LOCAL = {"SPEECH_ENGINE": "local", "STRUCTURE_ENGINE": "local"}
OWN_SPEECH = {"OPENAI_API_KEY": "only-for-tests", "SPEECH_ENGINE": "local"}
OWN_TEXT = {"OPENAI_API_KEY": "only-for-tests", "STRUCTURE_ENGINE": "local"}


@pytest.fixture
def installed(monkeypatch):
    """Return ``installed(variables)``: make this the configuration."""

    def configure(variables):
        environment.use(monkeypatch, **variables)

    return configure


def legal_text() -> str:
    parts = [part for chapters in (privacy.chapters(), terms.chapters()) for _, found in chapters for part in found]
    return "\n".join(part if isinstance(part, str) else "\n".join(part) for part in parts)


def everything_said() -> str:
    reasons = " ".join(sentence for _, sentence in home_text.reasons())
    lists = (ai_disclosure.speech_technology(), ai_disclosure.structuring_technology(), ai_disclosure.processing())
    return "\n".join([*lists, *ai_disclosure.processing_in_full(), reasons, legal_text()])


def test_outside_engines_are_named_with_their_place(installed):
    installed(OUTSIDE)
    said = everything_said()
    for words in ("met Whisper", "met GPT-4", "AI-aanbieder", "servers in de Verenigde Staten", "buiten de Europese"):
        assert words in said
    for words in ("op deze server", "verlaten deze server niet"):
        assert words not in said


def test_another_place_and_other_models_are_named_as_they_are(installed):
    models = {"SPEECH_MODEL": "voxtral-mini", "STRUCTURE_MODEL": "mistral-large"}
    installed({**OUTSIDE, **models, "PROCESSING_LOCATION": "Frankfurt"})
    said = everything_said()
    for words in ("servers in Frankfurt", "met voxtral-mini", "met mistral-large"):
        assert words in said
    for words in ("Verenigde Staten", "Whisper", "GPT"):
        assert words not in said


def test_with_local_engines_nothing_leaves(installed):
    installed(LOCAL)
    said = everything_said()
    assert "Spraak en tekst verlaten deze server niet." in said
    assert said.count("op deze server") >= 4
    for words in ("Verenigde Staten", "GPT", "De AI-aanbieder", "gebeurt door een AI-aanbieder", "buiten de Europese"):
        assert words not in said


@pytest.mark.parametrize(
    ("variables", "outside", "here"),
    [(OWN_SPEECH, "tekst", "spraak"), (OWN_TEXT, "spraak", "tekst")],
)
def test_a_mix_says_which_part_goes_out(installed, variables, outside, here):
    installed(variables)
    assert (
        f"Een AI-aanbieder verwerkt de {outside}; het verwerken van de {here} gebeurt op deze"
        in ai_disclosure.processing()
    )
    said = everything_said()
    assert "verlaten deze server niet" not in said
    assert ("met GPT-4" in said, "met Whisper" in said) == (outside == "tekst", outside == "spraak")
    assert "servers in de Verenigde Staten" in said


@pytest.mark.parametrize("variables", [OUTSIDE, LOCAL, OWN_SPEECH, OWN_TEXT])
def test_the_legal_text_states_every_fact_whatever_the_engines(installed, variables):
    installed(variables)
    text = legal_text()
    for fact in (
        "Audio wordt niet blijvend opgeslagen", "opt-in", "worden het eerst gebruikt", "worden daarna gebruikt",
        "5 tot 65 euro", "99 euro per maand", "op elk moment opzeggen", "tot het einde van de betaalde periode",
        "in principe niet terug", "7 jaar", "binnen 30 dagen na verwijdering", "binnen 30 dagen op een verzoek",
        "binnen 48 uur", "ten minste 30 dagen van tevoren", settings().contact_email,
    ):  # fmt: skip
        normal = text.replace("\n", " ")
        assert fact in normal, fact


def test_the_legal_text_says_u():
    assert not {"je", "jij", "jouw", "jullie"} & set(legal_text().lower().replace(".", " ").replace(",", " ").split())
