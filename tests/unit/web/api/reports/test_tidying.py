"""'Netjes' over the API: what is tidied, undone and done again; and that a draft is its author's."""

import pytest

from voice_report.db import session as database
from voice_report.services.concepts import revising
from voice_report.services.drafts import drafts

SAID = "Hallo, ik zit in de auto. Eh, de bloeddruk was 142 over 80. Ze at goed. Ze sliep goed. Ze las. Ze zong."


@pytest.fixture
async def draft(user) -> dict:
    """A draft with a concept in 'netjes'."""
    draft = (await user.post("/api/drafts", json={"transcript": SAID})).json()["draft"]
    await user.post("/api/structure", json={"transcript": SAID, "draftId": draft["id"]})
    return (await user.get(f"/api/drafts/{draft['id']}")).json()["draft"]


async def changes(user, draft: dict) -> list[dict]:
    question = {"transcript": SAID, "report": draft["structuredReport"]}
    return (await user.post(f"/api/drafts/{draft['id']}/review", json=question)).json()["changes"]


async def test_a_transcript_is_tidied_without_a_draft(user) -> None:
    found = (await user.post("/api/tidy", json={"transcript": SAID, "template": "zorg"})).json()
    assert found["sentences"][0]["text"] == "De bloeddruk was 142/80."
    assert found["sentences"][0]["sources"] == [1]
    assert [one["rule"] for one in found["sentences"][0]["changes"]] == ["fillers", "figures"]
    assert [(one["said"], one["stands"]) for one in found["setAside"]] == [("Hallo, ik zit in de auto.", "")]


async def test_changes_are_undone_one_by_one_all_together_and_done_again(user, draft) -> None:
    address = f"/api/drafts/{draft['id']}/tidying"
    netjes, found = draft["structuredReport"], await changes(user, draft)
    assert [one["isOff"] for one in found] == [False] * 3
    off = [one["key"] for one in found if one["rule"] == "figures"]
    one = (await user.put(address, json={"off": off, "version": draft["version"]})).json()["draft"]
    assert one["structuredReport"] == netjes.replace("142/80", "142 over 80")
    assert [change["isOff"] for change in await changes(user, one)] == [False, False, True]
    every = (await user.put(address, json={"all": True, "version": one["version"]})).json()["draft"]
    assert all(sentence in every["structuredReport"] for sentence in SAID.split(". ")[:2])
    again = (await user.put(address, json={"off": ["onzin"], "version": every["version"]})).json()["draft"]
    assert again["structuredReport"] == netjes
    stale = await user.put(address, json={"version": draft["version"]})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_version")


async def test_s02_the_draft_is_the_authors_alone(api, people, draft) -> None:
    address, body = f"/api/drafts/{draft['id']}/tidying", {"version": draft["version"], "all": True}
    assert (await (await api()).put(address, json=body)).status_code == 401
    assert (await (await api(people.admin)).put(address, json=body)).status_code == 404
    assert (await (await api()).post("/api/tidy", json={"transcript": SAID})).status_code == 401


async def test_a_report_in_another_style_is_left_alone(user) -> None:
    draft = (await user.post("/api/drafts", json={"transcript": SAID})).json()["draft"]
    await user.post("/api/structure", json={"transcript": SAID, "draftId": draft["id"], "style": "letterlijk"})
    version = (await user.get(f"/api/drafts/{draft['id']}")).json()["draft"]["version"]
    answer = await user.put(f"/api/drafts/{draft['id']}/tidying", json={"all": True, "version": version})
    assert (answer.status_code, answer.json()["code"]) == (422, "not_tidied")


async def test_another_template_keeps_the_style(user, draft, people) -> None:
    person = await people.user.current()
    await revising.rearrange(person, draft["id"], "soep")
    row = await database.run_reading(drafts.find, person, draft["id"])
    assert row.style == "netjes"
    assert "142/80" in (row.structured_report or "")
