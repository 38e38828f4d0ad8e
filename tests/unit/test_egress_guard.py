"""The guard of the whole suite, tried on what it must find: a hidden request, and a row of nothing (S70)."""

import asyncio
import re
import socket
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests import conftest
from tests.support.egress import STARTERS, Guard, watching
from voice_report.config import settings
from voice_report.integrations import egress

#: As if a module of the product had this: what it opens is seen under the product's name.
HIDDEN = """
import asyncio, http.client, os, socket, subprocess, sys, urllib.request

def opened(port):
    urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5).read()

async def in_a_task(port):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.close()

async def in_a_thread(port):
    await asyncio.to_thread(urllib.request.urlopen, f"http://127.0.0.1:{port}/", None, 5)

def datagram(port):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as there:
        there.sendto(b"Mevrouw", ("127.0.0.1", port))

def message(port):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as there:
        there.sendmsg([b"Mevrouw"], [], 0, ("127.0.0.1", port))

def connected_datagram(port):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as there:
        there.connect(("127.0.0.1", port))
        there.send(b"Mevrouw")

def connected_message(port):
    with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as there:
        there.connect(("::1", port))
        there.sendmsg([b"Mevrouw"])

def connected_without_error(port):
    with socket.socket() as there:
        there.connect_ex(("127.0.0.1", port))

async def endpoint(port):
    loop = asyncio.get_running_loop()
    there, _ = await loop.create_datagram_endpoint(asyncio.DatagramProtocol, ("127.0.0.1", 0))
    there.sendto(b"Mevrouw", ("127.0.0.1", port))
    there.close()

async def connected_endpoint(port):
    loop = asyncio.get_running_loop()
    there, _ = await loop.create_datagram_endpoint(asyncio.DatagramProtocol, remote_addr=("127.0.0.1", port))
    there.sendto(b"Mevrouw")
    there.close()

def child():
    subprocess.run([sys.executable, "-c", ""])

def shell():
    os.system("true")

def spawned():
    os.waitpid(os.posix_spawn(sys.executable, [sys.executable, "-c", ""], {}), 0)

async def awaited_child():
    await (await asyncio.create_subprocess_exec(sys.executable, "-c", "")).wait()
"""


@pytest.fixture
def port() -> Iterator[int]:
    """A server on loopback that answers everything with nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while True:
                try:
                    there, _ = server.accept()
                except OSError:
                    return
                with there:
                    there.recv(1000)
                    there.sendall(b"HTTP/1.0 200 OK\r\n\r\n")

        threading.Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def hidden() -> ModuleType:
    module = ModuleType("hidden")
    place = egress.__file__.replace("egress.py", "hidden.py")
    exec(compile(HIDDEN, place, "exec"), module.__dict__)  # noqa: S102
    return module


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[Guard]:
    """A guard of the test's own: that of the suite would fail the test."""
    with watching(monkeypatch, has_database=False) as guard:
        yield guard


def test_s70_a_hidden_request_is_found(watched: Guard, hidden: ModuleType, port: int) -> None:
    hidden.opened(port)
    assert watched.uncounted == [f"127.0.0.1:{port} by /integrations/hidden.py"]
    with pytest.raises(pytest.fail.Exception, match="connections without a row"):
        watched.check()


@pytest.mark.parametrize("how", ["in_a_task", "in_a_thread"])
async def test_s70_a_hidden_request_in_a_task_or_thread_is_found(how, watched, hidden, port) -> None:
    await asyncio.create_task(getattr(hidden, how)(port))
    assert len(watched.uncounted) == 1
    assert watched.uncounted[0].startswith(f"127.0.0.1:{port} ")


@pytest.mark.parametrize(
    "how", ["datagram", "message", "connected_datagram", "connected_message", "connected_without_error"]
)
def test_s70_a_hidden_datagram_or_connection_is_found(how: str, watched: Guard, hidden: ModuleType) -> None:
    getattr(hidden, how)(9)
    assert [one.replace("::1", "127.0.0.1") for one in watched.uncounted] == ["127.0.0.1:9 by /integrations/hidden.py"]


