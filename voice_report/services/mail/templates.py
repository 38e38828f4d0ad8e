"""The mails, in Dutch: plain text, and the same words as HTML that fits a phone (one column, inline styles).

Links begin with ``APP_URL``, never with anything from a request (security.md S10). User input is escaped.
"""

import re
from dataclasses import dataclass
from html import escape
from urllib.parse import urlencode

from ... import texts
from ...config import settings

_ROLES = {"admin": "Admin", "user": "Gebruiker"}

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
    return _letter(
        "Bevestig je e-mailadres",
        first_name,
        [
            f"Welkom bij {settings().app_name}. Bevestig je e-mailadres, dan kun je inloggen en je eerste rapportage "
            "inspreken.",
        ],
        ("E-mailadres bevestigen", _link("/verify-email", token)),
        [
            "De link is 24 uur geldig en werkt één keer. Vroeg je een nieuwe aan, dan werkt alleen de laatste.",
            "Heb je je niet aangemeld? Dan hoef je niets te doen.",
        ],
    )


def already_registered(first_name: str) -> Email:
    """Notify the owner of an account that somebody registered with the same address."""
    return _letter(
        "Je hebt al een account",
        first_name,
        [
            f"Iemand, waarschijnlijk jijzelf, heeft zich bij {settings().app_name} aangemeld met dit e-mailadres. "
            "Er is al een account met dit adres; je kunt gewoon inloggen.",
        ],
        ("Inloggen", _page("/login")),
        [
            f"Wachtwoord vergeten? Vraag een nieuw aan op {_page('/forgot-password')}",
            "Was jij dit niet? Dan hoef je niets te doen; er is niets gewijzigd.",
        ],
    )


def unfinished_registration(first_name: str, token: str) -> Email:
    """Let the owner of an unverified account verify the address and choose the password in one step.

    A link that only verifies the address could activate a password that somebody else had chosen.
    """
    return _letter(
        "Maak je aanmelding af",
        first_name,
        [
            f"Iemand, waarschijnlijk jijzelf, heeft zich bij {settings().app_name} nog een keer aangemeld met dit "
            "e-mailadres. Kies hieronder een wachtwoord; daarmee is je e-mailadres meteen bevestigd.",
        ],
        ("Wachtwoord kiezen", _link("/reset-password", token)),
        [
            "De link is 1 uur geldig en werkt één keer.",
            "Heb je je niet aangemeld? Dan hoef je niets te doen.",
        ],
    )


def password_reset(first_name: str, token: str) -> Email:
    """Send the link for choosing a new password."""
    return _letter(
        "Kies een nieuw wachtwoord",
        first_name,
        ["Je hebt gevraagd om een nieuw wachtwoord. Kies het met de knop hieronder."],
        ("Wachtwoord resetten", _link("/reset-password", token)),
        [
            "De link is 1 uur geldig en werkt één keer. Vroeg je er meer aan, dan werkt alleen de laatste.",
            "Heb je dit niet gevraagd? Dan hoef je niets te doen; je wachtwoord blijft zoals het was.",
        ],
    )


def password_changed(first_name: str) -> Email:
    """Notify the owner that the password was changed."""
    return _letter(
        "Je wachtwoord is gewijzigd",
        first_name,
        ["Het wachtwoord van je account is zojuist gewijzigd. Op andere apparaten ben je uitgelogd."],
        None,
        [f"Was jij dit niet? Kies dan meteen een nieuw wachtwoord op {_page('/forgot-password')}"],
    )


def new_address(first_name: str, token: str) -> Email:
    """Ask the owner to verify the new address of an existing account."""
    return _letter(
        "Bevestig je nieuwe e-mailadres",
        first_name,
        [f"Je wilt dit e-mailadres voortaan gebruiken voor {settings().app_name}. Bevestig dat het van jou is."],
        ("Nieuw e-mailadres bevestigen", _link("/verify-email", token)),
        [
            "De link is 24 uur geldig en werkt één keer. Tot je bevestigt, blijft je oude adres gelden.",
            "Heb je dit niet gevraagd? Dan hoef je niets te doen.",
        ],
    )


def address_in_use(first_name: str) -> Email:
    """Notify the owner of an account that somebody wanted to change their address to this one."""
    return _letter(
        "Dit e-mailadres is al in gebruik",
        first_name,
        [
            "Iemand, misschien jijzelf, wilde dit e-mailadres voor een ander account gaan gebruiken. Dat kan niet: "
            "er is al een account met dit adres. Er is niets gewijzigd.",
        ],
        None,
        ["Was jij dit niet? Dan hoef je niets te doen."],
    )


def address_will_change(first_name: str, address: str) -> Email:
    """Warn the old address that the account's address is about to change."""
    return _letter(
        "Je e-mailadres wordt gewijzigd",
        first_name,
        [
            f"Voor je account is een nieuw e-mailadres opgegeven: {address}. Het gaat gelden zodra het daar is "
            "bevestigd.",
        ],
        None,
        [f"Was jij dit niet? Kies dan meteen een nieuw wachtwoord op {_page('/forgot-password')}"],
    )


