"""A structuring engine that a test controls, and that records the requests it received."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence

from voice_report.config import Settings
from voice_report.core.texts import NIET_BESPROKEN
from voice_report.engines import Profile
from voice_report.integrations.structuring.protocol import StructuringEngine
from voice_report.reporting.templates import DEFAULT, ReportTemplate
from voice_report.reporting.writing import Style


def report_of(transcript: str, template: ReportTemplate = DEFAULT) -> str:
    """Return a well-formed report with the transcript under the first heading."""
    bodies = [transcript, *[NIET_BESPROKEN] * (len(template.headings) - 1)]
    sections = zip(template.headings, bodies, strict=True)
    return "\n\n".join(f"## {heading}\n\n{body}" for heading, body in sections) + "\n"


def create(_settings: Settings, _profile: Profile) -> StructuringEngine:
    return ScriptedEngine()


class ScriptedEngine:
    """Streams ``report_of(transcript)`` in pieces; can wait at ``gate``, fail, or return another text.

    With ``styles`` changed it writes lines too: those of ``answer``.
    """

    label = "voor de test"
    styles: tuple[Style, ...] = ("vrij",)

    def __init__(self, *, pieces: int = 5) -> None:
        self.asked: list[str] = []
        self.gate: asyncio.Event | None = None
        self.started = asyncio.Event()
        self.failure: BaseException | None = None
        self.answer: str | None = None
        self._pieces = pieces

    async def examine(self, asking: object = None) -> None:
        """Do nothing: it can what it is told."""

    def state(self) -> str:
        return "ready"

    async def stream(self, transcript: str, template: ReportTemplate) -> AsyncIterator[str]:
        self.asked.append(transcript)
        async for piece in self._said(report_of(transcript, template) if self.answer is None else self.answer):
            yield piece

    async def lines(self, sentences: Sequence[str], template: ReportTemplate, style: Style) -> AsyncGenerator[str]:
        self.asked.append(" ".join(sentences))
        async for piece in self._said(self.answer or ""):
            yield piece

    async def _said(self, text: str) -> AsyncIterator[str]:
        size = max(1, -(-len(text) // self._pieces))
        for place in range(0, len(text), size):
            yield text[place : place + size]
            self.started.set()
            if self.gate is not None:
                await self.gate.wait()
            if self.failure is not None:
                raise self.failure
