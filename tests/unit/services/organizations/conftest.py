"""An organization with an identity provider, for the tests of signing in with it."""

import pytest

from tests.support.fakes.identity_provider import FakeIdentityProvider
from tests.unit.services.organizations.provider import connect


@pytest.fixture
async def connected(people, identity_provider, name_server) -> FakeIdentityProvider:
    """De Linde with a proven domain and the fake provider, recommended; new members are admitted."""
    await connect(people.admin, identity_provider, name_server)
    return identity_provider
