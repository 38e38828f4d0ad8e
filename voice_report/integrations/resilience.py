"""Calls to an external service that may fail: bounded retries with jitter, Retry-After, and a circuit breaker.

Shared by speech and structuring (concepts/dictation.md "Speech to text", security.md S20). No part of a request or
a response is logged, no address and no key: only the service's name, the kind of failure and the attempt.
"""

import asyncio
import logging
import math
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import httpx2

from ..errors import Unavailable

if TYPE_CHECKING:
    from openai import APIStatusError

log = logging.getLogger(__name__)

Result = TypeVar("Result")

#: Replaced in tests, which do not sleep.
pause: Callable[[float], Awaitable[None]] = asyncio.sleep

TIME_OUT = "time-out"  # the reason of a failure
NOT_SENT = "not_sent"  # the code of a request that we stopped: it says nothing about the service

_MISCONFIGURED = (401, 403, 404)
_TEMPORARY = (408, 409, 425, 429)


class Failure(Exception):
    """One failed attempt: its reason, in a word for the log; whether a retry makes sense; the service's Retry-After."""

    def __init__(self, reason: str, *, again: bool = True, retry_after: float | None = None, code: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.again = again
        self.retry_after = retry_after
        self.code = code


class ServerError(Failure):
    """An error that the server sent in place of an answer; ``text`` is what it sent, which is never logged."""

    def __init__(self, text: str) -> None:
        super().__init__("an error in place of the answer")
        self.text = text


@dataclass(frozen=True, slots=True)
class Policy:
    """The time limits and retries of one call. Times in seconds.

    ``timeout`` bounds one attempt as a whole, so a slow drip ends too. No new attempt starts once ``timeout`` has
    passed since the first began: a hanging service costs one time-out, not three.
    """

    timeout: float
    attempts: int = 3
    first_wait: float = 0.4
    longest_wait: float = 8.0


class Breaker:
    """A circuit breaker: stops calling a service that keeps failing.

    After ``failures`` failed attempts in a row it stays open for ``rest`` seconds, then lets a single attempt through.
    """

    def __init__(
        self, name: str, *, failures: int = 6, rest: float = 15.0, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.name = name
        self._limit = failures
        self._rest = rest
        self._now = now
        self._failed = 0
        self._closed_until = -math.inf
        self._probing = False
        self._refuses_us = False

    @property
    def is_failing(self) -> bool:
        """Whether the last attempts failed, or our key or address was refused, until an attempt succeeds again."""
        return self._refuses_us or self._failed >= self._limit

    def seconds_to_wait(self) -> float:
        """Return 0 when an attempt may start now (while recovering: claims the only one), else the seconds to wait."""
        if self._failed < self._limit:
            return 0.0
        left = self._closed_until - self._now()
        if left > 0:
            return left
        if self._probing:
            return 1.0
        self._probing = True
        return 0.0

    def succeeded(self) -> None:
        self._failed = 0
        self._probing = False
        self._refuses_us = False

    def refused(self) -> None:
        """Record that the service rejected our key or address: calling again costs nothing, but does not help."""
        self.succeeded()
        self._refuses_us = True

    def failed(self) -> None:
        """Record that the service did not answer, or not usably."""
        self._failed += 1
        self._probing = False
        if self._failed >= self._limit:
            self._closed_until = self._now() + self._rest

    def abandoned(self) -> None:
        """Record that our side cancelled the attempt, which says nothing about the service."""
        self._probing = False


def as_failure(error: Exception) -> Failure | None:
    """Translate an exception of the client library into a ``Failure``; ``None`` for an error that is a bug of ours."""
    if isinstance(error, Failure):
        return error
    import openai  # here, because it takes a second, and the product starts without it

    if isinstance(error, openai.APIStatusError):
        return _status_failure(error)
    if isinstance(error, TimeoutError | openai.APITimeoutError | httpx2.TimeoutException):
        return Failure("connection" if _is_refused(error) else TIME_OUT)
    if isinstance(error, openai.APIConnectionError | httpx2.TransportError | OSError):
        return Failure("connection")
    # JSONDecodeError and UnicodeDecodeError are ValueErrors; a malformed response may be a temporary fault.
    if isinstance(error, openai.APIResponseValidationError | openai.APIError | httpx2.HTTPError | ValueError):
        return Failure("broken answer")
    import aiohttp  # of an answer that is no HTTP its errors come through as they are

    return Failure("broken answer") if isinstance(error, aiohttp.ClientError) else None


def _is_refused(error: BaseException | None) -> bool:
    """Return whether there was no connection at all: through aiohttp the client library calls that a time-out too."""
    while error is not None:
        if isinstance(error, OSError) and not isinstance(error, TimeoutError):
            return True
        error = error.__cause__
    return False


def _status_failure(error: "APIStatusError") -> Failure:
    status = error.status_code
    if status in _MISCONFIGURED:
        return Failure(f"status {status}", again=False, code="engine_misconfigured")
    if status >= 500 or status in _TEMPORARY:
        return Failure(f"status {status}", retry_after=_retry_after(error.response.headers.get("retry-after")))
    return Failure(f"status {status}", again=False, code="engine_refused")


def _retry_after(value: str | None) -> float | None:
    """Parse Retry-After in seconds; the date form is rare here and falls back to our own waiting time."""
    try:
        seconds = float(value or "")
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None


async def call_with_retries(
    breaker: Breaker,
    attempt: Callable[[], Awaitable[Result]],
    *,
    policy: Policy,
    sentence: str,
    is_whole: bool = True,
) -> Result:
    """Await ``attempt()`` until it succeeds or the policy gives up; return its result.

    Raises ``Unavailable`` with ``sentence`` and a bounded ``retry_after``; its code is ``unavailable``,
    ``engine_misconfigured`` (key or address refused) or ``engine_refused`` (this request refused). A bug of ours passes
    through as it is. For a stream, ``attempt`` opens it and waits for the first piece; with ``is_whole`` False the
    caller reports the outcome of the rest to the breaker, because a good start may still break off every time.
    """
    begin = time.monotonic()
    for number in range(1, policy.attempts + 1):
        waiting = breaker.seconds_to_wait()
        if waiting:
            raise Unavailable(sentence, retry_after=_bounded(waiting))
        try:
            async with asyncio.timeout(policy.timeout):
                result = await attempt()
        except Exception as error:
            failure = as_failure(error)
            if failure is None:
                breaker.abandoned()
                raise
            _note(breaker, failure, number)
            wait = _next_wait(policy, failure, number)
            if wait is None or time.monotonic() - begin + wait > policy.timeout:
                raise Unavailable(
                    sentence, code=failure.code or "unavailable", retry_after=_bounded(failure.retry_after or 5)
                ) from None
        except BaseException:
            breaker.abandoned()
            raise
        else:
            if is_whole:
                breaker.succeeded()
            return result
        await pause(wait)
    raise AssertionError("unreachable: the last attempt returns or raises")


def _note(breaker: Breaker, failure: Failure, number: int) -> None:
    if failure.again:
        breaker.failed()
    elif failure.code == NOT_SENT:
        breaker.abandoned()
    elif failure.code == "engine_misconfigured":
        breaker.refused()
    else:
        breaker.succeeded()
    log.warning("%s: attempt %d failed: %s", breaker.name, number, failure.reason)


def _next_wait(policy: Policy, failure: Failure, number: int) -> float | None:
    """Return the seconds to wait before the next attempt, or ``None`` to give up."""
    if not failure.again or number == policy.attempts:
        return None
    if failure.retry_after is not None:
        return failure.retry_after if failure.retry_after <= policy.longest_wait else None
    # Random only to spread many callers; it is no secret.
    longest = min(policy.longest_wait, policy.first_wait * 2 ** (number - 1))
    return random.uniform(longest / 2, longest)  # noqa: S311  # nosec B311


def _bounded(seconds: float) -> int:
    """Round up to whole seconds for Retry-After, between 1 second and 2 minutes."""
    return max(1, min(120, math.ceil(seconds)))
