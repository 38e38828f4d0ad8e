"""What counts as a report."""

import re

import pytest

from voice_report.errors import Unavailable
from voice_report.integrations.structuring import headings
from voice_report.reporting.templates import DEFAULT

BODIES = ("Huisbezoek.", "Geen pijn.", "Gewassen.", "Niet besproken", "- Morgen bellen.\n- Vrijdag wegen.")


def report(*, level: str = "##", names: tuple[str, ...] = DEFAULT.headings, bodies: tuple[str, ...] = BODIES) -> str:
    pairs = zip(names, bodies, strict=True)
    return "\n\n".join(f"{level} {name}\n\n{body}" for name, body in pairs) + "\n"


GOOD = report()
REMARK = "Laat het me weten als je nog iets nodig hebt!"
WITHOUT_EVALUATION = "\n\n".join(part for part in GOOD.split("\n\n") if part not in ("## Evaluatie", "Niet besproken"))


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(GOOD, id="as asked"),
        pytest.param(f"\n\n{GOOD}\n\n", id="white space around"),
        pytest.param(f"```markdown\n{GOOD}```", id="code fence around the whole"),
        pytest.param(f"```\n{GOOD}\n```\n", id="plain fence"),
        pytest.param(f"Hier is het verslag:\n\n{GOOD}", id="introduction"),
        pytest.param(f"# Rapportage\n\n{GOOD}", id="title"),
        pytest.param(f"# Verslag\n\nHieronder het verslag:\n\n{GOOD}", id="title and introduction"),
        pytest.param(report(level="#"), id="first level"),
        pytest.param(GOOD.replace("## Situatie", "## **Situatie:** ##"), id="bold with a colon"),
        pytest.param(GOOD.replace("## Uitgevoerde zorg", "## Uitgevoerde Zorg"), id="capital"),
        pytest.param(GOOD.replace("\n", "\r\n"), id="windows line ends"),
        pytest.param(GOOD.replace("## ", "##\u00a0"), id="no-break spaces"),
        pytest.param(GOOD.replace("## Situatie", "Situatie\n========"), id="underlined"),
        pytest.param(f"Verslag\n=======\n\n{GOOD}", id="underlined title"),
        pytest.param(f"~~~\n{GOOD}~~~", id="tildes around the whole"),
        pytest.param(f"~~~~markdown\n{GOOD}\n~~~~\n", id="four tildes"),
        pytest.param(f"{GOOD}~~~", id="the end of a block that began before"),
        pytest.param(f"```markdown\n{GOOD}```\n\n{REMARK}", id="a remark behind a code block"),
        pytest.param(f"{GOOD}```\n\n{REMARK}\n\nSucces!", id="a remark behind the end of one"),
        pytest.param(f"Hier is het:\n\n~~~\n{GOOD}~~~\n{REMARK}", id="an introduction and a remark"),
        pytest.param(re.sub("## (.*)", r"**\1**", GOOD), id="bold"),
        pytest.param(re.sub("## (.*)", r"**\1:**", GOOD), id="bold with a colon"),
        pytest.param(re.sub("## (.*)", r"__\1__:", GOOD), id="bold, a colon behind it"),
        pytest.param(re.sub("## (.*)", r"\1:", GOOD), id="a colon"),
        pytest.param(re.sub("## (.*)\n\n", r"**\1:** ", GOOD), id="bold, and its text on the line"),
        pytest.param(re.sub("## (.*)\n\n", r"**\1**\n", GOOD), id="bold, without empty lines"),
        pytest.param(re.sub("## (.*)", r"1. **\1**", GOOD), id="bold with a number"),
        pytest.param(GOOD.replace("## ", "## 1. "), id="numbers"),
        pytest.param("Verslag:\n\n" + re.sub("## (.*)", r"**\1**", GOOD), id="bold, an introduction"),
    ],
)
def test_a_report_is_returned_as_asked(answer: str):
    assert headings.check(answer, DEFAULT) == GOOD


