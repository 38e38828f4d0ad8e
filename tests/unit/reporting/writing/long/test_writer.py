"""The report made of a model's lines: nothing that was not said, and every sentence accounted for."""

import time
from dataclasses import replace

import pytest

from tests.unit.reporting.writing import answers
from tests.unit.reporting.writing.answers import FILLER, ORDER, SENTENCES, STANDING, TOLD, WRITTEN, line
from voice_report.integrations.structuring import headings
from voice_report.reporting.evidence import evidence
from voice_report.reporting.templates import BUILT_IN, DEFAULT
from voice_report.reporting.writing import LineReader, Style, Writer

ZORG = "uitgevoerde_zorg"
#: A placing as of the local rules; what they make of these sentences is no matter of a writer.
LOCAL = ["situatie", "observaties", "observaties", ZORG, ZORG, "observaties", "observaties", "afspraken", "afspraken"]
TEXTS = {*STANDING}
ANSWERS = {**{name: answer for name, (answer, _) in answers.WRONG.items()}, **answers.USELESS, **answers.ODD}


def made(answer: str, style: Style = "leesbaar") -> Writer:
    writer, reader = Writer(SENTENCES, lambda: LOCAL, DEFAULT, style), LineReader()
    for at in range(0, len(answer), 1_000):
        for one in reader.feed(answer[at : at + 1_000]):
            writer.take(one)
    is_cut_off = reader.is_open
    for one in reader.close():
        writer.take(one)
    writer.finish(is_cut_off=is_cut_off)
    return writer


@pytest.mark.parametrize("name", ANSWERS)
def test_leesbaar_never_has_more_than_a_true_line_or_what_was_said(name: str) -> None:
    started = time.process_time()
    writer = made(ANSWERS[name])
    assert time.process_time() - started < 10
    for one in writer.statements:
        assert one.text in (TOLD if one.as_spoken else TEXTS)
        assert not one.as_spoken or TOLD.index(one.text) in one.sources
    spoken = [at for one in writer.statements if one.as_spoken for at in one.sources]
    written = {at for one in writer.statements if not one.as_spoken for at in one.sources}
    assert len(spoken) == len({*spoken})
    assert written.isdisjoint(spoken)
    accounted = {*spoken, *written, *writer.not_included}
    assert {*range(len(SENTENCES))} - accounted <= {FILLER}
    report = headings.check(writer.markdown(), DEFAULT)
    assert [flag for one in evidence(answers.TRANSCRIPT, report).sentences for flag in one.flags] == []


@pytest.mark.parametrize("name", answers.WRONG)
def test_a_wrong_line_is_replaced_by_what_was_said(name: str) -> None:
    answer, wrong = answers.WRONG[name]
    writer = made(answer)
    assert all(wrong not in one.text or one.as_spoken for one in writer.statements)
    assert all(wrong not in one.text or one.text in TOLD for one in writer.statements)
    assert writer.has_lines or name.startswith("merged")


@pytest.mark.parametrize("name", ANSWERS)
def test_letterlijk_has_every_sentence_once_as_it_was_said(name: str) -> None:
    writer = made(ANSWERS[name], "letterlijk")
    assert sorted(one.text for one in writer.statements) == sorted(SENTENCES)
    assert all(one.as_spoken and one.text == SENTENCES[one.sources[0]] for one in writer.statements)
    assert writer.not_included == ()
    headings.check(writer.markdown(), DEFAULT)


@pytest.mark.parametrize("name", answers.USELESS)
@pytest.mark.parametrize("style", ["letterlijk", "leesbaar"])
def test_an_answer_without_lines_leaves_all_to_the_local_rules(name: str, style: Style) -> None:
    writer = made(answers.USELESS[name], style)
    if style == "leesbaar" or name != "one line of 1 MB":
        assert not writer.has_lines
    placed = dict(enumerate(LOCAL if style == "letterlijk" else LOCAL[:FILLER]))
    assert {one.sources[0]: one.section for one in writer.statements} == placed


def test_a_good_answer_is_used_as_it_is() -> None:
    writer = made(answers.FAITHFUL)
    assert [(one.section, one.text) for one in writer.statements] == sorted(
        ((section, text) for (_, section, _), text in zip(WRITTEN, STANDING, strict=True)),
        key=lambda one: [section.key for section in DEFAULT.sections].index(one[0]),
    )
    assert writer.not_included == (ORDER,), "an order is shown, a filler is not"
    assert "## Evaluatie\n\nNiet besproken\n" in writer.markdown()


