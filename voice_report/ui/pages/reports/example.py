"""The spoken example, /voorbeeld: replaces the recording step for a user who wants to try the whole way first."""

import reflex as rx

from ....errors import DomainError, NotSignedIn
from ....services.dictation import example
from ...scripts import component, no_args
from ...shell import routes
from ...shell.actions import action
from ...shell.layout import main, member_shell
from ...shell.session import current_user
from .new_report.draft_sync import RECORDING
from .new_report.steps import head

#: Plays ``address`` at a press, with ``on_hear()``; when that is over, it continues to ``next`` as soon as it is set.
#: ``problem`` is a sentence that says why nothing was heard.
SpokenExample = component(
    "pages/reports/example.jsx",
    "SpokenExample",
    base=rx.NoSSRComponent,
    address=str,
    next=str,
    problem=str,
    on_hear=no_args,
)


class ExampleState(rx.State):
    """``next`` is the address of the draft, as soon as the example was heard; ``problem`` says why it was not."""

    next: str = ""
    problem: str = ""
    _hears: bool = False

    @action
    async def begin(self):
        """Begin again at each visit: not at a reconnect, while the sound may be playing."""
        await current_user(self)
        self._hears, self.next, self.problem = False, "", ""

    @rx.event(background=True)
    @action
    async def hear(self):
        """Transcribe the example with the speech engine, which takes seconds."""
        async with self:
            user = await current_user(self)
            if self._hears:
                return
            self._hears, self.next, self.problem = True, "", ""
        draft_id, problem = None, ""
        try:
            draft_id = await example.begin(user)
        except NotSignedIn:
            raise
        except DomainError as error:
            problem = error.message
        finally:
            async with self:
                self._hears = False
                self.next, self.problem = routes.new_report(str(draft_id)) if draft_id else "", problem


def voorbeeld() -> rx.Component:
    return member_shell(
        main(
            head(RECORDING, title="Voorbeeld"),
            SpokenExample.create(
                address=example.SOUND,
                next=ExampleState.next,
                problem=ExampleState.problem,
                on_hear=ExampleState.hear,
                on_mount=ExampleState.begin,
            ),
            class_name="recorder",
        ),
        needs_organization=True,
        section=routes.DASHBOARD,
    )
