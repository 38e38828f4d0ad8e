"""What the person who dictates should know about the speech engine before talking: that a spare model listens."""

import reflex as rx

from .....services.reports import dictation
from ....components.notice import notice


class SpeechState(rx.State):
    """``note`` is about an engine that works; the recorder shows what keeps it from working."""

    note: str = ""

    def _look(self) -> None:
        """Ask the engine, which may have been loading when the page was opened."""
        self.note = dictation.speech_note()


def speech_note() -> rx.Component:
    """Show the note, if any."""
    return rx.cond(SpeechState.note != "", notice(SpeechState.note, "Lees je tekst goed na."), rx.fragment())
