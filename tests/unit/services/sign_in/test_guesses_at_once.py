"""Guesses made at the same moment: as many are weighed as one after the other, whatever their order (S08)."""

import asyncio
from collections import Counter

import pytest
from sqlmodel import col, select

from tests.support import environment, redis_server, tables
from tests.unit.services.sign_in.signing_in import WRONG, row
from voice_report.db.models import AuditLog
from voice_report.errors import DomainError, Invalid, TooMany, Unavailable
from voice_report.services.accounts import verification
from voice_report.services.audit import trail
from voice_report.services.factors import passwords, proof
from voice_report.services.sessions import sessions
from voice_report.services.shared import rate_limits
from voice_report.services.sign_in import signing_in

AT_ONCE = 40


@pytest.fixture(params=["memory", "redis"])
def counters(request, tmp_path, monkeypatch):
    """Where the limits count."""
    if request.param == "memory":
        yield
        return
    monkeypatch.setattr(rate_limits, "_TIMEOUT", 20)  # on a busy machine some would be counted by the process instead
    with redis_server.running(tmp_path) as url:
        environment.use(monkeypatch, COUNTERS_REDIS_URL=url)
        yield


class Gate:
    """Holds up every password on its way to be hashed, until all are there."""

    def __init__(self, matches) -> None:
        self._matches = matches
        self._arrived = asyncio.Semaphore(0)
        self._open = asyncio.Event()

    async def __call__(self, *arguments) -> bool:
        self._arrived.release()
        await self._open.wait()
        return await self._matches(*arguments)

    async def all_at_once(self, guesses: list, last, *, weighed: int) -> list:
        """Start ``last`` when this many of the guesses are there, then let all go; return what came of each."""
        running = [asyncio.ensure_future(one) for one in guesses]
        for _ in range(weighed):
            await self._arrived.acquire()
        running.append(asyncio.ensure_future(last))
        arrival = asyncio.ensure_future(self._arrived.acquire())
        await asyncio.wait([running[-1], arrival], return_when=asyncio.FIRST_COMPLETED)
        arrival.cancel()
        self._open.set()
        return await asyncio.gather(*running, return_exceptions=True)


@pytest.fixture
def gate(monkeypatch) -> Gate:
    made = Gate(passwords.matches)
    monkeypatch.setattr(passwords, "matches", made)
    return made


async def _try(person, number: int, password: str, **more: str) -> str:
    """Return what came of a sign-in from an address of its own."""
    trail.caller.set(trail.Caller(f"192.0.2.{number}"))
    try:
        await signing_in.log_in(person.email, password, **more)
    except DomainError as refusal:
        return refusal.code or type(refusal).__name__
    return "signed in"


async def _at_once(person, guesses: list[str], **more: str) -> list[str]:
    return await asyncio.gather(*(_try(person, number, one, **more) for number, one in enumerate(guesses)))


async def _reasons(db, person) -> Counter[str]:
    rows = select(AuditLog.error_message).where(
        AuditLog.user_id == person.id, col(AuditLog.success).is_(False), AuditLog.action == "login"
    )
    return Counter(await tables.rows(rows))


async def test_s08_of_many_guesses_at_once_five_are_weighed(db, people, counters, gate) -> None:
    limit = rate_limits.LIMITS["login_account"].amount
    guesses = [_try(people.user, number, WRONG) for number in range(AT_ONCE)]
    last = _try(people.user, AT_ONCE, people.user.password)
    answers = Counter(await gate.all_at_once(guesses, last, weighed=limit))
    assert answers == {sessions.WrongCredentials.code: limit, TooMany.code: AT_ONCE + 1 - limit}
    reasons = await _reasons(db, people.user)
    assert reasons == {"wrong credentials": signing_in.ATTEMPTS - 1, "locked": limit - signing_in.ATTEMPTS + 1}
    assert (await row(db, people.user)).locked_until is not None


async def test_s08_after_five_at_once_the_right_password_is_refused_too(db, people, counters, gate) -> None:
    guesses = [_try(people.user, number, WRONG) for number in range(signing_in.ATTEMPTS)]
    last = _try(people.user, 9, people.user.password)
    answers = await gate.all_at_once(guesses, last, weighed=signing_in.ATTEMPTS)
    assert set(answers) == {sessions.WrongCredentials.code}


async def test_s08_no_more_are_weighed_where_some_were_wrong_before(db, people, counters) -> None:
    await _at_once(people.user, [WRONG] * 3)
    await _at_once(people.user, [WRONG] * 10)
    assert (await _reasons(db, people.user))["wrong credentials"] == signing_in.ATTEMPTS - 1


async def test_s08_who_is_right_at_once_with_others_gets_in_and_takes_up_nobodys_place(db, people, counters) -> None:
    for _ in range(3):
        answers = await _at_once(people.user, [people.user.password] * (signing_in.ATTEMPTS - 1))
        assert set(answers) == {"signed in"}
    stored = await row(db, people.user)
    assert (stored.login_attempts, stored.locked_until) == (0, None)
    for _ in range(70):  # more than the failures that one address, or one account, may have
        await rate_limits.take(("login_address", "192.0.2.1"), ("login_account", people.user.email))
        await rate_limits.give_back(("login_address", "192.0.2.1"), ("login_account", people.user.email))


async def test_s08_a_known_device_guesses_no_more_either(db, people, counters, monkeypatch) -> None:
    phone = (await signing_in.log_in(people.user.email, people.user.password)).device_token
    gate = Gate(passwords.matches)
    monkeypatch.setattr(passwords, "matches", gate)
    limit = rate_limits.LIMITS["login_device"].amount
    guesses = [_try(people.user, number, WRONG, device_token=phone) for number in range(AT_ONCE)]
    last = _try(people.user, AT_ONCE, people.user.password, device_token=phone)
    answers = Counter(await gate.all_at_once(guesses, last, weighed=limit))
    assert answers == {sessions.WrongCredentials.code: limit, TooMany.code: AT_ONCE + 1 - limit}


