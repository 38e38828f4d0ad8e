"""'Altijd vervangen' and 'Nooit vervangen': words in text that leaves, for the whole organization."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Query, status
from pydantic import Field

from ....db.session import run_in_transaction, run_reading
from ....services.shared.text import DECOMPOSED
from ....services.vocabulary import masking_words
from ....services.vocabulary.masking_words import Rule
from ..guards import Caller
from ..responses import refusals
from ..shapes import LAST_SEEN, PAGE, After, Camel, Done, Limit, Next, Number, PathId, Search

router = APIRouter(prefix="/api/masking-words", tags=["organization"])

Written = Annotated[
    str,
    Field(
        max_length=DECOMPOSED * masking_words.MAX_WORD,
        description=f"{masking_words.MIN_WORD} to {masking_words.MAX_WORD} characters, with a letter",
    ),
]
Which = Annotated[Rule, Field(description="'replace': always replaced; 'keep': never, unless it is a known name")]


class NewMaskingWord(Camel):
    word: Written
    rule: Which = "replace"


class ChangedMaskingWord(Camel):
    word: Written
    version: Annotated[Number | None, Field(description=LAST_SEEN)] = None


class MaskingWordOut(Camel):
    id: uuid.UUID
    word: str
    rule: Which
    version: int
    added_by: str


class OneMaskingWord(Camel):
    word: MaskingWordOut


class MaskingWordList(Camel):
    words: list[MaskingWordOut]
    next: Next


@router.get("", responses=refusals(403))
async def list_masking_words(
    user: Caller,
    rule: Annotated[Rule, Query(description="which list")] = "replace",
    q: Search = "",
    after: After = None,
    limit: Limit = PAGE,
) -> MaskingWordList:
    """Return the words of a list in alphabetical order, page by page."""
    page = await run_reading(masking_words.list_words, user, rule, query=q, after=after, limit=limit)
    return MaskingWordList(words=[MaskingWordOut.model_validate(one) for one in page.items], next=page.next)


@router.post("", status_code=status.HTTP_201_CREATED, responses=refusals(409))
async def add_masking_word(content: NewMaskingWord, user: Caller) -> OneMaskingWord:
    """Add a word: to 'replace' by any member, to 'keep' by an administrator."""
    return _one(await run_in_transaction(masking_words.add, user, content.word, content.rule))


@router.put("/{word_id}", responses=refusals(409))
async def change_masking_word(word_id: PathId, content: ChangedMaskingWord, user: Caller) -> OneMaskingWord:
    """Change how a word is written. For administrators."""
    change = masking_words.change
    return _one(await run_in_transaction(change, user, word_id, content.word, version=content.version))


@router.delete("/{word_id}", responses=refusals(409))
async def remove_masking_word(
    word_id: PathId, user: Caller, version: Annotated[Number | None, Query(description=LAST_SEEN)] = None
) -> Done:
    """Take a word out of its list. For administrators."""
    await run_in_transaction(masking_words.remove, user, word_id, version=version)
    return Done()


def _one(view: masking_words.MaskingWordView) -> OneMaskingWord:
    return OneMaskingWord(word=MaskingWordOut.model_validate(view))
