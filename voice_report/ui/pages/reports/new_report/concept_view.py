"""The view of the third step: the concept on paper, and what to do with it."""

import reflex as rx

from .....core import texts
from ....islands.copying import copy_button, copy_fields, per_heading_button
from ....islands.editor import report_paper, undo_buttons
from ....kit.display.icon import icon
from ....kit.display.notice import badge
from ....kit.display.print_head import print_head
from ....kit.form.button import button, icon_button
from ....kit.scripted import download_menu, focus_on, how_made, paper
from ....shell.layout import main
from ....shell.session import SessionState, begins
from ..outgoing import replaced_line, see_what_was_sent
from ..profile_choice import ProfileState, profile_button, profile_dialog
from .archive_part import archive_button, archive_part, archived_dialog, client_question
from .archive_step import ArchiveState
from .choices import TemplateState, style_button, template_button
from .concept import ConceptState
from .draft_sync import CONCEPT, DraftState
from .moment import MomentState
from .state import WizardState
from .steps import STEP_TITLE, changed_elsewhere, head, kept_text, unsent_notice, whose


def concept_step() -> rx.Component:
    """Step 3: the report on paper, to check, change, copy and archive; or its fields, to copy one by one."""
    shows_fields = rx.Var.create(ConceptState.by_heading) & (DraftState.report != "") & ~DraftState.streaming
    return main(
        rx.cond(shows_fields, _fields(), _report()),
        focus_on(target=STEP_TITLE, round=ConceptState.put_away),
        client_question(),
        archived_dialog(),
        class_name=rx.cond(SessionState.copies_empty, "step-page", "step-page no-empty"),
    )


def _fields() -> rx.Component:
    is_archived = ArchiveState.reference != ""
    return rx.fragment(
        head(
            CONCEPT,
            back=icon_button("back", "Terug naar het verslag", on_click=ConceptState.show_paper),
        ),
        rx.el.div(
            rx.el.div(
                rx.cond(is_archived, rx.el.p(ArchiveState.archived_for, class_name="soft"), whose()),
                profile_button(),
                class_name="prepare",
            ),
            rx.cond(DraftState.changed_elsewhere, changed_elsewhere()),
            unsent_notice(),
            class_name="narrow-page",
        ),
        copy_fields(
            rx.cond(_may_archive() & (DraftState.client_name != "") & ~is_archived, archive_button("button plain")),
            report_id=DraftState.draft_id,
            markdown=DraftState.report,
            mark=DraftState.mark,
            headings=DraftState.headings,
            profile=ProfileState.profile,
            stored=ConceptState.copied_fields,
            is_draft=~is_archived,
            empty=SessionState.copies_empty,
            next="Volgende rapportage",
            begins=begins()["data-records"],
            on_copied=ConceptState.field_copied,
            on_next=WizardState.next_report,
            on_points=ConceptState.show_paper,
        ),
        profile_dialog(),
    )


def _report() -> rx.Component:
    born = rx.cond(DraftState.client_born != "", "Geboren op " + DraftState.client_born, "")
    return rx.fragment(
        head(CONCEPT, wide=True),
        rx.el.div(
            rx.el.div(whose(), template_button(), style_button(), class_name="prepare"),
            rx.cond(DraftState.changed_elsewhere, changed_elsewhere()),
            unsent_notice(),
            rx.cond(
                (DraftState.report_label != "") & ~DraftState.streaming,
                rx.cond(
                    DraftState.refusal != "",
                    rx.el.p(DraftState.refusal, class_name="report-label quiet"),
                    rx.el.p(badge(DraftState.report_label), class_name="report-label quiet"),
                ),
            ),
            replaced_line(),
            rx.cond(DraftState.kept != "", _kept()),
            rx.cond(
                DraftState.has_former & ~DraftState.streaming,
                rx.el.p(
                    "De vorige versie van dit concept is bewaard. ",
                    button("Vorige terugzetten", variant="plain", size="small", on_click=ConceptState.restore_former),
                    class_name="former quiet",
                ),
            ),
            class_name="papers-top page",
        ),
        print_head([DraftState.client_name, SessionState.organization_name, born, DraftState.reported_at]),
        # Before the paper for the keyboard and who listens; below it on the screen.
        rx.el.div(rx.el.div(*_quick_actions(), class_name="page quick-row"), class_name="action-bar only-small"),
        rx.cond(DraftState.streaming, _being_written(), _on_paper()),
    )


