"""Sees what a test's process writes below ``var/`` of the checkout, where a developer's own data are."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

_OWN = os.path.join(Path(__file__).resolve().parents[2], "var")
#: What is built or downloaded once, for every run.
_SHARED = tuple(os.path.join(_OWN, name) for name in ("frontend", "models"))
#: The events of a file or folder that is made, and which of its values is the path.
_MAKING = {"open": 0, "os.mkdir": 0, "os.rename": 1, "sqlite3.connect": 0}
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT

_written: list[str] = []
_is_hooked = False


@contextmanager
def watching() -> Iterator[list[str]]:
    """Yield the paths that are written there until the block ends."""
    global _written, _is_hooked
    if not _is_hooked:
        sys.addaudithook(_seen)  # for as long as the process lives
        _is_hooked = True
    before, _written = _written, []
    try:
        yield _written
    finally:
        _written = before


def _seen(event: str, values: tuple[Any, ...]) -> None:
    if event not in _MAKING or (event == "open" and not values[2] & _WRITING):
        return
    with suppress(OSError, TypeError):  # a file by its number, or the working directory is gone
        path = os.path.abspath(os.fsdecode(values[_MAKING[event]]))
        if path.startswith(_OWN + os.sep) and not path.startswith(_SHARED):
            _written.append(path)


@pytest.fixture(autouse=True)
def _checkout_is_left_alone(_own_environment) -> Iterator[None]:
    """Fail the test when it wrote below ``var/`` of the checkout."""
    with watching() as written:
        yield
    assert written == []
