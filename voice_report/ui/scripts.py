"""The components in JavaScript that are stored next to our pages and components.

``scripts/frontend.py`` links every ``.js`` and ``.jsx`` under ``voice_report/ui`` into ``assets/external`` before it
builds, keeping the folder structure: they import each other by relative path, or as
``$/public/external/voice_report/ui/...``.
"""

import types
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import reflex as rx

_HERE = Path(__file__).parent
_PUBLIC = "$/public/external/voice_report/ui"

#: What an event of a component passes on: nothing, or one text.
no_args = rx.event.no_args_event_spec
one_text = rx.event.passthrough_event_spec(str)


def script(path: str) -> str:
    """Return the value of a component's ``library`` for a module under ``ui/``. Raises ``FileNotFoundError``.

    ``rx.asset(shared=True)`` would also work, but it finds its caller by walking all loaded modules: 0.2 s per call,
    8 s for every start of the product.
    """
    if not (_HERE / path).is_file():
        raise FileNotFoundError(_HERE / path)
    return f"{_PUBLIC}/{path}"


def component(
    path: str, tag: str, /, *, base: type[rx.Component] = rx.Component, packages: Sequence[str] = (), **props: Any
) -> type[rx.Component]:
    """Return the React component ``tag`` that the module ``path`` under ``ui/`` exports.

    ``props`` are its properties with their types; one whose name begins with ``on_`` is an event, with what it passes
    on. ``packages`` are the npm packages that it needs. Raises ``FileNotFoundError``.
    """
    kinds = {name: rx.EventHandler[kind] if name.startswith("on_") else rx.Var[kind] for name, kind in props.items()}

    def fill(body: dict[str, Any]) -> None:
        body.update(library=script(path), tag=tag, __module__=__name__, __annotations__=kinds)
        if packages:
            body["lib_dependencies"] = list(packages)
            body["__annotations__"] = {"lib_dependencies": list[str], **kinds}

    return types.new_class(tag, (base,), exec_body=fill)
