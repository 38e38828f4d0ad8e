"""What an organization lets leave, over the API: administrators alone, with reason and row (S61)."""

import asyncio

import pytest
from sqlmodel import select

from tests.support import people as cast
from tests.unit.services.factors.factors import set_up
from voice_report.db import session as database
from voice_report.db.models import AuditLog

PATH = "/api/organization/privacy"
PLAIN = {"outsideText": "plain", "reason": "Voor de proef tot het eind van het jaar.", "decidedBy": "Anna Beheerder"}


async def deeds() -> list[str]:
    async with database.reading() as session:
        rows = await session.exec(select(AuditLog.action).where(AuditLog.resource == "organization"))
        return list(rows.all())


async def test_s61_an_administrator_changes_it_with_a_row(admin) -> None:
    before = (await admin.get(PATH)).json()
    assert (before["outsideText"], before["floor"], before["version"]) == ("plain", "all", 1)
    none = (await admin.put(PATH, json={"text": {"outsideText": "never"}, "version": 1})).json()
    assert (none["outsideText"], none["version"]) == ("never", 2)
    both = {"text": PLAIN, "engines": {"floor": "eu"}, "version": 2}
    changed = (await admin.put(PATH, json=both)).json()
    assert (changed["outsideText"], changed["floor"], changed["version"]) == ("plain", "eu", 4)
    assert (changed["reason"], changed["decidedBy"]) == (PLAIN["reason"], PLAIN["decidedBy"])
    assert await deeds() == ["change outside text", "change outside text", "change engine floor"]
    same = (await admin.put(PATH, json={"text": {"outsideText": "plain"}})).json()
    assert (same["reason"], same["version"]) == (PLAIN["reason"], 4)


async def test_s61_dates_are_chosen_with_replaced_names_and_stay_chosen(api, people, admin) -> None:
    assert (await admin.get(PATH)).json()["masksDates"] is False
    chosen = {"outsideText": "pseudonymised", "masksDates": True}
    assert (await admin.put(PATH, json={"text": chosen})).json()["masksDates"] is True
    for text in ({"outsideText": "never", "masksDates": False}, {"outsideText": "pseudonymised"}):
        assert (await admin.put(PATH, json={"text": text})).json()["masksDates"] is True
    again = (await admin.put(PATH, json={"text": {**chosen, "masksDates": False}})).json()
    assert (again["masksDates"], again["version"]) == (False, 5)
    assert await deeds() == ["change outside text"] * 4
    assert (await (await api(people.user)).put(PATH, json={"text": chosen})).status_code == 403


async def test_s61_members_may_look_without_the_reason_and_change_nothing(api, people, admin) -> None:
    await admin.put(PATH, json={"text": {"outsideText": "never"}})
    await admin.put(PATH, json={"text": PLAIN})
    client = await api(people.user)
    shown = (await client.get(PATH)).json()
    assert (shown["outsideText"], shown["reason"], shown["decidedBy"]) == ("plain", "", "")
    refused = await client.put(PATH, json={"text": {"outsideText": "never"}})
    assert refused.status_code == 403
    for who, status in ((None, 401), (people.platform_admin, 403)):
        answer = await (await api(who)).put(PATH, json={"engines": {"floor": "all"}})
        assert answer.status_code == status
    assert (await client.get(PATH)).json()["outsideText"] == "plain"


async def test_s61_of_two_at_once_one_is_told(admin) -> None:
    asked = [admin.put(PATH, json={"engines": {"floor": floor}, "version": 1}) for floor in ("eu", "local")]
    answers = await asyncio.gather(*asked)
    assert sorted(one.status_code for one in answers) == [200, 409]
    refused = next(one for one in answers if one.status_code == 409)
    assert refused.json()["code"] == "stale_version"


async def test_s61_a_recent_factor_is_needed(people, wall_clock, admin) -> None:
    await set_up(people.admin)
    wall_clock.advance(minutes=11)
    refused = await admin.put(PATH, json={"engines": {"floor": "local"}})
    assert (refused.status_code, refused.json()["code"]) == (403, "step_up_needed")
    assert (await admin.get(PATH)).json()["floor"] == "all"


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (PLAIN | {"reason": "te kort  ."}, "reason"),
        (PLAIN | {"reason": " " * 40}, "reason"),
        (PLAIN | {"reason": "x" * 301}, "reason"),
        (PLAIN | {"decidedBy": "  "}, "decided_by"),
        (PLAIN | {"decidedBy": "y" * 201}, "decided_by"),
    ],
)
async def test_s61_text_as_it_was_said_needs_a_reason_and_a_name(wanted: dict, code: str, admin) -> None:
    await admin.put(PATH, json={"text": {"outsideText": "never"}})
    answer = await admin.put(PATH, json={"text": wanted})
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert (await admin.get(PATH)).json()["outsideText"] == "never"


@pytest.mark.parametrize(
    "wanted",
    [
        {"engines": {"floor": "mars"}},
        {"engines": {"floor": "all", "speechEngine": "onbekend"}},
        {"engines": {"floor": "all", "structureEngine": "regels2"}},
        {"text": {"outsideText": "alles"}},
    ],
)
async def test_what_cannot_be_is_refused(api, people, wanted: dict) -> None:
    answer = await (await api(people.admin)).put(PATH, json=wanted)
    assert answer.status_code == 422


async def test_s02_another_organization_is_not_touched(api, people) -> None:
    other = await cast.make_organization("Elders")
    person = await cast.make_user(other, role="admin", email="elders@zorg.example")
    await (await api(people.admin)).put(PATH, json={"engines": {"floor": "local"}})
    assert (await (await api(person)).get(PATH)).json()["floor"] == "all"
