"""A child per step of the wizard; the next one is drawn ahead, outside of the document, while somebody dictates."""

import reflex as rx

from ....scripts import script


class WizardSteps(rx.Component):
    """Show child number ``step`` (from 1) with the focus on its heading; 0 keeps the current child (dictation.md).

    ``next`` is the child that comes after a dictation, 0 when that needs no preparation.
    """

    library = script("pages/reports/new_report/wizard_steps.jsx")
    tag = "WizardSteps"
    step: rx.Var[int]
    next: rx.Var[int]


wizard_steps = WizardSteps.create
