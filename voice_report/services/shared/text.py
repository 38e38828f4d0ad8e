"""Sanitizing of text from outside: its length is checked first, then it is cleaned (security.md S33).

Unicode normalization takes quadratic time for some texts (a letter with many combining marks in descending order), and
so do an address parser and many regular expressions; all of them block the interpreter meanwhile. So no function here
normalizes, folds or matches a text before its raw length has been checked or cut.
"""

import unicodedata

from email_validator import EmailNotValidError, validate_email

from ...dutch.characters import cleaned, folded
from ...errors import Invalid

MAX_NAME = 100  # characters
MAX_ID = 100  # characters of an id from another system
MAX_EMAIL = 254  # characters; RFC 5321 section 4.5.3.1.3 without its angle brackets
MAX_SEARCH = 200  # characters of a search query that are used
MAX_WORDS = 8

#: Maximum NFD length of one composed (NFC) character: polytonic Greek has a letter with three accents.
DECOMPOSED = 4


def bounded(value: str, longest: int, sentence: str, *, code: str = "invalid") -> str:
    """Return the text. Raises ``Invalid`` with this sentence when it has more than ``longest`` characters."""
    if len(value) > longest:
        raise Invalid(sentence, code=code)
    return value


def storable(value: str) -> str:
    """Remove what a database cannot store: NUL characters and lone surrogates."""
    return value.replace("\x00", "").encode("utf-8", "ignore").decode()


def lookup_id(value: str) -> str:
    """Return another system's id for a lookup. An id that is too long is cut to a length that no stored id has."""
    return storable(value[: MAX_ID + 1])


def composed(value: str, longest: int, sentence: str, *, code: str = "invalid") -> str:
    """Return the text in NFC without surrounding white space. Raises ``Invalid`` when the result is too long."""
    found = unicodedata.normalize("NFC", bounded(value, DECOMPOSED * longest, sentence, code=code).strip())
    return bounded(found, longest, sentence, code=code)


def checked_name(name: str, label: str, longest: int = MAX_NAME) -> str:
    """Return a name as it is stored; ``label`` is the field's label ('Voornaam'). Raises ``Invalid``."""
    too_long = f"{label} mag maximaal {longest} tekens hebben"
    name = cleaned(bounded(name, DECOMPOSED * longest, too_long))
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
    """Return the words to match against a search key: without accents or capitals, ``MAX_WORDS`` at most."""
    return folded(query[:MAX_SEARCH]).split()[:MAX_WORDS]
