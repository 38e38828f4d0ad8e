"""/new-report: the wizard from voice to report. ``page`` puts it together, ``state`` knows, ``steps`` shows."""

from .page import register
from .state import WizardState

__all__ = ["WizardState", "register"]
