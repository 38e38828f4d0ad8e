"""The views of the first two steps, recording and transcript, and what all three show."""

from typing import Any

import reflex as rx
from reflex_components_core.core.banner import has_connection_errors

from .....services.shared.identity import ADMIN
from ....islands.playback import listen
from ....islands.recorder import recorder, transcript_editor, unsent
from ....islands.vocabulary import own_words, word_offer
from ....kit.display.icon import icon
from ....kit.display.notice import badge, notice, notice_actions
from ....kit.form.button import button, link, link_button
from ....kit.overlay.dialog import dialog, dialog_buttons
from ....kit.scripted import more_actions, waiting_button
from ....shell import routes
from ....shell.layout import main
from ....shell.page_state import PageState
from ....shell.session import SessionState
from ..outgoing import look_before
from ..phone_code import on_phone
from .choices import StyleState, TemplateState, style_button, template_button
from .client_choice import client_chip
from .concept import ConceptState
from .covered import CoveredState
from .discarding import DiscardState, discard_dialog
from .draft_sync import RECORDING, TRANSCRIPT, DraftState
from .speech_note import speech_note, where_voice_goes, written_note
from .state import WizardState

STEP_TITLE = "stap"


def recording_step() -> rx.Component:
    """Step 1: talk. The recorder works without the websocket; it only sends an event when it is done."""
    return main(
        rx.el.div(
            head(RECORDING),
            rx.el.div(
                client_chip(),
                rx.cond(WizardState.adding == "", rx.fragment(template_button(), style_button()), _adding()),
                class_name="prepare narrow-page",
            ),
            rx.el.div(
                rx.cond(WizardState.adding == "", _credit_note(WizardState.is_new)),
                class_name="narrow-page purse-place",
            ),
            rx.el.div(where_voice_goes(), speech_note(), class_name="narrow-page speech-note"),
            class_name="recorder-head",
        ),
        recorder(
            draft_id=DraftState.draft_id,
            base_text=DraftState.transcript,
            user_key=SessionState.user_key,
            adopted=WizardState.adopted,
            visit=PageState.visit,
            can_preview=(WizardState.adding == "")
            & (DraftState.report == "")
            & ~DraftState.changed_elsewhere
            & ~has_connection_errors,
            guide=TemplateState.guide,
            covered=rx.cond(WizardState.adding == "", CoveredState.covered, rx.Var.create(None)),
            can_choose=WizardState.adding == "",
            recording=WizardState.recording,
            on_said=CoveredState.said,
            on_started=WizardState.dictation_started,
            on_resumed=WizardState.dictation_resumed,
            on_finished=WizardState.finish_dictation,
            on_sent=WizardState.recording_sent,
            on_type_instead=WizardState.type_instead,
        ),
        on_phone(WizardState.phone),
        class_name="recorder",
    )


def _credit_note(is_new: rx.Var[bool]) -> rx.Component:
    """Say before talking that a concept needs a credit, with the way to one; nothing while there are credits.

    The way is the same for all users, here as on the dashboard and the badge: each may buy.

    A user who ``is_new`` is offered the example, which needs none.
    """
    example = link_button("Probeer met een voorbeeld", href=routes.EXAMPLE, variant="plain", size="small")
    return rx.cond(
        SessionState.no_credits,
        _purse_note(
            "Je hebt geen credits. Inspreken en bewaren kan wel; voor een concept heb je 1 credit nodig.",
            rx.cond(is_new, example),
        ),
        rx.cond(is_new, rx.el.div(example, class_name="example-offer")),
    )


def _purse_note(sentence: str, *besides: rx.Component) -> rx.Component:
    buy = link_button("Koop credits", href=routes.PRICING, variant="plain", size="small")
    return rx.el.div(
        rx.el.p(sentence), rx.el.div(buy, *besides, class_name="row"), class_name="purse-note", role="note"
    )


def _adding() -> rx.Component:
    return rx.fragment(
        rx.el.h2("Aanvullen bij ", WizardState.adding, class_name="adding"),
        button(
            "Terug naar het concept",
            variant="plain",
            size="small",
            icon_name="back",
            on_click=WizardState.stop_adding,
        ),
    )