def test_sub_headings_and_lists_stay():
    answer = GOOD.replace("Geen pijn.", "### Metingen\n\n- Pols 72\n- Geen pijn")
    assert headings.check(answer, DEFAULT) == answer


def test_html_is_no_heading():
    answer = GOOD.replace("Geen pijn.", "<h1>Medicatie</h1>\n\nGeen pijn.")
    assert headings.check(answer, DEFAULT) == answer


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param("", id="empty"),
        pytest.param("   \n", id="white space"),
        pytest.param("Mevrouw is gewassen.", id="no headings"),
        pytest.param("\n".join(DEFAULT.headings), id="names without headings"),
        pytest.param(WITHOUT_EVALUATION, id="one missing"),
        pytest.param(GOOD + "\n## Evaluatie\n\nNog iets.", id="one twice"),
        pytest.param(GOOD + "\n## Medicatie\n\nGeen.", id="an unknown one"),
        pytest.param(GOOD + "\n# Slot\n\nGeen.", id="a title at the end"),
        pytest.param(GOOD + "\n##\n\nGeen.", id="a nameless one"),
        pytest.param(GOOD + "\n##\u00a0Medicatie\n\nGeen.", id="an unknown one behind a no-break space"),
        pytest.param(GOOD + "\nMedicatie\n=========\n\nGeen.", id="an unknown one, underlined"),
        pytest.param(GOOD + "\nMedicatie\n---\n\nGeen.", id="an unknown one, underlined with dashes"),
        pytest.param(GOOD + "\n    ## Medicatie\n\nGeen.", id="an unknown one, indented"),
        pytest.param(GOOD + "\n### **Evaluatie:**\n\nAlle doelen behaald.", id="one twice, inside another"),
        pytest.param(report(names=(DEFAULT.headings[1], DEFAULT.headings[0], *DEFAULT.headings[2:])), id="wrong order"),
        pytest.param(GOOD.replace("Geen pijn.", ""), id="an empty section"),
        pytest.param(GOOD.replace("Geen pijn.", "-"), id="a section of a dash"),
        pytest.param(GOOD[: GOOD.index("- Morgen")], id="cut off after the last heading"),
        pytest.param(report(bodies=("Niet besproken",) * 5), id="nothing said at all"),
        pytest.param(report(bodies=("*Niet besproken.*",) * 5), id="nothing said at all, in italics"),
        pytest.param(report(level="###"), id="third level"),
        pytest.param(f"De zorgverlener meldt een val. Ze had pijn.\n\n{GOOD}", id="content before the first heading"),
        pytest.param(GOOD.replace("Geen pijn.", "```\nGeen pijn.\n```"), id="a code block"),
        pytest.param(f"```\n{GOOD}", id="a fence that never closes"),
        pytest.param(GOOD.replace("Geen pijn.", "~~~\nGeen pijn.\n~~~"), id="a code block of tildes"),
        pytest.param(GOOD.replace("- Vrijdag", "```\n- Vrijdag"), id="content behind a fence"),
        pytest.param(GOOD.replace("## Evaluatie", "```\n## Evaluatie"), id="a heading behind a fence"),
        pytest.param(f"Ze viel. Ze had pijn.\n```\n{GOOD}```", id="content before a code block"),
        pytest.param(re.sub("## (.*)", r"**\1**", WITHOUT_EVALUATION), id="one in bold missing"),
        pytest.param(re.sub("## (.*)", r"**\1**", GOOD) + "\n**Evaluatie**\n\nNog iets.", id="one in bold twice"),
        pytest.param(re.sub("## (.*)", r"\1", GOOD), id="titles alone"),
    ],
)
def test_anything_else_is_refused_with_a_sentence(answer: str):
    with pytest.raises(Unavailable) as refused:
        headings.check(answer, DEFAULT)
    assert refused.value.message == "Kon concept niet genereren"
    assert refused.value.status == 503
