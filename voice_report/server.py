"""What the server starts: the app, imported without garbage collections in between.

Nothing that an import makes is garbage, and looking for it takes a fifth of the time. ``lifespan.run`` turns
collections on again when everything is there.
"""

import gc

gc.disable()

from .voice_report import app  # noqa: E402

__all__ = ["app"]
