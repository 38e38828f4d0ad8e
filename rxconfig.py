"""What Reflex needs to know when it builds and when it serves."""

import os
from urllib.parse import urlsplit

os.environ.setdefault("REFLEX_TELEMETRY_ENABLED", "false")
os.environ.setdefault("REFLEX_CHECK_LATEST_VERSION", "false")

import reflex as rx

from voice_report.config import settings
from voice_report.ui.styles import Styles

_address = urlsplit(settings().app_url)

_store = rx.constants.StateManagerMode.REDIS if settings().redis_url else rx.constants.StateManagerMode.MEMORY

config = rx.Config(
    app_name="voice_report",
    # The browser puts its own host in the place of localhost, and over https the default port.
    api_url=f"http://localhost:{_address.port or (443 if _address.scheme == 'https' else 80)}",
    deploy_url=settings().origin,
    cors_allowed_origins=settings().allowed_origins(),
    redis_url=settings().redis_url,
    redis_token_expiration=12 * 60 * 60,  # seconds; as long as an idle session, because it also counts in an open tab
    state_manager_mode=rx.constants.StateManagerMode.REDIS
    if settings().redis_url
    else rx.constants.StateManagerMode.MEMORY,
    frontend_compression_formats=["brotli", "gzip"],
    telemetry_enabled=False,
    show_built_with_reflex=False,
    plugins=[Styles()],
    disable_plugins=[rx.plugins.SitemapPlugin],
)
