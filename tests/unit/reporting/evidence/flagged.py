"""The flags of one written line next to what was said."""

from collections.abc import Iterator

from voice_report.reporting.evidence import Flag, evidence


def flagged(spoken: str, written: str) -> Iterator[Flag]:
    """Yield the flags of a line under 'Observaties'."""
    for sentence in evidence(spoken, f"## Observaties\n\n{written}").sentences:
        yield from sentence.flags
