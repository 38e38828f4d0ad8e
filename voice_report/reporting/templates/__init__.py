"""Report templates: which sections a report has, and what the prompt, the local rules and the recorder say of each.

Everything that needs a report's headings takes a ``ReportTemplate``. To add one that every organization has: put a file
in ``built_in``, named after its key. ``order`` is its place in the choice of templates, and ``occasional`` marks one
for an incident, a meeting or an urgent call: it is not offered again for the next report. A section's key is
made of its title when the file gives none.
"""

import tomllib
from pathlib import Path

from .template import MAX_HINT, MAX_SECTIONS, MAX_TITLE, Form, ReportTemplate, Role, Section, key_of, sections_by_letter

__all__ = [
    "BUILT_IN",
    "DEFAULT",
    "MAX_HINT",
    "MAX_SECTIONS",
    "MAX_TITLE",
    "OCCASIONAL",
    "Form",
    "ReportTemplate",
    "Role",
    "Section",
    "sections_by_letter",
]

_FILES = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in Path(__file__).parent.glob("built_in/*.toml")}


def _template(key: str) -> ReportTemplate:
    given = {name: value for name, value in _FILES[key].items() if name not in ("order", "occasional", "sections")}
    rows = [{"key": key_of(row["title"]), **row, "role": Role(row["role"])} for row in _FILES[key]["sections"]]
    return ReportTemplate(key=key, sections=tuple(Section(**row) for row in rows), **given)


#: By key, in the order in which they are offered.
BUILT_IN = {key: _template(key) for key in sorted(_FILES, key=lambda key: _FILES[key]["order"])}

#: The default template (decisions/0006): what a report is made with when nothing else was chosen.
DEFAULT = BUILT_IN["zorg"]

#: The keys of the templates that are not proposed for the next report.
OCCASIONAL = frozenset(key for key, given in _FILES.items() if given.get("occasional", False))
