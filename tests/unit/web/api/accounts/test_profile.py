"""One's own account over the API: names, address, password, devices (decisions/0002)."""

import pytest
from limits import parse
from sqlmodel import col, select

from tests.support import mailbox, tables
from tests.support import people as cast
from voice_report.db.models import AuditLog, LoginSession, Report, User
from voice_report.services.sessions import devices
from voice_report.services.shared import rate_limits

NEW_EMAIL = "ursula.nieuw@zorg.example"
NEW = "Een-ander-wachtwoord-2!"


async def change(client, person, **changes):
    fields = {"firstName": person.first_name, "lastName": person.last_name, "email": person.email}
    return await client.put("/api/account", json={**fields, **changes})


async def change_password(client, current: str = cast.PASSWORD, new: str = NEW, confirm: str = NEW):
    fields = {"currentPassword": current, "newPassword": new, "confirmPassword": confirm}
    return await client.put("/api/account/password", json=fields)


async def log_in(client, email: str, password: str):
    return await client.post("/api/auth/login", json={"email": email, "password": password})


async def actions(db, person) -> set[tuple[str, bool]]:
    query = select(AuditLog.action, AuditLog.success).where(col(AuditLog.user_id) == person.id)
    return {tuple(row) for row in await tables.rows(query)}


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/account"),
        ("PUT", "/api/account"),
        ("PUT", "/api/account/password"),
        ("GET", "/api/account/devices"),
        ("DELETE", "/api/account/devices"),
        ("DELETE", "/api/account/devices/x"),
        ("PUT", "/api/account/copies"),
    ],
)
async def test_a_stranger_has_no_account(api, method: str, path: str) -> None:
    answer = await (await api()).request(method, path, json={} if method == "PUT" else None)
    assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")


async def test_names_change_at_once(db, people, user) -> None:
    answer = await change(user, people.user, firstName="  Ursula   Maria ", lastName="O'Zorg-😀")
    assert answer.status_code == 200
    assert (await user.get("/api/account")).json() == {
        "firstName": "Ursula Maria", "lastName": "O'Zorg-😀", "email": people.user.email, "pendingEmail": None,
        "copiesEmpty": False, "hasReported": False,
    }  # fmt: skip
    assert (await user.get("/api/auth/me")).json()["firstName"] == "Ursula Maria"
    assert ("change", True) in await actions(db, people.user)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"firstName": " "}, "Voornaam is verplicht"),
        ({"lastName": ""}, "Achternaam is verplicht"),
        ({"lastName": None}, "Achternaam is verplicht"),
        ({"email": ""}, "Ongeldig e-mailadres"),
        ({"email": "geen"}, "Ongeldig e-mailadres"),
        ({"email": NEW_EMAIL}, "Huidig wachtwoord is verplicht"),
        ({"email": NEW_EMAIL, "currentPassword": "fout"}, "Het huidige wachtwoord is onjuist."),
        ({"email": NEW_EMAIL, "currentPassword": 5}, "Huidig wachtwoord is verplicht"),
    ],
)
async def test_a_wrong_field_gets_its_sentence_and_changes_nothing(people, changes, sentence: str, user) -> None:
    before = (await user.get("/api/account")).json()
    answer = await change(user, people.user, **changes)
    assert (answer.status_code, answer.json()["message"]) == (422, sentence)
    assert (await user.get("/api/account")).json() == before


async def test_another_address_holds_once_it_is_proven(api, db, people, user) -> None:
    answer = await change(user, people.user, email=NEW_EMAIL.upper(), currentPassword=people.user.password)
    assert answer.json()["email"] == people.user.email
    assert answer.json()["pendingEmail"] == NEW_EMAIL
    stranger = await api()
    assert (await log_in(stranger, people.user.email, people.user.password)).status_code == 200
    assert (await mailbox.newest(people.user.email)).subject == "Je e-mailadres wordt gewijzigd"
    token = (await mailbox.newest(NEW_EMAIL)).token()
    verified = await stranger.post("/api/auth/verify-email", json={"token": token})
    assert verified.json()["message"].startswith("Je nieuwe e-mailadres is bevestigd.")
    assert (await user.get("/api/account")).json()["email"] == NEW_EMAIL
    assert (await log_in(stranger, people.user.email, people.user.password)).status_code == 401
    assert (await log_in(stranger, NEW_EMAIL, people.user.password)).status_code == 200
    assert {("ask for another email", True), ("change email", True)} <= await actions(db, people.user)


