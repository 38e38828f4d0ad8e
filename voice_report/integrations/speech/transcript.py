"""What the body of a transcription says, in whatever shape a server sends it.

When JSON is requested, servers also answer with the text itself, as it is or as a string of JSON, with subtitles, or
with the events of a stream; and what they heard is under 'text', or in segments. ``tests/support/fakes/recorded`` has
the shapes, each with its origin. What in the text is no speech is left in it (``marks``).
"""

import json
import math
import re
from itertools import chain
from typing import Any

from ..resilience import Failure, ServerError
from .protocol import Answer, Word

_MOST_WORDS = 5000  # of one sound: ten minutes at 500 a minute
_DAY = 86_400.0

#: Where the text is, the first that is there; a part of an answer has it in one of the same. Names are compared in
#: small letters: the last lines are those of services' own protocols, which gateways pass on.
_TEXTS = (
    *("text", "transcript", "transcription", "displaytext", "transcripts", "combinedphrases", "full_transcript"),
    *("result", "results", "output", "data", "segments", "chunks", "utterances"),
    *("channels", "alternatives", "phrases", "sentences", "monologues", "elements", "nbest", "display"),
    *("choices", "message", "content", "parts", "value"),
)
#: Of these a text is what was said; next to one of the first two, even an empty one, the rest is only in ``_PIECES``.
_SAID = ("text", "transcript", "transcription", "displaytext", "full_transcript")
_PIECES = ("segments", "chunks", "utterances", "results")
#: Lists of other readings of one sound: the first is the likeliest.
_READINGS = ("alternatives", "choices", "nbest")
#: Names that anything may have: they count inside another one, and in the message of a chat.
_ANY_VALUE = ("content", "parts", "value")
#: What else an answer has that tells of a sound in which nothing was said.
_ABOUT_SOUND = frozenset(("task", "language", "duration", "words", "usage", "x_groq", "logprobs", "totalbilledtime"))
#: Of these a text may also be the outcome of the request, next to the place where the words are.
_ENVELOPES = ("result", "results", "output", "data")
_OUTCOMES = ("status", "state", "recognitionstatus")
_DONE = frozenset(
    (
        *("success", "succeeded", "ok", "completed", "complete", "done", "finished"),
        *("nomatch", "initialsilencetimeout", "babbletimeout", "endofdictation"),  # Azure's: nothing was said
    )
)
#: With one of these, what stands where the words are is the server's own.
_FAILED = frozenset(
    (
        *("error", "errored", "failed", "failure", "fail", "aborted", "canceled", "cancelled", "rejected", "timeout"),
        *("queued", "pending", "processing"),
    )
)
_CODES = ("status", "code", "statuscode", "status_code")
#: Why a model that wrote nothing ended of its own accord.
_ENDED = frozenset(("stop", "eos", "eos_token", "stop_sequence", "end_turn"))
#: Whole phrases: 'no word-level timestamps' and 'no speech backend' tell of the server, and the sound has to be kept.
_NO_SPEECH = re.compile(
    r"no[ _](?:speech|voice|words?|text)(?:[ _]activity)?[ _](?:(?:was|were|is|are)[ _])?"
    r"(?:detect|found|recogni[sz]e|heard)"
    r"|(?:speech|voice)[ _](?:was[ _])?not[ _](?:found|detect|recogni[sz]e)|no[ _](?:audible|transcribable)[ _]"
    r"|nothing[ _](?:was[ _])?(?:heard|said|recogni[sz]e)|only[ _]silence|silence[ _]detect|silent[ _]audio"
    r"|audio[ _]is[ _]silent|(?:audio|sound|recording|clip|file)[^.{}\"]{0,30}[ _]too[ _]short"
    r"|geen (?:spraak|tekst|woorden) (?:herkend|gevonden|gehoord)",
    re.IGNORECASE,
)
_MARKS = re.compile(r"[.,;:!?…]+")  # of words that come one by one
_TIMES = r"(?:\d+:)?\d+:\d+[.,]\d+\s*-->.*"
#: What subtitles have apart from words: their head up to the first empty line, notes, and the name and times of each.
_SUBTITLES = re.compile(
    rf"\A\s*WEBVTT.*(?:\n(?!.*-->).+)*|^(?:\s*(?:NOTE\b.*|\d+|{_TIMES})|(?<=\n\n)\S+(?=\n{_TIMES}))$", re.MULTILINE
)
#: The columns of a table before that of the text.
_COLUMNS = re.compile(r"^(?:start\tend\ttext$|\d+(?:\.\d+)?\t\d+(?:\.\d+)?\t)", re.MULTILINE)
#: A stream of events: comments and names may come before its data.
_EVENTS = re.compile(r"(?::.*\n|(?:id|event|retry):.*\n|\n)*(?:data|event):")


