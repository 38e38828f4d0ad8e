"""Checking a draft over the API: what is said of a report, its answers, its sign-off, and that it is the author's."""

import uuid

import pytest

from voice_report.db import session as database
from voice_report.errors import Unavailable
from voice_report.services.concepts import _writing
from voice_report.services.drafts import drafts
from voice_report.services.drafts.generated import Generated

SAID = "De bloeddruk was 142 over 80. Ze zei dat ze geen pijn had."
WRONG = "De bloeddruk was 152/80."
REPORT = f"## Observaties\n\n{WRONG}\n"
QUESTION = {"transcript": SAID, "report": REPORT}
POINT = {"section": "Observaties", "text": WRONG, "kinds": ["number"]}

CALLS = [
    ("/review", QUESTION),
    ("/review/settled", POINT),
    ("/sections/observaties/again", {"report": REPORT}),
    ("/former", None),
    ("/sign-off", {"version": 2}),
]


async def put(people, draft_id: str, report: str, generated: Generated | None = None) -> None:
    async with database.transaction() as session:
        user = await people.user.current()
        await drafts.put_report(session, user, uuid.UUID(draft_id), report, generated=generated, keep_former=True)


@pytest.fixture
async def path(people, user) -> str:
    """The address of a draft whose generated report says another blood pressure."""
    made = (await user.post("/api/drafts", json={"transcript": SAID})).json()["draft"]
    await put(people, made["id"], REPORT, Generated(drafts.fingerprint(SAID), "leesbaar", REPORT))
    return f"/api/drafts/{made['id']}"


@pytest.mark.parametrize(("call", "body"), CALLS)
async def test_s02_the_draft_is_the_authors_alone(api, people, path, call, body):
    nobody = await (await api()).post(path + call, json=body)
    assert (nobody.status_code, nobody.json()["code"]) == (401, "not_signed_in")
    for who in (people.outsider, people.admin):
        answer = await (await api(who)).post(path + call, json=body)
        assert (answer.status_code, answer.json()["error"]) == (404, "Draft niet gevonden")


async def test_a_report_is_looked_at_answered_and_signed_off(user, path):
    found = await user.post(f"{path}/review", json=QUESTION)
    assert found.status_code == 200, found.text
    (sentence,) = found.json()["sentences"]
    (flag,) = sentence.pop("flags")
    assert set(flag) == {"kind", "level", "text", "here", "said"}
    assert (flag["kind"], flag["level"]) == ("number", "red")
    marks = {"own": False, "asSpoken": False, "settled": False, "unsaid": [], "readings": []}
    assert sentence == {"section": "Observaties", "text": WRONG, "sources": [0], **marks}
    assert found.json()["spoken"] == ["De bloeddruk was 142 over 80.", "Ze zei dat ze geen pijn had."]
    (left_out,) = found.json()["leftOut"]
    missing = "Dit is gezegd, maar staat niet in het verslag."
    assert left_out == {"sentence": 1, "level": "amber", "text": missing, "section": "Observaties"}
    assert found.json()["reviewed"] is None

    refused = await user.post(f"{path}/sign-off", json={"version": 2})
    assert (refused.status_code, refused.json()["code"]) == (422, "points_open")
    assert (await user.post(f"{path}/review/settled", json=POINT)).json() == {"success": True}
    stale = await user.post(f"{path}/sign-off", json={"version": 1})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_version")
    signed = (await user.post(f"{path}/sign-off", json={"version": 2})).json()
    assert set(signed) == {"by", "at"}
    again = (await user.post(f"{path}/review", json=QUESTION)).json()
    assert (again["sentences"][0]["settled"], again["reviewed"]) == (True, signed)
    draft = (await user.get(path)).json()["draft"]
    assert (draft["reviewedBy"], draft["reviewedAt"]) == (signed["by"], signed["at"])
    assert (draft["style"], draft["hasFormer"], draft["version"]) == ("leesbaar", False, 2)


async def test_a_section_is_written_again_and_the_version_before_comes_back(people, user, path):
    written = await user.post(f"{path}/sections/observaties/again", json={"report": REPORT})
    assert written.json() == {"markdown": "De bloeddruk was 142/80. Ze zei dat ze geen pijn had."}
    unknown = await user.post(f"{path}/sections/onzin/again", json={"report": REPORT})
    assert (unknown.status_code, unknown.json()["code"]) == (404, "not_found")
    none = await user.post(f"{path}/former")
    assert (none.status_code, none.json()["code"]) == (422, "no_former")
    await put(people, path.rpartition("/")[2], "## Situatie\n\nNieuw.")
    changed = await user.post(f"{path}/sections/observaties/again", json={"report": REPORT})
    assert (changed.status_code, changed.json()["code"]) == (409, "transcript_changed")
    back = (await user.post(f"{path}/former")).json()["draft"]
    assert (back["structuredReport"], back["hasFormer"], back["version"]) == (REPORT, True, 4)
    assert back == (await user.get(path)).json()["draft"]


@pytest.mark.parametrize(
    ("call", "body", "status"),
    [
        ("/review", {"transcript": SAID}, 422),
        ("/review", {**QUESTION, "report": "x" * 600_001}, 413),
        ("/review/settled", {**POINT, "kinds": []}, 422),
        ("/review/settled", {**POINT, "kinds": ["onzin"]}, 422),
        ("/review/settled", {**POINT, "kinds": ["number"] * 21}, 422),
        ("/review/settled", {**POINT, "text": "x" * 4_001}, 422),
        ("/review/settled", {**POINT, "section": "x" * 201}, 422),
        ("/sign-off", {"version": 0}, 422),
        ("/sign-off", {"version": True}, 422),
        ("/sections/observaties/again", {}, 422),
    ],
)
async def test_what_does_not_fit_is_refused_in_dutch(user, path, call, body, status):
    answer = await user.post(path + call, json=body)
    assert answer.status_code == status
    assert answer.json()["message"].endswith(".") or answer.json()["message"].startswith("Ongeldige invoer")


async def test_an_engine_that_fails_is_said(user, path, monkeypatch):
    async def fails(*_):
        raise Unavailable("Kon concept niet genereren")

    monkeypatch.setattr(_writing, "write_section", fails)
    answer = await user.post(f"{path}/sections/observaties/again", json={"report": REPORT})
    assert (answer.status_code, answer.json()["error"]) == (503, "Kon concept niet genereren")
