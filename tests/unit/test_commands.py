"""The command line: what it lists and tries again, its progress, and what it says of itself."""

import argparse
import asyncio
import io
import os
import subprocess
import sys
import uuid

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from tests.conftest import ROOT
from tests.support import environment, tables
from tests.support.fakes.mail_server import serving
from voice_report import __main__ as by_hand
from voice_report import clock
from voice_report.commands import operating, progress
from voice_report.config import VERSION
from voice_report.core import logs
from voice_report.db import schema
from voice_report.db.models import StripeEvent
from voice_report.errors import NotFound
from voice_report.services.billing import webhooks
from voice_report.services.mail import outbox, templates


@pytest.fixture(autouse=True)
def quiet(monkeypatch) -> None:
    monkeypatch.setattr(logs, "set_up", lambda _kind: None)  # for a whole process


async def failed(again: str | None = None) -> list[str]:
    return await operating.failed(argparse.Namespace(again=again))


async def an_event(db) -> uuid.UUID:
    row = StripeEvent(event_id="evt_1", type="invoice.paid", object_id="in_1", next_attempt_at=clock.now(), attempts=7)
    row.last_error = "payment_unavailable"
    await tables.add(row)
    return row.id


async def test_what_failed_is_listed_without_addresses_and_tried_again(db, monkeypatch, capsys) -> None:
    assert await failed() == []
    assert "Er is niets mislukt." in capsys.readouterr().out
    async with serving() as server:
        environment.use(monkeypatch, MAIL_URL=f"smtp://127.0.0.1:{server.port}")
        server.behaviour = "refuse mail"
        async with db.transaction() as session:
            mail = outbox.write(session, "gast@zorg.example", templates.Email("Bevestig", "Hallo", "<p>Hallo</p>"))
        await outbox.deliver_due()
        event = await an_event(db)
        found = await failed()
        assert [line[:8] for line in found] == [mail.hex[:8], event.hex[:8]]
        assert "zorg.example: SMTPDataError (554)" in found[0]
        assert "invoice.paid: payment_unavailable (7 pogingen)" in found[1]
        assert "gast" not in capsys.readouterr().out

        server.behaviour = "take"
        assert await failed(mail.hex[:8]) == []
        assert "1 mail wordt opnieuw verstuurd." in capsys.readouterr().out
        assert await outbox.deliver_due() == 1
        for unknown in ("ffffffff", "", mail.hex[:7]):
            with pytest.raises(NotFound):
                await failed(unknown)


async def test_an_event_is_handled_at_once_or_told_to_fail_still(db, monkeypatch, capsys) -> None:
    event = await an_event(db)
    [line] = await failed("all")
    assert (line[:8], "8 pogingen" in line) == (event.hex[:8], True)
    handled: list[str] = []

    async def act(row: StripeEvent) -> None:
        handled.append(row.object_id)

    monkeypatch.setattr(webhooks, "_act", act)
    assert await failed(event.hex[:8]) == []
    assert "1 gebeurtenis van Stripe alsnog verwerkt." in capsys.readouterr().out
    assert (handled, await failed(), await webhooks.try_again(event)) == (["in_1"], [], True)
    assert handled == ["in_1"]


@pytest.mark.parametrize(
    ("is_screen", "lines"), [(True, "\rKopie: 10%\x1b[K\rKopie: 90%\x1b[K\r\x1b[K"), (False, "Kopie: 10%\n")]
)
def test_progress_is_told_after_a_second_and_not_too_often(monkeypatch, is_screen: bool, lines: str) -> None:
    now = 100.0
    monkeypatch.setattr(progress.time, "monotonic", lambda: now)
    stream = io.StringIO()
    stream.isatty = lambda: is_screen
    monkeypatch.setattr(sys, "stderr", stream)
    with progress.shown() as told:
        for moment, done in ((100.5, 5), (101.1, 10), (101.2, 20), (101.5, 90)):
            now = moment
            told("Kopie", done, 100)
    assert stream.getvalue() == lines


def test_progress_of_unknown_size_is_in_bytes(monkeypatch) -> None:
    moments = iter((0.0, 2.0))
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(moments))
    monkeypatch.setattr(sys, "stderr", stream := io.StringIO())
    with progress.shown() as told:
        told("Back-up schrijven", 2_500_000, 0)
    assert stream.getvalue() == "Back-up schrijven: 2,5 MB\n"


async def test_work_that_does_not_say_how_far_it_is_is_told_too(monkeypatch) -> None:
    told = asyncio.Event()

    async def work() -> int:
        await told.wait()
        return 5

    class Stream(io.StringIO):
        def write(self, text: str, /) -> int:
            told.set()
            return super().write(text)

    monkeypatch.setattr(progress, "_FIRST", 0.0)
    monkeypatch.setattr(progress, "_ON_SCREEN", 0.01)
    monkeypatch.setattr(sys, "stderr", stream := Stream())
    assert await progress.waited("Boeken vergelijken", work()) == 5
    assert stream.getvalue().startswith("Boeken vergelijken: ...")


async def test_what_fails_while_it_is_waited_for_fails(monkeypatch) -> None:
    async def work() -> int:
        raise NotFound("Er is niets.")

    with pytest.raises(NotFound):
        await progress.waited("Boeken vergelijken", work())


def test_what_is_quick_tells_nothing(monkeypatch) -> None:
    monkeypatch.setattr(sys, "stderr", stream := io.StringIO())
    with progress.shown() as told:
        told("Kopie", 1, 2)
    assert stream.getvalue() == ""


def test_the_version_is_told_with_its_schema(monkeypatch, capsys) -> None:
    monkeypatch.setattr(sys, "argv", ["voice_report", "--version"])
    with pytest.raises(SystemExit) as ended:
        by_hand.main()
    assert (ended.value.code, capsys.readouterr().out) == (0, f"Spraakrapport {VERSION}, schema {schema.newest()}\n")


@pytest.mark.parametrize("command", ["check", "backup"])
def test_settings_that_cannot_be_are_named_without_their_value(monkeypatch, command: str) -> None:
    environment.use(monkeypatch, DNS_SERVER="geheim")
    monkeypatch.setattr(sys, "argv", ["voice_report", command, *(["file"] if command == "backup" else [])])
    with pytest.raises(SystemExit) as ended:
        by_hand.main()
    assert "DNS_SERVER" in str(ended.value.code)
    assert "geheim" not in str(ended.value.code)


def test_who_reads_only_the_beginning_gets_no_traceback(tmp_path) -> None:
    given = {**os.environ, "PYTHONPATH": str(ROOT), "DATABASE_URL": f"sqlite:///{tmp_path}/none.db"}
    line = [sys.executable, "-m", "voice_report", "check"]
    with subprocess.Popen(line, cwd=tmp_path, env=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as command:
        assert command.stdout
        assert command.stderr
        command.stdout.close()
        assert command.stderr.read() == b""
    assert command.returncode == 1


async def test_every_command_is_known_to_the_parser() -> None:
    actions = [one for one in by_hand._parser()._actions if isinstance(one, argparse._SubParsersAction)]
    assert set(actions[0].choices) == {*by_hand._COMMANDS, "migrate"}


def test_the_migrations_are_found_from_every_folder(monkeypatch, tmp_path) -> None:
    monkeypatch.chdir(tmp_path)
    assert ScriptDirectory.from_config(Config(str(schema.ALEMBIC))).get_current_head() == schema.newest()
