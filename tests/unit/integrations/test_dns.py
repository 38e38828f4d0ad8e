"""TXT records, asked of a name server that no one here wrote a shortcut into: over the wire."""

import pytest
from dns.nameserver import AddressAndPortNameserver

from tests.support import environment
from voice_report.config import settings
from voice_report.integrations import dns


async def test_the_records_of_a_name(name_server) -> None:
    long = "v=spf1 " + "x" * 400
    name_server.records = {"delinde.example": ["spraakrapport=k7d2", long], "leeg.example": []}
    assert sorted(await dns.txt("delinde.example")) == ["spraakrapport=k7d2", long]
    assert await dns.txt("leeg.example") == []
    assert await dns.txt("onbekend.example") == []


async def test_a_name_in_other_letters(name_server) -> None:
    name_server.records = {"xn--zorgcaf-hya.example": ["a"]}
    assert await dns.txt("zorgcafé.example") == ["a"]


async def test_no_answer(name_server, monkeypatch) -> None:
    name_server.is_silent = True
    monkeypatch.setattr(dns, "TIMEOUT", 0.3)
    with pytest.raises(dns.LookupFailed):
        await dns.txt("delinde.example")


async def test_what_is_no_name(name_server) -> None:
    name_server.records = {}
    with pytest.raises(dns.LookupFailed):
        await dns.txt("a..b")


async def test_addresses_of_this_machine() -> None:
    assert await dns.addresses("127.0.0.1") == ["127.0.0.1"]


@pytest.mark.parametrize(
    ("given", "server"),
    [
        ("192.0.2.53", ("192.0.2.53", 53)),
        ("192.0.2.53:5353", ("192.0.2.53", 5353)),
        ("2001:db8::53", ("2001:db8::53", 53)),
        ("[2001:db8::53]", ("2001:db8::53", 53)),
        ("[2001:db8::53]:5353", ("2001:db8::53", 5353)),
        ("::1", ("::1", 53)),
        ("", None),
    ],
)
def test_the_name_server_of_the_settings(given, server, monkeypatch) -> None:
    environment.use(monkeypatch, DNS_SERVER=given)
    assert settings().name_server() == server
    if server is not None:
        (asked,) = dns._resolver().nameservers
        assert isinstance(asked, AddressAndPortNameserver)
        assert (asked.address, asked.port) == server


@pytest.mark.parametrize("given", ["ns.example", "192.0.2.53:x", "192.0.2.53:70000", "[::1", "192.0.2.53/24", "a@::1"])
def test_a_name_server_that_is_none_is_refused_at_the_start(given, monkeypatch) -> None:
    environment.use(monkeypatch, DNS_SERVER=given)
    with pytest.raises(ValueError, match="DNS_SERVER is an IP address"):
        settings()


async def test_a_resolver_that_cannot_be_used_is_no_answer(name_server, monkeypatch) -> None:
    def broken() -> None:
        raise ValueError("nameserver 2001:db8: is not an address")

    monkeypatch.setattr(dns, "_resolver", broken)
    with pytest.raises(dns.LookupFailed):
        await dns.txt("delinde.example")
