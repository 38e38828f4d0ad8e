"""Common to the browser tests of payments: a fake Stripe of their own, and the product that uses it."""

from collections.abc import Iterator

import pytest

from tests.support import server as servers
from tests.support.fakes.stripe_server import SECRET, FakeStripe


@pytest.fixture(scope="session")
def stripe_itself() -> Iterator[FakeStripe]:
    with FakeStripe() as fake:
        yield fake


@pytest.fixture(scope="session")
def app_server(stripe_itself: FakeStripe, tmp_path_factory) -> Iterator[servers.AppServer]:
    """The built product, with payments through the fake Stripe, which sends it events."""
    variables = {
        "STRIPE_API_BASE": stripe_itself.url,
        "STRIPE_SECRET_KEY": "sk_test_only",
        "STRIPE_WEBHOOK_SECRET": SECRET,
    }
    server = servers.app_server(tmp_path_factory.mktemp("paid"), variables=variables)
    stripe_itself.webhook = f"{server.url}/api/stripe/webhook"
    server.start()
    yield server
    server.stop()