@pytest.mark.parametrize("style", ["letterlijk", "leesbaar"])
def test_marks_without_words_make_no_section(style: Style) -> None:
    writer = Writer(["Ze sliep goed.", "...", "Ze at brood."], lambda: ["situatie"] * 3, DEFAULT, style)
    for at, text in ((1, "Ze sliep goed."), (2, "..."), (3, "***")):
        [one] = LineReader().feed(line([at], DEFAULT.sections[at].key, text) + "\n")
        writer.take(one)
    writer.finish()
    headings.check(writer.markdown(), DEFAULT)
    assert {one.text for one in writer.statements} >= {"Ze sliep goed.", "Ze at brood."}


def test_the_report_grows_while_lines_come() -> None:
    writer, reader = Writer(SENTENCES, lambda: LOCAL, DEFAULT, "leesbaar"), LineReader()
    assert writer.markdown(empty="").split() == " ".join(f"## {title}" for title in DEFAULT.headings).split()
    for one in reader.feed(answers.FAITHFUL.split("\n")[1] + answers.FAITHFUL[:20]):
        writer.take(one)
    assert "## Observaties\n\nDe wond op de linkerhiel" in writer.markdown(empty="")


@pytest.mark.parametrize(
    ("lines", "section", "texts"),
    [
        pytest.param([line([2, 3], "x", "Y.")], None, [], id="unknown section: the local rules"),
        pytest.param([line([2], "x", "Y."), line([2], "evaluatie")], "evaluatie", [TOLD[1]], id="known later"),
        pytest.param(
            [line(*WRITTEN[1]), line([2], "evaluatie", "De wond is niet rood.")],
            "evaluatie",
            [TOLD[1]],
            id="parts of a sentence under two headings: the whole sentence under the later one",
        ),
        pytest.param(
            [line([2], "observaties", "De wond meet 3 bij 2 cm."), line([2], "observaties", "De wond is niet rood.")],
            "observaties",
            [TOLD[1]],
            id="a part that denies less",
        ),
        pytest.param(
            [line([4], ZORG, "De wond is gespoeld."), line([4], ZORG, "De wond is verbonden.")],
            ZORG,
            ["De wond is gespoeld.", "De wond is verbonden."],
            id="one sentence in two lines",
        ),
    ],
)  # fmt: skip
def test_where_a_sentence_goes(lines: list[str], section: str | None, texts: list[str]) -> None:
    writer = made("\n".join(lines))
    at = 3 if "gespoeld" in lines[0] else 1
    about = [one for one in writer.statements if at in one.sources]
    assert {one.section for one in about} == {section or LOCAL[at]}
    assert [one.text for one in about] == (texts or [TOLD[at]])


@pytest.mark.parametrize("template", BUILT_IN.values(), ids=list(BUILT_IN))
def test_every_template_gets_its_headings_and_forms(template) -> None:
    local = [template.sections[-1].key] * 2
    writer = Writer(["# Geen kop.", "- Geen lijst_item_."], lambda: local, template, "letterlijk")
    writer.finish()
    report = headings.check(writer.markdown(), template)
    body = report.split(f"## {template.headings[-1]}\n\n")[1]
    if template.sections[-1].form == "lijst":
        assert body == "- \\# Geen kop.\n- \\- Geen lijst_item\\_.\n"
    else:
        assert body == "\\# Geen kop. - Geen lijst_item\\_.\n"


def test_a_thousand_lines_take_linear_time() -> None:
    sentences = [f"Zin {at} gaat over de wond." for at in range(1_000)]
    writer = Writer(sentences, lambda: ["evaluatie"] * len(sentences), DEFAULT, "leesbaar")
    started = time.process_time()
    for text in (f"Zin {at} gaat over de wond." for at in range(1_000)):
        at = int(text.split()[1])
        [one] = LineReader().feed(line([at + 1], "plan" if at % 2 else "observaties", text) + "\n")
        writer.take(one)
    writer.finish()
    assert len(writer.statements) == 1_000
    assert time.process_time() - started < 30


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("uitgevoerde_zorg", ZORG),
        ("Uitgevoerde zorg", ZORG),
        ("## Uitgevoerde Zorg:", ZORG),
        ("uitgevoerde_zorg: Uitgevoerde zorg", ZORG),
        ("UITGEVOERDE-ZORG", ZORG),
        ("zorg", ZORG),
        ("Afspraken en vervolg", "afspraken"),
        ("vervolg", "afspraken"),
        ("en", "afspraken"),
        ("plan", ""),
        ("zorg en afspraken", ""),
        ("", ""),
        ("##", ""),
    ],
)
def test_a_heading_that_can_mean_one_section_means_it(written: str, meant: str) -> None:
    writer = Writer(SENTENCES, lambda: LOCAL, DEFAULT, "letterlijk")
    [one] = LineReader().feed(line([3], written) + "\n")
    writer.take(one)
    assert [statement.section for statement in writer.statements] == ([meant] if meant else [])


