"""The house rules, proven: who imports whom, and that every event handler asks who is calling (S01)."""

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.handlers import PUBLIC_HANDLERS, every_handler

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "voice_report"

#: What each part may import of our own package. ``None`` is everything: the composition root puts all together.
MAY_IMPORT: dict[str, set[str] | None] = {
    "clock": set(),
    "config": set(),
    "errors": {"texts"},
    "texts": {"clock"},
    "logs": set(),
    "markdown": set(),
    "models": {"clock"},
    "database": {"config", "errors", "database_engine", "database_failures"},
    "database_engine": set(),
    "database_failures": {"errors"},
    "database_probe": {"config"},
    "integrations": {"config", "errors", "texts", "clock", "markdown"},
    "services": {
        "models",
        "database",
        "database_probe",
        "integrations",
        "config",
        "errors",
        "texts",
        "clock",
        "markdown",
    },
    "api": {"services", "errors", "texts", "clock", "config", "logs", "database"},
    "ui": {"services", "errors", "texts", "clock", "config", "logs", "database"},
    "edge": {"services", "errors", "config", "logs"},
    "schema": {"config", "database_engine"},
    "lifespan": {"services", "config", "database", "logs", "schema"},
    "voice_report": None,
    "__main__": None,
    "__init__": set(),
}

#: Of the database, the outer layers may only open a session.
DATABASE_NAMES = {"transaction", "run_in_transaction", "reading"}

#: Libraries that live in one place only.
ONLY_IN = {
    "reflex": {"ui", "voice_report"},
    "openai": {"integrations"},
    "stripe": {"integrations"},
    "aiosmtplib": {"integrations"},
    "fastapi": {"api"},
    "starlette": {"api", "edge"},
}


def _modules() -> list[Path]:
    return sorted((ROOT / PACKAGE).rglob("*.py"))


def _part(path: Path) -> str:
    return path.relative_to(ROOT / PACKAGE).parts[0].removesuffix(".py")


def _imports(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield (absolute module, names taken from it) for every import in the file, also those inside functions."""
    package = list(path.relative_to(ROOT).parent.parts)
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, []
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            yield ".".join([*base, *(node.module or "").split(".")]).strip("."), [alias.name for alias in node.names]


def _own_parts(module: str, names: list[str]) -> set[str]:
    """Return which parts of our package an import reaches."""
    parts = module.split(".")
    if parts[0] != PACKAGE:
        return set()
    return {parts[1]} if len(parts) > 1 else set(names)


@pytest.mark.parametrize("path", _modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_go_downwards_only(path: Path) -> None:
    part = _part(path)
    allowed = MAY_IMPORT[part]
    for module, names in _imports(path):
        reached = _own_parts(module, names) - {part}
        assert allowed is None or reached <= allowed, f"{part} may not import {sorted(reached - (allowed or set()))}"
        if part in ("api", "ui") and module == f"{PACKAGE}.database":
            assert set(names) <= DATABASE_NAMES, f"{part} takes {names} from the database"
        assert not (part in ("api", "ui") and module == PACKAGE and "database" in names), "import names, not the module"


@pytest.mark.parametrize("path", _modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_libraries_live_in_one_place(path: Path) -> None:
    for module, _ in _imports(path):
        library = module.split(".")[0].split("_")[0] if module.startswith("reflex") else module.split(".")[0]
        if library in ONLY_IN:
            assert _part(path) in ONLY_IN[library], f"{library} may not be imported here"


def test_services_have_no_import_cycles() -> None:
    services = {path.stem: path for path in (ROOT / PACKAGE / "services").glob("*.py") if path.stem != "__init__"}
    needs = {
        name: {
            one
            for module, names in _imports(path)
            if module.startswith(f"{PACKAGE}.services")
            for one in ([module.split(".")[2]] if module.count(".") > 1 else names)
            if one in services
        }
        for name, path in services.items()
    }
    done: set[str] = set()
    while remaining := {name for name in needs if name not in done}:
        free = {name for name in remaining if needs[name] <= done}
        assert free, f"a cycle among {sorted(remaining)}"
        done |= free


def test_files_stay_readable() -> None:
    long = {
        str(path.relative_to(ROOT)): size for path in _modules() if (size := len(path.read_text().splitlines())) > 330
    }
    assert not long


@pytest.fixture(scope="module")
def handlers() -> dict[str, tuple[type, Callable[..., Any]]]:
    return every_handler()


def _checks_caller_first(state: type, fn) -> bool:
    """Tell whether the first thing the handler calls is ``current_user``, itself or in a helper of its own state."""
    called = _first_calls(fn)
    if "current_user" in called:
        return True
    helpers = [getattr(state, name, None) for name in called if name.startswith("_")]
    return any("current_user" in _first_calls(helper) for helper in helpers if inspect.isfunction(helper))


def _first_calls(fn) -> list[str]:
    """Return the names called in the function's first statement that calls anything."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(fn))))
    pending = list(tree.body[0].body)  # pyright: ignore[reportAttributeAccessIssue]
    while pending:
        statement = pending.pop(0)
        if isinstance(statement, ast.AsyncWith | ast.Try):
            pending = [*statement.body, *pending]
            continue
        calls = [node.func for node in ast.walk(statement) if isinstance(node, ast.Call)]
        if calls:
            return [getattr(func, "id", getattr(func, "attr", "")) for func in calls]
    return []


def test_s01_every_event_handler_asks_who_is_calling(handlers) -> None:
    assert len(handlers) > len(PUBLIC_HANDLERS), "the handlers were not found"
    unclassified = [n for n, found in handlers.items() if n not in PUBLIC_HANDLERS and not _checks_caller_first(*found)]
    assert not unclassified, "call current_user(...) before anything else, or add to PUBLIC_HANDLERS with the reason"


def test_s01_every_event_handler_wears_action(handlers) -> None:
    bare = [name for name, (_, fn) in handlers.items() if not getattr(fn, "wears_action", False)]
    assert not bare, "every handler wears @action, or its failure is English and its last state change lost"


def test_s01_public_handlers_exist(handlers) -> None:
    assert set(PUBLIC_HANDLERS) <= set(handlers), "a name in PUBLIC_HANDLERS is gone"


def test_s01_no_var_can_be_set_by_its_name(handlers) -> None:
    """The framework's ``setvar`` finds nothing to set: no state has automatic setters."""
    from reflex_base.config import get_config

    assert not get_config().state_auto_setters
