"""Rate limits per account and per IP address (security.md S08, S33).

Counters live in Redis when ``REDIS_URL`` is set, so that all workers share them, and in memory otherwise. A Redis that
fails or does not answer delays a request by half a second at most, once every few seconds; until it answers again each
process counts for itself.

An IPv6 address counts as its /64 network: that is the smallest block one customer gets (RFC 6177), and the customer can
use any of its 2^64 addresses.
"""

import asyncio
import ipaddress
import logging
import time
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from limits.storage import storage_from_string
from redis.asyncio import BlockingConnectionPool

from ...config import settings
from ...core.process import process_singleton
from ...errors import TooMany
from ...integrations.resilience import Breaker
from . import page_store

logger = logging.getLogger(__name__)

SENTENCE = "Te veel aanvragen. Probeer het over enkele ogenblikken opnieuw."

#: The limit of each action per key. One address may be a whole care home behind one router.
LIMITS: dict[str, RateLimitItem] = {
    "login_address": parse("60 per 15 minutes"),  # failed attempts from one address
    "login_account": parse("20 per 15 minutes"),  # failed attempts on one account from unknown devices
    "login_device": parse("20 per 15 minutes"),  # failed attempts on one account from one known device
    "login_requests": parse("300 per 5 minutes"),  # sign-ins from one address: hashing costs processor time
    "login_calls": parse("30 per minute"),  # calls to sign in from one device, once its address has used up its limit
    "login_known": parse("60 per 5 minutes"),  # sign-ins to one account from its known devices: the same cost
    "passkey_options": parse("600 per 5 minutes"),  # challenges for one address: each sign-in page takes one
    "passkey_address": parse("300 per 5 minutes"),  # sign-ins by passkey from one address: each verifies a signature
    "passkey_known": parse("60 per 5 minutes"),  # the same, to one account from its known devices
    "register": parse("100 per hour"),  # registrations from one address: each hashes a password
    "mail_address": parse("100 per hour"),  # mails requested from one address: a reset, a verification
    "mail_account": parse("10 per hour"),  # mails requested for one account: we cannot be used to flood a mailbox
    "token": parse("300 per 15 minutes"),  # mailed tokens tried from one address
    "password": parse("20 per 15 minutes"),  # checks of the current password of a signed-in user
    "invite": parse("60 per hour"),  # invitations sent by one person
    "remind": parse("60 per hour"),  # reminders requested by one person, each for one colleague or for all
    "import": parse("120 per hour"),  # client files read for one person: a preview and a save each
    "import_slow": parse("10 per hour"),  # workbooks of one person that took long to read
    "export": parse("30 per 10 minutes"),  # files with all reports of one client, for one person
    "export_report": parse("60 per 10 minutes"),  # files of one report, for one person
    "single_sign_on": parse("300 per 15 minutes"),  # sign-ins at identity providers begun from one address
    "single_sign_on_discover": parse("600 per 15 minutes"),  # addresses looked up from one address
    "provider": parse("60 per hour"),  # tests of an identity provider by one administrator; each asks it
    "domain": parse("60 per hour"),  # lookups of a domain's record for one administrator
    "stt": parse("120 per minute"),  # segments per account: the backlog after an outage arrives in a burst
    "recording": parse("120 per hour"),  # chosen files sent by one person; each may be 64 MB
    "recording_minutes": parse("120 per hour"),  # minutes of sound in the chosen files of one person
    "recording_slow": parse("10 per hour"),  # chosen files of one person that took too much of the processor
    "structure": parse("20 per minute"),  # concepts per account
    "example": parse("20 per day"),  # examples heard, and concepts of one, for one person: they cost no credit
    "example_organization": parse("400 per day"),  # the same, for all members of one organization
    "measurements": parse("120 per minute"),  # readings of a transcript per account: one after each pause in speaking
    "evidence": parse("120 per minute"),  # comparisons per account: one after each pause in typing
    "headings": parse("60 per minute"),  # headings found in what was just said: one after each segment
    "words": parse("300 per hour"),  # changes of word lists by one person, and words checked for them
    "corrections": parse("60 per minute"),  # questions to one person about a correction in a text
    "checkout": parse("20 per 10 minutes"),  # checkout pages for one person; each calls Stripe
    "arrival": parse("8 per minute"),  # status reads at Stripe for one person who returns from paying
    "receipt": parse("30 per 10 minutes"),  # receipts opened by one person; each calls Stripe
    "socket": parse("600 per minute"),  # websocket connections per address
    "socket_full": parse("600 per minute"),  # the same, while the address is at its maximum of visitor connections
    "api": parse("600 per minute"),  # API calls per address
    "stream": parse("600 per minute"),  # recordings begun over a websocket per address; each is an API call, too
    "socket_account": parse(
        "60 per minute"
    ),  # connections and calls of one account, once its address has used up its own limit
    "api_account": parse("300 per minute"),
}

