"""Everything that happens to an account leaves its row in the audit trail (security.md S27)."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from sqlmodel import col, select

from tests.support import mailbox, tables
from tests.support.people import PASSWORD, People
from tests.unit.services.factors.factors import add_passkey, set_up, touch
from voice_report.db.models import AuditLog
from voice_report.services.audit import trail
from voice_report.services.organizations import invitations
from voice_report.services.sign_in import passkey_sign_in, signing_in

NEW = "Een-ander-wachtwoord-2!"
STRANGER = "nora.nieuw@zorg.example"
REGISTRATION = {"email": STRANGER, "password": PASSWORD, "firstName": "Nora", "lastName": "Nieuw"}

Api = Callable[..., Awaitable[httpx.AsyncClient]]


@dataclass
class Story:
    """What an account action needs to happen."""

    api: Api
    people: People
    db: Any
    app: Any = None
    authenticator: Any = None
    codes: list[str] = field(default_factory=list)

    async def post(self, path: str, body: dict, *, by=None, method: str = "POST") -> httpx.Response:
        return await (await self.api(by)).request(method, path, json=body)


async def sign_in(story: Story, password: str = PASSWORD) -> None:
    await story.post("/api/auth/login", {"email": story.people.user.email, "password": password})


async def fail(story: Story) -> None:
    await sign_in(story, NEW)


async def lock_out(story: Story) -> None:
    for _ in range(signing_in.ATTEMPTS + 1):
        await fail(story)


async def sign_out(story: Story) -> None:
    await story.post("/api/auth/logout", {}, by=story.people.user)


async def register(story: Story) -> None:
    await story.post("/api/auth/register", REGISTRATION)


async def verify(story: Story) -> None:
    await register(story)
    fields = {"token": (await mailbox.newest(STRANGER)).token(), "password": REGISTRATION["password"]}
    await story.post("/api/auth/verify-email", fields)


async def ask_again(story: Story) -> None:
    await register(story)
    await story.post("/api/auth/resend-verification", {"email": STRANGER})


async def forget(story: Story) -> None:
    await story.post("/api/auth/forgot-password", {"email": story.people.user.email})


async def reset(story: Story) -> None:
    await forget(story)
    token = (await mailbox.newest(story.people.user.email)).token()
    fields = {"token": token, "newPassword": NEW, "confirmPassword": NEW}
    await story.post("/api/auth/reset-password", fields)


async def change_name(story: Story) -> None:
    user = story.people.user
    fields = {"firstName": "Ulrike", "lastName": user.last_name, "email": user.email}
    await story.post("/api/account", fields, by=user, method="PUT")


async def ask_for_another_address(story: Story) -> None:
    user = story.people.user
    fields = {"firstName": user.first_name, "lastName": user.last_name, "email": STRANGER, "currentPassword": PASSWORD}
    await story.post("/api/account", fields, by=user, method="PUT")


async def change_address(story: Story) -> None:
    await ask_for_another_address(story)
    token = (await mailbox.newest(STRANGER)).token()
    await story.post("/api/auth/verify-email", {"token": token}, by=story.people.user)


async def change_password(story: Story, current: str = PASSWORD) -> None:
    fields = {"currentPassword": current, "newPassword": NEW, "confirmPassword": NEW}
    await story.post("/api/account/password", fields, by=story.people.user, method="PUT")


async def mistake_the_password(story: Story) -> None:
    await change_password(story, NEW)


async def sign_out_a_device(story: Story) -> None:
    await sign_in(story)
    client = await story.api(story.people.user)
    others = [one for one in (await client.get("/api/account/devices")).json()["devices"] if not one["current"]]
    await client.delete(f"/api/account/devices/{others[0]['id']}")


async def sign_out_all_others(story: Story) -> None:
    await (await story.api(story.people.user)).delete("/api/account/devices")


async def turn_on(story: Story) -> None:
    story.app, story.codes = await set_up(story.people.user)


async def give_the_password_only(story: Story) -> None:
    await turn_on(story)
    await sign_in(story)


async def sign_in_with(story: Story, code: str) -> None:
    await turn_on(story)
    client = await story.api()
    await client.post("/api/auth/login", json={"email": story.people.user.email, "password": PASSWORD})
    await client.post("/api/auth/login/code", json={"code": code or story.codes[0]})


async def mistake_the_code(story: Story) -> None:
    await sign_in_with(story, "geen code")


async def use_a_recovery_code(story: Story) -> None:
    await sign_in_with(story, "")


async def change_factor(story: Story, change: str, code: str = "") -> None:
    await turn_on(story)
    fields = {"currentPassword": PASSWORD, "code": code or story.codes[0]}
    await story.post(f"/api/account/second-factor/{change}", fields, by=story.people.user)


async def turn_off(story: Story) -> None:
    await change_factor(story, "remove")


async def renew_codes(story: Story) -> None:
    await change_factor(story, "recovery-codes")


async def mistake_the_code_of_a_change(story: Story) -> None:
    await change_factor(story, "remove", "geen code")


async def add_a_passkey(story: Story) -> None:
    story.authenticator, _ = await add_passkey(story.people.user)


async def passkey_of(story: Story) -> str:
    await add_a_passkey(story)
    client = await story.api(story.people.user)
    [key] = (await client.get("/api/account/passkeys")).json()["passkeys"]
    return f"/api/account/passkeys/{key['id']}"


async def rename_a_passkey(story: Story) -> None:
    await story.post(await passkey_of(story), {"name": "Tablet"}, by=story.people.user, method="PATCH")


async def remove_a_passkey(story: Story) -> None:
    path = await passkey_of(story)
    await story.post(f"{path}/remove", {"currentPassword": PASSWORD}, by=story.people.user)


async def sign_in_with_a_passkey(story: Story) -> None:
    await add_a_passkey(story)
    await touch(story.authenticator)


async def copy_a_passkey(story: Story) -> None:
    await sign_in_with_a_passkey(story)
    story.authenticator.counter = 0
    with pytest.raises(passkey_sign_in.WrongPasskey):
        await touch(story.authenticator)


async def confirm_with_a_passkey(story: Story) -> None:
    await add_a_passkey(story)
    user = await story.people.user.current()
    options = await passkey_sign_in.step_up_options(user)
    await passkey_sign_in.step_up(user, story.authenticator.sign(options))


async def invite(story: Story) -> None:
    async with story.db.transaction() as session:
        await invitations.invite(session, await story.people.admin.current(), STRANGER, "user")


async def accept(story: Story) -> None:
    await invite(story)
    token = (await mailbox.newest(STRANGER)).token("invitation")
    await story.post("/api/auth/register", {**REGISTRATION, "invitationToken": token})


@pytest.mark.parametrize(
    ("happens", "action", "resource", "reason"),
    [
        (sign_in, "login", "session", None),
        (fail, "login", "session", "wrong credentials"),
        (lock_out, "login", "session", "locked"),
        (sign_out, "logout", "session", None),
        (register, "register", "user", None),
        (verify, "verify email", "user", None),
        (ask_again, "resend verification", "user", None),
        (forget, "forgot password", "user", None),
        (reset, "reset password", "user", None),
        (change_name, "change", "user", None),
        (ask_for_another_address, "ask for another email", "user", None),
        (change_address, "change email", "user", None),
        (change_password, "change password", "user", None),
        (mistake_the_password, "confirm password", "user", "wrong"),
        (sign_out_a_device, "sign out", "session", None),
        (sign_out_all_others, "sign out", "other sessions", None),
        (turn_on, "set up second factor", "user", None),
        (give_the_password_only, "login", "session", "code needed"),
        (mistake_the_code, "login", "session", "wrong code"),
        (use_a_recovery_code, "login", "session", None),
        (use_a_recovery_code, "use recovery code", "user", None),
        (turn_off, "remove second factor", "user", None),
        (renew_codes, "make recovery codes", "user", None),
        (mistake_the_code_of_a_change, "confirm code", "user", "wrong code"),
        (add_a_passkey, "add passkey", "user", None),
        (rename_a_passkey, "rename passkey", "user", None),
        (remove_a_passkey, "remove passkey", "user", None),
        (sign_in_with_a_passkey, "login", "session", None),
        (copy_a_passkey, "login", "session", "passkey copied"),
        (copy_a_passkey, "use passkey", "user", "passkey copied"),
        (confirm_with_a_passkey, "use passkey", "user", None),
        (invite, "create", "invitation", None),
        (accept, "accept", "invitation", None),
    ],
)
async def test_s27_what_happens_to_an_account_is_written_down(
    happens, action: str, resource: str, reason: str | None, api, people, db
) -> None:
    await happens(Story(api, people, db))
    query = select(AuditLog).where(AuditLog.action == action, AuditLog.resource == resource)
    newest = await tables.first(query.order_by(col(AuditLog.sequence).desc()))
    assert newest is not None, "no row"
    assert (newest.success, newest.error_message) == (reason is None, reason)
    assert newest.user_id is not None
    assert newest.organization_id is not None
    assert await db.run_reading(trail.first_broken, newest.chain) is None
    written = "".join(str(one) for one in await tables.rows(select(AuditLog)))
    for private in (PASSWORD, NEW, STRANGER, people.user.email, "Ulrike"):
        assert private not in written
