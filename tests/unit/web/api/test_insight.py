"""'Inzicht' over the API: for administrators of an organization, and for platform admins (S101)."""

import pytest

from voice_report.services.insight import counting

OWN, ALL = "/api/organization/insight", "/api/admin/insight"


@pytest.mark.parametrize(
    ("path", "who", "status"),
    [
        (OWN, "user", 403), (OWN, "outsider", 403), (OWN, "platform_admin", 403), (OWN, "admin", 200),
        (ALL, "user", 403), (ALL, "admin", 403), (ALL, "other_admin", 403), (ALL, "platform_admin", 200),
    ],
)  # fmt: skip
async def test_s101_who_may_see_it(api, people, path: str, who: str, status: int) -> None:
    browser = await api(getattr(people, who))
    for query in ("", "?format=csv", "?format=csv&table=engines&weeks=52"):
        assert (await browser.get(path + query)).status_code == status
    assert (await (await api()).get(path)).status_code == 401


async def test_it_has_the_weeks_that_were_asked_for(api, people) -> None:
    await counting.run()
    browser = await api(people.admin)
    for weeks in (4, 12, 52):
        answer = (await browser.get(f"{OWN}?weeks={weeks}")).json()
        assert len(answer["weeks"]) == weeks
    assert (answer["name"], answer["engines"], answer["fewest"]) == ("Zorggroep De Linde", [], 5)
    assert answer["credits"].startswith("Er zijn nog 10 credits.")
    wrong = ("weeks=13", "weeks=-1", "weeks=x", "format=xlsx", "table=people")
    assert {(await browser.get(f"{OWN}?{one}")).status_code for one in wrong} == {422}


async def test_the_file_is_csv_with_a_name(api, people) -> None:
    answer = await (await api(people.admin)).get(f"{OWN}?format=csv&weeks=4")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"].startswith('attachment; filename="inzicht-Zorggroep_De_Linde-')
    assert len(answer.text.splitlines()) == 5
