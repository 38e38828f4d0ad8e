"""'Alles meenemen': whole, of one organization, verifiable by an independent reader, and of constant memory."""

import asyncio
import csv
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import threading
import tracemalloc
import uuid
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

from tests.support import tables
from voice_report import clock
from voice_report.db import models
from voice_report.db import session as database
from voice_report.db.models import (
    AuditLog,
    FieldProfile,
    MeasuredValue,
    Organization,
    OwnTemplate,
    OwnWord,
    ProcessingStep,
    Report,
    User,
)
from voice_report.errors import Conflict, NotAllowed, NotFound, StepUpNeeded, Unavailable
from voice_report.services.leaving import everything
from voice_report.services.leaving._zip_stream import ZipStream
from voice_report.services.privacy import _file_measures
from voice_report.services.shared.identity import OPERATOR, CurrentUser

from ..factors.factors import set_up

FILES = {
    "LEESMIJ.txt", "clients.csv", "members.csv", "processing.csv", "log.csv", "ledger.csv", "templates.json",
    "profiles.json", "words.json", "receipts.json", "settings.json", "masking-words.json", "privacy-file.json",
    "samples.json", "measurements.json", "manifest.json",
}  # fmt: skip


async def taken(user: CurrentUser) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(b"".join([piece async for piece in everything.stream(user)])))


async def a_report(user: CurrentUser, client_id: str | None, words: str, *, is_draft: bool = False) -> uuid.UUID:
    own = {"user_id": user.id, "organization_id": user.organization_id, "client_id": client_id, "is_draft": is_draft}
    row = Report(**own, transcript=words, structured_report=f"## Verslag\n\n{words}", reviewed_by="Ursula")
    row.reviewed_at = clock.now()
    await tables.add(row)
    return row.id


async def test_it_has_everything_of_the_organization_and_nothing_of_another(db, people, tmp_path: Path):
    user, admin = await people.user.current(), await people.admin.current()
    outsider = await people.outsider.current()
    report = await a_report(user, people.client_id, "=1+1 en één pil 🙂")
    mine = await a_report(admin, None, "eigen concept", is_draft=True)
    await a_report(user, None, "van een collega", is_draft=True)
    await a_report(outsider, people.other_client_id, "vreemd")
    step: dict[str, Any] = {"step": "report", "engine": "taal", "region": "eu", "config_hash": "1", "form": "plain"}
    word: dict[str, Any] = {"word_key": "maas", "search_key": "maas", "heard_as": '["mas"]', "kind": "term"}
    other: dict[str, Any] = {**word, "word_key": "geheim"}
    async with database.transaction() as session:
        home = {"organization_id": people.organization_id}
        session.add_all(
            [
                ProcessingStep(**home, report_id=report, party="Taaldienst", input_unit="characters", **step),
                OwnTemplate(**home, name="Eigen sjabloon", sections='[{"title": "Wond"}]'),
                FieldProfile(**home, name="Eigen profiel", fields="[]"),
                OwnWord(**home, word="Maas", status="actief", **word),
                OwnWord(**home, word="Geheim", status="actief", user_id=user.id, **other),
            ]
        )
    archive = await taken(admin)
    assert archive.testzip() is None
    names = set(archive.namelist())
    wanted = {f"reports/{report}.json", f"reports/{report}.txt", f"drafts/{mine}.json", f"drafts/{mine}.txt"}
    assert names == FILES | wanted
    manifest = json.loads(archive.read("manifest.json"))
    assert set(manifest["files"]) == names - {"manifest.json"}
    for name, told in manifest["files"].items():
        content = archive.read(name)
        assert (hashlib.sha256(content).hexdigest(), len(content)) == (told["sha256"], told["bytes"]), name
    assert (manifest["othersDrafts"], "1 concept van collega's" in archive.read("LEESMIJ.txt").decode()) == (1, True)
    whole = json.loads(archive.read(f"reports/{report}.json"))
    assert (whole["transcript"], whole["author"], whole["client_id"]) == (
        "=1+1 en één pil 🙂", people.user.name, people.client_id,
    )  # fmt: skip
    assert "Nagekeken door Ursula" in archive.read(f"reports/{report}.txt").decode()
    assert json.loads(archive.read("templates.json"))[0]["sections"] == [{"title": "Wond"}]
    assert [one["word"] for one in json.loads(archive.read("words.json"))] == ["Maas"]
    assert json.loads(archive.read("settings.json"))["name"] == "Zorggroep De Linde"
    clients = list(csv.reader(io.StringIO(archive.read("clients.csv").decode("utf-8-sig")), delimiter=";"))
    assert [row[0] for row in clients] == ["id", people.client_id]
    assert "Taaldienst" in archive.read("processing.csv").decode()
    everything_in_it = "".join(archive.read(name).decode() for name in names)
    for foreign in ("vreemd", "van een collega", "Geheim", str(people.other_organization_id), "password_hash"):
        assert foreign not in everything_in_it, foreign
    path = tmp_path / "alles.zip"
    path.write_bytes(archive.fp.getvalue())  # type: ignore[union-attr]
    if shutil.which("unzip"):  # another reader than the writer's own
        read = subprocess.run(["unzip", "-tq", str(path)], capture_output=True, text=True, check=False)  # noqa: ASYNC221
        assert read.returncode == 0, read.stdout


