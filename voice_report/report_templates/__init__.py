"""Report templates: which sections a report has, and what the prompt, the local rules and the recorder say of each.

Everything that needs a report's headings takes a ``ReportTemplate``. There is one module per sector. To add a template:
write it in the module of its sector, and name it in ``BUILT_IN``.
"""

from . import care, general_practice, guidance, handover, mental_health, youth_and_support
from .template import MAX_HINT, MAX_SECTIONS, MAX_TITLE, Form, ReportTemplate, Role, Section

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
]

#: The template of the spec (section 8): what a report is made with when nothing else was chosen.
DEFAULT = care.CARE

#: By key, in the order in which they are offered.
BUILT_IN = {
    template.key: template
    for template in (
        care.CARE,
        general_practice.SOEP,
        care.SOAP,
        care.GOAL,
        handover.SBAR,
        handover.SHIFT,
        care.MIC,
        handover.MEETING,
        mental_health.PROGRESS,
        mental_health.INTAKE,
        youth_and_support.CONTACT,
        youth_and_support.SUPPORT,
        guidance.COACHING,
        guidance.GUIDANCE,
    )
}

#: Templates of an incident, a meeting or an urgent call: who needed one does not need it for the next report too.
OCCASIONAL = frozenset((care.MIC.key, handover.MEETING.key, handover.SBAR.key))