async def test_s08_a_right_password_that_is_not_enough_locks_nobody(db, people, wall_clock) -> None:
    async with db.transaction() as session:
        session.add(user := await row(db, people.user))
        user.is_email_verified = False
    for _ in range(signing_in.ATTEMPTS + 2):
        assert await _try(people.user, 1, people.user.password) == "email_not_verified"
    stored = await row(db, people.user)
    assert (stored.login_attempts, stored.locked_until) == (0, None)


async def _broken_off(monkeypatch, trying, module, name: str) -> None:
    """Cancel an attempt where it calls this function."""
    begun = asyncio.Event()

    async def never(*_, **__):
        begun.set()
        await asyncio.Event().wait()

    with monkeypatch.context() as patch:
        patch.setattr(module, name, never)
        task = asyncio.create_task(trying)
        await begun.wait()
        task.cancel()
        await asyncio.wait([task])


@pytest.mark.parametrize(("module", "name"), [(passwords, "matches"), (sessions, "open_session")])
async def test_s08_an_attempt_that_is_broken_off_is_no_wrong_password(db, people, counters, monkeypatch, module, name):
    """Nobody was told whether it was right: of a person whose connection fails it must not lock the account."""
    for _ in range(rate_limits.LIMITS["login_account"].amount):
        await _broken_off(monkeypatch, _try(people.user, 1, people.user.password), module, name)
        await asyncio.gather(*signing_in._giving_back)
    stored = await row(db, people.user)
    assert (stored.login_attempts, stored.locked_until) == (0, None)
    assert await _try(people.user, 1, people.user.password) == "signed in"


async def test_s08_while_the_database_fails_right_passwords_lock_nobody(db, people, monkeypatch) -> None:
    """What was counted is given back as soon as the database takes it."""
    takes, failing = signing_in.transaction, set()

    def transaction():
        if asyncio.current_task() in failing:
            raise Unavailable("Het is nu erg druk.")
        return takes()

    waits: list[float] = []

    async def pause(seconds: float) -> None:
        waits.append(seconds)
        task = asyncio.current_task()
        failing.discard(task) if seconds > 1 else failing.add(task)

    async def fail(*_, **__):
        raise Unavailable("Het is nu erg druk.")

    monkeypatch.setattr(signing_in, "transaction", transaction)
    monkeypatch.setattr(signing_in, "pause", pause)
    with monkeypatch.context() as patch:
        patch.setattr(sessions, "open_session", fail)
        for _ in range(signing_in.ATTEMPTS):
            assert await _try(people.user, 1, people.user.password) == "unavailable"
            await asyncio.gather(*signing_in._giving_back)
    assert waits == [0, 1, 5] * signing_in.ATTEMPTS
    stored = await row(db, people.user)
    assert (stored.login_attempts, stored.locked_until) == (0, None)


async def test_s08_a_wrong_password_counts_when_it_cannot_be_written_down(db, people, monkeypatch) -> None:
    async def fail(*_, **__):
        raise Unavailable("Het is nu erg druk.")

    monkeypatch.setattr(signing_in, "_write_down_failure", fail)
    for _ in range(signing_in.ATTEMPTS):
        assert await _try(people.user, 1, WRONG) == "unavailable"
    await asyncio.gather(*signing_in._giving_back)
    assert (await row(db, people.user)).locked_until is not None


async def test_s08_a_current_password_that_is_broken_off_uses_up_nothing(db, people, counters, monkeypatch) -> None:
    user = await people.user.current()
    for _ in range(rate_limits.LIMITS["password"].amount):
        await _broken_off(monkeypatch, proof.check_password(user, people.user.password), passwords, "matches")
    assert await proof.check_password(user, people.user.password) is None


async def test_s08_a_stolen_session_weighs_no_more_current_passwords_at_once(db, people, counters, gate) -> None:
    user = await people.user.current()
    limit = rate_limits.LIMITS["password"].amount
    guesses = [proof.check_password(user, WRONG) for _ in range(AT_ONCE)]
    last = proof.check_password(user, people.user.password)
    done = await gate.all_at_once(guesses, last, weighed=limit)
    assert Counter(map(type, done)) == {Invalid: limit, TooMany: AT_ONCE + 1 - limit}


async def test_s08_nor_who_has_a_mailed_link_that_needs_the_password(db, people, counters, gate) -> None:
    stored = await row(db, people.user)
    limit = rate_limits.LIMITS["password"].amount
    guesses = [verification._check_password(stored, WRONG) for _ in range(AT_ONCE)]
    last = verification._check_password(stored, people.user.password)
    done = await gate.all_at_once(guesses, last, weighed=limit)
    assert Counter(map(type, done)) == {Invalid: limit, TooMany: AT_ONCE + 1 - limit}


async def test_s08_right_current_passwords_use_up_nothing(db, people, counters) -> None:
    user = await people.user.current()
    for _ in range(rate_limits.LIMITS["password"].amount + 1):
        assert await proof.check_password(user, people.user.password) is None


async def test_s08_a_place_that_is_refused_takes_no_other(counters) -> None:
    address, account = ("login_address", "192.0.2.9"), ("login_account", "niemand@zorg.example")
    for _ in range(rate_limits.LIMITS["login_account"].amount):
        await rate_limits.take(account)
    for _ in range(rate_limits.LIMITS["login_address"].amount + 1):
        with pytest.raises(TooMany):
            await rate_limits.take(address, account)
    await rate_limits.take(address)
