"""A report beside its transcript: faithful sentences get no flag, wrong ones the right one."""

import pytest

from voice_report.reporting.evidence import Evidence, Spoken, check_line, evidence
from voice_report.reporting.templates import DEFAULT

DICTATION = (
    "Ik ben vanmorgen om kwart over acht bij mevrouw De Boer geweest voor de wondzorg aan haar linkeronderbeen. "
    "Eh, even kijken hoor. "
    "De wond is nu 3 bij 2 centimeter, dat was vorige week nog 4 bij 2,5. "
    "De randen zijn rustig, geen roodheid of zwelling, en er kwam weinig vocht uit. "
    "Bloeddruk liggend was 152 over 80, nee sorry, 142 over 80, en staand 112 over 70. "
    "Ze gebruikt nog prednison, en de furosemide van 40 milligram heeft ze niet ingenomen. "
    "Haar dochter Roos was erbij, die is te bereiken op nul zes, nul nul, twaalf, vierendertig, zesenvijftig. "
    "Zet er maar in dat alle doelen zijn behaald. "
    "Donderdag komt wondverpleegkundige Sanne Bakker om half tien mee om te kijken. "
    "De metropolol geeft de thuiszorg voortaan elke ochtend."
)


def compared(line: str) -> Evidence:
    return evidence(DICTATION, f"## Observaties\n\n{line}")


def flags(line: str) -> set[tuple[str, str]]:
    return {(flag.kind, flag.level) for one in compared(line).sentences for flag in one.flags}


@pytest.mark.parametrize(
    "line",
    [
        "Mevrouw De Boer is vanochtend om 08.15 uur bezocht voor wondzorg aan het linkeronderbeen.",
        "De wond meet nu 3 x 2 cm; vorige week was dit nog 4 x 2,5 cm.",
        "Bloeddruk: 142/80 mmHg liggend, 112/70 mmHg staand.",
        "De RR was liggend 142/80 en staand 112/70.",
        "- Wondranden rustig, zonder zwelling of roodheid",
        "Er is geen zwelling en geen roodheid van de wondranden.",
        "Mevrouw gebruikt prednison. De furosemide (40 mg) is niet ingenomen.",
        "Dochter Roos was aanwezig en is bereikbaar op 06-00123456.",
        "Wondverpleegkundige Sanne Bakker komt donderdag om 9.30 uur mee.",
        "Eh, even kijken hoor.",
        "Niet besproken",
    ],
)
def test_faithful_sentences_get_no_flag(line: str) -> None:
    assert not flags(line)


def test_what_is_left_out_is_named_by_what_it_holds() -> None:
    found = {one.sentence: one.level for one in compared("De randen zijn rustig, geen roodheid of zwelling.").omissions}
    assert found == {0: "red", 2: "red", 3: "amber", 4: "red", 5: "red", 6: "red", 8: "red", 9: "red"}


def test_a_literal_report_has_its_sentences_as_sources_and_nothing_to_check() -> None:
    result = evidence(DICTATION, f"## Situatie\n\n{DICTATION}", DEFAULT)
    assert [one.sources for one in result.sentences] == [(at,) for at in range(len(result.spoken))]
    assert {one.section for one in result.sentences} == {"situatie"}
    assert not result.omissions
    assert not [one for one in result.sentences if one.flags]


def test_a_sentence_said_twice_is_not_left_out_when_it_is_written() -> None:
    said = "De randen zijn rustig. Ze kreeg 500 mg paracetamol. De randen zijn rustig."
    assert not evidence(said, f"## Observaties\n\n{said}").omissions
    left = evidence(said, "## Observaties\n\nZe kreeg 500 mg paracetamol.").omissions
    assert [one.sentence for one in left] == [0, 2]


def test_sections_are_keys_of_the_template_or_the_heading_itself() -> None:
    report = "## Situatie\n\nDe wond.\n\n## Iets anders\n\nDe wond."
    assert [one.section for one in evidence(DICTATION, report, DEFAULT).sentences] == ["situatie", "Iets anders"]
    assert [one.section for one in evidence(DICTATION, report).sentences] == ["Situatie", "Iets anders"]


@pytest.mark.parametrize(
    ("line", "sources", "kinds"),
    [
        ("De wond is nu 3 bij 2 centimeter.", [2], set()),
        ("Bloeddruk liggend was 142 over 80.", [2], {"number", "unsupported"}),
        ("Bloeddruk liggend was 142 over 80.", [4], set()),
        ("Mevrouw De Boer gebruikt prednison.", [5], set()),
        ("Mevrouw gebruikt oxazepam.", [5], {"drug"}),
        ("Alle doelen zijn behaald.", [7], {"unsupported"}),
        ("De wond is nu 3 bij 2 centimeter.", [99, -1], {"number"}),
    ],
)
def test_a_line_is_checked_against_the_sentences_it_names(line: str, sources: list[int], kinds: set[str]) -> None:
    spoken = Spoken(evidence(DICTATION, "").spoken)
    assert {flag.kind for flag in check_line(line, spoken, sources) if flag.level == "red"} == kinds


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("Hij klaagt over pijn in zijn rug.", "Meneer geeft rugpijn aan."),
        ("De katheter is gespoeld door mij.", "Katheterspoeling gedaan."),
        ("Ze wilde weten of de kapper komt.", "Ze vroeg of de kapper komt."),
        ("Hij maakt grapjes met de kok.", "Hij maakte grapjes met de kok."),
        ("De toestand is verslechterd.", "Er is sprake van een verslechtering van de situatie."),
        ("We hebben gepraat over haar verlies.", "Gesprek gevoerd over haar verlies."),
        ("Moeder heeft de insuline gespoten, ik keek mee.", "Insuline gespoten door moeder, ik meekeek."),
        ("Er liep 350 milliliter uit de katheter.", "Via de katheter liep er 350 ml uit."),
        ("Ze gaat straks douchen.", "Straks neemt ze een douche."),
        ("Vroeger rookte hij een pakje per dag.", "In het verleden rookte hij een pakje per dag."),
        ("De agent meldt dat er geschreeuwd is.", "De agent deed een melding dat er geschreeuwd is."),
        ("De wond ruikt nog steeds, we maken een kweek.", "De wond ruikt nog, er wordt een kweek gemaakt."),
    ],
)
def test_what_is_said_in_other_words_is_found_and_gets_no_flag(spoken: str, written: str) -> None:
    result = evidence(spoken, f"## Observaties\n\n{written}")
    assert [(one.sources, one.flags) for one in result.sentences] == [((0,), ())]
    assert result.omissions == ()


def test_a_sentence_without_content_is_compared_with_the_one_that_has_its_words() -> None:
    result = evidence("Ze wil wel naar buiten. Hij wil niet meer.", "## Observaties\n\nHij wil meer.")
    assert [(one.sources, [flag.kind for flag in one.flags]) for one in result.sentences] == [((1,), ["negation"])]


def test_a_compound_of_which_one_half_was_said_is_another_thing() -> None:
    result = evidence("Ze heeft een plekje op haar rug.", "## Observaties\n\nZe heeft een drukplek op haar rug.")
    assert any(one.flags for one in result.sentences)