@pytest.mark.parametrize(
    "answer", [line([*range(1, 7)], "situatie"), "\n".join(line([at], "situatie") for at in range(1, 7))]
)
@pytest.mark.parametrize("style", ["letterlijk", "netjes"])
def test_an_answer_with_nearly_all_under_one_heading_places_nothing(answer: str, style: Style) -> None:
    writer = made(answer, style)
    assert all(one.section == LOCAL[one.sources[0]] for one in writer.statements)
    assert len({one.section for one in writer.statements}) > 2
    assert not writer.follows_answer


def test_a_written_line_of_one_heap_goes_where_the_local_rules_place_its_sentence() -> None:
    writer = made("\n".join(line(numbers, "situatie", text) for numbers, _, text in WRITTEN))
    assert {one.text: one.section for one in writer.statements} == {
        text: LOCAL[numbers[0] - 1] for (numbers, _, _), text in zip(WRITTEN, STANDING, strict=True)
    }
    assert writer.follows_answer


def test_what_the_local_rules_put_under_one_heading_too_stays_as_the_model_placed_it() -> None:
    reader, writer = LineReader(), Writer(SENTENCES, lambda: ["evaluatie"] * len(SENTENCES), DEFAULT, "letterlijk")
    for one in reader.feed(line([*range(1, 8)], "situatie") + "\n"):
        writer.take(one)
    writer.finish()
    assert [one.section for one in writer.statements if one.sources[0] < 7] == ["situatie"] * 7


def test_a_line_that_lost_something_is_gone_when_the_next_sentence_comes() -> None:
    writer, reader = Writer(SENTENCES, lambda: LOCAL, DEFAULT, "leesbaar"), LineReader()
    lines = [line([2], "observaties", "De wond op de linkerhiel is niet rood."), line([3], "observaties", SENTENCES[2])]
    shown = []
    for one in reader.feed("\n".join(lines) + "\n"):
        writer.take(one)
        shown.append(writer.statements[0].text)
    assert shown == ["De wond op de linkerhiel is niet rood.", TOLD[1]]


THOUGHT = line([2], "evaluatie", "De wond is niet rood.")
PLACES = ("situatie", "situatie", "situatie", "evaluatie", "evaluatie", "evaluatie")
ANSWER = "\n".join(line([at], place, SENTENCES[at - 1]) for at, place in enumerate(PLACES, 1))


@pytest.mark.parametrize(
    "answer",
    [
        f"Eerst denk ik na:\n{THOUGHT}\nNee, toch niet.\n{ANSWER}",
        f"Thinking...\n{THOUGHT}\n...done thinking.\n\n{ANSWER}",
        f"### Thought\n{THOUGHT}\n### Answer\n{ANSWER}",
        f"Thought: {THOUGHT}\nFinal answer:\n{ANSWER}",
        f"{THOUGHT}\nNee.\n{ANSWER}\nZin 7 is een opdracht.",
        f"<plan>\n{THOUGHT}\n</plan>\n{ANSWER}",
        f"&lt;think&gt;{THOUGHT}&lt;/think&gt;{ANSWER}",
        f"```\n{THOUGHT}\n```\n{ANSWER}",
        f"{ANSWER}\nControle, zin 2: {THOUGHT} klopt dus niet.\n{ANSWER}",
        f"{THOUGHT}\n\n{ANSWER}",
        f"{THOUGHT} of toch niet?\n{ANSWER}",
        f"Zin 2 hoort misschien hier: {THOUGHT}\n{ANSWER}",
        f"{THOUGHT}\n<|\n{ANSWER}",
    ],
)
@pytest.mark.parametrize("style", ["letterlijk", "leesbaar"])
def test_what_stands_before_prose_is_no_answer(answer: str, style: Style) -> None:
    writer = made(answer, style)
    about = [one for one in writer.statements if min(one.sources) < 6]
    said = SENTENCES if style == "letterlijk" else TOLD
    assert [(one.section, one.text) for one in about] == list(zip(PLACES, said[:6], strict=True))
    assert writer.follows_answer


