"""The ledger of the credits as a CSV download."""

import csv
import io
import uuid

import pytest

EXPORT = "/api/billing/ledger/export"


async def test_without_a_session_there_is_nothing(api):
    answer = await (await api()).get(EXPORT)
    assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")


async def test_s01_care_workers_get_nothing(api, people):
    answer = await (await api(people.user)).get(EXPORT)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")


async def test_s02_nobody_downloads_another_organizations_ledger(api, people):
    client = await api(people.other_admin)
    answer = await client.get(EXPORT, params={"organizationId": str(people.organization_id)})
    assert (answer.status_code, answer.json()["message"]) == (404, "Organisatie niet gevonden")


@pytest.mark.parametrize(("who", "named"), [("admin", False), ("admin", True), ("platform_admin", True)])
async def test_an_administrator_downloads_the_ledger(api, people, who: str, named: bool):
    asked = {"organizationId": str(people.organization_id)} if named else {}
    answer = await (await api(getattr(people, who))).get(EXPORT, params=asked)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert 'attachment; filename="credits-' in answer.headers["content-disposition"]
    (row,) = csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";")
    assert (row["Bij"], row["Af"], row["Saldo"]) == ("10", "0", "10")


@pytest.mark.parametrize("asked", [{}, {"organizationId": str(uuid.uuid4())}])
async def test_a_platform_admin_names_an_organization_that_exists(api, people, asked: dict):
    answer = await (await api(people.platform_admin)).get(EXPORT, params=asked)
    assert (answer.status_code, answer.json()["message"]) == (404, "Organisatie niet gevonden")


async def test_an_id_that_is_none_is_a_sentence(api, people):
    answer = await (await api(people.admin)).get(f"{EXPORT}?organizationId=verzonnen")
    assert (answer.status_code, answer.json()["message"]) == (422, "Organisatie is verplicht")
