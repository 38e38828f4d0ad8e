"""Whether a language model can do the work: a dictation whose places are known, and what is enough of an answer to it.

Small models copy the example of the prompt, put all sentences in one line, or invent. The local rules place better than
they do, and what they write has to be replaced (concepts/reports.md "Structuring").
"""

from ....reporting.templates import DEFAULT
from ....reporting.writing import LineReader, Writer

#: Spoken sentences, each with the section of the default template in which every reader puts it.
CANARY = {
    "Ik kwam vanochtend bij mevrouw omdat ze vannacht is gevallen.": "situatie",
    "Haar bloeddruk was 135 over 80 en ze had geen koorts.": "observaties",
    "Ik heb de wond op haar linkerarm gespoeld en opnieuw verbonden.": "uitgevoerde_zorg",
    "Het doel is gehaald: ze kan weer alleen opstaan.": "evaluatie",
    "Morgen om 9 uur bel ik de huisarts over de uitslag.": "afspraken",
}

_ENOUGH = 4  # sentences that are written faithfully, and under their section


def passes(answer: str) -> bool:
    """Return whether lines for ``CANARY`` in 'leesbaar' are those of a model that can place and write."""
    nowhere = [""] * len(CANARY)
    reader, writer = LineReader(), Writer([*CANARY], lambda: nowhere, DEFAULT, "leesbaar")
    for line in [*reader.feed(answer), *reader.close()]:
        writer.take(line)
    places = [*CANARY.values()]
    right = {at for one in writer.statements if not one.as_spoken for at in one.sources if places[at] == one.section}
    return len(right) >= _ENOUGH
