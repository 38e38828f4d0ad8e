"""The last look before a request leaves to an outside engine (security.md S67).

``client`` makes the only HTTP client that such an engine gets. Each request that it makes, each retry too, needs the
open ``Ticket`` of a step that has a row in ``processing_steps``, and is counted in that row before a byte leaves.
Anything else raises ``NotSent``. Redirects are not followed: they would take the body to another host.

The ticket is in the context of the task that works on the step (``permits``), so that no engine passes it on.
"""

import asyncio
import json
import logging
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..engines import Profile
from .resilience import NOT_SENT, Failure

if TYPE_CHECKING:
    import httpx2

log = logging.getLogger(__name__)

# The client library's own messages name the address and, when debugging, what was sent.
for _name in ("openai", "httpx2", "httpcore2", "aiohttp"):
    logging.getLogger(_name).setLevel(logging.WARNING)

#: The code of a text in which the look found something.
SCAN = "scan"
#: What is ours around what was said: the random names of markers, which may have seven figures in a row, and the
#: numbers of sentences, which read as the day before a month.
_FENCE = re.compile(r"</?(?:transcript|koppen)_[0-9a-f]{16}>|^\[\d{1,5}\] ", re.MULTILINE)


class NotSent(Failure):
    """A request that was stopped before a byte left; sending it again would not help."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"not sent: {reason}", again=False, code=NOT_SENT)


@dataclass(eq=False, slots=True)
class Masking:
    """What is known of the text of a step that may leave with placeholders alone.

    ``look`` returns the kinds of what must not leave in one text of a request, said by people or not; without it
    nothing was masked, and nothing leaves. ``refusal`` is the code of why the text stayed here, ``found`` the kinds
    that a look found, ``counts`` how many of each kind were replaced, ``digest`` is of what was to leave. Only ``look``
    knows names, and goes with the task.
    """

    look: Callable[[str, bool], frozenset[str]] | None = field(default=None, repr=False)
    refusal: str = ""
    found: frozenset[str] = frozenset()
    counts: dict[str, int] = field(default_factory=dict)
    digest: str = ""


@dataclass(eq=False, slots=True)
class Ticket:
    """Permission for one step to make requests to one profile's host, until it is closed.

    ``count(size)`` notes in the step's row that a request of so many bytes is about to leave, and returns whether the
    row is there. ``regions`` are those that the organization's floor lets through. What the answers say of themselves
    is noted: the model that answered, and its fingerprint.
    """

    profile: Profile
    regions: tuple[str, ...]
    count: Callable[[int], Awaitable[bool]] = field(repr=False)
    is_open: bool = True
    attempts: int = 0
    model_answered: str = ""
    fingerprint: str = ""
    masking: Masking | None = None  # None: the text may leave as it was said

    def note(self, chunk: dict[str, Any]) -> None:
        """Note what a chunk of an answer says of who made it."""
        model, fingerprint = chunk.get("model"), chunk.get("system_fingerprint")
        self.model_answered = model[:100] if isinstance(model, str) and model else self.model_answered
        self.fingerprint = fingerprint[:100] if isinstance(fingerprint, str) and fingerprint else self.fingerprint


_present: ContextVar[Ticket | None] = ContextVar("ticket", default=None)


@contextmanager
def permits(ticket: Ticket) -> Iterator[Ticket]:
    """Let this task, and what it begins meanwhile, send under a ticket, which is used up afterwards."""
    before = _present.get()
    _present.set(ticket)
    try:
        yield ticket
    finally:
        ticket.is_open = False
        _present.set(before)


def present() -> Ticket | None:
    """Return the ticket under which this task sends."""
    return _present.get()


def client(profile: Profile, *, streams: bool = False) -> "httpx2.AsyncClient":
    """Return the HTTP client for the engine of a profile; ``streams``: its answers come in pieces (decisions/0023)."""
    from httpx2 import URL
    from openai import DefaultAioHttpClient, DefaultAsyncHttpxClient

    place = _place(URL(profile.address))

    async def look(request: "httpx2.Request") -> None:
        await _look(profile, place, request)

    made = DefaultAioHttpClient if streams else DefaultAsyncHttpxClient
    return made(follow_redirects=False, event_hooks={"request": [look]})


def _place(url: "httpx2.URL") -> tuple[str, bytes, int | None]:
    """Return what identifies a server; the library writes each of the three in one way."""
    return url.scheme, url.raw_host, url.port


async def _look(profile: Profile, place: tuple[str, bytes, int | None], request: "httpx2.Request") -> None:
    """Let a request to this place through, counted. Raises ``NotSent``."""
    ticket = _present.get()
    if ticket is None or not ticket.is_open:
        raise _stopped("no ticket" if ticket is None else "a used ticket")
    if ticket.profile != profile:
        raise _stopped("a ticket for another engine")
    if _place(request.url) != place:
        raise _stopped("another host")
    if profile.region not in ticket.regions:
        raise _stopped("a region above the floor")
    if ticket.masking is not None:
        await _inspect(ticket.masking, request)
    size = int(request.headers.get("content-length", 0))
    if not await ticket.count(size):
        raise _stopped("a step without a row")
    ticket.attempts += 1


async def _inspect(masking: Masking, request: "httpx2.Request") -> None:
    """Look at every text of a request that may leave with placeholders alone. Raises ``NotSent``."""
    if masking.look is None:
        raise _stopped("a text in which nothing was masked")
    try:
        body = json.loads(await request.aread())
    except ValueError:
        raise _stopped("a body that cannot be read") from None
    found = await asyncio.to_thread(_found, masking.look, body)
    if found:
        masking.refusal, masking.found = SCAN, found
        raise _stopped(f"a text that still has {', '.join(sorted(found))}")


def _found(look: Callable[[str, bool], frozenset[str]], body: Any) -> frozenset[str]:
    """Return the kinds of what is found in any string of a body; people said what is in a user's message."""
    found: frozenset[str] = frozenset()
    open_ = [(body, False)]
    while open_:
        part, is_said = open_.pop()
        if isinstance(part, str):
            found |= look(_FENCE.sub(" ", part), is_said)
        elif isinstance(part, list):
            open_ += [(one, is_said) for one in part]
        elif isinstance(part, dict):
            is_said = is_said or part.get("role") == "user"
            open_ += [(one, is_said) for pair in part.items() for one in pair if one != "user"]
    return found


def _stopped(reason: str) -> NotSent:
    log.error("checkpoint: a request was stopped: %s", reason)
    return NotSent(reason)
