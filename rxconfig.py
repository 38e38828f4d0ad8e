"""What Reflex needs to know when it builds and when it serves."""

import os
from urllib.parse import urlsplit

for _name, _value in {
    "REFLEX_TELEMETRY_ENABLED": "false",
    "REFLEX_CHECK_LATEST_VERSION": "false",
    # A connection that died unnoticed keeps its tab's state from the tab itself; the default is 145 seconds.
    "REFLEX_SOCKET_INTERVAL": "10s",
    "REFLEX_SOCKET_TIMEOUT": "10s",
}.items():
    os.environ.setdefault(_name, _value)

import reflex as rx  # noqa: E402  the variables above are read at import

from voice_report.config import settings  # noqa: E402
from voice_report.services.shared import page_store  # noqa: E402
from voice_report.ui import installation  # noqa: E402
from voice_report.ui.shell.site_map import SiteMap  # noqa: E402
from voice_report.web.reflex import new_version, store_watch  # noqa: E402
from voice_report.web.reflex.offline_page import OfflinePage  # noqa: E402
from voice_report.web.reflex.styles import Styles  # noqa: E402

_OURS = "$/public/external/voice_report/ui"
#: What our pages do otherwise than the framework's own script (``state.js``), and why: its line, and ours.
_CHANGES = {
    # A page must not be loaded anew while somebody records in it (new_version.js).
    "socket.current.on(STATE_MISMATCH_EVENT, handleStateMismatch);": (
        f"socket.current.on({new_version.EVENT!r}, ({{ backend }}) => serverChanged(backend));"
    ),
    # A server that does not understand the page has another version as well. And a press may be lost with a connection.
    "if (socket.current.wait_connect) {": (
        f"if (details?.context?.code === {new_version.NOT_UNDERSTOOD}) serverRefused();\n"
        f"    connectionEnded(details?.context?.code === {page_store.AWAY});\n"
        "    if (socket.current.wait_connect) {"
    ),
    'socket.current.on("event", (update) => {': 'socket.current.on("event", (update) => {\n    heard();',
    # A page whose event was lost reads everything again (store_watch.py).
    'socket.current.on("new_token", async (new_token) => {': (
        f"socket.current.on({store_watch.EVENT!r}, () => {{\n"
        "    eventLost();\n"
        "    socket.current.io.engine.close();\n"
        '  });\n  socket.current.on("new_token", async (new_token) => {'
    ),
    "window.__reflex_otel?.onSocketConnect?.();": (
        "window.__reflex_otel?.onSocketConnect?.();\n    serverAccepted();\n    connected();"
    ),
    # What was pressed on a page must not be carried out on another (one_page.js).
    'socket.emit("event", encodeFormDataArgs(routed_event));': (
        'sending(event);\n    socket.emit("event", encodeFormDataArgs(routed_event));'
    ),
    "const _events = normalizeEvents(events);": "const _events = madeHere(normalizeEvents(events));",
    "if (event.handler) {": "if (isOfAnotherPage(event)) return;\n    if (event.handler) {",
    # Nothing of one page is shown on another (keep_step.jsx): a load tells for which visit it is.
    "pathname: loc.pathname,": "pathname: loc.pathname,\n      visit: visitHere(),",
    "const mounted = useRef(false);": (
        "const mounted = useRef(false);\n\n  useLayoutEffect(() => pageIs(location), [location]);"
    ),
    "import { useCallback, useEffect, useRef, useState }": (
        f'import {{ serverAccepted, serverChanged, serverRefused }} from "{_OURS}/shell/browser/new_version.js";\n'
        f'import {{ connected, connectionEnded, eventLost, heard, sending }} from "{_OURS}/kit/presses.js";\n'
        f'import {{ isOfAnotherPage, madeHere, pageIs, visitHere }} from "{_OURS}/shell/browser/one_page.js";\n'
        "import { useCallback, useEffect, useLayoutEffect, useRef, useState }"
    ),
}


class PageScript(rx.plugins.Plugin):
    """Makes our changes to the script with which the framework's pages talk to the server."""

    def pre_compile(self, **context) -> None:
        context["add_modify_task"]("utils/state.js", changed_script)


def changed_script(script: str) -> str:
    """Return the framework's script with our changes. Raises ``ValueError`` when a line is not there as it was."""
    for theirs, ours in _CHANGES.items():
        if ours in script:
            continue
        if script.count(theirs) != 1:
            raise ValueError(f"Reflex's state.js no longer has {theirs!r} once; look for where it does this now.")
        script = script.replace(theirs, ours)
    return script


_address = urlsplit(settings().app_url)
_store = rx.constants.StateManagerMode.REDIS if settings().redis_url else rx.constants.StateManagerMode.MEMORY

config = rx.Config(
    app_name="voice_report",
    # The browser puts its own host in the place of localhost, and over https the default port.
    api_url=f"http://localhost:{_address.port or (443 if _address.scheme == 'https' else 80)}",
    deploy_url=settings().origin,
    cors_allowed_origins=settings().allowed_origins(),
    redis_url=page_store.url_with_limits(settings().redis_url),
    redis_token_expiration=12 * 60 * 60,  # seconds; as long as an idle session, because it also counts in an open tab
    state_manager_mode=_store,
    frontend_compression_formats=["brotli", "gzip"],
    telemetry_enabled=False,
    show_built_with_reflex=False,
    plugins=[Styles(), SiteMap(), PageScript(), OfflinePage(installation.name())],
    disable_plugins=[rx.plugins.SitemapPlugin],
)
