"""'Inzicht' as CSV: the weeks, or the engines (security.md S24, S101)."""

from datetime import timedelta
from typing import Literal

from ... import clock
from ...core import texts
from ..audit.audited_reads import run_audited
from ..shared import export, rate_limits
from ..shared.identity import PLATFORM_ADMIN, CurrentUser
from . import figures
from .counting import WEEK
from .figures import Insight

Part = Literal["weeks", "engines"]

_WEEKS = ("week", "van", "tot en met", "rapportages", "collega's", "seconden spraak", "gearchiveerd", "nagekeken")
_ENGINES = (
    "verwerker", "werk", "gelukt", "na opnieuw vragen", "mislukt", "niet verstuurd", "helft binnen seconden",
    "95 van 100 binnen seconden",
)  # fmt: skip
WORK = {"speech": "spraak", "text": "tekst"}


async def of(user: CurrentUser, weeks: int, part: Part) -> tuple[str, bytes]:
    """Return the name and the content of a file, of the caller's organization or, for a platform admin, of all; it is
    recorded. Its cells are inert in a spreadsheet. Raises ``NotAllowed``, ``NotFound``, ``TooMany``."""
    read = figures.of_all if user.role == PLATFORM_ADMIN else figures.of_organization
    await rate_limits.hit("export", str(user.id))
    found = await run_audited(read, user, weeks, action="export")
    lines = _week_lines(found, of_all=user.role == PLATFORM_ADMIN) if part == "weeks" else _engine_lines(found)
    name = export.file_name(clock.now(), found.name, "csv", what="inzicht" if part == "weeks" else "inzicht-verwerkers")
    return name, ("\ufeff" + "".join(map(export.csv_line, lines))).encode()


def _week_lines(found: Insight, *, of_all: bool) -> list[tuple[str, ...]]:
    more = ("organisaties",) if of_all else ()
    lines: list[tuple[str, ...]] = [(*_WEEKS, *more, "opmerking")]
    for week in found.weeks:
        numbers = [week.reports, week.people, week.seconds, week.archived, week.checked]
        numbers += [week.organizations] if of_all else []
        days = (week.begin, week.begin + WEEK - timedelta(days=1))
        note = "" if week.is_whole else f"leeg: minder dan {found.fewest} collega's"
        lines.append((str(week.number), *map(texts.dutch_date, days), *map(_cell, numbers), note))
    return lines


def _engine_lines(found: Insight) -> list[tuple[str, ...]]:
    lines: list[tuple[str, ...]] = [_ENGINES]
    for one in found.engines:
        numbers = (one.done, one.again, one.failed, one.refused, one.half, one.most)
        lines.append((one.name, WORK[one.work], *map(_cell, numbers)))
    return lines


def _cell(number: int | None) -> str:
    return "" if number is None else str(number)
