"""Text from outside, made fit to store: measured first, cleaned afterwards (security.md S33).

Unicode normalisation takes quadratic time for some texts (a letter with many combining marks in descending order), and
so do an address parser and many a regular expression; all of them hold the interpreter meanwhile. So nothing here
normalises, folds or matches a text before its raw length has been refused or cut.
"""

import re
import unicodedata

from email_validator import EmailNotValidError, validate_email

from ...errors import Invalid
from ...models import folded

MAX_NAME = 100  # characters
MAX_ID = 100  # characters of an id that another system gave
MAX_EMAIL = 254  # characters; RFC 5321 section 4.5.3.1.3 without its angle brackets
MAX_SEARCH = 200  # characters of a search that are looked at
MAX_WORDS = 8

#: Characters that one composed character (NFC) may arrive as: polytonic Greek has a letter with three accents (NFD).
DECOMPOSED = 4

#: What has no place in a name: control characters, and marks that turn the writing direction or cannot be seen.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


def bounded(value: str, longest: int, sentence: str, *, code: str = "invalid") -> str:
    """Return the text unless it has more than ``longest`` characters. Raises ``Invalid`` with this sentence."""
    if len(value) > longest:
        raise Invalid(sentence, code=code)
    return value


def storable(value: str) -> str:
    """Leave out what no database keeps: NUL characters and halves of surrogate pairs."""
    return value.replace("\x00", "").encode("utf-8", "ignore").decode()


def lookup_id(value: str) -> str:
    """Return an outside system's id to look something up by; one that is too long is cut to a length nothing has."""
    return storable(value[: MAX_ID + 1])


def composed(value: str, longest: int, sentence: str, *, code: str = "invalid") -> str:
    """Return the text in NFC without white space around it. Raises ``Invalid`` when that is too long."""
    found = unicodedata.normalize("NFC", bounded(value, DECOMPOSED * longest, sentence, code=code).strip())
    return bounded(found, longest, sentence, code=code)


def checked_name(name: str, label: str, longest: int = MAX_NAME) -> str:
    """Return a name as it is stored; ``label`` is the field's ('Voornaam'). Raises ``Invalid``."""
    too_long = f"{label} mag maximaal {longest} tekens hebben"
    name = storable(_CONTROL.sub(" ", bounded(name, DECOMPOSED * longest, too_long)))
    name = composed(" ".join(name.split()), longest, too_long)
    if not name:
        raise Invalid(f"{label} is verplicht")
    return name


def checked_email(email: str) -> str:
    """Return the address as it is stored, in lower case. Raises ``Invalid``."""
    sentence = "Ongeldig e-mailadres"
    email = bounded(email, DECOMPOSED * MAX_EMAIL, sentence).strip()
    try:
        found = validate_email(email, check_deliverability=False, test_environment=True)
    except EmailNotValidError:
        raise Invalid(sentence) from None
    return bounded(found.normalized.lower(), MAX_EMAIL, sentence)


def search_words(query: str) -> list[str]:
    """Return the words to look for in a search key: no accents, no capitals, and not more than a search needs."""
    return folded(storable(query[:MAX_SEARCH])).split()[:MAX_WORDS]
