"""The failures a route may return, described once (decisions/0008)."""

from collections.abc import AsyncIterator
from typing import Any, Literal, TypeVar
from urllib.parse import quote

from fastapi import Response
from fastapi.responses import StreamingResponse
from pydantic import Field

from ..problems import KINDS
from .shapes import Camel

CSV = "text/csv; charset=utf-8"
Piece = TypeVar("Piece", str, bytes)


class FieldProblem(Camel):
    """What is wrong with one field: of the body (``pointer``), or of the query, the path or the headers."""

    detail: str = Field(description="in Dutch, for the user")
    place: Literal["body", "query", "path", "header", "cookie"] = Field(alias="in")
    pointer: str | None = Field(default=None, description="in the body: a JSON pointer (RFC 6901), after a `#`")
    parameter: str | None = Field(default=None, description="elsewhere: its name")


class Problem(Camel):
    """The format of every failure (RFC 9457). ``detail``, ``error`` and ``message`` are the same sentence for the user,
    in Dutch."""

    type: str = Field(description="the kind of failure, as an address of the page that explains it")
    title: str = Field(description="the kind of failure, in English")
    status: int = Field(description="as that of the answer")
    detail: str = Field(description="in Dutch, for the user")
    code: str = Field(description="which failure it is, in a word that does not change")
    error: str = Field(description="the same as `detail`")
    message: str = Field(description="the same as `detail`")
    request_id: str = Field(description="also in X-Request-Id: whoever runs the installation finds the call by it")
    errors: list[FieldProblem] | None = Field(default=None, description="of input that does not fit: its fields")
    reason: str | None = Field(default=None, description="with `step_up_needed`: why, in Dutch")


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return these failures as ``responses`` of a route. Not those that its shape tells (``description``)."""
    return {status: reference(status) for status in statuses}


def reference(status: int) -> dict[str, Any]:
    """Return a failure as the description names it in an operation."""
    return {"$ref": f"#/components/responses/{KINDS[status][0]}"}


def attachment(name: str, content: bytes | str, media_type: str = CSV) -> Response:
    """Return a file to save."""
    return Response(content, media_type=media_type, headers=_saved_as(name))


async def streamed(name: str, pieces: AsyncIterator[Piece], media_type: str = CSV) -> StreamingResponse:
    """Return a file to save, as it is made; what its maker refuses before its first piece is refused as usual."""
    first = await anext(pieces)
    return StreamingResponse(_whole(first, pieces), media_type=media_type, headers=_saved_as(name))


def _saved_as(name: str) -> dict[str, str]:
    quoted = quote(name)
    given = f'filename="{name}"' if quoted == name else f"filename*=UTF-8''{quoted}"
    return {"Content-Disposition": f"attachment; {given}"}


async def _whole(first: Piece, rest: AsyncIterator[Piece]) -> AsyncIterator[Piece]:
    yield first
    async for piece in rest:
        yield piece
