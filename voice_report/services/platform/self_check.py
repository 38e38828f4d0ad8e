"""A look at everything an installation needs, for its operator (``python -m voice_report check``).

It changes nothing, and sends nothing but the beginning of a connection to the mail server and to the engines.
"""

import asyncio
import ctypes
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from ... import clock
from ...config import VERSION, settings
from ...core import texts
from ...db import copies, schema
from ...db.probe import Database, refusal
from ...db.probe import look as look_at_database
from ...db.schema import Schema
from ...engines import TABLES, Profile
from ...errors import DomainError
from ...integrations import mail, reach
from ...integrations.speech import local
from ..audit import verification
from ..billing import webhooks
from ..mail import by_hand
from ..shared import page_store
from . import clocks

GOOD, WARNING, FAILED = "good", "warning", "failed"

_LEAST, _LITTLE = 200_000_000, 2_000_000_000  # bytes free
_VERIFIED_WITHIN = 2  # days: the nightly check runs every day
_TIME_ERROR = 5  # adjtimex(2): the clock is not synchronized
_TASKS = {"speech": "spraak", "structuring": "tekst"}

_AWAY = {
    Database.AWAY: "niet bereikbaar, of neemt geen wijziging aan",
    Database.DAMAGED: "beschadigd: zet een back-up terug",
}
_SCHEMA = {
    Schema.CURRENT: (GOOD, "{}"),
    Schema.AHEAD: (WARNING, "nieuwer dan deze versie ({})"),
    Schema.BEHIND: (FAILED, "ouder dan deze versie ({}): draai migrate"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """How one part of the installation is; ``sentence`` is Dutch."""

    part: str
    state: str
    sentence: str


async def look() -> AsyncIterator[Finding]:
    """Yield how each part is; what needs the database is left out when that is away."""
    for found in _settings():
        yield found
    state = await look_at_database()
    if isinstance(state, Database):
        why = await refusal() if state is Database.AWAY else ""
        yield Finding("database", FAILED, f"{_AWAY[state]} ({why})" if why else _AWAY[state])
    else:
        yield Finding("database", GOOD, "neemt een wijziging aan")
        level, sentence = _SCHEMA[state]
        yield Finding("schema", level, sentence.format(schema.newest()))
    for found in await asyncio.to_thread(_backups):
        yield found
    if settings().redis_url:
        is_there = await page_store.answers()
        yield Finding("Redis", GOOD if is_there else FAILED, "antwoordt" if is_there else "antwoordt niet")
    for found in await asyncio.to_thread(lambda: [*_disks(), _trail(), _synchronized()]):
        yield found
    if state in (Schema.CURRENT, Schema.AHEAD):
        for part in (_mail(), _engines(), _moments(), _given_up()):
            async for found in part:
                yield found


def _settings() -> Iterator[Finding]:
    ours = settings()
    part, wrong = "instellingen", []
    if not ours.is_production:
        wrong.append("APP_ENV=development: niet voor echte gegevens")
    if not ours.backup_key:
        wrong.append("zonder BACKUP_KEY kan geen back-up worden gemaakt")
    if ours.backup_days is None:
        wrong.append("zonder BACKUP_DAYS zegt een wisbewijs niet wanneer de laatste back-up weg is")
    if ours.is_production and (ours.contact_email + ours.mail_from.rstrip(">")).count(".example"):
        wrong.append("CONTACT_EMAIL of MAIL_FROM is nog een voorbeeld")
    if Path(".env").exists() and Path(".env").stat().st_mode & 0o077:
        wrong.append(".env is leesbaar voor andere gebruikers van deze machine: chmod 600 .env")
    yield Finding(part, GOOD, f"gelezen, versie {VERSION}, {ours.origin}")
    for sentence in wrong:
        yield Finding(part, WARNING, sentence)


def _backups() -> Iterator[Finding]:
    """Look whether a backup can be made."""
    part, url = "back-up", settings().database_url
    try:
        copies.of(url).require_programs(url)
        yield Finding(part, GOOD, "kan worden gemaakt" if settings().backup_key else "alleen BACKUP_KEY ontbreekt")
    except DomainError as refusal:
        yield Finding(part, FAILED, refusal.message)


def _disks() -> Iterator[Finding]:
    """Look at every disk that is written to, once."""
    file = copies.file_of(settings().database_url)
    outside = (Path(settings().audit_anchor), Path(settings().erasures_file))
    folders = [one.parent for one in ((file, *outside) if file else outside)] + [Path(tempfile.gettempdir())]
    seen: set[int] = set()
    for folder in sorted(set(folders), key=folders.index):
        part = f"schijf van {folder}"
        if not folder.exists() or not os.access(folder, os.W_OK):
            yield Finding(part, FAILED, "de map is er niet, of er kan niet in worden geschreven")
            continue
        if folder.stat().st_dev in seen:
            continue
        seen.add(folder.stat().st_dev)
        free = shutil.disk_usage(folder).free
        needed = file.stat().st_size if file and file.exists() and folder == file.parent else 0
        state = FAILED if free < _LEAST else WARNING if free < _LITTLE + needed else GOOD
        yield Finding(part, state, f"{texts.size(free)} vrij")


def _trail() -> Finding:
    part = "auditspoor"
    try:
        at = verification.last_verified()
    except verification.UnreadableAnchor:
        return Finding(part, FAILED, "het anker is beschadigd of niet door deze installatie geschreven")
    if at is None:
        return Finding(part, WARNING, "nog nooit nagekeken: draai verify-audit --renew-anchor")
    state = GOOD if (clock.now() - at).days < _VERIFIED_WITHIN else WARNING
    return Finding(part, state, f"laatst heel bevonden op {texts.dutch_moment(at)}")


def _synchronized() -> Finding:
    """Ask the system whether its clock is set by a time server (adjtimex(2), which changes nothing with zeros)."""
    ask = getattr(ctypes.CDLL(None), "adjtimex", None)
    if ask is None or ask(ctypes.create_string_buffer(512)) == _TIME_ERROR:
        return Finding("klok", WARNING, "het systeem zegt niet dat een tijdserver de klok gelijk zet")
    return Finding("klok", GOOD, "wordt door een tijdserver gelijk gezet")


async def _mail() -> AsyncIterator[Finding]:
    if mail.is_in_files():
        yield Finding("mail", WARNING, "MAIL_URL schrijft bestanden en verstuurt niets")
        return
    if not await mail.is_reachable():
        yield Finding("mail", FAILED, "de mailserver antwoordt niet, of weigert ons")
        return
    knows = " en kent het wachtwoord" if urlsplit(settings().mail_url).username else ""
    yield Finding("mail", GOOD, f"de mailserver antwoordt{knows}")


async def _engines() -> AsyncIterator[Finding]:
    for task in TABLES:
        for profile in settings().profiles(task):
            part = f"motor {profile.key} ({_TASKS[task]})"
            yield Finding(part, *await _engine(profile))


async def _engine(profile: Profile) -> tuple[str, str]:
    if profile.host:
        reason = await reach.failure(profile)
        return (FAILED, f"{profile.host} antwoordt niet ({reason})") if reason else (GOOD, f"{profile.host} antwoordt")
    if profile.task == "speech" and not await asyncio.to_thread(local.is_on_disk):
        return WARNING, f"het model {profile.model} wordt bij de start opgehaald"
    return GOOD, "op deze machine"


async def _moments() -> AsyncIterator[Finding]:
    for sentence in await clocks.from_the_future():
        yield Finding("klok", WARNING, sentence)


async def _given_up() -> AsyncIterator[Finding]:
    number = len(await by_hand.failed()) + len(await webhooks.failing())
    if number:
        told = texts.counted(number, "mail of gebeurtenis", "mails en gebeurtenissen")
        yield Finding("mislukt", WARNING, f"{told}: draai failed")
