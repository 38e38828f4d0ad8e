"""The JSON API under /api: every router, one format for failures, the API description and health checks."""

from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute
from fastapi.telemetry import TelemetryConfig
from pydantic.alias_generators import to_camel
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Match, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from ...config import settings
from . import audit, clients, description, docs, errors, health, insight, mail, measured, metrics
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
    masking_words,
    members,
    month_mail,
    organization,
    privacy,
    second_factor_policy,
)
from .platform import egress, organizations, users
from .privacy import access, leaving, outgoing, privacy_file, retention, samples
from .reports import (
    archive,
    dictation,
    drafts,
    evidence,
    exports,
    measurements,
    processing,
    recordings,
    review,
    structuring,
    styles,
    templates,
    words,
)

#: Every call is compared with the routes in this order: those that are called most come first.
_ROUTERS = (
    dictation,
    sessions,
    drafts,
    review,
    evidence,
    measurements,
    measured,
    structuring,
    access,
    archive,
    audit,
    checkout,
    clients,
    docs,
    exports,
    health,
    identity_provider,
    insight,
    invitation_links,
    invitations,
    leaving,
    masking_words,
    members,
    metrics,
    month_mail,
    organization,
    organizations,
    outgoing,
    passkey_sign_in,
    passkeys,
    privacy,
    privacy_file,
    processing,
    profile,
    recordings,
    registration,
    retention,
    samples,
    second_factor,
    second_factor_policy,
    single_sign_on,
    setting_up,
    statements,
    styles,
    templates,
    egress,
    users,
    words,
)


class _Api(FastAPI):
    """FastAPI, whose description is completed at the first request for it (``description``)."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            described = super().openapi()
            description.complete(described, _routes(*_ROUTERS, mail))
        return super().openapi()


#: Its spans have paths and queries, and its logs the texts of exceptions: none, also where a provider is set up for
#: another program (security.md S95).
_NO_TELEMETRY: TelemetryConfig = {"tracing": False, "metrics": False, "logs": False, "auto_configure": False}


def create() -> FastAPI:
    """Build the FastAPI app."""
    app = _Api(
        title=f"{settings().app_name} API",
        version="1",
        generate_unique_id_function=lambda route: to_camel(route.name),
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        telemetry=_NO_TELEMETRY,
    )
    errors.install(app)
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    for module in _ROUTERS:
        app.include_router(module.router)
    if not settings().is_production:
        app.include_router(mail.router)
    app.router.routes.append(Route("/{path:path}", _Unknown()))
    return app


def around(behind: ASGIApp) -> FastAPI:
    """Build the API in front of another app, which gets the websockets."""
    app = create()
    app.mount("", behind)
    return app


class _Unknown:
    """Every other request that the edge takes for one of the API: none reaches the framework behind it.

    An object, because a route to a function has the methods that it names.
    """

    async def __call__(self, scope: Scope, _receive: Receive, _send: Send) -> None:
        """Refuse an unknown path, or a method that a path lacks."""
        known = (route.methods or () for route in _routes(*_ROUTERS, mail) if route.matches(scope)[0] is Match.PARTIAL)
        if methods := sorted(set().union(*known)):
            raise HTTPException(405, headers={"Allow": ", ".join(methods)})
        raise HTTPException(404)


def _routes(*modules: Any) -> list[APIRoute]:
    return [route for module in modules for route in module.router.routes if isinstance(route, APIRoute)]
