"""The administrator's side of invitations, and GET /api/auth/users."""

import asyncio
from datetime import timedelta

import pytest
from sqlmodel import col, select

from tests.support import mailbox, tables
from tests.support import people as cast
from tests.support.fakes.mail_server import serving
from voice_report.config import settings
from voice_report.db.models import AuditLog, Invitation, Organization
from voice_report.services.mail import outbox
from voice_report.services.shared import rate_limits

EMAIL = "gijs.gast@zorg.example"
OURS = "/api/admin/invitations"


async def invite(client, email: str = EMAIL, **fields) -> dict:
    answer = await client.post(OURS, json={"email": email, **fields})
    assert answer.status_code == 201, answer.text
    return answer.json()["invitation"]


async def is_valid(api, token: str) -> bool:
    return (await (await api()).get(f"/api/invitations/{token}")).status_code == 200


async def token_of(email: str = EMAIL) -> str:
    return (await mailbox.newest(email)).token("invitation")


async def allow(db, people, max_users: int) -> None:
    async with db.transaction() as session:
        (await session.get(Organization, people.organization_id)).max_users = max_users


@pytest.mark.parametrize(
    ("who", "status"), [(None, 401), ("outsider", 403), ("user", 403), ("platform_admin", 403), ("other_admin", 404)]
)
async def test_s01_s02_invitations_are_their_administrators_alone(api, people, admin, who, status: int) -> None:
    made = await invite(admin)
    stranger = await api(getattr(people, who) if who else None)
    assert (await stranger.post(f"{OURS}/{made['id']}/resend")).status_code == status
    assert (await stranger.delete(f"{OURS}/{made['id']}")).status_code == status
    if status == 404:
        assert (await stranger.get(OURS)).json() == {"invitations": [], "next": None}
    else:
        assert (await stranger.get(OURS)).status_code == status
        assert (await stranger.post(OURS, json={"email": EMAIL})).status_code == status
    assert [one["id"] for one in (await admin.get(OURS)).json()["invitations"]] == [made["id"]]
    assert await is_valid(api, await token_of())


async def test_an_invitation_is_sent_and_seen_until_it_is_used(api, people, admin) -> None:
    made = await invite(admin, role="admin")
    assert set(made) == {"id", "email", "role", "expiresAt", "isExpired", "isUsed", "isUndelivered"}
    assert (made["email"], made["role"], made["isUsed"], made["isExpired"]) == (EMAIL, "admin", False, False)
    assert (await admin.get(OURS)).json() == {"invitations": [made], "next": None}
    fields = {"email": EMAIL, "password": cast.PASSWORD, "firstName": "Gijs", "lastName": "Gast"}
    joined = await (await api()).post("/api/auth/register", json={**fields, "invitationToken": await token_of()})
    assert joined.status_code == 201
    assert (await admin.get(OURS)).json()["invitations"] == []
    for answer in (await admin.post(f"{OURS}/{made['id']}/resend"), await admin.delete(f"{OURS}/{made['id']}")):
        assert answer.status_code == 404
        assert answer.json()["message"].startswith("Uitnodiging niet gevonden.")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"email": "geen adres"}, "Ongeldig e-mailadres"),
        ({"email": "x" * 900 + "@zorg.example"}, "Ongeldig e-mailadres"),
        ({"email": ""}, "Ongeldig e-mailadres"),
        ({}, "Ongeldig e-mailadres"),
        ({"email": EMAIL, "role": "platform_admin"}, "Onbekende rol"),
        ({"email": EMAIL, "role": "root"}, "Onbekende rol"),
    ],
)
async def test_s01_bad_invitations_are_refused(admin, fields: dict, sentence: str) -> None:
    answer = await admin.post(OURS, json=fields)
    assert (answer.status_code, answer.json()["message"]) == (422, sentence)


async def test_a_colleague_is_not_invited_again(people, admin) -> None:
    answer = await admin.post(OURS, json={"email": people.user.email.upper()})
    assert (answer.status_code, answer.json()["message"]) == (409, "Deze persoon hoort al bij je organisatie.")


