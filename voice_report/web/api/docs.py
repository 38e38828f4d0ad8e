"""The API's description as a page that loads nothing from other servers (no CDN, no script)."""

from html import escape
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from .. import problems

router = APIRouter()

_PAGE = """<!doctype html>
<html lang="nl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title></head>
<body><main><h1>{title}</h1>
<p>De volledige beschrijving staat in <a href="/api/openapi.json">/api/openapi.json</a>.
Aanmelden gaat met de sessiecookie die <code>POST /api/auth/login</code> zet.</p>
{calls}
<h2>Weigeringen</h2><dl>{failures}</dl>
</main></body></html>"""


@router.get("/api/docs", include_in_schema=False)
async def docs(request: Request) -> HTMLResponse:
    """Show every call with its fields and responses."""
    spec = request.app.openapi()
    calls = [
        _call(spec, method, path, operation)
        for path, methods in sorted(spec["paths"].items())
        for method, operation in methods.items()
    ]
    return HTMLResponse(_PAGE.format(title=escape(spec["info"]["title"]), calls="\n".join(calls), failures=_failures()))


def _failures() -> str:
    """Return what each kind of failure means, at the address that its ``type`` names."""
    told = ((problems.anchor(status), title, words) for status, (_, title, words) in problems.KINDS.items())
    return "".join(f'<dt id="{at}">{escape(title)}</dt><dd>{escape(words)}</dd>' for at, title, words in told)


def _call(spec: dict[str, Any], method: str, path: str, operation: dict[str, Any]) -> str:
    parts = [f"<p>{escape(operation.get('description', ''))}</p>"]
    if parameters := operation.get("parameters"):
        parts.append(_list("Parameters", [f"{one['name']} ({one['in']})" for one in parameters]))
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        parts.append(_list(f"Invoer ({kind})", _fields(spec, content.get("schema", {}))))
    failures = {status: answer for status, answer in operation["responses"].items() if "$ref" in answer}
    for status, answer in operation["responses"].items():
        if status in failures:
            continue
        for content in answer.get("content", {}).values():
            parts.append(_list(f"Antwoord {status}", _fields(spec, content.get("schema", {}))))
    responses = spec["components"]["responses"]
    known = {f"#/components/responses/{name}": one["description"] for name, one in responses.items()}
    parts.append(_list("Weigeringen", [f"{status}: {known[one['$ref']]}" for status, one in failures.items()]))
    return f"<details><summary><code>{method.upper()} {escape(path)}</code></summary>{''.join(parts)}</details>"


def _fields(spec: dict[str, Any], schema: dict[str, Any]) -> list[str]:
    if reference := schema.get("$ref"):
        schema = spec["components"]["schemas"][reference.rsplit("/", 1)[-1]]
    required = schema.get("required", [])
    return [
        f"{name}: {_kind(field)}{'' if name in required else ' (optioneel)'}"
        for name, field in schema.get("properties", {}).items()
    ] or [_kind(schema)]


def _kind(field: dict[str, Any]) -> str:
    if reference := field.get("$ref"):
        return str(reference).rsplit("/", 1)[-1]
    if options := field.get("anyOf"):
        return " of ".join(_kind(one) for one in options)
    if field.get("type") == "array":
        return f"lijst van {_kind(field.get('items', {}))}"
    return str(field.get("format") or field.get("type", "object"))


def _list(title: str, lines: list[str]) -> str:
    return f"<h3>{escape(title)}</h3><ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"
