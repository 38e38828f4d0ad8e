"""The test tools themselves: databases are separate, the people and their ledger are right, the clock obeys."""

import asyncio
import signal
import socket
import sys
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from sqlalchemy import func
from sqlmodel import select

from tests.support import people as cast
from tests.support import server, tables
from tests.support.round_robin import RoundRobin
from voice_report import clock
from voice_report.db.models import CreditEntry, Organization, User


@pytest.mark.parametrize("turn", [1, 2])
async def test_every_test_starts_with_an_empty_database(db, db_kind, turn):
    assert await tables.row(select(func.count()).select_from(User)) == 0
    assert db.engine().dialect.name == db_kind
    await cast.make_organization()


async def test_balances_of_the_people_are_in_the_ledger(people, db):
    async with db.reading() as session:
        for organization in await session.exec(select(Organization)):
            entries = select(func.sum(CreditEntry.change)).where(CreditEntry.organization_id == organization.id)
            assert (await session.exec(entries)).one() == organization.current_credits == 10


async def test_the_outsider_belongs_elsewhere(people):
    outsider, user = await people.outsider.current(), await people.user.current()
    assert outsider.organization_id != user.organization_id


async def test_a_clock_that_is_set_stands_still_until_moved(wall_clock):
    before = clock.now()
    wall_clock.advance(hours=12)
    assert clock.now() - before == timedelta(hours=12)


async def test_an_api_client_is_who_it_says(api, people):
    signed_out, signed_in = await api(), await api(people.user)
    assert (await signed_out.get("/api/auth/me")).status_code == 401
    assert (await signed_in.get("/api/auth/me")).json()["email"] == people.user.email


async def test_the_proxy_answers_everybody_while_one_of_two_processes_is_gone():
    async def answer(_reader, writer) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        await writer.drain()
        writer.close()

    living = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.free_port()
    proxy = RoundRobin([server.free_port(), living.sockets[0].getsockname()[1]], port)
    await proxy.start()
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
        answers = await asyncio.gather(*(client.get("/") for _ in range(40)), return_exceptions=True)
    await proxy.stop()
    living.close()
    assert [str(one) for one in answers] == ["<Response [200 OK]>"] * 40


#: A server whose worker accepts for a while after its parent was killed.
_OUTLIVED = """
import os, socket, sys, time
listening = socket.create_server(("127.0.0.1", int(sys.argv[1])))
parent = os.getpid()
if os.fork() == 0:
    os.setsid()
    while os.getppid() == parent:
        time.sleep(0.01)
    time.sleep(0.3)
    sys.exit()
connection, _ = listening.accept()
connection.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\n\\r\\n")
time.sleep(600)
"""


def test_a_server_that_was_stopped_accepts_nothing(tmp_path: Path):
    port = server.free_port()
    line = [sys.executable, "-c", _OUTLIVED, str(port)]
    process = server.Process(line, server.clean_environment(), f"http://127.0.0.1:{port}", tmp_path / "log")
    process.start()
    process.stop(signal.SIGKILL)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port))
