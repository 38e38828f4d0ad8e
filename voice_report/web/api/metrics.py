"""The values for Prometheus (docs/operations/monitoring.md): for who has ``METRICS_TOKEN``, and no part of the API."""

import hmac

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from ...config import settings
from ...services.platform import exposition

router = APIRouter(tags=["health"])

_TYPE = "text/plain; version=0.0.4; charset=utf-8"


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """All values of this process, as text."""
    _require_token(request)
    return Response(await exposition.exposition(), headers={"Content-Type": _TYPE})


def _require_token(request: Request) -> None:
    """Refuse who does not send the token; without one this address does not exist (security.md S95)."""
    token = settings().metrics_token
    if not token:
        raise HTTPException(404)
    scheme, _, sent = request.headers.get("authorization", "").partition(" ")
    if not hmac.compare_digest(sent.encode(), token.encode()) or scheme.lower() != "bearer":
        raise HTTPException(401, headers={"WWW-Authenticate": "Bearer"})