async def test_s10_sending_again_ends_the_first_link(api, people, admin, wall_clock) -> None:
    made = await invite(admin)
    first = await token_of()
    wall_clock.advance(hours=2)
    again = (await admin.post(f"{OURS}/{made['id']}/resend")).json()["invitation"]
    assert again["id"] == made["id"]
    assert again["expiresAt"] > made["expiresAt"]
    assert not await is_valid(api, first)
    assert await is_valid(api, await token_of())


@pytest.mark.both_databases
async def test_sent_again_twice_within_seconds_is_one_mail(api, wall_clock, people, admin) -> None:
    made = await invite(admin)
    assert len(await mailbox.delivered(EMAIL)) == 1
    wall_clock.advance(minutes=1)
    answers = await asyncio.gather(*(admin.post(f"{OURS}/{made['id']}/resend") for _ in range(2)))
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    assert len(await mailbox.delivered(EMAIL)) == 2
    assert await is_valid(api, await token_of())


async def test_a_mail_whose_link_ended_before_it_left_is_not_sent(api, wall_clock, people, admin) -> None:
    other = await (await api(people.other_admin)).post(OURS, json={"email": EMAIL})
    withdrawn = await invite(admin)
    await admin.delete(f"{OURS}/{withdrawn['id']}")
    again = await invite(admin)
    wall_clock.advance(minutes=1)
    await admin.post(f"{OURS}/{again['id']}/resend")
    await invite(admin)
    mails = await mailbox.delivered(EMAIL)
    assert other.status_code == 201
    assert len(mails) == 2, "another organization's, and the last of our own"
    assert [await is_valid(api, mail.token("invitation")) for mail in mails] == [True, True]


async def test_an_expired_invitation_holds_no_place_and_is_sent_again(api, db, wall_clock, people) -> None:
    await allow(db, people, 3)
    admin = await api(people.admin)
    made = await invite(admin)
    token = await token_of()
    wall_clock.advance(timedelta(days=7, seconds=1))
    assert not await is_valid(api, token)
    fresh = await cast.make_user(people.organization_id, "Anja", "Beheerder", role="admin")
    admin = await api(fresh)
    [listed] = (await admin.get(OURS)).json()["invitations"]
    assert (listed["id"], listed["isExpired"]) == (made["id"], True)
    answer = await admin.post(f"{OURS}/{made['id']}/resend")
    assert (answer.status_code, answer.json()["code"]) == (409, "full"), "the new colleague took the place"
    assert "maximaal 3 gebruikers" in answer.json()["message"]
    await allow(db, people, 4)
    assert (await admin.post(f"{OURS}/{made['id']}/resend")).json()["invitation"]["isExpired"] is False
    assert await is_valid(api, await token_of())


async def test_withdrawing_ends_the_link_and_frees_the_place(api, db, people, admin) -> None:
    await allow(db, people, 3)
    made = await invite(admin)
    token = await token_of()
    full = await admin.post(OURS, json={"email": "tweede.gast@zorg.example"})
    assert (full.status_code, full.json()["code"]) == (409, "full")
    assert full.json()["message"] == (
        "Zorggroep De Linde kan maximaal 3 gebruikers hebben. Openstaande uitnodigingen tellen mee."
    )
    assert (await admin.delete(f"{OURS}/{made['id']}")).json() == {"success": True}
    assert not await is_valid(api, token)
    assert (await admin.get(OURS)).json()["invitations"] == []
    assert (await admin.delete(f"{OURS}/{made['id']}")).status_code == 404
    await invite(admin, "tweede.gast@zorg.example")


@pytest.mark.both_databases
async def test_of_many_at_once_nobody_gets_a_place_too_many(api, db, people, admin) -> None:
    await allow(db, people, 4)
    answers = await asyncio.gather(
        *(admin.post(OURS, json={"email": f"gast.{number}@zorg.example"}) for number in range(6))
    )
    assert sorted(answer.status_code for answer in answers) == [201, 201, 409, 409, 409, 409]


@pytest.mark.parametrize("made_up", ["x", "123", "%00", "..%2f..", "00000000-0000-4000-8000-000000000000"])
async def test_a_made_up_id_is_not_found(admin, made_up: str) -> None:
    assert (await admin.post(f"{OURS}/{made_up}/resend")).status_code == 404
    assert (await admin.delete(f"{OURS}/{made_up}")).status_code == 404


