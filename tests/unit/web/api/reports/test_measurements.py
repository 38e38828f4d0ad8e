"""`POST /api/measurements`: for members who are signed in, free of credit, limited in number and length."""

import pytest

from tests.support import environment
from voice_report.services.shared import rate_limits

SAID = "Bloeddruk honderdzestig over achtennegentig, pols 80 regulair. Gewicht 52, nee 54 kilo."
PATH = "/api/measurements"


async def test_without_a_session_nothing_is_read(api):
    answer = await (await api()).post(PATH, json={"transcript": SAID})
    assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")


async def test_spoken_values_come_with_their_words_and_states(user):
    before = (await user.get("/api/organization")).json()["currentCredits"]
    answer = await user.post(PATH, json={"transcript": SAID})
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert found["isWhole"] is True
    assert len(found["sentences"]) == 2
    rows = [(one["kind"], one["state"], one["text"], one["said"], one["sentence"]) for one in found["measurements"]]
    assert rows == [
        ("blood_pressure", "said", "160/98 mmHg", "honderdzestig over achtennegentig", 0),
        ("heart_rate", "said", "80/min", "80", 0),
        ("weight", "taken_back", "52 kg", "52", 1),
        ("weight", "corrected", "54 kg", "54 kilo", 1),
    ]
    pressure = found["measurements"][0]
    assert pressure["parts"] == {
        "systolic": {"low": 160.0, "high": 160.0, "text": "honderdzestig", "unitSaid": False},
        "diastolic": {"low": 98.0, "high": 98.0, "text": "achtennegentig", "unitSaid": False},
    }
    assert set(pressure) == {
        "key", "kind", "label", "name", "parts", "unit", "about", "time", "context", "sentence", "spans", "state",
        "doubt", "suggestion", "said", "text",
    }  # fmt: skip
    assert (await user.get("/api/organization")).json()["currentCredits"] == before


async def test_an_empty_transcript_has_no_rows(user):
    answer = await user.post(PATH, json={"transcript": " \n "})
    assert answer.json() == {"sentences": [], "measurements": [], "isWhole": True}


async def test_more_than_two_hundred_rows_are_said_to_be_more(user):
    found = (await user.post(PATH, json={"transcript": "Pols 80. " * 201})).json()
    assert (len(found["measurements"]), found["isWhole"]) == (200, False)
    assert len({one["key"] for one in found["measurements"]}) == 200


async def test_a_long_transcript_is_read_in_the_other_process(user):
    found = (await user.post(PATH, json={"transcript": "Ze sliep goed en at wat. " * 300 + "Pols 80."})).json()
    assert [one["text"] for one in found["measurements"]] == ["80/min"]


@pytest.mark.parametrize("length", [200_001, 3_000_000, 5_300_000])
async def test_what_is_too_long_is_refused_in_dutch(user, length):
    answer = await user.post(PATH, json={"transcript": "a" * length})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert answer.json()["message"].endswith(".")


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("/api/evidence", "transcript"),
        ("/api/evidence", "report"),
        ("/api/tidy", "transcript"),
        ("/api/drafts", "transcript"),
        ("/api/drafts", "structuredReport"),
        ("/api/dossier", "structuredReport"),
    ],
)
async def test_a_text_that_no_service_measures_is_refused_as_one_that_is_too_long(user, path, field):
    answer = await user.post(path, json={"transcript": SAID, "report": "Rustig.", field: "a" * 3_000_000})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert "is te lang" in answer.json()["message"]


async def test_full_width_figures_are_read_as_the_transcript_is_kept(user):
    found = (await user.post(PATH, json={"transcript": "Bloeddruk １６０ over ９８."})).json()
    assert [(one["text"], one["said"]) for one in found["measurements"]] == [("160/98 mmHg", "160 over 98")]
    assert found["sentences"] == ["Bloeddruk 160 over 98."]


@pytest.mark.parametrize("digits", ["١٦٠ over ٩٨", "१६० over ९८", "𝟙𝟞𝟘 over"])
async def test_s90_digits_of_another_script_are_no_figure(user, digits):
    found = (await user.post(PATH, json={"transcript": f"Bloeddruk {digits}."})).json()
    assert [one for one in found["measurements"] if one["state"] == "said"] == []


async def test_it_is_limited_per_account(user, monkeypatch):
    environment.use(monkeypatch, RATE_LIMITS="on")
    monkeypatch.setitem(rate_limits.LIMITS, "measurements", rate_limits.parse("2 per minute"))
    statuses = [(await user.post(PATH, json={"transcript": SAID})).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
