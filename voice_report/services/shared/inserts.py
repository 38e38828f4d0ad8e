"""Insert rows that another transaction may be inserting at this moment."""

from typing import Any

from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import SQLModel

from ...db.session import WriteSession


def insert(session: WriteSession, model: type[SQLModel]) -> Any:
    """Return an INSERT of this database, which has ``on_conflict_do_nothing`` and ``on_conflict_do_update``."""
    return {"sqlite": sqlite.insert, "postgresql": postgresql.insert}[session.get_bind().dialect.name](model)


async def insert_once(session: WriteSession, row: SQLModel) -> bool:
    """Insert the row unless its key is taken; return whether it was inserted.

    Of two concurrent inserts one succeeds, and no transaction aborts. The session does not have the row afterwards.
    """
    once = insert(session, type(row)).values(row.model_dump()).on_conflict_do_nothing()
    return (await session.execute(once.returning(type(row).id))).first() is not None  # pyright: ignore[reportAttributeAccessIssue]