@pytest.mark.parametrize("how", ["endpoint", "connected_endpoint"])
async def test_s70_a_hidden_endpoint_of_datagrams_is_found(how: str, watched: Guard, hidden: ModuleType) -> None:
    await getattr(hidden, how)(9)
    assert watched.uncounted == ["127.0.0.1:9 by /integrations/hidden.py"]


@pytest.mark.parametrize("how", ["child", "shell", "spawned", "awaited_child"])
async def test_s70_a_hidden_process_is_found(how: str, watched: Guard, hidden: ModuleType) -> None:
    if made := getattr(hidden, how)():
        await made
    assert watched.uncounted == ["a process by /integrations/hidden.py"]


def test_s70_each_file_that_starts_a_process_is_named(watched: Guard) -> None:
    starts = re.compile(
        r"\bsubprocess\.(?:run|Popen|call|check_\w+)\(|\bProcessPoolExecutor\(|\bcreate_subprocess_\w+\("
    )
    root = Path(egress.__file__).parents[1]
    found = {f"/{one.relative_to(root)}" for one in root.rglob("*.py") if starts.search(one.read_text())}
    assert found == STARTERS


@pytest.mark.parametrize("name", ["REDIS_URL", "COUNTERS_REDIS_URL"])
def test_s70_the_redis_of_the_settings_is_part_of_the_installation(name, monkeypatch, watched, hidden, port) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:9/0")
    monkeypatch.setenv(name, f"redis://localhost:{port}/0")
    settings.cache_clear()
    hidden.opened(port)
    watched.check()
    hidden.datagram(10)
    assert watched.uncounted == ["127.0.0.1:10 by /integrations/hidden.py"], "another port of its machine is not it"


async def test_s70_a_request_with_its_row_passes_once(watched: Guard, hidden: ModuleType, port: int) -> None:
    await egress.count("sign_in", "127.0.0.1")
    await hidden.in_a_task(port)
    watched.check()
    await hidden.in_a_task(port)
    assert len(watched.uncounted) == 1


async def test_s70_a_row_without_a_connection_is_found(watched: Guard) -> None:
    await egress.count("sign_in", "127.0.0.1")
    assert watched.unmade == ["127.0.0.1:any port"]
    with pytest.raises(pytest.fail.Exception, match="rows without a connection"):
        watched.check()
    watched.check(is_played=True)


@pytest.mark.parametrize("path", ["tests/e2e/test_help.py", "tests/browsers/x.py"])
def test_s70_all_tests_but_those_in_browsers_are_judged(path: str) -> None:
    assert conftest._in_browsers(conftest.ROOT / path)
    assert not conftest._in_browsers(Path(__file__))


def test_s70_what_a_test_opens_is_its_own(watched: Guard, port: int) -> None:
    urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5).read()
    assert (watched.uncounted, watched.unmade) == ([], [])


@pytest.mark.parametrize("broken", [None, RuntimeError("no database")])
async def test_s70_what_cannot_be_counted_does_not_leave(broken, monkeypatch: pytest.MonkeyPatch) -> None:
    async def keep(*_arguments: object) -> None:
        raise broken

    monkeypatch.setattr(egress, "_keep", keep if broken else None)
    with pytest.raises(egress.NotCounted):
        await egress.count("mail", "127.0.0.1")


async def test_s70_a_thread_counts_in_the_event_loop(watched: Guard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(egress, "_loop", asyncio.get_running_loop())
    await asyncio.to_thread(egress.count_in_thread, "model", "127.0.0.1")
    assert watched.unmade == ["127.0.0.1:any port"]


@pytest.mark.parametrize("is_closed", [True, False])
def test_s70_a_thread_whose_event_loop_is_gone_sends_nothing(is_closed: bool, monkeypatch) -> None:
    loop = asyncio.new_event_loop()
    loop.close()
    monkeypatch.setattr(egress, "_loop", loop if is_closed else None)
    with pytest.raises(egress.NotCounted):
        egress.count_in_thread("model", "127.0.0.1")
