"""The views of the three steps: recording, transcript, concept."""

import reflex as rx

from ..... import texts
from .... import routes
from ....components.badge import badge
from ....components.button import button, link
from ....components.copy_button import copy_button
from ....components.icon import icon
from ....components.notice import notice, notice_actions
from ....components.paper import paper
from ....components.tabs import tabs
from ....components.text_editor import text_editor
from ....components.to_archive import to_archive
from ....layout import main
from ....recorder import recorder, unsent
from ....session import SessionState
from .archive_part import archive_part, archived_dialog
from .archive_step import ArchiveState
from .concept import ConceptState
from .draft_sync import CONCEPT, RECORDING, TRANSCRIPT, DraftState
from .left_out import left_out_part
from .state import WizardState
from .template_choice import TemplateState
from .template_view import template_button


def recording_step() -> rx.Component:
    """Step 1: talk. The recorder works without the websocket; it only sends an event when it is done."""
    return main(
        rx.el.div(
            _head(RECORDING), rx.el.div(template_button(), class_name="prepare narrow-page"), class_name="recorder-head"
        ),
        recorder(
            draft_id=DraftState.draft_id,
            base_text=DraftState.transcript,
            user_key=SessionState.user_key,
            adopted=WizardState.adopted,
            guide=TemplateState.guide,
            on_finished=WizardState.finish_dictation,
            on_type_instead=WizardState.type_instead,
        ),
        class_name="recorder",
    )


