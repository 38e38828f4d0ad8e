"""/new-report: the wizard from voice to report."""

from .page import new_report
from .state import WizardState

__all__ = ["WizardState", "new_report"]
