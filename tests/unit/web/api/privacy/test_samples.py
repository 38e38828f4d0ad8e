"""The monthly sample of the logbook, over the API."""

from datetime import UTC, date, datetime

from tests.support import people as cast
from voice_report.db import session as database
from voice_report.services.audit import samples, trail

PATH = "/api/privacy/sample/2026-10"


async def test_administrators_read_a_month_that_was_drawn_and_others_do_not(api, db, wall_clock) -> None:
    wall_clock.set(datetime(2026, 11, 2, 9, tzinfo=UTC))
    people = await cast.make_people()
    await cast.change_organization(people.organization_id, created_at=datetime(2026, 9, 1, tzinfo=UTC))
    await cast.change_organization(people.other_organization_id, created_at=datetime(2026, 9, 1, tzinfo=UTC))
    users = [await person.current() for person in (people.user, people.admin)]
    wall_clock.set(datetime(2026, 10, 14, 10, tzinfo=UTC))
    async with database.transaction() as session:
        for user in users:
            await trail.record(session, user, "view", "client", client_id=people.client_id)
    wall_clock.set(datetime(2026, 11, 2, 9, tzinfo=UTC))
    client = await api(people.admin)
    assert (await client.get(PATH)).status_code == 404
    assert await samples.draw_due() >= 1
    for stranger, status in ((None, 401), (people.user, 403), (people.platform_admin, 403)):
        assert (await (await api(stranger)).get(PATH)).status_code == status
    found = (await client.get(PATH)).json()
    assert (found["month"], found["left"], found["alone"], found["signedAt"]) == ("2026-10-01", 1, True, None)
    own = {row["entry"]["person"]: row["isOwn"] for row in found["rows"]}
    assert own == {people.user.name: False, people.admin.name: True}
    (theirs,) = (row for row in found["rows"] if not row["isOwn"])
    assert (theirs["entry"]["clientId"], theirs["answer"]) == (people.client_id, None)
    assert not {"ipAddress", "userAgent"} & theirs["entry"].keys()
    admin = await people.admin.current()
    said = (date(2026, 10, 1), theirs["sequence"], samples.ASK, "Waarom?")
    await database.run_in_transaction(samples.answer, admin, *said)
    (theirs,) = (row for row in (await client.get(PATH)).json()["rows"] if not row["isOwn"])
    assert theirs["answer"] == {"said": "ask", "note": "Waarom?", "by": people.admin.name}
    assert (await (await api(people.other_admin)).get(PATH)).json()["rows"] == []
    for wrong in ("2026-13", "0000-01", "2026-1", "2026-10-01", "laatste", "20\u0662\u0663-01", "202\uff16-10"):
        assert (await client.get(f"/api/privacy/sample/{wrong}")).status_code == 404
