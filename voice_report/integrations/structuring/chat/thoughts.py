"""An answer without what the model thought aloud, and without its control tokens.

A server that does not know a model passes on all that it writes: its thoughts, between marks that each family of models
has of its own or between none, and the tokens that end its turn. A thought is never part of a report. So an answer is
known by its shape, and not by the name of what stands around it: it begins with a line of JSON, or with the report's
first heading, and what precedes that is none. In the answer itself only a model's own tokens count, and what the
speaker said is no mark.

Pure; each character is looked at a few times, and what may become a mark is held back.
"""

import re

from ....dutch.characters import cleaned
from ....reporting.templates import ReportTemplate
from ..protocol import Note

#: Characters without a sign of an answer above which none is expected any more, and characters before it in all.
_LONGEST_LEAD, _LONGEST_LEAD_IN_ALL = 16_000, 200_000
_LONGEST_HEADING = 300  # characters of a heading with its underline

#: The beginning of an answer in lines: an object behind no more than one line that introduces it.
LINES = re.compile(
    r"\A\s{0,50}(?:[^{<\n]{0,200}[:!][*_ ]{0,9}\n\s{0,50})?(?:```(?:jsonl?|ndjson)?\s{0,50})?[\s*\[\d.)-]{0,50}\{"
)

#: What marks are also written with: DeepSeek's own signs, and brackets and bars of other widths. Each is one character.
_LOOK_ALIKE = str.maketrans("‹＜﹤〈⟨〈❮›＞﹥〉⟩〉❯｜￨│∣▁＿﹍［］＆；", "<<<<<<<>>>>>>>||||___[]&;")

#: The name of the speaker or the channel, behind its control token.
_HEADER = (
    r"<(?:\|(?:im_start|start|start_header_id|header_start|start_of_role|turn|channel|constrain)\|?|start_of_turn)>"
    r"[^<>{#\n]{0,60}"
)
#: Between < and > a name, with attributes or without: 'saturatie < 90, analyse volgt, pols > 100' is said.
_ELEMENT = r"(?=/?(?:[A-Za-z]|0x))[^\s<>,&]{1,60}(?:\s+[\w:-]+=[^<>\n]{0,80})?\s*/?"
_MARK = re.compile(
    rf"{_HEADER}|<\|[^<>\n]{{0,78}}>|\\?<{_ELEMENT}>|&lt;{_ELEMENT}&gt;|\[/?[A-Za-z][\w -]{{1,30}}\]|◁[^◁▷\n]{{1,80}}▷"
    r"|```[\w-]*|assistantfinal|\[\|[a-z_]{1,40}\|\]|\[e~\[|\]~!?b[\[\]]"
)
#: The end of a text that may be the beginning of a mark.
_BEGUN = re.compile(
    r"(?:\\|\\?[<◁][^<>◁▷\n]{0,80}|&(?:l|lt|lt;[^<>&\n]{0,80}(?:&|&g|&gt)?)?|\[[/|]?[\w -]{0,40}[|~]?|\]~!?b?"
    r"|`{1,2}|a(?:s(?:s\w{0,11})?)?)\Z"
)
_NAME = re.compile(r"[<\[◁]\|?/?(\w+:)?([\w|-]*)")

_THOUGHT = re.compile(
    r"think|thought|reason|reflection|scratch|monolog|analysis|deliberat|inner_|unused9[45]|channel\|"
)
_CLOSES = re.compile(r".\|?(?:/|end)|.*_end\b|<unused95|<.inner_suffix|<channel\|")
_CONTROL = re.compile(
    r"<\|.*|<[^<>]*\|>|</?(?:s|bos|eos|eot|eod|eom|pad|unk|sep|mask)>|<(?:start|end)_?of_?\w+>"
    r"|<(?:unused|reserved|extra_id|0x)[^<>]*>|\[/?inst\]"
)
#: MiniMax's tokens; EXAONE's are as others', between '[|' and '|]'.
_TOKENS_OF_SQUARE_BRACKETS = {"[e~[": "<|end|>", "]~b]": "<|start|>", "]~!b[": "<|start|>"}
_ENDS_TURN = re.compile(r"<\|?(?!end_header|end_of_role)(?:/s|im_end|end|eo[stdm]|return|call|turn\|)")
_OTHERS = re.compile(r"user|system|human|observation|tool|developer|function|environment|ipython")
_US = ("assistant", "model")
#: What a mark that was said stands behind, and the characters behind it that were said too: a token is on its own.
_BEFORE_A_WORD, _CONTEXT = tuple(" \t\"'(‘“„«"), 8
_LAST_TAGS = re.compile(r"(?:(?:\s*\n)?(?<![ \t])</[\w:-]+>)+\s*\Z")
_ANSWER = re.compile(r"<(?:answer|response|output|solution|final(?:_answer)?)>")
_ANSWER_IN_CODE = ("", "json", "jsonl", "ndjson", "markdown", "md")
#: What is left of the first mark of gpt-oss where a server takes its tokens out.
_ANALYSIS = re.compile(r"\s*analysis\W?[A-Z]")


