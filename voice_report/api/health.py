"""Is the process alive, and can it do its work?"""

from fastapi import APIRouter, Response

from ..config import settings
from ..database import is_reachable
from ..services import dictation, rate_limits

router = APIRouter(tags=["health"])


@router.get("/healthz")
async def healthz() -> dict[str, str]:
    """The process answers."""
    return {"status": "ok"}


@router.get("/readyz", responses={503: {"model": dict[str, object], "description": "Something is missing; which"}})
async def readyz(response: Response) -> dict[str, object]:
    """Everything the product needs answers: the database, Redis where it is used, and the speech model.

    ``speech`` says in words how far a local model is; the process takes work when all three are there (else 503).
    """
    speech, sentence = dictation.speech_ready()
    checks = {"database": await is_reachable(), "speech": speech}
    if settings().redis_url:
        checks["redis"] = await rate_limits.is_reachable()
    ready = all(checks.values())
    response.status_code = 200 if ready else 503
    return {"status": "ok" if ready else "unavailable", **checks, "speechStatus": sentence}
