"""``SECRET_KEY`` can be replaced: nothing is lost, and who has the former one can do nothing with it (S46)."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from tests.conftest import ROOT
from tests.support import environment, tables
from tests.unit.services.audit.long.test_verification import last_sequence, without_guards, write
from tests.unit.services.factors.factors import set_up
from voice_report import clock
from voice_report.config import Settings, settings
from voice_report.db.models import AuditLog, IdentityProvider, TotpFactor, User
from voice_report.services.audit import trail, verification
from voice_report.services.factors import one_time_codes
from voice_report.services.platform import secret_rotation
from voice_report.services.shared import secrets_at_rest, tokens
from voice_report.services.sso import identity_provider

OLD, NEW, NEWEST = ("old key, " * 5).strip(), "new key " * 5 + "1", "newest key " * 4 + "2"


@pytest.fixture(autouse=True)
def anchor(monkeypatch) -> Path:
    """The anchor's file of this test, whose installation begins with the old key."""
    use_keys(monkeypatch, OLD)
    return Path(settings().audit_anchor)


def use_keys(monkeypatch, key: str, *former: str) -> None:
    environment.use(monkeypatch, SECRET_KEY=key, FORMER_SECRET_KEYS=json.dumps(former))


async def stored(db, user_id) -> TotpFactor:
    return await tables.row(select(TotpFactor).where(TotpFactor.user_id == user_id))


async def test_s46_everything_is_readable_with_the_new_key_alone(db, people, monkeypatch) -> None:
    _, codes = await set_up(people.user)
    before = await stored(db, people.user.id)
    secret = secrets_at_rest.decrypted(before.secret, one_time_codes.owner(people.user.id))
    await verification.verify(renew=True)

    use_keys(monkeypatch, NEW, OLD)
    assert (await secret_rotation.rotate()) == secret_rotation.Outcome([], encrypted=11)
    assert (await secret_rotation.rotate()) == secret_rotation.Outcome([], encrypted=0)
    use_keys(monkeypatch, NEW)
    after = await stored(db, people.user.id)
    assert secrets_at_rest.decrypted(after.secret, one_time_codes.owner(people.user.id)) == secret
    assert after.secret != before.secret
    async with db.transaction() as session:
        own, app = await session.get(User, people.user.id), await session.get(TotpFactor, after.id)
        assert (await one_time_codes.use(session, own, app, codes[3])).codes_left == 9
        assert (await one_time_codes.use(session, own, app, codes[3])).refusal == "wrong code"


async def test_s46_a_tested_identity_provider_stays_tested(db, people, monkeypatch) -> None:
    row = IdentityProvider(
        organization_id=people.organization_id, kind="other", issuer="https://inloggen.example", client_id="ons",
        client_secret=secrets_at_rest.encrypted("een geheim", identity_provider.owner(people.organization_id)),
        secret_set_at=clock.now(),
    )  # fmt: skip
    row.tested = identity_provider.configuration(row)
    await tables.add(row)
    await verification.verify(renew=True)
    use_keys(monkeypatch, NEW, OLD)
    assert (await secret_rotation.rotate()) == secret_rotation.Outcome([], encrypted=1)
    use_keys(monkeypatch, NEW)
    moved = await db.run_reading(identity_provider.of_organization, people.organization_id)
    assert moved is not None
    assert identity_provider.secret_of(moved) == "een geheim"
    assert identity_provider.configuration(moved) == moved.tested


async def test_s46_secrets_are_read_while_they_have_not_been_moved_yet(db, people, monkeypatch) -> None:
    await set_up(people.user)
    use_keys(monkeypatch, NEW, OLD)
    factor = await stored(db, people.user.id)
    assert secrets_at_rest.decrypted(factor.secret, one_time_codes.owner(people.user.id))


async def test_s46_a_secret_whose_key_is_missing_is_counted_and_kept(db, people, monkeypatch) -> None:
    await set_up(people.user)
    before = await stored(db, people.user.id)
    use_keys(monkeypatch, NEW, OLD)
    await verification.verify(renew=True)
    use_keys(monkeypatch, NEWEST, NEW, OLD)
    await secret_rotation.rotate()
    moved = await stored(db, people.user.id)
    await tables.run(update(TotpFactor).values(secret="1.00000000." + moved.secret.rpartition(".")[2]))
    outcome = await secret_rotation.rotate()
    assert (outcome.encrypted, outcome.unreadable) == (0, 1)
    assert (await stored(db, people.user.id)).secret.startswith("1.00000000.")
    assert before.secret


