"""What is counted by address, and what counts as one address (S08, S33)."""

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as some
from limits import parse

from voice_report.errors import TooMany
from voice_report.services.audit import trail
from voice_report.services.sessions import sessions
from voice_report.services.shared import rate_limits
from voice_report.services.sign_in import signing_in

WRONG = "Verkeerd-wachtwoord-1!"


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("::FFFF:C000:0201", "192.0.2.1"),
        ("2001:db8:1:2::5", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::5", "2001:db8:1:3::/64"),
        ("64:ff9b::192.0.2.1", "192.0.2.1"),
        ("64:FF9B::C000:0202", "192.0.2.2"),
        ("64:ff9b::1:0:0", "64:ff9b::/64"),
        ("64:ff9b:1::c000:201", "64:ff9b:1::/64"),
        ("2002:c000:201::1", "2002:c000:201::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("", ""),
        ("unknown", "unknown"),
        ("2001:db8::/32", "2001:db8::/32"),
        ("[2001:db8::1]:443", "[2001:db8::1]:443"),
    ],
)
def test_s33_an_address_is_counted_by_what_one_customer_has(address: str, key: str) -> None:
    assert rate_limits.address_key(address) == key


@given(some.ip_addresses(v=6), some.integers(0, 2**64 - 1))
def test_s33_all_addresses_of_a_network_are_one(address: ipaddress.IPv6Address, other: int) -> None:
    neighbour = ipaddress.IPv6Address(int(address) >> 64 << 64 | other)
    if any(one.ipv4_mapped or one in ipaddress.ip_network("64:ff9b::/96") for one in (address, neighbour)):
        return
    assert rate_limits.address_key(str(address)) == rate_limits.address_key(str(neighbour))


@given(some.text(max_size=60))
def test_s33_whatever_is_counted_has_a_key(text: str) -> None:
    assert isinstance(rate_limits.address_key(text), str)


@pytest.mark.parametrize("name", sorted(rate_limits.BY_ADDRESS))
async def test_s33_every_limit_by_address_holds_for_a_whole_network(name: str) -> None:
    limit = rate_limits.LIMITS[name].amount
    for number in range(limit):
        await rate_limits.hit(name, f"2001:db8:1:2::{number:x}")
    with pytest.raises(TooMany):
        await rate_limits.hit(name, "2001:db8:1:2:ffff::1")
    await rate_limits.hit(name, "2001:db8:1:3::1")


async def test_s08_addresses_of_one_network_guess_as_one(db, people) -> None:
    for number in range(60):
        trail.caller.set(trail.Caller(f"2001:db8:1:2::{number:x}"))
        with pytest.raises(sessions.WrongCredentials):
            await signing_in.log_in(f"nobody-{number}@zorg.example", WRONG)
    trail.caller.set(trail.Caller("2001:db8:1:2::ffff"))
    with pytest.raises(TooMany):
        await signing_in.log_in("nobody-61@zorg.example", WRONG)


async def test_s33_the_networks_of_one_site_are_bounded_together() -> None:
    """A customer with a /56 or a /48 has hundreds or thousands of /64s."""
    limit = rate_limits.LIMITS["passkey_address"].amount
    for number in range(8 * limit):
        await rate_limits.hit("passkey_address", f"2001:db8:1:{number:x}::1")
    for _ in range(limit + 1):
        with pytest.raises(TooMany):
            await rate_limits.hit("passkey_address", "2001:db8:1:ffff::1")
    await rate_limits.hit("passkey_address", "2001:db8:2::1")
    for number in range(9 * limit):
        await rate_limits.hit("passkey_address", f"192.0.{number // 250}.{number % 250}")


def test_s33_only_an_ipv6_address_has_a_site() -> None:
    assert rate_limits.site("2001:db8:1:2::5") == "site 2001:db8:1::/48"
    assert {rate_limits.site(one) for one in ("192.0.2.1", "::ffff:192.0.2.1", "64:ff9b::c000:201", "", "x")} == {""}


@pytest.mark.parametrize("address", ["192.0.2.1", "2001:db8:1:2::5", ""])
async def test_s33_a_flood_does_not_ask_the_counters_for_each_refusal(address: str, monkeypatch) -> None:
    monkeypatch.setitem(rate_limits.LIMITS, "socket", parse("3 per minute"))
    monkeypatch.setattr(rate_limits, "_REPEATED_FOR", 3600.0)
    asked, ask = [], rate_limits._ask

    async def counting(*question, **more):
        asked.append(question)
        return await ask(*question, **more)

    for _ in range(3):
        await rate_limits.hit("socket", address)
    monkeypatch.setattr(rate_limits, "_ask", counting)
    waits = set()
    for _ in range(50):
        with pytest.raises(TooMany) as refused:
            await rate_limits.hit("socket", address)
        waits.add(refused.value.retry_after)
    assert len(asked) == 2
    assert len(waits) == 1
    await rate_limits.hit("socket", "192.0.2.2")
    await rate_limits.hit("api", address)
    monkeypatch.setattr(rate_limits, "_REPEATED_FOR", 0.0)
    rate_limits._counters().refused.clear()
    for _ in range(2):
        asked.clear()
        with pytest.raises(TooMany):
            await rate_limits.hit("socket", address)
        assert len(asked) == 2, "it may have room again"


async def test_s33_few_refusals_are_remembered(monkeypatch) -> None:
    monkeypatch.setitem(rate_limits.LIMITS, "socket", parse("1 per minute"))
    monkeypatch.setattr(rate_limits, "_REPEATED", 5)
    for number in range(20):
        await rate_limits.hit("socket", f"192.0.2.{number}")
        with pytest.raises(TooMany):
            await rate_limits.hit("socket", f"192.0.2.{number}")
        assert len(rate_limits._counters().refused) <= 5


async def test_s08_what_was_never_taken_is_not_given_back(people) -> None:
    """Else a right sign-in over the end of a period would give its address another guess."""
    place = ("login_account", people.user.email)
    for _ in range(5):
        await rate_limits.give_back(place)
    for _ in range(rate_limits.LIMITS["login_account"].amount):
        await rate_limits.take(place)
    with pytest.raises(TooMany):
        await rate_limits.take(place)
