"""The JSON API under /api: every router, one format for failures, the API description and health checks."""

from typing import Any

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Receive, Scope, Send

from ...config import settings
from . import audit, clients, docs, errors, health, mail
from .accounts import (
    passkey_sign_in,
    passkeys,
    profile,
    registration,
    second_factor,
    sessions,
    setting_up,
    single_sign_on,
)
from .billing import checkout, statements
from .organizations import (
    identity_provider,
    invitation_links,
    invitations,
    members,
    month_mail,
    organization,
    privacy,
    second_factor_policy,
)
from .platform import organizations, users
from .privacy import retention
from .reports import (
    archive,
    dictation,
    drafts,
    evidence,
    exports,
    processing,
    recordings,
    review,
    structuring,
    styles,
    templates,
    tidying,
    words,
)
from .responses import Failure

#: Every call is compared with the routes in this order: those that are called most come first.
_ROUTERS = (
    dictation,
    sessions,
    drafts,
    review,
    evidence,
    structuring,
    tidying,
    archive,
    audit,
    checkout,
    clients,
    docs,
    exports,
    health,
    identity_provider,
    invitation_links,
    invitations,
    members,
    month_mail,
    organization,
    organizations,
    passkey_sign_in,
    passkeys,
    privacy,
    processing,
    profile,
    recordings,
    registration,
    retention,
    second_factor,
    second_factor_policy,
    single_sign_on,
    setting_up,
    statements,
    styles,
    templates,
    users,
    words,
)


class _Api(FastAPI):
    """FastAPI, whose description has the one model that its routes only refer to (``responses``)."""

    def openapi(self) -> dict[str, Any]:
        described = super().openapi()
        described["components"]["schemas"]["Failure"] = Failure.model_json_schema(mode="serialization")
        return described


def create() -> FastAPI:
    """Build the FastAPI app; the composition root mounts the pages under it."""
    app = _Api(
        title=f"{settings().app_name} API", version="1", openapi_url="/api/openapi.json", docs_url=None, redoc_url=None
    )
    errors.install(app)
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    for module in _ROUTERS:
        app.include_router(module.router)
    if not settings().is_production:
        app.include_router(mail.router)
    app.mount("/api", _unknown)  # a mount, unlike a route, takes every method: none reaches the framework behind it
    return app


async def _unknown(_scope: Scope, _receive: Receive, _send: Send) -> None:
    """Answer an unknown path under /api with JSON instead of the site's 404 page."""
    raise HTTPException(404)
