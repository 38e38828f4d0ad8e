"""S39: what is delicate needs a code of the last ten minutes, from who has a second factor; others notice nothing."""

import inspect
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import func, select

from tests.support import tables
from tests.support.people import PASSWORD
from tests.unit.services.factors.factors import set_up, wrong_code
from voice_report import clock
from voice_report.db.models import AuditLog
from voice_report.errors import Conflict, NotAllowed, StepUpNeeded
from voice_report.services.accounts import profile
from voice_report.services.audit import viewer
from voice_report.services.billing import checkout, statements
from voice_report.services.exports import files
from voice_report.services.factors import one_time_codes, second_factor
from voice_report.services.organizations import invitations, members, organizations, second_factor_policy
from voice_report.services.platform import deletion, users
from voice_report.services.shared import step_up_reasons
from voice_report.services.shared.identity import STEP_UP, TWO_FACTOR, needs_step_up
from voice_report.services.sign_in import signing_in

SETTINGS = organizations.Settings("Nieuw", "trial", 5, save_reports_to_archive=False)
POLICY = {"choice": "recommended", "since": None, "remember_days": 7}
REASONS = {words for name, words in vars(step_up_reasons).items() if name.isupper()}
NEW = users.NewUser("nieuw@zorg.example", PASSWORD, "Nora", "Nieuw", "no organization")


async def read_client(user) -> None:
    await files.of_client(user, "C-1", "txt")


async def buy(user) -> None:
    await checkout.start(user, "zzp")


async def take_another_address(user) -> None:
    names = {"first_name": user.first_name, "last_name": user.last_name}
    await profile.update_profile(user, **names, email="anders@zorg.example", current_password=PASSWORD)


async def take_another_password(user) -> None:
    new = "Een-ander-wachtwoord-2!"
    await profile.change_password(user, current_password=PASSWORD, new_password=new, confirm_password=new)


OF_EVERYBODY = (read_client, buy, take_another_address, take_another_password)

#: What an administrator, and then a platform administrator, does; called with a session if it takes one.
DELICATE: list[tuple[str, Callable[..., Any]]] = [
    ("admin", lambda session, user: viewer.read(session, user, viewer.AuditFilter())),
    ("admin", lambda user: anext(viewer.export(user, viewer.AuditFilter()))),
    ("admin", lambda user: anext(statements.export(user))),
    ("admin", lambda user: statements.receipt(user, user.id)),
    ("platform_admin", lambda user: statements.receipt(user, user.id)),
    ("admin", buy),
    ("admin", read_client),
    ("admin", take_another_address),
    ("admin", take_another_password),
    ("admin", lambda session, user: invitations.invite(session, user, "nieuw@zorg.example")),
    ("admin", lambda session, user: invitations.resend(session, user, user.id)),
    ("admin", lambda session, user: invitations.withdraw(session, user, user.id)),
    ("platform_admin", lambda user: users.create(user, NEW)),
    ("platform_admin", lambda session, user: users.change(session, user, user.id, users.Changes(role="user"))),
    ("platform_admin", lambda user: deletion.delete_user(user, user.id)),
    ("platform_admin", lambda user: deletion.delete_organization(user, user.id)),
    ("platform_admin", lambda session, user: organizations.create(session, user, "Nieuw", "trial")),
    ("platform_admin", lambda session, user: organizations.change(session, user, user.id, SETTINGS)),
    ("platform_admin", lambda session, user: organizations.give_credits(session, user, user.id, 5, "Reden")),
    ("platform_admin", lambda user: checkout.cancel_subscription(user, user.id)),
    ("platform_admin", lambda session, user: members.reset_second_factor(session, user, NEW.organization_id)),
    ("admin", lambda session, user: members.reset_second_factor(session, user, NEW.organization_id)),
    ("admin", lambda session, user: members.unlink(session, user, NEW.organization_id)),
    ("admin", lambda session, user: second_factor_policy.change(session, user, **POLICY)),
]


async def call(db, action: Callable[..., Any], user) -> None:
    if "session" not in inspect.signature(action).parameters:
        await action(user)
        return
    await db.run_in_transaction(action, user)


async def rows(db) -> int:
    return await tables.row(select(func.count()).select_from(AuditLog))


@pytest.mark.one_database
@pytest.mark.parametrize(("who", "action"), DELICATE)
async def test_s39_a_code_of_ten_minutes_ago_is_not_enough(db, people, who: str, action) -> None:
    user = await getattr(people, who).current()
    before = await rows(db)
    for moment in (None, clock.now() - STEP_UP):
        with pytest.raises(StepUpNeeded) as asked:
            await call(db, action, replace(user, level=TWO_FACTOR, stepped_up_at=moment))
        assert asked.value.reason in REASONS, "the dialog says what the code is for"
    assert await rows(db) == before, "nothing was done, and nothing written down"
    recent = replace(user, level=TWO_FACTOR, stepped_up_at=clock.now() - STEP_UP + timedelta(seconds=5))
    for enough in (recent, user):
        try:
            await call(db, action, enough)
        except StepUpNeeded:
            pytest.fail("refused")
        except Exception:  # noqa: BLE001, S110  made-up ids: only the guard counts
            pass


@pytest.mark.one_database
@pytest.mark.parametrize("action", [action for _, action in DELICATE])
async def test_who_may_not_is_not_asked_for_a_code(db, people, action) -> None:
    user = replace(await people.user.current(), level=TWO_FACTOR, stepped_up_at=None)
    with pytest.raises(StepUpNeeded if action in OF_EVERYBODY else NotAllowed) as refused:
        await call(db, action, user)
    assert isinstance(refused.value, StepUpNeeded) == (action in OF_EVERYBODY)


async def test_s39_a_code_counts_for_this_session_and_ten_minutes(db, wall_clock, people) -> None:
    app, codes = await set_up(people.user)
    wall_clock.advance(minutes=10)
    with pytest.raises(signing_in.CodeNeeded) as needed:
        await signing_in.log_in(people.user.email, PASSWORD)
    elsewhere = (await signing_in.finish(needed.value.token, codes[0])).user
    assert not needs_step_up(elsewhere)
    user = await people.user.current()
    assert needs_step_up(user)
    with pytest.raises(one_time_codes.WrongCode):
        await second_factor.step_up(user, wrong_code(app))
    assert needs_step_up(await people.user.current())
    await second_factor.step_up(user, app.at(wall_clock.now))
    assert not needs_step_up(await people.user.current())
    wall_clock.advance(STEP_UP)
    assert needs_step_up(await people.user.current())
    assert (await db.run_reading(second_factor.status, await people.user.current())).step_up_needed
    with pytest.raises(Conflict):
        await second_factor.step_up(await people.admin.current(), "123456")
