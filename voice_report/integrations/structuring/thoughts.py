"""An answer without what the model thought aloud, and without its control tokens.

A server that does not know a model passes on all that it writes: its thoughts before the answer, between marks that
each family of models has of its own, and the tokens that end its turn. Many chat templates write the first mark
themselves, so that the answer has only the last. A thought is never part of a report.

Pure; each character is looked at a few times, and what may become a mark is held back.
"""

import re
from collections.abc import Callable

from .protocol import Note

#: Characters of text before the first sign of an answer above which no answer is expected any more.
_LONGEST_LEAD = 16_000
_LONGEST_HEADER = 60  # characters of the name of who speaks, and of a channel

_FINAL = r"assistantfinal|(?i:here(?: is|'s|’s) my (?:response|answer):)"
#: Between < and > a name, with attributes or without: 'saturatie < 90, analyse volgt, pols > 100' is said.
_ELEMENT = r"<[|｜][^<>\n]{0,78}>|<(?=/?(?:[A-Za-z]|0x))[^\s<>,]{1,60}(?:\s+[\w:-]+=[^<>\n]{0,80})?\s*/?>"
_MARK = re.compile(rf"{_ELEMENT}|\[/?(?i:inst|think\w*|thought\w*|reason\w*)\]|◁[^◁▷\n]{{1,80}}▷|{_FINAL}")
#: The end of a text that may be the beginning of a mark.
_BEGUN = re.compile(r"(?:[<◁][^<>◁▷\n]{0,80}|\[/?\w{0,12}|a(?:s(?:s\w{0,11})?)?|(?i:h(?:e(?:re?[^:\n]{0,16})?)?))\Z")
#: The two forms of a thought whose first mark a server took out or never knew, at the beginning of an answer.
_LEADS = ("analysis", "here is my thought process:", "here's my thought process:", "here’s my thought process:")
_LEAD = re.compile(r"\s*(?:analysis(?=\W?[A-Z])|(?i:here(?: is|'s|’s) my thought process:))")

_THOUGHT = re.compile(
    r"think|thought|reason|reflect|scratch|monolog|analy[sz]|deliberat|inner_|unused9[45]|^<\|channel>|^<channel\|>",
    re.I,
)
_CLOSES = re.compile(r"^.[|｜]?(?:/|end)|unused95|inner_suffix|^<channel\|>", re.I)
_CONTROL = re.compile(
    r"<\|[^<>]*>|<[^<>]*\|>|<｜[^<>]*>|</?s>|</?(?:bos|eos|eot|eod|pad|unk|sep|mask)>|<(?:start|end)_?of_?\w+>"
    r"|<(?:unused|reserved|extra_id|0x)[^<>]*>|\[/?inst\]|</?(?:answer|response|output|solution|final(?:_answer)?)>",
    re.I,
)
_STARTS_HEADER = re.compile(
    r"<\|(?:im_start|start|start_header_id|header_start|start_of_role|channel)\|>|<start_of_turn>|<\|turn>", re.I
)
_ENDS_HEADER = re.compile(r"<\|(?:message|end_header_id|header_end|end_of_role)\|>", re.I)
_SPEAKER = re.compile(r"<\|(assistant|model|user|system|human|observation|tool)\|>", re.I)
_STARTS_ANSWER = re.compile(r"<(?:answer|response|output|solution|final(?:_answer)?)>", re.I)
_ENDS_TURN = re.compile(r"^<[|｜]?(?:/|im_end|end|eo[stdm]\b|eot_|eom_|return|call|turn\|)", re.I)
_US = ("assistant", "model", "")


