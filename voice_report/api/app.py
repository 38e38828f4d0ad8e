"""The JSON API under /api: every router, one shape for failures, its description and health."""

from importlib import import_module

from fastapi import FastAPI
from starlette.exceptions import HTTPException

from ..config import settings
from . import errors

_ROUTERS = ("auth", "health", "docs", "stt", "structure", "drafts", "organization")


def create() -> FastAPI:
    """Build the FastAPI app; the composition root mounts the pages under it."""
    app = FastAPI(
        title=f"{settings().app_name} API", version="1", openapi_url="/api/openapi.json", docs_url=None, redoc_url=None
    )
    errors.install(app)
    for name in _ROUTERS:
        try:
            app.include_router(import_module(f"{__package__}.{name}").router)
        except ImportError:
            continue
    app.add_api_route("/api/{path:path}", _unknown, methods=["GET", "POST", "PUT", "DELETE"], include_in_schema=False)
    return app


async def _unknown(path: str) -> None:
    """Answer an unknown path under /api with JSON instead of the site's 404 page."""
    raise HTTPException(404)
