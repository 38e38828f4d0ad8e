"""The browser reads the report's markdown as the server does: what is on the screen is what is copied."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings

from tests.unit.reporting.long.test_markdown import MARKDOWN, shown, words
from tests.unit.ui import node
from voice_report.reporting.markdown import blocks, plain_text

HERE = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def browser() -> Iterator[subprocess.Popen[str]]:
    command = [node.program(), str(HERE / "markdown_reader.mjs")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process
        assert process.stdin
        process.stdin.close()
        assert process.wait() == 0


def _ask(process: subprocess.Popen[str], text: str) -> list[Any]:
    assert process.stdin
    assert process.stdout
    process.stdin.write(json.dumps({"text": text}) + "\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


@given(text=MARKDOWN)
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_browser_and_server_read_anything_alike(browser: subprocess.Popen[str], text: str):
    seen, _stored = _ask(browser, text)
    assert seen == [shown(block) for block in blocks(text)]


@given(text=MARKDOWN)
@example(text="* * *")
@example(text="- *a*\n===\n1. 2. x")
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_what_is_typed_is_what_is_copied(browser: subprocess.Popen[str], text: str):
    _seen, stored = _ask(browser, text)
    copied = plain_text(stored)
    assert [" ".join(line.split()) for line in words(copied)] == [" ".join(line.split()) for line in words(text)]


@given(markdown=MARKDOWN)
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_an_edit_that_changes_nothing_changes_no_word(browser: subprocess.Popen[str], markdown: str):
    copied = plain_text(markdown)
    _seen, stored = _ask(browser, copied)
    assert [line.split() for line in words(plain_text(stored))] == [line.split() for line in words(copied)]
