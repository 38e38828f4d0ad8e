"""``/api/templates``: read by members, written by administrators (concepts/reports.md "Templates")."""

import pytest

OWN = {
    "name": "Wondzorg thuis",
    "sections": [
        {"title": "Wond", "hint": "hoe de wond eruitziet.", "role": "waarneming"},
        {"title": "Afspraken", "form": "lijst", "role": "plan"},
    ],
}
CALLS = [
    ("POST", "/api/templates", OWN),
    ("PUT", "/api/templates/x", OWN),
    ("PUT", "/api/templates/default", {"template": "soep"}),
    ("DELETE", "/api/templates/x", None),
]


@pytest.mark.parametrize(("method", "path", "body"), [("GET", "/api/templates", None), *CALLS])
async def test_without_a_session_there_is_nothing(api, people, method: str, path: str, body) -> None:
    assert (await (await api()).request(method, path, json=body)).status_code == 401


@pytest.mark.parametrize("who", ["user", "platform_admin"])
@pytest.mark.parametrize(("method", "path", "body"), CALLS)
async def test_s01_only_the_administrator_writes_templates(api, people, who: str, method, path, body) -> None:
    answer = await (await api(getattr(people, who))).request(method, path, json=body)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")


async def test_a_template_is_made_changed_chosen_and_removed(api, people) -> None:
    admin, user = await api(people.admin), await api(people.user)
    made = await admin.post("/api/templates", json=OWN)
    template = made.json()["template"]
    assert made.status_code == 201
    assert set(template) == {"id", "key", "name", "sector", "version", "sections", "builtIn", "isDefault"}
    assert template["sections"][1] == {
        "key": "afspraken", "title": "Afspraken", "hint": "", "form": "lijst", "role": "plan"
    }  # fmt: skip
    listed = (await user.get("/api/templates")).json()["templates"]
    assert (listed[0], len(listed), listed[1]["key"], listed[1]["isDefault"]) == (template, 15, "zorg", True)
    path = f"/api/templates/{template['id']}"
    assert (await admin.put("/api/templates/default", json={"template": template["id"]})).status_code == 200
    sent_back = {**template, "name": "Wondzorg"}
    changed = await admin.put(path, json=sent_back)
    assert [changed.json()["template"][name] for name in ("name", "version", "isDefault")] == ["Wondzorg", 2, True]
    assert (await admin.put(path, json={**OWN, "version": 1})).status_code == 409
    assert (await admin.delete(path)).json() == {"success": True, "archived": False}
    assert (await admin.delete(path)).status_code == 404


@pytest.mark.parametrize(
    ("wrong", "status", "code"),
    [
        ({"sections": []}, 422, "sections"),
        ({"sections": [{"title": "Doel", "hint": "Stel een diagnose."}]}, 422, "sections.0.hint"),
        ({"sections": [{"title": "Doel", "role": "onzin"}]}, 422, "invalid"),
        ({"name": ""}, 422, "name"),
    ],
)
async def test_a_wrong_template_is_refused_with_a_dutch_sentence(api, people, wrong, status, code) -> None:
    answer = await (await api(people.admin)).post("/api/templates", json={**OWN, **wrong})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["message"]
