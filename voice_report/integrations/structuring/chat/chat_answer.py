"""What a chunk of a chat answer says, in whatever shape a server sends it: its text, and how the answer ended.

OpenAI's shape is one of many. The text is a string or a list of parts, in a ``delta``, a ``message`` or the choice
itself; what a model thinks comes next to it or as parts of its own, and is no text. An end has another name at most
servers ('eos', 'end_turn', 'COMPLETE'). ``tests/support/fakes/recorded`` has the shapes, each with its origin.
"""

import re
from typing import Any, Literal, NamedTuple

#: How an answer ended: whole; at the model's own limit; refused for what the text is about; in any other way.
End = Literal["stop", "length", "refused", "failed"]

_TEXTS = ("text", "output_text", None)  # types of parts that are the answer itself
#: What is in the name of an end that is no good one: any other name is one. The first that matches counts.
_NO_END = re.compile(r"not_|null|none|unknown|other|unspecified|progress|pending|running|continue")
_BAD_ENDS: tuple[tuple[End, re.Pattern[str]], ...] = (
    ("refused", re.compile(r"filter|safety|refus|block|prohibit|recitation|spii|policy|moderat|sensitive|violat|harm")),
    ("failed", re.compile(r"error|abort|cancel|fail|time_?out|tool|function|incomplet|interrupt|insufficient|malform")),
    ("length", re.compile(r"length|max|limit|trunc|budget|context|exceed")),
)

#: Characters from which a message that was received already is the answer once more, and no piece that comes twice; and
#: from which it is the end of what was received: the answer without what the model thought.
_ONCE_MORE, _WITHOUT_THOUGHTS = 8, 20


class Said(NamedTuple):
    """The text of a chunk, whether it is a message, which may be the whole answer, and the end that it names."""

    text: str
    is_message: bool
    end: End | None


class Received:
    """What was received of an answer. A message is a piece of it, the whole once more at its end, or all so far."""

    def __init__(self) -> None:
        self.length = 0  #: in characters
        self.is_complete = False  #: whether the last message was the whole answer
        self._pieces: list[str] = []
        self._has_message = False

    def add(self, said: Said) -> str:
        """Return what of a chunk was not received before."""
        text = self._new_in(said.text) if said.is_message else said.text
        self.is_complete = self.is_complete and (said.is_message or not text)
        self._pieces.append(text)
        self.length += len(text)
        return text

    def _new_in(self, message: str) -> str:
        text, before = message, self.length
        may_have_all = len(message) > before or len(message) == before >= _ONCE_MORE
        if may_have_all and message.startswith("".join(self._pieces)):
            text = message[before:]
        elif (
            len(message) >= _WITHOUT_THOUGHTS
            and not self._has_message
            and "".join(self._pieces).rstrip().endswith(message.strip())
        ):
            text = ""
        self.is_complete = not before or not text
        self._has_message = self._has_message or bool(text)
        return text


def read(chunk: dict[str, Any]) -> Said:
    """Return what a chunk says. Raises ``AttributeError`` or ``TypeError`` when it is no chunk of a chat answer."""
    text, is_message, end = "", False, None
    for choice in chunk.get("choices") or ():
        if choice.get("index"):  # another answer to the same question
            continue
        said = choice.get("delta") or choice.get("message") or {"content": choice.get("text")}
        is_message = not choice.get("delta") and bool(choice.get("message"))
        text += _text(said.get("content"))
        end = _end(choice.get("finish_reason"))
        if said.get("refusal"):
            end = "refused"
        elif said.get("tool_calls") or choice.get("error"):
            end = "failed"
    return Said(text, is_message, end)


def _text(content: Any) -> str:
    """Return the text of a message; of a list of parts without what the model thought and what it refers to."""
    if isinstance(content, list):
        return "".join(map(_text, content))
    if isinstance(content, dict):
        return _text(content.get("text") or content.get("value")) if content.get("type") in _TEXTS else ""
    return "" if content is None else "" + content


def _end(name: Any) -> End | None:
    if isinstance(name, dict):  # SGLang's own: {"type": "stop", "matched": 2}
        name = name.get("type")
    name = re.sub("^finish_?reason_", "", str(name or "").lower())  # Gemini's enumeration
    if not name or _NO_END.match(name):
        return None
    for end, pattern in _BAD_ENDS:
        if pattern.search(name):
            return end
    return "stop"
