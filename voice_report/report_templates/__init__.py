"""Report templates: which sections a report has, and what the prompt, the local rules and the recorder say of each.

Everything that needs a report's headings takes a ``ReportTemplate``. To add one: a module beside this one, and its
``TEMPLATE`` in ``BUILT_IN``.
"""

from . import care
from .template import ReportTemplate, Role, Section

__all__ = ["BUILT_IN", "DEFAULT", "ReportTemplate", "Role", "Section"]

#: The template of the spec (section 8): what a report is made with when nothing else was chosen.
DEFAULT = care.TEMPLATE

#: By key, in the order in which they are offered.
BUILT_IN = {template.key: template for template in (care.TEMPLATE,)}
