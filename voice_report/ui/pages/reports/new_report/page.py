"""/new-report: the wizard from voice to report."""

import reflex as rx

from .... import installation
from ....islands.recorder import dictation_adopted, kept_sound_end, lock_screen, locked_page, wizard_steps
from ....kit.scripted import draft_in_url
from ....shell.layout import member_shell
from ....shell.session import SessionState
from .choices import style_dialog, template_dialog
from .client_choice import client_dialog
from .concept_view import concept_step
from .discarding import DiscardState
from .draft_sync import TRANSCRIPT, DraftState
from .moment import moment_dialog
from .state import WizardState
from .steps import recording_step, transcript_step


def new_report() -> rx.Component:
    """Return the page with the three steps; the current step stays mounted during a reconnect."""
    return member_shell(
        dictation_adopted(adopted=WizardState.adopted),
        kept_sound_end(
            user_key=SessionState.user_key,
            draft_id=DraftState.draft_id,
            is_done=DraftState.is_current & ~DraftState.streaming & ~DraftState.has_unsure,
            adopted=WizardState.adopted,
        ),
        kept_sound_end(user_key=SessionState.user_key, draft_id=DiscardState.removed, is_done=True),
        locked_page(
            wizard_steps(
                recording_step(),
                transcript_step(),
                concept_step(),
                step=DraftState.step,
                next=rx.cond(WizardState.adding == "", TRANSCRIPT, 0),
            ),
            client_dialog(),
            template_dialog(),
            style_dialog(),
            moment_dialog(),
        ),
        lock_screen(
            app_name=installation.name(),
            user_key=SessionState.user_key,
            name=SessionState.name,
            initials=SessionState.initials,
            email=SessionState.email,
            client_id=DraftState.client_id,
            heading=WizardState.adding,
            fresh=rx.State.is_hydrated,
            returned=WizardState.returned,
            on_refresh=SessionState.greet,
            on_return=WizardState.return_to_dictation,
        ),
        draft_in_url(made=DraftState.unnamed, fresh=rx.State.is_hydrated, on_named=DraftState.named),
        ready=rx.State.is_hydrated,
        needs_organization=True,
    )