def transcript_step() -> rx.Component:
    """Step 2: read and correct the transcript, then request the concept."""
    has_concept = (
        DraftState.is_current
        & (TemplateState.key == DraftState.template)
        & ((StyleState.key == DraftState.style) | (StyleState.key == "") | (DraftState.style == ""))
    )
    return main(
        head(TRANSCRIPT),
        _transcript_intro(has_concept),
        rx.el.div(
            rx.cond(
                cannot_pay() & ~has_concept & ~ConceptState.out_of_credits,
                _purse_note("Voor een concept heb je 1 credit nodig. Sla je tekst op als concept en ga later verder."),
            ),
            _notices(),
            class_name="narrow-page step-notices",
        ),
        rx.el.div(
            transcript_editor(
                listen(user_key=SessionState.user_key, draft_id=DraftState.draft_id),
                **kept_text(),
                value=DraftState.transcript,
                field="transcript",
                others={"structuredReport": DraftState.report, "clientId": DraftState.client_id},
                label="Transcript",
                show_count=True,
                auto_focus=WizardState.typing,
                on_text=DraftState.change_transcript,
            ),
            class_name="narrow-page step-sheet",
        ),
        rx.el.div(look_before(), _own_words(), class_name="narrow-page"),
        rx.el.div(
            word_offer(organization=SessionState.organization_name, is_admin=SessionState.role == ADMIN),
            _transcript_actions(has_concept),
            class_name="action-bar",
        ),
        dialog(
            "Nieuw concept maken?",
            dialog_buttons(
                button("Concept houden", auto_focus=True, on_click=ConceptState.keep_concept),
                waiting_button("Nieuw concept (1 credit)", on_go=ConceptState.generate_anew),
            ),
            text="Het concept dat er is, met wat je daarin veranderde, bewaren we. Je kunt het terugzetten.",
            open=ConceptState.asking,
            on_close=ConceptState.keep_concept,
        ),
        discard_dialog(),
        class_name="step-page",
    )


def _own_words() -> rx.Component:
    return own_words(
        draft_id=DraftState.draft_id,
        version=DraftState.version,
        href=routes.WORDS,
    )


def _transcript_intro(has_concept: rx.Var[bool]) -> rx.Component:
    return rx.el.div(
        rx.el.div(whose(), template_button(), style_button(), class_name="prepare"),
        rx.cond(
            WizardState.typing,
            rx.fragment(
                rx.el.h2("Typ of plak je tekst"),
                rx.el.ul(
                    rx.foreach(TemplateState.guide, lambda part: rx.el.li(part[0], key=part[0])),
                    class_name="type-guide soft",
                    aria_label="Kopjes van de rapportage",
                ),
            ),
            rx.fragment(
                rx.el.h2("Klopt alles wat er staat?"),
                rx.cond(
                    has_concept,
                    rx.el.p("Je transcript is niet veranderd: dit hoort bij het concept dat er is.", class_name="soft"),
                    rx.el.p(
                        "Verbeter namen en woorden. ",
                        rx.cond(
                            DraftState.is_example,
                            "Een concept van het voorbeeld maken is gratis.",
                            rx.cond(SessionState.no_credits, "", "Een concept maken kost 1 credit."),
                        ),
                        class_name="soft",
                    ),
                ),
            ),
        ),
        class_name="step-intro narrow-page",
    )


def cannot_pay() -> rx.Var[bool]:
    """Return whether a concept of this draft needs a credit that is not there."""
    return rx.Var.create(SessionState.no_credits) & ~DraftState.is_example


def whose() -> rx.Component:
    """Return the chip of the client, or the mark of the spoken example, which has no client."""
    return rx.cond(DraftState.is_example, badge("Voorbeeld", tone="petrol", icon_name="play"), client_chip())


