"""The accounts of one organization that all do at once what costs a process most, for ``neighbours``.

Nothing here is forged: each request is one that the product takes from a signed-in account. It goes on until its time
is over, whatever the answers are.
"""

import asyncio
import os
import sys
import uuid
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path

from .abusers import HOME, Attack
from .events import DRAFT, Tab, type_text

#: How many of each go on at the same time, of ten accounts.
TIMES = {
    "held_sounds": 40,
    "full_tabs": 10,
    "costly_reports": 5,
    "typing": 20,
    "calls": 20,
    "long_comparisons": 20,
    "short_comparisons": 20,
    "slow_sounds": 10,
    "segments": 20,
    "slow_workbooks": 10,
    "files": 10,
    "sign_ins": 5,
}
_SAID = "De bloeddruk was 142 over 80 en mevrouw sliep goed. "
_SHORT, _LONG = 90, 3_000  # sentences: compared in a thread; a report that takes long to put in a file


class Neighbour(Attack):
    """``sessions`` are cookies of the accounts, ``people`` their addresses and passwords."""

    def __init__(self, url: str, seconds: float, sessions: list[str], people: list[str], sounds: Path) -> None:
        super().__init__(url, seconds, sessions, sessions, sounds)
        self._people = count(), people
        self._segment = (sounds / "segment.webm").read_bytes()

    async def run(self, *names: str) -> None:
        """Do what has these names, or all of it, at once."""
        chosen: list[Callable[[], Awaitable[None]]] = [
            getattr(self, name) for name, times in TIMES.items() if not names or name in names for _ in range(times)
        ]
        await self.at_once(chosen)

    async def typing(self) -> None:
        """Change a draft's transcript as often as a page may, and save it each time."""
        tab = await Tab.open(self.url, "/new-report", next(self._turn), **HOME)
        try:
            for number in count(1):
                await type_text(tab, number)
                await tab.press(DRAFT, "autosave")
        finally:
            await tab.close()

    async def calls(self) -> None:
        """Read lists, one after the other."""
        async with self._client() as client:
            for path in ("/api/drafts", "/api/clients", "/api/auth/me"):
                await client.get(path, headers={"Cookie": next(self._turn)})

    async def short_comparisons(self) -> None:
        """Have reports compared of the longest length that is compared next to others' events."""
        said = _SAID * _SHORT
        async with self._client() as client:
            body = {"transcript": said, "report": said, "template": "zorg"}
            await client.post("/api/evidence", json=body, headers={"Cookie": next(self._turn)})

    async def segments(self) -> None:
        """Have spoken sentences written out."""
        async with self._client() as client:
            files = {"audio": ("a.webm", self._segment, "audio/webm")}
            told = {"dictationId": str(uuid.uuid4()), "segment": "0"}
            await client.post("/api/stt", files=files, data=told, headers={"Cookie": next(self._turn)})

    async def slow_workbooks(self) -> None:
        """Have small workbooks read that have very many rows."""
        async with self._client() as client:
            own = {"Cookie": next(self._turn)}
            await client.post("/api/clients/import/preview", content=self._workbook, headers=own)

    async def files(self) -> None:
        """Have a long report made into files of each kind."""
        own = {"Cookie": next(self._turn)}
        async with self._client() as client:
            made = await client.post(
                "/api/drafts", json={"transcript": _SAID, "structuredReport": _SAID * _LONG}, headers=own
            )
            draft = made.json().get("id", "")
            for kind in ("pdf", "docx", "txt"):
                await client.get(f"/api/drafts/{draft}/export", params={"format": kind}, headers=own)

    async def sign_ins(self) -> None:
        """Sign in, on devices that the accounts are not known on."""
        numbers, people = self._people
        email, _, password = people[next(numbers) % len(people)].partition(" ")
        async with self._client() as client:
            await client.post("/api/auth/login", json={"email": email, "password": password})


if __name__ == "__main__":
    os.nice(10)  # in reality it is elsewhere
    _url, _seconds, _sessions, _people, _sounds, *_names = sys.argv[1:]
    _noise = Neighbour(_url, float(_seconds), _sessions.split("|"), _people.split("|"), Path(_sounds))
    asyncio.run(_noise.run(*_names))
