"""The structuring engine without network, key or model: the speaker's own sentences under the report's headings.

It never rewrites, adds or drops a sentence (concepts/reports.md "Structuring"): every sentence comes out once, with its
words as they were said, and in the order of speaking within its section. Wrongly placed is possible, lost is not.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext

import numpy as np

from ...config import Settings
from ...dutch.sentences import split
from ...dutch.word_sets import word_set
from ...engines import RULES, Profile
from ...reporting.templates import BUILT_IN, DEFAULT, ReportTemplate, Section
from ...reporting.tidying.subjects.placement import kept_with_who_is_meant
from ...reporting.tidying.subjects.topics import topics
from ...reporting.writing import WITHOUT_AI, Style, markdown
from .classifier import discourse, features, grammar, path, subjects
from .classifier.announced import announced
from .classifier.lexicon import FILLERS, ORDERS_TO_WRITE, TO_A_MACHINE
from .classifier.model import Model, shipped
from .classifier.wordings import WORDINGS

#: In units of the model's scores, whose differences are about 1 where it doubts and 4 where it does not.
_ANNOUNCES = 6.0
_LED = 4.5
#: What is left of that lead with each sentence, where the speaker announces only some headings; and the lead of who
#: announces all of them.
_FADES, _LED_BY_ALL = 0.6, 8.0
#: What it adds when a sentence stays under the heading of the one that it is tied to.
_TOGETHER = 20.0
#: What counts of the scores of a sentence that is tied to another one: that one says what both are for.
_DEPENDENT = 0.3
#: What the occasion, its first heading, gets at the first sentence of the default template: most people open with it.
_OPENS = 1.0
#: What a wording adds to the score of a section.
_WORDED = 3.0
#: Where a value stands that nothing is said of: 'Temperatuur 37,2.'
_VALUES = {"zorg": "observaties", "soep": "objectief", "soap": "objectief", "sbar": "situatie"}
_OPENING = 4  # words of a sentence among which its subject is
#: Relatives and professionals: as the subject of the sentence before they are the speaker, and not the client.
_SPEAKERS = word_set(
    """moeder vader ouders mama papa mam pap oma opa mentor leerkracht juf meester docent school pleegmoeder pleegvader
    pleegouders stiefmoeder stiefvader zus broer voogd gezinsvoogd begeleider begeleidster tante oom leraar therapeut
    coach trainer buurvrouw buurman"""
)
#: The score of a section without cues where it is announced.
_LEAST = 0.0


def create(_settings: Settings, _profile: Profile = RULES) -> "LocalEngine":
    """Return the engine; it has no settings, and is the same in each profile."""
    return LocalEngine()


class LocalEngine:
    """Structuring on this machine, with rules and learnt weights."""

    label = WITHOUT_AI
    styles: tuple[Style, ...] = ("netjes", "letterlijk")

    async def examine(self, asking: Callable[[], AbstractAsyncContextManager[object]] = nullcontext) -> None:
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
    if template == DEFAULT:  # also a copy that a report keeps
        scores[0, 0] += _OPENS
    _favour_worded(scores, said, template, announces_all=_announces_all(named, template))
    if template.key not in BUILT_IN:
        subjects.favour(scores, said, template)
    _favour_announced(scores, named, template)
    tied = discourse.tied(said, [section is not None for section in named])
    scores[tied] *= _DEPENDENT
    staying = [_TOGETHER if one else 0.0 for one in tied]
    found = dict(zip(leading, path.best(scores, model.following, staying), strict=True))
    section, keys = found[leading[0]], []
    for index in range(len(texts)):
        section = found.get(index, section)
        keys.append(template.sections[section].key)
    by_key = {one.key: one for one in template.sections}
    keys = kept_with_who_is_meant(texts, topics(texts, template), keys)
    return [(text, by_key[key]) for text, key in zip(texts, keys, strict=True)]


def _announces_all(named: Sequence[Section | None], template: ReportTemplate) -> bool:
    """Return whether a speaker announces all headings, or all but one, and so stays under each until the next."""
    return len({section.key for section in named if section is not None}) >= len(template.sections) - 1


def _favour_worded(
    scores: np.ndarray, said: Sequence[grammar.Sentence], template: ReportTemplate, *, announces_all: bool
) -> None:
    """Add to the scores what wordings and bare values show.

    A view of 'hij' or 'ze' is the client's, unless the sentence before opens with another speaker. Who announces the
    headings says himself under which a sentence comes.
    """
    keys = [section.key for section in template.sections]
    wordings = () if announces_all else WORDINGS.get(template.key, ())
    before: Sequence[str] = ()
    for row, sentence in zip(scores, said, strict=True):
        is_own = template.key != "jeugd" or _SPEAKERS.isdisjoint(before[:_OPENING])
        for wording, worded in wordings if is_own else ():
            if wording.search(sentence.line):
                row[keys.index(worded)] += _WORDED
        if template.key in _VALUES and grammar.is_value(sentence):
            row[keys.index(_VALUES[template.key])] += _WORDED
        before = sentence.words


def _favour_announced(scores: np.ndarray, named: Sequence[Section | None], template: ReportTemplate) -> None:
    """Add to the scores what the speaker announces: it decides for its own sentence, and leads those after it.

    Who announces one or two does so in passing, and no longer leads what is three sentences further.
    """
    led, fades = (_LED_BY_ALL, 1.0) if _announces_all(named, template) else (_LED, _FADES)
    current, lead = None, led
    for row, section in zip(scores, named, strict=True):
        if section is not None:
            current, lead = template.sections.index(section), led
            row[current] = max(row) + _ANNOUNCES
        elif current is not None:
            row[current] = max(row[current], _LEAST) + lead
            lead *= fades


def leads_nothing(sentence: grammar.Sentence) -> bool:
    """Return whether a sentence is filler, or addresses a computer: it stays with the one before and leads nothing."""
    words = sentence.words
    if not TO_A_MACHINE.isdisjoint(words) or (words and words[0] in ORDERS_TO_WRITE):
        return True
    return all(word in FILLERS for word in words)
