"""A typing mistake in a well-known mail domain is found, and nothing else is one."""

import pytest

from voice_report.services.organizations import public_mail_domains


@pytest.mark.parametrize(
    ("domain", "near"),
    [
        ("gmail.con", "gmail.com"),
        ("gmial.com", "gmail.com"),
        ("gmail.co", "gmail.com"),
        ("hotmaill.com", "hotmail.com"),
        ("outlok.com", "outlook.com"),
        ("gmail.com", None),
        ("line.nl", None),
        ("zorg.example", None),
        ("gmail.nl", None),
    ],
)
def test_the_domain_that_was_meant(domain: str, near: str | None) -> None:
    assert public_mail_domains.nearest(domain) == near
