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
from voice_report.ui import new_version  # noqa: E402
from voice_report.ui.site_map import SiteMap  # noqa: E402
from voice_report.ui.styles import Styles  # noqa: E402

_RELOADS = "socket.current.on(STATE_MISMATCH_EVENT, handleStateMismatch);"
_STAYS = f"socket.current.on({new_version.EVENT!r}, ({{ backend }}) => serverChanged(backend));"
_IMPORT = 'import { serverChanged } from "$/public/external/voice_report/ui/components/new_version.js";\n'


class NewVersionPlugin(rx.plugins.Plugin):
    """Let the page decide what happens when the server has another version than it: the framework would reload it,
    which ends a recording (``new_version.js``)."""

    def pre_compile(self, **context) -> None:
        context["add_modify_task"]("utils/state.js", _without_reload)


def _without_reload(script: str) -> str:
    if _STAYS in script:
        return script
    if script.count(_RELOADS) != 1:
        raise ValueError("Reflex no longer reloads a page of another version there; look for where it does now.")
    return _IMPORT + script.replace(_RELOADS, _STAYS)


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
    plugins=[Styles(), SiteMap(), NewVersionPlugin()],
    disable_plugins=[rx.plugins.SitemapPlugin],
)
