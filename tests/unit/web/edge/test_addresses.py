"""Whom a request comes from: only what our own proxies wrote is believed (S08, S33)."""

import ipaddress

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as tries
from hypothesis import strategies as some

from tests.support import environment
from voice_report.web.edge import addresses

PROXY = "10.0.0.9"


def seen(*lines: str, client: tuple[str, int] | None = (PROXY, 1)) -> str:
    headers = [(b"X-Forwarded-For", line.encode("latin-1")) for line in lines]
    return addresses.of_caller({"type": "http", "headers": [(b"host", b"x"), *headers], "client": client})


@pytest.fixture
def hops(monkeypatch):
    def trust(number: int) -> None:
        environment.use(monkeypatch, TRUSTED_PROXY_HOPS=str(number))

    return trust


@pytest.mark.parametrize(
    ("trusted", "lines", "address"),
    [
        (0, ["203.0.113.9"], PROXY),
        (1, [], PROXY),
        (1, ["192.0.2.8"], "192.0.2.8"),
        (1, ["203.0.113.9, 192.0.2.8"], "192.0.2.8"),
        (1, ["203.0.113.9", "192.0.2.8"], "192.0.2.8"),  # the proxy's own line comes last
        (1, ["203.0.113.9, 203.0.113.10", "", "192.0.2.8"], "192.0.2.8"),
        (2, ["203.0.113.9", "192.0.2.8", "10.0.0.1"], "192.0.2.8"),
        (2, ["203.0.113.9, 192.0.2.8", "10.0.0.1"], "192.0.2.8"),
        (2, ["192.0.2.8"], PROXY),  # it did not pass both proxies
        (1, ["192.0.2.8:4711"], "192.0.2.8"),
        (1, ["2001:db8::1"], "2001:db8::1"),
        (1, ["[2001:db8::1]"], "2001:db8::1"),
        (1, ["[2001:db8::1]:443"], "2001:db8::1"),
        (1, ['"[2001:db8::1]:443"'], "2001:db8::1"),
        (1, ["2001:0DB8:0:0::1"], "2001:db8::1"),
        (1, ["::ffff:192.0.2.8"], "192.0.2.8"),
        (1, ["fe80::1%eth0"], "fe80::1"),
        (1, ["unknown"], PROXY),
        (1, ["203.0.113.9, unknown"], PROXY),
        (1, ["203.0.113.9, _hidden"], PROXY),
        (1, ["<script>"], PROXY),
        (1, ["[", "]"], PROXY),
    ],
)
def test_the_caller_is_who_the_last_trusted_proxy_saw(hops, trusted: int, lines: list[str], address: str) -> None:
    hops(trusted)
    assert seen(*lines) == address


def test_without_a_neighbour_there_is_no_address(hops) -> None:
    hops(1)
    assert seen(client=None) == ""


@given(
    forged=some.lists(some.text(some.characters(min_codepoint=33, max_codepoint=255)), max_size=4),
    own=some.ip_addresses(),
)
@tries(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_nothing_written_before_the_proxys_entry_is_believed(hops, forged: list[str], own) -> None:
    hops(1)
    expected = getattr(own, "ipv4_mapped", None) or own
    if isinstance(own, ipaddress.IPv6Address) and own.scope_id:
        return
    assert seen(*forged, str(own)) == str(expected)
    assert seen(", ".join([*forged, str(own)])) == str(expected)


def test_a_neighbour_over_ipv4_is_the_same_one_where_we_listen_on_both(hops) -> None:
    hops(0)
    assert seen(client=("::ffff:192.0.2.8", 1)) == "192.0.2.8"
    assert seen(client=("2001:db8::1", 1)) == "2001:db8::1"
