"""A programmer who has the description alone does a day's work: with a client that openapi-python-client made of it."""

import asyncio
import importlib
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from tests.support import tables
from tests.support.people import PASSWORD, Person
from tests.support.server import AppServer, clean_environment
from voice_report.db.models import Organization

PACKAGE = "generated_client"
#: No formatting afterwards; files as bytes.
CONFIGURATION = """
post_hooks: []
content_type_overrides:
  application/problem+json: application/json
  application/zip: application/octet-stream
  application/pdf: application/octet-stream
  application/vnd.openxmlformats-officedocument.wordprocessingml.document: application/octet-stream
  application/vnd.openxmlformats-officedocument.spreadsheetml.sheet: application/octet-stream
  text/csv: application/octet-stream
  text/plain: application/octet-stream
"""
TRANSCRIPT = "Mevrouw had vanochtend een temperatuur van 38,5. Ze heeft goed gegeten. De wond ziet er rustig uit."

Call = Callable[..., Any]


class Caller:
    """The generated client, signed in or not; ``caller.drafts.create_draft(body=...)`` returns what came back."""

    def __init__(self, url: str) -> None:
        made = importlib.import_module(f"{PACKAGE}.client")
        self.client = made.Client(base_url=url, headers={"Origin": url}, timeout=httpx.Timeout(100))

    def __getattr__(self, tag: str) -> Any:
        return _Tag(self, tag)


class _Tag:
    def __init__(self, caller: Caller, tag: str) -> None:
        self._caller, self._tag = caller, tag

    def __getattr__(self, name: str) -> Call:
        operation = importlib.import_module(f"{PACKAGE}.api.{self._tag}.{name}")
        return lambda *given, **named: operation.sync(*given, client=self._caller.client, **named)


@pytest.fixture(scope="module")
def models(app_server: AppServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Make the client of the running server's description; yield its models."""
    directory = tmp_path_factory.mktemp("client")
    (directory / "configuration.yml").write_text(CONFIGURATION)
    described = httpx.get(f"{app_server.url}/api/openapi.json", timeout=100)
    (directory / "openapi.json").write_bytes(described.content)
    line = [sys.executable, "-m", "openapi_python_client", "generate", "--path", "openapi.json", "--meta", "none"]
    line += ["--output-path", PACKAGE, "--config", "configuration.yml", "--fail-on-warning"]
    made = subprocess.run(line, cwd=directory, env=clean_environment(), capture_output=True, text=True)
    assert made.returncode == 0, made.stdout + made.stderr
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(directory)
        yield importlib.import_module(f"{PACKAGE}.models")
        for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
            del sys.modules[name]


async def test_a_generated_client_does_a_days_work(app_server: AppServer, db, people, models) -> None:
    await tables.change(Organization, people.organization_id, save_reports_to_archive=True)
    after = await asyncio.to_thread(_work_a_day, Caller(app_server.url), people.admin, models)
    assert after.code == "not_signed_in"


async def test_a_generated_client_reads_failures(app_server: AppServer, people, models) -> None:
    last = await asyncio.to_thread(_fail, Caller(app_server.url), people.user, models)
    assert last.code == "not_found"


def _sign_in(caller: Caller, person: Person, models: Any) -> None:
    signed_in = caller.auth.log_in(body=models.Credentials(email=person.email, password=PASSWORD))
    assert signed_in.user.email == person.email


def _work_a_day(caller: Caller, person: Person, models: Any) -> Any:
    _sign_in(caller, person, models)
    added = caller.clients.put_client(
        body=models.ClientIn(id="P-1042", first_name="Maria", last_name="Jansen", date_of_birth="1940-05-17")
    )
    assert added.client.id == "P-1042"
    assert "P-1042" in [one.id for one in caller.clients.list_clients(q="Jansen").clients]

    content = models.DraftIn(transcript=TRANSCRIPT, client_id="P-1042", title="Ochtend")
    draft = caller.drafts.create_draft(body=content).draft
    credits = caller.organization.get_organization().current_credits
    written = caller.structure.structure_report(body=models.StructureIn(transcript=TRANSCRIPT, draft_id=str(draft.id)))
    assert "38,5" in written.structured_report
    assert caller.organization.get_organization().current_credits == credits - 1
    values = caller.structure.list_draft_measurements(str(draft.id))
    assert "38,5" in str(values.to_dict())

    draft = caller.drafts.get_draft(str(draft.id)).draft
    compared = caller.structure.compare_report(
        body=models.EvidenceIn(transcript=draft.transcript, report=draft.structured_report)
    )
    assert compared.sentences
    signed_off = caller.drafts.sign_off_draft(str(draft.id), body=models.SignOffIn(version=draft.version))
    assert signed_off.by == person.name
    assert caller.dossier.export_draft(str(draft.id), format_=models.ExportDraftFormat.DOCX).payload.read(2) == b"PK"

    saved = caller.dossier.save_to_archive(
        body=models.ArchiveIn(
            transcript=draft.transcript,
            structured_report=draft.structured_report,
            client_id="P-1042",
            draft_id=str(draft.id),
        )
    )
    [report] = caller.dossier.list_reports(client_id="P-1042").reports
    assert (report.id, report.reference, report.reviewed_by) == (saved.report_id, saved.reference, person.name)
    assert (
        caller.dossier.export_report(str(report.id), format_=models.ExportReportFormat.PDF).payload.read(4) == b"%PDF"
    )
    assert caller.drafts.list_drafts(limit=5).drafts == []
    assert caller.auth.log_out().success is True
    return caller.auth.get_current_user()


def _fail(caller: Caller, person: Person, models: Any) -> Any:
    problem = caller.auth.log_in(body=models.Credentials(email=person.email, password="Verkeerd-wachtwoord-1!"))
    assert (problem.status, problem.title) == (401, "Not signed in")
    _sign_in(caller, person, models)
    problem = caller.clients.put_client(
        body=models.ClientIn(id="P-1", first_name="Maria", last_name="Jansen", date_of_birth="1940-05-17")
    )
    assert (problem.status, problem.code) == (403, "not_allowed")
    problem = caller.drafts.list_drafts(limit=5000)
    assert [(one.in_, one.parameter) for one in problem.errors] == [("query", "limit")]
    return caller.drafts.get_draft("onbekend")
