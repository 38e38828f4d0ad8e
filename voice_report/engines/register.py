"""The register of engines in a file (``ENGINES_FILE``, TOML): read at the start, and refused when anything is wrong.

Each ``[[engine]]`` is a ``Profile``; the order is that in which they are tried. Keys are named by the variable that has
them (``key_env``) and are not in the file.
"""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import fields
from datetime import date
from pathlib import Path
from typing import Any

from ..core import secret_files
from . import REGIONS_WITHIN, RULES, TABLES, Profile, Task, is_here

_NEEDED = {"key", "task", "kind", "party", "country", "region"}
_NAMED = {one.name for one in fields(Profile)} - {"api_key"} | {"key_env"}
_LONGEST = 200  # characters of a value


def read(path: str) -> dict[Task, tuple[Profile, ...]]:
    """Return the profiles of each task in their order. Raises ``ValueError``, whose text names the entry and never a
    value that may be a key."""
    try:
        found = tomllib.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise ValueError(f"ENGINES_FILE cannot be read: {error.strerror}.") from None
    except ValueError:  # TOML or UTF-8
        raise ValueError("ENGINES_FILE is no TOML.") from None
    entries = found.get("engine")
    if found.keys() != {"engine"} or not isinstance(entries, list) or not entries:
        raise ValueError("ENGINES_FILE has [[engine]] tables, and nothing else.")
    profiles = [_profile(number, entry) for number, entry in enumerate(entries, 1)]
    if len({one.key for one in profiles}) < len(profiles) or RULES.key in {one.key for one in profiles}:
        raise ValueError(f"ENGINES_FILE: each key is used once, and none is '{RULES.key}'.")
    return {task: tuple(one for one in profiles if one.task == task) for task in TABLES}


def _profile(number: int, entry: Any) -> Profile:
    where = f"ENGINES_FILE, engine {number}"
    if not isinstance(entry, dict) or (missing := _NEEDED - entry.keys()):
        raise ValueError(f"{where}: {', '.join(sorted(missing if isinstance(entry, dict) else _NEEDED))} missing.")
    if unknown := sorted(entry.keys() - _NAMED):
        raise ValueError(f"{where}: unknown: {', '.join(unknown)}.")
    for name, value in entry.items():
        is_day = name == "agreement" and type(value) is date
        if not is_day and not (name != "agreement" and isinstance(value, str) and len(value) <= _LONGEST):
            raise ValueError(f"{where}: {name} is {'a date' if name == 'agreement' else 'a text'}.")
    return _checked(where, entry)


def _checked(where: str, entry: Mapping[str, Any]) -> Profile:
    table = TABLES.get(entry["task"])
    if table is None or entry["kind"] not in table:
        known = ", ".join(f"{task} ({', '.join(kinds)})" for task, kinds in TABLES.items())
        raise ValueError(f"{where}: task and kind are among: {known}.")
    if entry["region"] not in REGIONS_WITHIN["all"]:
        raise ValueError(f"{where}: region is local, eu or other.")
    if not entry["key"] or not all(one.isascii() and (one.isalnum() or one in "-_") for one in entry["key"]):
        raise ValueError(f"{where}: key is letters, digits, - and _.")
    engine, address = table[entry["kind"]], entry.get("base_url")
    if address is not None and not address.startswith(("http://", "https://")):
        raise ValueError(f"{where}: base_url is an http(s) address.")
    if engine.leaves_server and entry["region"] == "local" and not is_here(address):
        raise ValueError(f"{where}: region local needs a base_url of this machine or a private network.")
    if not engine.leaves_server and entry["region"] != "local":
        raise ValueError(f"{where}: {entry['kind']} computes on this machine, so its region is local.")
    api_key = _key(entry["key_env"]) if "key_env" in entry else None
    if "key_env" in entry and not api_key:
        raise ValueError(f"{where}: the variable that key_env names is empty.")
    told = {name: value for name, value in entry.items() if name != "key_env"}
    return Profile(**{"model": engine.model, **told}, api_key=api_key)


def _key(name: str) -> str | None:
    """Return the key in a variable, or in the file that it names with ``_FILE`` behind it."""
    return secret_files.value(name, os.environ) or os.environ.get(name)
