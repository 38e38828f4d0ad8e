"""What the speaker takes back is no evidence, wherever the ordinary 'nee', 'wacht' or 'sorry' stand."""

import pytest

from voice_report.reporting.evidence import evidence


def reds(said: str, line: str) -> list[str]:
    (one,) = evidence(said, f"## Observaties\n\n{line}").sentences
    return [flag.kind for flag in one.flags if flag.level == "red"]


@pytest.mark.parametrize(
    ("said", "line", "kind"),
    [
        (
            "Hij kreeg 16 eenheden, nee wacht, 14 eenheden en hij wacht nu op de huisarts om 9 uur.",
            "Hij kreeg 16 eenheden en hij wacht nu op de huisarts om 9 uur.",
            "number",
        ),
        (
            "Om vier uur, nee wacht, half vijf is de huisarts gebeld, die vroeg of we wilden wachten tot 6 uur.",
            "Om vier uur is de huisarts gebeld, nee, wachten wilde zij niet tot 6 uur.",
            "time",
        ),
        (
            "Hij kreeg 16 eenheden, nee wacht, 14 eenheden novorapid, herstel van de wond 3 cm.",
            "Hij kreeg 16 eenheden novorapid, herstel van de wond 3 cm.",
            "number",
        ),
        ("Hij kreeg 16 eenheden, nee wacht, 14 eenheden om 8 uur.", "Hij kreeg 16 eenheden, nee, om 8 uur.", "number"),
        ("Hij woog 80 kilo, wacht even, het was 82 kilo.", "Hij woog 80 kilo.", "number"),
        ("De temperatuur was 38, wacht even hoor, 37,5.", "De temperatuur was 38.", "number"),
        (
            "Zij kreeg 40 milligram furosemide, sorry, 20 milligram bumetanide.",
            "Zij kreeg 20 milligram furosemide.",
            "drug",
        ),
        (
            "De oxazepam 10 milligram, nee sorry, 20 milligram temazepam gegeven.",
            "De oxazepam 20 milligram gegeven.",
            "drug",
        ),
        (
            "Een wond van 3 centimeter links, nee sorry, 4 centimeter rechts.",
            "Een wond van 4 centimeter links.",
            "side",
        ),
        ("bloeddruk 140 over 80 nee 150 over 90", "Bloeddruk 140 over 80.", "number"),
        ("De omgang is op zaterdag, eh, zondag sorry.", "De omgang is op zaterdag.", "date"),
        ("De omgang is op zaterdag, euhm, zondag sorry.", "De omgang is op zaterdag.", "date"),
        ("De wond zit links, rechts bedoel ik.", "De wond zit links.", "side"),
        ("Ze kreeg 5 mg, 10 mg sorry.", "Ze kreeg 5 mg.", "number"),
        ("De wond zit links, rechts sorry.", "De wond zit links.", "side"),
        ("Ze kreeg paracetamol, ibuprofen sorry.", "Ze kreeg paracetamol.", "drug"),
        ("De omgang is op zaterdag, zondag sorry.", "De omgang is op zaterdag.", "date"),
        ("Hij wil links, nee, rechts is genezen.", "Hij wil links.", "side"),
        ("Ze kreeg oxycodon, nee, oxazepam.", "Ze kreeg oxazepam, nee, oxycodon.", "drug"),
        ("Hij viel op de linkerkant nee op de rechterkant.", "Hij viel op de linkerkant.", "side"),
    ],
)
def test_what_was_taken_back_is_red(said: str, line: str, kind: str) -> None:
    assert kind in reds(said, line)


@pytest.mark.parametrize(
    ("said", "line"),
    [
        (
            "Hij kreeg 16 eenheden, nee wacht, 14 eenheden om 8 uur.",
            "Hij kreeg 16 eenheden, nee, 14 eenheden om 8 uur.",
        ),
        ("Links duurde het drie, nee, vier minuten, rechts bijna zeven.", "Links duurde het 4 minuten, rechts 7."),
        ("De wond links was 3 cm, nee, 4 cm en rechts is dicht.", "De wond links was 4 cm."),
        ("ze menstrueert al vier maanden niet eh wacht even pagina twee", "Ze menstrueert al 4 maanden niet."),
        ("rond half elf nee half twaalf scheurde haar huid", "Rond 23.30 uur scheurde haar huid."),
        (
            "Twee zakjes per dag, nee, drie zakjes macrogol, de eerste twee dagen.",
            "Macrogol 3 zakjes, de eerste 2 dagen.",
        ),
        ("Hij wil links, nee, rechts is genezen.", "Hij wil links, nee, rechts is genezen."),
        ("Ze kreeg oxycodon, nee, oxazepam.", "Ze kreeg oxycodon, nee, oxazepam."),
        ("Ze komt maandag, dinsdag, sorry.", "Ze komt maandag en dinsdag."),
        ("Ze heeft pijn links nee rechts is er niets.", "Ze heeft pijn links, rechts niets."),
        ("Ze wil oxycodon nee oxazepam slikt ze niet.", "Ze wil oxycodon, oxazepam slikt ze niet."),
        ("Links nee die was goed en rechts ook.", "Links was goed en rechts ook."),
        ("op verzoek van de rechter die dat wilde weten", "Op verzoek van de rechter, die dat wilde weten."),
    ],
)
def test_what_was_corrected_or_quoted_is_not(said: str, line: str) -> None:
    assert reds(said, line) == []


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("meneer wil niet gereanimeerd worden", "Gereanimeerd wil meneer worden."),
        ("meneer heeft geen antibiotica gekregen", "Antibiotica heeft meneer gekregen."),
        ("allergie heeft ze niet", "Allergie heeft ze."),
        ("eten wil mevrouw niet meer", "Eten wil mevrouw."),
    ],
)
def test_a_negation_that_is_gone_is_red_without_punctuation_too(said: str, line: str) -> None:
    assert reds(said, line) == ["negation"]


def test_a_sentence_may_end_at_niet_in_speech_without_punctuation() -> None:
    said = (
        "voor de bewoners met een dieet die pureemaaltijd niet keuken mailen gewoon brood voor 15 personen vanavond en "
        "morgen nog eens vragen hoe het zit met de bestelling van volgende week en de rekening"
    )
    assert "negation" not in reds(said, "Keuken mailen, gewoon brood voor 15 personen.")
