"""The dictation recorder, the core of the product (``recorder.py``)."""

from .recorder import dictation_adopted, recorder, unsent, unsent_anywhere

__all__ = ["dictation_adopted", "recorder", "unsent", "unsent_anywhere"]
