"""The route with the fields of a draft that were copied."""

import pytest

A, B = "0123456789abcdef", "fedcba9876543210"


@pytest.fixture
async def draft(user) -> dict:
    return (await user.post("/api/drafts", json={"transcript": "Mevrouw sliep goed."})).json()["draft"]


async def test_the_fields_of_two_devices_come_together(user, draft):
    path = f"/api/drafts/{draft['id']}"
    first = await user.put(f"{path}/copied", json={"fields": {f"{A}.0": A}})
    second = await user.put(f"{path}/copied", json={"fields": {f"{B}.0": B}})
    assert (first.status_code, first.json()) == (200, {"fields": {f"{A}.0": A}})
    assert second.json() == {"fields": {f"{A}.0": A, f"{B}.0": B}}
    assert (await user.get(path)).json()["draft"] == draft


@pytest.mark.parametrize("who", [None, "outsider", "admin"])
async def test_s02_no_one_else_ticks(api, people, draft, who):
    stranger = await api(getattr(people, who)) if who else await api()
    answer = await stranger.put(f"/api/drafts/{draft['id']}/copied", json={"fields": {f"{A}.0": A}})
    assert (answer.status_code, answer.json()["code"]) == ((404, "not_found") if who else (401, "not_signed_in"))


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"fields": {}},
        {"fields": []},
        {"fields": {"x" * 31: A}},
        {"fields": {"Situatie": A}},
        {"fields": {f"{A}.0": True}},
        {"fields": {f"{A}.{number}": A for number in range(101)}},
    ],
)
async def test_what_is_no_tick_is_refused(user, draft, body):
    answer = await user.put(f"/api/drafts/{draft['id']}/copied", json=body)
    assert answer.status_code == 422
    assert answer.json()["message"]
