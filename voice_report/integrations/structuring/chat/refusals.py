"""What an endpoint refuses: a part of the request that it can do without, or the text itself.

Each server says it in its own words, under a status of its own, and a gateway wraps them in its own error once more: so
the text of the error is read as a whole, without what it repeats of the request. It is never logged.
"""

import json
import re
from collections.abc import Callable
from typing import Any

from ...resilience import ServerError

_LONGEST = 4_000  # characters of an error that are read
#: Statuses of errors about the request. All others tell of a key, an address, money, pace, time or a gateway.
_ABOUT_REQUEST = (400, 403, 405, 406, 413, 415, 422, 424, 446, 451, 500, 501)
#: Where errors repeat what they were sent: fields; what has two keys of the request; a request inside a sentence.
_ECHOES = ("input", "body", "request", "messages", "prompt")
_KEYS = {"model", "messages", "stream", "temperature"}
_ECHO = re.compile(r"""\{[^{}]{0,200}["']messages\\*["']\s*:.*""", re.DOTALL)

_CONTEXT = (
    r"context[ _]?(?:length|window|size|limit|overflow)|exceed\w*[ _](?:the )?(?:available |maximum |model'?s )?context"
    r"|maximum (?:\w+ ){0,3}(?:tokens|(?:context|input|prompt|sequence|model|text) length)|input token count"
    r"|(?:prompt|input|inputs|request|messages?|text).{0,30}too (?:long|large)|too many (?:input )?tokens"
    r"|reduce (?:the|your) (?:length|prompt)|tokens.{0,40}(?:<=|exceed|must be)|less than [0-9]+ tokens"
    r"|length.{0,30}(?:exceed|longer than)|max_model_len|n_ctx"
)
#: What a text is refused for, and the filters that refuse it.
_HARM = (
    r"(?:sensitive|unsafe|harmful|malicious|inappropriate|prohibited|disallowed|forbidden|banned|blocked|objectionable"
    r"|offensive|toxic|explicit|illegal)[ _]?(?:content|words?|keywords?|topics?|phrases?|entity|information|text|input"
    r"|prompt|language|material)"
)
_FILTER = r"content[ _]?filter|moderation|guard ?rails?|safety (?:system|filter|check)|content[ _]?safety"
_CONTENT = (
    rf"{_HARM}|{_FILTER}|content.{{0,8}}(?:filter|policy|management|moderat|violat|risk|block)|responsible.?ai"
    r"|data_inspection|flagged_input|new_sensitive|guardrail_|block_?reason|jail ?break|prompt injection|recitation"
    r"|(?:input|prompt|content|text|messages?|request) (?:(?:was|is|were|has been) )?flagged|inappropriate"
    r"|(?:safety|usage|community) (?:setting|polic|guideline|reason)|violat.{0,30}polic|high risk"
    r"|blocked (?:due to|for|by|because).{0,20}(?:safety|security config|pii)|(?:content|message) is unsafe"
    r"|(?:violence|self-?harm|hate|sexual\w*|pii|personal (?:data|information)) (?:(?:was|is) )?(?:detected|found)"
    r"|contains.{0,20}(?:pii\b|personal (?:data|information))|\b(?:model|i) (?:cannot|can't) (?:assist|answer|comply)"
    r"|敏感|不安全|违规"
)
_OF_THE_TEXT = re.compile(f"{_CONTEXT}|{_CONTENT}", re.IGNORECASE | re.DOTALL)
#: Of the moment, of a filter that failed, or of the payer: another time, or when that is settled, the text is taken.
_PASSING = re.compile(
    r"deadline|time[ds]?[ -]?out|queue|overload|concurren|busy|try again (?:later|in)|temporar|unavailable|loading"
    r"|cancell?ed|rate.?limit|(?:per|a|each)[ _-](?:second|minute|hour|day)|\b[tr]pm\b|quota|capacity"
    r"|memory|kv.?cache|cannot allocate|failed to allocate|vram|\bslots?\b|in flight|slow down|not loaded"
    r"|offline|\breach(?:ed|able)?\b(?! (?:the |its )?(?:maximum|limit))|unreachable|econn"
    r"|(?:returned|answered|responded with)\W{1,3}5[0-9]{2}"
    r"|billing|trial|invoice|payment|balance|\bcredits?\b|subscription"
    rf"|(?:{_FILTER})(?:ing|s)?(?: service)?[ _](?:internal[ _])?(?:error|fail)"
    r"|failed to (?:load|run|call|apply|evaluate|connect)",
    re.IGNORECASE,
)
#: Whose request it was: named with a text that was refused, or what was refused itself.
_WHOSE = r"\baccount|organi[sz]ation|api.?key|licen[cs]e"
_IS_WHOSE = re.compile(_WHOSE, re.IGNORECASE)
_VERDICT = re.compile(
    r"\b(?:input|prompt|content|text|messages?|request|response|output)\b.{0,40}(?:flagged|block|reject|violat|filtered)"
    r"|(?:flagged|blocked|rejected|filtered).{0,20}\b(?:input|prompt|content|text|messages?|response|output)\b",
    re.IGNORECASE,
)
_BARRED = re.compile(rf"(?:{_WHOSE})\W{{1,3}}(?:\w+ )?(?:is|was|has been|have been|not|does)\b", re.IGNORECASE)

