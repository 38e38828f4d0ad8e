"""Templates and sections as JSON, for the database: an organization's own, and the copy that a report keeps."""

import json
from dataclasses import asdict
from typing import Any

from ...core.word_caches import cached_words
from .template import ReportTemplate, Role, Section


def sections_to_json(sections: tuple[Section, ...]) -> str:
    return json.dumps([asdict(section) for section in sections], ensure_ascii=False)


def sections_from_json(stored: str) -> tuple[Section, ...]:
    """Return the sections of ``sections_to_json``."""
    return _sections(json.loads(stored))


def to_json(template: ReportTemplate) -> str:
    """Return the whole template as JSON: the copy that a report keeps."""
    return json.dumps(asdict(template), ensure_ascii=False)


@cached_words(256)
def from_json(stored: str) -> ReportTemplate:
    """Return the template of ``to_json``. Most reports have one of a few copies, and a page of a list has twenty."""
    fields = json.loads(stored)
    return ReportTemplate(**{**fields, "sections": _sections(fields["sections"])})


def _sections(rows: list[dict[str, Any]]) -> tuple[Section, ...]:
    return tuple(Section(**{**row, "role": Role(row["role"])}) for row in rows)
