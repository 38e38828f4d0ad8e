"""A report made from the lines of a language model, one after the other, and from what was said where they fail.

Every spoken sentence ends under exactly one heading, or in ``not_included`` (Leesbaar), unless it is a filler there.
Only marks without words ('...') may be left out. A line that cannot be trusted is dropped, or replaced by the spoken
sentences that it names.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ...core.texts import NIET_BESPROKEN
from ..evidence import Spoken
from ..evidence.filler import is_filler
from ..templates import ReportTemplate
from ..tidying import Tidied, as_written, hesitates, tidy
from . import astray, faithful, sheet
from .lines import Line

#: How a report is written: the speaker's sentences placed, as they were said or tidied; sentences rewritten one by
#: one; or a free text.
Style = Literal["letterlijk", "netjes", "leesbaar", "vrij"]

#: The smallest share of the sentences with content that the model's lines must cover.
_ENOUGH = 0.5
_MOST_LINES = 3  # that may be made of one spoken sentence
#: Words next to the headings' that may stand between two lines of one answer: 'Zin 3:', 'Niet besproken', '```json'.
_BETWEEN = f"zin zinnen sentence sentences regel regels line lines json jsonl {NIET_BESPROKEN}"
_OPENS_CODE = re.compile(r"```\w+[^`]*\Z")
_INTRODUCTION = re.compile(r"\s*[^<\n]{0,200}:[\s*_]*\n\s*(?:```\w*)?[^\w<]*")


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence of the report, under its section (key).

    ``sources`` are the positions of the spoken sentences that it is made of. ``as_spoken``: the text is the spoken
    sentence itself, perhaps tidied, and not written by a model.
    """

    section: str
    text: str
    sources: tuple[int, ...]
    as_spoken: bool


