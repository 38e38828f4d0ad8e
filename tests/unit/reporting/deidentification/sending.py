"""What is sent of a text."""

from datetime import date

from voice_report.reporting.deidentification import Choices, Known, mask, restored

TODAY = date(2026, 11, 28)
NOBODY = Known(TODAY)


def sent(text: str, known: Known = NOBODY, choices: Choices | None = None) -> str:
    """Return what is sent of one text; what comes back is the text."""
    made = mask([text], known, choices or Choices())
    assert restored(made.texts[0], made.vault) == text
    return made.texts[0]
