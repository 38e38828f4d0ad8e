"""Invented sentences go; whatever a user may have said stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_report.integrations.speech.hallucinations import without_invented

INVENTED = [
    "Ondertitels ingediend door de Amara.org gemeenschap",
    "Ondertitels ingediend door de Amara.org-gemeenschap.",
    "ondertitels ingediend door de amara.org gemeenschap!",
    "Ondertiteld door de Amara.org gemeenschap",
    "Ondertiteling door de Amara.org gemeenschap.",
    "Ondertiteling: Amara.org gemeenschap",
    "Ondertitels gemaakt door de Amara.org community",
    "Vertaling door de Amara.org gemeenschap",
    "(Ondertiteld door de Amara.org gemeenschap)",
    "TV GELDERLAND 2021",
    "Ondertiteling: TV Gelderland 2023.",
    "ondertiteld door TVGelderland",
    "Subtitles by the Amara.org community",
    "Sous-titres réalisés para la communauté d'Amara.org",
    "Untertitel der Amara.org-Community",
    "Copyright WDR 2021",
    "MUZIEK",
    "[MUZIEK]",
    "[Muziek]",
    "(muziek)",
]

SAID = [
    "Bedankt voor het kijken.",
    "Tot de volgende keer!",
    "Ze keek naar TV Gelderland en genoot ervan.",
    "Meneer zag gisteren TV Gelderland 2021 terug.",
    "Muziek.",
    "De muziek stond hard.",
    "Ze zong mee: muziek (vooral van vroeger) maakt haar blij.",
    "Mevrouw leest de ondertiteling niet meer.",
    "Ondertiteling door de dochter aangezet, anders volgt hij het niet.",
    "De Amara.org gemeenschap kwam ter sprake.",
    "Vertaling door de dochter, mevrouw spreekt Berbers.",
    "De ondertitels ingediend door de Amara.org gemeenschap las hij voor.",
]


@pytest.mark.parametrize("sentence", INVENTED)
def test_an_invented_sentence_alone_leaves_nothing(sentence):
    assert without_invented(sentence) == ""


@pytest.mark.parametrize("sentence", INVENTED)
def test_an_invented_sentence_goes_and_its_neighbours_stay(sentence):
    ended = sentence if sentence[-1] in ".!" else f"{sentence}."
    before, after = "Mevrouw sliep goed.", "Ze at een boterham."
    assert without_invented(f"{before} {ended} {after}") == f"{before} {after}"
    assert without_invented(f"{before}\n{sentence}") == before


@pytest.mark.parametrize("sentence", SAID)
def test_what_can_be_said_stays(sentence):
    assert without_invented(sentence) == sentence


def test_a_credit_behind_a_sentence_without_a_full_stop_is_known_by_its_capital():
    text = "mevrouw sliep goed Ondertitels ingediend door de Amara.org gemeenschap"
    assert without_invented(text) == "mevrouw sliep goed"


@given(st.lists(st.sampled_from([*SAID, "Ja.", "Nee, dat niet!", "Om 10.30 uur: 5 mg."]), max_size=6), st.data())
def test_between_real_sentences_only_the_invented_ones_disappear(said, data):
    place = data.draw(st.integers(0, len(said)))
    invented = data.draw(st.sampled_from([text if text[-1] in ".!" else f"{text}." for text in INVENTED[:8]]))
    assert without_invented(" ".join([*said[:place], invented, *said[place:]])) == " ".join(said)