#: The limits whose key is an address.
BY_ADDRESS = frozenset(
    (
        "login_address",
        "login_requests",
        "passkey_options",
        "passkey_address",
        "single_sign_on",
        "single_sign_on_discover",
        "register",
        "mail_address",
        "token",
        "socket",
        "socket_full",
        "api",
        "stream",
    )
)

#: The limits on a signed-in person's work, whose rest that person may know. What is left of the limits on signing in
#: would tell an attacker about others.
_TOLD = frozenset(
    (
        "import", "export", "export_report", "provider", "domain", "stt", "recording", "structure", "measurements",
        "evidence", "headings", "words", "corrections", "checkout", "receipt", "invite", "remind", "api", "api_account",
    )
)  # fmt: skip

#: Those that count each call and connection. A flood of them asks the counters once a second, and is refused at once
#: meanwhile.
_OFTEN = frozenset(("api", "socket", "socket_full", "stream"))
_REPEATED_FOR = 1.0  # seconds
_REPEATED = 1000  # refusals that are remembered

_NETWORK_BITS = 64  # of an IPv6 address
_SITE_BITS = 48
_SITE = "site "
_OF_A_SITE = 8  # times the limit of one address: a provider may give each of many customers a part of a /48
_TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")  # IPv4 addresses behind a translator (RFC 6052, 2.1)

_TIMEOUT = 0.5  # seconds for one call to the shared counters, connecting included
#: To the shared counters. To open one takes the event loop as long as several questions, and a flood would have one
#: opened for each of its requests.
_CONNECTIONS = 8
_REST = 5.0  # seconds after a failure in which they are not called


@dataclass(frozen=True, slots=True)
class Counted:
    """A limit that a call counted for: ``amount`` uses in ``window`` seconds, of which ``remaining`` are left for
    ``resets`` seconds. These two are ``None`` for a limit on all calls, each of which would ask the shared counters
    once more for them."""

    name: str
    amount: int
    window: int
    remaining: int | None = None
    resets: int | None = None


#: What the call that is being answered counted for; ``None`` where that is not reported.
counted: ContextVar[list[Counted] | None] = ContextVar("counted", default=None)


class _Counters:
    """The shared counters (this process's own without Redis), those that replace them, and when to do so."""

    def __init__(self) -> None:
        self.shared = SlidingWindowCounterRateLimiter(_storage())
        self.own = SlidingWindowCounterRateLimiter(MemoryStorage())
        self.breaker = Breaker("rate limits", failures=1, rest=_REST)
        #: By name and address: until when it is refused again, and the seconds to wait.
        self.refused: dict[tuple[str, str], tuple[float, int]] = {}


_counters = process_singleton(_Counters)


