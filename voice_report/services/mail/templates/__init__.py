"""The mails, in Dutch: each is one file here, laid out as plain text (``layout.txt``) and as HTML (``layout.html``).

Links begin with ``APP_URL``, never with anything from a request (security.md S10). In HTML every value is escaped.
A value that a file needs and does not get is an error.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ....config import settings
from ....core import texts

#: Text that mail programs turn into a link: in a name it would let anyone send strangers to any site on our behalf.
_LIKE_AN_ADDRESS = re.compile(r"[/:@\\]|\w\.\w{2}|www\.", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Email:
    """A mail without its recipient."""

    subject: str
    text: str
    html: str


def verification(first_name: str, token: str) -> Email:
    """Ask the owner to verify the address of a new account."""
    return _email("verification", first_name=_name(first_name), token=token)


def already_registered(first_name: str) -> Email:
    """Notify the owner of an account that a registration used the same address."""
    return _email("already_registered", first_name=_name(first_name))


def unfinished_registration(first_name: str, token: str) -> Email:
    """Let the owner of an unverified account verify the address and choose the password in one step.

    A link that only verifies the address could activate a password that another person had chosen.
    """
    return _email("unfinished_registration", first_name=_name(first_name), token=token)


def password_reset(first_name: str, token: str) -> Email:
    return _email("password_reset", first_name=_name(first_name), token=token)


def password_changed(first_name: str) -> Email:
    return _email("password_changed", first_name=_name(first_name))


def identity_linked(first_name: str, organization_name: str) -> Email:
    """Tell the user that the organization's own sign-in opens their account from now on."""
    return _email("identity_linked", first_name=_name(first_name), organization=_name(organization_name))


def domain_lost(first_name: str, domain: str, since: datetime, until: datetime) -> Email:
    """Tell an administrator that the record of a domain is missing, and until when it can come back."""
    days = {"since": texts.dutch_date(since), "until": texts.dutch_date(until)}
    return _email("domain_lost", first_name=_name(first_name), domain=domain, **days)


def identity_unlinked(first_name: str, administrator: str) -> Email:
    """Tell the user that an administrator unlinked the work account, and how to get in again."""
    return _email("identity_unlinked", first_name=_name(first_name), administrator=_name(administrator))


def second_factor_added(first_name: str) -> Email:
    """Notify the owner that signing in needs a code from now on."""
    return _email("second_factor_added", first_name=_name(first_name))


def second_factor_removed(first_name: str, by_passkey: bool) -> Email:
    """Notify the owner that the authenticator app was turned off; ``by_passkey``: there are passkeys still."""
    return _email("second_factor_removed", first_name=_name(first_name), by_passkey=by_passkey)


def passkey_added(first_name: str, key: str) -> Email:
    """Notify the owner of a new passkey; ``key`` is the name it was given."""
    return _email("passkey_added", first_name=_name(first_name), key=_name(key))


def passkey_removed(first_name: str, key: str, *, is_last: bool) -> Email:
    """Notify the owner that a passkey was removed; ``is_last``: the password alone is enough again."""
    return _email("passkey_removed", first_name=_name(first_name), key=_name(key), is_last=is_last)


def passkey_copied(first_name: str, key: str) -> Email:
    """Warn the owner that a passkey was refused because another person may have it too."""
    return _email("passkey_copied", first_name=_name(first_name), key=_name(key))


def recovery_codes_renewed(first_name: str) -> Email:
    """Notify the owner that the recovery codes were replaced."""
    return _email("recovery_codes_renewed", first_name=_name(first_name))


def wrong_codes(first_name: str) -> Email:
    """Tell the owner that ten wrong codes followed the right password."""
    return _email("wrong_codes", first_name=_name(first_name))


def recovery_code_used(first_name: str, left: int) -> Email:
    """Notify the owner that a recovery code was used; ``left`` are still there."""
    return _email("recovery_code_used", first_name=_name(first_name), left=left)


def second_factor_reset(first_name: str, administrator: str, token: str) -> Email:
    """Send the link for setting up a second factor again, after an administrator took the lost one away."""
    return _email("second_factor_reset", first_name=_name(first_name), administrator=_name(administrator), token=token)


def second_factor_reminder(first_name: str, organization: str, since: str) -> Email:
    """Remind a user to set up a second factor; ``since`` is the day from which it is required, or ''."""
    names = {"first_name": _name(first_name), "organization": _name(organization)}
    return _email("second_factor_reminder", **names, since=since)


def new_device(first_name: str, browser: str, moment: datetime) -> Email:
    """Tell the owner that the account was signed in to in a browser in which it never was before."""
    return _email("new_device", first_name=_name(first_name), browser=browser, moment=texts.dutch_moment(moment))


def new_address(first_name: str, token: str) -> Email:
    """Ask the owner to verify the new address of an existing account."""
    return _email("new_address", first_name=_name(first_name), token=token)


def address_in_use(first_name: str) -> Email:
    """Notify the owner of an account that another user requested this address as their own."""
    return _email("address_in_use", first_name=_name(first_name))


def address_will_change(first_name: str, address: str) -> Email:
    """Warn the old address that the account's address is about to change."""
    return _email("address_will_change", first_name=_name(first_name), address=address)


