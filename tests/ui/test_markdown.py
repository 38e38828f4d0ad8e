"""The browser reads the report's markdown as the server does: what is on the screen is what is copied."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from tests.test_markdown import MARKDOWN, shown
from tests.ui import node
from voice_report.markdown import blocks, from_plain_text
from voice_report.report_templates import DEFAULT

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def browser() -> Iterator[subprocess.Popen[str]]:
    command = [node.program(), str(HERE / "markdown_reader.mjs")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process
        assert process.stdin
        process.stdin.close()
        assert process.wait(timeout=30) == 0


def _ask(process: subprocess.Popen[str], text: str) -> list[Any]:
    assert process.stdin
    assert process.stdout
    process.stdin.write(json.dumps({"text": text, "headings": DEFAULT.headings}) + "\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


@given(text=MARKDOWN)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_browser_and_server_read_anything_alike(browser: subprocess.Popen[str], text: str):
    seen, stored = _ask(browser, text)
    assert seen == [shown(block) for block in blocks(text)]
    assert stored == from_plain_text(text, DEFAULT.headings)
