"""Tidying: what a speaker said, without 'eh', greetings and headings said aloud (concepts/reports.md "Netjes").

Pure: no model, no storage, no settings; linear, and the same answer every time. Every change is a cut or a swap of
characters at known positions of the transcript's sentence, is proven before it is done (``proof``), and is undone by
itself. No word is new, save the written form of a spoken figure.
"""

from collections.abc import Sequence

from ..evidence import Spoken
from ..evidence.tokens import literal, tokens
from ..templates import ReportTemplate
from . import disfluency, proof, small_talk
from .disfluency import fillers
from .figures import figures
from .heading_echo import closed as closed_titles
from .heading_echo import heading_echo, is_title
from .model import Edit, Point, Rule, Tidied, rendered
from .sentence_form import sentence_form
from .words import Word, words

__all__ = ["Edit", "Point", "Rule", "Tidied", "rendered", "tidy"]

_SHORTEST_REPEATED = 4  # words of a sentence that may be said twice by mistake


def tidy(sentences: Sequence[str], template: ReportTemplate | None = None, own: frozenset[str] = frozenset()) -> Tidied:
    """Return the changes that make the sentences of a dictation a text.

    ``template`` is that of the report, for its name and titles; ``own`` are medicines besides those in the list. When
    nothing would be left, nothing is left out.
    """
    found = [words(one) for one in sentences]
    spoken: Spoken | None = None
    edits: dict[int, tuple[Edit, ...]] = {}
    aside: dict[int, Rule] = {}
    before: str | None = None
    for at, sentence in enumerate(sentences):
        rule = _aside(found[at], at, len(sentences), template, own)
        cuts: list[Edit] = []
        if rule is None and any(word.lower in disfluency.CLOSED for word in found[at]):
            spoken = spoken or Spoken(sentences, own)
            reading = spoken.readings[at]
            has_facts = bool(reading.values or reading.drugs or reading.sides)
            cut = fillers(found[at], before, has_facts=has_facts)
            rule = "fillers" if cut is None and proof.is_closed(sentence, disfluency.CLOSED, own) else None
            cuts += cut or []
        if rule is None and at and _is_repeated(sentence, sentences[at - 1], found[at]):
            rule = "duplicates"
        before = sentence
        if rule is not None:
            aside[at] = rule
            continue
        cuts += figures(sentence)
        if template is not None and (echo := heading_echo(found[at], template)):
            cuts.append(echo)
        form = sentence_form(sentence)
        if cuts:
            spoken = spoken or Spoken(sentences, own)
            cuts = _proven(cuts, at, spoken, template)
        kept = [*cuts, *(one for one in form if not any(_overlap(one, cut) for cut in cuts))]
        if kept:
            edits[at] = tuple(sorted(kept, key=lambda one: (one.start, one.end)))
    if len(aside) == len(sentences):
        aside = {}
    return Tidied(tuple(sentences), edits, aside)


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
    return template is not None and proof.is_closed(cut, closed_titles(template), own)


def _overlap(one: Edit, other: Edit) -> bool:
    """Return whether two changes are of the same characters, or give the same word its capital."""
    return (one.start < other.end and other.start < one.end) or (one.capital and other.capital)
