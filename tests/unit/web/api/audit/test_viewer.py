"""The audit trail as a CSV download."""

import csv
import io

import pytest

from voice_report.services.audit import trail

EXPORT = "/api/logbook/export"


async def test_without_a_session_there_is_nothing(api):
    answer = await (await api()).get(EXPORT)
    assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")


async def test_s01_care_workers_get_nothing(api, people):
    answer = await (await api(people.user)).get(EXPORT)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")


@pytest.mark.parametrize("who", ["admin", "platform_admin"])
async def test_s02_s27_an_administrator_downloads_what_they_may_see(db, api, people, who: str):
    await people.outsider.call(trail.record, "view", "dossier", client_id="C-1")
    answer = await (await api(getattr(people, who))).get(EXPORT)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert 'attachment; filename="logboek-' in answer.headers["content-disposition"]
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
    assert (people.outsider.name in {row["Medewerker"] for row in rows}) == (who == "platform_admin")
    assert rows[0]["Handeling"] == "Logboek gedownload"


@pytest.mark.parametrize("query", ["since=gisteren", "until=2026-02-30", "person=" + "x" * 201])
async def test_wrong_input_is_a_sentence(api, people, query: str):
    answer = await (await api(people.admin)).get(f"{EXPORT}?{query}")
    assert answer.status_code == 422
    assert answer.json()["message"]
