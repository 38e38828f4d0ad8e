"""A person stays signed in whatever cookies other tools on the domain have left in the browser (S57)."""

import httpx
import pytest
from fastapi import FastAPI, Request

from tests.unit.web.edge.socket import Socket
from voice_report.services.sessions import sessions
from voice_report.services.shared import tokens
from voice_report.web import edge
from voice_report.web.edge import cookies

_ONE_LINE = [
    '{"a":1}',
    "a=x y; b=c",
    'prefs={"a":1}; {own}',
    "a=x y; {own}",
    "expires=1; {own}; path=/; domain",
    "flag; {own}",
    "=nameless; {own}",
    "{own}; =",
    'a="open; {own}',
    'a="b;c"; {own}; d="',
    "a=\\073; {own}",
    "a\x00b=c; d=e\x00f; {own}",
    "caf\xe9=\xe9; {own}",
    "a,b=c;{own};;;",
    "\t{own} \t",
    " \t; {own}; {own}",
    "{name}=other; {own}",
    '{name}="{token}; {own}',
    "\xa0{name}=other; {own}",
    "\x85{name}=other; {own}",
    "{upper}=other; {own}",
    "$Version=1; {own}; $Path=/",
    "{long}; {own}",
    "{semicolons}{own}",
]


def _line(written: str, token: str) -> str:
    name = sessions.cookie_name()
    given = {
        "{own}": f"{name}={token}",
        "{name}": name,
        "{upper}": name.upper(),
        "{token}": token,
        "{long}": "; ".join(f"statistics_{number}=" + "x" * 4_000 for number in range(10)),
        "{semicolons}": ";" * 20_000,
    }
    for mark, text in given.items():
        written = written.replace(mark, text)
    return written


async def _signed_in(built, site: httpx.AsyncClient, lines: list[str], token: str) -> tuple[bool, bool]:
    """Return whether the API and the page's websocket take this browser for the signed-in person's."""
    sent = [(b"cookie", line.encode("latin-1")) for line in lines]
    answer = await site.get("/api/auth/me", headers=sent)
    socket = Socket(built)
    socket.scope["headers"] = [*socket.scope["headers"], *sent]
    running = await socket.connected()
    socket.hang_up()
    await running
    seen = dict(socket.behind["headers"]).get(b"cookie", b"").decode()
    return answer.status_code == 200, seen == f"session-hash={tokens.hashed(token)}"


@pytest.mark.parametrize("written", [one for one in _ONE_LINE if "{own}" in one])
async def test_s57_another_tools_cookie_signs_nobody_out(built, site, db, people, written: str) -> None:
    lines = [_line(written, people.user.cookie)]
    assert await _signed_in(built, site, lines, people.user.cookie) == (True, True)


async def test_s57_the_cookie_may_come_in_any_of_several_lines(built, site, db, people) -> None:
    own = f"{sessions.cookie_name()}={people.user.cookie}"
    for lines in (["a=b", own], [own, "a=b"], ['p={"a":1}', "flag", own], ["", own]):
        assert await _signed_in(built, site, lines, people.user.cookie) == (True, True), lines


@pytest.mark.parametrize("written", [one for one in _ONE_LINE if "{own}" not in one] + ["", "\xa0{name}={token}"])
async def test_s57_no_other_cookie_signs_anybody_in(built, site, db, people, written: str) -> None:
    lines = [_line(written, people.user.cookie)]
    assert await _signed_in(built, site, lines, people.user.cookie) == (False, False)


async def test_s57_of_two_the_last_counts_everywhere(built, site, db, people) -> None:
    name, mine, other = sessions.cookie_name(), people.user.cookie, people.outsider.cookie
    for lines in ([f"{name}={other}; {name}={mine}"], [f"{name}={other}", f"{name}={mine}"]):
        assert await _signed_in(built, site, lines, mine) == (True, True)
        answer = await site.get("/api/auth/me", headers=[("cookie", line) for line in lines])
        assert people.user.email in answer.text
        assert people.outsider.email not in answer.text


async def test_s57_every_route_reads_what_the_edge_reads(built) -> None:
    app, seen = FastAPI(), []

    @app.get("/api/seen")
    async def show(request: Request) -> None:
        seen.append((dict(request.cookies), request.headers.getlist("cookie")))

    transport = httpx.ASGITransport(edge.around(built)(app))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8000") as client:
        sent = [("cookie", 'a=1; b="2"; bad={"x":1}; a=3'), ("cookie", "c=x y; d=4; =5; a=6")]
        await client.get("/api/seen", headers=sent)
        await client.get("/api/seen", headers=[("cookie", "only bad")])
    assert seen == [({"a": "6", "d": "4"}, ["a=6; d=4"]), ({}, [])]


def test_s57_a_cookie_is_found_by_its_whole_name() -> None:
    scope = {"headers": cookies.in_one_line([(b"Cookie", b"my-session=1; session2=2; session=3; b=a=c")])}
    assert [cookies.cookie(scope, name) for name in ("session", "b", "sessio", "")] == ["3", "a=c", "", ""]
