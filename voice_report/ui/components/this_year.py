"""The current year: pages are prerendered at build time, and served for as long as this version runs."""

import reflex as rx

from ... import clock
from ..scripts import script

_JS = script("components/this_year.jsx")


class ThisYear(rx.Component):
    """The year in Europe/Amsterdam; without scripts ``built``, the year of the build."""

    library = _JS
    tag = "ThisYear"

    built: rx.Var[str]


def this_year() -> rx.Component:
    """Show the current year."""
    return ThisYear.create(built=str(clock.local_now().year))