def read(body: str) -> Answer:
    """Return what was heard, as the server wrote it, and its words as far as it says how sure it is of them.

    Raises ``ServerError``, and ``Failure`` for what is no transcription.
    """
    written = body.removeprefix("\ufeff").replace("\r\n", "\n")
    body = written.strip("\ufeff \t\r\n")
    if body.startswith("<") and re.match(r"<(?:!doctype|html|\?xml|head|body|h1|title)", body, re.IGNORECASE):
        raise Failure("broken answer")
    if _EVENTS.match(body):
        return Answer(_events([line[5:] for line in body.splitlines() if line.startswith("data:")]))
    try:
        answer = _read(body) if body[:1] in ("{", "[", '"') or body == "null" else written
    except ValueError:
        if not body.startswith("{"):
            answer = written  # '[Muziek] Mevrouw', '"Au", zei ze'
        elif "\n" in body:
            return Answer(_events(body.splitlines()))
        else:
            raise Failure("broken answer") from None
    if not isinstance(answer, str | list | dict | None):
        answer = written
    text = _text(answer)
    words = _words(_listed(answer)) if isinstance(answer, dict) else ()
    text = _SUBTITLES.sub("", text) if "-->" in text else text
    return Answer(_COLUMNS.sub("", text) if _COLUMNS.match(text) else text, words)


def is_about_silence(said: str) -> bool:
    """Return whether an error says no more than that nothing was heard."""
    return _NO_SPEECH.search(said) is not None


def _text(answer: Any, inside: str = "") -> str:
    """Return the text of an answer or a part of it; ``inside`` is the name that the part has."""
    if answer is None or isinstance(answer, str):
        return answer or ""
    if isinstance(answer, list):
        parts = [part for part in answer if not isinstance(part, int | float)]  # when a segment begins and ends
        if answer and not parts:
            raise Failure("broken answer")
        telling = [one for one in parts if not isinstance(one, dict) or _places(one, inside) or one.get("refusal")]
        return _joined([_text(part, inside) for part in telling or parts])
    if not isinstance(answer, dict):
        raise Failure("broken answer")
    said = None if _failed(answer) else _said(answer, inside)
    why = answer.get("finish_reason") or answer.get("finishreason") or "stop"
    if said is None or not (said.strip() or str(why).lower() in _ENDED):
        told = {name: value for name, value in answer.items() if name not in _ABOUT_SOUND}
        raise ServerError(json.dumps(told, ensure_ascii=False))
    return said


def _said(answer: dict[str, Any], inside: str) -> str | None:
    """Return the text in a part of an answer; '' for a part of another kind."""
    places = _places(answer, inside)
    said = [answer[name] for name in _SAID if isinstance(answer.get(name), str)]
    if any(isinstance(answer.get(name), str) for name in _SAID[:2]):
        pieces = (_text(_pieces(answer.get(name), name), name) for name in _PIECES)
        if text := next((one for one in chain(said, pieces) if one.strip()), ""):
            return text
    elif name := next((one for one in places if answer[one] and not _is_outcome(one, answer[one])), ""):
        found = answer[name]
        if name in _READINGS and isinstance(found, list):
            found = found[0]
        return _text(_parsed(found) if name in _ENVELOPES else found, name)
    if answer and (_tells_of_failure(answer) or not (places or answer.keys() & _ABOUT_SOUND)):
        return None
    return said[0] if said else ""


def _pieces(listed: Any, name: str) -> list[Any]:
    return [one for one in listed if isinstance(one, dict) and _places(one, name)] if isinstance(listed, list) else []


def _places(answer: dict[str, Any], inside: str) -> list[str]:
    """Return under which names a part of an answer has, or may have, its text."""
    is_outer = inside in ("", *_ENVELOPES) and "role" not in answer
    names = [name for name in _TEXTS if not (is_outer and name in _ANY_VALUE)]
    return [name for name in names if name in answer and isinstance(answer[name], str | list | dict | None)]


