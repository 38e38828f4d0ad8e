"""Templates and sections as JSON, for the database."""

import json
from dataclasses import asdict
from typing import Any

from .template import Role, Section


def sections_to_json(sections: tuple[Section, ...]) -> str:
    """Return the sections as JSON."""
    return json.dumps([asdict(section) for section in sections], ensure_ascii=False)


def sections_from_json(stored: str) -> tuple[Section, ...]:
    """Return the sections of ``sections_to_json``."""
    return _sections(json.loads(stored))


def _sections(rows: list[dict[str, Any]]) -> tuple[Section, ...]:
    return tuple(Section(**{**row, "role": Role(row["role"])}) for row in rows)
