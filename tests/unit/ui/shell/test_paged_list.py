"""A list on a page: the first page, what comes below, the search, and what is shown when it cannot be read."""

from dataclasses import replace

import pytest
from reflex.istate.data import RouterData

from tests.support import people as cast
from tests.support.handlers import tab_of
from voice_report.services.clients import clients
from voice_report.ui.kit.overlay.toast import ToastState
from voice_report.ui.pages.clients.clients import ClientsState


async def list_of(person) -> tuple[ClientsState, ToastState]:
    root = tab_of(person)
    return await root.get_state(ClientsState), await root.get_state(ToastState)


@pytest.fixture
async def many(people):
    for number in range(15):
        await cast.make_client(people.organization_id, f"N-{number:02}", "Nel", f"Naam{number:02}")
    return people


async def press(handler, *args):
    return await handler.fn(*args)


async def test_a_search_replaces_the_items_and_a_new_visit_forgets_it(many) -> None:
    listed, _ = await list_of(many.admin)
    await press(ClientsState.load, listed)
    await press(ClientsState.load_more, listed)
    assert (len(listed.items), listed.following) == (16, "")
    await press(ClientsState.search, listed, "nel")
    assert (len(listed.items), listed.following != "", listed.query) == (10, True, "nel")
    await press(ClientsState.load_more, listed)
    assert (len({item.id for item in listed.items}), listed.following) == (15, "")
    await press(ClientsState.search, listed, "x" * 5000)
    assert (listed.items, listed.query) == ([], "x" * 100)
    await press(ClientsState.load, listed)
    assert (len(listed.items), listed.query) == (10, "")


async def test_an_item_that_moved_down_meanwhile_is_not_shown_twice(many) -> None:
    listed, _ = await list_of(many.admin)
    await press(ClientsState.load, listed)
    above = listed.items[-1]
    moved = replace(above, id="N-14", name="Nel Naam14")
    listed.items = [*listed.items, moved]
    await press(ClientsState.load_more, listed)
    assert [item.id for item in listed.items].count(moved.id) == 1
    assert (len(listed.items), listed.items[9]) == (16, above)


async def test_more_after_the_last_page_reads_nothing(many, monkeypatch) -> None:
    listed, toast = await list_of(many.admin)
    await press(ClientsState.load, listed)
    await press(ClientsState.load_more, listed)
    monkeypatch.setattr(clients, "list_clients", None)
    await press(ClientsState.load_more, listed)
    assert (len(listed.items), toast.title) == (16, "")


async def test_a_list_that_cannot_be_read_says_so_and_the_retry_shows_it(many, monkeypatch) -> None:
    async def broken(*_args, **_options):
        raise OSError("the disk is gone")

    listed, toast = await list_of(many.admin)
    with monkeypatch.context() as failing:
        failing.setattr(clients, "list_clients", broken)
        await press(ClientsState.load, listed)
        assert (listed.loaded, listed.failed) == (False, True)
    await press(ClientsState.load, listed)
    assert (listed.loaded, listed.failed, len(listed.items)) == (True, False, 10)
    with monkeypatch.context() as failing:
        failing.setattr(clients, "list_clients", broken)
        for handler in (ClientsState.load_more, ClientsState.load):
            toast.destructive = False
            await press(handler, listed)
            assert (listed.loaded, len(listed.items), toast.destructive) == (True, 10, True), "what was there stays"


async def test_a_search_that_fails_leaves_no_cursor_of_another_search(many, monkeypatch) -> None:
    async def broken(*_args, **_options):
        raise OSError("the disk is gone")

    listed, _ = await list_of(many.admin)
    await press(ClientsState.load, listed)
    assert listed.following
    monkeypatch.setattr(clients, "list_clients", broken)
    await press(ClientsState.search, listed, "nel")
    assert (listed.query, listed.following) == ("nel", "")


async def test_s01_whose_session_has_ended_or_whose_role_was_taken_reads_nothing_more(many) -> None:
    listed, toast = await list_of(many.admin)
    await press(ClientsState.load, listed)
    for handler, given in ((ClientsState.load_more, ()), (ClientsState.search, ("nel",)), (ClientsState.load, ())):
        theirs, refused = await list_of(many.user)
        theirs.following = listed.following
        await press(handler, theirs, *given)
        assert (theirs.items, refused.description) == ([], "Je hebt geen admin rechten.")
    listed.router = RouterData.from_router_data({"headers": {}, "ip": "192.0.2.3"})
    for handler, given in ((ClientsState.load_more, ()), (ClientsState.search, ("nel",))):
        assert "/login" in str(await press(handler, listed, *given))
    assert (len(listed.items), toast.title) == (10, "")
