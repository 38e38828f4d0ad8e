"""The structuring engine without network, key or model: the speaker's own sentences under the report's headings.

It never rewrites, adds or drops a sentence (concepts/reports.md "Structuring"): every sentence comes out once, with its
words as they were said, and in the order of speaking within its section. Wrongly placed is possible, lost is not.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence

import numpy as np

from ...config import Settings
from ...dutch.sentences import split
from ...reporting.templates import DEFAULT, ReportTemplate, Section
from ...reporting.tidying.topics import kept_with_who_is_meant, topics
from ...reporting.writing import Style, markdown
from . import discourse, features, grammar, path
from .announced import announced
from .lexicon import FILLERS, ORDERS_TO_WRITE, TO_A_MACHINE
from .model import Model, shipped

#: In units of the model's scores, whose differences are about 1 where it doubts and 4 where it does not.
_ANNOUNCES = 6.0
_LED = 4.5
#: What is left of that lead with each sentence, where the speaker announces only some headings.
_FADES = 0.6
#: What it adds when a sentence stays under the heading of the one that it is tied to.
_TOGETHER = 20.0
#: What the occasion, its first heading, gets at the first sentence of the default template: most people open with it.
_OPENS = 1.0
#: The score of a section without cues where it is announced.
_LEAST = 0.0


def create(_settings: Settings) -> "LocalEngine":
    """Return the engine; it has no settings."""
    return LocalEngine()


class LocalEngine:
    """Structuring on this machine, with rules and learnt weights."""

    label = "zonder AI ingedeeld"
    styles: tuple[Style, ...] = ("netjes", "letterlijk")

    async def examine(self) -> None:
        """Do nothing: the shipped weights are measured."""

    def state(self) -> str:
        """Return ``ready``: there is nothing to set up."""
        return "ready"

    async def stream(self, transcript: str, template: ReportTemplate) -> AsyncIterator[str]:
        """Yield the report as markdown, whole."""
        placed = await asyncio.to_thread(place, transcript, template)
        yield markdown(template, [(text, section.key) for text, section in placed])

    async def lines(self, sentences: Sequence[str], template: ReportTemplate, style: Style) -> AsyncGenerator[str]:
        """Yield nothing: the local rules place every sentence."""
        for nothing in ():
            yield nothing


def place(transcript: str, template: ReportTemplate, model: Model | None = None) -> list[tuple[str, Section]]:
    """Return every sentence of ``transcript`` in order, with its section of the template.

    ``model`` replaces the shipped weights. Filler, and what is addressed to a computer, follows the sentence before it.
    """
    texts = split(transcript)
    sentences = [grammar.Sentence.of(text) for text in texts]
    leading = [index for index, sentence in enumerate(sentences) if not leads_nothing(sentence)]
    if not leading:
        return [(text, template.sections[0]) for text in texts]
    model = model or shipped(template)
    said = [sentences[index] for index in leading]
    scores = model.scores(features.of(said))
    named = [announced(sentence.text, template) for sentence in said]
    if template is DEFAULT:
        scores[0, 0] += _OPENS
    _favour_announced(scores, named, template)
    tied = discourse.tied(said, [section is not None for section in named])
    staying = [_TOGETHER if one else 0.0 for one in tied]
    found = dict(zip(leading, path.best(scores, model.following, staying), strict=True))
    section, keys = found[leading[0]], []
    for index in range(len(texts)):
        section = found.get(index, section)
        keys.append(template.sections[section].key)
    by_key = {one.key: one for one in template.sections}
    keys = kept_with_who_is_meant(texts, topics(texts, template), keys)
    return [(text, by_key[key]) for text, key in zip(texts, keys, strict=True)]


def _favour_announced(scores: np.ndarray, named: Sequence[Section | None], template: ReportTemplate) -> None:
    """Add to the scores what the speaker announces: it decides for its own sentence, and leads those after it.

    Who announces all headings, or all but one, goes on until the next; who announces one or two does so in passing, and
    what is three sentences further is not led any more.
    """
    fades = len({section.key for section in named if section is not None}) < len(template.sections) - 1
    current, lead = None, _LED
    for row, section in zip(scores, named, strict=True):
        if section is not None:
            current, lead = template.sections.index(section), _LED
            row[current] = max(row) + _ANNOUNCES
        elif current is not None:
            row[current] = max(row[current], _LEAST) + lead
            lead *= _FADES if fades else 1.0


def leads_nothing(sentence: grammar.Sentence) -> bool:
    """Return whether a sentence is filler, or addresses a computer: it stays with the one before and leads nothing."""
    words = sentence.words
    if not TO_A_MACHINE.isdisjoint(words) or (words and words[0] in ORDERS_TO_WRITE):
        return True
    return all(word in FILLERS for word in words)
