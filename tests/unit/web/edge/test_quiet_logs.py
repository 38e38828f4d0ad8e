"""What is typed and what is secret is in no log."""

import io
import json
import logging
import subprocess
import sys
from collections.abc import Iterator

import httpx
import pytest

from tests.conftest import ROOT
from tests.support import people as cast
from voice_report.config import settings
from voice_report.core import logs
from voice_report.web import edge

CANARIES = ("Geheim-wachtwoord-1!", "123456782", "k4n4r1e" * 8, "kanarie@zorg.example")


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Everything that is logged while the test runs, as it is printed."""
    output = io.StringIO()
    handler = logging.StreamHandler(output)
    handler.setFormatter(logs.RedactingFormatter())
    root = logging.getLogger()
    root.addHandler(handler)
    yield output
    root.removeHandler(handler)


def test_s28_secrets_in_our_own_messages_are_blanked(written) -> None:
    password, bsn, token, email = CANARIES
    logs.logger.error("password=%s bsn %s token %s van %s cookie: session=%s", password, bsn, token, email, token)
    assert "ERROR" in written.getvalue()
    assert not [canary for canary in CANARIES if canary in written.getvalue()]


def test_s28_talkative_frameworks_say_where_and_not_what(written) -> None:
    for name in (
        "reflex.event",
        "reflex_base.event.processor",
        "engineio.server",
        "socketio",
        "asyncio",
        "new_library",
    ):
        logging.getLogger(name).error(f"Error transforming argument with value {' '.join(CANARIES)}")
    assert written.getvalue().count("test_s28_talkative_frameworks") == 6
    assert not [canary for canary in CANARIES if canary in written.getvalue()]


def test_s28_a_library_cannot_print_past_the_formatter() -> None:
    """python-engineio adds a handler of its own to its logger, unless that has a level when the server is made."""
    program = """
import logging
from voice_report.core import logs
logs.set_up()
import socketio
server = socketio.AsyncServer(async_mode="asgi")
for quiet in (server.logger, server.eio.logger):
    quiet.error("message from client: %s", "kanarie@zorg.example")
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stderr.count(" ERROR ") == 2
    assert "kanarie" not in done.stdout + done.stderr


def test_s28_no_value_begins_a_line_of_its_own(written) -> None:
    logs.logger.warning("device %s", "Browser\n2026-01-01T00:00:00 ERROR [-] voice_report: forged\r\u2028more")
    assert len(written.getvalue().splitlines()) == 1


def test_s28_an_exception_is_its_type_and_its_places(written) -> None:
    try:
        try:
            raise KeyError(CANARIES[0])
        except KeyError as cause:
            raise ValueError(f"dictaat: {' '.join(CANARIES)}") from cause
    except ValueError as error:
        sentence = logs.unexpected(error)
    output = written.getvalue()
    assert "builtins.ValueError" in output
    assert "builtins.KeyError" in output
    assert "test_quiet_logs.py" in output
    assert not [canary for canary in (*CANARIES, "dictaat") if canary in output]
    number = sentence.rsplit(" ", 1)[1]
    assert number in output, "the number on the screen is in the log"


async def test_s28_a_bug_answers_with_a_number_and_logs_no_text(built, written) -> None:
    async def broken(scope, receive, send) -> None:
        raise RuntimeError(" ".join(CANARIES))

    transport = httpx.ASGITransport(edge.around(built)(broken))
    async with httpx.AsyncClient(transport=transport, base_url=settings().origin) as client:
        answer = await client.get("/api/auth/me")
    assert answer.status_code == 500
    assert answer.json()["code"] == "unexpected"
    number = answer.json()["message"].rsplit(" ", 1)[1]
    assert number in written.getvalue()
    assert not [canary for canary in CANARIES if canary in written.getvalue() + answer.text]


async def test_s28_what_is_typed_at_sign_in_is_in_no_log(site, db, people: cast.People, written) -> None:
    ours = {"Origin": settings().origin}
    bodies = [
        {"email": CANARIES[3], "password": CANARIES[0]},
        {"email": [CANARIES[3]], "password": {CANARIES[0]: 1}},
        {"email": people.user.email, "password": CANARIES[2]},
        CANARIES[1],
    ]
    for body in bodies:
        answer = await site.post("/api/auth/login", content=json.dumps(body), headers=ours)
        assert not [canary for canary in CANARIES if canary in answer.text]
    assert not [canary for canary in (*CANARIES, people.user.email) if canary in written.getvalue()]
