"""Which functions of the product lead to one that asks for a second factor given just now, as their source says."""

import ast
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

import voice_report
from voice_report.services.shared import identity

#: (module, qualified name) of a function or a method.
Function = tuple[str, str]

_ASKS = ("require_step_up", "StepUpNeeded")


def function(called: Any) -> Function:
    """Return how a function is listed here, without what is wrapped around it."""
    inner = inspect.unwrap(called)
    return inner.__module__, inner.__qualname__


@cache
def asking() -> frozenset[Function]:
    """Return the functions of the services, the routes and the pages that ask for a second factor themselves."""
    asked = {(identity.__name__, name) for name in _ASKS}
    return frozenset(one for one, found in _names().items() if found & asked and one[0] != identity.__name__)


@cache
def leading() -> frozenset[Function]:
    """Return these, and all that name one of them, or name one that does."""
    reached = set(asking())
    while more := {one for one, found in _names().items() if one not in reached and found & reached}:
        reached |= more
    return frozenset(reached)


def leads(called: Any, state: type | None = None) -> bool:
    """Return whether a function leads to one that asks; as a handler of ``state``, by what that state makes of it."""
    seen, waiting = set(), [function(called)]
    while waiting:
        one = waiting.pop()
        if one in leading():
            return True
        seen.add(one)
        for _, name in _names().get(one, ()) if state else ():
            method = getattr(state, name.rpartition(".")[2], None) if "." in name else None
            if inspect.isroutine(method) and function(method) not in seen:
                waiting.append(function(method))
    return False


@cache
def _names() -> dict[Function, set[Function]]:
    """Return what each function names: of its own module, of modules that it imported, of its own class."""
    found: dict[Function, set[Function]] = {}
    for module in _modules():
        tree = ast.parse(inspect.getsource(module))
        places = [(one, f"{one.name}.") for one in tree.body if isinstance(one, ast.ClassDef)]
        for place, prefix in [(tree, ""), *places]:
            for node in place.body:
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    found[module.__name__, prefix + node.name] = set(_named(node, module, prefix))
    return found


def _modules() -> Iterator[ModuleType]:
    for layer in ("services", "web.api", "ui"):
        package = import_module(f"{voice_report.__name__}.{layer}")
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield import_module(found.name)


def _named(node: ast.AST, module: ModuleType, prefix: str) -> Iterator[Function]:
    for one in ast.walk(node):
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id in _ASKS:
            yield identity.__name__, one.func.id
        elif isinstance(one, ast.Name):
            yield getattr(getattr(module, one.id, None), "__module__", module.__name__), one.id
        elif isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name):
            target = getattr(module, one.value.id, None)
            if isinstance(target, ModuleType):
                yield target.__name__, one.attr
            elif one.value.id == "self":
                yield module.__name__, prefix + one.attr
