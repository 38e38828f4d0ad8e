"""The report's markdown: what a reader of it sees, and that nothing spoken or typed is lost in it."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voice_report.dutch.characters import cleaned
from voice_report.reporting.markdown import Block, blocks, escape, plain_text

VECTORS = json.loads((Path(__file__).parents[2] / "markdown.json").read_text())

#: Everything the dialect gives a meaning, everything it leaves alone, and words.
FRAGMENTS = [
    *("*", "**", "***", "****", "_", "__", "___", "\\", "\\\\", "\\*", "\\_", "`", "```", "~~~",),
    *("+", ">", "=", "===", "|"),
    *("#", "##", "###", "#######", "-", "--", "---", "- ", "1.", "2.", "10.", "01.", "1)"),
    *("Situatie", "woord", "a", "é", "𝒜", "½", "2", "é*", ".", ":", "(", ")", '"', "<b>", "&amp;", "[a](b)", "![x](y)"),
    *("\n", "\n\n", "\r\n", "\v", "\u2028", "\t", " ", "  ", "    ", "\u00a0", "\ufeff", "\u200b", "\x00", "\ud800"),
]  # fmt: skip
MARKDOWN = st.one_of(
    st.lists(st.sampled_from(FRAGMENTS), max_size=40).map("".join),
    st.lists(st.sampled_from(FRAGMENTS), max_size=40).map(" ".join),
    st.text(max_size=100),
)


def shown(block: Block) -> dict[str, Any]:
    """Return a block as the vectors and the browser write it."""
    lines = [[list(run) for run in line] for line in block.lines]
    if block.kind == "heading":
        return {"kind": "heading", "level": block.level, "lines": lines}
    if block.kind == "item":
        return {"kind": "item", "depth": block.depth, "number": block.number, "lines": lines}
    return {"kind": "text", "lines": lines}


def words(text: str) -> list[str]:
    """Return the lines with something on them; a bullet is a dash, whichever it was."""
    lines = [line.strip() for line in cleaned(text).split("\n")]
    return [
        "- " + line[2:].strip() if line[:1] in ("*", "-") and line[1:2].isspace() else line for line in lines if line
    ]


@pytest.mark.parametrize("vector", VECTORS["reports"], ids=lambda vector: vector["name"])
def test_a_report_is_read_as_described(vector: dict[str, Any]):
    assert [shown(block) for block in blocks(vector["markdown"])] == vector["blocks"]
    assert plain_text(vector["markdown"]) == vector["plain"]


@pytest.mark.parametrize(
    ("markdown", "left"),
    [
        ("## A\n\nwel\n\n## B\n\nNiet besproken\n\n## C\n\n- ook\n", "A\nwel\n\nC\n- ook\n"),
        ("## A\n\nNiet besproken.\n\nToch iets\n", "A\nNiet besproken.\n\nToch iets\n"),
        ("## A\n\n### B\n\nwel\n\n### C\n\nniet besproken\n", "A\n\nB\nwel\n"),
        ("## A\n\n## B\n\n### C\n\nwel\n", "B\n\nC\nwel\n"),
        ("## A\n\nNiet besproken met haar zoon.\n", "A\nNiet besproken met haar zoon.\n"),
        ("## A\n\n## B\n", ""),
        ("Niet besproken", ""),
        ("", ""),
    ],
)
def test_sections_that_nothing_was_said_of_can_stay_out_and_nothing_else_does(markdown: str, left: str) -> None:
    assert plain_text(markdown, silent="Niet besproken") == left


@given(MARKDOWN)
@settings(max_examples=150)
def test_a_copy_keeps_every_letter_and_number(markdown: str):
    def letters(text: str) -> str:
        return "".join(char for char in text if char.isalnum())

    assert letters(plain_text(markdown)) == letters(cleaned(markdown))


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp"), exclude_characters="\ufeff")))
@settings(max_examples=150)
def test_an_escaped_line_shows_itself(text: str):
    line = cleaned(text).strip()
    assert plain_text(escape(line, line_start=True)) == (line + "\n" if line else "")


@given(MARKDOWN)
@settings(max_examples=150)
def test_blocks_know_their_lines(markdown: str):
    lines = cleaned(markdown).split("\n")
    found = blocks(markdown)
    taken = [at for block in found for at in range(block.first, block.last + 1)]
    assert taken == sorted(set(taken))
    for block in found:
        again = blocks("\n".join(lines[block.first : block.last + 1]))
        assert [one.text for one in again] == [block.text]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("*a " * 33_000, id="marks that open"),
        pytest.param("*a _b " * 8_300 + "c* d_ " * 8_300, id="marks of two kinds"),
        pytest.param("a* " * 33_000, id="marks that close"),
        pytest.param("**a*_" * 20_000, id="marks in marks"),
        pytest.param("*" * 100_000 + "x", id="one long mark"),
        pytest.param(" " * 50_000 + "x" + " " * 50_000 + "y", id="white space"),
        pytest.param("## " + "# " * 50_000 + "x", id="number signs"),
        pytest.param("- " * 50_000 + "x", id="almost a rule"),
        pytest.param("\n".join(" " * depth + "- x" for depth in range(440)), id="ever further in"),
        pytest.param("- x\n y\n" * 14_000, id="many items"),
        pytest.param("\\" * 100_000, id="backslashes"),
        pytest.param("x\n" * 50_000, id="many lines"),
    ],
)
def test_100_000_characters_are_read_in_linear_time(text: str):
    started = time.process_time()
    copied = plain_text(text)
    assert time.process_time() - started < 10, "a second when it is linear, minutes when it is not"
    assert copied
