"""The browser modules that lie beside our pages and components, by the name under which the page's build knows them.

``scripts/frontend.py`` links every ``.js`` and ``.jsx`` under ``voice_report/ui`` into ``assets/external`` before it
builds, folders kept: they import each other relatively, or as ``$/public/external/voice_report/ui/...``.
"""

from pathlib import Path

_HERE = Path(__file__).parent
_PUBLIC = "$/public/external/voice_report/ui"


def script(path: str) -> str:
    """Return what a component's ``library`` says for a module under ``ui/``. Raises ``FileNotFoundError``.

    ``rx.asset(shared=True)`` would do as well, but it finds its caller by walking all loaded modules: 0.2 s each time,
    8 s for every start of the product.
    """
    if not (_HERE / path).is_file():
        raise FileNotFoundError(_HERE / path)
    return f"{_PUBLIC}/{path}"
