"""Lists page by page: every row once, in both orders, also with equal keys; and cursors that nobody was given."""

import base64
import json
import uuid
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from sqlalchemy import bindparam
from sqlalchemy import select as sa_select
from sqlmodel import col, select

from tests.support import people as cast
from voice_report.db.models import Client, User
from voice_report.errors import Invalid
from voice_report.services.shared import pagination
from voice_report.services.shared.pagination import Page

BY_NAME = pagination.by_text(col(Client.search_key), col(Client.id))
NEWEST = pagination.newest_first(col(User.created_at), col(User.id))
MOMENT = "2026-03-01T09:00:00+00:00"


async def pages(db, query, order, limit: int) -> list[Page]:
    found, after = [], None
    while True:
        page = await db.run_reading(pagination.fetch, query, order, after=after, limit=limit)
        found.append(page)
        if page.next is None:
            return found
        after = page.next


async def test_rows_with_the_same_text_come_once_in_order_of_their_id(db, people) -> None:
    for number in range(6):
        await cast.make_client(people.organization_id, f"É {number}", "Nel", "Naam")
    query = select(Client).where(col(Client.id).startswith("É"))
    found = await pages(db, query, BY_NAME, 2)
    assert [[row.id for row in page.items] for page in found] == [["É 0", "É 1"], ["É 2", "É 3"], ["É 4", "É 5"]]
    assert [len(page.items) for page in await pages(db, query, BY_NAME, 6)] == [6], "an exact fit has no next page"


async def test_rows_of_the_same_moment_come_once_newest_first_whatever_is_selected(db, people) -> None:
    moments = [datetime(2026, 3, 1, tzinfo=UTC) + timedelta(microseconds=number // 3) for number in range(7)]
    for moment in moments:
        await cast.make_user(people.organization_id, "Nel", "Gelijktijdig", created_at=moment)
    for columns in ((User,), (User.id, User.created_at), (User, User.email)):
        query = select(*columns).where(User.last_name == "Gelijktijdig")
        found = await pages(db, query, NEWEST, 3)
        assert [len(page.items) for page in found] == [3, 3, 1]
        rows = [row[0] if len(columns) == 2 and columns[0] is User else row for page in found for row in page.items]
        assert [row.created_at for row in rows] == sorted(moments, reverse=True)
        assert len({row.id for row in rows}) == 7


@pytest.mark.parametrize("order", ["by name", "newest first"])
async def test_a_listing_has_the_pages_of_the_query_that_it_was_built_of(db, people, order) -> None:
    table = User.__table__  # pyright: ignore[reportAttributeAccessIssue]
    chosen = {
        "by name": pagination.by_text(table.c.first_name, table.c.id),
        "newest first": pagination.newest_first(table.c.created_at, table.c.id),
    }[order]
    for number in range(7):
        moment = datetime(2026, 3, 1, tzinfo=UTC) + timedelta(microseconds=number // 3)
        await cast.make_user(people.organization_id, f"Nel {number // 2}", "Gelijktijdig", created_at=moment)
    columns = sa_select(table.c.id, table.c.first_name, table.c.created_at)
    whole = await pages(db, columns.where(table.c.last_name == "Gelijktijdig"), chosen, 3)
    listing, found, after = pagination.Listing(columns.where(table.c.last_name == bindparam("name")), chosen), [], None
    for _ in whole:
        found.append(await db.run_reading(listing.fetch, {"name": "Gelijktijdig"}, after=after, limit=3))
        after = found[-1].next
    assert found == whole
    assert [len(page.items) for page in found] == [3, 3, 1]
    async with db.reading() as session:
        assert (await listing.fetch(session, {"name": "Niemand"}, limit=3)) == Page([])
        with pytest.raises(Invalid):
            await listing.fetch(session, {"name": "Gelijktijdig"}, after="x", limit=3)


@pytest.mark.parametrize(
    ("order", "content"),
    [
        (NEWEST, ["2026-03-01T09:00:00", str(uuid.UUID(int=1))]),  # without a time zone
        (NEWEST, ["0001-01-01T00:00:00+14:00", str(uuid.UUID(int=1))]),
        (NEWEST, [MOMENT, "not an id"]),
        (NEWEST, [MOMENT, 5]),
        (NEWEST, [5, str(uuid.UUID(int=1))]),
        (NEWEST, [MOMENT]),
        (NEWEST, {"a": 1}),
        (BY_NAME, ["a", "\x00"]),
        (BY_NAME, ["\x00", "a"]),
        (BY_NAME, ["\ud800", "a"]),
        (BY_NAME, ["a", "\ud800"]),
        (BY_NAME, ["a", None]),
        (BY_NAME, None),
    ],
)
def test_a_cursor_that_was_not_given_is_refused(order, content) -> None:
    with pytest.raises(Invalid):
        order.after(base64.urlsafe_b64encode(json.dumps(content).encode()).decode())


async def test_a_cursor_may_be_of_another_time_zone(db, people) -> None:
    moments = [datetime(2026, 3, 1, 9, tzinfo=UTC) + timedelta(minutes=number) for number in range(3)]
    first, second, _ = [
        await cast.make_user(people.organization_id, "Nel", "Gelijktijdig", created_at=moment) for moment in moments
    ]
    there = json.dumps(["2026-03-01T11:01:00+02:00", str(second.id)])
    after = base64.urlsafe_b64encode(there.encode()).decode()
    query = select(User).where(User.last_name == "Gelijktijdig")
    page = await db.run_reading(pagination.fetch, query, NEWEST, after=after, limit=3)
    assert [row.id for row in page.items] == [first.id]


@pytest.mark.parametrize("after", ["x", "####", "é", "\ud800", base64.urlsafe_b64encode(b"[" * 100_000).decode()])
def test_a_cursor_that_cannot_be_read_is_refused(after) -> None:
    with pytest.raises(Invalid):
        NEWEST.after(after)


@pytest.mark.parametrize(("sizes", "kept"), [([9], 1), ([5, 5, 1], 2), ([1, 2, 3], 3), ([], 0), ([11, 1], 1)])
def test_a_page_ends_before_it_is_too_heavy_and_goes_on_from_there(sizes, kept) -> None:
    rows = [SimpleNamespace(id=f"C-{number}", search_key="x") for number in range(len(sizes))]
    page = pagination.within(Page(rows, "further"), BY_NAME, sizes, 10)
    cut = kept < len(rows)
    assert (page.items, page.next) == (rows[:kept], BY_NAME.cursor(rows[kept - 1]) if cut else "further")