class Answer:
    """Takes the text of an answer in pieces of any size, and gives what of it is the answer.

    Nothing is passed on before ``has_begun`` says that the answer has, of the text up to here and the place from which
    it is new: what is before may be a thought whose end is still to come. ``is_thinking``: the answer begins in a
    thought, without a mark.
    """

    def __init__(self, has_begun: Callable[[str, int], bool], *, is_thinking: bool = False) -> None:
        self.thinks_unmarked = is_thinking  #: whether this answer began in a thought without a mark
        self.never_begins = False  #: whether there was so much text without an answer that none is expected
        self._has_begun = has_begun
        self._rest = ""
        self._started = False  # past the place where a lead can be
        self._hidden: str | None = "" if is_thinking else None  # in a thought, and the name of its element
        self._header: str | None = None  # who speaks, and in which channel, as far as it is known
        self._is_over = False  # the turn has ended
        self._lead: str | None = ""  # before the answer has begun
        self._unmarked: list[str] = []  # what ``is_thinking`` keeps back
        self._found: list[str | Note] = []

    def feed(self, text: str) -> list[str | Note]:
        """Return the pieces of the answer that this text completes; ``Note.ANEW`` takes back those before it."""
        self._rest += text
        if not self._started and not self._is_past_lead():
            return []
        at = 0
        for mark in _MARK.finditer(self._rest):
            self._text(self._rest[at : mark.start()])
            self._mark(mark[0])
            at = mark.end()
        begun = _BEGUN.search(self._rest, at)
        end = begun.start() if begun else len(self._rest)
        self._text(self._rest[at:end])
        self._rest = self._rest[end:]
        return self._taken()

    def close(self, *, is_whole: bool) -> list[str | Note]:
        """Return what was still held back; a thought without an end stays one, unless nothing marked it.

        Without ``is_whole`` the answer was cut off, and nothing that may be a thought is returned.
        """
        self._started = True
        found = self.feed("")
        self._text(self._rest)
        self._rest = ""
        if is_whole:
            self._reveal()
            self._release()
        return [*found, *self._taken()]

    def _is_past_lead(self) -> bool:
        begin = self._rest.lstrip()
        if len(begin) < max(map(len, _LEADS)) and any(lead.startswith(begin[: len(lead)].lower()) for lead in _LEADS):
            return False
        self._started = True
        if lead := _LEAD.match(self._rest):
            self._hidden, self._rest = "", self._rest[lead.end() :]
            self.thinks_unmarked = False
        return True

    def _text(self, text: str) -> None:
        if not text:
            return
        if self._header is not None:
            name, line, behind = text.partition("\n")
            self._header += name
            if not line and len(self._header) <= _LONGEST_HEADER:
                return
            self._speaker(self._header)
            text = behind
        if self._hidden is not None:
            if self.thinks_unmarked:
                self._unmarked.append(text)
        elif not self._is_over:
            self._pass_on(text)

    def _mark(self, mark: str) -> None:
        if _ENDS_HEADER.fullmatch(mark):
            self._speaker(self._header or "")
        elif mark == "<|channel|>" and self._header is not None:
            self._header += "|"
        elif _STARTS_HEADER.fullmatch(mark):
            self._hidden = None if self._hidden == "channel" else self._hidden
            self._header = "|" if "channel" in mark else ""
        elif speaker := _SPEAKER.fullmatch(mark):
            self._speaker(speaker[1])
        elif _STARTS_ANSWER.fullmatch(mark) or re.fullmatch(_FINAL, mark):
            self._begin_answer()
        elif mark[0] in "<[◁" and _THOUGHT.search(mark):
            self._thought(mark)
        elif self._hidden and mark.lower() == f"</{self._hidden}>":
            self._hidden = None
        elif _CONTROL.fullmatch(mark):
            self._control(mark)
        else:
            self._text(mark)

    def _thought(self, mark: str) -> None:
        if mark.endswith("/>"):
            return
        if not _CLOSES.search(mark):
            self._reveal()
            if self._hidden is None:
                name = re.match(r"<(\w+)\s", mark)
                self._hidden = name[1].lower() if name else "thought"
        elif self._hidden is not None:
            self._hidden, self._unmarked = None, []
        else:
            self._begin_answer()

    def _control(self, mark: str) -> None:
        if not _ENDS_TURN.search(mark):
            return
        if self._hidden == "channel":
            self._hidden = None
        elif self._hidden is None and (self._lead is None or self._lead):
            self._is_over = True

    def _speaker(self, header: str) -> None:
        """Go on with the turn, or the channel, that this header begins: 'assistant', 'user', 'assistant|analysis'."""
        self._header = None
        name, _, channel = header.strip().lower().partition("|")
        if channel.strip().startswith("final"):
            self._begin_answer()
        elif channel.strip():
            self._reveal()
            self._hidden = self._hidden or "channel"
        self._is_over = name.strip() not in _US

    def _reveal(self) -> None:
        """The answer did not begin in a thought after all."""
        if self._unmarked or (self.thinks_unmarked and self._hidden == ""):
            self._hidden, self.thinks_unmarked = None, False
            self._pass_on("".join(self._unmarked))
            self._unmarked = []

    def _begin_answer(self) -> None:
        """What was passed on up to here is no part of the answer."""
        is_shown = self._lead != ""
        self.thinks_unmarked = self.thinks_unmarked or is_shown
        self._hidden, self._is_over, self._unmarked = None, False, []
        if self._lead is None:
            self._found.append(Note.ANEW)
        self._lead = ""

    def _pass_on(self, text: str) -> None:
        if self._lead is None:
            self._found.append(text)
        elif self._lead or text.strip():  # no white space before an answer
            at = len(self._lead)
            self._lead += text
            if self._has_begun(self._lead, at):
                self._release()
            else:
                self.never_begins = len(self._lead) > _LONGEST_LEAD

    def _release(self) -> None:
        if self._lead:
            self._found.append(self._lead.lstrip("\n"))
        self._lead = None

    def _taken(self) -> list[str | Note]:
        found, self._found = self._found, []
        return found
