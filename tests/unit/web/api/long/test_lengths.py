"""S33: every text of every route, filled with the worst there is, is refused or handled at once, and never breaks."""

import json
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode
from xml.sax.saxutils import escape

import httpx
from fastapi.routing import APIRoute

from tests.support import environment
from tests.support.people import PASSWORD, People
from tests.support.worst_text import HUGE, WORST, Stopwatch
from tests.unit.services.clients.workbooks import package, text_row
from voice_report.web.api.app import create

#: Routes without a description; their path parameters are walked like the others.
NOT_DESCRIBED = {
    "/api/docs", "/metrics", "/dev/mail", "/dev/mail/{name}", "/dev/mail/{name}/html", "/dev/mail/templates",
    "/dev/mail/templates/{name}",
}  # fmt: skip

#: What fits the other fields, so that a call gets as far as the one that is tried.
PLAUSIBLE: dict[str, Any] = {
    "email": "iemand@zorg.example", "password": PASSWORD, "newPassword": PASSWORD, "confirmPassword": PASSWORD,
    "dateOfBirth": "17-05-1940", "maxUsers": 5, "saveReportsToArchive": False, "plan": "starter", "role": "user",
    "clientId": "C-1", "limit": 5, "transcript": "Mevrouw sliep goed.", "seen": "x", "isActive": True,
    "sections": [{"title": "Doel"}], "kinds": ["number"], "fields": {"situatie": "x"},
    "answer": "typed", "parts": {"x": "37,2"},
    "credential": {
        "id": "QUJD", "rawId": "QUJD", "type": "public-key",
        "response": dict.fromkeys(("clientDataJSON", "attestationObject", "authenticatorData", "signature"), "QUJD"),
    },
}  # fmt: skip
HEADING = "id;voornaam;achternaam;geboortedatum"
OF_A_URL = ("marks", "half pairs", "NUL", "expanding")  # kinds; at most a few thousand characters fit
URLENCODED = "application/x-www-form-urlencoded"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
URL_BYTES = 50_000  # in percent signs; servers and this client take no more


@dataclass(frozen=True)
class Field:
    """A text that a route takes; place: 'path', 'query', 'header', 'json', 'form', 'fields', 'file name', 'csv' or
    'workbook'."""

    method: str
    path: str
    place: str
    name: str
    schema: dict[str, Any]
    others: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return f"{self.method} {self.path} {self.place} {self.name}"


def every_text() -> list[Field]:
    """Return the texts of every route, from the API's own description and, for what is not in it, from its paths."""
    app = create()
    described = app.openapi()
    assert set(_paths(app.routes)) - set(described["paths"]) == NOT_DESCRIBED, "describe a new route, or name it above"
    found = [Field("GET", path, "path", path.partition("{")[2].split("}")[0], {"maxLength": 100})
             for path in NOT_DESCRIBED if "{" in path]  # fmt: skip
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            given = operation.get("parameters", [])
            needed = tuple((one["in"], one["name"]) for one in given if one.get("required"))
            found += [
                Field(method.upper(), path, one["in"], one["name"], schema, needed)
                for one in given
                for schema in _texts(described, one["schema"])
            ]
            for kind, content in operation.get("requestBody", {}).get("content", {}).items():
                found += _of_body(described, method.upper(), path, kind, content["schema"], needed)
    return found


def _paths(routes: Iterable[Any]) -> Iterator[str]:
    for route in routes:
        if isinstance(route, APIRoute):
            yield route.path_format  # as in the description: without the kind of a parameter
        elif hasattr(route, "original_router"):
            yield from _paths(route.original_router.routes)


def _of_body(described, method: str, path: str, kind: str, schema: dict[str, Any], needed) -> list[Field]:
    if kind == "text/csv":
        return [Field(method, path, "csv", name, {"maxLength": 0}, needed) for name in ("", *HEADING.split(";"))]
    if kind == XLSX:  # one cell: what reads the others is the same, and each call is a process
        return [Field(method, path, "workbook", "voornaam", {"maxLength": 0}, needed)]
    places = {"application/json": "json", "multipart/form-data": "form", URLENCODED: "fields"}
    place = places[kind]
    whole = _resolved(described, schema)
    others = needed + tuple((place, name) for name in whole["properties"] if name in whole.get("required", ()))
    found = []
    for name, about in _flat(described, whole):
        for text in _texts(described, about):
            if text.get("format") == "binary":
                found.append(Field(method, path, "file name", name, {"maxLength": 0}, others))
            else:
                found.append(Field(method, path, place, name, text, others))
    return found