def _read(written: str) -> Any:
    """Return what JSON holds, with the names in small letters."""
    return json.loads(written, object_pairs_hook=lambda pairs: {name.lower(): value for name, value in pairs})


def _parsed(found: Any) -> Any:
    """Return what a text of JSON holds, and anything else as it is."""
    if isinstance(found, str) and found.lstrip().startswith("{"):
        try:
            return _read(found)
        except ValueError:
            pass
    return found


def _is_outcome(name: str, value: Any) -> bool:
    return isinstance(value, str) and (name == "message" or (name in _ENVELOPES and value.strip().lower() in _DONE))


def _failed(answer: dict[str, Any]) -> bool:
    """Return whether an answer says, whatever else it has, that the request failed, is not done or was refused."""
    if answer.get("error") or answer.get("object") == "error" or answer.get("refusal"):
        return True
    if any(answer.get(name) is False for name in ("success", "ok")):
        return True
    if any(type(answer.get(name)) is int and 400 <= answer[name] < 600 for name in _CODES):
        return True
    told = [answer[name] for name in (*_OUTCOMES, *_ENVELOPES) if isinstance(answer.get(name), str)]
    return any(one.strip().lower() in _FAILED for one in told)


def _tells_of_failure(answer: dict[str, Any]) -> bool:
    """Return whether an answer without a text says more than that nothing was heard."""
    if any(answer.get(name) for name in ("detail", "errors")):
        return True
    told = [answer[name] for name in ("message", *_OUTCOMES) if isinstance(answer.get(name), str)]
    return any(one.strip().lower() not in {"", *_DONE} for one in told)


def _events(lines: list[str]) -> str:
    """Return the text of a stream: that of its end, or of all its pieces."""
    pieces: list[str] = []
    for line in lines:
        if not line.strip() or "[DONE]" in line:
            continue
        try:
            event = _read(line)
        except ValueError:
            raise Failure("broken answer") from None
        if isinstance(event, dict) and isinstance(event.get("delta"), str):
            pieces.append(event["delta"])
        elif isinstance(event, dict) and str(event.get("type", "")).endswith("done"):
            return _text(event)
        else:
            pieces.append(_text(event))
    return _joined(pieces)


def _joined(parts: list[str]) -> str:
    """Put parts together that bring their own spaces, or do not."""
    if any(part.startswith(" ") for part in parts):
        return "".join(parts)
    return "".join(part if _MARKS.fullmatch(part) else f" {part}" for part in parts)[1 if parts else 0 :]


def _listed(answer: dict[str, Any]) -> Any:
    """Return the words of an answer as the server sent them, of its segments when it has them there (whisper.cpp)."""
    segments = answer.get("segments")
    if answer.get("words") or not isinstance(segments, list):
        return answer.get("words")
    several = [one.get("words") for one in segments if isinstance(one, dict)]
    return [word for words in several if isinstance(words, list) for word in words]


def _words(listed: Any) -> tuple[Word, ...]:
    """Return the words of an answer as far as it says how sure it is of them. The server may send anything here.

    Where words bring their own space, one without is a piece of the word before it, which is as sure as its least sure
    piece.
    """
    if not isinstance(listed, list) or len(listed) > _MOST_WORDS:
        return ()
    found: list[Word] = []
    has_own_spaces = False
    for one in listed:
        if not isinstance(one, dict):
            return ()
        values = [_number(one.get(name)) for name in ("start", "end", "probability")]
        if not isinstance(one.get("word"), str) or not all(0 <= value <= _DAY for value in values):
            return ()
        is_piece = has_own_spaces and not one["word"][:1].isspace()
        has_own_spaces |= one["word"][:1].isspace()
        if is_piece:
            before, (_, end, sure) = found.pop(), values
            sure = min(before.probability, sure) if any(map(str.isalnum, one["word"])) else before.probability
            found.append(Word(before.text + one["word"].strip(), before.start, max(before.end, end), sure))
        else:
            found.append(Word(one["word"].strip(), *values))
    return tuple(found)


def _number(value: Any) -> float:
    """Return a number as it is, and not-a-number for anything else, a boolean too."""
    return float(value) if type(value) in (int, float) else math.nan
