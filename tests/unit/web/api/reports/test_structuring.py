"""`POST /api/structure` against an AI provider that answers, and one that does not (S17, S19, S20)."""

import asyncio

import pytest
from sqlmodel import select

from tests.support import people as cast
from tests.support import tables
from voice_report.config import settings
from voice_report.db import session as database
from voice_report.db.models import Report
from voice_report.reporting.templates import DEFAULT
from voice_report.services.billing import credits

SAID_SENTENCES = ["Mevrouw heeft goed geslapen.", "Ik heb haar geholpen met douchen."]
SAID = " ".join(SAID_SENTENCES)

pytestmark = pytest.mark.usefixtures("calm")


async def balance(client) -> int:
    assert await database.run_reading(credits.audit_balances) == []
    return (await client.get("/api/organization")).json()["currentCredits"]


async def test_s02_without_a_session_no_report(api):
    answer = await (await api()).post("/api/structure", json={"transcript": SAID})
    assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")


async def test_a_transcript_becomes_a_report_for_one_credit(user):
    answer = await user.post("/api/structure", json={"transcript": SAID})
    assert answer.status_code == 200, answer.text
    report = answer.json()["structuredReport"]
    assert [line[3:] for line in report.splitlines() if line.startswith("## ")] == list(DEFAULT.headings)
    assert "goed geslapen" in report
    assert await balance(user) == 9


async def test_a_report_has_the_headings_of_the_template_that_was_asked_for(user):
    answer = await user.post("/api/structure", json={"transcript": SAID, "template": "soep"})
    made = answer.json()
    assert (made["template"]["key"], made["template"]["version"]) == ("soep", 1)
    headings = [line[3:] for line in made["structuredReport"].splitlines() if line.startswith("## ")]
    assert headings == [section["title"] for section in made["template"]["sections"]]
    again = await user.post("/api/structure", json={"transcript": SAID})
    assert again.json() == made, "what was chosen last is the default of the next time"
    assert await balance(user) == 9
    for unknown in ("onzin", "00000000-0000-4000-8000-000000000000"):
        refused = await user.post("/api/structure", json={"transcript": SAID, "template": unknown})
        assert (refused.status_code, refused.json()["message"]) == (404, "Sjabloon niet gevonden")


async def test_an_outside_engine_makes_it_too_and_the_draft_has_it(user, fake_provider):
    draft = (await user.post("/api/drafts", json={"transcript": SAID})).json()["draft"]
    answer = await user.post("/api/structure", json={"transcript": SAID, "draftId": draft["id"]})
    assert answer.status_code == 200, answer.text
    saved = (await user.get(f"/api/drafts/{draft['id']}")).json()["draft"]
    assert saved["structuredReport"] == answer.json()["structuredReport"]
    assert await balance(user) == 9


@pytest.mark.parametrize("style", ["letterlijk", "leesbaar", "vrij"])
async def test_a_report_is_written_in_the_style_that_was_asked_for(user, fake_provider, style):
    answer = await user.post("/api/structure", json={"transcript": SAID, "style": style})
    assert answer.status_code == 200, answer.text
    made = answer.json()
    assert (made["style"], made["sentences"], made["notIncluded"]) == (style, SAID_SENTENCES, [])
    expected = [
        {"text": text, "sources": [at], "asSpoken": style == "letterlijk"} for at, text in enumerate(SAID_SENTENCES)
    ]
    keys = [section["key"] for section in made["template"]["sections"]]
    found = [{name: one[name] for name in ("text", "sources", "asSpoken")} for one in made["statements"]]
    assert found == ([] if style == "vrij" else expected)
    assert {one["section"] for one in made["statements"]} <= {*keys}
    assert all(text in made["structuredReport"] for text in SAID_SENTENCES)
    assert (await user.post("/api/structure", json={"transcript": SAID, "style": style})).json() == made
    assert await balance(user) == 9


async def test_every_style_is_a_report_of_its_own(user, fake_provider):
    for style in ("letterlijk", "leesbaar", "vrij", None):
        made = await user.post("/api/structure", json={"transcript": SAID, "style": style})
        assert made.json()["style"] == (style or "leesbaar")
    assert await balance(user) == 7, "the default is leesbaar"
    unknown = await user.post("/api/structure", json={"transcript": SAID, "style": "deftig"})
    assert unknown.status_code == 422


@pytest.mark.parametrize("fail", ["empty", "no_headings", "length"])
async def test_a_model_that_ignores_the_format_gives_a_literal_report_that_says_so(user, fake_provider, fail):
    draft = (await user.post("/api/drafts", json={"transcript": SAID})).json()["draft"]
    fake_provider.control(endpoint="chat", fail=fail, report="" if fail != "length" else "Natuurlijk! " * 90)
    answer = await user.post("/api/structure", json={"transcript": SAID, "draftId": draft["id"]})
    assert sorted(one["text"] for one in answer.json()["statements"]) == sorted(SAID_SENTENCES)
    stored = await tables.row(select(Report))
    assert stored.report_label == "je eigen woorden: taalmodel gaf geen bruikbaar antwoord"
    assert stored.structured_report == answer.json()["structuredReport"]
    assert await balance(user) == 9


async def test_without_a_language_model_every_style_is_tidied(user):
    made = [
        await user.post("/api/structure", json={"transcript": SAID, "style": style}) for style in ("leesbaar", None)
    ]
    assert [one.json()["style"] for one in made] == ["netjes"] * 2
    assert made[0].json() == made[1].json()
    assert await balance(user) == 9


