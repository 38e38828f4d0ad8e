"""What a text is searched for before it leaves: parts of the names of clients and members, and an organization's own
words."""

import uuid
from typing import Any

from sqlalchemy import (
    CheckConstraint,
    Connection,
    ForeignKeyConstraint,
    Index,
    UniqueConstraint,
    delete,
    event,
    insert,
    inspect,
)
from sqlmodel import Field, SQLModel

from ...dutch.characters import folded
from ...dutch.person_names import name_parts
from ...dutch.phonetics import heard_as
from .accounts import Client, User
from .base import Table


class NameKey(SQLModel, table=True):
    """A part of the name of a client (``client_id``) or a member (``user_id``) of an organization.

    ``key`` is as ``name_parts`` has it, '' for a name without any; ``sound`` what it sounds like, '' when that is too
    short to be distinguished from others. Rows are written with the client and the user they are of: by the listeners
    below, and where clients are written without them (``services.clients.name_keys``).
    """

    __tablename__ = "name_keys"
    __table_args__ = (
        ForeignKeyConstraint(
            ["organization_id", "client_id"], ["clients.organization_id", "clients.id"], ondelete="CASCADE"
        ),
        Index("ix_name_keys_key", "organization_id", "key"),
        Index("ix_name_keys_sound", "organization_id", "sound"),
        Index("ix_name_keys_client", "organization_id", "client_id"),
    )

    id: uuid.UUID = Field(default_factory=uuid.uuid4, primary_key=True)
    organization_id: uuid.UUID = Field(foreign_key="organizations.id", ondelete="CASCADE")
    client_id: str | None = Field(default=None, max_length=100)
    user_id: uuid.UUID | None = Field(default=None, foreign_key="users.id", ondelete="CASCADE", index=True)
    key: str = Field(max_length=100)
    sound: str = Field(max_length=40)


class MaskingWord(Table, table=True):
    """A word that an organization always replaces in text that leaves ('replace'), or never ('keep').

    ``word_key`` is the word ``folded``: what no two words of an organization share, and what lists search and order by.
    ``version`` counts the changes.
    """

    __tablename__ = "masking_words"
    __table_args__ = (
        UniqueConstraint("organization_id", "word_key", name="masking_words_once"),
        CheckConstraint("rule IN ('replace', 'keep')", name="masking_words_rule_known"),
    )

    organization_id: uuid.UUID = Field(foreign_key="organizations.id", ondelete="CASCADE")
    word: str = Field(max_length=60)
    word_key: str = Field(max_length=180)
    rule: str = Field(max_length=8)
    added_by_id: uuid.UUID | None = Field(default=None, foreign_key="users.id", ondelete="SET NULL", index=True)
    version: int = 1


def masking_word_key(word: str) -> str:
    """Return the text by which these words are compared, searched and put in order."""
    return folded(word)[:180]


def name_keys(owner: Client | User) -> list[dict[str, Any]]:
    """Return the rows that a client or user has; a user without an organization has none."""
    if owner.organization_id is None:
        return []
    mine = (
        {"client_id": None, "user_id": owner.id}
        if isinstance(owner, User)
        else {"client_id": owner.id, "user_id": None}
    )
    parts = sorted(name_parts(owner.first_name, owner.last_name)) or [""]
    return [
        {
            "id": uuid.uuid4(),
            "organization_id": owner.organization_id,
            "key": part[:100],
            "sound": heard_as(part),
            **mine,
        }
        for part in parts
    ]


def _write(connection: Connection, owner: Client | User) -> None:
    if rows := name_keys(owner):
        connection.execute(insert(NameKey), rows)


@event.listens_for(User, "after_insert")
@event.listens_for(Client, "after_insert")
def _added(_mapper: Any, connection: Connection, owner: Client | User) -> None:
    _write(connection, owner)


@event.listens_for(User, "after_update")
@event.listens_for(Client, "after_update")
def _changed(_mapper: Any, connection: Connection, owner: Client | User) -> None:
    state = inspect(owner)
    if not any(state.attrs[name].history.has_changes() for name in ("first_name", "last_name", "organization_id")):
        return
    table: Any = NameKey.__table__.c  # pyright: ignore[reportAttributeAccessIssue]
    if isinstance(owner, User):
        connection.execute(delete(NameKey).where(table.user_id == owner.id))
    else:
        mine = (table.organization_id == owner.organization_id, table.client_id == owner.id)
        connection.execute(delete(NameKey).where(*mine))
    _write(connection, owner)
