"""Terms and receipts over the API: administrators alone."""

from datetime import timedelta

from tests.support import tables
from voice_report import clock
from voice_report.db import session as database
from voice_report.db.models import Report
from voice_report.services.privacy import receipts, retention

SCOPES = (
    *(receipts.RETENTION, receipts.RESTORED, receipts.RECORDS),
    *(receipts.CLIENT, receipts.USER, receipts.ORGANIZATION),
)
PATH = "/api/organization/retention"
TERMS = {"draftsDays": 90, "transcriptDays": 7, "archiveDays": None}


async def test_terms_are_changed_once_per_version(admin) -> None:
    assert (await admin.get(PATH)).json()["draftsDays"] == 90
    changed = (await admin.put(PATH, json={**TERMS, "version": 1})).json()
    assert (changed["transcriptDays"], changed["version"]) == (7, 2)
    assert (await admin.put(PATH, json={**TERMS, "transcriptDays": 9, "version": 1})).status_code == 409
    assert (await admin.put(PATH, json={**TERMS, "archiveDays": 365, "version": 2})).json()["code"] == "elsewhere"
    assert (await admin.put(PATH, json={**TERMS, "draftsDays": 6, "version": 2})).status_code == 422


async def test_a_receipt_of_each_kind_is_answered(api, people) -> None:
    for scope in SCOPES:
        async with database.transaction() as session:
            _, lease = receipts.begin(session, scope, people.organization_id, clock.now().date())
        assert await database.run_in_transaction(receipts.finish, lease, {})
    client = await api(people.admin)
    found = (await client.get(f"{PATH}/receipts")).json()["receipts"]
    assert {one["scope"] for one in found} == set(SCOPES)


async def test_members_and_strangers_get_nothing(user) -> None:
    assert (await user.get(PATH)).status_code == 403
    assert (await user.put(PATH, json={**TERMS, "version": 1})).status_code == 403
    assert (await user.get(f"{PATH}/receipts")).status_code == 403


async def test_a_receipt_is_listed_read_and_checked(api, people) -> None:
    moment = clock.now() - timedelta(days=100)
    own = {"user_id": people.user.id, "organization_id": people.organization_id, "is_draft": True}
    await tables.add(Report(**own, transcript="Mevrouw sliep goed.", created_at=moment, updated_at=moment))
    await retention.run()
    client, stranger = await api(people.admin), await api(people.other_admin)
    (one,) = (await client.get(f"{PATH}/receipts")).json()["receipts"]
    assert (one["counts"], one["leftOver"], one["scope"]) == ({"draft": 1}, {"draft": 0}, "retention")
    assert (await client.get(f"{PATH}/receipts/{one['id']}")).json() == one
    proof = (await client.get(f"{PATH}/receipts/{one['id']}/check")).json()
    assert (proof["holds"], proof["leftOver"]) == (True, 0)
    for path in (one["id"], f"{one['id']}/check"):
        assert (await stranger.get(f"{PATH}/receipts/{path}")).status_code == 404
