"""How a report was made, over the API: who may read it, and what JSON says of it (S02, S66)."""

import uuid

import pytest
from sqlmodel import update

from tests.support import tables
from voice_report.db import session as database
from voice_report.db.models import Organization
from voice_report.services.processing import provenance

SAID = "Mevrouw heeft goed geslapen. Ik heb haar geholpen met douchen."

pytestmark = pytest.mark.usefixtures("calm", "fake_provider")


async def made(client, style: str = "leesbaar") -> tuple[str, dict]:
    draft = (await client.post("/api/drafts", json={"transcript": SAID})).json()["draft"]["id"]
    asked = {"transcript": SAID, "draftId": draft, "style": style}
    return draft, (await client.post("/api/structure", json=asked)).json()


async def test_an_author_reads_how_a_draft_was_made(user) -> None:
    draft, _ = await made(user)
    answer = await user.get(f"/api/reports/{draft}/processing")
    assert answer.status_code == 200, answer.text
    (step,) = answer.json()["steps"]
    assert (step["step"], step["form"], step["attempts"], step["outcome"]) == ("report", "plain", 1, "done")
    assert [one["about"] for one in answer.json()["lines"]] == ["replaced", "report", "reviewed", "kept", "kept"]
    assert answer.json()["lines"][-1]["text"].startswith("Dit concept wordt op ")
    assert SAID.split(".")[0] not in answer.text


async def test_s02_others_read_nothing_of_a_draft(api, people) -> None:
    draft, _ = await made(await api(people.user))
    for who, status in ((people.outsider, 404), (people.admin, 404), (None, 401)):
        assert (await (await api(who)).get(f"/api/reports/{draft}/processing")).status_code == status


async def test_a_colleague_reads_how_an_archived_report_was_made(api, people, db) -> None:
    archives = {"plan": "pro", "save_reports_to_archive": True}
    await tables.run(update(Organization).where(Organization.id == people.organization_id).values(**archives))
    client = await api(people.user)
    draft, written = await made(client)
    content = {"clientId": people.client_id, "transcript": SAID, "structuredReport": written["structuredReport"]}
    saved = await client.post("/api/dossier", json=content | {"draftId": draft})
    assert saved.status_code == 201, saved.text
    shown = await (await api(people.admin)).get(f"/api/reports/{draft}/processing")
    assert shown.json()["provenance"]["style"] == "leesbaar"
    (listed,) = (await client.get("/api/reports")).json()["reports"]
    assert listed["provenance"]["aiAssisted"] is True
    assert (await (await api(people.outsider)).get(f"/api/reports/{draft}/processing")).status_code == 404


@pytest.mark.parametrize(("style", "is_rewritten"), [("letterlijk", False), ("leesbaar", True), ("vrij", True)])
async def test_s66_json_says_whether_a_model_wrote_it(style: str, is_rewritten: bool, user) -> None:
    draft, written = await made(user, style)
    told = written["provenance"]
    assert (told["aiAssisted"], told["rewritten"], told["style"]) == (True, is_rewritten, style)
    assert (told["region"], told["form"], told["edited"]) == ("other", "plain", None)
    stored = (await user.get(f"/api/drafts/{draft}")).json()["draft"]["provenance"]
    assert stored == told | {"edited": False}


async def test_s66_what_the_rules_made_says_so(api, people, admin) -> None:
    await admin.put("/api/organization/privacy", json={"text": {"outsideText": "never"}})
    _, written = await made(await api(people.user))
    told = written["provenance"]
    assert (told["aiAssisted"], told["rewritten"], told["form"], told["region"]) == (False, False, "here", "local")
    assert written["refusal"] == {
        "code": "policy",
        "message": "Op deze server ingedeeld: jullie organisatie stuurt geen tekst naar buiten.",
    }


LINES = {
    "letterlijk": "gesproken zinnen, ingedeeld door een taalmodel, niet herschreven",
    "vrij": "geschreven door een taalmodel uit wat er is gezegd",
}


@pytest.mark.parametrize("style", LINES)
async def test_s66_copied_text_has_a_last_line_where_the_organization_chose_one(api, people, style: str) -> None:
    async def copied(draft: str) -> dict[str, str]:
        return await database.run_reading(provenance.of_copy, await people.user.current(), uuid.UUID(draft))

    draft, _ = await made(await api(people.user), style)
    before = await copied(draft)
    assert (before["ai-style"], "line" in before) == (style, False)
    admin = await api(people.admin)
    assert (await admin.put("/api/organization/privacy", json={"copies": {"marksCopies": True}})).json()["marksCopies"]
    assert await copied(draft) == before | {"line": f"Gemaakt met Spraakrapport: {LINES[style]}."}
    await admin.put("/api/organization/privacy", json={"text": {"outsideText": "never"}})
    draft, _ = await made(await api(people.user), "letterlijk")
    assert (await copied(draft))["line"].endswith(": gesproken zinnen, ingedeeld zonder taalmodel.")
    assert await copied(str(uuid.uuid4())) == {}


async def test_a_draft_without_a_report_has_no_provenance(user) -> None:
    draft = (await user.post("/api/drafts", json={"transcript": SAID})).json()["draft"]
    assert draft["provenance"] is None