async def test_s46_the_trail_verifies_over_two_keys_and_the_former_one_adds_nothing(db, people, monkeypatch) -> None:
    user, chain = await people.user.current(), str(people.organization_id)
    await write(db, user, "r-1")
    await verification.verify(renew=True)
    use_keys(monkeypatch, NEW, OLD)
    assert (await verification.verify()).deviations, "an anchor of the former key is accepted by rotate-secrets alone"
    await secret_rotation.rotate()
    await write(db, user, "r-2")
    assert (await verification.verify()).deviations == []

    use_keys(monkeypatch, OLD)
    await write(db, user, "forged")  # by a user who has the former key, and may write
    forged = await last_sequence(db, chain)
    use_keys(monkeypatch, NEW, OLD)
    assert (await verification.verify()).deviations == [f"{chain}: regel {forged} past niet bij de regels ervoor"]


async def test_s46_what_was_rewritten_with_the_former_key_is_found(db, people, monkeypatch) -> None:
    """The whole chain, signed anew by who has the former key: only the anchor knows better."""
    user, chain = await people.user.current(), str(people.organization_id)
    await write(db, user, "r-1")
    await verification.verify(renew=True)
    use_keys(monkeypatch, NEW, OLD)
    await secret_rotation.rotate()
    use_keys(monkeypatch, OLD)
    async with without_guards(db) as session:
        rows = (
            await session.exec(select(AuditLog).where(AuditLog.chain == chain).order_by(col(AuditLog.sequence)))
        ).all()
        before = ""
        for row in rows:
            row.action = "nothing"
            row.entry_hash = before = trail._digest(row, before)
        await session.flush()
    use_keys(monkeypatch, NEW, OLD)
    [deviation] = (await verification.verify()).deviations
    assert deviation.startswith(f"{chain}: regel ")


async def test_s46_a_deviating_trail_stops_it_before_anything_is_replaced(db, people, monkeypatch) -> None:
    await set_up(people.user)
    before = await stored(db, people.user.id)
    use_keys(monkeypatch, NEW, OLD)
    outcome = await secret_rotation.rotate()
    assert outcome.deviations[0].startswith("Er is geen anker")
    assert (await stored(db, people.user.id)).secret == before.secret


@pytest.mark.one_database
def test_s46_recordings_on_devices_keep_their_name(monkeypatch) -> None:
    name = tokens.device_key("a user")
    use_keys(monkeypatch, NEW, OLD)
    assert tokens.device_key("a user") == name
    use_keys(monkeypatch, NEWEST, NEW, OLD)
    assert tokens.device_key("a user") == name
    use_keys(monkeypatch, NEW)
    assert tokens.device_key("a user") != name


@pytest.mark.one_database
@pytest.mark.parametrize("former", [[OLD], [NEW, NEW]])
def test_s46_a_key_is_not_its_own_successor(former: list[str]) -> None:
    with pytest.raises(ValueError, match="FORMER_SECRET_KEYS"):
        Settings(secret_key=OLD, former_secret_keys=json.dumps(former))


@pytest.mark.one_database
@pytest.mark.parametrize("former", ["a former key that is no list", "", '"text"', "[1]", "{}"])
def test_s46_a_list_that_cannot_be_read_is_refused_without_showing_it(former: str) -> None:
    with pytest.raises(ValueError, match="FORMER_SECRET_KEYS is a list") as refusal:
        Settings(secret_key=OLD, former_secret_keys=former)
    assert "a former key" not in str(refusal.value)


@pytest.mark.one_database
def test_s46_the_command_says_what_it_did(db, monkeypatch) -> None:
    asyncio.run(verification.verify(renew=True))
    use_keys(monkeypatch, NEW, OLD)
    line = [sys.executable, "-m", "voice_report", "rotate-secrets"]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
    sentences = "De sleutel is vervangen.\n0 geheimen opnieuw versleuteld.\n"
    assert (done.returncode, done.stdout) == (0, sentences), done.stderr


async def test_s46_a_chain_that_ends_under_the_former_key_is_forged(db, people, monkeypatch) -> None:
    """A chain of one's own, or one cut off to before the rotation and to be continued with the former key."""
    await verification.verify(renew=True)
    use_keys(monkeypatch, NEW, OLD)
    await secret_rotation.rotate()
    use_keys(monkeypatch, OLD)
    await write(db, await people.outsider.current(), "forged")
    use_keys(monkeypatch, NEW, OLD)
    chain = str(people.other_organization_id)
    before = await db.run_reading(trail.first_broken, str(people.organization_id))
    assert (before, await db.run_reading(trail.first_broken, chain)) == (None, await last_sequence(db, chain))
    assert any(line.startswith(chain) for line in (await verification.verify()).deviations)
