"""/new-report: the wizard from voice to report. ``page`` composes it; ``state`` has the logic, ``steps`` the views."""

from .page import register
from .state import WizardState

__all__ = ["WizardState", "register"]
