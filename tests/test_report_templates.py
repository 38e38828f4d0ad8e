"""A report template is all that the prompt, the check of headings, the local rules and the export need to know."""

import pytest

from voice_report.errors import Unavailable
from voice_report.integrations.structuring import headings, prompt
from voice_report.integrations.structuring.local import LocalEngine
from voice_report.report_templates import BUILT_IN, DEFAULT, ReportTemplate, Role, Section
from voice_report.services.shared import export

HANDOVER = ReportTemplate(
    key="dienst",
    name="Dienstoverdracht",
    sector="Verpleging",
    version=1,
    sections=(
        Section("bijzonder", "Bijzonderheden", "wat anders was dan anders.", "Wat viel op?", Role.OBSERVATION),
        Section("te_doen", "Nog te doen", "wat nog moet gebeuren.", "Wat moet er nog?", Role.PLAN, "lijst"),
    ),
)
SPOKEN = "Mevrouw at weinig en was bleek. Morgen bellen we de huisarts."
REPORT = "## Bijzonderheden\n\nMevrouw at weinig en was bleek.\n\n## Nog te doen\n\n- Morgen bellen we de huisarts.\n"


def test_the_default_has_the_headings_of_the_spec() -> None:
    assert DEFAULT.headings == ("Situatie", "Observaties", "Uitgevoerde zorg", "Evaluatie", "Afspraken en vervolg")
    assert DEFAULT is BUILT_IN["zorg"]


@pytest.mark.parametrize("template", BUILT_IN.values(), ids=lambda template: template.key)
def test_a_built_in_template_is_known_by_its_own_key_and_fits_its_bounds(template: ReportTemplate) -> None:
    assert BUILT_IN[template.key] is template
    assert all(len(section.title) <= 60 and len(section.hint) <= 300 for section in template.sections)
    assert template.version >= 1


async def test_the_local_rules_place_every_sentence_under_the_headings_of_another_template() -> None:
    made = "".join([piece async for piece in LocalEngine().stream(SPOKEN, HANDOVER)])
    assert made == REPORT
    assert headings.check(made, HANDOVER) == REPORT


def test_the_prompt_names_the_sections_of_the_template() -> None:
    messages, _fence = prompt.build(SPOKEN, HANDOVER)
    system = messages[0]["content"]
    assert "precies deze twee koppen" in system
    assert "## Bijzonderheden\n## Nog te doen\n" in system
    assert "- Nog te doen: wat nog moet gebeuren." in system
    assert "Situatie" not in system


def test_a_report_of_one_template_is_none_of_another() -> None:
    with pytest.raises(Unavailable):
        headings.check(REPORT, DEFAULT)


def test_edited_text_gets_the_headings_of_its_template_back() -> None:
    assert export.from_plain_text(export.plain_text(REPORT), HANDOVER) == REPORT.rstrip("\n")


@pytest.mark.parametrize(
    "sections",
    [
        (),
        (HANDOVER.sections[0], HANDOVER.sections[0]),
        (HANDOVER.sections[0], Section("ander", "BIJZONDERHEDEN", "", "", Role.PLAN)),
    ],
    ids=["none", "the same twice", "the same title in capitals"],
)
def test_sections_are_told_apart_by_key_and_title(sections: tuple[Section, ...]) -> None:
    with pytest.raises(ValueError, match="a key and a title of its own"):
        ReportTemplate("x", "X", "x", 1, sections)
