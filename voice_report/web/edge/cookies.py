"""The request's cookies, read once and in one way, for everything behind the edge (security.md S57).

A browser sends every cookie of this host and of the domains above it, ours among those of any statistics or consent
tool, and what those write is not checked. So a pair that is invalid under RFC 6265, 4.2.1 is dropped alone, and the
valid ones continue as a single line, which every reader behind the edge reads alike.

Of a name that comes more than once the last counts: browsers send cookies with longer paths first, and older ones
before newer ones (RFC 6265, 5.4); ours is for all paths, and new at each sign-in. Only a space and a tab are taken off
a name: a reader that takes off more would accept, as a ``__Host-`` cookie, one that another host of the domain can set.
"""

import re

from .asgi import Headers, Scope

_NAME = b"cookie"
_VALID_NAME = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALID_VALUE = re.compile(rb"[!#-+\--:<-\[\]-~]*")
_BLANK = b" \t"


def in_one_line(headers: Headers) -> Headers:
    """Return the headers with the valid cookies, the last of each name, in one Cookie line; with none if none is."""
    lines = [value for name, value in headers if name.lower() == _NAME]
    if not lines:
        return headers
    kept: dict[bytes, bytes] = {}
    for pair in b";".join(lines).split(b";"):  # several lines are one list (RFC 9113, 8.2.3)
        name, is_pair, value = (part.strip(_BLANK) for part in pair.partition(b"="))
        if is_pair and _VALID_NAME.fullmatch(name) and _VALID_VALUE.fullmatch(value):
            kept[name] = value
    others = [one for one in headers if one[0].lower() != _NAME]
    line = b"; ".join(name + b"=" + value for name, value in kept.items())
    return [*others, (_NAME, line)] if kept else others


def cookie(scope: Scope, name: str) -> str:
    """Return the value of a cookie of a request whose cookies are ``in_one_line``, or an empty string."""
    line = next((value for key, value in scope["headers"] if key == _NAME), b"").decode("ascii")
    pairs = (pair.partition("=") for pair in line.split("; "))
    return next((value for key, _, value in pairs if key == name), "")
