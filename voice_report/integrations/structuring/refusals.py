"""What an endpoint refuses: a part of the request that it can do without, or the text itself.

Each server says it in its own words, under its own status, and a gateway wraps them in its own error once more: so the
text of the error is read as a whole. It is never logged.
"""

import re
from collections.abc import Callable
from typing import Any

from .server_sent import ServerError

_LONGEST = 4_000  # characters of an error that are read
#: Statuses that say something else: key or address (401, 404), too many requests (429).
_ABOUT_OTHERS = (401, 404, 429)

_CONTEXT = (
    r"context.{0,20}(?:length|window|size|limit|exceed|overflow)|exceed.{0,30}context|maximum.{0,30}(?:tokens|length)"
    r"|(?:prompt|input|inputs|request|messages?|text).{0,30}too (?:long|large)|too many (?:input )?tokens"
    r"|reduce (?:the|your) (?:length|prompt)|input.{0,10}tokens.{0,40}(?:<=|exceed|must be)|max_model_len"
)
_CONTENT = (
    r"content.{0,3}(?:filter|policy|management|moderat|violat)|responsible.?ai|moderation|flagged|data_inspection"
    r"|(?:safety|usage) (?:system|policy|policies|filter|setting)|inappropriate|prohibited.?content"
)
_OF_THE_TEXT = re.compile(f"{_CONTEXT}|{_CONTENT}", re.IGNORECASE | re.DOTALL)

_STREAM = r"['\"`\\]stream['\"`\\]|stream(?:ing)? (?:is |mode )?(?:not|un)\s?support|not support stream"
_SYSTEM = r"system.{0,3}(?:role|message|prompt|instruction).{0,30}(?:not|un|only)|roles must alternate|only user and"


def text_of(error: BaseException) -> str:
    """Return what the server said, when this may be about the request; '' otherwise."""
    if isinstance(error, ServerError):
        return error.text[:_LONGEST]
    response = getattr(error, "response", None)
    if getattr(error, "status_code", None) in (None, *_ABOUT_OTHERS) or response is None:
        return ""
    return response.text[:_LONGEST]


def is_of_the_text(said: str) -> bool:
    """Return whether an error says that this text is too long, or is not wanted: it would be refused each time."""
    return _OF_THE_TEXT.search(said) is not None


class Form:
    """The request as this endpoint takes it: what it once refused, and can do without, is left out from then on."""

    def __init__(self) -> None:
        self._left_out: set[str] = set()

    def of(self, messages: list[dict[str, str]]) -> dict[str, Any]:
        """Return the arguments of the request."""
        form: dict[str, Any] = {"messages": messages, "temperature": 0}
        for name in self._left_out:
            form = _WITHOUT[name][1](form)
        return form

    def adapt(self, said: str) -> bool:
        """Leave out what this error says is refused; return whether the request differs now."""
        for name, (pattern, _) in _WITHOUT.items():
            if name not in self._left_out and re.search(pattern, said, re.IGNORECASE):
                self._left_out.add(name)
                return True
        return False


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