def invitation(organization: str, role: str, inviter: str, days: int, token: str) -> Email:
    """Invite somebody to join an organization."""
    host, place = _name(inviter, "Een beheerder"), _name(organization, "een organisatie")
    return _letter(
        f"Uitnodiging voor {settings().app_name}",
        "",
        [
            f"{host} nodigt je uit om met {place} te werken in {settings().app_name}, als "
            f"{_ROLES.get(role, role)}. Je spreekt je rapportage in; wij zorgen voor de rest.",
        ],
        ("Uitnodiging aannemen", _page("/register") + "?" + urlencode({"invitation": token})),
        [
            f"De uitnodiging is {days} dagen geldig en alleen voor dit e-mailadres.",
            "Ken je de afzender niet? Dan hoef je niets te doen.",
        ],
    )


def second_subscription(first_name: str, organization: str) -> Email:
    """Notify an administrator that a subscription bought twice is ended and refunded."""
    place = _name(organization, "je organisatie")
    return _letter(
        "Dubbel abonnement teruggedraaid",
        first_name,
        [
            f"Voor {place} zijn twee abonnementen op Unlimited afgesloten. Eén is genoeg. We stoppen het andere, en "
            "wat daarvoor dubbel is betaald, krijg je terug. Jullie abonnement loopt gewoon door.",
        ],
        ("Betalingen bekijken", _page("/betalingen")),
        ["Je hoeft niets te doen. Het kan enkele werkdagen duren voordat de bank het bedrag bijschrijft."],
    )


def _name(name: str, otherwise: str) -> str:
    """Return the name, or ``otherwise`` when it looks like a web address."""
    return otherwise if _LIKE_AN_ADDRESS.search(name) else name


def _page(path: str) -> str:
    return settings().app_url + path


def _link(path: str, token: str) -> str:
    return f"{_page(path)}?{urlencode({'token': token})}"


def _letter(title: str, first_name: str, before: list[str], button: tuple[str, str] | None, after: list[str]) -> Email:
    name = _name(first_name, "")
    greeting = f"Hallo {name}," if name else "Hallo,"
    paragraphs = [greeting, *before, *([f"{button[0]}:\n{button[1]}"] if button else []), *after]
    signature = f"{settings().app_name}\n{texts.TAGLINE}\nVragen? {settings().contact_email}"
    html = [_paragraph(greeting), *map(_paragraph, before)]
    if button:
        html.append(_button(*button))
    html += [_paragraph(line, small=True) for line in after]
    return Email(title, "\n\n".join([*paragraphs, "-- \n" + signature]) + "\n", _page_of(title, "".join(html)))


def _paragraph(text: str, *, small: bool = False) -> str:
    style = "font-size:14px;line-height:21px;color:#43514D" if small else "font-size:17px;line-height:26px"
    words = [_word(word) for word in text.split(" ")]
    return f'<p style="margin:0 0 16px;{style};word-break:break-word;overflow-wrap:anywhere">{" ".join(words)}</p>'


def _word(word: str) -> str:
    """Return a URL of this site as a link, and anything else as escaped text."""
    shown = escape(word)
    if not word.startswith(settings().app_url + "/"):
        return shown
    return f'<a href="{shown}" style="color:#0B5D57">{shown}</a>'


def _button(label: str, address: str) -> str:
    """Return a button large enough for a thumb, and the URL as text for mail programs that show no buttons."""
    link = escape(address)
    return (
        f'<p style="margin:8px 0 12px"><a href="{link}" style="display:block;padding:15px 24px;border-radius:10px;'
        "background-color:#0B5D57;color:#ffffff;font-size:17px;font-weight:600;text-align:center;"
        f'text-decoration:none">{escape(label)}</a></p>'
        '<p style="margin:0 0 20px;font-size:13px;line-height:19px;color:#43514D;word-break:break-all">'
        f'Werkt de knop niet? Open dan deze link: <a href="{link}" style="color:#0B5D57">{link}</a></p>'
    )


def _page_of(title: str, content: str) -> str:
    brand, tagline, contact = (escape(one) for one in (settings().app_name, texts.TAGLINE, settings().contact_email))
    return (
        '<!doctype html><html lang="nl"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<meta name="color-scheme" content="light"><title>{escape(title)}</title></head>'
        '<body style="margin:0;padding:0;background-color:#FBFAF6">'
        '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background-color:#FBFAF6">'
        '<tr><td align="center" style="padding:24px 12px">'
        '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">'
        f'<tr><td style="padding:0 8px 14px;{_FONT};font-size:18px;font-weight:700;color:#0B5D57">{brand}</td></tr>'
        f'<tr><td style="padding:28px 24px;border:1px solid #C9DFD8;border-radius:14px;'
        f'background-color:#ffffff;color:#14211F;{_FONT}">'
        f'<h1 style="margin:0 0 18px;font-size:23px;line-height:30px">{escape(title)}</h1>{content}</td></tr>'
        f'<tr><td style="padding:16px 8px;{_FONT};font-size:13px;line-height:19px;color:#43514D">{tagline}<br>'
        f'Vragen? <a href="mailto:{contact}" style="color:#43514D">{contact}</a></td></tr>'
        "</table></td></tr></table></body></html>"
    )


_FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
