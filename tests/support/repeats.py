"""What an answer says twice: a header, a member of its list, or a cookie."""

from collections import Counter
from collections.abc import Iterable

import httpx

#: A comma in them is of a date, or of a policy whose members each have a list of their own.
_NO_LISTS = ("date", "expires", "last-modified", "retry-after", "permissions-policy", "set-cookie")


def of(headers: Iterable[tuple[str, str]]) -> set[str]:
    """Return what these headers say more than once."""
    said: Counter[str] = Counter()
    for name, value in ((name.lower(), value) for name, value in headers):
        said[f"{name}: {value.partition('=')[0]}" if name == "set-cookie" else name] += 1
        if name not in _NO_LISTS:
            said.update(f"{name}: {one.strip().lower()}" for one in value.split(","))
    return {each for each, times in said.items() if times > 1}


async def refused(answer: httpx.Response) -> None:
    """Fail the test that got such an answer."""
    twice = of(answer.headers.multi_items())
    assert not twice, f"{answer.request.method} {answer.request.url.path} says twice: {sorted(twice)}"
