"""A fictional dictation, on which the editor of templates shows what a report would look like."""

from ...config import settings
from ...integrations.structuring import local
from ...reporting.templates import ReportTemplate

SAMPLE = (
    "Vanochtend bij meneer Jansen voor de wond aan zijn rechterhiel. De wond meet 3 bij 2 centimeter. De randen zijn "
    "rustig, er komt minder vocht uit dan dinsdag. Hij zei dat hij goed had geslapen. Ik heb de wond gespoeld met lauw "
    "water en opnieuw verbonden. Ik vind dat het beter gaat. Vrijdag verbinden we opnieuw."
)


async def sample_report(template: ReportTemplate) -> str:
    """Return the report that the local rules make of ``SAMPLE``, as markdown."""
    return "".join([piece async for piece in local.create(settings()).stream(SAMPLE, template)])
