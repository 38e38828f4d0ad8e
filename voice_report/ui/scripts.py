"""Import paths of the browser modules that are stored next to our pages and components.

``scripts/frontend.py`` links every ``.js`` and ``.jsx`` under ``voice_report/ui`` into ``assets/external`` before it
builds, keeping the folder structure: they import each other by relative path, or as
``$/public/external/voice_report/ui/...``.
"""

from pathlib import Path

_HERE = Path(__file__).parent
_PUBLIC = "$/public/external/voice_report/ui"


def script(path: str) -> str:
    """Return the value of a component's ``library`` for a module under ``ui/``. Raises ``FileNotFoundError``.

    ``rx.asset(shared=True)`` would also work, but it finds its caller by walking all loaded modules: 0.2 s per call,
    8 s for every start of the product.
    """
    if not (_HERE / path).is_file():
        raise FileNotFoundError(_HERE / path)
    return f"{_PUBLIC}/{path}"
