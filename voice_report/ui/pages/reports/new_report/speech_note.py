"""What the person who dictates should know about the speech engine, before talking and on the text: a spare model."""

import reflex as rx

from .....services.dictation import dictation
from ....kit.display.notice import notice
from .draft_sync import DraftState


class SpeechState(rx.State):
    """``note`` is about an engine that works; the recorder shows what keeps it from working.

    ``wrote`` is the note of an engine that wrote a part of the draft ``wrote_in``.
    """

    note: str = ""
    wrote: str = ""
    wrote_in: str = ""
    _listens: str = ""

    def _look(self) -> None:
        """Ask the engine, which may have been loading when the page was opened, or may be another one by now."""
        self.note = dictation.speech_note()
        self._listens = self.note or self._listens

    def _begin(self) -> None:
        """A dictation begins."""
        self._listens = ""
        self._look()

    def _finish(self, draft_id: str) -> None:
        """A dictation has become the text of this draft, or a part of it."""
        self._look()
        if self._listens:
            self.wrote, self.wrote_in = self._listens, draft_id
        self._listens = ""


def speech_note() -> rx.Component:
    """Show the note before talking, if any."""
    return _note(SpeechState.note, SpeechState.note != "")


def written_note() -> rx.Component:
    """Show the note of the engine that wrote this transcript, if any."""
    is_of_this = (SpeechState.wrote_in == DraftState.draft_id) & (DraftState.draft_id != "")
    return _note(SpeechState.wrote, is_of_this & (SpeechState.wrote != ""))


def _note(words: rx.Var[str], is_shown: rx.Var[bool]) -> rx.Component:
    return rx.cond(is_shown, notice(words), rx.fragment())
