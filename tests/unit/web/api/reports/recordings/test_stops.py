"""A chosen file that is stopped, or of which the draft is gone (S88)."""

from typing import Any

import pytest

from tests.support.fakes import chosen
from tests.unit.web.api.reports.recordings.steps import WORDS, drafts_stored, ended, id_of, send, state_of, text_of
from voice_report.services.drafts import deleted, drafts
from voice_report.services.sessions import sessions


async def test_s88_a_deleted_draft_ends_its_file_and_keeps_nothing_of_it(api, people, fake_provider, gate, db):
    client = await api(people.user)
    user = await people.user.current()
    draft = await db.run_in_transaction(drafts.save_draft, user, transcript="Al getypt.")
    await send(client, people.user, draftId=str(draft.id))
    await gate.waits.wait()
    await db.run_in_transaction(deleted.delete_draft, user, draft.id)
    gate.opens.set()
    await ended()
    assert (await client.get(f"/api/recordings/{id_of(people.user, chosen.memo())}")).status_code == 404
    assert await drafts_stored(db) == 0
    assert len(fake_provider.requests("speech")) == 1


@pytest.mark.both_databases
@pytest.mark.parametrize("moment", ["while it is heard", "before the next one"])
async def test_after_a_stop_no_piece_is_written_any_more(api, people, fake_provider, gate, db, monkeypatch, moment):
    """The words came seconds later, and the draft was changed under the user who had begun to correct it."""
    client = await api(people.user)
    user = await people.user.current()
    draft = await db.run_in_transaction(drafts.save_draft, user, transcript="Al getypt.")
    address = f"/api/recordings/{id_of(people.user, chosen.memo())}"
    if moment == "before the next one":
        lasts = sessions.lasts

        async def stopped(*arguments: Any) -> bool:
            assert (await client.delete(address)).status_code == 204
            return await lasts(*arguments)

        monkeypatch.setattr(sessions, "lasts", stopped)
        gate.opens.set()
        await send(client, people.user, draftId=str(draft.id))
    else:
        await send(client, people.user, draftId=str(draft.id))
        await gate.waits.wait()
        assert (await client.delete(address)).status_code == 204
    gate.opens.set()
    await ended()
    after = (await client.get(f"/api/drafts/{draft.id}")).json()["draft"]
    assert (after["transcript"], after["version"]) == ("Al getypt.", draft.version)


@pytest.mark.both_databases
async def test_a_file_can_be_stopped_and_keeps_what_there_is(api, people, fake_provider, gate, user):
    await send(user, people.user)
    await gate.waits.wait()
    address = f"/api/recordings/{id_of(people.user, chosen.memo())}"
    assert [(await user.delete(address)).status_code for _ in range(2)] == [204, 204]
    gate.opens.set()
    await ended()
    assert (await state_of(user, people.user))["state"] == "done"
    assert len(fake_provider.requests("speech")) == 1
    assert (await (await api(people.admin)).delete(address)).status_code == 404
    assert (await send(user, people.user)).status_code == 202
    await ended()
    state = await state_of(user, people.user)
    assert (state["code"], await text_of(user, state["draftId"])) == (None, WORDS)
