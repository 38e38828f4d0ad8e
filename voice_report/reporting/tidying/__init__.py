"""Tidying: what a speaker said, without 'eh', greetings and headings said aloud (concepts/reports.md "Netjes").

Pure: no model, no storage, no settings; linear, and the same answer every time. Every change is a cut or a swap of
characters at known positions of the transcript's sentence, is proven before it is done (``proof``), and is undone by
itself. No word is new, save the written form of a spoken figure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..evidence import Spoken
from ..evidence.reading import Reading
from ..evidence.tokens import literal, tokens
from ..templates import ReportTemplate
from . import disfluency, proof, small_talk
from .disfluency import fillers
from .figures import figures
from .heading_echo import closed as closed_titles
from .heading_echo import heading_echo, is_title
from .model import Edit, Point, Rule, Tidied, rendered
from .self_corrections import Correction, self_correction
from .sentence_form import sentence_form
from .topics import Topic, topics
from .words import Word, words

__all__ = ["Edit", "Point", "Rule", "Tidied", "rendered", "tidy"]

_SHORTEST_REPEATED = 4  # words of a sentence that may be said twice by mistake


def tidy(sentences: Sequence[str], template: ReportTemplate | None = None, own: frozenset[str] = frozenset()) -> Tidied:
    """Return the changes that make the sentences of a dictation a text.

    ``template`` is that of the report, for its name and titles; ``own`` are medicines besides those in the list. When
    nothing would be left, nothing is left out.
    """
    found = [words(one) for one in sentences]
    spoken = Spoken(sentences, own)
    edits: dict[int, tuple[Edit, ...]] = {}
    aside: dict[int, Rule] = {}
    points: list[Point] = []
    for at, sentence in enumerate(sentences):
        rule, cuts = _aside(found[at], at, len(sentences), template, own), []
        if rule is None:
            reading = spoken.readings[at]
            has_facts = bool(reading.values or reading.drugs or reading.sides)
            hesitations = fillers(found[at], sentences[at - 1] if at else None, has_facts=has_facts)
            if hesitations is None and proof.is_closed(sentence, disfluency.CLOSED, own):
                rule = "fillers"
            elif at and _is_repeated(sentence, sentences[at - 1], found[at]):
                rule = "duplicates"
            cuts = hesitations or []
        if rule is not None:
            aside[at] = rule
            continue
        if correction := _corrected(spoken.readings[at]):
            cuts.insert(0, correction.edit)
        cuts += figures(sentence)
        if template is not None and (echo := heading_echo(found[at], template)):
            cuts.append(echo)
        cuts = _proven(cuts, at, spoken, template)
        if correction and correction.edit in cuts and correction.is_shown:
            points.append(Point(at, correction.edit, correction.here, correction.said))
        kept = [*cuts, *(one for one in sentence_form(sentence) if not any(_overlap(one, cut) for cut in cuts))]
        if kept:
            edits[at] = tuple(sorted(kept, key=lambda one: (one.start, one.end)))
    if len(aside) == len(sentences):
        aside = {}
    about = _about(sentences, edits, template)
    edits |= _labels(about, edits, aside)
    return Tidied(tuple(sentences), edits, aside, tuple(points), about)


def _about(
    sentences: Sequence[str], edits: Mapping[int, tuple[Edit, ...]], template: ReportTemplate | None
) -> tuple[Topic | None, ...]:
    """Return whom each sentence is about, in the words of a sentence with its changes: 'Kamer 4'."""
    if template is None:
        return ()
    anywhere = ([one for one in edits.get(at, ()) if not one.section] for at in range(len(sentences)))
    return topics([rendered(text, some) for text, some in zip(sentences, anywhere, strict=True)], template)


def _labels(
    about: Sequence[Topic | None], edits: Mapping[int, tuple[Edit, ...]], aside: Mapping[int, Rule]
) -> dict[int, tuple[Edit, ...]]:
    """Return the changes of the sentences that can get a topic in front: words of an earlier sentence, with a colon."""
    needed = ((at, topic) for at, topic in enumerate(about) if topic is not None and not topic.is_said)
    return {
        at: (Edit("topic_label", 0, 0, f"{topic.words}: "), *edits.get(at, ()))
        for at, topic in needed
        if at not in aside
    }


def _corrected(reading: Reading) -> Correction | None:
    """Return the correction of a sentence, with its figures as they are written."""
    found = self_correction(reading)
    if found is None:
        return None
    written = [one for one in figures(found.here) if proof.is_said_back(one, found.here)]
    here = rendered(found.here, written)
    edit = replace(found.edit, written=here + found.edit.written[len(found.here) :])
    said = rendered(found.said, [one for one in figures(found.said) if proof.is_said_back(one, found.said)])
    return replace(found, edit=edit, here=here, said=said)


def _aside(found: list[Word], at: int, count: int, template: ReportTemplate | None, own: frozenset[str]) -> Rule | None:
    """Return the rule by which a whole sentence is left out."""
    said = " ".join(word.text for word in found)
    if small_talk.is_small_talk(found, at, count, template):
        closed = small_talk.CLOSED | (small_talk.words_of_name(template) if template else frozenset())
        return "small_talk" if proof.is_closed(said, closed, own) else None
    if template is not None and is_title(found, template):
        return "heading_echo" if proof.is_closed(said, closed_titles(template), own) else None
    return None


def _is_repeated(sentence: str, before: str, found: list[Word]) -> bool:
    is_long = sum(not word.is_mark for word in found) >= _SHORTEST_REPEATED
    return is_long and literal(tokens(sentence)) == literal(tokens(before))


def _proven(cuts: list[Edit], at: int, spoken: Spoken, template: ReportTemplate | None) -> list[Edit]:
    """Return the changes of a sentence that are proven, those of an earlier rule first."""
    sentence = spoken.sentences[at]
    allowed: list[Edit] = []
    for one in cuts:
        if _is_allowed(one, sentence, spoken.own, template) and not any(_overlap(one, other) for other in allowed):
            allowed.append(one)
    if len(allowed) < 2 or proof.is_read_equal(rendered(sentence, allowed), at, spoken):
        return [
            one for one in allowed if len(allowed) > 1 or proof.is_read_equal(rendered(sentence, [one]), at, spoken)
        ]
    kept: list[Edit] = []
    for one in allowed:
        if proof.is_read_equal(rendered(sentence, [*kept, one]), at, spoken):
            kept.append(one)
    return kept


def _is_allowed(edit: Edit, sentence: str, own: frozenset[str], template: ReportTemplate | None) -> bool:
    cut = sentence[edit.start : edit.end]
    if edit.rule == "fillers":
        return proof.is_closed(cut, disfluency.CLOSED, own) or disfluency.is_copy(sentence, edit)
    if edit.rule == "figures":
        return proof.is_said_back(edit, sentence)
    if edit.rule == "self_corrections":
        return True  # its parts are: the items are of one kind, and only words of the cue are cut
    return template is not None and proof.is_closed(cut, closed_titles(template), own)


def _overlap(one: Edit, other: Edit) -> bool:
    """Return whether two changes are of the same characters, or give the same word its capital."""
    return (one.start < other.end and other.start < one.end) or (one.capital and other.capital)
