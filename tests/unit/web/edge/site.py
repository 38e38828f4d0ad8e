"""A small site for the edge to wrap."""

from voice_report.web.edge.pages.filled import Filling

SCRIPT = "document.documentElement.dataset.ready = 1"
HTML = f"<!doctype html><title>Een pagina</title><script>{SCRIPT}</script><script src='/assets/a-1.js'></script>"
#: Where the edge has its script and its page.
ASSET = Filling({}).address("assets/a-1.js")
SERVED = HTML.replace("/assets/a-1.js", ASSET)


async def nothing(scope, receive, send) -> None:
    """An app that answers every call with an empty response."""
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})
