"""'Altijd vervangen' and 'Nooit vervangen' over the API: whose lists, who may, and a stale version."""

import pytest

PATH = "/api/masking-words"


async def test_a_member_adds_and_an_administrator_changes_and_removes(api, people) -> None:
    member, admin = await api(people.user), await api(people.admin)
    made = await member.post(PATH, json={"word": "Klaverhof"})
    assert (made.status_code, made.json()["word"]["rule"]) == (201, "replace")
    own = f"{PATH}/{made.json()['word']['id']}"
    assert (await member.put(own, json={"word": "Klaver"})).status_code == 403
    assert (await member.delete(own)).status_code == 403
    assert (await member.post(PATH, json={"word": "tilband", "rule": "keep"})).status_code == 403
    changed = (await admin.put(own, json={"word": "Klaverveld", "version": 1})).json()["word"]
    assert (changed["word"], changed["version"]) == ("Klaverveld", 2)
    stale = await admin.delete(own, params={"version": 1})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale_version")
    listed = (await member.get(PATH)).json()["words"]
    assert [(one["word"], one["addedBy"]) for one in listed] == [("Klaverveld", people.user.name)]
    assert (await admin.delete(own, params={"version": 2})).status_code == 200
    assert (await member.get(PATH)).json()["words"] == []


async def test_others_see_and_change_nothing(api, people) -> None:
    made = (await (await api(people.admin)).post(PATH, json={"word": "Klaverhof"})).json()["word"]
    other = await api(people.other_admin)
    assert (await other.get(PATH)).json()["words"] == []
    assert (await other.delete(f"{PATH}/{made['id']}")).status_code == 404
    for who, status in ((None, 401), (people.platform_admin, 403)):
        answers = [await (await api(who)).get(PATH), await (await api(who)).post(PATH, json={"word": "Duwtje"})]
        assert [one.status_code for one in answers] == [status, status]


@pytest.mark.parametrize("body", [{"word": "geen"}, {"word": "x" * 300}, {"word": "Duwtje", "rule": "x"}, {}])
async def test_a_wrong_word_is_refused(api, people, body: dict) -> None:
    answer = await (await api(people.admin)).post(PATH, json=body)
    assert answer.status_code == 422
    assert answer.json()["error"]
