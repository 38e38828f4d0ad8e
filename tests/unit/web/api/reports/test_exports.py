"""One report as a file: ``GET /api/drafts/{id}/export`` and ``GET /api/dossier/reports/{id}/export``."""

import uuid

import pytest
from sqlmodel import col, select

from tests.support import people as cast
from voice_report.db.models import AuditLog

REPORT = "## Situatie\n\nMevrouw & haar <b>zoon</b> zaten aan tafel."
KINDS = {
    "txt": ("text/plain; charset=utf-8", b"Zorgrapportage"),
    "docx": ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", b"PK"),
    "pdf": ("application/pdf", b"%PDF-1.7"),
}


@pytest.fixture
async def user(db, api, people):
    await cast.keep_archive(people.organization_id)
    return await api(people.user)


async def draft(client, report: str | None = REPORT) -> str:
    fields = {"transcript": "ik zei het", "structuredReport": report, "clientId": "C-1"}
    return "/api/drafts/" + (await client.post("/api/drafts", json=fields)).json()["draft"]["id"]


async def archived(client) -> str:
    fields = {"transcript": "ik zei het", "structuredReport": REPORT, "clientId": "C-1"}
    return "/api/dossier/reports/" + (await client.post("/api/dossier", json=fields)).json()["reportId"]


async def exports(db) -> list[tuple[str, str | None]]:
    query = select(AuditLog.resource, AuditLog.client_id).where(AuditLog.action == "export")
    async with db.reading() as session:
        return [(row[0], row[1]) for row in await session.exec(query.order_by(col(AuditLog.sequence)))]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("made", [draft, archived])
async def test_s77_a_report_is_given_as_a_file_and_is_recorded(db, people, user, made, kind: str):
    path = await made(user)
    answer = await user.get(f"{path}/export", params={"format": kind})
    media_type, begin = KINDS[kind]
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, media_type)
    assert answer.content.startswith(begin)
    name = answer.headers["Content-Disposition"]
    assert name.startswith('attachment; filename="rapportage-')
    assert name.endswith(f'.{kind}"')
    assert ("Cor_Voorbeeld" in name) is (made is archived)
    assert await exports(db) == [("draft" if made is draft else "report", "C-1")]


@pytest.mark.parametrize("made", [draft, archived])
async def test_s02_nobody_gets_anothers_report(db, api, people, user, made):
    path = await made(user)
    asked = {"params": {"format": "docx"}}
    answer = await (await api()).get(f"{path}/export", **asked)
    assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")
    assert (await (await api(people.outsider)).get(f"{path}/export", **asked)).status_code == 404
    assert (await (await api(people.platform_admin)).get(f"{path}/export", **asked)).status_code == 403
    for unknown in (uuid.uuid4(), "x"):
        assert (await user.get(f"{path.rsplit('/', 1)[0]}/{unknown}/export", **asked)).status_code == 404
    assert await exports(db) == []
    colleague = await (await api(people.admin)).get(f"{path}/export", **asked)
    assert colleague.status_code == (404 if made is draft else 200)


async def test_what_cannot_be_a_file_is_refused_with_a_sentence_and_not_recorded(db, people, user):
    path = await draft(user)
    for query in ({}, {"format": ""}, {"format": "doc"}, {"format": "PDF"}):
        answer = await user.get(f"{path}/export", params=query)
        assert (answer.status_code, answer.json()["code"]) == (422, "unknown_format")
    answer = await user.get(f"{await draft(user, None)}/export", params={"format": "docx"})
    assert (answer.status_code, answer.json()["code"]) == (422, "no_report")
    answer = await user.get(f"{await draft(user, REPORT + ' 👍')}/export", params={"format": "pdf"})
    assert (answer.status_code, answer.json()["code"]) == (422, "no_glyph")
    assert "👍" in answer.json()["message"]
    assert await exports(db) == []


async def test_s33_sixty_files_in_ten_minutes_are_enough(wall_clock, people, user):
    path = await draft(user)
    answers = [(await user.get(f"{path}/export", params={"format": "txt"})).status_code for _ in range(61)]
    assert answers == [200] * 60 + [429]