async def test_invitations_come_page_by_page_newest_first(admin, people, wall_clock) -> None:
    for number in range(3):
        wall_clock.advance(seconds=1)
        await invite(admin, f"gast.{number}@zorg.example")
    first = (await admin.get(OURS, params={"limit": 2})).json()
    rest = (await admin.get(OURS, params={"limit": 2, "after": first["next"]})).json()
    assert [one["email"][:6] for one in (*first["invitations"], *rest["invitations"])] == ["gast.2", "gast.1", "gast.0"]
    assert rest["next"] is None


async def test_s27_inviting_is_written_down(db, wall_clock, people, admin) -> None:
    made = await invite(admin)
    wall_clock.advance(minutes=1)
    await admin.post(f"{OURS}/{made['id']}/resend")
    await admin.delete(f"{OURS}/{made['id']}")
    rows = await tables.rows(select(AuditLog).order_by(col(AuditLog.sequence)))
    assert await tables.rows(select(Invitation)) == []
    told = [(row.action, row.resource, row.resource_id) for row in rows]
    assert told == [(verb, "invitation", made["id"]) for verb in ("create", "resend", "withdraw")]


async def test_s33_sending_again_counts_as_inviting(people, admin, monkeypatch) -> None:
    made = await invite(admin)
    monkeypatch.setitem(rate_limits.LIMITS, "invite", rate_limits.parse("2 per hour"))
    statuses = [(await admin.post(f"{OURS}/{made['id']}/resend")).status_code for _ in range(3)]
    assert statuses[-1] == 429


@pytest.mark.parametrize(("who", "status"), [(None, 401), ("user", 403), ("platform_admin", 403)])
async def test_s01_the_team_is_its_administrators_to_see(api, people, who, status: int) -> None:
    stranger = await api(getattr(people, who) if who else None)
    assert (await stranger.get("/api/auth/users")).status_code == status


async def test_s02_the_team_is_ones_own_organization(api, people, admin) -> None:
    await cast.make_user(people.organization_id, "Ingrid", "Aanwezig", is_active=False)
    seen = (await admin.get("/api/auth/users")).json()
    assert [(one["firstName"], one["role"], one["isActive"]) for one in seen["users"]] == [
        ("Ingrid", "user", False),
        ("Anna", "admin", True),
        ("Ursula", "user", True),
    ]
    assert set(seen["users"][0]) == {
        "id",
        "firstName",
        "lastName",
        "email",
        "role",
        "isActive",
        "hasSecondFactor",
        "isReset",
        "isLinked",
    }
    first = (await admin.get("/api/auth/users", params={"limit": 2})).json()
    rest = (await admin.get("/api/auth/users", params={"limit": 2, "after": first["next"]})).json()
    assert [one["firstName"] for one in (*first["users"], *rest["users"])] == ["Ingrid", "Anna", "Ursula"]
    assert rest["next"] is None


async def test_a_name_of_a_hundred_rare_letters_does_not_end_the_list(people, admin) -> None:
    for number in range(2):
        await cast.make_user(people.organization_id, f"Ada {number}", "\N{MATHEMATICAL BOLD CAPITAL A}" * 100)
    following, seen = None, []
    for _ in range(4):
        answer = await admin.get("/api/auth/users", params={"limit": 1, **({"after": following} if following else {})})
        assert answer.status_code == 200, answer.text
        seen += [one["firstName"] for one in answer.json()["users"]]
        following = answer.json()["next"]
    assert sorted(seen) == ["Ada 0", "Ada 1", "Anna", "Ursula"]


async def test_a_mail_that_is_refused_for_good_is_shown_at_its_invitation(
    wall_clock, people, admin, monkeypatch
) -> None:
    """A typing mistake: else the invitation looks open for a week."""

    async def undelivered() -> list[bool]:
        await outbox.deliver_due()
        return [one["isUndelivered"] for one in (await admin.get(OURS)).json()["invitations"]]

    async with serving() as server:
        monkeypatch.setattr(settings(), "mail_url", f"smtp://127.0.0.1:{server.port}")
        server.behaviour = "refuse recipient"
        made = await invite(admin)
        assert await undelivered() == [True]
        server.behaviour = "take"
        wall_clock.advance(minutes=1)
        assert (await admin.post(f"{OURS}/{made['id']}/resend")).json()["invitation"]["isUndelivered"] is False
        assert await undelivered() == [False]
