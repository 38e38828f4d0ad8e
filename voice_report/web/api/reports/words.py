"""Word lists ('Zo schrijven we het hier'): one's own, and the organization's with its proposals."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Query, status
from pydantic import Field

from ....db.session import run_in_transaction, run_reading
from ....services.shared.text import DECOMPOSED
from ....services.vocabulary import corrections, words
from ..guards import Admin, Caller
from ..responses import refusals
from ..shapes import LAST_SEEN, PAGE, After, Camel, Done, Limit, Next, Number, PathId, Search

router = APIRouter(prefix="/api/words", tags=["words"])

Written = Annotated[
    str, Field(max_length=DECOMPOSED * words.MAX_WORD, description=f"3 to {words.MAX_WORD} characters, Latin script")
]
Whose = Annotated[words.Scope, Field(description="'organization' by a member who is no administrator: a proposal")]


class WordIn(Camel):
    word: Written
    heard_as: Annotated[
        list[Written],
        Field(
            default_factory=list,
            max_length=4 * words.MAX_FORMS,
            description=f"at most {words.MAX_FORMS}; each is replaced by the word after speech",
        ),
    ]
    kind: words.Kind = Field(default="term", description="what it is a name of")


class NewWord(WordIn):
    scope: Whose = "mine"


class ChangedWord(WordIn):
    version: Annotated[Number | None, Field(description=LAST_SEEN)] = None


class WordOut(Camel):
    id: uuid.UUID
    word: str
    heard_as: list[str] = Field(description="what is replaced by the word after speech")
    kind: words.Kind
    scope: words.Scope
    status: words.Status = Field(description="'voorstel' counts after an administrator has approved it")
    version: int
    uses: int = Field(description="how often it was in a dictation")
    added_by: str
    may_change: bool = Field(description="by who asks")


class OneWord(Camel):
    word: WordOut


class CorrectedIn(Camel):
    heard: Written
    word: Written


class CorrectionIn(CorrectedIn):
    scope: Whose = "mine"


class CorrectionOut(Camel):
    ask: bool = Field(description="whether to ask the user for a word of this in a list")


class WordList(Camel):
    words: list[WordOut]
    next: Next


@router.get("", responses=refusals(403))
async def list_words(
    user: Caller,
    scope: Annotated[words.Scope, Query()] = "mine",
    kept: Annotated[words.Status, Query(alias="status")] = "actief",
    q: Search = "",
    after: After = None,
    limit: Limit = PAGE,
) -> WordList:
    """Return the words of a list in alphabetical order, page by page."""
    page = await run_reading(words.list_words, user, scope, status=kept, query=q, after=after, limit=limit)
    return WordList(words=[WordOut.model_validate(one) for one in page.items], next=page.next)


@router.post("", status_code=status.HTTP_201_CREATED, responses=refusals(409))
async def add_word(content: NewWord, user: Caller) -> OneWord:
    """Add a word to one's own list, or to the organization's: by a member who is no administrator as a proposal."""
    return _one(await run_in_transaction(words.add, user, _content(content), content.scope))


@router.post("/correction/question")
async def ask_about_correction(correction: CorrectedIn, user: Caller) -> CorrectionOut:
    """Return whether it is worth asking if a correction in a transcript holds from now on; changes nothing."""
    ask = await run_reading(corrections.is_worth_asking, user, correction.heard, correction.word)
    return CorrectionOut(ask=ask)


@router.post("/correction", status_code=status.HTTP_201_CREATED, responses=refusals(409))
async def remember_correction(content: CorrectionIn, user: Caller) -> OneWord:
    """Write `word` from now on where `heard` is heard; a word that is in the list gets the form."""
    arguments = (content.heard, content.word, content.scope)
    return _one(await run_in_transaction(corrections.remember, user, *arguments))


@router.put("/{word_id}", responses=refusals(409))
async def replace_word(word_id: PathId, content: ChangedWord, user: Caller) -> OneWord:
    """Change a word of one's own list, one's own proposal, or as an administrator any word of the organization."""
    return _one(await run_in_transaction(words.change, user, word_id, _content(content), version=content.version))


@router.delete("/{word_id}")
async def remove_word(word_id: PathId, user: Caller) -> Done:
    """Remove a word, or a proposal."""
    await run_in_transaction(words.remove, user, word_id)
    return Done()


@router.post("/{word_id}/approve", responses=refusals(409))
async def approve_word(
    word_id: PathId, user: Admin, version: Annotated[Number | None, Query(description=LAST_SEEN)] = None
) -> OneWord:
    """Let a proposal count for all members; the forms of a word that is there already are added to that word."""
    return _one(await run_in_transaction(words.approve, user, word_id, version=version))


def _content(content: WordIn) -> words.WordContent:
    return words.WordContent(content.word, content.heard_as, content.kind)


def _one(view: words.WordView) -> OneWord:
    return OneWord(word=WordOut.model_validate(view))