def _transcript_actions(has_concept: rx.Var[bool]) -> rx.Component:
    nothing = DraftState.transcript.strip() == ""
    only_saving = cannot_pay() & ~has_concept
    return rx.el.div(
        rx.cond(
            has_concept,
            button(
                "Naar het concept",
                variant="primary",
                size="big",
                class_name="key-make",
                on_click=WizardState.to_concept,
            ),
            waiting_button(
                rx.cond(DraftState.streaming, "Laden...", "Genereer concept"),
                # Not disabled without credits: a colleague may have bought some meanwhile, and a press tells.
                class_name=rx.cond(cannot_pay(), "button secondary big key-make", "button primary big key-make"),
                disabled=nothing | DraftState.streaming,
                on_go=ConceptState.generate,
            ),
        ),
        rx.cond(
            only_saving, button("Opslaan als concept", variant="primary", disabled=nothing, on_click=DraftState.save)
        ),
        rx.el.div(
            button(
                icon("mic", large=True),
                rx.el.span("Verder inspreken", class_name="wide-words"),
                class_name="speak-on",
                # 'Cancel' returns to recording, and the text stays (decisions/0001).
                aria_label="Annuleren en verder inspreken",
                on_click=WizardState.back_to_recording,
            ),
            more_actions(
                rx.cond(
                    only_saving | DraftState.is_example,
                    rx.fragment(),
                    button("Opslaan als concept", disabled=nothing, on_click=DraftState.save),
                ),
                button(
                    icon("trash"),
                    rx.el.span("Dictaat weggooien", class_name="narrow-words"),
                    rx.el.span("Weggooien", class_name="wide-words"),
                    variant="remove",
                    aria_label="Dictaat weggooien",
                    disabled=nothing | DraftState.streaming,
                    on_click=DiscardState.ask,
                ),
            ),
            class_name="action-more",
        ),
        class_name="narrow-page one-row",
    )


def head(
    step: int, *, title: str = "Nieuwe rapportage", wide: bool = False, back: rx.Component | None = None
) -> rx.Component:
    """Show the title, the step, and the way back: to the dashboard, or ``back``."""
    marks = ["done" if number < step else "now" if number == step else "" for number in (1, 2, 3)]
    return rx.el.div(
        back
        or link(
            icon("back", large=True), href=routes.DASHBOARD, class_name="icon-button", aria_label="Terug naar dashboard"
        ),
        rx.el.h1(title, id=STEP_TITLE),
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
        rx.cond(DraftState.changed_elsewhere, changed_elsewhere()),
        unsent_notice(),
        written_note(),
        rx.cond(
            CoveredState.missing != "",
            notice(
                CoveredState.missing,
                notice_actions(
                    button("Nog even", variant="plain", size="small", on_click=WizardState.back_to_recording),
                    button("Nee, klaar", variant="plain", size="small", on_click=CoveredState.nothing_missing),
                ),
                tone="petrol",
                icon_name="mic",
            ),
        ),
        rx.cond(
            (DraftState.report != "") & ~DraftState.is_current,
            notice(
                "Je hebt al een concept",
                "Maak je een nieuw concept, dan blijft dit bewaard als de vorige versie.",
                notice_actions(
                    button("Naar het concept", variant="plain", size="small", on_click=WizardState.to_concept)
                ),
                tone="petrol",
                icon_name="pencil",
            ),
        ),
    )


def changed_elsewhere() -> rx.Component:
    return notice(
        "Dit concept is in een ander venster gewijzigd",
        "Wat je hier ziet is nog niet opgeslagen. Bewaar het als apart concept, dan raakt er niets kwijt.",
        notice_actions(
            button("Bewaar als apart concept", variant="plain", size="small", on_click=DraftState.save_as_new)
        ),
        role="alert",
    )


def unsent_notice() -> rx.Component:
    return unsent(user_key=SessionState.user_key, draft_id=DraftState.draft_id, on_go=WizardState.back_to_recording)


def kept_text() -> dict[str, Any]:
    """Return what a text field of this draft needs to keep its text."""
    return {
        "draft_id": DraftState.draft_id,
        "version": DraftState.version,
        "user_key": SessionState.user_key,
        "saved_at": DraftState.saved_at,
        "saved_label": DraftState.saved_label,
        "fresh": rx.State.is_hydrated,
        "on_autosave": DraftState.autosave,
        "on_restored": DraftState.restored,
    }