async def test_s10_a_reset_mailed_to_the_former_address_ends_with_it(people, user) -> None:
    await user.post("/api/auth/forgot-password", json={"email": people.user.email})
    former = (await mailbox.newest(people.user.email)).token()
    await change(user, people.user, email=NEW_EMAIL, currentPassword=people.user.password)
    await user.post("/api/auth/verify-email", json={"token": (await mailbox.newest(NEW_EMAIL)).token()})
    valid = await user.get("/api/auth/validate-reset-token", params={"token": former})
    assert valid.json()["valid"] is False


@pytest.mark.parametrize("way", ["reset", "change"])
async def test_s10_a_new_password_ends_a_move_that_was_not_ones_own(api, people, way: str) -> None:
    intruder, owner = await api(people.user), await api(people.user)
    asked = await change(intruder, people.user, email=NEW_EMAIL, currentPassword=people.user.password)
    assert asked.json()["pendingEmail"] == NEW_EMAIL
    token = (await mailbox.newest(NEW_EMAIL)).token()
    if way == "reset":
        await owner.post("/api/auth/forgot-password", json={"email": people.user.email})
        mailed = (await mailbox.newest(people.user.email)).token()
        fields = {"token": mailed, "newPassword": NEW, "confirmPassword": NEW}
        assert (await owner.post("/api/auth/reset-password", json=fields)).status_code == 200
    else:
        assert (await change_password(owner)).status_code == 200
    moved = await intruder.post("/api/auth/verify-email", json={"token": token})
    assert (moved.status_code, moved.json()["code"]) == (422, "invalid_token")
    assert (await log_in(owner, people.user.email, NEW)).status_code == 200
    assert (await owner.get("/api/account")).json()["pendingEmail"] is None


async def test_s33_a_member_cannot_send_mail_to_the_world(api, people, monkeypatch) -> None:
    monkeypatch.setitem(rate_limits.LIMITS, "mail_address", parse("2 per hour"))
    client = await api(people.user)
    codes = []
    for number in range(3):
        moved = await change(client, people.user, email=f"n{number}@zorg.example", currentPassword=cast.PASSWORD)
        codes.append(moved.status_code)
    assert codes == [200, 200, 429]


async def test_s09_an_address_in_use_gets_the_same_answer_and_is_never_taken(db, people, user) -> None:
    taken = people.outsider.email
    free = await change(user, people.user, email=NEW_EMAIL, currentPassword=people.user.password)
    used = await change(user, people.user, email=taken, currentPassword=people.user.password)
    assert (used.status_code, used.text) == (free.status_code, free.text.replace(NEW_EMAIL, taken))
    mail = await mailbox.newest(taken)
    assert mail.subject == "Dit e-mailadres is al in gebruik"
    assert not mail.links
    found = await tables.rows(select(User.id).where(User.email == taken))
    assert found == [people.outsider.id]


async def test_s09_an_address_taken_meanwhile_is_not_taken_over(db, people, user) -> None:
    await change(user, people.user, email=NEW_EMAIL, currentPassword=people.user.password)
    token = (await mailbox.newest(NEW_EMAIL)).token()
    await cast.make_user(people.other_organization_id, "Nina", "Eerder", email=NEW_EMAIL)
    answer = await user.post("/api/auth/verify-email", json={"token": token})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_token")
    assert (await user.get("/api/account")).json()["email"] == people.user.email


async def test_another_password_ends_the_sessions_elsewhere(api, db, people) -> None:
    here, elsewhere = await api(people.user), await api()
    await log_in(elsewhere, people.user.email, people.user.password)
    assert (await elsewhere.get("/api/auth/me")).status_code == 200
    answer = await change_password(here)
    assert (answer.status_code, answer.json()) == (200, {"success": True, "message": "Wachtwoord gewijzigd"})
    assert (await elsewhere.get("/api/auth/me")).status_code == 401
    assert (await here.get("/api/auth/me")).status_code == 200
    assert (await log_in(elsewhere, people.user.email, people.user.password)).status_code == 401
    assert (await log_in(elsewhere, people.user.email, NEW)).status_code == 200
    assert (await mailbox.newest(people.user.email)).subject == "Je wachtwoord is gewijzigd"
    assert ("change password", True) in await actions(db, people.user)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"current": ""}, "Huidig wachtwoord is verplicht"),
        ({"current": None}, "Huidig wachtwoord is verplicht"),
        ({"current": "fout"}, "Het huidige wachtwoord is onjuist."),
        ({"new": "Kort-1!"}, "Wachtwoord moet minimaal 12 karakters zijn"),
        ({"new": None}, "Wachtwoord moet minimaal 12 karakters zijn"),
        ({"confirm": ""}, "Bevestig nieuw wachtwoord"),
        ({"confirm": None}, "Bevestig nieuw wachtwoord"),
        ({"confirm": NEW + "x"}, "Wachtwoorden komen niet overeen"),
    ],
)
async def test_a_refused_password_changes_nothing(api, people, fields, sentence: str, user) -> None:
    answer = await change_password(user, **fields)
    assert (answer.status_code, answer.json()["message"]) == (422, sentence)
    assert (await log_in(await api(), people.user.email, people.user.password)).status_code == 200


