"""`POST /api/evidence`: for members who are signed in, free of credit, limited in number and length."""

import pytest

from tests.support import environment
from voice_report.services.shared import rate_limits

SAID = "De bloeddruk was 142 over 80. Ze had geen pijn."
QUESTION = {"transcript": SAID, "report": "## Observaties\n\nDe bloeddruk was 152/80.", "template": "zorg"}


async def test_without_a_session_nothing_is_compared(api):
    answer = await (await api()).post("/api/evidence", json=QUESTION)
    assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")


async def test_a_report_gets_its_sources_its_flags_and_what_is_missing(user):
    before = (await user.get("/api/organization")).json()["currentCredits"]
    answer = await user.post("/api/evidence", json=QUESTION)
    assert answer.status_code == 200, answer.text
    assert answer.json() == {
        "sentences": [
            {
                "section": "observaties",
                "text": "De bloeddruk was 152/80.",
                "sources": [0],
                "flags": [{"kind": "number", "level": "red", "text": "Je zei: 142 over 80"}],
                "unsaid": [],
            }
        ],
        "spoken": ["De bloeddruk was 142 over 80.", "Ze had geen pijn."],
        "omissions": [{"sentence": 1, "level": "amber", "text": "Dit is gezegd, maar staat niet in het verslag."}],
    }
    assert (await user.get("/api/organization")).json()["currentCredits"] == before


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"transcript": " \n "}, 422, "empty_transcript"),
        ({"template": "bestaat-niet"}, 422, "unknown_template"),
        ({"transcript": "a" * 200_001}, 413, "too_large"),
        ({"report": "a" * 600_001}, 413, "too_large"),
        ({"report": "a" * 5_300_000}, 413, "too_large"),
    ],
)
async def test_what_cannot_be_compared_is_refused_in_dutch(user, change, status, code):
    answer = await user.post("/api/evidence", json={**QUESTION, **change})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["message"].endswith(".") or answer.json()["code"] == "empty_transcript"


async def test_it_is_limited_per_account(user, monkeypatch):
    environment.use(monkeypatch, RATE_LIMITS="on")
    monkeypatch.setitem(rate_limits.LIMITS, "evidence", rate_limits.parse("2 per minute"))
    statuses = [(await user.post("/api/evidence", json=QUESTION)).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
