"""S45: what an organization typed as an address never makes us ask a private one, wait long, or read much."""

import asyncio
import socket
from typing import Any

import httpcore2
import pytest

from tests.support import environment
from tests.support.fakes.identity_provider import FakeIdentityProvider, authority, drip, reply
from tests.unit.integrations.oidc.exchange import sign_in
from voice_report.config import Settings, settings
from voice_report.integrations import dns
from voice_report.integrations.oidc import client, metadata
from voice_report.integrations.oidc.refusal import ProviderError

DOCUMENT = "/.well-known/openid-configuration"

PRIVATE = [
    "127.0.0.1", "127.8.8.8", "0.0.0.1", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1",
    "100.127.255.255", "169.254.169.254", "168.63.129.16", "192.0.2.1", "198.18.0.1", "224.0.0.1", "239.1.1.1",
    "240.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "fec0::1",
    "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "64:ff9b::7f00:1", "64:ff9b::a00:1",
    "64:ff9b:1::1", "2002:7f00:1::", "2001:0:1::1", "2001:db8::1",
]  # fmt: skip
PUBLIC = ["93.184.216.34", "8.8.8.8", "2606:2800:220:1::1", "::ffff:8.8.8.8", "64:ff9b::808:808"]


@pytest.mark.parametrize("address", PRIVATE)
def test_s45_private_addresses(address: str) -> None:
    assert not client.is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses(address: str) -> None:
    assert client.is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "http://delinde.example", "https://", "https:///x", "ftp://delinde.example", "javascript:alert(1)", "",
        "https://admin:wachtwoord@delinde.example", "https://delinde.example\\@10.0.0.1", "https://x.example/#y",
        "https://x.example/\n", "https://x y.example", "https://[::1", "https://x.example:99999", "//x.example", None,
        7, "https://é.example", f"https://x.example/{'y' * 500}",
    ],
)  # fmt: skip
def test_s45_what_is_no_address(url: Any) -> None:
    assert not client.is_address(url)


@pytest.fixture
def connects(monkeypatch) -> list[str]:
    """The addresses that a connection was made to; each refuses."""
    asked: list[str] = []

    async def refuse(_self, host: str, *_rest: Any, **_named: Any) -> Any:
        asked.append(host)
        raise httpcore2.ConnectError("refused")

    monkeypatch.setattr(httpcore2.AnyIOBackend, "connect_tcp", refuse)
    return asked


def _names(monkeypatch, *answers: list[str]) -> None:
    waiting = list(answers)

    async def addresses(_host: str) -> list[str]:
        return waiting.pop(0)

    monkeypatch.setattr(dns, "addresses", addresses)


async def test_s45_a_host_with_one_private_address_is_not_asked(monkeypatch, connects) -> None:
    for address in PRIVATE:
        _names(monkeypatch, ["93.184.216.34", address])
        with pytest.raises(ProviderError) as refusal:
            await client.get_json("https://aanmelden.example/x")
        assert refusal.value.reason == "no public address"
    assert connects == []


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "[::1]", "[::ffff:7f00:1]", "localhost"]
)
async def test_s45_a_private_address_by_any_name(host: str, connects) -> None:
    with pytest.raises(ProviderError) as refusal:
        await client.get_json(f"https://{host}/x")
    assert refusal.value.reason in ("no public address", "connection: gaierror")
    assert connects == []


@pytest.mark.played_connection
async def test_s45_a_name_that_resolves_differently_a_moment_later(monkeypatch, connects) -> None:
    _names(monkeypatch, ["93.184.216.34"], ["127.0.0.1"])
    with pytest.raises(ProviderError):
        await client.get_json("https://aanmelden.example/x")
    assert connects == ["93.184.216.34"], "the address that was checked, and no second lookup"


async def test_the_certificate_is_that_of_the_name(identity_provider, monkeypatch) -> None:
    async def here(_host: str) -> list[str]:
        return ["127.0.0.1"]

    monkeypatch.setattr(dns, "addresses", here)
    port = identity_provider.issuer.rpartition(":")[2]
    assert (await client.get_json(f"https://localhost:{port}{DOCUMENT}"))["issuer"] == identity_provider.issuer
    with pytest.raises(ProviderError) as refusal:
        await client.get_json(f"https://elders.example:{port}{DOCUMENT}")
    assert refusal.value.code == "provider_unreachable"


async def test_loopback_is_for_development(identity_provider, monkeypatch) -> None:
    environment.use(monkeypatch, SINGLE_SIGN_ON_LOOPBACK="off")
    with pytest.raises(ProviderError) as refusal:
        await sign_in(identity_provider)
    assert refusal.value.reason == "no public address"
    assert identity_provider.requests == []
    with pytest.raises(ValueError, match="SINGLE_SIGN_ON_LOOPBACK"):
        Settings(
            app_env="production", app_url="https://x.example", secret_key="k" * 40, mail_url="smtps://x.example",
            single_sign_on_loopback="on",
        )  # fmt: skip


