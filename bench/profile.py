"""Where the time of a serving process goes, by py-spy (``pip install py-spy``), which looks at it from outside.

Only what holds the interpreter's lock is counted: that is what a process has one of.
"""

import asyncio
import re
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.support import server as servers

_RATE = 100  # looks a second
_ROWS = 15
_FILE = re.compile(r"\(([^()]*?):\d+\)$")
#: What takes time by itself, by the folders of its files.
_PARTS = {
    "product": ("voice_report/",),
    "Reflex": ("reflex/", "reflex_base/"),
    "socket": ("socketio/", "engineio/", "granian/", "starlette/", "fastapi/", "h11/"),
    "database": ("sqlalchemy/", "sqlmodel/", "aiosqlite/", "psycopg", "sqlite3/"),
    "Redis": ("redis/",),
    "sound": ("av/", "numpy/", "onnxruntime/", "multipart"),
    "engine": ("httpx", "httpcore", "openai/", "ssl.py"),
}


async def of(process: servers.Process, seconds: int) -> list[str]:
    """Return the lines of a table about the worker of a process; one line when there is no py-spy."""
    program = shutil.which("py-spy")
    worker = _worker(process)
    if program is None or worker is None:
        return ["", "No profile: py-spy is not installed (pip install py-spy)."]
    with tempfile.TemporaryDirectory() as directory:
        stacks = Path(directory) / "stacks"
        told = ["--pid", str(worker), "--duration", str(seconds), "--rate", str(_RATE), "--output", str(stacks)]
        run = await asyncio.create_subprocess_exec(
            program, "record", "--gil", "--format", "raw", *told, stdout=asyncio.subprocess.DEVNULL, stderr=sys.stderr
        )
        await run.wait()
        return _table(stacks.read_text()) if stacks.exists() else ["", "No profile: py-spy may not look at it."]


def _worker(process: servers.Process) -> int | None:
    """Return the id of the process that the server started to do its work."""
    if process.running is None:
        return None
    children = Path(f"/proc/{process.running.pid}/task/{process.running.pid}/children").read_text().split()
    return int(children[0]) if children else None


def _table(stacks: str) -> list[str]:
    modules: Counter[str] = Counter()
    parts: Counter[str] = Counter()
    for line in stacks.splitlines():
        told, _, count = line.rpartition(" ")
        files = [found[1] for frame in told.split(";") if (found := _FILE.search(frame))]
        ours = [file for file in files if "voice_report/" in file]
        modules[ours[-1].rpartition("voice_report/")[2] if ours else "(none of ours)"] += int(count)
        parts[next((part for file in reversed(files) if (part := _part(file))), "Python")] += int(count)
    total = max(1, modules.total())
    return [
        "",
        f"Where the interpreter's time goes ({total} looks), by the innermost module of ours",
        *(f"{count / total:6.1%}  {name}" for name, count in modules.most_common(_ROWS)),
        "and by the innermost part",
        *(f"{count / total:6.1%}  {name}" for name, count in parts.most_common()),
    ]


def _part(file: str) -> str | None:
    return next((part for part, folders in _PARTS.items() if any(folder in file for folder in folders)), None)
