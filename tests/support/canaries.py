"""Where a planted word is left: tables, files, logs, Redis, and what the product's modules hold in this process."""

import asyncio
import gc
import json
import logging
import sys
from collections.abc import Iterable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import sqlalchemy as sa
from redis import Redis
from sqlmodel import SQLModel

from voice_report.core.logs import FORMATS
from voice_report.db import session as database

#: Objects that are looked at in this process. What the modules lead to is a tenth of it.
_MOST_OBJECTS = 3_000_000
_OWN = "voice_report"


async def tables(*words: str) -> set[str]:
    """Return the tables that have one of the words anywhere; not the audit trail, which keeps the client's number."""
    found = set()
    async with database.reading() as session:
        for table in SQLModel.metadata.tables.values():
            rows = (await session.execute(sa.select(table))).mappings().all()
            found |= {table.name for row in rows for word in words if word in json.dumps(dict(row), default=str)}
    return found


async def files(word: str, directory: Path) -> list[str]:
    """Return the files below a directory that have the word, and those of SQLite, its journal too."""
    path = None
    if database.engine().dialect.name == "sqlite":
        await database.empty_journal()
        path = Path(str(database.engine().url.database))
    return await asyncio.to_thread(_files, word, directory, path)


def _files(word: str, directory: Path, path: Path | None) -> list[str]:
    looked_at = [one for one in directory.rglob("*") if one.is_file()]
    if path is not None:
        looked_at += [one for one in path.parent.iterdir() if one.name.startswith(path.name)]
        assert path in looked_at
    return [one.name for one in looked_at if word.encode() in one.read_bytes()]


def logged(word: str, records: Iterable[logging.LogRecord]) -> list[str]:
    """Return the lines of the log, as the product writes them in each format, that have the word."""
    lines = [kind().format(record) for record in records for kind in FORMATS.values()]
    return [line for line in lines if word in line]


def in_redis(word: str, url: str) -> list[str]:
    """Return the keys that have the word in their name or in what is stored under them."""
    with Redis.from_url(url) as client:
        dumped = {bytes(key): bytes(client.dump(key) or b"") for key in client.scan_iter()}  # type: ignore[union-attr]
    return [key.decode() for key, value in dumped.items() if word.encode() in key + value]


def in_process(word: str) -> list[str]:
    """Return the texts with the word that can be reached from the product's modules, cut off at eighty characters."""
    begin = [module for name, module in sys.modules.items() if name.split(".")[0] == _OWN]
    waiting: list[Any] = [vars(module) for module in begin]
    seen, found = {id(one) for one in waiting}, []
    while waiting:
        one = waiting.pop()
        for other in gc.get_referents(one):
            if id(other) in seen or not _is_followed(other):
                continue
            seen.add(id(other))
            assert len(seen) < _MOST_OBJECTS, "more than the product's own"
            if isinstance(other, (str, bytes)):
                text = other if isinstance(other, str) else other.decode(errors="replace")
                found += [text[:80]] if word in text else []
            else:
                waiting.append(other)
    return found


def _is_followed(other: Any) -> bool:
    """Whether it is the product's: another library's modules, classes and functions lead everywhere."""
    if isinstance(other, ModuleType):
        return False
    if isinstance(other, (type, FunctionType)):
        return str(other.__module__).split(".")[0] == _OWN
    return not isinstance(other, (int, float, bool, logging.Handler))