def report(template: ReportTemplate) -> re.Pattern[str]:
    """Return the beginning of a report: the template's first heading, as ``markdown`` has headings."""
    title = rf"[*_]*(?:\d{{1,2}}[.)][ \t]+)?{re.escape(template.headings[0])}[*_:# \t\r]*\n"
    return re.compile(rf"^[ \t]*(?:#{{1,2}}[ \t]+{title}|{title}[ \t]*(?:-{{3,}}|={{3,}})[ \t\r]*\n)", re.M | re.I)


class Answer:
    """Takes the text of an answer in pieces of any size, and gives what of it is the answer.

    Nothing is passed on before the answer ``begins``: with ``LINES``, or with a ``report``, which may begin once more.
    ``said`` is what the speaker said. ``is_thinking``: the answer begins in a thought, without a mark.
    """

    def __init__(self, begins: re.Pattern[str], said: str = "", *, is_thinking: bool = False) -> None:
        self.thinks_unmarked = is_thinking  #: whether this answer began in a thought without a mark
        self._begins = begins
        self._said = said.translate(_LOOK_ALIKE).lower()
        self._rest = self._last = ""  # what is not read, and the last character that is
        self._half = ""  # of a line break
        self._is_thought = False
        self._is_over = False  # the turn has ended, or is another's
        self._part: _Lead | _Body = _Lead(begins, waits=is_thinking)

    @property
    def never_begins(self) -> bool:
        """Whether there was so much text without an answer that none is expected."""
        if not isinstance(self._part, _Lead):
            return False
        text = self._part.text + self._part.inside
        without = len(text) - max(0, text.rfind("\n{"), text.rfind("\n#"))
        return without > _LONGEST_LEAD or len(text) > _LONGEST_LEAD_IN_ALL

    def feed(self, text: str) -> list[str | Note]:
        """Return the pieces of the answer that this text completes; ``Note.RESTART`` takes back those before it."""
        text, self._half = self._half + text, "\r" if text.endswith("\r") else ""
        self._rest += cleaned(text.removesuffix(self._half))
        return self._read(is_end=False)

    def close(self, *, is_whole: bool) -> list[str | Note]:
        """Return what was still held back; a thought without an end stays one, unless nothing marked it.

        Without ``is_whole`` the answer was cut off, and nothing that may be a thought is returned.
        """
        found = self._read(is_end=True)
        if isinstance(self._part, _Lead) and is_whole:
            self.thinks_unmarked = self.thinks_unmarked and not self._part.waits
            text = self._part.whole()
            found += [text] if text else []
        return found

    def _read(self, *, is_end: bool) -> list[str | Note]:
        found: list[str | Note] = []
        at, end, plain = 0, len(self._rest), self._rest.translate(_LOOK_ALIKE)
        for mark in _MARK.finditer(plain):
            reach = mark.end() + (_CONTEXT if mark[0].lower() in self._said else 0)
            if reach >= end and not is_end:  # a header or a name may go on, and what is behind tells what it is
                end = mark.start()
                break
            found += self._text(self._rest[at : mark.start()])
            written = self._rest[mark.start() : mark.end()]
            found += self._text(written) if self._is_word(mark) else self._mark(mark[0], written)
            at = mark.end()
        if not is_end and (begun := _BEGUN.search(plain, at)):
            end = min(end, begun.start())
        found += self._text(self._rest[at:end])
        self._last, self._rest = plain[:end][-1:] or self._last, self._rest[end:]
        return found

    def _is_word(self, mark: re.Match[str]) -> bool:
        """Return whether the speaker said this mark, among other words; a token is on its own."""
        before = mark.string[mark.start() - 1] if mark.start() else self._last
        behind = mark.string[mark.end() : mark.end() + _CONTEXT]
        is_in_place = before in _BEFORE_A_WORD or (behind != "" and (mark[0] + behind).lower() in self._said)
        return is_in_place and mark[0].lower() in self._said

    def _text(self, text: str) -> list[str | Note]:
        if not text or self._is_thought or self._is_over:
            return []
        if isinstance(self._part, _Body):
            return self._part.take(text)
        begun = self._part.take(text)
        if begun:
            self._part = _Body(self._begins, begun)
        return [begun] if begun else []

    def _mark(self, mark: str, written: str) -> list[str | Note]:
        name = mark.lower().removeprefix("\\").replace("&lt;", "<").replace("&gt;", ">")
        name = _TOKENS_OF_SQUARE_BRACKETS.get(name) or name.replace("[|", "<|").replace("|]", "|>")
        if re.fullmatch(_HEADER, name):
            return self._header(mark)
        if name == "assistantfinal":
            return self._begin()
        if name[0] in "<[◁" and (found := _NAME.match(name)) and _THOUGHT.search(found[2]):
            return self._thought(name)
        if _CONTROL.fullmatch(name):
            if _ENDS_TURN.match(name) or _OTHERS.match(name.strip("<|>")):
                self._is_over = self._is_over or not (self._is_thought or self._is_empty())
                self._is_thought = False
            self._is_over = self._is_over and name.strip("<|>") not in _US
            return []
        if self._is_thought or self._is_over:
            return []
        return self._part.tag(written, name)

    def _header(self, mark: str) -> list[str | Note]:
        """Go on with the turn, or the channel, that this header begins."""
        token, _, name = mark.partition(">")
        who = name.strip().lower()
        if "channel" in token and who.startswith("final"):
            return self._begin()
        if "channel" in token or "constrain" in token:  # which is the form of the answer
            self._is_thought = self._is_thought or ("channel" in token and who != "")
            return []
        self._is_over = _OTHERS.match(who) is not None
        return [] if self._is_over or who.startswith(_US) else self._text(name)

    def _thought(self, name: str) -> list[str | Note]:
        if not _CLOSES.match(name):
            self._is_thought = not name.endswith("/>") or self._is_thought
        elif not self._is_thought:
            return self._begin()
        else:
            self._is_thought = False
            if isinstance(self._part, _Lead):
                self.thinks_unmarked = self._part.waits = False
        return []

    def _is_empty(self) -> bool:
        return isinstance(self._part, _Lead) and not (self._part.text + self._part.inside).strip()

    def _begin(self) -> list[str | Note]:
        """What was passed on up to here is no part of the answer."""
        found: list[str | Note] = [Note.RESTART] if isinstance(self._part, _Body) else []
        self.thinks_unmarked = self.thinks_unmarked or not self._is_empty()
        self._is_thought = self._is_over = False
        self._part = _Lead(self._begins)
        return found


