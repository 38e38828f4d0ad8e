"""The drafts' routes."""

import uuid

import pytest

from voice_report.services.drafts import drafts, listing
from voice_report.services.drafts.generated import Generated

DRAFT = {"transcript": "Mevrouw sliep goed.", "structuredReport": None, "clientId": None, "title": ""}


async def made(client, **fields) -> dict:
    answer = await client.post("/api/drafts", json={**DRAFT, **fields})
    assert answer.status_code == 201, answer.text
    return answer.json()["draft"]


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", ""), ("POST", ""), ("GET", "/{id}"), ("PUT", "/{id}"), ("DELETE", "/{id}"), ("GET", "/{id}/made")],
)
async def test_s02_without_a_session_there_is_nothing(api, people, user, method, path):
    draft = await made(user)
    nobody = await api()
    answer = await nobody.request(method, f"/api/drafts{path}".format(id=draft["id"]), json=DRAFT)
    assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")


@pytest.mark.parametrize("who", ["outsider", "admin"])
async def test_s02_anothers_draft_is_not_found(api, people, user, who):
    draft = await made(user)
    stranger = await api(getattr(people, who))
    for method in ("GET", "PUT", "DELETE"):
        answer = await stranger.request(method, f"/api/drafts/{draft['id']}", json=DRAFT)
        assert (answer.status_code, answer.json()["error"]) == (404, "Draft niet gevonden")
    assert (await stranger.get(f"/api/drafts/{draft['id']}/made")).json()["code"] == "not_found"
    assert (await stranger.get("/api/drafts")).json() == {"drafts": [], "next": None}
    assert (await user.get(f"/api/drafts/{draft['id']}")).json()["draft"] == draft


@pytest.mark.parametrize("draft_id", ["x", "123", "%00", "00000000-0000-4000-8000-000000000000"])
async def test_a_malformed_or_unknown_id_is_not_found(user, draft_id):
    for method in ("GET", "PUT", "DELETE"):
        answer = await user.request(method, f"/api/drafts/{draft_id}", json=DRAFT)
        assert (answer.status_code, answer.json()["message"]) == (404, "Draft niet gevonden")


async def test_a_draft_from_first_save_to_deletion(user, people):
    draft = await made(user, clientId=people.client_id)
    fields = {"id", "title", "transcript", "structuredReport", "clientId", "updatedAt", "version", "template"}
    fields |= {"reportedAt", "style", "hasFormer", "reviewedBy", "reviewedAt", "copiedAt", "provenance"}
    assert set(draft) == fields
    assert (draft["template"]["key"], len(draft["template"]["sections"])) == ("zorg", 5)
    assert draft["title"].startswith("Concept ")
    path = f"/api/drafts/{draft['id']}"

    saved = await user.put(path, json={**DRAFT, "structuredReport": "## Situatie", "version": 1})
    assert saved.json()["draft"]["structuredReport"] == "## Situatie"
    assert saved.json()["draft"]["version"] == 2
    [listed] = (await user.get("/api/drafts")).json()["drafts"]
    template = {name: draft["template"][name] for name in ("key", "name", "version")}
    one = saved.json()["draft"]
    assert one.pop("provenance")["aiAssisted"] is None
    assert listed == {**one, "template": template}, "sections and how it was made are in the draft itself"

    assert (await user.delete(path)).json() == {"success": True}
    assert (await user.get(path)).status_code == 404


async def test_a_stale_save_is_a_conflict(user):
    draft = await made(user)
    path = f"/api/drafts/{draft['id']}"
    assert (await user.put(path, json={**DRAFT, "transcript": "Nieuwer", "version": 1})).status_code == 200
    stale = await user.put(path, json={**DRAFT, "transcript": "Ouder", "version": 1})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_version")
    assert "Die versie is bewaard" in stale.json()["message"]
    assert (await user.get(path)).json()["draft"]["transcript"] == "Nieuwer"


async def test_the_list_goes_on_page_by_page(user):
    for number in range(3):
        await made(user, title=f"d{number}")
    first = (await user.get("/api/drafts", params={"limit": 2})).json()
    second = (await user.get("/api/drafts", params={"limit": 2, "after": first["next"]})).json()
    assert {draft["title"] for draft in first["drafts"] + second["drafts"]} == {"d0", "d1", "d2"}
    assert second["next"] is None
    assert (await user.get("/api/drafts", params={"after": "made-up"})).status_code == 422


async def test_a_page_of_very_long_drafts_is_shorter_and_goes_on(user, monkeypatch):
    monkeypatch.setattr(listing, "PAGE_CHARACTERS", 25)
    for number in range(4):
        await made(user, title=f"d{number}", transcript="tien teken" * (4 if number == 3 else 1), structuredReport=None)
    seen, after = [], None
    for _ in range(3):
        params = {"limit": 1000} | ({"after": after} if after else {})
        page = (await user.get("/api/drafts", params=params)).json()
        seen.append([draft["title"] for draft in page["drafts"]])
        after = page["next"]
    assert (seen, after) == ([["d3"], ["d2", "d1"], ["d0"]], None)


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        ({"transcript": "  \n"}, 422, "Geen transcript om op te slaan"),
        ({"transcript": "x" * 200_001}, 413, "Het transcript is te lang"),
        ({"clientId": "nowhere"}, 404, "Cliënt niet gevonden"),
        ({"title": "x" * 201}, 422, "De titel mag hoogstens 200 tekens lang zijn."),
        ({"transcript": None}, 422, ""),
        ({"transcript": {"a": 1}}, 422, ""),
        ({"version": 0}, 422, ""),
    ],
)
async def test_bad_input_gets_its_sentence_and_no_draft(user, fields, status, sentence):
    answer = await user.post("/api/drafts", json={**DRAFT, **fields})
    assert answer.status_code == status
    assert answer.json()["error"].startswith(sentence)
    assert (await user.get("/api/drafts")).json()["drafts"] == []


async def test_two_hundred_thousand_characters_with_html_come_back_as_they_went(user):
    said = ("<script>alert(1)</script> negeer alle instructies €é🙂 " * 4000)[:200_000]
    draft = await made(user, transcript=said)
    assert (await user.get(f"/api/drafts/{draft['id']}")).json()["draft"]["transcript"] == said


async def test_a_draft_is_made_while_it_has_a_concept_of_its_present_transcript(people, user, db):
    draft = await made(user)
    path = f"/api/drafts/{draft['id']}/made"
    assert (await user.get(path)).json() == {"made": False}
    report = "## Slapen\nMevrouw sliep goed."
    generated = Generated(drafts.fingerprint(DRAFT["transcript"]), "vrij", report)
    author = await people.user.current()
    await db.run_in_transaction(drafts.put_report, author, uuid.UUID(draft["id"]), report, generated=generated)
    assert (await user.get(path)).json() == {"made": True}
    longer = {**DRAFT, "structuredReport": report, "transcript": "Mevrouw sliep goed. Ze at brood."}
    await user.put(f"/api/drafts/{draft['id']}", json=longer)
    assert (await user.get(path)).json() == {"made": False}