@lru_cache(1024)
def address_key(address: str) -> str:
    """Return the counter key of an address: the IPv4 address itself, or the /64 network of an IPv6 address.

    An IPv4 address written as IPv6 (RFC 4291, 2.5.5.2), or translated to it (RFC 6052), counts as that IPv4 address. A
    value that is not an IP address is its own key.
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])  # without the zone (RFC 4007): 'fe80::1%eth0'
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    if parsed in _TRANSLATED:
        return str(ipaddress.IPv4Address(int(parsed) & 0xFFFF_FFFF))
    return str(ipaddress.ip_network((int(parsed), _NETWORK_BITS), strict=False))


@lru_cache(1024)
def site(address: str) -> str:
    """Return the counter key of the /48 of an IPv6 address, which one customer may have 65,536 networks of (RFC 6177);
    '' for any other address."""
    try:
        network = ipaddress.IPv6Network(address_key(address))
    except ValueError:
        return ""
    return f"{_SITE}{network.supernet(new_prefix=_SITE_BITS)}"


async def hit(name: str, key: str, cost: int = 1) -> None:
    """Count a use of ``name`` by ``key``, or ``cost`` of them.

    Raises ``TooMany`` with the seconds to wait when the limit is exceeded. An IPv6 address counts for its site too
    (``site``), with a limit ``_OF_A_SITE`` times as high.
    """
    if settings().rate_limits != "on":
        return
    if name in _OFTEN:
        _repeat_refusal(name, key)
    if not await _ask("hit", name, key, cost=cost):
        await _refuse(name, key)
    whole = site(key) if name in BY_ADDRESS else ""
    if whole and not await _ask("hit", name, whole):
        await give_back((name, key))
        await _refuse(name, whole)
    await _note(name, key)


async def _note(name: str, key: str) -> None:
    noted, limit = counted.get(), LIMITS[name]
    if noted is None or name not in _TOLD:
        return
    rest: tuple[int, ...] = ()
    if name not in _OFTEN:
        stats = await _ask("get_window_stats", name, key)
        rest = max(0, stats.remaining), _seconds_until(stats.reset_time)
    noted.append(Counted(name, limit.amount, limit.get_expiry(), *rest))


def _seconds_until(moment: float) -> int:
    return max(1, int(moment - time.time()) + 1)


async def take(*places: tuple[str, str]) -> None:
    """Count one use of each (name, key), or of none of them. Raises ``TooMany`` when a limit is exceeded.

    For limits on failures: a place is taken before the outcome is known and given back (``give_back``) if it was none.
    Who counts a failure afterwards lets any number of attempts at the same moment pass.
    """
    for number, (name, key) in enumerate(places):
        try:
            await hit(name, key)
        except TooMany:
            await give_back(*places[:number])
            raise


async def give_back(*places: tuple[str, str], cost: int = 1) -> None:
    """Take back a use that ``take`` counted, or ``cost`` of them, except for the site of an address: that does no harm.

    What was counted in a period that has ended is gone already: no caller gets more uses than the limit.
    """
    for name, key in places:
        if settings().rate_limits == "on":
            stats = await _ask("get_window_stats", name, key)
            if stats.remaining < LIMITS[name].amount:
                await _ask("hit", name, key, cost=-cost)


async def _ask(question: str, name: str, key: str, **more: int) -> Any:
    """Query the shared counters, or this process's own while those do not answer."""
    counters = _counters()
    limit = LIMITS[name]
    if key.startswith(_SITE):
        limit = type(limit)(limit.amount * _OF_A_SITE, limit.multiples)
    key = address_key(key) if name in BY_ADDRESS else key
    if not counters.breaker.seconds_to_wait():
        try:
            async with asyncio.timeout(_TIMEOUT):
                answer = await getattr(counters.shared, question)(limit, name, key, **more)
        except Exception as error:  # noqa: BLE001  after any error the request continues with our own counters
            _note_failure(counters.breaker, error)
        except BaseException:
            counters.breaker.abandoned()
            raise
        else:
            if counters.breaker.is_failing:
                logger.warning("rate limits: shared counters answer again")
            counters.breaker.succeeded()
            return answer
    return await getattr(counters.own, question)(limit, name, key, **more)


def _note_failure(breaker: Breaker, error: Exception) -> None:
    if not breaker.is_failing:
        logger.warning("rate limits: shared counters do not answer (%s), counting per process", type(error).__name__)
    breaker.failed()


async def _refuse(name: str, key: str) -> None:
    stats = await _ask("get_window_stats", name, key)
    seconds = _seconds_until(stats.reset_time)
    if (noted := counted.get()) is not None and name in _TOLD:
        rest = () if name in _OFTEN else (0, seconds)  # an address is of others too
        noted.append(Counted(name, LIMITS[name].amount, LIMITS[name].get_expiry(), *rest))
    if name in _OFTEN:
        refused = _counters().refused
        if len(refused) >= _REPEATED:
            refused.clear()
        refused[name, address_key(key)] = time.time() + _REPEATED_FOR, seconds
    raise TooMany(SENTENCE, retry_after=seconds)


def _repeat_refusal(name: str, key: str) -> None:
    """Raise ``TooMany`` again when this address, or its site, was refused just now."""
    refused = _counters().refused
    for one in {address_key(key), site(key) or address_key(key)} if refused else ():
        until, seconds = refused.get((name, one), (0.0, 0))
        if 0 < until - time.time() <= _REPEATED_FOR:  # a clock may be set back
            raise TooMany(SENTENCE, retry_after=seconds)


def _storage():
    url = settings().counters_redis_url or settings().redis_url
    if not url:
        return MemoryStorage()
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=_CONNECTIONS,
        timeout=None,  # the caller waits ``_TIMEOUT`` for the answer
        socket_timeout=_TIMEOUT,
        socket_connect_timeout=_TIMEOUT,
        driver_info=page_store.DRIVER,
    )
    options: dict[str, Any] = {"connection_pool": pool}
    return storage_from_string(f"async+{url}", implementation="redispy", **options)
