"""``backup``, ``check-backup`` and ``restore``."""

import argparse
import asyncio
from pathlib import Path

from ..core import texts
from ..db import session as database
from ..db.migrate import migrate
from ..services.audit import verification
from ..services.backups import making, restoring
from .progress import shown

_ERASES_AGAIN = "Wat na de back-up gewist is, wordt bij de start opnieuw gewist."


async def backup(arguments: argparse.Namespace) -> list[str]:
    """Write a backup to a new file."""
    target = Path(arguments.file)
    with shown() as progress:
        about = await asyncio.to_thread(making.make, target, making.key(arguments.key_file), progress)
    print(f"Back-up gemaakt en nagekeken: {target} ({_size(target)}, {_told(about)}).")
    return []


async def check_backup(arguments: argparse.Namespace) -> list[str]:
    """Read a backup to its end."""
    with shown() as progress:
        about = await asyncio.to_thread(making.check, Path(arguments.file), making.key(arguments.key_file), progress)
    print(f"De back-up is heel: van {texts.dutch_moment(about.made_at)}, versie {about.version}, {_told(about)}.")
    return []


async def restore(arguments: argparse.Namespace) -> list[str]:
    """Put a backup back, bring its schema up to date, and verify the audit trail."""
    key, source = making.key(arguments.key_file), Path(arguments.file)
    with shown() as progress:
        done = await restoring.restore(source, key, replace=arguments.replace, progress=progress)
        await asyncio.to_thread(migrate, progress)
        database.without_limits()
        result = await verification.verify(progress=progress) if done.is_verifiable else None
        await restoring.record()
    print(f"Teruggezet: de back-up van {texts.dutch_moment(done.about.made_at)}.")
    print(_ERASES_AGAIN)
    found = [*done.notes, *(result.deviations if result else ())]
    if result and not result.deviations:
        print(f"Het auditspoor is heel: {result.chains} ketens, {result.rows} regels.")
    print("\n".join(found), end="\n" if found else "")
    return found


def _size(path: Path) -> str:
    return texts.size(path.stat().st_size)


def _told(about: making.About) -> str:
    return f"{about.kind}, schema {' '.join(about.schema) or 'geen'}"
