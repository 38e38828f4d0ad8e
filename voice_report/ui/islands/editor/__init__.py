"""The concept on paper: read next to the dictation it was made of, and changed heading by heading.

It runs in the browser: the comparison comes from ``POST /api/drafts/{id}/review``, the text goes to the server as that
of the other text fields. Modules: ``report_paper.jsx`` puts together; ``part.jsx`` is one heading, ``source.jsx`` 'Wat
je zei', ``beside.jsx`` what is above and below the paper, ``undo.jsx`` the two buttons. ``sections.js``,
``sentences.js``, ``points.js`` and ``history.js`` calculate, without a browser; ``use_review.js``, ``use_history.js``
and ``use_chosen.js`` keep.
"""

from .report_paper import report_paper, undo_buttons

__all__ = ["report_paper", "undo_buttons"]
