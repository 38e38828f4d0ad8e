"""A child per step of the wizard; the next one is drawn in advance, outside of the document, during a dictation."""

import reflex as rx

from ....components.text_editor import TextEditor
from ....scripts import script

_JS = script("pages/reports/new_report/wizard_steps.jsx")


class WizardSteps(rx.Component):
    """Show child number ``step`` (from 1) with the focus on its heading; 0 keeps the child (concepts/dictation.md).

    ``next`` is the child that comes after a dictation, 0 when only the server knows. It is drawn in advance, and with
    the last words shown as a preview until ``step`` says so.
    """

    library = _JS
    tag = "WizardSteps"
    step: rx.Var[int]
    next: rx.Var[int]


class TranscriptEditor(TextEditor):
    """A ``TextEditor`` that shows what was dictated as soon as the last words are there."""

    library = _JS
    tag = "TranscriptEditor"


wizard_steps = WizardSteps.create
transcript_editor = TranscriptEditor.create
