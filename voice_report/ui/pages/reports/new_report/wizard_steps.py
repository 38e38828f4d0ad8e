"""A child per step of the wizard; the next one is drawn in advance, outside of the document, during a dictation."""

from ....kit.text.text_editor import TextEditor
from ....scripts import component, script

#: Show child number ``step`` (from 1) with the focus on its heading; 0 keeps the child (concepts/dictation.md).
#: ``next`` is the child that comes after a dictation, 0 when only the server knows. It is drawn in advance, and with
#: the last words shown as a preview until ``step`` says so.
wizard_steps = component("pages/reports/new_report/wizard_steps.jsx", "WizardSteps", step=int, next=int).create


class TranscriptEditor(TextEditor):
    """A ``TextEditor`` that shows what was dictated as soon as the last words are there."""

    library = script("pages/reports/new_report/wizard_steps.jsx")
    tag = "TranscriptEditor"


transcript_editor = TranscriptEditor.create
