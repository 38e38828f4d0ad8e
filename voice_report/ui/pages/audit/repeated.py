"""Views that one person repeated shortly after each other, shown as one row; the trail itself keeps every row (S27)."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from ....clock import AMSTERDAM
from ....core import texts
from ....services.audit import viewer
from ....services.audit.viewer import Entry

#: The longest time between two views of one row.
WITHIN = timedelta(minutes=15)


@dataclass
class Shown:
    """A row as it is shown: its newest entry, how many there are, the oldest one's moment, and what was viewed."""

    entry: Entry
    since: datetime
    number: int = 1
    things: list[str] = field(default_factory=list)

    @property
    def what(self) -> str:
        """Return the label; of several lists 'Gebruikers, uitnodigingen en cliënten bekeken'."""
        if len(self.things) < 2:
            return self.entry.what
        *most, last = self.things
        words = f"{', '.join(most)} en {last} bekeken"
        return f"{words[:1].upper()}{words[1:]}"

    @property
    def repeated(self) -> str:
        """Return how often and when, '' for a single entry: '3 keer, 09.12–09.20 uur'."""
        if self.number == 1:
            return ""
        first, last = texts.time(self.since), texts.time(self.entry.at)
        return f"{self.number} keer, {last if first == last else f'{first}–{last}'} uur"


def merged(entries: Iterable[Entry]) -> list[Shown]:
    """Return the rows to show for these entries, newest first.

    Merged are views by one person from one address and device of the same client, report or draft, and those of whole
    lists, of which one page may show several. What was refused, changed, downloaded or deleted stays a row of its own.
    """
    rows: list[Shown] = []
    newest: dict[tuple, Shown] = {}
    for entry in entries:
        key = _key(entry)
        row = newest.get(key) if key else None
        if row and row.since - entry.at <= WITHIN and _day(row.since) == _day(entry.at):
            row.number, row.since = row.number + 1, entry.at
        else:
            row = Shown(entry, entry.at)
            rows.append(row)
        if key:
            newest[key] = row
            row.things = [entry.thing, *(one for one in row.things if one != entry.thing)]
    return rows


def _key(entry: Entry) -> tuple | None:
    """Return what entries of one row have in common; ``None`` for an entry that stays alone."""
    if entry.kind != viewer.VIEWED or not entry.success or entry.user_id is None:
        return None
    about = (entry.what, entry.client_id, entry.resource_id) if entry.client_id or entry.resource_id else ()
    return entry.user_id, entry.organization, entry.ip_address, entry.user_agent, *about


def _day(moment: datetime) -> object:
    return moment.astimezone(AMSTERDAM).date()