@pytest.mark.parametrize("target", ["https://10.0.0.1/", "http://169.254.169.254/latest/meta-data/", "/elsewhere"])
async def test_s45_redirects_are_not_followed(target: str, identity_provider) -> None:
    identity_provider.documents[DOCUMENT] = lambda handler: reply(handler, b"", 302, Location=target)
    with pytest.raises(ProviderError) as refusal:
        await sign_in(identity_provider)
    assert refusal.value.reason == "redirect"
    assert identity_provider.requests == [DOCUMENT]


@pytest.mark.parametrize("endpoint", ["authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint"])
@pytest.mark.parametrize("url", ["http://aanmelden.example/x", "javascript:alert(1)", 7, "file:///etc/passwd"])
async def test_s45_published_addresses_are_checked_too(endpoint: str, url: Any, identity_provider) -> None:
    identity_provider.metadata = {endpoint: url}
    with pytest.raises(ProviderError) as refusal:
        await metadata.discover(identity_provider.issuer)
    assert refusal.value.code == "provider_changed"


@pytest.mark.parametrize("endpoint", ["token_endpoint", "jwks_uri"])
async def test_s45_a_public_provider_does_not_lead_us_inside(endpoint: str, identity_provider, monkeypatch) -> None:
    identity_provider.metadata = {endpoint: "https://intern.example/x"}
    real = dns.addresses

    async def addresses(host: str) -> list[str]:
        return ["10.0.0.1"] if host == "intern.example" else await real(host)

    monkeypatch.setattr(dns, "addresses", addresses)
    with pytest.raises(ProviderError) as refusal:
        await sign_in(identity_provider)
    assert refusal.value.reason == "no public address"


async def test_s45_ten_megabytes(identity_provider) -> None:
    sent = []

    def send(handler: Any) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", str(10 * 1024 * 1024))
        handler.end_headers()
        for _ in range(160):
            handler.wfile.write(b" " * 65536)
            sent.append(65536)

    identity_provider.documents[DOCUMENT] = send
    with pytest.raises(ProviderError) as refusal:
        await sign_in(identity_provider)
    assert refusal.value.reason == "answer too large"


@pytest.mark.parametrize("path", [DOCUMENT, "/jwks", "/token"])
async def test_s45_a_slow_drip_ends(path: str, identity_provider, monkeypatch) -> None:
    monkeypatch.setattr(client, "TIMEOUT", 0.5)
    identity_provider.documents[path] = drip
    async with asyncio.timeout(100):
        with pytest.raises(ProviderError) as refusal:
            await sign_in(identity_provider)
    assert refusal.value.code == "provider_unreachable"


async def test_a_provider_that_is_away(monkeypatch) -> None:
    environment.use(monkeypatch, SINGLE_SIGN_ON_LOOPBACK="on")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        with pytest.raises(ProviderError) as refusal:
            await metadata.discover(f"https://127.0.0.1:{free.getsockname()[1]}")
    assert refusal.value.code == "provider_unreachable"
    assert "beheerder" in refusal.value.message


async def test_a_provider_with_a_certificate_of_nobody(identity_provider, monkeypatch) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    settings.cache_clear()
    with pytest.raises(ProviderError) as refusal:
        await metadata.discover(identity_provider.issuer)
    assert refusal.value.code == "provider_unreachable"
    assert authority()[1].exists()


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"no json", b"\xff", b"[" * 100_000, b'{"issuer": "https://elders.example"}']
)
async def test_documents_that_are_none(body: bytes, identity_provider) -> None:
    identity_provider.documents[DOCUMENT] = lambda handler: reply(handler, body)
    with pytest.raises(ProviderError) as refusal:
        await metadata.discover(identity_provider.issuer)
    assert refusal.value.code == "provider_changed"


async def test_an_issuer_is_compared_to_the_letter(identity_provider) -> None:
    with pytest.raises(ProviderError) as refusal:
        await metadata.discover(f"{identity_provider.issuer}/")
    assert refusal.value.reason == "another issuer"


async def test_many_at_once_ask_once(identity_provider) -> None:
    found = await asyncio.gather(*(metadata.discover(identity_provider.issuer) for _ in range(10)))
    assert len({one.issuer for one in found}) == 1
    assert identity_provider.requests == [DOCUMENT]


async def test_the_secret_goes_in_the_body_where_the_header_is_not_taken(identity_provider) -> None:
    given: list[bytes] = []

    def note(handler: Any) -> None:
        given.append(handler.rfile.read(int(handler.headers["Content-Length"])))
        reply(handler, {"error": "invalid_grant"}, 400)

    identity_provider.metadata = {"token_endpoint_auth_methods_supported": ["client_secret_post"]}
    identity_provider.documents["/token"] = note
    with pytest.raises(ProviderError):
        await sign_in(identity_provider)
    assert b"client_secret=" in given[0]


def test_a_provider_may_live_below_a_path() -> None:
    with FakeIdentityProvider(path="/tenant/v2.0") as provider:
        assert provider.issuer.endswith("/tenant/v2.0")
