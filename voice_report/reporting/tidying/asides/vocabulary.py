"""Words that tell talk from what a report has, and the pieces of a sentence, for ``small_talk`` and ``beside``."""

from collections.abc import Sequence, Set

from ....dutch.word_sets import word_set
from ...evidence.values.dates import WEEKDAYS
from ..words import Word

SHORTEST = 3  # words
LEADING = word_set("ja nou goed oké oke zo en eh ehm uh uhm o oh")
ANSWERING = word_set("ja nee goed beter slecht slechter rustig prima stabiel mooi best")
#: What these tell depends on what was said before: 'Ik loop hier tegenaan', 'Nog even doorgaan zo'.
VAGUE = word_set("stop hier hiermee hiervan hieraan hierop hierdoor erin eraan erop zo doorgaan verder dan dacht wat")
DAYS = frozenset(WEEKDAYS) | word_set(
    """vandaag vanmorgen vanochtend vanmiddag vanavond vannacht gisteren morgen overmorgen week maand weekend
    januari februari maart april juni juli augustus september oktober november december vakantie avonds nachts ochtends
    middags"""
)
#: What is thought of something, and quotations.
JUDGING = word_set("denk denken dacht vermoed inschatting volgens vind vindt geloof lijkt")
QUOTING = frozenset("?:'\"‘’“”")


def pieces(found: Sequence[Word], opening: Set[str]) -> list[list[Word]]:
    """Return the words of a sentence between its marks, and before words that open a clause: 'want', 'voordat'."""
    some: list[list[Word]] = [[]]
    for word in found:
        if word.is_mark or word.lower in opening:
            some.append([])
        if not word.is_mark:
            some[-1].append(word)
    return [piece for piece in some if piece]
