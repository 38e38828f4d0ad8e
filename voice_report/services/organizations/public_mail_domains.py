"""Domains of public mail providers: no organization proves one of these as its own."""

PUBLIC_DOMAINS = frozenset((
    "aol.com", "bol.com", "caiway.nl", "casema.nl", "chello.nl", "deds.nl", "duck.com", "fastmail.com", "fastmail.fm",
    "freedom.nl", "freeler.nl", "gmail.com", "gmx.com", "gmx.de", "gmx.net", "googlemail.com", "hccnet.nl", "hetnet.nl",
    "hey.com", "home.nl", "hotmail.be", "hotmail.co.uk", "hotmail.com", "hotmail.nl", "icloud.com", "kpnmail.nl",
    "kpnplanet.nl", "live.be", "live.com", "live.nl", "mac.com", "mail.com", "mail.ru", "mailbox.org", "me.com",
    "msn.com", "multiweb.nl", "online.nl", "onsbrabantnet.nl", "outlook.be", "outlook.com", "outlook.nl", "planet.nl",
    "pm.me", "posteo.net", "posteo.nl", "proton.me", "protonmail.com", "qq.com", "quicknet.nl", "rocketmail.com",
    "skynet.be", "solcon.nl", "startmail.com", "t-mobilethuis.nl", "tele2.nl", "telenet.be", "telfort.nl", "tiscali.nl",
    "tuta.com", "tutanota.com", "upcmail.nl", "versatel.nl", "wanadoo.nl", "web.de", "xs4all.nl", "yahoo.co.uk",
    "yahoo.com", "yandex.com", "yandex.ru", "ymail.com", "zeelandnet.nl", "ziggo.nl", "zoho.com", "zonnet.nl",
))  # fmt: skip

_LONG_ENOUGH = 8  # characters


def nearest(domain: str) -> str | None:
    """Return the one of them that this domain is a typing mistake away from: a letter too many, too few, another one,
    or two swapped. ``None`` for one of them, and for a short one, which is like many others."""
    if len(domain) < _LONG_ENOUGH or is_public(domain):
        return None
    return next((one for one in sorted(PUBLIC_DOMAINS) if len(one) >= _LONG_ENOUGH and _is_near(domain, one)), None)


def _is_near(one: str, other: str) -> bool:
    at = next((place for place, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), None)
    if at is None:
        return abs(len(one) - len(other)) == 1
    left, right = one[at:], other[at:]
    swapped = left[:2] == right[1::-1] and left[2:] == right[2:]
    return swapped or left[1:] == right[1:] or left[1:] == right or left == right[1:]


def is_public(domain: str) -> bool:
    """Return whether this is one of them, or below one."""
    parts = domain.split(".")
    return any(".".join(parts[start:]) in PUBLIC_DOMAINS for start in range(len(parts)))
