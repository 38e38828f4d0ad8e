"""What the header and the pages know of the person's credits."""

import pytest

from tests.support.handlers import tab_of
from voice_report.db.models import Organization, User
from voice_report.ui.shell.session import SessionState


@pytest.mark.parametrize(
    ("who", "shared", "personal", "unlimited", "known"),
    [
        ("admin", 0, None, False, True),
        ("user", 0, None, False, True),
        ("user", 0, 0, False, True),
        ("user", 0, 3, False, False),
        ("user", 1, None, False, False),
        ("admin", 0, None, True, False),
        ("platform_admin", 0, None, False, False),
    ],
)
async def test_without_anything_to_pay_with_a_page_knows_it(db, people, who, shared, personal, unlimited, known):
    person = getattr(people, who)
    async with db.transaction() as session:
        organization = await session.get_one(Organization, people.organization_id)
        organization.current_credits, organization.unlimited = shared, unlimited
        user = await session.get_one(User, person.id)
        user.personal_current_credits = personal
        session.add_all((organization, user))
    root = tab_of(person)
    state = await root.get_state(SessionState)
    await SessionState.greet.fn(state)
    assert state.no_credits is known
