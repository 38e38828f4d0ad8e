"""Search keys in the order of Dutch names, without apostrophes, and compared byte by byte."""

import json
import re
import unicodedata

import sqlalchemy as sa

from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

_SIZES = {"organizations": 200, "users": 500, "clients": 400, "own_words": 700}
_AT_ONCE = 1_000

# What follows is as it was when these keys were made: a later change of the product needs a migration of its own.
_DROPPED = dict.fromkeys(map(ord, "'’‘‛`´ʹʼˈ′\u00ad\u034f\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"))
_LETTERS = str.maketrans({"ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "æ": "ae", "œ": "oe", "þ": "th"})
_PREFIXES = frozenset(
    word
    for line in (
        "s t a aan af al am auf aus bij d da dal dalla das de degli dei del della den der des di do dos du el het i il",
        "in l la las le les lo los op over ten ter thoe thor tho to toe tot uijt uit uyt unter van vom von voor vor",
        "zu zum zur onder",
    )
    for word in line.split()
)


def upgrade() -> None:
    connection = op.get_bind()
    organizations = connection.execute(sa.text("SELECT id, name FROM organizations")).all()
    _set(connection, "organizations", ("id",), [((one,), _folded(name)) for one, name in organizations])
    people = connection.execute(sa.text("SELECT id, first_name, last_name, email FROM users")).all()
    _set(connection, "users", ("id",), [((one,), _in_order(*names)) for one, *names in people])
    clients = connection.execute(sa.text("SELECT organization_id, id, first_name, last_name FROM clients")).all()
    keys = [((home, one), _in_order(first, last, one)) for home, one, first, last in clients]
    _set(connection, "clients", ("organization_id", "id"), keys)
    words = connection.execute(sa.text("SELECT id, word, heard_as FROM own_words")).all()
    keys = [((one,), _folded(" ".join((word, *json.loads(forms))))) for one, word, forms in words]
    _set(connection, "own_words", ("id",), keys)
    if connection.dialect.name == "postgresql":
        for table, size in _SIZES.items():
            op.execute(f'ALTER TABLE {table} ALTER COLUMN search_key TYPE VARCHAR({size}) COLLATE "C"')
    op.drop_index("ix_users_organization_name", table_name="users")
    op.create_index("ix_users_organization_name", "users", ["organization_id", "search_key", "id"])


def downgrade() -> None:
    """The keys stay: the version before searches them as well, and writes its own again as names change."""
    op.drop_index("ix_users_organization_name", table_name="users")
    op.create_index("ix_users_organization_name", "users", ["organization_id", "last_name", "id"])
    if op.get_bind().dialect.name == "postgresql":
        for table, size in _SIZES.items():
            op.execute(f'ALTER TABLE {table} ALTER COLUMN search_key TYPE VARCHAR({size}) COLLATE "default"')


def _set(connection: sa.Connection, table: str, ids: tuple[str, ...], keys: list[tuple[tuple, str]]) -> None:
    where = " AND ".join(f"{name} = :{name}" for name in ids)
    update = sa.text(f"UPDATE {table} SET search_key = :search_key WHERE {where}")  # noqa: S608  names of ours
    for start in range(0, len(keys), _AT_ONCE):
        values = [
            {**dict(zip(ids, one, strict=True)), "search_key": key[: _SIZES[table]]}
            for one, key in keys[start : start + _AT_ONCE]
        ]
        connection.execute(update, values)


def _folded(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.translate(_DROPPED).casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return re.sub("[-‐‑–—,\\s]+", " ", bare.translate(_LETTERS)).strip()


def _in_order(first_name: str, last_name: str, other: str) -> str:
    words = _folded(re.sub("^([dl])['’‘`´](?=\\w)", r"\1 ", last_name, flags=re.IGNORECASE)).split()
    main = next((at for at, word in enumerate(words) if word not in _PREFIXES), 0)
    return " ".join(filter(None, (*words[main:], _folded(first_name), *words[:main], _folded(other))))
