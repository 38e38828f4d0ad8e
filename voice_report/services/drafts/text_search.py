"""Conditions for a search in texts that have no index (see ``search``), without regard to capitals and accents."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import and_, func, or_

from ...db.session import ReadSession
from ...dutch import folding
from ...dutch.characters import cleaned
from ..shared.text import MAX_SEARCH, MAX_WORDS


def terms(words: str) -> list[str]:
    """Return the words of a search in the form that ``holds`` takes, ``MAX_WORDS`` at most."""
    found = map(folding.term, cleaned(words[:MAX_SEARCH]).split()[:MAX_WORDS])
    return [term for term in found if term]


def holds(session: ReadSession, terms: list[str], texts: Sequence[Any]) -> Any:
    """Return the condition that each of the terms is in one of the texts."""
    if session.get_bind().dialect.name == "sqlite":
        return func.holds_all(" ".join(terms), *texts)
    return and_(*(or_(*(text.regexp_match(folding.pattern(term)) for text in texts)) for term in terms))
