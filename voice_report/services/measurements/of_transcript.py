"""The measured values of a transcript (concepts/measurements.md), read off the event loop as the evidence is."""

from functools import partial

from ...reporting.measurements import Doubt as Doubt
from ...reporting.measurements import Kind as Kind
from ...reporting.measurements import Measurements, measurements
from ...reporting.measurements import State as State
from ..concepts import evidence
from ..drafts.content import cleaned_texts, fitting_transcript
from ..shared import rate_limits
from ..shared.identity import CurrentUser
from ..vocabulary import words

_NOT_READ = evidence.Failed(
    "Het lezen van de metingen is niet gelukt. Je dictaat is niet veranderd. Probeer het opnieuw.",
    "Kon de metingen niet lezen",
)


async def read(user: CurrentUser, transcript: str) -> Measurements:
    """Return the measured values that a transcript says, with the caller's own medicines. A blank transcript has none.

    It is free of credit, and nothing is stored. Raises ``TooMany``, ``TooLarge`` and ``Unavailable``.
    """
    await rate_limits.hit("measurements", str(user.id))
    arguments = partial(_arguments, user, transcript)
    return await evidence.off_the_loop(user, measurements, arguments, transcript, failed=_NOT_READ)


async def _arguments(user: CurrentUser, transcript: str) -> tuple[str, frozenset[str]]:
    said, _ = await cleaned_texts(transcript, "")
    return fitting_transcript(said), await words.medicines_of(user)
