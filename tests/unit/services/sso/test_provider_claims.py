"""Whose address Entra ID speaks of: a guest's, or one of a domain that nobody proved, makes nobody a member (S45)."""

import pytest

from voice_report.db.models import IdentityProvider
from voice_report.services.sso import _provider_claims

TENANT, OTHER = "11111111-2222-3333-4444-555555555555", "99999999-2222-3333-4444-555555555555"
ROW = IdentityProvider.model_construct(kind="entra", issuer=f"https://login.microsoftonline.com/{TENANT}/v2.0")
CLAIMS = {"tid": TENANT, "oid": "o-1", "sub": "s-1", "email": "sanne@delinde.example", "name": "Sanne Bos"}


@pytest.mark.parametrize(
    ("more", "is_unverified"),
    [
        ({}, False),
        ({"idp": f"https://sts.windows.net/{TENANT}/", "acct": 0, "xms_edov": True}, False),
        ({"xms_edov": "1"}, False),
        ({"idp": f"https://sts.windows.net/{OTHER}/"}, True),
        ({"idp": "live.com"}, True),
        ({"acct": 1}, True),
        ({"acct": "1"}, True),
        ({"xms_edov": False}, True),
        ({"xms_edov": "0"}, True),
        ({"xms_edov": None}, True),
        ({"email_verified": False}, True),
    ],
)
def test_s45_an_address_of_a_guest_counts_as_unverified(more: dict, is_unverified: bool) -> None:
    assert _provider_claims.read({**CLAIMS, **more}, ROW).is_unverified == is_unverified


def test_s45_what_entra_says_counts_for_entra_alone() -> None:
    row = IdentityProvider.model_construct(kind="other", issuer="https://aanmelden.example")
    assert not _provider_claims.read({**CLAIMS, "acct": 1, "idp": "live.com", "xms_edov": False}, row).is_unverified
