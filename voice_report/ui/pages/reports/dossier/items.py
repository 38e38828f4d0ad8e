"""View models of the dossier: clients and reports, built from the results of the services."""

from dataclasses import dataclass, field, replace

from .....core import texts
from .....services.archive import refiling, search
from .....services.archive.dossier import ClientSummary, ReportHead, ReportView
from .....services.shared import export
from .....services.shared.identity import CurrentUser


@dataclass
class ClientItem:
    """A client in the list; ``born`` is for paper."""

    id: str = ""
    name: str = ""
    about: str = ""
    reports: int = 0
    born: str = ""


@dataclass
class ReportItem:
    """A report in the list. It has the text only while it is open, and the transcript only while that is shown.

    ``copying``: its fields are shown, to be copied one by one; ``mark`` is what is copied along for programs,
    ``kept`` says what is erased when.
    """

    id: str
    when: str
    author: str
    author_id: str
    reference: str
    template: str = ""
    client: str = ""
    excerpt: str = ""
    open: bool = False
    report: str = ""
    label: str = ""
    reviewed: str = ""
    refiled: str = ""
    may_take_back: bool = False
    may_move: bool = False
    printed: list[str] = field(default_factory=list)
    transcript: str = ""
    transcript_open: bool = False
    copying: bool = False
    kept: str = ""
    has_transcript: bool = True
    mark: dict[str, str] = field(default_factory=dict)


def client_item(client: ClientSummary) -> ClientItem:
    """Return the list item of a client: '84 jaar, 6 rapportages'."""
    reports = texts.counted(client.reports, "rapportage", "rapportages")
    born = texts.born_on(client.date_of_birth)
    return ClientItem(client.client_id, client.name, f"{client.age} jaar, {reports}", client.reports, born)


def report_item(report: ReportHead) -> ReportItem:
    """Return the closed list item of a report."""
    return ReportItem(
        id=str(report.id),
        when=texts.short_day_and_time(report.reported_at),
        author=report.author,
        author_id=str(report.user_id),
        reference=report.reference,
        template=report.template.name,
    )


def found_item(report: ReportView, words: str) -> ReportItem:
    """Return the closed list item of a search result, with its client and an excerpt around the words."""
    return replace(report_item(report), client=report.client_name, excerpt=search.excerpt(report, words))


def opened(item: ReportItem, report: ReportView, user: CurrentUser, mark: dict[str, str], kept: str) -> ReportItem:
    """Return the same item opened; on paper its head names the client, the organization and the report."""
    organization = user.organization.name if user.organization else ""
    reviewed = export.review_line(report.reviewed_by, report.reviewed_at)
    head = [
        report.client_name,
        organization,
        texts.born_on(report.date_of_birth),
        report.reference,
        texts.dutch_day_and_time(report.reported_at),
        report.author,
    ]
    return replace(
        item,
        open=True,
        report=report.structured_report or "",
        label=report.report_label or "",
        reviewed=reviewed,
        refiled=export.refiled_line(report.refiled_by, report.refiled_at),
        may_take_back=refiling.until(user, report.user_id, report.created_at) is not None,
        may_move=refiling.may_move(user, report.user_id),
        printed=head,
        mark=mark,
        kept=kept,
        has_transcript=report.transcript_removed_at is None,
    )


def closed(item: ReportItem) -> ReportItem:
    """Return the same item closed, without its text."""
    return replace(
        item,
        open=False,
        report="",
        label="",
        reviewed="",
        printed=[],
        transcript="",
        transcript_open=False,
        copying=False,
    )