async def test_s08_a_borrowed_session_cannot_guess_the_password(db, people, user) -> None:
    for _ in range(20):
        assert (await change_password(user, current="Geraden-wachtwoord-1!")).status_code == 422
    assert (await change_password(user)).status_code == 429
    assert ("confirm password", False) in await actions(db, people.user)


async def test_s06_a_device_is_signed_out_at_once_and_only_ones_own(api, db, people) -> None:
    here, phone, outsider = await api(people.user), await api(), await api(people.outsider)
    phone.headers["User-Agent"] = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1"
    await log_in(phone, people.user.email, people.user.password)
    listed = (await here.get("/api/account/devices")).json()["devices"]
    assert [one["current"] for one in listed] == [True, False]
    assert listed[1]["name"] == "Safari op iPhone"
    assert (await outsider.delete(f"/api/account/devices/{listed[1]['id']}")).status_code == 404
    assert (await here.delete("/api/account/devices/geen-id")).status_code == 404
    assert (await phone.get("/api/auth/me")).status_code == 200
    assert (await here.delete(f"/api/account/devices/{listed[1]['id']}")).json() == {"success": True}
    assert (await phone.get("/api/auth/me")).status_code == 401
    assert (await here.delete(f"/api/account/devices/{listed[1]['id']}")).status_code == 404
    assert ("sign out", True) in await actions(db, people.user)


async def test_all_other_devices_are_signed_out_together(api, db, people) -> None:
    here, others = await api(people.user), [await api() for _ in range(3)]
    for other in others:
        await log_in(other, people.user.email, people.user.password)
    assert (await here.delete("/api/account/devices")).json() == {"success": True}
    assert {(await other.get("/api/auth/me")).status_code for other in others} == {401}
    assert (await here.get("/api/auth/me")).status_code == 200
    left = await tables.rows(select(LoginSession.user_id))
    assert left.count(people.user.id) == 1
    assert people.outsider.id in left


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36", "Chrome op Windows"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge op Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", "Safari op Mac"),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36", "Chrome op Android"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox op Linux"),
        ("", "Onbekende browser"),
        ("<script>", "Onbekende browser"),
    ],
)
def test_a_device_has_a_name_its_owner_knows(user_agent: str, name: str) -> None:
    assert devices.device_name(user_agent) == name


async def test_empty_sections_come_along_in_a_copy_when_that_is_chosen(api, people, user) -> None:
    answer = await user.put("/api/account/copies", json={"copiesEmpty": True})
    assert answer.status_code == 200
    assert (await user.get("/api/account")).json()["copiesEmpty"] is True
    assert (await (await api(people.admin)).get("/api/account")).json()["copiesEmpty"] is False
    assert (await people.user.current()).copies_empty is True
    assert (await user.put("/api/account/copies", json={})).status_code == 422


async def test_the_third_own_report_tells_that_the_user_knows_the_product(api, db, people) -> None:
    async def has_reported() -> bool:
        return (await (await api(people.user)).get("/api/account")).json()["hasReported"]

    async def report(person, **fields) -> None:
        whose = {"user_id": person.id, "organization_id": people.organization_id}
        await tables.add(Report(**whose, transcript="Goed geslapen.", is_draft=True, **fields))

    for _ in range(3):
        await report(people.admin, structured_report="Van een ander")
        await report(people.user)  # without a concept
        await report(people.user, structured_report="Van het voorbeeld", example="[]")
    for _ in range(2):
        await report(people.user, structured_report="Goed geslapen.")
    assert not await has_reported()
    await report(people.user, structured_report="Goed geslapen.")
    assert await has_reported()
