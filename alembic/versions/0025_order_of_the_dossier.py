"""The dossier in the order of the reports' dates, and names with a shortened prefix under their letter ('v.d. Berg').

Of names only rows that can have such a prefix are read; a process of the version before, which may write its own keys
while it is at work, has them made again at night (``services.platform.search_keys``).
"""

import re
import unicodedata

import sqlalchemy as sa

from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

_REPORTED_AT = "coalesce(reported_at, created_at)"
_TABLES = {"users": (("id",), "email", 500), "clients": (("organization_id", "id"), "id", 400)}
_AT_ONCE = 1_000

# What follows is as it was when these keys were made: a later change of the product needs a migration of its own.
_APOSTROPHES = "'’‘‛`´ʹʼˈ′"
_DROPPED = dict.fromkeys(map(ord, f"{_APOSTROPHES}\u00ad\u034f\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"))
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
_MAY_BE = {"v": "van", "d": "de den der", "h": "het"}
_SHORT = re.compile(
    rf"([vV][./]?\s*(?:d[./]?[enr]?|h)[./]?|[vV][./]?(?=\s*(?:de[nr]?|het|[{_APOSTROPHES}]?t)\s)|v[./]?|d\.)"
    rf"(?:\s+|(?<=[./]))(?=[\w{_APOSTROPHES}])"
)


def upgrade() -> None:
    for name, columns in (("archive", []), ("client", ["client_id"])):
        op.drop_index(f"ix_reports_{name}", table_name="reports")
        key = ["organization_id", *columns, "is_draft", sa.text(_REPORTED_AT), "id"]
        op.create_index(f"ix_reports_{name}", "reports", key)
    latest = (
        f"SELECT max({_REPORTED_AT}) FROM reports WHERE reports.organization_id = clients.organization_id"  # noqa: S608
        " AND reports.client_id = clients.id AND NOT reports.is_draft"
    )
    op.execute(f"UPDATE clients SET last_report_at = ({latest}) WHERE last_report_at IS NOT NULL")  # noqa: S608
    connection = op.get_bind()
    for table, (ids, other, size) in _TABLES.items():
        found = connection.execute(
            sa.text(
                f"SELECT {', '.join(ids)}, first_name, last_name, {other} AS other, search_key FROM {table}"  # noqa: S608
                " WHERE lower(last_name) LIKE 'v%' OR last_name LIKE '%.%' OR last_name LIKE ' %'"
            )
        )
        where = " AND ".join(f"{name} = :{name}" for name in ids)
        update = sa.text(f"UPDATE {table} SET search_key = :search_key WHERE {where}")  # noqa: S608  names of ours
        keys = [
            {**{name: getattr(row, name) for name in ids}, "search_key": key}
            for row in found.all()
            if (key := _key(row.first_name, row.last_name, row.other)[:size]) != row.search_key
        ]
        for start in range(0, len(keys), _AT_ONCE):
            connection.execute(update, keys[start : start + _AT_ONCE])


def downgrade() -> None:
    """The keys and the clients' last dates stay: the version before works with them, and writes its own."""
    for name, columns in (("archive", []), ("client", ["client_id"])):
        op.drop_index(f"ix_reports_{name}", table_name="reports")
        op.create_index(f"ix_reports_{name}", "reports", ["organization_id", *columns, "is_draft", "created_at", "id"])


def _key(first_name: str, last_name: str, other: str) -> str:
    name, prefix = last_name.strip(), []
    if short := _SHORT.match(name):
        prefix = [*_folded(short[0]).split(), *(_MAY_BE[letter] for letter in _folded(short[0]) if letter in _MAY_BE)]
        name = name[short.end() :]
    words = _folded(re.sub(r"^([dl])['’‘`´](?=\w)", r"\1 ", name, flags=re.IGNORECASE)).split()
    main = next((at for at, word in enumerate(words) if word.rstrip(".") not in _PREFIXES), 0)
    return " ".join(filter(None, (*words[main:], _folded(first_name), *prefix, *words[:main], _folded(other))))


def _folded(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.translate(_DROPPED).casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return re.sub("[-‐‑–—,\\s]+", " ", bare.translate(_LETTERS)).strip()
