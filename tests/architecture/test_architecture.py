"""The house rules, proven: who imports whom, and that every event handler asks who is calling (S01)."""

import ast
import inspect
import io
import re
import subprocess
import textwrap
import tokenize
from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.architecture.layers import DATABASE_NAMES, FLOORS, MAY_IMPORT, NOT_AT_START, ONLY_IN, SHELVES
from tests.support import selection
from tests.support.handlers import PUBLIC_HANDLERS, every_handler

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "voice_report"


def _modules() -> list[Path]:
    return sorted((ROOT / PACKAGE).rglob("*.py"))


def _part(path: Path) -> str:
    parts = path.relative_to(ROOT / PACKAGE).with_suffix("").parts
    return ".".join(parts[: 2 if parts[0] in SHELVES else 1]).removesuffix(".__init__")


@cache
def _imports(path: Path) -> list[tuple[str, list[str]]]:
    """Return (absolute module, names taken from it) for every import in the file, also those inside functions."""
    package = list(path.relative_to(ROOT).parent.parts)
    found: list[tuple[str, list[str]]] = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found += [(alias.name, []) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *(node.module or "").split(".")]).strip(".")
            found.append((module, [alias.name for alias in node.names]))
    return found


def _own_parts(module: str, names: list[str]) -> set[str]:
    """Return which parts of our package an import reaches."""
    parts = module.split(".")
    if parts[0] != PACKAGE:
        return set()
    if len(parts) > 2 and parts[1] in SHELVES:
        return {".".join(parts[1:3])}
    if len(parts) == 2 and parts[1] in SHELVES:
        return {f"{parts[1]}.{name}" for name in names}
    return {parts[1]} if len(parts) > 1 else set(names)


def test_imports_go_downwards_only() -> None:
    for path in _modules():
        part, name = _part(path), path.relative_to(ROOT)
        allowed = MAY_IMPORT[part]
        for module, names in _imports(path):
            higher = _own_parts(module, names) - {part} - (allowed or set())
            assert allowed is None or not higher, f"{name} may not import {sorted(higher)}"
            if part in ("web.api", "ui") and module == f"{PACKAGE}.db.session":
                assert set(names) <= DATABASE_NAMES, f"{name} takes {names} from the database"
            assert not (part in ("web.api", "ui") and module == f"{PACKAGE}.db" and "session" in names), (
                f"{name}: import names"
            )


def test_components_know_no_page() -> None:
    """Neither in Python nor in JavaScript: a page uses components, not the other way."""
    components = ROOT / PACKAGE / "ui" / "kit"
    scripts = [path for path in components.rglob("*") if path.suffix in (".py", ".js", ".jsx")]
    assert len(scripts) > 50
    assert [path.name for path in scripts if "ui/pages" in path.read_text()] == []
    python = {path.name: [module for module, _ in _imports(path)] for path in scripts if path.suffix == ".py"}
    assert [name for name, modules in python.items() if any(".ui.pages" in one for one in modules)] == []


def test_libraries_live_in_one_place() -> None:
    for path in _modules():
        for module, _ in _imports(path):
            library = module.split(".")[0].split("_")[0] if module.startswith("reflex") else module.split(".")[0]
            allowed = ONLY_IN.get(library)
            assert allowed is None or _part(path) in allowed, f"{path.relative_to(ROOT)} may not import {library}"


def test_s67_outside_engines_get_the_client_of_the_checkpoint_alone() -> None:
    """Each client of a provider is made with ``checkpoint.client``, in the two modules of outside engines."""
    made, others = {}, []
    for path in _modules():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in ("AsyncOpenAI", "OpenAI"):
                made[path] = {one.arg: ast.unparse(one.value) for one in node.keywords}.get("http_client", "")
        if any(module == "openai" and set(names) & {"OpenAI", "Client"} for module, names in _imports(path)):
            others.append(path)
    assert sorted(path.parent.name for path in made) == ["speech", "structuring"]
    assert [one for one in made.values() if not one.startswith("checkpoint.client(")] == []
    assert others == []


