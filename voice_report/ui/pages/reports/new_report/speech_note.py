"""What the person who dictates should know about the speech engine, before talking and on the text: where the voice
goes, and a spare model."""

import reflex as rx

from .....db.session import run_in_transaction, run_reading
from .....services.dictation import dictation, voice_line
from .....services.shared.identity import CurrentUser
from ....kit.display.icon import icon
from ....kit.display.notice import notice
from ....kit.form.button import icon_button
from ....shell.actions import action
from ....shell.session import current_user
from .draft_sync import DraftState


class SpeechState(rx.State):
    """``note`` is about an engine that works; the recorder shows what keeps it from working.

    ``voice`` is the line about where the voice goes, until it is closed (``voice_line``).
    ``wrote`` is the note of an engine that wrote a part of the draft ``wrote_in``.
    """

    note: str = ""
    voice: str = ""
    wrote: str = ""
    wrote_in: str = ""
    _listens: str = ""

    @action
    async def close_voice(self):
        """Do not show the line again to this person."""
        user = await current_user(self)
        await run_in_transaction(voice_line.close, user)
        self.voice = ""

    async def _offer(self, user: CurrentUser) -> None:
        self.voice = await run_reading(voice_line.find, user)

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


def where_voice_goes() -> rx.Component:
    """Show the line about where the voice goes, with the way to close it."""
    return rx.cond(
        SpeechState.voice != "",
        rx.el.div(
            icon("shield"),
            rx.el.p(SpeechState.voice),
            icon_button("x", "Niet meer tonen", on_click=SpeechState.close_voice),
            class_name="voice-line soft",
        ),
    )


def written_note() -> rx.Component:
    """Show the note of the engine that wrote this transcript, if any."""
    is_of_this = (SpeechState.wrote_in == DraftState.draft_id) & (DraftState.draft_id != "")
    return _note(SpeechState.wrote, is_of_this & (SpeechState.wrote != ""))


def _note(words: rx.Var[str], is_shown: rx.Var[bool]) -> rx.Component:
    return rx.cond(is_shown, notice(words))
