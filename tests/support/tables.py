"""The database of a test, one statement at a time: each in a session of its own, which sees what was stored."""

from typing import Any

from voice_report.db import session as database


async def rows(query: Any) -> list[Any]:
    """Return all rows of a query."""
    async with database.reading() as session:
        return list((await session.exec(query)).all())


async def row(query: Any) -> Any:
    """Return the only row of a query."""
    async with database.reading() as session:
        return (await session.exec(query)).one()


async def first(query: Any) -> Any:
    """Return the first row of a query, or ``None``."""
    async with database.reading() as session:
        return (await session.exec(query)).first()


async def get(model: Any, key: Any) -> Any:
    """Return the row with this key."""
    async with database.reading() as session:
        return await session.get_one(model, key)


async def run(statement: Any) -> None:
    """Run a statement that writes."""
    async with database.transaction() as session:
        await session.execute(statement)


async def add(row: Any) -> None:
    """Store a new row."""
    async with database.transaction() as session:
        session.add(row)


async def change(model: Any, key: Any, **columns: Any) -> None:
    """Set columns of the row with this key."""
    async with database.transaction() as session:
        found = await session.get_one(model, key)
        for name, value in columns.items():
            setattr(found, name, value)
