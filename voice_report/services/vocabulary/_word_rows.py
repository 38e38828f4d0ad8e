"""The rows of word lists: whose they are, what is stored of a word, and how lists show one."""

import json
import uuid
from dataclasses import dataclass
from typing import Any, Literal, cast

from sqlalchemy import bindparam
from sqlmodel import col, func, or_, select

from ...db.models import OwnWord, User, word_search_key
from ...dutch import spelling
from ..shared.identity import ADMIN, CurrentUser
from .word_content import Kind, WordContent

Scope = Literal["mine", "organization"]
Status = Literal["voorstel", "actief"]

#: The order of the most used words, then of the last used ones; one that was never used counts from its last change.
MOST_USED = (
    col(OwnWord.uses).desc(),
    func.coalesce(OwnWord.used_at, OwnWord.updated_at).desc(),
    col(OwnWord.id),
)


@dataclass(frozen=True, slots=True)
class WordView:
    """A word as the lists show it. ``added_by`` is the name of the user who added or proposed it, '' for one's own
    list.

    ``may_change``: the caller may change and remove it.
    """

    id: uuid.UUID
    word: str
    heard_as: tuple[str, ...]
    kind: Kind
    scope: Scope
    status: Status
    version: int
    uses: int
    added_by: str
    may_change: bool


def counting(user: CurrentUser) -> tuple[Any, ...]:
    """Return the conditions of the words that count for this person."""
    return _counting(user.organization_id, user.id)


def _counting(organization_id: Any, user_id: Any) -> tuple[Any, ...]:
    whose = or_(col(OwnWord.user_id).is_(None), col(OwnWord.user_id) == user_id)
    return col(OwnWord.organization_id) == organization_id, whose, col(OwnWord.status) == "actief"


#: The words of the medicines that count for a person, of a ``:organization_id`` and a ``:user_id``.
MEDICINES = select(col(OwnWord.word)).where(
    *_counting(bindparam("organization_id"), bindparam("user_id")), col(OwnWord.kind) == "medicijn"
)


def of_list(user: CurrentUser, scope: Scope) -> tuple[Any, ...]:
    """Return the conditions of a list's words."""
    whose = col(OwnWord.user_id) == user.id if scope == "mine" else col(OwnWord.user_id).is_(None)
    return col(OwnWord.organization_id) == user.organization_id, whose


def scope_of(row: OwnWord) -> Scope:
    """Return the list that a word is in."""
    return "organization" if row.user_id is None else "mine"


def resource(row: OwnWord) -> str:
    """Return the audit trail's name for a word: a personal one is never named there."""
    return "word" if row.user_id is None else "own word"


def may_change(user: CurrentUser, row: OwnWord) -> bool:
    """Return whether the caller, whose list it is in, may change and remove a word."""
    if row.user_id is not None or user.role == ADMIN:
        return True
    return row.status == "voorstel" and row.added_by_id == user.id


def forms(row: OwnWord) -> list[str]:
    """Return the forms in which a word is misheard."""
    return json.loads(row.heard_as)


def stored(content: WordContent) -> dict[str, Any]:
    """Return the columns that store this content."""
    forms = json.dumps(list(content.heard_as), ensure_ascii=False)
    search = word_search_key(content.word, content.heard_as)
    word_key = spelling.key(content.word)[:180]
    return {"word": content.word, "word_key": word_key, "search_key": search, "heard_as": forms, "kind": content.kind}


def view(user: CurrentUser, row: OwnWord, author: User | None) -> WordView:
    """Return a word as the lists show it."""
    is_own = row.user_id is not None
    return WordView(
        id=row.id,
        word=row.word,
        heard_as=tuple(forms(row)),
        kind=cast(Kind, row.kind),
        scope=scope_of(row),
        status=cast(Status, row.status),
        version=row.version,
        uses=row.uses,
        added_by="" if is_own or author is None else f"{author.first_name} {author.last_name}",
        may_change=may_change(user, row),
    )