def test_signatures_say_whether_a_session_reads_or_writes() -> None:
    taking_either = {_part(path) for path in _modules() for _, names in _imports(path) if "AsyncSession" in names}
    assert taking_either == {"db.session"}, "take a ReadSession or a WriteSession"


def test_a_transaction_waits_for_the_database_alone() -> None:
    """Who writes holds the only writer's turn on SQLite, and rows on PostgreSQL: a busy thread, a comparison and a
    neighbour are waited for before. So all that is awaited gets the session; but a limit is asked before any row."""
    found = set()
    for path in _modules():
        for node in ast.walk(ast.parse(path.read_text())):
            for one in ast.walk(node) if _is_transaction(node) else ():
                if isinstance(one, ast.Await) and not _uses_session(one) and "rate_limits.hit" not in ast.unparse(one):
                    found.add(f"{path.relative_to(ROOT)}: {ast.unparse(one)}")
    assert found == set()


def _uses_session(awaited: ast.Await) -> bool:
    return any(isinstance(one, ast.Name) and one.id == "session" for one in ast.walk(awaited.value))


def _is_transaction(node: ast.AST) -> bool:
    """Return whether a node is a function that gets a ``WriteSession``, or a block of ``transaction()``."""
    if isinstance(node, ast.AsyncFunctionDef):
        return any(
            one.annotation is not None and ast.unparse(one.annotation) == "WriteSession" for one in node.args.args
        )
    return isinstance(node, ast.AsyncWith) and any(
        isinstance(one.context_expr, ast.Call) and ast.unparse(one.context_expr.func).endswith("transaction")
        for one in node.items
    )


def test_starting_imports_no_library_that_may_not_be_needed() -> None:
    for path in _modules():
        for node in ast.parse(path.read_text()).body:
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            found = {name.split(".")[0] for name in names} & NOT_AT_START
            assert not found, f"{path.name} imports {sorted(found)} at start"


def test_no_module_needs_itself() -> None:
    """There is no circle of imports anywhere, those inside functions included."""
    modules = {_dotted(path): path for path in _modules()}
    needs = {name: _needs(path, modules) - {name} for name, path in modules.items()}
    done: set[str] = set()
    while remaining := {name for name in needs if name not in done}:
        free = {name for name in remaining if needs[name] <= done}
        assert free, f"a circle among {sorted(remaining)}"
        done |= free


def _dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _needs(path: Path, modules: Mapping[str, Path]) -> set[str]:
    """Return the modules of ours that a file imports: ``from package import module`` needs the module."""
    found = set()
    for module, names in _imports(path):
        inside = {f"{module}.{name}" for name in names} & set(modules)
        found |= inside or {module} & set(modules)
    return found


def test_services_import_from_lower_floors_only() -> None:
    for path in (ROOT / PACKAGE / "services").rglob("*.py"):
        floor = path.relative_to(ROOT / PACKAGE / "services").parts[0]
        if floor == "__init__.py":
            continue
        for module, names in _imports(path):
            for other in _packages(module, names) - {floor}:
                assert FLOORS.index(other) > FLOORS.index(floor), f"{floor} may not import {other} ({path.name})"


def _packages(module: str, names: list[str]) -> set[str]:
    """Return the packages of ``services`` that an import reaches."""
    parts = module.split(".")
    if parts[:2] != [PACKAGE, "services"]:
        return set()
    return {parts[2]} if len(parts) > 2 else set(names)


def test_nobody_reaches_past_the_public_face_of_a_package() -> None:
    """Of a package of services others import the modules in its ``__all__``; the rest is its own."""
    faces = {package: _face(ROOT / PACKAGE / "services" / package / "__init__.py") for package in FLOORS}
    for path in _modules():
        for module, names in _imports(path):
            for package in _packages(module, names):
                if path.is_relative_to(ROOT / PACKAGE / "services" / package):
                    continue
                parts = module.split(".")
                reached = {parts[3]} if len(parts) > 3 else set(names)
                assert reached <= faces[package], f"{path.name} takes {sorted(reached - faces[package])} of {package}"
    for package, face in faces.items():
        inside = (ROOT / PACKAGE / "services" / package).iterdir()
        there = {path.stem for path in inside if path.suffix == ".py" or (path / "__init__.py").exists()}
        assert face == {name for name in there if not name.startswith("_")}, package


