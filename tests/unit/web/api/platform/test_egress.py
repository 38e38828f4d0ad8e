"""What left over the API: for platform admins alone."""

import pytest

from voice_report.integrations import egress

PATH = "/api/admin/egress"


@pytest.mark.played_connection
async def test_s70_what_left_is_listed_with_the_engines(api, people, fake_provider) -> None:
    await egress.count("mail", "mail.example", 1200)
    answer = (await (await api(people.platform_admin)).get(PATH)).json()
    (line,) = answer["lines"]
    wanted = {"kind": "mail", "host": "mail.example", "connections": 1, "sentBytes": 1200, "isHere": False}
    assert {name: line[name] for name in wanted} == wanted
    assert answer["since"] == line["lastAt"]
    assert sorted(one["task"] for one in answer["engines"]) == ["speech", "structuring"]
    assert "only-for-tests" not in str(answer)


async def test_s70_others_get_nothing(api, people) -> None:
    for person in (people.admin, people.user):
        assert (await (await api(person)).get(PATH)).status_code == 403
    assert (await (await api()).get(PATH)).status_code == 401