def invitation(organization: str, role: str, inviter: str, days: int, token: str) -> Email:
    names = {"first_name": "", "organization": _name(organization), "inviter": _name(inviter)}
    return _email("invitation", **names, role=role, days=days, token=token)


def second_subscription(first_name: str, organization: str) -> Email:
    """Notify an administrator that a subscription bought twice is ended and refunded."""
    return _email("second_subscription", first_name=_name(first_name), organization=_name(organization))


def month(first_name: str, organization: str, name: str, reports: int, balance: int | None, until: str) -> Email:
    """Tell an administrator what the month ``name`` came to. ``balance``: credits left, None for unlimited; ``until``:
    a sentence about how long they last, or ''."""
    names = {"first_name": _name(first_name), "organization": _name(organization)}
    return _email("month", **names, month=name, reports=reports, balance=balance, until=until)


def erasure_incomplete(first_name: str, organization: str) -> Email:
    """Tell an administrator that the second count found what should have been erased."""
    return _email("erasure_incomplete", first_name=_name(first_name), organization=_name(organization))


def privacy_file_changed(first_name: str, organization: str) -> Email:
    """Tell an administrator that the organization's privacy file has another version, for a choice that changed."""
    return _email("privacy_file_changed", first_name=_name(first_name), organization=_name(organization))


def organization_erased(first_name: str, lines: list[str]) -> Email:
    """Send who was an administrator of a deleted organization the receipt of that, line by line.

    It does not name the organization, of which nothing is kept.
    """
    return _email("organization_erased", first_name=_name(first_name), proof="\n\n".join(lines))


def test() -> Email:
    """Show that mail arrives (``send-test-mail``)."""
    return _email("test", first_name="")


def samples() -> dict[str, Email]:
    """Return every mail with sample values, by the name of its file (the preview in development)."""
    name, organization, token = "Voornaam", "Zorgorganisatie", "voorbeeld"
    return {
        "address_in_use": address_in_use(name),
        "address_will_change": address_will_change(name, "nieuw@zorg.example"),
        "already_registered": already_registered(name),
        "invitation": invitation(organization, "user", "Voornaam Achternaam", 7, token),
        "month": month(name, organization, "oktober", 412, 88, "In dit tempo is dat genoeg tot ongeveer 12 december."),
        "new_address": new_address(name, token),
        "new_device": new_device(name, "Chrome", datetime(2026, 11, 23, 7, 48, tzinfo=UTC)),
        "passkey_added": passkey_added(name, "Telefoon"),
        "passkey_copied": passkey_copied(name, "Telefoon"),
        "passkey_removed": passkey_removed(name, "Telefoon", is_last=True),
        "password_changed": password_changed(name),
        "password_reset": password_reset(name, token),
        "recovery_code_used": recovery_code_used(name, 7),
        "wrong_codes": wrong_codes(name),
        "recovery_codes_renewed": recovery_codes_renewed(name),
        "domain_lost": domain_lost(
            name, "zorg.example", datetime(2026, 11, 20, 9, tzinfo=UTC), datetime(2026, 12, 3, 9, tzinfo=UTC)
        ),
        "erasure_incomplete": erasure_incomplete(name, organization),
        "organization_erased": organization_erased(name, ["Accounts: 8 gewist, 0 over."]),
        "identity_linked": identity_linked(name, "Zorggroep De Linde"),
        "identity_unlinked": identity_unlinked(name, "Voornaam Achternaam"),
        "privacy_file_changed": privacy_file_changed(name, organization),
        "second_factor_added": second_factor_added(name),
        "second_factor_reminder": second_factor_reminder(name, organization, "1 december 2026"),
        "second_factor_removed": second_factor_removed(name, by_passkey=False),
        "second_factor_reset": second_factor_reset(name, "Voornaam Achternaam", token),
        "second_subscription": second_subscription(name, organization),
        "test": test(),
        "unfinished_registration": unfinished_registration(name, token),
        "verification": verification(name, token),
    }


def _name(name: str) -> str:
    """Return the name, or an empty string when it looks like a web address."""
    return "" if _LIKE_AN_ADDRESS.search(name) else name


def _page(path: str, **query: str) -> str:
    """Return the URL of one of our pages (in the files: ``page``)."""
    return settings().app_url + path + (f"?{urlencode(query)}" if query else "")


_HTML = Environment(
    loader=FileSystemLoader(Path(__file__).parent),
    undefined=StrictUndefined,
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)
_HTML.globals["page"] = _page
_TEXT = _HTML.overlay(autoescape=False)


def _email(template: str, **values: str | int | None) -> Email:
    """Lay out a mail's file as text and as HTML. Raises ``UndefinedError`` when a value is missing."""
    values |= {"app_name": settings().app_name, "contact_email": settings().contact_email, "tagline": texts.TAGLINE}
    file = f"{template}.jinja"
    text = _TEXT.get_template(file).make_module({**values, "layout": "layout.txt"})
    html = _HTML.get_template(file).make_module({**values, "layout": "layout.html"})
    return Email(vars(text)["subject"], str(text), str(html))
