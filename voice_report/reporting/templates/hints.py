"""A pure check of a section's hint: what it may not ask of a language model (concepts/reports.md "Templates").

A hint says what belongs under a heading. It may not ask for a quantity, for a judgement that the speaker did not
give, or for anything that was not said. The lists are Dutch expressions; a hint that avoids them is still fenced in
the prompt, because its author is a user.
"""

import re
from dataclasses import dataclass

from ...dutch.characters import cleaned, straight, without_accents

#: Expressions in folded spelling; ``*`` stands for any part of a word.
_REFUSED = {
    "een aantal": """minstens, ten minste, tenminste, minimaal, op zijn minst, op z'n minst, zo veel mogelijk,
        zoveel mogelijk, zo uitgebreid mogelijk, uitgebreid*, uitvoerig*""",
    "een oordeel": """*diagnos*, *advies, *adviezen, adviseer*, *risico*, vermoed*, beoordeel*, beoordelen, concludeer,
        concluderen, trek conclusies, trek een conclusie, interpreteer*, interpretatie*, prognos*, voorspel*, schat in,
        inschatten, weeg af, waarschijnlijk*""",
    "iets wat niet is gezegd": """verzin*, bedenk*, vul aan, aanvullen, vul in, neem aan, ga ervan uit, ga er van uit,
        veronderstel*, voeg toe, toevoegen, leid af, niet is gezegd, niet gezegd is, niet is genoemd, niet genoemd is,
        niet besproken is, algemeen bekend, negeer*, taalmodel, prompt""",
}


def folded(text: str) -> str:
    """Return the text without capitals, accents and invisible characters, with single spaces."""
    return " ".join(straight(without_accents(cleaned(text).casefold())).split())


def _pattern(expressions: str) -> re.Pattern[str]:
    listed = [folded(expression) for expression in expressions.split(",")]
    written = "|".join(re.escape(one).replace(r"\*", r"\w*") for one in sorted(listed, key=len, reverse=True))
    return re.compile(rf"\b(?:{written})\b")


_PATTERNS = {kind: _pattern(expressions) for kind, expressions in _REFUSED.items()}


@dataclass(frozen=True, slots=True)
class Refused:
    """An expression in a hint that asks for something a report may not have; ``kind`` says what it asks for."""

    words: str
    kind: str


def refused(hint: str) -> list[Refused]:
    """Return the refused expressions of a hint of at most a few hundred characters, in order of appearance."""
    line = folded(hint)
    found = [
        (match.start(), Refused(match[0], kind)) for kind, one in _PATTERNS.items() for match in one.finditer(line)
    ]
    return [expression for _, expression in sorted(found, key=lambda pair: pair[0])]
