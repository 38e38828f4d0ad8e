"""Tidying: what a speaker said, without 'eh', greetings and headings said aloud (concepts/reports.md "Netjes").

Pure: no model, no storage, no settings; linear, and the same answer every time. Every change is a cut or a swap of
characters at known positions of the transcript's sentence, is proven before it is done (``proof``), and is undone by
itself. No word is new, save the written form of a spoken figure.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..evidence import Spoken
from ..templates import ReportTemplate
from . import disfluency, proof
from .asides import set_phrases, small_talk, spoken_marks, talk
from .asides.heading_echo import closed as closed_titles
from .asides.heading_echo import heading_echo, is_title, spells
from .disfluency import fillers
from .figures import figures
from .following import Tied, corrected_by_next, correction_in, restatements
from .model import Edit, Point, Rule, Tidied, choices, rendered
from .repairs.questions import question
from .repairs.readings import Choice, readings
from .repairs.self_corrections import Correction
from .restarts import is_copy, restarts
from .sentence_form import sentence_form
from .subjects.names import names
from .subjects.placement import announcing
from .subjects.topics import HANDOVER, Topic, topics
from .words import Word, Words, words

__all__ = [
    "Choice",
    "Edit",
    "Point",
    "Rule",
    "Tidied",
    "as_written",
    "choices",
    "hesitates",
    "readings",
    "rendered",
    "tidy",
]

_NO = re.compile(r"(?:(?:eh|oh?),? )*(?:nee|neen)\b", re.IGNORECASE)
_SHORTEST_REPEATED = 4  # words of a sentence that may be said twice by mistake
#: Characters of a sentence that is changed, and its changes.
_LONGEST, _MOST_EDITS = 2_000, 30
#: Characters of all sentences whose changes are checked in parts, each counted for every time.
_MOST_CHECKED = 50_000


def tidy(sentences: Sequence[str], template: ReportTemplate | None = None, own: frozenset[str] = frozenset()) -> Tidied:
    """Return the changes that make the sentences of a dictation a text.

    ``template`` is that of the report, for its name and titles; ``own`` are medicines that the list has not. When
    nothing would be left, nothing is left out. A sentence of more than 2,000 characters or 30 changes stays as it was
    said: it cannot have been spoken, and checking it would take more than linear time.
    """
    found = [words(one) for one in sentences]
    spoken = Spoken(sentences, own)
    edits: dict[int, tuple[Edit, ...]] = {}
    aside: dict[int, Rule] = {}
    corrected: dict[int, Correction] = {}
    ties: dict[int, tuple[int, Edit]] = {}
    budget = _Budget()
    has_marks = spoken_marks.are_dictated(found)
    is_spelled = template is not None and spells(found, template)
    capitals = names(found)
    later = restatements(spoken, _LONGEST)
    for at, sentence in enumerate(sentences):
        if len(sentence) > _LONGEST:
            continue
        rule: Rule | None = "self_corrections" if at in ties else None
        rule = rule or _aside(found, at, template, spoken, aside) or _repeats(spoken, at)
        cuts = [] if rule else _disfluencies(found[at], at, spoken)
        if rule is not None or cuts is None:
            aside[at] = rule or "fillers"
            continue
        cuts = [*(spoken_marks.spoken_marks(found[at]) if has_marks else ()), *cuts, *figures(sentence)]
        if template is not None and (echo := heading_echo(found[at], template, is_spelled=is_spelled)):
            cuts.append(echo)
        form = [*sentence_form(sentence), *capitals[at]]
        if len(cuts) + len(form) > _MOST_EDITS:
            continue
        proven: list[Edit] = []
        correction = correction_in(spoken.readings[at])
        if correction is not None:
            cuts.insert(0, correction.edit)
        elif by := _corrected_by(sentences, at, spoken, later):
            by_sentence, tied = by
            others = tied.joint(_apart(cuts, [tied.correction.edit]))
            rest = _proven(others, 0, tied.joined, template, budget, *tied.done)
            proven = tied.whole(sentence, [tied.correction.edit, *tied.joint(rest, -1)])
            correction = replace(tied.correction, edit=next(one for one in proven if one.rule == "self_corrections"))
            ties[by_sentence] = (at, correction.edit)
        if not proven:
            proven = _proven(cuts, at, spoken, template, budget)
        if correction and correction.edit in proven:
            corrected[at] = correction
        if kept := [*proven, *_apart(form, proven)]:
            edits[at] = tuple(sorted(kept, key=lambda one: (one.start, one.end)))
    if len(aside) == len(sentences):
        aside = {}
    about = _about(sentences, edits, template, found)
    aside |= dict.fromkeys(announcing(about, aside.keys()), "heading_echo")
    edits |= _labels(about, edits, aside)
    points = tuple(_points(spoken, corrected, aside))
    return Tidied(tuple(sentences), edits, aside, points, about, ties)


def as_written(line: str) -> str:
    """Return a written line with its figures in one way, a capital and a full stop; no word is cut."""
    if len(line) > _LONGEST:
        return line
    written = [one for one in figures(line) if proof.is_said_back(one, line)]
    return rendered(line, [*written, *_apart(sentence_form(line), written)])


def hesitates(line: str) -> bool:
    """Return whether a written line has a sound of hesitation, or is a mark said as a word."""
    found = words(line)
    return spoken_marks.is_mark(found) or any(map(disfluency.is_sound, found))


def _points(spoken: Spoken, corrected: Mapping[int, Correction], aside: Mapping[int, Rule]) -> Iterator[Point]:
    """Yield the corrections that the user should see, and the questions where no rule decides which words hold."""
    for at, sentence in enumerate(spoken.sentences):
        if at in corrected:
            one = corrected[at]
            if one.is_shown:
                yield Point(at, one.edit, one.here, one.said)
        elif at not in aside and len(sentence) <= _LONGEST and (asked := question(spoken.readings, at)):
            yield Point(at, None, asked.here, asked.said)


def _about(
    sentences: Sequence[str],
    edits: Mapping[int, tuple[Edit, ...]],
    template: ReportTemplate | None,
    found: Sequence[Sequence[Word]],
) -> tuple[Topic | None, ...]:
    """Return whom each sentence is about, in the words of a sentence with its changes, and with the capitals that names
    have in all of these: 'Kamer 4'.

    Without the capitals of ``sentence_form``: speech without any is heard by that.
    """
    if template is None:
        return ()
    anywhere = (
        [one for one in edits.get(at, ()) if not one.section and one.rule != "sentence_form"]
        for at in range(len(sentences))
    )
    about = topics([rendered(text, some) for text, some in zip(sentences, anywhere, strict=True)], template)
    said = list(dict.fromkeys(topic.words for topic in about if topic))
    capitals = names([*found, *map(words, said)])[len(found) :]
    written = {one: rendered(one, some) for one, some in zip(said, capitals, strict=True)}
    return tuple(topic and replace(topic, words=written[topic.words]) for topic in about)


def _labels(
    about: Sequence[Topic | None], edits: Mapping[int, tuple[Edit, ...]], aside: Mapping[int, Rule]
) -> dict[int, tuple[Edit, ...]]:
    """Return the changes of the sentences that can get a topic in front: words of an earlier sentence, with a colon."""
    return {
        at: (Edit("topic_label", 0, 0, f"{topic.words}: "), *edits.get(at, ()))
        for at, topic in enumerate(about)
        if topic and topic.is_sure and not topic.is_said and at not in aside
    }


def _disfluencies(found: Words, at: int, spoken: Spoken) -> list[Edit] | None:
    """Return the cuts of hesitation and of what is said twice, ``None`` when all of the sentence is filler."""
    cuts = fillers(found, spoken.sentences[at - 1] if at else None)
    if cuts is None and proof.is_closed(spoken.sentences[at], disfluency.CLOSED, spoken.own):
        return None
    return [*restarts(found), *(cuts or [])]


def _apart(edits: Iterable[Edit], others: Sequence[Edit]) -> list[Edit]:
    return [one for one in edits if not any(_overlap(one, other) or _ends_both(one, other) for other in others)]


def _ends_both(one: Edit, other: Edit) -> bool:
    """Return whether two changes end the sentence, each with a mark: 'vraagteken' needs no full stop."""
    return one.end == other.end and one.written == "." and other.written in ("?", "!")


def _corrected_by(
    sentences: Sequence[str], at: int, spoken: Spoken, later: Mapping[int, tuple[int, Tied]]
) -> tuple[int, Tied] | None:
    """Return the sentence that corrects another one, and how: the next one, or one that says its value again."""
    tied = corrected_by_next(sentences, at, spoken)
    return (at + 1, tied) if tied else later.get(at)


def _aside(
    found: Sequence[Words],
    at: int,
    template: ReportTemplate | None,
    spoken: Spoken,
    aside: Mapping[int, Rule],
) -> Rule | None:
    """Return the rule by which a whole sentence is left out; ``aside`` are those before it that are."""
    own = spoken.own
    said = " ".join(word.text for word in found[at])
    if spoken_marks.is_mark(found[at]):
        return "spoken_punctuation"
    if set_phrases.is_set_phrase(found, at, template, is_behind=aside.get(at - 1) == "small_talk"):
        closed = set_phrases.CLOSED | (set_phrases.words_of_name(template) if template else frozenset())
        return "small_talk" if proof.is_closed(said, closed, own) else None
    if (names := set_phrases.opening(found, at)) is not None:
        return "small_talk" if proof.is_closed(said, set_phrases.CLOSED | names, own, names) else None
    if template is not None and is_title(found[at], template):
        return "heading_echo" if proof.is_closed(said, closed_titles(template), own) else None
    is_handover = template is not None and template.key == HANDOVER
    if not small_talk.is_talk(found, at, is_handover=is_handover, is_first=all(one in aside for one in range(at))):
        return None
    takes_back = _NO.match(spoken.sentences[at]) and question(spoken.readings, at)  # 'Nee nee, bijna dicht'
    return None if takes_back else "small_talk"


def _repeats(spoken: Spoken, at: int) -> Rule | None:
    """Return the rule by which a sentence goes that says the one before it once more."""
    said = spoken.readings[at].literal
    is_long = said.count(" ") >= _SHORTEST_REPEATED - 1
    return "duplicates" if at and is_long and said == spoken.readings[at - 1].literal else None


@dataclass(slots=True)
class _Budget:
    """How many characters may still be checked once more."""

    left: int = _MOST_CHECKED


def _proven(
    cuts: list[Edit], at: int, spoken: Spoken, template: ReportTemplate | None, budget: _Budget, *done: Edit
) -> list[Edit]:
    """Return the changes of a sentence that are proven, those of an earlier rule first; some are ``done``.

    All are checked together; where that fails in halves, and so on, as far as the budget goes.
    """
    sentence = spoken.sentences[at]
    allowed: list[Edit] = []
    for one in cuts:
        if _is_allowed(one, sentence, spoken.own, template) and not any(_overlap(one, other) for other in allowed):
            allowed.append(one)
    kept: list[Edit] = []
    waiting = [allowed] if allowed else []
    while waiting:
        some = waiting.pop()
        if proof.is_read_equal(rendered(sentence, [*done, *kept, *some]), at, spoken):
            kept += some
        elif len(some) > 1:
            half = len(some) // 2
            waiting += [some[half:], some[:half]]
        budget.left -= len(sentence) * bool(waiting)
        if budget.left < 0:
            break
    return kept


def _is_allowed(edit: Edit, sentence: str, own: frozenset[str], template: ReportTemplate | None) -> bool:
    cut = sentence[edit.start : edit.end]
    if edit.rule == "fillers":
        closed = disfluency.CLOSED | talk.known() | (frozenset() if edit.start else disfluency.OF_A_QUESTION)
        return proof.is_closed(cut, closed, own) or disfluency.is_copy(sentence, edit)
    if edit.rule == "spoken_punctuation":
        return proof.is_closed(cut, spoken_marks.CLOSED, own)
    if edit.rule == "figures":
        return proof.is_said_back(edit, sentence)
    if edit.rule == "restarts":
        return is_copy(sentence, edit)
    if edit.rule == "self_corrections":
        return True  # its parts are: the items are of one kind, and only words of the cue are cut
    return template is not None and proof.is_closed(cut, closed_titles(template), own)


def _overlap(one: Edit, other: Edit) -> bool:
    """Return whether two changes are of the same characters, or give the same word its capital."""
    return (one.start < other.end and other.start < one.end) or (one.capital and other.capital)
