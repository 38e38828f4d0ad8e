"""The JSON API under /api: every router, one shape for failures, its description and health."""

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from ..config import settings
from . import (
    account,
    admin,
    admin_invitations,
    admin_users,
    auth,
    billing,
    clients,
    dev_mail,
    docs,
    dossier,
    drafts,
    errors,
    health,
    invitations,
    logbook,
    organization,
    registration,
    stripe,
    structure,
    stt,
    team,
)

_ROUTERS = (
    account,
    admin,
    admin_invitations,
    admin_users,
    auth,
    billing,
    clients,
    docs,
    dossier,
    drafts,
    health,
    invitations,
    logbook,
    organization,
    registration,
    stripe,
    structure,
    stt,
    team,
)

_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]


def create() -> FastAPI:
    """Build the FastAPI app; the composition root mounts the pages under it."""
    app = FastAPI(
        title=f"{settings().app_name} API", version="1", openapi_url="/api/openapi.json", docs_url=None, redoc_url=None
    )
    errors.install(app)
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    for module in _ROUTERS:
        app.include_router(module.router)
    if not settings().is_production:
        app.include_router(dev_mail.router)
    app.add_api_route("/api/{path:path}", _unknown, methods=_METHODS, include_in_schema=False)
    return app


async def _unknown(path: str) -> None:
    """Answer an unknown path under /api with JSON instead of the site's 404 page."""
    raise HTTPException(404)
