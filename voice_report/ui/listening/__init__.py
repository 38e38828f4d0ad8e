"""Listening again to what was dictated, in the transcript (``listen.py``)."""

from .listen import listen

__all__ = ["listen"]