_STREAM = r"['\"`\\]stream['\"`\\]|stream(?:ing)? (?:is |mode )?(?:not|un)\s?support|not support stream"
_SYSTEM = r"system.{0,3}(?:role|message|prompt|instruction).{0,30}(?:not|un|only)|roles must alternate|only user and"


def text_of(error: BaseException) -> str:
    """Return what the server said, when this may be about the request; '' otherwise."""
    if isinstance(error, ServerError):
        body, statuses = error.text, set()
    elif (response := getattr(error, "response", None)) is not None:
        body, statuses = response.text, {getattr(error, "status_code", None)}
    else:
        return ""
    try:
        told = json.loads(body.removeprefix("error:"))
    except (ValueError, RecursionError):
        said = _ECHO.sub("", body)
    else:
        said = json.dumps(_without_echoes(told), ensure_ascii=False)
        statuses |= _statuses_in(told)
    return said[:_LONGEST] if statuses <= {*_ABOUT_REQUEST} else ""


def is_of_the_text(said: str) -> bool:
    """Return whether an error says that this text is too long, or is not wanted: it would be refused each time."""
    if not _OF_THE_TEXT.search(said) or _PASSING.search(said):
        return False
    return not _IS_WHOSE.search(said) or (_VERDICT.search(said) is not None and not _BARRED.search(said))


def left_out(said: str, already: frozenset[str]) -> frozenset[str]:
    """Return what the request has to do without, after an error that said this; ``already`` when that is no more."""
    for name, (pattern, _) in _WITHOUT.items():
        if name not in already and re.search(pattern, said, re.IGNORECASE):
            return already | {name}
    return already


def form(messages: list[dict[str, str]], without: frozenset[str]) -> dict[str, Any]:
    """Return the arguments of the request ``without`` these parts of it."""
    made: dict[str, Any] = {"messages": messages, "temperature": 0}
    for name in without:
        made = _WITHOUT[name][1](made)
    return made


def _without_echoes(told: Any) -> Any:
    if isinstance(told, str):
        return _ECHO.sub("", told)
    if not isinstance(told, (dict, list)):
        return told
    if len(_KEYS.intersection(one for one in told if isinstance(one, str))) > 1:
        return ""
    if isinstance(told, list):
        return [_without_echoes(value) for value in told]
    return {name: _without_echoes(value) for name, value in told.items() if name not in _ECHOES}


def _statuses_in(told: Any) -> set[int]:
    """Return the HTTP statuses in an error: that of a gateway's own source, or of an error inside a stream."""
    about = told.get("error") if isinstance(told, dict) else None
    found = {str(one.get("code")) for one in (told, about) if isinstance(one, dict)}
    return {int(code) for code in found if re.fullmatch("[45][0-9][0-9]", code)}


def _unstreamed(form: dict[str, Any]) -> dict[str, Any]:
    return {**form, "extra_body": {"stream": False}}


def _without_temperature(form: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in form.items() if name != "temperature"}


def _in_one_message(form: dict[str, Any]) -> dict[str, Any]:
    whole = "\n\n".join(message["content"] for message in form["messages"])
    return {**form, "messages": [{"role": "user", "content": whole}]}


#: What can be left out, by the pattern of the errors that name it.
_WITHOUT: dict[str, tuple[str, Callable[[dict[str, Any]], dict[str, Any]]]] = {
    "temperature": ("temperature", _without_temperature),
    "stream": (_STREAM, _unstreamed),
    "system": (_SYSTEM, _in_one_message),
}
