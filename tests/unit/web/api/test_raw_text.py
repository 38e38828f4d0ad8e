"""What anybody may put into an address reaches no database as it came: no call without a session fails by it."""

import re
from typing import Any

from voice_report.web.api.app import create

WORST = ("a\x00b", "\x00", "\u202e", "x" * 3_000, "-1", "9" * 40, "%00", "\ufffd", "'")


def _questions() -> list[tuple[str, str]]:
    """Return each GET route with its parameters in path and query."""
    paths: dict[str, Any] = create().openapi()["paths"]
    return [
        (path, one["name"])
        for path, methods in paths.items()
        for one in methods.get("get", {}).get("parameters", [])
        if one["in"] in ("path", "query")
    ]


async def test_no_text_in_an_address_makes_a_call_fail(api, db, people) -> None:
    visitor, questions = await api(), _questions()
    assert ("/api/auth/single-sign-on/front-channel-logout", "iss") in questions
    failed = []
    for path, name in questions:
        known = {other: "x" for route, other in questions if route == path}
        for value in WORST:
            given = {**known, name: value}
            in_path = {part: given.pop(part) for part in re.findall(r"{(\w+)}", path)}
            address = path.format(
                **{part: text.replace("/", "").replace("\x00", "%00") for part, text in in_path.items()}
            )
            answer = await visitor.get(address, params=given)
            if answer.status_code >= 500:
                failed.append((path, name, value[:10], answer.status_code))
    assert not failed
