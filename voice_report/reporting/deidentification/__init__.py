"""Masks what identifies people, before a text goes to an engine outside this server.

Pure rules: no model, no storage, no settings. The people that the organization knows are an argument. The texts keep
their number, order and sentences; what is masked is kept in a ``Vault`` that only the caller has.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from ...dutch.person_names import name_parts
from .capitals import is_reliable
from .finding import find
from .known import Searched, searched, unusual_parts
from .model import Choices, Hit, Kind, Known, Person, Reason
from .placeholders import Numbering, Vault, masked
from .restoring import Restorer, has_placeholder, is_like_one, placeholders, restored

__all__ = [
    "VERSION", "Choices", "Found", "Kind", "Known", "Masked", "Person", "Reason", "Restorer", "Searched", "found",
    "has_placeholder", "is_ready", "mask", "placeholders", "replaced", "restored", "searched", "unusual_parts",
]  # fmt: skip

#: Raised with every rule or list.
VERSION = 18

_NOBODY = Choices()


@dataclass(frozen=True, slots=True)
class Found:
    """By text what is masked, and whether the texts are written with the capitals without which names that are words
    cannot be recognized. It has places, no words."""

    hits: tuple[tuple[Hit, ...], ...]
    reliable_case: bool


@dataclass(frozen=True, slots=True)
class Masked:
    """The texts with placeholders; the vault, and what was ``Found``."""

    texts: tuple[str, ...]
    vault: Vault
    hits: tuple[tuple[Hit, ...], ...] = field(repr=False)
    reliable_case: bool


def mask(texts: Sequence[str], known: Known, choices: Choices = _NOBODY) -> Masked:
    """Return the texts with a placeholder for everything that says who people are. Linear in their length.

    ``texts`` are sentences, or paragraphs of them; no mask crosses two.
    """
    return replaced(texts, found(texts, known, choices))


def found(texts: Sequence[str], known: Known, choices: Choices = _NOBODY) -> Found:
    """Return what ``mask`` replaces: nearly all of its work, which another process can do."""
    hits, words = find(texts, known, choices)
    return Found(tuple(map(tuple, hits)), is_reliable(words, hits, texts))


def replaced(texts: Sequence[str], what: Found) -> Masked:
    """Return the texts with a placeholder for what was found in them."""
    numbering = Numbering()
    sent = tuple(masked(text, hits, numbering) for text, hits in zip(texts, what.hits, strict=True))
    vault = numbering.vault(texts, sent, is_strict=is_like_one(texts))
    return Masked(sent, vault, what.hits, what.reliable_case)


def is_ready() -> bool:
    """Return whether masking works in this process: of a text with one of each kind nothing is left, and all of it
    comes back."""
    jet = Person("1", name_parts("Jet", "Wolk"))
    try:
        made = mask([text for text, _ in _CANARY], Known(date(2026, 1, 1), (jet,)), Choices(dates=True))
    except (OSError, ValueError):
        return False
    said = zip(_CANARY, made.texts, strict=True)
    is_whole = all(restored(sent, made.vault) == text and not _left(hidden, sent) for (text, hidden), sent in said)
    return is_whole and {hit.kind for hits in made.hits for hit in hits} == set(Kind)


def _left(hidden: Sequence[str], sent: str) -> bool:
    return any(one in sent for one in hidden)


#: Texts, and what must not be left of each.
_CANARY = (
    ("Vandaag was ik bij mevrouw Zwoltriks.", ("Zwoltriks",)),
    ("Daarna sprak ik Roos in Oldekerk.", ("Roos", "Oldekerk")),
    ("Het nummer van jet wolk is 06-12345678.", ("wolk", "12345678")),
    ("Mail j@voorbeeld.nl of kijk op www.voorbeeld.nl.", ("voorbeeld",)),
    ("Haar bsn is een twee drie vier vijf zes zeven acht negen, haar polis 4820117.", ("zeven", "4820117")),
    ("Ze woont op Kastanjelaan 14, 7413 AB.", ("Kastanje", "7413")),
    ("Geboren op 7 juni 1949, rekening NL91 ABNA 0417 1643 00.", ("1949", "0417")),
    ("Op 3 maart gaat ze naar Stichting De Zwoltrek.", ("maart", "Zwoltrek")),
)
