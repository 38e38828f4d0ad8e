"""/new-report: the wizard from voice to report. ``page`` composes the views, which are in ``steps``.

Its states know each other by calls, downwards only: ``state`` knows all, ``concept`` knows ``choices``, and
these and ``archive_step`` know ``draft_sync``.
"""

from .state import WizardState

__all__ = ["WizardState"]
