"""A copy of the whole database as a stream of bytes, made while people work, and put back all or nothing.

``sqlite`` and ``postgresql`` have the same functions; ``of`` returns the one for a URL. All block: call them outside
the event loop.

- ``dump(url, progress)``: a context that yields the bytes of the copy, of one moment; only when it ends without an
  exception is the copy whole.
- ``examine(pieces)``: read a copy to its end. Raises ``Invalid`` when it is not whole.
- ``schema(url)``: the revisions that the database is at.
- ``require_programs(url)``: raise ``Unavailable`` unless the programs that it takes are there and of a fitting version.
- ``is_empty(url)``, ``held(url)``: whether nothing is lost by a restore, and a context in which no process serves it.
- ``put_back(url, pieces, progress)``: let the copy take the database's place; at any failure that stays as it was.
"""

from types import ModuleType

from sqlalchemy.engine import make_url

from ..engine import file_of
from . import postgresql, sqlite

__all__ = ["file_of", "of", "postgresql", "sqlite"]


def of(url: str) -> ModuleType:
    """Return the module for the database of a URL."""
    return sqlite if make_url(url).get_backend_name() == "sqlite" else postgresql
