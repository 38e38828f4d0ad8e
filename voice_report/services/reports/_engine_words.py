"""The words of the lists that a speech engine gets, where ``SPEECH_WORD_LIST`` says so: it is off, as measured.

An engine writes more of the words that it is given, and some that nobody said (``bench/words``). An outside engine gets
no people's names, and no word that is the name of a client.
"""

from sqlmodel import select

from ...config import settings
from ...database import reading
from ...models import OwnWord
from ..shared.identity import CurrentUser
from . import _client_names, _word_rows

#: Whisper reads at most 224 tokens of a prompt.
_CHARACTERS = 400
_ASKED = 150  # words that are compared with the names of clients


async def for_engine(user: CurrentUser) -> list[str]:
    """Return the most and the last used words first, as many as fit. Opens its own transaction."""
    if settings().speech_word_list == "off" or user.organization is None:
        return []
    query = select(OwnWord.word).where(*_word_rows.counting(user))
    query = query.order_by(*_word_rows.MOST_USED)
    leaves_server = settings().chosen_speech().leaves_server
    async with reading() as session:
        words = list((await session.exec(query.where(OwnWord.kind != "naam") if leaves_server else query)).all())
        if leaves_server:
            words = words[:_ASKED]
            named = await _client_names.with_name(session, user.organization_id, words)
            words = [word for word in words if word not in named]
    return _fitting(words)


def _fitting(words: list[str]) -> list[str]:
    found: list[str] = []
    room = _CHARACTERS
    for word in dict.fromkeys(words):
        room -= len(word) + 2
        if room < 0:
            break
        found.append(word)
    return found