class Writer:
    """Takes lines and has the report so far.

    ``local`` returns the sections (keys) that the local rules give the sentences: called at the end, if at all.
    ``style`` is any but 'vrij'; ``medicines`` are those that the list has not (``evidence``). The first line for
    'leesbaar' takes time, and so do the first ``statements`` but for 'letterlijk': the whole transcript is read, unless
    the sentences are part of one that was ``tidied``.
    """

    def __init__(
        self,
        sentences: Sequence[str],
        local: Callable[[], Sequence[str]],
        template: ReportTemplate,
        style: Style,
        medicines: frozenset[str] = frozenset(),
        tidied: Tidied | None = None,
    ) -> None:
        self.sentences = tuple(sentences)
        self.template = template
        self.style: Style = style
        self.not_included: tuple[int, ...] = ()
        #: Whether the answer had a line that could be used.
        self.has_lines = False
        self._find_local = local
        self._keys = {section.key for section in template.sections}
        self._rewrites = style == "leesbaar"
        self._written: dict[Statement, None] = {}  # by the model, in order of arrival
        self._made_of: dict[int, list[Statement]] = {}  # by sentence, what was written of it
        self._spoken: dict[int, str] = {}  # sentence -> section, for those that are in the report as they were said
        self._dropped: set[int] = set()  # sentences of dropped lines
        self._last: frozenset[int] = frozenset()  # sentences of the last line: another may say the rest of them
        self._is_first = True  # no line has come
        self._is_doubtful = False  # the lines stand behind prose: they may be what the model thought
        self._known_words = _words(" ".join([_BETWEEN, *(f"{one.key} {one.title}" for one in template.sections)]))
        self._spoken_lines: frozenset[frozenset[str]] | None = None  # the words of each sentence next to those
        self._medicines = medicines
        self._spoken_words: Spoken | None = None
        self._local_sections: Sequence[str] | None = None
        self._tidied_sentences = None if style == "letterlijk" else tidied

    # No ``cached_property``: up to Python 3.11 its lock is shared by all writers.
    @property
    def _heard(self) -> Spoken:
        if self._spoken_words is None:
            self._spoken_words = Spoken(self.sentences if self._rewrites else (), self._medicines)
        return self._spoken_words

    @property
    def _local(self) -> Sequence[str]:
        if self._local_sections is None:
            self._local_sections = self._find_local()
        return self._local_sections

    @property
    def _tidied(self) -> Tidied:
        if self._tidied_sentences is None:
            self._tidied_sentences = (
                Tidied(self.sentences, {}, {})
                if self.style == "letterlijk"
                else tidy(self.sentences, self.template, self._medicines)
            )
        return self._tidied_sentences

    @property
    def statements(self) -> list[Statement]:
        """The report so far, in the order of the template's sections and, within each, of speaking."""
        ties = self._tidied.ties.items()
        alone = {self._tidied.key_aside(at) for at, (first, _) in ties if first not in self._spoken}
        off = self._tidied.needless(self._spoken) | alone
        texts = ((section, self._tidied.text(at, section, off), at) for at, section in self._spoken.items())
        spoken = (Statement(section, text, (at,), True) for section, text, at in texts if text is not None)
        order = {section.key: index for index, section in enumerate(self.template.sections)}
        return sorted([*self._written, *spoken], key=lambda one: (order[one.section], min(one.sources)))

    @property
    def follows_answer(self) -> bool:
        """Whether the report has anything of the answer: in Leesbaar a written sentence, in Letterlijk a place."""
        return bool(self._written) if self._rewrites else self.has_lines

    @property
    def placed(self) -> int:
        """How many spoken sentences the lines so far have given their place."""
        return len(self._spoken) + len(self._made_of)

    def markdown(self, *, empty: str | None = None) -> str:
        """Return the report so far; ``empty`` replaces 'Niet besproken' in sections without sentences."""
        placed = [(one.text, one.section) for one in self.statements]
        if empty is None:
            return sheet.markdown(self.template, placed)
        return sheet.markdown(self.template, placed, empty=empty)

    def take(self, line: Line) -> None:
        """Add a line to the report, drop it, or use the spoken sentences in its place."""
        if self._is_prose(line.behind):
            self._is_doubtful = not self._is_first or not _INTRODUCTION.fullmatch(line.behind)
            self._begin_anew()
        self._is_first = False
        is_quoted = self._is_prose(line.behind.rpartition("\n")[2])
        line = replace(line, section="" if is_quoted else self._section_named(line.section))
        named = [at for at in line.sentences if 0 <= at < len(self.sentences)]
        self._restore_lost(self._last.difference(named))
        self._last = frozenset(named)
        text = as_written(faithful.plain(line.text)) if self._rewrites else ""
        if not self._is_usable(line, named, text):
            self._drop(named)
            return
        self.has_lines = True
        self._leave_other_sections(named, line.section)
        statement = Statement(line.section, text, tuple(named), False)
        if statement in self._written:
            return
        if not text:
            self._say(named, line.section)
        elif (
            any(at in self._spoken for at in named)
            or hesitates(text)
            or not faithful.is_faithful(text, self._heard, named)
        ):
            self._revert(named)
            self._say(named, line.section)
        else:
            self._written[statement] = None
            for at in named:
                self._made_of.setdefault(at, []).append(statement)

    def finish(self, *, is_cut_off: bool = False) -> None:
        """Give every sentence that no line has its place; ``is_cut_off``: the answer ended in the middle.

        Lines behind prose are an answer when they are whole and have enough of the sentences, else none counts.
        """
        if self._is_doubtful and (is_cut_off or not self._is_enough(self._left())):
            self._begin_anew()
        self._undo_one_heap()
        for at in sorted(self._dropped):
            self._say_locally(at)
        self._restore_lost(self._made_of)
        left = self._left()
        if self._rewrites and not is_cut_off and self._is_enough(left):
            self.not_included = tuple(at for at in left if not self._is_filler(at))
        else:
            for at in left:
                self._say_locally(at)
        self._leave_out_lone_marks()

    def _undo_one_heap(self) -> None:
        """Place the sentences by the local rules when the answer has most of them under one heading without reason."""
        places = {at: self._section(at) for at in range(len(self.sentences)) if self._section(at) is not None}
        if not astray.is_in_one_heap([*places.values()], (self._local[at] for at in places)):
            return
        moved = {one: replace(one, section=self._local[min(one.sources)]) for one in self._written}
        self._written = dict.fromkeys(moved.values())
        self._made_of = {at: [moved[one] for one in lines if one in moved] for at, lines in self._made_of.items()}
        self._spoken = {at: self._local[at] for at in self._spoken}
        self.has_lines = bool(self._written)

    def _leave_out_lone_marks(self) -> None:
        """Leave out marks without words ('...') where no words are: a section of them alone would be empty."""
        with_words = {one.section for one in self.statements if re.search(r"\w", one.text)}
        self._spoken = {at: section for at, section in self._spoken.items() if section in with_words}

    def _is_usable(self, line: Line, named: Sequence[int], text: str) -> bool:
        """Return whether a line names a section and known sentences, and not too many of them."""
        if not line.section or len(named) != len(line.sentences):
            return False
        return not text or (
            len(named) <= faithful.MOST_SOURCES and all(self._lines_of(at, text) < _MOST_LINES for at in named)
        )

    def _is_prose(self, text: str) -> bool:
        """Return whether more than headings, numbers and spoken sentences stands between two lines.

        Then the model thought aloud before the second: what it placed till there is no part of its answer.
        """
        if "<" in text or (text.count("```") % 2 and not _OPENS_CODE.search(text)):
            return True
        others = [_others(line, self._known_words) for line in text.split("\n")]
        if any(others) and self._spoken_lines is None:
            self._spoken_lines = frozenset(_others(one, self._known_words) for one in self.sentences)
        return any(words and words not in (self._spoken_lines or ()) for words in others)

    def _begin_anew(self) -> None:
        """Take back all lines so far. The local rules place what they named, when no later line does."""
        self._dropped.update(self._spoken, self._made_of)
        self._written, self._made_of, self._spoken = {}, {}, {}
        self.has_lines = False

    def _leave_other_sections(self, named: Sequence[int], section: str) -> None:
        """Of two lines for one sentence under two headings the later one counts. What the earlier one had of other
        sentences is said in their own words."""
        moved = [at for at in named if self._section(at) not in (None, section)]
        self._revert(moved)
        for at in moved:
            del self._spoken[at]

    def _section_named(self, name: str) -> str:
        """Return the key of the section that a model means: its key, its title, or words of one section alone; or ''.

        Small models write 'Observaties', 'afspraken: Afspraken en vervolg' or '## Uitgevoerde zorg'.
        """
        if name in self._keys:
            return name
        words = _words(name)
        for is_meant in (
            lambda key, title: words in (_words(key), _words(title)),
            lambda key, title: bool(words) and words <= _words(f"{key} {title}"),
        ):
            found = [one.key for one in self.template.sections if is_meant(one.key, one.title)]
            if found:
                return found[0] if len(found) == 1 else ""
        return ""

    def _lines_of(self, at: int, text: str) -> int:
        """Return how many other lines were made of a sentence."""
        return sum(one.text != text for one in self._made_of.get(at, ()))

    def _is_enough(self, left: Iterable[int]) -> bool:
        """Return whether the lines have enough of the sentences with content for the rest to be left out on purpose."""
        if not self.has_lines:
            return False
        content = {at for at in range(len(self.sentences)) if not (self._rewrites and self._is_filler(at))}
        return len(content.difference(left)) >= _ENOUGH * len(content)

    def _section(self, at: int) -> str | None:
        if at in self._spoken:
            return self._spoken[at]
        return self._made_of[at][0].section if self._made_of.get(at) else None

    def _left(self) -> list[int]:
        """Return the sentences that have no place."""
        return [at for at in range(len(self.sentences)) if self._section(at) is None]

    def _say(self, named: Iterable[int], section: str) -> None:
        for at in named:
            self._spoken.setdefault(at, section)

    def _say_locally(self, at: int) -> None:
        if self._section(at) is None:
            self._spoken[at] = self._local[at]

    def _drop(self, named: Sequence[int]) -> None:
        """Leave sentences to the local rules, and what was already written of them to the spoken words: parts of one
        sentence under two headings would lose what neither has."""
        self._revert(named)
        self._dropped.update(named)

    def _revert(self, named: Iterable[int]) -> None:
        """Replace what was written of these sentences, and of those it shares lines with, by the spoken words."""
        waiting = list(named)
        while waiting:
            for one in self._made_of.pop(waiting.pop(), ()):
                if one in self._written:
                    del self._written[one]
                    self._say(one.sources, one.section)
                    waiting.extend(one.sources)

    def _restore_lost(self, complete: Iterable[int]) -> None:
        """Revert the lines that lost something of a sentence that they are made of, of those that are complete."""
        texts = {at: [one.text for one in self._made_of[at]] for at in complete if at in self._made_of}
        self._revert([at for at, written in texts.items() if faithful.lost(written, self._heard, at)])

    def _is_filler(self, at: int) -> bool:
        is_aside = at in self._tidied.aside and at not in self._tidied.ties
        return is_aside or is_filler(self._heard.readings[at])


def _words(name: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W_]+", name.casefold()))


def _others(text: str, known: frozenset[str]) -> frozenset[str]:
    """Return the words next to these, and next to numbers."""
    return frozenset(word for word in _words(text) - known if not word.isdigit())
