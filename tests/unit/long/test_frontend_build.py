"""What is done to the pages Reflex built, and when they are built again."""

import os
import subprocess
from pathlib import Path

import pytest

from scripts import frontend
from tests.unit.ui import node
from voice_report.core import placeholders


def test_the_server_is_where_the_page_came_from(tmp_path: Path):
    script = tmp_path / "reflex-env-1.js"
    script.write_text("e={PING:`http://localhost:8000/ping`,EVENT:`ws://localhost:8000/_event`,TRANSPORT:`websocket`};")
    (tmp_path / "reflex-env-1.js.br").write_bytes(b"as it was")
    frontend._follow_the_page(tmp_path)
    assert script.read_text() == (
        "e={PING:`${location.origin}/ping`,EVENT:`${location.origin.replace(/^http/,`ws`)}/_event`,TRANSPORT:`websocket`};"
    )
    assert not (tmp_path / "reflex-env-1.js.br").exists()


def test_an_unknown_build_is_refused(tmp_path: Path):
    with pytest.raises(frontend.BuildFailed, match="was Reflex updated"):
        frontend._follow_the_page(tmp_path)


def test_a_build_is_for_its_sources_and_for_every_setting(tmp_path: Path, monkeypatch):
    source = tmp_path / "voice_report" / "texts.py"
    source.parent.mkdir()
    source.write_text("HELLO = 'hallo'")
    former = frontend.fingerprint(tmp_path)
    monkeypatch.setenv("APP_NAME", "Anders")
    (tmp_path / ".env").write_text("CONTACT_EMAIL=hulp@zorg.example")
    assert frontend.fingerprint(tmp_path) == former
    source.write_text("HELLO = 'dag'")
    assert frontend.fingerprint(tmp_path) != former


def test_the_build_is_told_to_leave_places_for_the_settings():
    assert frontend._BUILDING == placeholders.BUILDING


def test_a_busy_machine_meets_no_limit_of_the_build():
    waits = "const signal = AbortSignal.timeout(0); setTimeout(() => console.log(signal.aborted), 50)"
    environment = {**os.environ, "NODE_OPTIONS": frontend.PATIENT}
    done = subprocess.run([node.program(), "-e", waits], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "false\n"
