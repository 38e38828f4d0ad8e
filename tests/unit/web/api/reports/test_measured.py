"""`/api/.../measurements`: of one's own draft, of an archived report, and of a client over time."""

import csv
import io
from datetime import datetime, timedelta

import pytest
from sqlmodel import select

from tests.support import people as cast
from tests.support import tables
from tests.unit.services.factors.factors import set_up
from voice_report.db.models import AuditLog, MeasuredValue
from voice_report.db.session import transaction
from voice_report.services.archive import archive
from voice_report.services.concepts import evidence
from voice_report.services.drafts import drafts

SAID = "Bloeddruk zittend 160 over 98, pols 80. Temperatuur 385. Gewicht zo'n 54 kilo. Streefgewicht 60 kilo."


@pytest.fixture
async def archiving(people):
    await cast.keep_archive(people.organization_id)
    yield people
    await evidence.finish_all()


@pytest.fixture
async def report(archiving):
    user = await archiving.user.current()
    return await archive.save(user, client_id="C-1", transcript=SAID, structured_report="Rustig.")


async def a_draft(people):
    return await drafts.save(await people.user.current(), transcript=SAID, structured_report="Rustig.")


async def test_a_draft_is_read_and_answered(api, archiving):
    draft = await a_draft(archiving)
    user = await api(archiving.user)
    path = f"/api/drafts/{draft.id}/measurements"
    found = (await user.get(path)).json()
    assert [one["group"] for one in found["rows"]] == ["asked", "measured", "measured", "measured", "left_out"]
    assert found["sentences"][found["rows"][0]["sentence"]] == found["rows"][0]["words"]
    key = found["rows"][0]["key"]
    answered = await user.put(f"{path}/{key}", json={"answer": "typed", "parts": {"value": "38,5"}})
    assert answered.status_code == 200, answered.text
    assert "temp 38,5 °C (getypt)" in answered.json()["line"]
    assert (await user.post(f"{path}/copied")).status_code == 200
    refused = await user.put(f"{path}/{key}", json={"answer": "typed", "parts": {"value": "1e9"}})
    assert (refused.status_code, refused.json()["code"]) == (422, "not_a_number")
    assert (await user.put(f"{path}/{'0' * 24}", json={"answer": "right"})).status_code == 404


async def test_s93_nobody_else_has_a_draft_a_report_or_a_client(api, archiving, report):
    draft = await a_draft(archiving)
    outsider = await api(archiving.outsider)
    key = (await (await api(archiving.user)).get(f"/api/drafts/{draft.id}/measurements")).json()["rows"][0]["key"]
    for method, path, status in (
        ("GET", f"/api/drafts/{draft.id}/measurements", 404),
        ("PUT", f"/api/drafts/{draft.id}/measurements/{key}", 404),
        ("POST", f"/api/drafts/{draft.id}/measurements/copied", 404),
        ("GET", f"/api/dossier/reports/{report.id}/measurements", 404),
        ("GET", "/api/dossier/clients/C-999/measurements", 404),
        ("POST", "/api/dossier/clients/C-999/measurements/copied", 404),
    ):
        body = {"answer": "right"} if method == "PUT" else None
        assert (await outsider.request(method, path, json=body)).status_code == status, path
        assert (await (await api()).request(method, path, json=body)).status_code == 401, path
    # An id that the other organization has too finds its own client, without values.
    other = (await outsider.get("/api/dossier/clients/C-1/measurements")).json()
    assert (other["kinds"], other["values"]) == ([], [])
    colleague = await api(archiving.admin)
    assert (await colleague.get(f"/api/drafts/{draft.id}/measurements")).status_code == 404
    assert len((await colleague.get(f"/api/dossier/reports/{report.id}/measurements")).json()["rows"]) == 3


async def test_a_client_has_its_values_by_kind_and_period_and_each_look_is_in_the_trail(api, archiving, report):
    user = await api(archiving.user)
    path = "/api/dossier/clients/C-1/measurements"
    found = (await user.get(path)).json()
    assert [(one["label"], one["number"]) for one in found["kinds"]] == [
        ("Bloeddruk", 1), ("Hartslag", 1), ("Gewicht", 1),
    ]  # fmt: skip
    assert {one["row"]["text"] for one in found["values"]} == {"160/98 mmHg", "80/min", "54 kg"}
    weight = (await user.get(path, params={"kind": "weight"})).json()["values"]
    assert [(one["row"]["about"], one["row"]["value"], one["reportId"]) for one in weight] == [
        ("zo'n", "54", str(report.id))
    ]
    assert weight[0]["hasTime"] is False
    tomorrow = (datetime.fromisoformat(weight[0]["at"]) + timedelta(days=2)).date().isoformat()
    assert (await user.get(path, params={"since": tomorrow})).json()["values"] == []
    assert (await user.get(path, params={"kind": "mood"})).json()["code"] == "unknown_kind"
    rows = select(AuditLog.client_id).where(AuditLog.action == "view", AuditLog.resource == "measurements")
    assert set(await tables.rows(rows)) == {"C-1"}


async def test_more_values_than_a_page_follow_on_the_next(api, archiving, report):
    async with transaction() as session:
        one = (await session.exec(select(MeasuredValue).where(MeasuredValue.kind == "weight"))).one()
        rest = one.model_dump(exclude={"id", "position"})
        session.add_all([MeasuredValue(**rest, position=at) for at in range(10, 260)])
    user = await api(archiving.user)
    path = "/api/dossier/clients/C-1/measurements"
    first = (await user.get(path, params={"kind": "weight"})).json()
    second = (await user.get(path, params={"kind": "weight", "after": first["next"]})).json()
    whole = (await user.get(path, params={"kind": "weight", "limit": 1000})).json()
    assert (len(whole["values"]), whole["next"]) == (251, None)
    assert (await user.get(path, params={"limit": 1001})).status_code == 422
    keys = {value["row"]["key"] for page in (first, second) for value in page["values"]}
    assert (len(first["values"]), len(second["values"]), len(keys), second["next"]) == (200, 51, 251, None)


async def test_s93_the_file_needs_a_second_factor_and_is_recorded(api, archiving, report, wall_clock):
    path = "/api/dossier/clients/C-1/measurements"
    await set_up(archiving.user)
    wall_clock.advance(minutes=11)
    user = await api(archiving.user)
    refused = await user.get(path, params={"format": "csv"})
    assert (refused.status_code, refused.json()["code"]) == (403, "step_up_needed")
    assert await tables.rows(select(AuditLog).where(AuditLog.action == "export")) == []


async def test_s91_the_file_has_what_was_measured_and_nothing_else(api, archiving, report):
    user = await api(archiving.user)
    answer = await user.get("/api/dossier/clients/C-1/measurements", params={"format": "csv"})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
    columns = ("meting", "waarde", "waarde2", "eenheid", "ongeveer", "toelichting", "gezegd")
    told = {tuple(one[name] for name in columns) for one in rows}
    assert told == {
        ("Bloeddruk", "160", "98", "mmHg", "", "zittend", "160 over 98"),
        ("Hartslag", "80", "", "/min", "", "", "80"),
        ("Gewicht", "54", "", "kg", "zo'n", "", "54 kilo"),
    }
    assert {one["tijd"] for one in rows} == {""}
    assert {one["verslag"] for one in rows} == {report.reference}
    exports = select(AuditLog.client_id).where(AuditLog.action == "export", AuditLog.resource == "measurements")
    assert await tables.rows(exports) == ["C-1"]