async def test_it_has_the_measured_values_of_the_organization(db, people):
    admin, outsider = await people.admin.current(), await people.outsider.current()
    value: dict[str, Any] = {"position": 0, "kind": "pulse", "parts": '{"pulse": [72, 72]}', "context": "{}"}
    value |= {"measured_at": clock.now(), "words": "De pols is tweeënzeventig.", "rules_version": 1}
    about = ((admin, people.client_id), (outsider, people.other_client_id))
    of = [await a_report(user, client_id, "Pols.") for user, client_id in about]
    async with database.transaction() as session:
        for report, (user, client_id) in zip(of, about, strict=True):
            home = {"organization_id": user.organization_id, "client_id": client_id}
            session.add(MeasuredValue(report_id=report, **home, **value))
    (found,) = json.loads((await taken(admin)).read("measurements.json"))
    assert (found["report_id"], found["parts"], found["words"]) == (str(of[0]), {"pulse": [72, 72]}, value["words"])


#: The tables of organizations that are not in it, with what it and the privacy file call them.
LEFT_OUT = {
    "DeletedDraft": "verwijderde concepten",
    "LinkedIdentity": "inloggegevens",
    "Invitation": "uitnodigingen",
    **dict.fromkeys(("IdentityProvider", "EmailDomain"), "de koppeling met een identiteitsprovider"),
    "Payment": "betalingen",
    **dict.fromkeys(("EgressCount", "EngineWeek", "ReportUsage", "UsageWeek"), "tellingen van gebruik"),
    **dict.fromkeys(
        ("ClientImport", "ConceptJob", "Dictation", "Erasure", "NameKey", "SingleSignOnRequest"),
        "hulpgegevens van de server zelf",
    ),
}
PARTLY = "concepten en eigen woorden van anderen"


async def test_every_table_of_an_organization_is_in_it_or_said_to_be_left_out(db, people, monkeypatch):
    """The log and the ledger are read by their own services; the privacy file has what was filled in."""
    read, real = set(), everything._portions

    def noted(table: Any, *where: Any) -> Any:
        read.add(table.__name__)
        return real(table, *where)

    monkeypatch.setattr(everything, "_portions", noted)
    archive = await taken(await people.admin.current())
    of_organizations = {
        name
        for name, model in vars(models).items()
        if hasattr(model, "__table__") and "organization_id" in model.__table__.columns
    }
    assert of_organizations - read == {"AuditLog", "CreditEntry", "PrivacyInput"} | set(LEFT_OUT)
    readme = " ".join(archive.read("LEESMIJ.txt").decode().split())
    for said in (PARTLY, *LEFT_OUT.values()):
        for text in (readme.partition("Niet hierin: ")[2], _file_measures._EVERYTHING.partition("Niet: ")[2]):
            assert said in text, said


