"""The engines for speech and for structuring, by the names that ``SPEECH_ENGINE`` and ``STRUCTURE_ENGINE`` take.

An engine is a module in ``integrations/speech`` or ``integrations/structuring`` with a function ``create(settings)``,
whose result implements the ``Protocol`` in ``protocol.py`` there, and a line in the table here. The table names the
module without importing it: configuration knows every name, and only the chosen engine's libraries are loaded.
"""

from dataclasses import dataclass
from importlib import import_module
from typing import Any


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine that can be configured.

    ``leaves_server``: speech or text goes to a provider; the public and legal pages say so. ``model``: the model when
    the settings name none, for an engine that has one; these pages name it too.
    """

    module: str
    leaves_server: bool
    model: str = ""

    def create(self, settings: Any) -> Any:
        """Import the module and return an engine for these ``Settings``."""
        return import_module(self.module, __package__).create(settings)


SPEECH = {
    "openai": Engine(".integrations.speech.openai_compatible", leaves_server=True, model="whisper-1"),
    "local": Engine(".integrations.speech.local", leaves_server=False, model="small"),
}

STRUCTURING = {
    "openai": Engine(".integrations.structuring.openai_compatible", leaves_server=True, model="gpt-4o"),
    "local": Engine(".integrations.structuring.local", leaves_server=False),
}