class _Lead:
    """What precedes the answer. An element, or a block of code, with something behind it is none."""

    def __init__(self, begins: re.Pattern[str], *, waits: bool = False) -> None:
        self.waits = waits  # for the end of a thought
        self.text = ""  # outside elements
        self.inside = ""  # of the last element
        self._begins = begins
        self._closing = ""  # the mark that ends the open element

    def take(self, text: str) -> str:
        """Return the answer up to here once it has begun; '' before."""
        if self._closing:
            self.inside += text
            return ""
        self.inside = "" if text.strip() else self.inside
        known = len(self.text)
        self.text += text
        has_begun = not self.waits and self._begins.search(self.text, max(0, known - _LONGEST_HEADING))
        return self._answer(self.text) if has_begun else ""

    def tag(self, mark: str, name: str) -> list[str | Note]:
        if _ANSWER.fullmatch(name):
            self.text = self.inside = self._closing = ""
        elif name == self._closing:
            self._closing = ""
            self.text += "\n"
        elif self._closing:
            self.inside += mark
        elif name[0] == "`" and name[3:] not in _ANSWER_IN_CODE:
            self._closing, self.inside = "```", ""
        elif name[0] in "<[" and name[1] != "/" and not name.endswith("/>"):
            self._closing, self.inside = f"{name[0]}/{name[1:-1].split()[0]}{name[-1]}", ""
        else:
            self.text += mark
        return []

    def whole(self) -> str:
        """Return the answer, if it is one, now that there is no more."""
        text = self.text + (self.inside if self._closing or not self.text.strip() else "")
        return self._answer(text[:-_LONGEST_HEADING] + _LAST_TAGS.sub("\n", text[-_LONGEST_HEADING:]))

    def _answer(self, text: str) -> str:
        """Return a text from where the answer begins the last time."""
        *_, last = [0, *(begun.start() for begun in self._begins.finditer(text))]
        return "" if _ANALYSIS.match(text) else text[last:].lstrip("\n")


class _Body:
    """The answer. Of what is in it, closing tags at its end alone are none of it."""

    def __init__(self, begins: re.Pattern[str], text: str) -> None:
        self._again = None if begins is LINES else begins
        self._lines = text  # the last ones; a heading may have two
        self._tags = ""  # closing tags, which may be the end

    def take(self, text: str) -> list[str | Note]:
        if self._tags and not text.strip():
            self._tags += text
            return []
        text, self._tags = self._tags + text, ""
        if self._again is None:
            return [text]
        known, self._lines = len(self._lines), self._lines + text
        if "\n" not in text:
            return [text]
        lines, self._lines = self._lines, "\n".join(self._lines.rsplit("\n", 2)[-2:])
        *_, again = [None, *(one.start() for one in self._again.finditer(lines) if one.end() > known)]
        return [text] if again is None else [Note.RESTART, lines[again:]]

    def tag(self, mark: str, name: str) -> list[str | Note]:
        if name.startswith(("</", "[/")):
            self._tags += mark
            return []
        return self.take(mark)
