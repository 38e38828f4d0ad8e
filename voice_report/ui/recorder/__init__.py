"""The dictation recorder, the core of the product (``recorder.py``)."""

from .cover import cover, covered_page
from .kept import kept_sound_end, kept_sound_watch
from .recorder import dictation_adopted, recorder, unsent, unsent_anywhere

__all__ = [
    "cover",
    "covered_page",
    "dictation_adopted",
    "kept_sound_end",
    "kept_sound_watch",
    "recorder",
    "unsent",
    "unsent_anywhere",
]
