"""The sentences around the one that a test of tidying looks at."""

from voice_report.reporting.templates import BUILT_IN
from voice_report.reporting.tidying import tidy

#: Sentences between which neither a greeting nor a closing is looked for.
AROUND = ["Ze at goed.", "Ze sliep goed.", "De wond is dicht.", "{}", "De dochter komt.", "Ze dronk goed.", "Ze las."]


def tidied(sentence: str, before: str = "Ik ben bij mevrouw geweest.", section: str = "", template: str = "zorg"):
    """Return the sentence as it stands in the middle of a dictation, ``None`` when it is left out."""
    sentences = [*AROUND[:2], before, sentence, *AROUND[4:]]
    return tidy(sentences, BUILT_IN[template]).text(3, section)
