"""Health checks: is the process alive, and can it do its work?"""

from fastapi import APIRouter, Response

from ...services.platform import readiness

router = APIRouter(tags=["health"])


@router.get("/healthz")
async def healthz() -> dict[str, str]:
    """The process answers; no other service is checked."""
    return {"status": "ok"}


@router.get("/readyz", responses={503: {"model": dict[str, object], "description": "Something is missing; which"}})
async def readyz(response: Response) -> dict[str, object]:
    """The process can do its work: the database accepts a write and lacks no migration, and Redis, where it is used,
    answers (else 503). ``schema`` is ``current``, ``behind`` (it lacks one: requests get 503 until ``migrate`` has
    run), ``ahead`` (migrated by a newer version) or ``unknown``. ``damaged``: some of the database cannot be read.

    ``speech`` and ``structure`` are ``ready``, ``loading``, ``failing`` or ``missing``; when either is not ready the
    status is ``degraded``, with 200. ``pseudonyms``, where text can leave this server, is ``ready`` or ``failing``:
    then no text leaves, and the local rules write. ``speechStatus`` describes the loading progress of a local model.
    """
    found = await readiness.check()
    response.status_code = 503 if found.status == "unavailable" else 200
    return {
        "status": found.status,
        "database": found.database,
        "schema": found.schema,
        **({"damaged": True} if found.damaged else {}),
        **({} if found.redis is None else {"redis": found.redis}),
        "speech": found.speech,
        "speechStatus": found.speech_sentence,
        "structure": found.structure,
        **({} if found.pseudonyms is None else {"pseudonyms": found.pseudonyms}),
    }