async def test_the_same_request_under_the_callers_own_key_gives_the_same_answer_once_paid(user):
    key, body = {"Idempotency-Key": "dienst-1042-ochtend"}, {"transcript": SAID}
    first = await user.post("/api/structure", json=body, headers=key)
    again = await user.post("/api/structure", json=body, headers=key)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    assert await balance(user) == 9
    other = await user.post("/api/structure", json={"transcript": f"{SAID} Hij at goed."}, headers=key)
    assert (other.status_code, other.json()["code"]) == (422, "key_reused")
    assert await balance(user) == 9


@pytest.mark.both_databases
async def test_a_repeat_after_another_choice_is_the_same_answer_and_leaves_the_draft(user, people, api):
    key = [("Idempotency-Key", "dienst-1042-middag")]
    draft = (await user.post("/api/drafts", json={"transcript": SAID})).json()["draft"]
    body = {"transcript": SAID, "draftId": draft["id"]}
    first = await user.post("/api/structure", json=body, headers=key)
    admin = await api(people.admin)
    assert (await admin.put("/api/templates/default", json={"template": "soep"})).status_code == 200
    changed = {"transcript": "Hij at goed.", "structuredReport": "Zelf geschreven.", "template": "dienst"}
    assert (await user.put(f"/api/drafts/{draft['id']}", json=changed)).status_code == 200
    now = (await user.get(f"/api/drafts/{draft['id']}")).json()
    again = await user.post("/api/structure", json=body, headers=key)
    assert (again.status_code, again.json()) == (200, first.json())
    assert (await user.get(f"/api/drafts/{draft['id']}")).json() == now
    twice = await user.post("/api/structure", json=body, headers=[*key, ("idempotency-key", "other")])
    assert (twice.status_code, twice.json()["code"]) == (400, "repeated_header")
    assert await balance(user) == 9


@pytest.mark.parametrize("key", ["", "x" * 256])
async def test_a_key_that_is_none_is_pointed_at(user, key: str):
    answer = await user.post("/api/structure", json={"transcript": SAID}, headers={"Idempotency-Key": key})
    assert answer.status_code == 422
    assert [(one["in"], one["parameter"].lower()) for one in answer.json()["errors"]] == [("header", "idempotency-key")]
    assert await balance(user) == 10


async def test_s02_a_report_cannot_be_put_into_anothers_draft(api, people, user):
    draft = (await user.post("/api/drafts", json={"transcript": SAID})).json()["draft"]
    stranger = await api(people.outsider)
    answer = await stranger.post("/api/structure", json={"transcript": SAID, "draftId": draft["id"]})
    assert (answer.status_code, answer.json()["error"]) == (404, "Draft niet gevonden")
    assert await balance(stranger) == 10


@pytest.mark.both_databases
async def test_s19_a_double_click_is_one_report(user, fake_provider):
    answers = await asyncio.gather(*[user.post("/api/structure", json={"transcript": SAID}) for _ in range(6)])
    assert len({answer.json()["structuredReport"] for answer in answers}) == 1
    assert await balance(user) == 9


FAILURES = ["429", "500", "401", "reset", "broken", "cut"]


@pytest.mark.parametrize(
    ("style", "fail"),
    [
        *((style, fail) for style in (None, "vrij") for fail in FAILURES),
        ("vrij", "empty"),
        ("vrij", "no_headings"),
        ("vrij", "length"),
    ],
)
async def test_s20_a_failing_provider_costs_nothing(user, fake_provider, style, fail):
    draft = (await user.post("/api/drafts", json={"transcript": SAID})).json()["draft"]
    fake_provider.control(endpoint="chat", fail=fail)
    answer = await user.post("/api/structure", json={"transcript": SAID, "draftId": draft["id"], "style": style})
    assert (answer.status_code, answer.json()["error"] != "") == (503, True)
    assert await balance(user) == 10
    assert (await user.get(f"/api/drafts/{draft['id']}")).json()["draft"] == draft


async def test_out_of_credits_is_402_with_its_sentence(api, db):
    organization_id = await cast.make_organization(credits=0)
    client = await api(await cast.make_user(organization_id))
    answer = await client.post("/api/structure", json={"transcript": SAID})
    sentence, problem = "Onvoldoende credits. Koop credits om verder te gaan.", answer.json()
    assert (answer.status_code, problem["status"], problem["code"]) == (402, 402, "out_of_credits")
    assert (problem["error"], problem["message"], problem["detail"]) == (sentence, sentence, sentence)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"transcript": ""}, 422),
        ({"transcript": " \n\t"}, 422),
        ({"transcript": "x" * 200_001}, 413),
        ({}, 422),
        ({"transcript": 5}, 422),
        ({"transcript": SAID, "draftId": "x"}, 404),
    ],
)
async def test_bad_input_costs_nothing(user, body, status):
    answer = await user.post("/api/structure", json=body)
    assert answer.status_code == status
    assert answer.json()["error"]
    assert await balance(user) == 10


async def test_two_hundred_thousand_characters_are_structured_by_the_local_engine(user):
    said = ("Mevrouw heeft goed geslapen en at haar brood. " * 5000)[:200_000]
    answer = await user.post("/api/structure", json={"transcript": said, "style": "letterlijk"})
    assert answer.status_code == 200, answer.text
    assert answer.json()["structuredReport"].count("goed geslapen") == said.count("goed geslapen")
    assert await balance(user) == 9


@pytest.mark.both_databases
async def test_s33_too_many_reports_a_minute_are_refused_with_a_moment_to_come_back(user):
    settings.cache_clear()
    answers = await asyncio.gather(*[user.post("/api/structure", json={"transcript": SAID}) for _ in range(25)])
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused
    assert all(int(answer.headers["Retry-After"]) > 0 for answer in refused)
    assert await balance(user) == 9
