"""Tell a page that the server has another version, with an event of our own (``shell/browser/new_version.js``).

The framework's own event makes a page reload, which ends a recording. So it is never sent. Pages of earlier releases
keep working, and get the new version at their next load.
"""

from typing import Any

import reflex as rx
from reflex_base.constants import SocketEvent

EVENT = "new_version"
#: The code with which the edge closes a connection whose messages it does not know (``web.edge.sockets``).
NOT_UNDERSTOOD = 4400


def told(app: rx.App) -> None:
    """Let the app send our event in place of the framework's."""
    namespace = app.event_namespace
    if namespace is None:
        raise RuntimeError("an app with states has a websocket")
    send = namespace.emit

    async def emit(event: str, *arguments: Any, **options: Any) -> Any:
        return await send(EVENT if event == SocketEvent.STATE_MISMATCH else event, *arguments, **options)

    namespace.emit = emit
