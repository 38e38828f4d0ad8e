"""The style of the next concept: what was asked for, the person's choice, the organization's, the configured one."""

from typing import get_args

import pytest
from sqlmodel import select

from tests.support import tables
from tests.unit.services.concepts.concepts import SAID
from voice_report.config import settings
from voice_report.db.models import AuditLog
from voice_report.errors import Invalid, NoOrganization, NotAllowed
from voice_report.reporting.writing import Style
from voice_report.services.concepts import structuring
from voice_report.services.drafts import styles

ALL = get_args(Style)


@pytest.fixture
async def chosen(db, people):
    """Return a function that sets the person's and the organization's choice."""

    async def choose(own: str | None, organization: str | None) -> None:
        async with db.transaction() as session:
            await styles.choose(session, await people.user.current(), own)
            await styles.set_default(session, await people.admin.current(), organization)

    return choose


@pytest.mark.parametrize(
    ("wanted", "own", "organization", "available", "expected"),
    [
        (None, None, None, ALL, "leesbaar"),
        (None, None, "vrij", ALL, "vrij"),
        (None, "letterlijk", "vrij", ALL, "letterlijk"),
        ("vrij", "letterlijk", "leesbaar", ALL, "vrij"),
        ("vrij", "letterlijk", None, ("letterlijk",), "letterlijk"),
        (None, "vrij", "letterlijk", ("letterlijk", "leesbaar"), "letterlijk"),
        (None, "letterlijk", "leesbaar", ("vrij",), "vrij"),
    ],
)
async def test_the_first_choice_that_the_engine_can(db, people, chosen, wanted, own, organization, available, expected):
    await chosen(own, organization)
    assert await db.run_reading(styles.find, await people.user.current(), wanted, available) == expected


async def test_a_concept_is_written_as_was_chosen_by_its_own_person_and_organization(db, people, engine, chosen):
    engine.styles, engine.answer = ALL, "{}"
    user = await people.user.current()
    for own, organization, expected in (("letterlijk", "leesbaar", "letterlijk"), (None, "letterlijk", "letterlijk")):
        await chosen(own, organization)
        assert (await structuring.generate_whole(user, f"{SAID} {own}.")).written.style == expected
    admin, outsider = await people.admin.current(), await people.outsider.current()
    await db.run_in_transaction(styles.choose, admin, "vrij")
    async with db.reading() as session:
        found = [await styles.find(session, one, None, ALL) for one in (admin, user, outsider)]
    assert found == ["vrij", "letterlijk", settings().structure_style]


async def test_a_change_is_in_the_audit_trail_once_and_another_word_is_refused(db, people, chosen):
    for _twice in range(2):
        await chosen("vrij", "letterlijk")
    user = await people.user.current()
    async with db.transaction() as session:
        for wrong in ("", "VRIJ", "v" * 500):
            with pytest.raises(Invalid, match="Letterlijk, Netjes, Leesbaar of Vrij"):
                await styles.choose(session, user, wrong)
    assert (await db.run_reading(styles.view, user)).own == "vrij"
    rows = await tables.rows(select(AuditLog.action, AuditLog.resource, AuditLog.resource_id))
    assert sorted(row for row in rows if "style" in row[0]) == [
        ("change default style", "organization", str(people.organization_id)),
        ("change style", "user", str(user.id)),
    ]


async def test_s01_the_organizations_choice_is_its_administrators(db, people):
    async with db.transaction() as session:
        for who in (people.user, people.platform_admin):
            with pytest.raises(NotAllowed):
                await styles.set_default(session, await who.current(), "vrij")
        with pytest.raises(NoOrganization):
            await styles.view(session, await people.platform_admin.current())
