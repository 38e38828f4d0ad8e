"""Which sentences of a dictation belong together: what only means something behind another one stays with it.

A sentence is tied where a reader would not know who or what is meant without the one before: a correction, an answer,
'Hielen ook.', 'In beide ogen.', 'Dat hielp.' They are a unit, with one heading. A demonstrative that only opens
a longer sentence ('Die kousen zijn bijna op') is no tie: most such sentences are about something else.
"""

import re
from collections.abc import Sequence

from ....dutch.word_sets import word_set
from . import grammar
from .grammar import Sentence

_LONGEST_UNIT = 4  # sentences
_SHORT = 3  # words of a sentence that says one thing of what was said before
_SAYS_HOW = 5  # words of one that says how that went, or that it holds here too

_OPENERS = word_set("eh ehm uh uhm nou ja en maar o oh dus")
_CORRECTS = re.compile(
    r" (?:(?:eh|ehm|uh|uhm|o|oh|ja|of) )*(?:nee|sorry|pardon|correctie|herstel|ik bedoel|wacht|of eigenlijk) "
)
_DEMONSTRATIVES = word_set("dat dit die deze")
_PREPOSITIONS = word_set("in op aan bij met tot van onder boven naast tussen achter rond tegen voor na om sinds zonder")
_ADDS = word_set("ook dus")
#: Verbs of saying: in 'Die zei dat het mocht' the speaker is named in the sentence before.
_SAYS = word_set("zei zegt zeiden zeggen vroeg vraagt vertelde vertelt vond vindt adviseerde adviseert stelde stelt")
#: Pronouns as the subject of a sentence with 'ook': they tell its section better than the sentence before.
_SUBJECTS = word_set("ik we wij ze zij hij je jij")
#: What makes a sentence one of its own: another time, an agreement.
_ANEW = re.compile(r" (?:morgen\w*|overmorgen|volgende?|komende|afgesproken|afspraak) ")


def tied(sentences: Sequence[Sentence], announces: Sequence[bool]) -> list[bool]:
    """Return for each sentence whether it is tied to the one before; ``announces``: it names a heading itself."""
    found: list[bool] = []
    length = 0
    for at, sentence in enumerate(sentences):
        is_tied = at > 0 and not announces[at] and length < _LONGEST_UNIT and _depends(sentence, sentences[at - 1])
        length = length + 1 if is_tied else 1
        found.append(is_tied)
    return found


def _depends(sentence: Sentence, before: Sentence) -> bool:
    if _CORRECTS.match(sentence.line) or before.text.rstrip().endswith("?"):
        return True
    words = list(sentence.words)
    while words and words[0] in _OPENERS:
        del words[0]
    if len(words) > 1 and words[0] == "die" and words[1] in _SAYS:
        return True
    if not words or _ANEW.search(sentence.line) or not grammar.TO_DO.isdisjoint(words):
        return False
    if len(words) <= _SHORT and (words[-1] in _ADDS or words[0] in _PREPOSITIONS):
        return True
    if 1 < len(words) <= _SAYS_HOW and "ook" in words[1:] and _SUBJECTS.isdisjoint(words):
        return True
    return words[0] in _DEMONSTRATIVES and 1 < len(words) <= _SAYS_HOW