def transcript_step() -> rx.Component:
    """Step 2: read and correct the transcript, then request the concept."""
    nothing = DraftState.transcript.strip() == ""
    return main(
        _head(TRANSCRIPT),
        rx.el.div(
            rx.el.h2("Klopt alles wat er staat?"),
            rx.el.p("Verbeter namen en woorden. Een concept maken kost 1 credit.", class_name="soft"),
            rx.el.div(template_button(), class_name="prepare"),
            class_name="step-intro narrow-page",
        ),
        rx.el.div(_notices(), class_name="narrow-page step-notices"),
        rx.el.div(
            _editor(
                value=DraftState.transcript,
                field="transcript",
                others={"structuredReport": DraftState.report, "clientId": DraftState.client_id},
                label="Transcript",
                show_count=True,
                on_text=DraftState.change_transcript,
            ),
            class_name="narrow-page step-sheet",
        ),
        rx.el.div(
            rx.el.div(
                button(
                    rx.cond(DraftState.streaming, "Laden...", "Genereer concept"),
                    variant="primary",
                    size="big",
                    disabled=nothing | DraftState.streaming,
                    on_click=ConceptState.generate,
                ),
                rx.el.div(
                    button("Opslaan als concept", disabled=nothing, on_click=DraftState.save),
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
    """Step 3: the report on paper, to copy, download or edit."""
    return main(
        _head(CONCEPT, wide=True),
        rx.el.div(
            tabs(
                ("preview", "Voorbeeld", _preview()),
                ("edit", "Bewerken", _edit()),
                label="Weergave",
                disabled=DraftState.streaming,
                value=rx.cond(ConceptState.editing, "edit", "preview"),
                on_change=ConceptState.show_view,
            ),
            rx.el.aside(*_actions(), class_name="concept-side", aria_label="Wat doe je ermee?"),
            class_name="concept page",
        ),
        rx.el.div(rx.el.div(*_quick_actions(), class_name="page quick-row"), class_name="action-bar only-small"),
        archived_dialog(),
        class_name="step-page",
    )


def _head(step: int, *, wide: bool = False) -> rx.Component:
    marks = ["done" if number < step else "now" if number == step else "" for number in (1, 2, 3)]
    return rx.el.div(
        link(
            icon("back", large=True), href=routes.DASHBOARD, class_name="icon-button", aria_label="Terug naar dashboard"
        ),
        rx.el.h1("Nieuwe rapportage"),
        rx.el.p(f"Stap {step} van 3", class_name="step num"),
        rx.el.ol(*[rx.el.li(class_name=mark) for mark in marks], class_name="progress", aria_hidden="true"),
        class_name="wizard-head narrow-page wide-head" if wide else "wizard-head narrow-page",
    )


def _notices() -> rx.Component:
    """Return notices about problems with the concept, with the actions to continue."""
    return rx.fragment(
        rx.cond(
            ConceptState.out_of_credits,
            notice(
                "Onvoldoende credits. Koop credits om verder te gaan.",
                rx.el.p("Je transcript blijft bewaard. ", link("Koop credits", href=routes.PRICING)),
                icon_name="ticket",
                role="alert",
            ),
        ),
        rx.cond(DraftState.changed_elsewhere, _changed_elsewhere()),
        _unsent(),
        rx.cond(
            DraftState.report != "",
            notice(
                "Je hebt al een concept",
                "Een nieuw concept vervangt het, ook wat je daarin zelf hebt veranderd.",
                notice_actions(
                    button("Naar het concept", variant="plain", size="small", on_click=WizardState.to_concept)
                ),
                tone="petrol",
                icon_name="pencil",
            ),
        ),
    )


def _changed_elsewhere() -> rx.Component:
    return notice(
        "Dit concept is in een ander venster gewijzigd",
        "Wat je hier ziet is nog niet opgeslagen. Bewaar het als apart concept, dan raakt er niets kwijt.",
        notice_actions(
            button("Bewaar als apart concept", variant="plain", size="small", on_click=DraftState.save_as_new)
        ),
        role="alert",
    )


def _unsent() -> rx.Component:
    return unsent(user_key=SessionState.user_key, draft_id=DraftState.draft_id, on_go=WizardState.back_to_recording)


def _editor(**props) -> rx.Component:
    return text_editor(
        draft_id=DraftState.draft_id,
        version=DraftState.version,
        user_key=SessionState.user_key,
        saved_at=DraftState.saved_at,
        saved_label=DraftState.saved_label,
        fresh=rx.State.is_hydrated,
        on_autosave=DraftState.autosave,
        on_restored=DraftState.restored,
        on_leftover=DraftState.keep_leftover,
        **props,
    )


def _preview() -> rx.Component:
    return rx.fragment(
        rx.cond(DraftState.changed_elsewhere, _changed_elsewhere()),
        _unsent(),
        rx.cond(
            (DraftState.report_label != "") & ~DraftState.streaming,
            rx.el.p(
                badge(DraftState.report_label, tone="amber"),
                " Je eigen zinnen, ongewijzigd.",
                class_name="report-label quiet",
            ),
        ),
        paper(
            rx.cond(DraftState.streaming, ConceptState.streamed + ConceptState.streamed_tail, DraftState.report),
            heading="Rapportage",
            date=DraftState.made_at,
            author=SessionState.name,
            streaming=DraftState.streaming,
        ),
        left_out_part(),
    )


def _edit() -> rx.Component:
    return rx.fragment(
        rx.cond(DraftState.changed_elsewhere, _changed_elsewhere()),
        _editor(
            value=DraftState.report_text,
            field="structuredReport",
            others={"transcript": DraftState.transcript, "clientId": DraftState.client_id},
            headings=DraftState.headings,
            label="Rapportage",
            show_count=True,
            on_text=DraftState.change_report,
        ),
    )


def _copy(*, full: bool = False) -> rx.Component:
    return copy_button(
        icon("copy", large=True),
        text=DraftState.plain_report,
        disabled=DraftState.streaming,
        class_name="button primary big full" if full else "button primary big",
        on_copied=ConceptState.copied,
        on_failed=ConceptState.copy_failed,
    )


def _actions() -> tuple[rx.Component, ...]:
    return (
        rx.el.div(
            _copy(full=True),
            button(
                "Downloaden",
                full=True,
                icon_name="download",
                disabled=DraftState.streaming,
                on_click=ConceptState.download,
            ),
            class_name="stack-small only-wide",
        ),
        rx.cond(
            DraftState.streaming,
            rx.el.p("Het concept wordt geschreven.", class_name="quiet", role="status"),
            rx.cond(
                SessionState.has_credits,
                rx.el.p(
                    rx.cond(
                        SessionState.credits_text == texts.credits_text(-1),
                        "Onbeperkte rapportages.",
                        "Je hebt nog " + SessionState.credits_text + ".",
                    ),
                    class_name="quiet num",
                ),
            ),
        ),
        rx.el.hr(),
        archive_part(),
        button(
            "Ander sjabloon",
            variant="plain",
            full=True,
            disabled=DraftState.streaming,
            on_click=TemplateState.open_choice,
        ),
        button(
            "Transcript aanpassen",
            variant="plain",
            full=True,
            icon_name="pencil",
            disabled=DraftState.streaming,
            on_click=WizardState.back_to_transcript,
        ),
    )


def _quick_actions() -> tuple[rx.Component, ...]:
    return (
        _copy(),
        _quick("download", "Downloaden", "Downloaden", ConceptState.download),
        rx.cond(
            ArchiveState.shown,
            to_archive(icon("archive"), "Archief", class_name="quick", label="Naar het archief"),
            _quick("pencil", "Transcript", "Transcript aanpassen", WizardState.back_to_transcript),
        ),
    )


def _quick(name, words: str, label: str, on_click) -> rx.Component:
    return rx.el.button(
        icon(name),
        words,
        type="button",
        class_name="quick",
        aria_label=label,
        disabled=DraftState.streaming,
        on_click=on_click,
    )
