"""What a report takes on PostgreSQL, and how quickly it is backed up and its trail verified: the parts from which
`docs/operations/scaling.md` calculates ten years.

Labelled dictations become reports by way of the API, in this process: saved, made by the local engine, filed and read
once. Counted are all tables, with their indexes. ``python -m bench storage REPORTS`` makes more of them.
"""

import asyncio
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psycopg
from psycopg import sql
from sqlalchemy import inspect

from tests.support import people as cast
from tests.support import postgres
from voice_report.config import settings
from voice_report.db import session
from voice_report.db.models import Report
from voice_report.services.audit import verification
from voice_report.services.backups import making
from voice_report.services.sessions import sessions

from .stage import say
from .table import Figure, show

REPORTS = 200
COPIED = 9  # times that their rows are doubled, for a backup of some size
READS = 2  # of each report, after it was filed
_DATA = Path(__file__).parent / "data" / "zorg.jsonl"
_KEY = "only-for-benches-" + "k" * 32
_SIZES = """SELECT relname, n_live_tup, pg_total_relation_size(relid), pg_indexes_size(relid)
            FROM pg_stat_user_tables ORDER BY 3 DESC"""


async def main() -> bool:
    many = int(sys.argv[1]) if sys.argv[1:] else REPORTS
    postgres.begin_run(durable=True)
    try:
        with tempfile.TemporaryDirectory(prefix="spraakrapport-bench-") as name:
            return await _measured(many, Path(name))
    finally:
        postgres.end_run()


async def _measured(many: int, directory: Path) -> bool:
    home = postgres.cluster()
    postgres.execute(home, "CREATE DATABASE storage")
    more = {"AUDIT_ANCHOR": "anchor.json", "ERASURES_FILE": "erasures.json"}
    os.environ |= {"DATABASE_URL": postgres.url(home, "storage"), "RATE_LIMITS": "off", "STRUCTURE_ENGINE": "local"}
    os.environ |= {variable: str(directory / file) for variable, file in more.items()}
    settings.cache_clear()
    migrate = [sys.executable, "-m", "voice_report", "migrate"]
    await asyncio.to_thread(subprocess.run, migrate, check=True, cwd=Path(__file__).parent.parent)
    organization = await cast.make_organization(credits=many + 10, save_reports_to_archive=True, plan="mkb")
    person = await cast.make_user(organization, role="admin")
    await cast.make_client(organization, "C-1")
    before = {table: size for table, _, size, _ in _sizes(home)}
    say(f"making {many} reports")
    characters = await _reports(person, many)
    sizes = _sizes(home)
    for table, rows, size, indexes in sizes[:12]:
        per = (size - before.get(table, 0)) / many
        say(f"{table}: {rows / many:.2f} rows and {per:.0f} bytes a report, {indexes / size:.0%} in indexes")
    total = sum(size for _, _, size, _ in sizes) - sum(before.values())
    began = time.perf_counter()
    verified = await verification.verify(renew=True)
    verifying = time.perf_counter() - began
    copies = _copied(home)
    began = time.perf_counter()
    await asyncio.to_thread(making.make, directory / "all.backup", _KEY)
    backing_up = time.perf_counter() - began
    written = (directory / "all.backup").stat().st_size
    await session.dispose()
    return show(
        f"{many} reports on PostgreSQL",
        [
            Figure("characters of a transcript", characters / many),
            Figure("bytes of a report, everything with indexes", total / many),
            Figure(
                "bytes in a backup of each byte in the database",
                written / copies,
                "",
                None,
                f"{written / 2**20:.0f} MB",
            ),
            Figure("rows in the audit trail", verified.rows / many, " a report"),
            Figure("rows of the trail verified", verified.rows / verifying, " a second"),
            Figure("deviations found in it", len(verified.deviations), "", 1, "the first anchor is one"),
            Figure("backed up, made and read back", copies / 2**20 / backing_up, " MB/s", None, f"{backing_up:.1f} s"),
        ],
    )


def _copied(home: Path) -> int:
    """Copy the rows of the reports until there are many of them; return the bytes of the database."""
    with psycopg.connect(host=str(home), user="postgres", dbname="storage", autocommit=True) as connection:
        columns = sql.SQL(", ").join(sql.Identifier(one.name) for one in inspect(Report).columns if one.name != "id")
        copy = sql.SQL("INSERT INTO reports (id, {0}) SELECT gen_random_uuid(), {0} FROM reports").format(columns)
        for _ in range(COPIED):
            connection.execute(copy)
        row = connection.execute("SELECT pg_database_size('storage')").fetchone()
    assert row is not None
    return row[0]


async def _reports(person: cast.Person, many: int) -> int:
    """File so many reports and return the characters that were said in them."""
    from voice_report.web import edge
    from voice_report.web.api.app import create

    app, origin, said = edge.around(Path("/nowhere"))(create()), settings().origin, 0
    options = {"transport": httpx.ASGITransport(app), "base_url": origin, "headers": {"Origin": origin}}
    async with httpx.AsyncClient(**options, timeout=60) as client:
        client.cookies.set(sessions.cookie_name(), person.cookie)
        for number, text in enumerate(itertools.islice(itertools.cycle(_dictations()), many)):
            transcript = f"{text} Dit was nummer {number}."
            said += len(transcript)
            draft = (await _ok(client.post("/api/drafts", json={"transcript": transcript})))["draft"]["id"]
            asked = {"transcript": transcript, "draftId": draft, "template": "zorg"}
            made = await _ok(client.post("/api/structure", json=asked))
            report = made["structuredReport"]
            filed = {"clientId": "C-1", "transcript": transcript, "structuredReport": report, "draftId": draft}
            await _ok(client.post("/api/dossier", json=filed))
            for _ in range(READS):
                await _ok(client.get("/api/reports", params={"clientId": "C-1", "limit": 1}))
    return said


def _dictations() -> Iterator[str]:
    for line in _DATA.read_text().splitlines():
        yield " ".join(sentence["text"] for sentence in json.loads(line)["sentences"])


async def _ok(asked) -> dict:
    answer = await asked
    if answer.is_error:
        raise RuntimeError(f"{answer.request.url.path}: {answer.status_code} {answer.text[:300]}")
    return answer.json()


def _sizes(home: Path) -> list[tuple[str, int, int, int]]:
    with psycopg.connect(host=str(home), user="postgres", dbname="storage", autocommit=True) as connection:
        connection.execute("ANALYZE")
        return connection.execute(_SIZES).fetchall()


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