def _face(path: Path) -> set[str]:
    """Return the names in a module's ``__all__``."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Assign) and [getattr(one, "id", "") for one in node.targets] == ["__all__"]:
            return set(ast.literal_eval(node.value))
    raise AssertionError(f"{path} says nothing of what is public")


@pytest.mark.parametrize(
    "layer", ["voice_report/web/api", "voice_report/ui/pages", "tests/unit/services", "tests/unit/web/api"]
)
def test_every_layer_knows_the_same_nouns(layer: str) -> None:
    """A folder of a layer is one of the nouns, besides what only pages have: those for everybody."""
    folders = {path.name for path in (ROOT / layer).iterdir() if (path / "__init__.py").exists()}
    assert folders <= {*FLOORS, "reports", "public", "long"}
    modules = {path.stem for path in (ROOT / layer).iterdir()}
    assert modules & set(FLOORS), "a noun is a folder or a module"


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


def test_every_test_shows_what_it_expects() -> None:
    """A test has an assertion in its own text, or calls a helper whose name begins with ``assert_`` or ``expect_``."""
    silent = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not (isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")):
                continue
            if not any(_expects(inner) for inner in ast.walk(node)):
                silent.append(f"{path.relative_to(ROOT)}: {node.name}")
    assert not silent


def test_what_a_run_begins_with_exists() -> None:
    there = {path.stem for path in (ROOT / "tests").rglob("test_*.py")}
    assert set(selection.LONGEST) <= there


def test_no_rule_keeps_a_module_out_of_the_repository() -> None:
    """A rule without '/' in front hides a package of that name, which then only exists where it was written."""
    patterns = [f"{folder}/*.py" for folder in (PACKAGE, "tests", "bench", "scripts")]
    said = ["git", "ls-files", "--others", "--ignored", "--exclude-standard", "--", *patterns]
    found = subprocess.run(said, cwd=ROOT, capture_output=True, text=True, check=True)
    assert found.stdout == ""


def test_s26_no_page_has_a_script_as_text() -> None:
    """The browser refuses it: Reflex evaluates it, and the policy of the pages has no 'unsafe-eval' (S26)."""
    texts = {"call_script", "run_script", "call_function"}
    nodes = [(path, node) for path in _modules() for node in ast.walk(ast.parse(path.read_text()))]
    assert [path.name for path, node in nodes if isinstance(node, ast.Attribute) and node.attr in texts] == []


def test_a_folder_has_fifteen_doors_at_most() -> None:
    """A door is a module that another may import, in Python or JavaScript."""
    doors: dict[str, set[str]] = {}
    for path in (ROOT / PACKAGE).rglob("*"):
        folder = path.relative_to(ROOT / PACKAGE).parent
        if path.suffix in (".py", ".js", ".jsx") and path.name != "__init__.py":
            doors.setdefault(folder.as_posix(), set()).add(path.name)
    assert len(doors) > 40
    assert {folder: len(names) for folder, names in doors.items() if len(names) > 15} == {}


def test_scripts_of_one_folder_have_names_of_their_own() -> None:
    """Not ``kept.js`` and ``kept.jsx``: people and tools take the one for the other."""
    scripts = [path.with_suffix("") for path in (ROOT / PACKAGE).rglob("*") if path.suffix in (".js", ".jsx")]
    assert len(scripts) > 100
    assert {str(one) for one in scripts if scripts.count(one) > 1} == set()


def test_no_function_is_longer_than_a_screen() -> None:
    nodes = [node for path in _modules() for node in ast.walk(ast.parse(path.read_text()))]
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    assert [node.name for node in functions if (node.end_lineno or 0) - node.lineno >= 60] == []


def test_no_repeat_of_a_group_is_possessive() -> None:
    """CPython 3.11.2, which Debian 12 has, keeps what the last, failing turn of one had taken."""
    possessive = re.compile(r"(?<!\\)\)(?:[*+?]|\{\d*,?\d*\})\+|\(\?>")
    assert [one for one in ("(?:a)*+", "(?:a){1,2}+", "(?>a)") if not possessive.search(one)] == []
    nodes = [(path, node) for path in _modules() for node in ast.walk(ast.parse(path.read_text()))]
    texts = [(path, node.value) for path, node in nodes if isinstance(node, ast.Constant)]
    assert [path.name for path, text in texts if isinstance(text, str) and possessive.search(text)] == []


def test_few_places_share_six_lines() -> None:
    """Blank lines, comments and imports do not count, and of six at least four have more than a bracket."""
    begins: dict[tuple[str, ...], list[tuple[str, int]]] = {}
    for path in (ROOT / PACKAGE).rglob("*"):
        if path.suffix in (".py", ".js", ".jsx", ".css"):
            lines = [line.strip() for line in path.read_text().splitlines()]
            lines = [line for line in lines if line and not line.startswith(("#", "//", "import ", "from "))]
            for at in range(len(lines) - 5):
                piece = tuple(lines[at : at + 6])
                if sum(len(line) > 3 for line in piece) > 3:
                    begins.setdefault(piece, []).append((str(path), at))
    shared = {pair for places in begins.values() for pair in combinations(places, 2)}
    first = {(one, two) for one, two in shared if ((one[0], one[1] - 1), (two[0], two[1] - 1)) not in shared}
    assert len(first) <= 12, sorted(first)


#: Old or translated English that docstrings and comments had, and the word to use.
PRIVATE_WORDS = {
    "anew": "again",
    "besides": "apart from, also",
    "beside": "next to",
    "goes on": "continues",
    "in the place of": "in place of, instead of",
    "apart by commas": "comma-separated",
    "nobody": "no user, not",
    "somebody": "a user, a person",
    "anybody": "any user, a visitor",
    "everybody": "all users",
    "whoever": "the caller, a user who",
}
_PRIVATE = re.compile(rf"(?<![`_])\b({'|'.join(PRIVATE_WORDS)})\b(?![._(])", re.IGNORECASE)


def test_docstrings_and_comments_are_in_usual_english() -> None:
    found = []
    for path in _modules():
        text = path.read_text()
        nodes = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        prose = [ast.get_docstring(node) or "" for node in ast.walk(ast.parse(text)) if isinstance(node, nodes)]
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        prose += [token.string for token in tokens if token.type == tokenize.COMMENT]
        found += [f"{path.relative_to(ROOT)}: {word}" for one in prose for word in _PRIVATE.findall(one)]
    assert found == [], PRIVATE_WORDS


def _expects(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        return name in ("expect", "raises", "fail") or name.startswith(("assert_", "expect_"))
    return isinstance(node, ast.Assert)


def test_s27_pages_show_what_they_looked_at_after_its_row_is_stored() -> None:
    """A handler that fails still sends what it has set (``@action``): in a block of ``audited_read()`` nothing is
    set. ``run_audited()`` returns what was read after the block."""
    wrong, blocks = [], 0
    for path in sorted((ROOT / PACKAGE / "ui").rglob("*.py")):
        for block in ast.walk(ast.parse(path.read_text())):
            if not isinstance(block, ast.AsyncWith) or "audited_read()" not in ast.unparse(block.items[0]):
                continue
            blocks += 1
            parts = [part for statement in block.body for part in ast.walk(statement)]
            targets = [one for part in parts if isinstance(part, ast.Assign) for one in part.targets]
            sets = [one for target in targets for one in ast.walk(target) if isinstance(one, ast.Attribute)]
            calls = [part for part in parts if isinstance(part, ast.Expr)]  # for what they do, not for their value
            wrong += [f"{path}:{one.lineno}" for one in (*sets, *calls)]
    assert blocks > 4
    assert wrong == []
