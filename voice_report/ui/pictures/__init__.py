"""The product's own drawings; their colours come from the page, so they follow light and dark."""

import re
from pathlib import Path

_HERE = Path(__file__).parent


def read_picture(name: str) -> str:
    """Return the elements inside the drawing ``name``, to be put in the page itself."""
    svg = (_HERE / f"{name}.svg").read_text(encoding="utf-8")
    return re.sub(r"\s*\n\s*", "", re.sub(r"^<svg[^>]*>|</svg>\s*$", "", svg))
