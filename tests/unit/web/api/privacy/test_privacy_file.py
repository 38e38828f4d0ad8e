"""The privacy file over the API: administrators alone, and nothing lost to a stale save."""

PATH = "/api/organization/privacy-file"


async def test_an_administrator_reads_fills_in_and_sees(people, admin) -> None:
    found = (await admin.get(PATH)).json()
    assert (found["number"], found["since"], found["seenBy"], found["fieldsVersion"]) == (1, None, None, 1)
    assert [one["number"] for one in found["chapters"]] == list(range(1, 10))
    content = {"fields": {"officer": "F. de Groot"}, "version": 1}
    filled = (await admin.put(PATH, json=content)).json()
    assert (filled["number"], filled["since"], filled["fieldsVersion"]) == (2, 1, 2)
    assert {(one["key"], one["was"], one["becomes"]) for one in filled["changes"]} == {
        ("own.officer", "NIET INGEVULD", "F. de Groot"),
        ("register.officer", "NIET INGEVULD", "F. de Groot"),
    }
    stale = await admin.put(PATH, json={"fields": {"officer": "Een ander"}, "version": 1})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_version")
    assert (await admin.post(f"{PATH}/2/seen")).status_code == 204
    assert (await admin.get(f"{PATH}/2")).json()["seenBy"] == people.admin.name
    assert (await admin.get(f"{PATH}/1")).json()["changes"] == []


async def test_members_and_strangers_get_nothing(api, people) -> None:
    await (await api(people.admin)).get(PATH)
    stranger = await api(people.other_admin)
    assert (await stranger.get(f"{PATH}/1")).status_code == 404
    assert (await stranger.post(f"{PATH}/1/seen")).status_code == 404
    client = await api(people.user)
    for path in (PATH, f"{PATH}/dpia", f"{PATH}/1"):
        assert (await client.get(path)).status_code == 403
    assert (await client.put(PATH, json={"fields": {}, "version": 1})).status_code == 403
    assert (await client.post(f"{PATH}/1/seen")).status_code == 403


async def test_strange_numbers_and_fields_are_refused(admin) -> None:
    await admin.get(PATH)
    for number in ("0", "-1", "99", str(2**40), str(10**30), "x"):
        assert (await admin.get(f"{PATH}/{number}")).status_code in (404, 422)
    for fields in ({"x" * 300: "a"}, {"officer": "a" * 2001}, {str(at): "" for at in range(61)}, {"officer": None}):
        assert (await admin.put(PATH, json={"fields": fields, "version": 1})).status_code == 422
    assert (await admin.put(PATH, json={"fields": {"officer": "a" * 501}, "version": 1})).status_code == 422


async def test_input_for_a_dpia_is_a_file(api, people) -> None:
    answer = await (await api(people.admin)).get(f"{PATH}/dpia")
    assert answer.headers["content-disposition"] == 'attachment; filename="privacydossier-versie-1-invoer-dpia.json"'
    assert answer.json()["metadata"]["urn"] == "urn:nl:dpia:3.0"