def _flat(described, whole: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the properties; those of the objects in a list as 'list.property', plain ones as 'list.', those of an
    object as 'object/property', of an object with any keys that of the key 'x'."""
    properties = whole.get("properties") or {"x": whole["additionalProperties"]}
    for name, about in properties.items():
        about = _resolved(described, about)
        if about.get("type") == "object":
            yield from ((f"{name}/{one}", told) for one, told in _flat(described, about))
        elif about.get("type") == "array":
            item = _resolved(described, about["items"])
            inside = _flat(described, item) if "properties" in item else [("", item)]
            yield from ((f"{name}.{one}", told) for one, told in inside)
        else:
            yield name, about


def _texts(described, schema: dict[str, Any]) -> list[dict[str, Any]]:
    schema = _resolved(described, schema)
    assert schema.get("type") not in ("object", "array"), "walk into it here"
    options = schema.get("anyOf", [schema])
    return [one for one in options if one.get("type") in ("string", "integer")][:1]


def _resolved(described, schema: dict[str, Any]) -> dict[str, Any]:
    reference = schema.get("$ref")
    return described["components"]["schemas"][reference.rsplit("/", 1)[-1]] if reference else schema


def test_every_text_says_how_long_it_may_be() -> None:
    bounded = {"maxLength", "format", "enum", "const"}
    silent = [str(one) for one in every_text() if one.schema.get("type") == "string" and not bounded & set(one.schema)]
    assert not silent


async def test_s33_the_worst_text_in_any_field_of_any_route(api, people: People, monkeypatch) -> None:
    environment.use(monkeypatch, RATE_LIMITS="off")
    visitor, admin, platform = await api(), await api(people.admin), await api(people.platform_admin)
    watch, broken = Stopwatch(), []
    texts = every_text()
    assert len(texts) > 80

    async def send(client: httpx.AsyncClient, one: Field, kind: str, value: str) -> None:
        asked = request(client, one, value)
        with watch.timed(f"{one} {kind}"):
            answer = await client.send(asked)
        if answer.status_code >= 500 and answer.status_code != 503:
            broken.append(f"{one} {kind}: {answer.status_code}")

    for one in texts:
        client = platform if one.path.startswith("/api/admin/") and "invitation" not in one.path else admin
        await send(visitor, one, "marks of a visitor", WORST["marks"])
        for kind in WORST if one.place in ("json", "form", "fields", "csv", "file name") else OF_A_URL:
            await send(client, one, kind, WORST[kind])
    for one in {(text.method, text.path): text for text in texts if text.place in ("json", "csv")}.values():
        await send(visitor, one, "five megabytes of a visitor", HUGE)
        await send(admin, one, "five megabytes", HUGE)
    assert watch.calls > 600
    assert not broken, "\n".join(broken)
    assert not watch.slow, "\n".join(watch.slow)


def request(client: httpx.AsyncClient, one: Field, value: str) -> httpx.Request:
    """Build the call with the value in its place, and something that fits in the others."""
    given = {("path", name): "x" for name in _names(one.path)} | {key: PLAUSIBLE.get(key[1], "x") for key in one.others}
    given[one.place, one.name] = value
    path = one.path
    for name in _names(one.path):
        path = path.replace(f"{{{name}}}", _quoted(given["path", name]))
    query = "&".join(f"{name}={_quoted(told)}" for (place, name), told in given.items() if place == "query")
    headers = {name.encode(): str(told).encode("utf-8", "ignore").replace(b"\0", b"0")[:URL_BYTES]
               for (place, name), told in given.items() if place == "header"}  # fmt: skip
    content = b""
    if one.place == "json":
        plain = {name: told for (place, name), told in given.items() if place == "json"}
        body = {name: told for name, told in plain.items() if "." not in name and "/" not in name}
        if "/" in one.name:
            body |= _nested(one.name, value)
        elif "." in one.name:
            listed, _, inner = one.name.partition(".")
            body[listed] = [{**PLAUSIBLE[listed][0], inner: value} if inner else value]
        content, headers[b"content-type"] = _json(body), b"application/json"
    elif one.place == "fields":
        sent = {name: str(told).encode("utf-8", "ignore") for (place, name), told in given.items() if place == "fields"}
        content, headers[b"content-type"] = urlencode(sent).encode(), URLENCODED.encode()
    elif one.place in ("form", "file name"):
        content = _form(given, value if one.place == "file name" else "opname.webm")
        headers[b"content-type"] = b"multipart/form-data; boundary=grens"
    elif one.place == "csv":
        content = _csv(one.name, value)
    elif one.place == "workbook":
        cells = ("C-9", escape(value.encode("utf-8", "replace").decode()), "Voorbeeld", "17-05-1940")
        content = package(text_row(1, *HEADING.split(";")) + text_row(2, *cells))
    return client.build_request(one.method, f"{path}?{query}" if query else path, headers=headers, content=content)


def _nested(name: str, value: str) -> dict[str, Any]:
    """Return the object that has the value at 'object/object/property', and what fits in the rest."""
    first, *path = name.split("/")
    whole = deepcopy(PLAUSIBLE[first])
    inside = whole
    for one in path[:-1]:
        inside = inside[one]
    inside[path[-1].rstrip(".")] = [value] if path[-1].endswith(".") else value
    return {first: whole}


def _names(path: str) -> list[str]:
    return [part.split("}")[0] for part in path.split("{")[1:]]


def _quoted(value: Any) -> str:
    return quote(str(value)[: URL_BYTES // 6], safe="", errors="surrogatepass")[:URL_BYTES]


def _json(body: dict[str, Any]) -> bytes:
    try:
        return json.dumps(body, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return json.dumps(body).encode()


def _form(given: dict[tuple[str, str], Any], file_name: str) -> bytes:
    parts = [f'--grens\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{told}\r\n'
             for (place, name), told in given.items() if place == "form"]  # fmt: skip
    parts.append(
        f'--grens\r\nContent-Disposition: form-data; name="audio"; filename="{file_name}"\r\n'
        "Content-Type: audio/webm\r\n\r\nx\r\n--grens--\r\n"
    )
    return "".join(parts).encode("utf-8", "ignore")


def _csv(column: str, value: str) -> bytes:
    cells = {"id": "C-9", "voornaam": "Cor", "achternaam": "Voorbeeld", "geboortedatum": "17-05-1940"}
    if not column:
        return f"{value};{HEADING}\n".encode("utf-8", "ignore")
    return f"{HEADING}\n{';'.join({**cells, column: value}.values())}\n".encode("utf-8", "ignore")
