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
from voice_report.ui.site_map import SiteMap  # noqa: E402
from voice_report.ui.styles import Styles  # noqa: E402

_DUTCH = {
    "A new version of this app is available.": "Er is een nieuwe versie.",
    '"Reload"': '"Opnieuw laden"',
}


class DutchPlugin(rx.plugins.Plugin):
    """Put Dutch in the place of the English that the framework's own script shows."""

    def pre_compile(self, **context) -> None:
        context["add_modify_task"]("utils/state.js", _in_dutch)


def _in_dutch(script: str) -> str:
    for english, dutch in _DUTCH.items():
        if english not in script and dutch not in script:
            raise ValueError(f"Reflex no longer says {english!r}; look for what it says now.")
        script = script.replace(english, dutch)
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
    plugins=[Styles(), SiteMap(), DutchPlugin()],
    disable_plugins=[rx.plugins.SitemapPlugin],
)
