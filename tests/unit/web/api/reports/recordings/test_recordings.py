"""``/api/recordings``: a chosen file becomes the text of a draft, once, for its owner alone (S88)."""

import uuid
from collections.abc import Callable

import pytest
from sqlalchemy import select

from tests.support.fakes import chosen, sound
from tests.unit.web.api.reports.recordings.steps import (
    WORDS,
    drafts_stored,
    ended,
    id_of,
    send,
    state_of,
    text_of,
    unfinished,
)
from voice_report.db.models import Recording
from voice_report.services.dictation import recordings
from voice_report.services.drafts import drafts


async def test_s88_a_chosen_file_becomes_the_text_of_a_draft(people, fake_provider, gate, user):
    taken = await send(user, people.user)
    recording_id = id_of(people.user, chosen.memo())
    assert (taken.status_code, taken.json()) == (202, {"recordingId": recording_id, "draftId": None, "seconds": 41})
    gate.opens.set()
    await ended()
    state = (await user.get(f"/api/recordings/{recording_id}?after=0")).json()
    assert (state["state"], state["secondsDone"], state["code"], state["message"]) == ("done", 41, None, None)
    assert [piece["position"] for piece in state["pieces"]] == [0, 1, 2]
    assert " ".join(piece["text"] for piece in state["pieces"]).split() == WORDS
    assert await text_of(user, state["draftId"]) == WORDS
    assert recordings._places == {}


async def test_the_text_comes_behind_that_of_the_open_draft_and_grows(api, people, fake_provider, gate, db):
    client = await api(people.user)
    user = await people.user.current()
    draft = await db.run_in_transaction(drafts.save_draft, user, transcript="Al getypt.")
    taken = await send(client, people.user, draftId=str(draft.id))
    assert taken.json()["draftId"] == str(draft.id)
    await gate.waits.wait()
    assert (await state_of(client, people.user))["state"] == "reading"
    gate.opens.set()
    await ended()
    assert await text_of(client, str(draft.id)) == ["Al", "getypt.", *WORDS]


async def test_s88_of_a_file_without_speech_nothing_is_kept(api, people, fake_provider, db):
    client, silence = await api(people.user), sound.encoded(sound.silence(20))
    assert (await send(client, people.user, silence)).status_code == 202
    await ended()
    state = await state_of(client, people.user, silence)
    assert (state["state"], state["code"], state["message"]) == ("failed", "no_speech", "Geen spraak herkend")
    assert (state["draftId"], await drafts_stored(db), fake_provider.log) == (None, 0, [])
    assert await unfinished(people.user) == []
    assert (await client.delete(f"/api/recordings/{id_of(people.user, silence)}")).status_code == 204
    assert (await send(client, people.user, silence)).status_code == 202
    await ended()
    assert (await state_of(client, people.user, silence))["code"] == "no_speech"


async def test_of_a_file_that_is_cut_off_what_could_be_read_is_there_with_a_line(people, fake_provider, user):
    half = chosen.index_first()[: len(chosen.index_first()) * 6 // 10]
    await send(user, people.user, half)
    await ended()
    state = await state_of(user, people.user, half)
    assert (state["state"], state["code"]) == ("done", "cut_off")
    assert state["message"].startswith("Het laatste deel van dit bestand kon niet worden gelezen.")
    assert await text_of(user, state["draftId"]) == WORDS[:5]


BAD: dict[str, tuple[Callable[[], bytes], dict[str, str], int, str]] = {
    "nothing": (lambda: b"", {}, 422, "empty_audio"),
    "text": (lambda: b"Geachte mevrouw, " * 100, {}, 415, "wrong_media"),
    "half an m4a without its index": (lambda: chosen.memo()[:9000], {}, 422, "damaged_audio"),
    "61 minutes": (lambda: chosen.wav(4_000, 61 * 60 * 4_000), {}, 413, "too_long"),
    "no id": (chosen.memo, {"recordingId": ""}, 422, "invalid_recording"),
    "the id of other bytes": (chosen.memo, {"recordingId": str(uuid.UUID(int=7))}, 422, "invalid_recording"),
    "no draft": (chosen.memo, {"draftId": "geen-uuid"}, 404, "draft_not_found"),
    "an unknown draft": (chosen.memo, {"draftId": str(uuid.UUID(int=7))}, 404, "draft_not_found"),
    "another account's key": (chosen.memo, {"userKey": "x" * 32}, 401, "other_account"),
}


@pytest.mark.parametrize("name", BAD)
async def test_s88_what_is_wrong_has_a_sentence_and_leaves_nothing(api, people, fake_provider, db, name):
    make, fields, status, code = BAD[name]
    answer = await send(await api(people.user), people.user, make(), **fields)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["message"].endswith((".", "gevonden"))
    await ended()
    async with db.reading() as session:
        assert (await session.execute(select(Recording))).first() is None
    assert (recordings._places, fake_provider.log) == ({}, [])


async def test_s88_another_ones_draft_and_file_do_not_exist(api, people, fake_provider, db, user):
    neighbour = await people.admin.current()
    draft = await db.run_in_transaction(drafts.save_draft, neighbour, transcript="Van een ander.")
    refused = await send(user, people.user, draftId=str(draft.id))
    assert (refused.status_code, refused.json()["code"]) == (404, "draft_not_found")
    await send(user, people.user)
    await ended()
    address = f"/api/recordings/{id_of(people.user, chosen.memo())}"
    for person in (people.admin, people.outsider):
        client = await api(person)
        assert (await client.get(f"{address}?after=0")).status_code == 404
        assert (await client.delete(address)).status_code == 404
        taken = await send(client, person, recordingId=id_of(people.user, chosen.memo()))
        assert (taken.status_code, taken.json()["code"]) == (422, "invalid_recording")
    visitor = await api()
    assert {(await visitor.get(address)).status_code, (await send(visitor, people.user)).status_code} == {401}