@pytest.mark.parametrize(
    ("answer", "is_cut_off"),
    [
        (f"Eerst denk ik na.\n{THOUGHT}\nNee, toch niet.", False),
        (f"{ANSWER}\nControle:\n{THOUGHT}\nDat klopt dus niet.", False),
        (f"Zin 2 misschien: {THOUGHT}", False),
        (f"{THOUGHT} Nee, toch niet.", False),
        (f"Even denken.\n{ANSWER}", True),
    ],
)
@pytest.mark.parametrize("style", ["letterlijk", "leesbaar"])
def test_what_may_be_a_thought_places_nothing(answer: str, is_cut_off: bool, style: Style) -> None:
    writer, reader = Writer(SENTENCES, lambda: LOCAL, DEFAULT, style), LineReader()
    for one in [*reader.feed(answer), *reader.close()]:
        writer.take(one)
    writer.finish(is_cut_off=is_cut_off)
    assert not writer.follows_answer
    assert {one.sources[0]: (one.section, one.as_spoken) for one in writer.statements} == {
        at: (section, True) for at, section in enumerate(LOCAL if style == "letterlijk" else LOCAL[:FILLER])
    }


@pytest.mark.parametrize(
    "between",
    [
        "",
        "\n",
        "```json",
        "```\n```json",
        "**Zin 2:**",
        "## Observaties",
        "1.",
        "- ",
        "Regel 4\n",
        "Niet besproken\n",
        f"[2] {SENTENCES[1]}",
        f"Zin 2: {SENTENCES[1]}\n",
        "Afspraken en vervolg:",
        "// uitleg",
        "---",
    ],
)  # fmt: skip
def test_what_is_no_prose_may_stand_between_lines(between: str) -> None:
    first, *others = [line([at], place) for at, place in enumerate(PLACES, 1)]
    joined = f"{first}{between}\n" if between.startswith("//") else f"{first}\n{between}"
    writer = made("\n".join([f"{joined}{others[0]}", *others[1:]]), "letterlijk")
    placed = {at: one.section for one in writer.statements for at in one.sources}
    assert [placed[at] for at in range(6)] == list(PLACES)


def test_a_heading_that_two_sections_have_means_neither() -> None:
    sections = tuple(replace(DEFAULT.sections[at], title=f"Zorg thuis {at}") for at in range(2))
    writer = Writer(SENTENCES, lambda: LOCAL, replace(DEFAULT, sections=sections), "letterlijk")
    for one in LineReader().feed(line([3], "Zorg thuis") + line([4], "thuis 1") + "\n"):
        writer.take(one)
    assert [(statement.section, statement.sources) for statement in writer.statements] == [(sections[1].key, (3,))]


HESITANT = (
    "Eh, de pols was achtentachtig.",
    "Nee, achtennegentig.",
    "Ze kreeg vijfhonderd milligram paracetamol.",
    "Ze at een halve boterham met kaas.",
    "Haar dochter belde over de lamp.",
    "Dat was het.",
)


def _taken(*lines: str) -> Writer:
    writer, reader = Writer(HESITANT, lambda: ["observaties"] * len(HESITANT), DEFAULT, "leesbaar"), LineReader()
    for one in [*reader.feed("\n".join(lines)), *reader.close()]:
        writer.take(one)
    writer.finish()
    return writer


def test_what_a_model_left_to_the_speakers_words_is_tidied_as_without_one() -> None:
    writer = _taken(*(line([at], "observaties") for at in range(1, 6)))
    assert [one.text for one in writer.statements] == [
        "De pols was 98.",
        "Ze kreeg 500 mg paracetamol.",
        "Ze at een halve boterham met kaas.",
        "Haar dochter belde over de lamp.",
    ]
    assert writer.not_included == (), "what is set aside is nothing to add"


def test_what_corrects_a_sentence_stays_where_that_was_written_without_it() -> None:
    lines = [line([1], "observaties", "De pols was 88."), line([2], "evaluatie"), line([4, 5], "observaties")]
    texts = [one.text for one in _taken(*lines).statements]
    assert texts[0] == "De pols was 98." or "Nee, achtennegentig." in texts


@pytest.mark.parametrize("written", ["eh, ze kreeg 500 mg paracetamol", "Ze kreeg ehm 500 mg paracetamol."])
def test_a_line_with_a_hesitation_is_replaced(written: str) -> None:
    writer = _taken(line([3], "observaties", written), line([1, 2, 4, 5], "observaties"))
    assert "Ze kreeg 500 mg paracetamol." in [one.text for one in writer.statements if one.as_spoken]


def test_a_written_line_has_its_figures_in_the_one_way() -> None:
    said = "Mevrouw kreeg vijfhonderd milligram paracetamol"
    writer = _taken(line([3], "observaties", said), line([1, 2, 4, 5], "observaties"))
    assert "Mevrouw kreeg 500 mg paracetamol." in [one.text for one in writer.statements if not one.as_spoken]
