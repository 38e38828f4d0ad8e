"""The texts of a draft as they can be stored: ``cleaned``, within their limits; and a transcript's fingerprint."""

import hashlib
from datetime import UTC, datetime, timedelta

from ... import clock
from ...core.beside_loop import beside_loop
from ...core.texts import dutch_number
from ...dutch.characters import cleaned
from ...errors import Invalid, TooLarge

NOT_SAVED = "Fout bij opslaan"

#: Characters; more than four hours of speech.
MAX_TRANSCRIPT = 200_000
#: Characters; a report holds its transcript's sentences, its headings and markdown escapes.
MAX_REPORT = 3 * MAX_TRANSCRIPT
MAX_TITLE = 200

_EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
_CLOCKS_DIFFER = timedelta(minutes=5)


async def cleaned_texts(transcript: str, report: str | None) -> tuple[str, str | None]:
    """Return both ``cleaned``, in a thread when they are long; before a transaction, which would wait."""
    said = await beside_loop(cleaned, transcript)
    return said, None if report is None else await beside_loop(cleaned, report)


def checked_transcript(transcript: str) -> str:
    """Return the transcript, which is cleaned. Raises ``Invalid`` when it is blank, ``TooLarge`` above the limit."""
    if not transcript.strip():
        raise Invalid("Geen transcript om op te slaan", code="empty_transcript", title=NOT_SAVED)
    return fitting_transcript(transcript)


def fitting_transcript(text: str) -> str:
    """Return the transcript. Raises ``TooLarge`` above the limit."""
    if len(text) > MAX_TRANSCRIPT:
        raise TooLarge(
            f"Het transcript is te lang: {dutch_number(len(text))} tekens, en er passen er "
            f"{dutch_number(MAX_TRANSCRIPT)} in. Verdeel het over twee rapportages.",
            title=NOT_SAVED,
        )
    return text


def checked_report(report: str | None) -> str | None:
    """Return the report, which is cleaned. Raises ``TooLarge`` above the limit."""
    return None if report is None else fitting_report(report)


def fitting_report(text: str) -> str:
    """Return the report. Raises ``TooLarge`` above the limit."""
    if len(text) > MAX_REPORT:
        raise TooLarge(
            f"De rapportage is te lang: er passen {dutch_number(MAX_REPORT)} tekens in.",
            title=NOT_SAVED,
        )
    return text


def checked_title(title: str) -> str:
    """Return the title as it can be stored. Raises ``Invalid`` above the limit."""
    text = cleaned(title).strip()
    if len(text) > MAX_TITLE:
        raise Invalid(f"De titel mag hoogstens {MAX_TITLE} tekens lang zijn.", title=NOT_SAVED)
    return text


def checked_moment(moment: datetime) -> datetime:
    """Return the date of a report as it can be stored. Raises ``Invalid`` when it is in the future, or before 2000."""
    if moment > clock.now() + _CLOCKS_DIFFER:
        raise Invalid("Dit moment is nog niet geweest.", code="in_future", title=NOT_SAVED)
    if moment < _EARLIEST:
        raise Invalid("Vul een datum vanaf 2000 in.", code="too_early", title=NOT_SAVED)
    return moment


def fingerprint(transcript: str) -> str:
    """Return the SHA-256 of a transcript, which is cleaned, in hexadecimal."""
    return hashlib.sha256(transcript.encode()).hexdigest()


async def typed_fingerprint(transcript: str) -> str:
    """Return the fingerprint of a transcript as it was typed."""
    return fingerprint(await beside_loop(cleaned, transcript))
