"""The example on the landing page: a dictation to listen to, beside the report that the local engine made of it.

Without a script, and before it is played, all of it is there to read. ``scripts/example.py`` makes its files.
"""

import reflex as rx

from ....core.texts import NIET_BESPROKEN
from ....reporting.templates import DEFAULT
from ....services.dictation.example import SENTENCES, SOUND
from ...scripts import component

#: ``sentences``: ``text``, ``heading``, and ``until``, the second of the sound at which it has been said.
Example = component(
    "pages/public/example.jsx",
    "Example",
    sound=str,
    sentences=list[dict[str, str | float]],
    headings=list[str],
    silent=str,
)


def example() -> rx.Component:
    """Return the section with the example."""
    return rx.el.section(
        Example.create(sound=SOUND, sentences=SENTENCES, headings=list(DEFAULT.headings), silent=NIET_BESPROKEN),
        class_name="example page",
        aria_labelledby="voorbeeld",
    )
