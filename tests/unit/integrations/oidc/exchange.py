"""A whole sign-in at a fake provider, without the product's own people: for the tests of the protocol."""

from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tests.support.fakes.identity_provider import CLIENT_ID, CLIENT_SECRET, FakeIdentityProvider
from voice_report.integrations.oidc import flow, metadata

US = flow.Client(CLIENT_ID, CLIENT_SECRET, "http://localhost:8000/api/auth/single-sign-on/callback")
REQUEST = flow.Request(state="a-state", nonce="a-nonce", verifier="a-verifier-" + "v" * 40)


async def sign_in(provider: FakeIdentityProvider, **changed: str) -> dict[str, Any]:
    """Sign in and return the claims; ``changed`` are parameters of the way back, '' leaves one out."""
    known = await metadata.discover(provider.issuer)
    back = provider.sign_in(flow.authorization_url(known, US, REQUEST), **changed)
    return await flow.finish(known, US, REQUEST, answer(back))


def answer(back: str) -> flow.Answer:
    """Return the parameters of the address that the browser is sent back to."""
    given = dict(parse_qsl(urlsplit(back).query))
    return flow.Answer(given.get("code", ""), given.get("iss", ""), given.get("error", ""))