def _kept() -> rx.Component:
    soon = badge(DraftState.kept, tone="amber", icon_name="clock")
    return rx.el.p(rx.cond(DraftState.is_soon, soon, badge(DraftState.kept)), class_name="report-label num")


def _on_paper() -> rx.Component:
    return report_paper(
        rx.el.div(*_actions(), class_name="side-actions", aria_label="Wat doe je ermee?", role="group"),
        rx.el.div(
            how_made(see_what_was_sent(), report=DraftState.draft_id, key=DraftState.draft_id),
            rx.cond(DraftState.is_example, _kept_for_a_day(), archive_part()),
            class_name="below-paper",
        ),
        **kept_text(),
        value=DraftState.report,
        transcript=DraftState.transcript,
        headings=DraftState.headings,
        template=DraftState.template,
        heading=TemplateState.title,
        date=DraftState.reported_at,
        author=SessionState.name,
        reviewed=rx.cond(DraftState.reviewed != "", DraftState.reviewed_label, ""),
        is_closed=ArchiveState.reference != "",
        others={"transcript": DraftState.transcript, "clientId": DraftState.client_id},
        on_text=DraftState.change_report,
        on_voice=WizardState.add_by_voice,
        on_sign=ConceptState.sign_off,
        on_date=MomentState.open_moment,
        on_tidy=ConceptState.tidy,
    )


def _may_archive() -> rx.Var[bool]:
    return rx.Var.create(ArchiveState.shown) & (ArchiveState.refusal == "") & ~DraftState.is_example


def _kept_for_a_day() -> rx.Component:
    return rx.el.p(
        "Dit is het voorbeeld. Het staat niet bij je concepten en wordt vanzelf weer verwijderd.", class_name="quiet"
    )


def _being_written() -> rx.Component:
    return rx.el.div(
        rx.el.div(
            rx.el.p("Het concept wordt geschreven.", class_name="check-line quiet", role="status"),
            paper(
                markdown=ConceptState.streamed + ConceptState.streamed_tail,
                heading=TemplateState.title,
                date=DraftState.reported_at,
                author=SessionState.name,
                streaming=True,
            ),
            class_name="papers-main",
        ),
        class_name="papers page",
    )


def _copy(*, full: bool = False) -> rx.Component:
    return copy_button(
        icon("copy", large=True),
        draft_id=DraftState.draft_id,
        text=DraftState.report,
        mark=DraftState.mark,
        live=True,
        empty=SessionState.copies_empty,
        disabled=DraftState.streaming,
        done=DraftState.copied,
        class_name="big full key-copy" if full else "big key-copy",
        on_copied=ConceptState.copied,
        on_failed=ConceptState.copy_failed,
    )


def _per_heading(class_name: str, *, only_last: bool = False) -> rx.Component:
    return per_heading_button(
        done=DraftState.copied,
        only_last=only_last,
        disabled=DraftState.streaming,
        class_name=class_name,
        on_open=ConceptState.show_fields,
    )


def _next() -> rx.Component:
    """Return the way on, once the report was copied; the button that copied it does not move."""
    return rx.cond(
        DraftState.copied,
        button(
            "Volgende rapportage",
            icon_name="mic",
            variant="primary",
            size="big",
            full=True,
            class_name="next",
            custom_attrs=begins(),
            on_click=WizardState.next_report,
        ),
    )


def _actions() -> tuple[rx.Component, ...]:
    return (
        rx.el.div(_copy(full=True), _per_heading("full"), _next(), class_name="beside-only"),
        rx.el.div(
            button("Kopieer per kop", icon_name="copy", class_name="below-only", on_click=ConceptState.show_fields),
            rx.cond(
                _may_archive(),
                archive_button("button secondary beside-only"),
            ),
            download_menu(class_name="button secondary", on_choose=ConceptState.download),
            class_name="two",
        ),
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
        button(
            "Transcript aanpassen",
            variant="plain",
            size="small",
            icon_name="pencil",
            on_click=WizardState.back_to_transcript,
        ),
    )


def _quick_actions() -> tuple[rx.Component, ...]:
    return (
        _next(),
        _per_heading("big next", only_last=True),
        _copy(),
        rx.cond(
            _may_archive(),
            archive_button("quick", "Naar het archief"),
            rx.el.button(
                icon("pencil"),
                "Transcript",
                type="button",
                class_name="quick",
                disabled=DraftState.streaming,
                on_click=WizardState.back_to_transcript,
            ),
        ),
        rx.cond(DraftState.streaming, rx.fragment(), undo_buttons()),
    )
