"""The lists are paged alike (decisions/0008): twenty rows unless ``limit`` (a thousand at most) says otherwise."""

import pytest

from tests.support import people as cast

LISTS = {
    "/api/drafts": "user",
    "/api/reports": "user",
    "/api/clients": "user",
    "/api/auth/users": "admin",
    "/api/admin/invitations": "admin",
    "/api/admin/organizations": "platform_admin",
    "/api/admin/organizations/{organization_id}/users": "platform_admin",
    "/api/admin/users": "platform_admin",
}
#: Those that are short.
WHOLE = {
    "/api/account/devices": "user",
    "/api/account/passkeys": "user",
    "/api/account/remembered-devices": "user",
    "/api/organization/identity-provider/domains": "admin",
    "/api/templates": "user",
}


@pytest.mark.parametrize("path", LISTS)
async def test_every_list_says_how_it_is_paged(api, people, path) -> None:
    client = await api(getattr(people, LISTS[path]))
    described = (await client.get("/api/openapi.json")).json()
    route = described["paths"][path]["get"]
    limit = next(one for one in route["parameters"] if one["name"] == "limit")
    assert (limit["schema"]["minimum"], limit["schema"]["maximum"], limit["schema"]["default"]) == (1, 1000, 20)
    assert "1,000" in limit["description"]
    assert "page by page" in route["description"]
    shape = route["responses"]["200"]["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[1]
    assert "next" in described["components"]["schemas"][shape]["properties"]
    there = path.format(organization_id=people.organization_id)
    for wrong in (0, 1001):
        assert (await client.get(there, params={"limit": wrong})).status_code == 422
    assert (await client.get(there, params={"limit": 1000})).status_code == 200


async def test_every_list_has_the_same_shape(api) -> None:
    described = (await (await api()).get("/api/openapi.json")).json()
    lists = {name: one["properties"] for name, one in described["components"]["schemas"].items() if name[-4:] == "List"}
    assert len(lists) >= 16
    kinds = {(one["next"]["anyOf"][0]["type"], one["next"]["anyOf"][1]["type"]) for one in lists.values()}
    assert kinds == {("string", "null")}
    for properties in lists.values():
        assert [one["type"] for one in properties.values() if one.get("type")] == ["array"]


@pytest.mark.parametrize(("path", "who"), WHOLE.items())
async def test_a_list_that_comes_whole_is_its_own_last_page(api, people, path: str, who: str) -> None:
    answer = await (await api(getattr(people, who))).get(path, params={"limit": 1})
    assert (answer.status_code, answer.json()["next"]) == (200, None)


async def test_twenty_rows_come_unless_the_limit_says_otherwise(api, people) -> None:
    for number in range(24):
        await cast.make_client(people.organization_id, f"N-{number}")
    user = await api(people.user)
    first = (await user.get("/api/clients")).json()
    rest = (await user.get("/api/clients", params={"after": first["next"]})).json()
    assert (len(first["clients"]), len(rest["clients"]), rest["next"]) == (20, 5, None)
    everyone = (await user.get("/api/clients", params={"limit": 1000})).json()
    assert (len(everyone["clients"]), everyone["next"]) == (25, None)
