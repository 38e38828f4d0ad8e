"""'Voortaan zo schrijven': a word that was corrected in a transcript, remembered for a person or proposed for all."""

from ...db.session import ReadSession, WriteSession
from ...dutch import dictionary, spelling
from ...errors import DomainError
from ...reporting.evidence.words import medicines
from ..shared import rate_limits
from ..shared.identity import CurrentUser
from . import client_names, words
from .word_content import checked, may_replace
from .words import Kind, Scope, WordContent, WordView


async def is_worth_asking(session: ReadSession, user: CurrentUser, heard: str, word: str) -> bool:
    """Return whether this correction can be remembered, and is not: neither the form nor its word is known as a form.

    Ordinary words are not: what was misheard as 'moeder' once is said as 'moeder' the next time. Whether a word with a
    capital is a name or begins a sentence is unknown here, so it is judged as if it were no name.
    Raises ``TooMany``.
    """
    await rate_limits.hit("corrections", str(user.id))
    if all(map(dictionary.is_known, dictionary.parts(heard[: words.MAX_WORD]))):
        return False
    try:
        content = checked(_content(heard, word))
    except DomainError:
        return False
    if not all(may_replace(form, content.word, "term") for form in content.heard_as):
        return False
    known = await words.entries(session, user)
    taken = {spelling.key(form) for entry in known for form in (entry.word, *entry.heard_as)}
    is_form = any(spelling.key(content.word) in map(spelling.key, entry.heard_as) for entry in known)
    if is_form or taken & {spelling.key(form) for form in content.heard_as}:
        return False
    pairs = [(form, content.word) for form in content.heard_as]
    return not await client_names.changed(session, user.organization_id, pairs)


async def remember(session: WriteSession, user: CurrentUser, heard: str, word: str, scope: Scope) -> WordView:
    """Write ``word`` from now on where ``heard`` is heard; a word that is in the list gets the form. Raises what
    ``words.add`` raises."""
    return await words.add(session, user, _content(heard, word), scope, adds_forms=True)


def _content(heard: str, word: str) -> WordContent:
    kind: Kind = "naam" if word[:1].isupper() else "term"
    first = word[: words.MAX_WORD].split(maxsplit=1)[:1]
    return WordContent(word, [heard], "medicijn" if first and medicines.substance(first[0]) else kind)
