"""The three steps as drawn: recording, transcript, concept."""

import reflex as rx

from ... import routes
from ...components import button, icon, link_button, notice, paper, tabs
from ...components.copy_button import copy_button
from ...components.text_editor import text_editor
from ...recorder import recorder
from ...session import SessionState
from .state import CONCEPT, RECORDING, TRANSCRIPT, WizardState

_GUIDE = (
    ("Situatie", "Hoe trof je de cliënt aan?"),
    ("Observaties", "Wat viel je op?"),
    ("Uitgevoerde zorg", "Wat heb je gedaan?"),
    ("Evaluatie", "Hoe ging het?"),
    ("Afspraken en vervolg", "Wat spraken jullie af?"),
)


def recording_step() -> rx.Component:
    """Step 1: talk. The recorder works without the websocket; it only tells us when it is done."""
    return rx.el.main(
        _head(RECORDING),
        recorder(
            draft_id=WizardState.draft_id,
            base_text=WizardState.transcript,
            user_key=SessionState.user_key,
            adopted=WizardState.adopted,
            on_finished=WizardState.finish_dictation,
            on_notice=WizardState.recorder_notice,
            on_type_instead=WizardState.type_instead,
        ),
        class_name="recorder",
    )


def transcript_step() -> rx.Component:
    """Step 2: read what was heard, mend it, ask for the concept."""
    nothing = WizardState.transcript.strip() == ""
    return rx.el.main(
        _head(TRANSCRIPT),
        rx.el.div(
            rx.el.h2("Klopt alles wat er staat?"),
            rx.el.p("Verbeter namen en woorden. Een concept maken kost 1 credit.", class_name="soft"),
            class_name="step-intro narrow-page",
        ),
        _notices(),
        rx.el.div(
            text_editor(
                value=WizardState.transcript,
                field="transcript",
                label="Transcript",
                show_count=True,
                on_text=WizardState.change_transcript,
                **_editor_props(),
            ),
            class_name="narrow-page grow",
        ),
        rx.el.div(
            rx.el.div(
                button(
                    rx.cond(WizardState.streaming, "Laden...", "Genereer concept"),
                    variant="primary big",
                    disabled=nothing | WizardState.streaming,
                    on_click=WizardState.generate,
                ),
                rx.el.div(
                    button("Opslaan als concept", variant="secondary", disabled=nothing, on_click=WizardState.save),
                    button("Annuleren", variant="plain", on_click=WizardState.back_to_recording),
                    class_name="action-pair",
                ),
                class_name="narrow-page",
            ),
            class_name="action-bar",
        ),
        class_name="step-page",
    )


def concept_step() -> rx.Component:
    """Step 3: the report on paper, to copy, download or mend."""
    return rx.el.main(
        _head(CONCEPT, wide=True),
        rx.el.div(
            tabs(
                ("preview", "Voorbeeld"),
                ("edit", "Bewerken"),
                value=rx.cond(WizardState.editing, "edit", "preview"),
                on_change=WizardState.show_view,
                label="Weergave",
                disabled=WizardState.streaming,
            ),
            rx.cond(WizardState.editing, _edit(), _preview()),
            rx.el.aside(_actions(), class_name="concept-side", aria_label="Wat doe je ermee?"),
            class_name="concept page",
        ),
        rx.el.div(rx.el.div(_quick_actions(), class_name="page quick-row"), class_name="action-bar only-small"),
        class_name="step-page",
    )


def _head(step: int, *, wide: bool = False) -> rx.Component:
    done = ["done" if number < step else "now" if number == step else "" for number in (1, 2, 3)]
    return rx.el.div(
        rx.link(
            icon("back", size="lg"), href=routes.DASHBOARD, class_name="icon-button", aria_label="Terug naar dashboard"
        ),
        rx.el.h1("Nieuwe rapportage"),
        rx.el.p(f"Stap {step} van 3", class_name="step num"),
        rx.el.ol(*[rx.el.li(class_name=name) for name in done], class_name="progress", aria_hidden="true"),
        class_name="wizard-head narrow-page" + (" wide-head" if wide else ""),
    )
