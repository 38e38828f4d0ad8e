"""The archive's routes."""

import asyncio

import pytest

from tests.support import people as cast

REPORT = {"clientId": "C-1", "transcript": "ik zei het", "structuredReport": "## Situatie\n\nGoed geslapen."}


@pytest.fixture
async def user(db, api, people):
    await cast.keep_archive(people.organization_id)
    return await api(people.user)


async def saved(client, **fields) -> dict:
    answer = await client.post("/api/dossier", json={**REPORT, **fields})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def reports(client, **query) -> list[dict]:
    answer = await client.get("/api/reports", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()["reports"]


@pytest.mark.parametrize(("method", "path"), [("POST", "/api/dossier"), ("GET", "/api/reports")])
async def test_s02_without_a_session_or_an_organization_there_is_nothing(api, people, user, method, path):
    nobody = await api()
    answer = await nobody.request(method, path, json=REPORT)
    assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")
    platform = await api(people.platform_admin)
    answer = await platform.request(method, path, json=REPORT)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")


async def test_s02_a_foreign_client_is_not_found_and_foreign_reports_are_not_listed(api, db, people, user):
    await cast.make_client(people.other_organization_id, "only-there")
    await cast.keep_archive(people.other_organization_id)
    outsider = await api(people.outsider)
    await saved(outsider, clientId="only-there")
    for clientId in ("only-there", "nowhere", "x\x00"):
        answer = await user.post("/api/dossier", json={**REPORT, "clientId": clientId})
        assert (answer.status_code, answer.json()["error"]) == (404, "Cliënt niet gevonden")
        for query in ({}, {"search": "geslapen"}):
            answer = await user.get("/api/reports", params={"clientId": clientId, **query})
            assert answer.status_code == 404
    assert await reports(user) == []
    assert await reports(user, search="geslapen") == []
    assert len(await reports(outsider)) == 1


async def test_a_colleague_finds_the_saved_report(api, people, user):
    told = await saved(user)
    assert set(told) == {"reportId", "reference", "timestamp"}
    colleague = await api(people.admin)
    one_client = {"search": "geslapen", "clientId": "C-1"}
    for query in ({}, {"clientId": "C-1"}, {"search": "GESLAPEN"}, one_client, {"search": told["reference"]}):
        (report,) = await reports(colleague, **query)
        assert report["id"] == told["reportId"]
    assert {key: report[key] for key in REPORT} == REPORT
    assert (report["userId"], report["userName"]) == (str(people.user.id), people.user.name)
    assert (report["clientName"], report["createdAt"]) == ("Cor Voorbeeld", told["timestamp"])
    assert report["isDraft"] is False


async def test_a_draft_becomes_the_report_and_leaves_the_drafts(user):
    draft = (await user.post("/api/drafts", json={"transcript": "ik zei het", "structuredReport": None})).json()[
        "draft"
    ]
    told = await saved(user, draftId=draft["id"])
    assert told["reportId"] == draft["id"]
    assert await saved(user, draftId=draft["id"]) == told
    assert (await user.get("/api/drafts")).json()["drafts"] == []
    answer = await user.put(f"/api/drafts/{draft['id']}", json={"transcript": "anders"})
    assert (answer.status_code, answer.json()["error"]) == (404, "Draft niet gevonden")


@pytest.mark.both_databases
async def test_a_double_click_is_one_report(user):
    answers = await asyncio.gather(*(saved(user) for _ in range(5)))
    assert len({answer["reportId"] for answer in answers}) == 1
    assert len(await reports(user)) == 1


@pytest.mark.parametrize(
    ("columns", "code", "sentence"),
    [
        ({"plan": "trial"}, "pro_only", "Rapportages opslaan is alleen beschikbaar voor Pro-organisaties"),
        (
            {"save_reports_to_archive": False},
            "archive_off",
            "Archief opslag is uitgeschakeld voor uw organisatie. Neem contact op met uw administrator",
        ),
    ],
)
async def test_an_organization_without_archive_is_told_why(db, people, user, columns, code, sentence):
    await cast.keep_archive(people.organization_id, **columns)
    answer = await user.post("/api/dossier", json=REPORT)
    told = answer.json()
    assert (answer.status_code, told["error"], told["message"], told["code"]) == (403, sentence, sentence, code)
    assert await reports(user) == []


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        ({"clientId": None}, 422, "Selecteer eerst een cliënt"),
        ({"clientId": ""}, 422, "Selecteer eerst een cliënt"),
        ({"clientId": ["C-1"]}, 422, ""),
        ({"transcript": " "}, 422, "Geen transcript om op te slaan"),
        ({"transcript": None}, 422, "Geen transcript ontvangen"),
        ({"transcript": "x" * 200_001}, 413, "Het transcript is te lang"),
        ({"draftId": "x"}, 404, "Draft niet gevonden"),
    ],
)
async def test_bad_input_gets_its_sentence_and_no_report(user, fields, status, sentence):
    answer = await user.post("/api/dossier", json={**REPORT, **fields})
    assert answer.status_code == status
    assert answer.json()["error"].startswith(sentence)
    assert await reports(user) == []


async def test_the_list_goes_on_page_by_page(user):
    ids = {(await saved(user, transcript=f"nummer {number}"))["reportId"] for number in range(5)}
    seen, after = [], None
    for _ in range(3):
        answer = (await user.get("/api/reports", params={"limit": 2, **({"after": after} if after else {})})).json()
        seen += [report["id"] for report in answer["reports"]]
        after = answer["next"]
    assert (set(seen), len(seen), after) == (ids, 5, None)
    assert len((await user.get("/api/reports", params={"limit": 1000})).json()["reports"]) == 5
    for query in ({"after": "made-up"}, {"limit": 0}, {"limit": 1001}, {"search": " "}, {"after": "x", "search": "y"}):
        assert (await user.get("/api/reports", params=query)).status_code == 422


async def test_all_reports_of_one_client_are_one_file(api, people, user):
    await saved(user)
    answer = await user.get("/api/reports/export", params={"clientId": "C-1"})
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/plain; charset=utf-8")
    assert answer.headers["content-disposition"].startswith('attachment; filename="dossier-')
    assert "Goed geslapen." in answer.text
    assert (await user.get("/api/reports/export?clientId=C-1&since=2026-02-02&until=2026-02-01")).status_code == 422
    assert (await user.get("/api/reports?since=2026-02-02&until=2026-02-01")).status_code == 422
    assert (await (await api(people.outsider)).get("/api/reports/export?clientId=onzin")).status_code == 404
    assert (await (await api()).get("/api/reports/export?clientId=C-1")).status_code == 401
