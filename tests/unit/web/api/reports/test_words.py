"""``/api/words``: one's own list, the organization's, and its proposals."""

import pytest

METO = {"word": "metoprolol", "heardAs": ["metro pollol"], "kind": "medicijn"}
CALLS = [
    ("GET", "/api/words", None),
    ("POST", "/api/words", METO),
    ("PUT", "/api/words/x", METO),
    ("DELETE", "/api/words/x", None),
    ("POST", "/api/words/x/approve", None),
]


@pytest.mark.parametrize(("method", "path", "body"), CALLS)
async def test_without_a_session_there_is_nothing(api, people, method: str, path: str, body) -> None:
    assert (await (await api()).request(method, path, json=body)).status_code == 401


@pytest.mark.parametrize(("method", "path", "body"), CALLS[:4])
async def test_who_has_no_organization_has_no_list(api, people, method: str, path: str, body) -> None:
    answer = await (await api(people.platform_admin)).request(method, path, json=body)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")


async def test_a_word_is_proposed_approved_changed_and_removed(api, people) -> None:
    admin, user = await api(people.admin), await api(people.user)
    made = await user.post("/api/words", json={**METO, "scope": "organization"})
    word = made.json()["word"]
    assert made.status_code == 201
    assert {name: word[name] for name in METO} == METO
    assert (word["status"], word["scope"], word["addedBy"], word["mayChange"], word["uses"]) == (
        "voorstel", "organization", people.user.name, True, 0,
    )  # fmt: skip
    path, listed = f"/api/words/{word['id']}", "/api/words?scope=organization"
    assert (await user.post(f"{path}/approve")).status_code == 403
    assert (await user.get(listed)).json() == {"words": [], "next": None}
    assert [one["id"] for one in (await admin.get(f"{listed}&status=voorstel")).json()["words"]] == [word["id"]]
    stale = await admin.post(f"{path}/approve?version=7")
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_version")
    approved = (await admin.post(f"{path}/approve?version=1")).json()["word"]
    assert (approved["status"], approved["version"]) == ("actief", 2)
    assert [one["mayChange"] for one in (await user.get(f"{listed}&q=METRO")).json()["words"]] == [False]
    assert (await user.delete(path)).status_code == 403
    assert (await admin.put(path, json={**METO, "version": 1})).status_code == 200  # no difference
    changed = {**METO, "heardAs": [], "version": 1}
    assert (await admin.put(path, json=changed)).json()["code"] == "stale_version"
    assert (await admin.put(path, json={**changed, "version": 2})).json()["word"]["heardAs"] == []
    assert (await admin.delete(path)).json() == {"success": True}
    assert (await admin.delete(path)).status_code == 404


@pytest.mark.parametrize(
    ("wrong", "status", "code"),
    [
        ({"word": "x" * 200}, 422, "word"),
        ({"heardAs": ["x" * 200]}, 422, "heardAs"),
        ({"heardAs": ["geen metoprolol"]}, 422, "heardAs"),
        ({"heardAs": ["a"] * 33}, 422, "invalid"),
        ({"kind": "iets"}, 422, "invalid"),
        ({"word": "Metoprolol"}, 409, "word_taken"),
    ],
)
async def test_a_wrong_word_is_refused_with_a_dutch_sentence(wrong, status, code, user) -> None:
    await user.post("/api/words", json=METO)
    answer = await user.post("/api/words", json={"word": "De Linde", **wrong})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["message"]


async def test_a_list_is_read_page_by_page(user) -> None:
    for word in ("Beer", "Appel", "Citroen"):
        assert (await user.post("/api/words", json={"word": word})).status_code == 201
    first = (await user.get("/api/words?limit=2")).json()
    rest = (await user.get("/api/words", params={"after": first["next"]})).json()
    assert [one["word"] for one in (*first["words"], *rest["words"])] == ["Appel", "Beer", "Citroen"]
    assert (await user.get("/api/words?after=onzin")).status_code == 422


async def test_a_correction_is_asked_about_and_remembered(api, user) -> None:
    fields = {"heard": "metropolol", "word": "metoprolol"}
    assert (await user.post("/api/words/correction/question", json=fields)).json() == {"ask": True}
    made = await user.post("/api/words/correction", json=fields)
    assert (made.status_code, made.json()["word"]["heardAs"]) == (201, ["metropolol"])
    assert (await user.post("/api/words/correction/question", json=fields)).json() == {"ask": False}
    proposed = (await user.post("/api/words/correction", json={**fields, "scope": "organization"})).json()["word"]
    assert (proposed["status"], proposed["scope"]) == ("voorstel", "organization")
    assert (await (await api()).post("/api/words/correction/question", json=fields)).status_code == 401


async def test_s33_one_person_cannot_write_without_end(user) -> None:
    answers = [(await user.post("/api/words", json={"word": "x"})).status_code for _ in range(301)]
    assert (answers[0], answers[-1]) == (422, 429)