async def test_members_are_in_it_without_what_opens_their_account(db, people):
    async with database.transaction() as session:
        row = await session.get_one(User, people.user.id)
        row.password_reset_token, row.passkey_handle = "geheim-een", "geheim-twee"
        session.add(row)
    archive = await taken(await people.admin.current())
    members = list(csv.DictReader(io.StringIO(archive.read("members.csv").decode("utf-8-sig")), delimiter=";"))
    assert {(one["email"], one["role"]) for one in members} == {
        (people.user.email, "user"),
        (people.admin.email, "admin"),
    }
    assert all(one["created_at"] and one["last_name"] for one in members)
    whole = "".join(archive.read(name).decode() for name in archive.namelist())
    for secret in ("geheim-een", "geheim-twee", row.password_hash, people.outsider.email):
        assert secret not in whole


async def test_one_at_a_time_and_it_is_recorded(db, people, wall_clock):
    admin = await people.admin.current()
    first = everything.stream(admin)
    await anext(first)
    with pytest.raises(Conflict) as refused:
        await anext(everything.stream(admin))
    assert refused.value.code == "busy"
    await first.aclose()  # the download was cut off
    assert (await tables.get(Organization, people.organization_id)).leaving_until is None
    assert (await taken(admin)).testzip() is None
    query = select(AuditLog.resource).where(AuditLog.action == "export", AuditLog.user_id == admin.id)
    assert sorted(await tables.rows(query)) == ["audit", *["ledger"] * 2, *["organization"] * 2]


async def test_a_process_that_died_holds_nobody_up_for_long(db, people, wall_clock):
    admin = await people.admin.current()
    killed = everything.stream(admin)
    await anext(killed)
    wall_clock.advance(minutes=4)
    assert (await taken(admin)).testzip() is None
    with pytest.raises(Conflict):
        [piece async for piece in killed if await a_report(admin, None, "nog een")]
    await killed.aclose()


async def test_only_administrators_with_a_recent_factor(db, people, wall_clock):
    for who in (people.outsider, people.user, people.platform_admin):
        with pytest.raises(NotAllowed):
            await anext(everything.stream(await who.current()))
    await set_up(people.admin)
    wall_clock.advance(minutes=11)
    with pytest.raises(StepUpNeeded):
        await anext(everything.stream(await people.admin.current()))


async def test_a_long_download_needs_no_second_code_half_way(db, people, wall_clock):
    await set_up(people.admin)
    pieces = everything.stream(await people.admin.current())
    parts = [await anext(pieces)]
    for number in range(12):
        wall_clock.advance(minutes=1)
        await a_report(await people.user.current(), people.client_id, str(number))
    wall_clock.advance(minutes=-9)
    parts += [piece async for piece in pieces]
    assert zipfile.ZipFile(io.BytesIO(b"".join(parts))).testzip() is None


@pytest.mark.parametrize("change", [{"is_active": False}, {"role": "user"}, {"deleting_at": clock.now()}])
async def test_who_is_no_administrator_any_more_gets_no_more_of_it(db, people, wall_clock, change):
    """However slowly it is read: the rest stays here, and another administrator need not wait."""
    pieces = everything.stream(await people.admin.current())
    await anext(pieces)
    async with database.transaction() as session:
        row = await session.get_one(User, people.admin.id)
        for name, value in change.items():
            setattr(row, name, value)
    wall_clock.advance(minutes=2)
    await a_report(await people.user.current(), people.client_id, "geheim")
    with pytest.raises(NotAllowed):
        [piece async for piece in pieces]
    assert (await tables.get(Organization, people.organization_id)).leaving_until is None


async def test_the_end_of_a_great_file_is_made_beside_the_event_loop(db, people, monkeypatch):
    made_in, real = [], everything.ZipStream.close

    def close(self: Any, **about: Any) -> Iterator[bytes]:
        for piece in real(self, **about):
            made_in.append(threading.current_thread() is threading.main_thread())
            yield piece

    monkeypatch.setattr(everything.ZipStream, "close", close)
    assert (await taken(await people.admin.current())).testzip() is None
    assert set(made_in) == {False}


