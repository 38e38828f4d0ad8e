"""TXT records, asked of a name server that no one here wrote a shortcut into: over the wire."""

import pytest

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
