"""The product's own drawings; they take their colours from the page, so they follow the light or dark theme."""

import re
from pathlib import Path

_HERE = Path(__file__).parent


def read_picture(name: str) -> str:
    """Return the SVG elements of the drawing ``name``, for inlining in the page."""
    svg = (_HERE / f"{name}.svg").read_text(encoding="utf-8")
    return re.sub(r"\s*\n\s*", "", re.sub(r"^<svg[^>]*>|</svg>\s*$", "", svg))