@pytest.mark.one_database
async def test_memory_stays_the_same_however_many_reports_there_are(db, people, monkeypatch):
    admin = await people.admin.current()
    words = "Mevrouw heeft goed geslapen. " * 1_000
    own = {"user_id": admin.id, "organization_id": admin.organization_id, "client_id": people.client_id}
    async with database.transaction() as session:
        session.add_all([Report(**own, transcript=words, structured_report=words) for _ in range(400)])
    monkeypatch.setattr(everything, "_PORTION", 10)
    async for _ in everything.stream(admin):
        break
    await tables.change(Organization, admin.organization_id, leaving_until=None)
    tracemalloc.start()
    try:
        size = 0
        async for piece in everything.stream(admin):
            size += len(piece)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 400 * 2 * len(words) / 3, "a third of the words, of which a portion is a fortieth"
    assert size > 0


def test_a_file_costs_a_hundred_and_fifty_bytes_until_the_end():
    """Its name, digest and place are in two lists at the end: half a kilobyte each with the library's own."""
    archive, number = ZipStream(datetime(2026, 11, 29, 9, tzinfo=UTC)), 6_000
    tracemalloc.start()
    try:
        written = bytearray(b"".join(archive.take()))
        for _ in range(number):
            archive.add(f"reports/{uuid.uuid4()}.json", b"{}")
            for piece in archive.take():
                written += piece
        most = tracemalloc.get_traced_memory()[0] - sys.getsizeof(written)
    finally:
        tracemalloc.stop()
    assert most < 150 * number
    sizes = [len(piece) for piece in archive.close(madeAt="nu") if not written.extend(piece)]
    assert max(sizes) <= 65_536
    read = zipfile.ZipFile(io.BytesIO(written))
    assert read.testzip() is None
    files = json.loads(read.read("manifest.json"))["files"]
    assert len(files) == number
    assert set(read.namelist()) == {*files, "manifest.json"}
    assert {one["sha256"] for one in files.values()} == {hashlib.sha256(b"{}").hexdigest()}


async def test_a_download_that_is_cut_off_among_the_reports_ends_its_turn(db, people, monkeypatch):
    """The task that sends it is cancelled, in the middle of reading."""
    admin = await people.admin.current()
    for number in range(6):
        await a_report(admin, people.client_id, str(number))
    monkeypatch.setattr(everything, "_PORTION", 2)
    among, real = asyncio.Event(), everything._authors

    async def waits(rows: list[Report]) -> dict[uuid.UUID, str]:
        if among.is_set():
            await asyncio.Event().wait()
        among.set()
        return await real(rows)

    async def send() -> None:
        async for _ in everything.stream(admin):
            pass

    monkeypatch.setattr(everything, "_authors", waits)
    sending = asyncio.create_task(send())
    await among.wait()
    await asyncio.sleep(0)
    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending
    assert (await tables.get(Organization, people.organization_id)).leaving_until is None
    monkeypatch.setattr(everything, "_authors", real)
    assert (await taken(admin)).testzip() is None


async def test_the_operator_writes_the_same_file_and_the_logbook_says_who_did(db, people, tmp_path: Path) -> None:
    user, home = await people.user.current(), str(people.organization_id)
    report = await a_report(user, people.client_id, "at goed")
    draft = await a_report(user, None, "een concept", is_draft=True)
    with pytest.raises(Unavailable):
        await everything.write(home, tmp_path / "no such folder")
    path = await everything.write(home, tmp_path)
    assert (os.stat(path).st_mode & 0o777, os.listdir(tmp_path)) == (0o600, [path.name])
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        names = set(archive.namelist())
        assert f"reports/{report}.json" in names
        assert f"drafts/{draft}.json" not in names, "its author takes it along"
        log = archive.read("log.csv").decode()
    assert "Beheer van de installatie" in log
    rows = await tables.rows(select(AuditLog).where(AuditLog.action == "export"))
    assert {(row.user_id, row.organization_id) for row in rows} == {(OPERATOR, people.organization_id)}
    with pytest.raises(Conflict):
        await everything.write(home, tmp_path)
    for unknown in (str(uuid.uuid4()), "zorg"):
        with pytest.raises(NotFound):
            await everything.write(unknown, tmp_path)
    assert people.organization_id in [one for one, _name in await everything.organizations()]
