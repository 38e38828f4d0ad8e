"""The backend of full-stack-fastapi-template as a server to compare with, from a checkout that the caller has made.

What it needs is installed once, into ``var/``, in the versions of its own lock file. The app of its image runs under
uvicorn on our Python, with one worker and without a line in a log for each request, since ours writes none either.
"""

import hashlib
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from scripts.frontend import ROOT
from tests.support import postgres
from tests.support import server as servers

from .stage import say

#: Its later releases need Python 3.14.
RELEASE = "0.10.0"
_LOCK = "23d84712ba614d2701df1c0589d093431b9eba739564d49bd8d49e5aa2f66e84"  # SHA-256 of that release's uv.lock
UV = "0.9.26"
HOME = ROOT / "var" / "template"
_PROGRAMS = HOME / "bin"
_SECRET = "only-for-tests-" + "x" * 32
_LONGEST = 255  # characters that it allows for the title and for the description of an item


@asynccontextmanager
async def running(backend: Path, home: Path, directory: Path, *, items: int) -> AsyncIterator[tuple[str, str]]:
    """Serve what ``installed`` returned from a database of its own in the cluster at ``home``; yield its address and an
    ordinary user's header.

    The user has so many ``items``, each as long as it may be. Logs go to ``directory``. Raises ``RuntimeError`` when it
    does not start, ``subprocess.CalledProcessError`` when its tables cannot be made, and ``httpx.HTTPStatusError`` when
    it refuses what is asked of it.
    """
    port = servers.free_port()
    postgres.execute(home, "CREATE DATABASE template")
    environment = {**servers.clean_environment(), **_configuration(home), "PYTHONPATH": str(backend)}
    for program in (["alembic", "upgrade", "head"], ["python", "app/initial_data.py"]):
        _run([str(_PROGRAMS / program[0]), *program[1:]], cwd=backend, env=environment)
    server = servers.Process(
        line=[str(_PROGRAMS / "uvicorn"), "app.main:app", "--port", str(port), "--no-access-log"],
        environment=environment,
        url=f"http://127.0.0.1:{port}",
        log=directory / "template.log",
        ready="/api/v1/utils/health-check/",
        cwd=backend,
    )
    say("starting full-stack-fastapi-template")
    try:
        server.start()
        async with httpx.AsyncClient(base_url=f"{server.url}/api/v1") as client:
            yield server.url, await _signed_in(client, items)
    finally:
        server.stop()


def installed(checkout: Path) -> Path:
    """Return the folder of its code, with what that needs installed. Ends the program for another release."""
    lock, backend = checkout / "uv.lock", checkout.resolve() / "backend"
    if not lock.exists() or hashlib.sha256(lock.read_bytes()).hexdigest() != _LOCK:
        sys.exit(
            f"{checkout} is no checkout of release {RELEASE}: "
            f"git clone --branch {RELEASE} https://github.com/fastapi/full-stack-fastapi-template"
        )
    wanted, stamp = f"{_LOCK} {sys.version}", HOME / "installed"
    if stamp.exists() and stamp.read_text() == wanted:
        return backend
    say("installing what full-stack-fastapi-template needs")
    needed = HOME / "requirements.txt"
    python = _PROGRAMS / "python"
    _run([sys.executable, "-m", "venv", "--clear", str(HOME)])
    _run([str(python), "-m", "pip", "install", "--quiet", f"uv=={UV}"])
    export = ["export", "--frozen", "--no-dev", "--package", "app", "--no-emit-workspace", "--output-file", str(needed)]
    _run([str(_PROGRAMS / "uv"), *export], cwd=checkout)
    _run([str(python), "-m", "pip", "install", "--quiet", "--no-deps", "--requirement", str(needed)])
    stamp.write_text(wanted)
    return backend


def _run(line: list[str], cwd: Path = ROOT, env: Mapping[str, str] | None = None) -> None:
    subprocess.run(line, cwd=cwd, env=os.environ if env is None else env, stdout=subprocess.DEVNULL, check=True)


def _configuration(home: Path) -> dict[str, str]:
    return {
        "ENVIRONMENT": "production",
        "PROJECT_NAME": "template",
        "SECRET_KEY": _SECRET,
        "FIRST_SUPERUSER": "superuser@example.com",
        "FIRST_SUPERUSER_PASSWORD": _SECRET,
        # SQLAlchemy takes the socket in the query before the host, which the template wants to have.
        "POSTGRES_SERVER": "localhost",
        "POSTGRES_USER": "postgres",
        "POSTGRES_PASSWORD": _SECRET,
        "POSTGRES_DB": f"template?host={home}",
    }


async def _signed_in(client: httpx.AsyncClient, items: int) -> str:
    person = {"email": "user@example.com", "password": _SECRET}
    (await client.post("/users/signup", json=person)).raise_for_status()
    form = {"username": person["email"], "password": _SECRET}
    answer = (await client.post("/login/access-token", data=form)).raise_for_status()
    header = f"Bearer {answer.json()['access_token']}"
    client.headers["Authorization"] = header
    for number in range(items):
        item = {"title": f"{number} ".ljust(_LONGEST, "x"), "description": f"{number} ".ljust(_LONGEST, "x")}
        (await client.post("/items/", json=item)).raise_for_status()
    return f"Authorization: {header}"
