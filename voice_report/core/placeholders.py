"""What the built pages show of the installation: placeholders in the build, filled when the pages are served.

One build serves every installation. A function marked ``filled`` returns a text that depends on the settings; while the
pages are built (``BUILDING``) it returns its placeholder, and ``web.edge.pages.filled`` puts the text there at start.
Such a text may be empty. What a page does with it must not depend on what it is: the build does not know.
"""

import os
import re
from collections.abc import Callable
from functools import wraps

#: The variable with which ``scripts/frontend.py`` tells that the pages are being built.
BUILDING = "BUILDING_PAGES"

#: Only letters, digits and underscores, which neither HTML, JavaScript nor an address writes in another way; the number
#: was drawn once, so that no text has it by chance.
_BEGINS, _ENDS = "filled_5d1c0a8e9b7f4c23_", "__"
PATTERN = re.compile(rf"{_BEGINS}([a-z]+(?:_[a-z]+)*){_ENDS}")

_TEXTS: dict[str, Callable[[], str]] = {}


def filled(text: Callable[[], str]) -> Callable[[], str]:
    """Make a function's text one that is filled in at start; its name becomes that of the placeholder."""
    name = text.__name__.strip("_")
    if PATTERN.fullmatch(placeholder(name)) is None or name in _TEXTS:
        raise ValueError(f"{name} cannot name a placeholder, or names another one.")
    _TEXTS[name] = text

    @wraps(text)
    def shown() -> str:
        return placeholder(name) if os.environ.get(BUILDING) else text()

    return shown


def placeholder(name: str) -> str:
    """Return the placeholder that the build has for the text with this name."""
    return f"{_BEGINS}{name}{_ENDS}"


def texts() -> dict[str, str]:
    """Return this installation's texts, by the names of their placeholders."""
    return {name: text() for name, text in _TEXTS.items()}
