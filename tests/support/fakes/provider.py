"""A local AI provider that speaks the OpenAI wire protocol and builds its answers from the audio and text it receives.

Run it alone with ``python -m tests.support.fakes.provider --port 9100`` or in a test::

    with FakeProvider() as provider:
        settings: SPEECH_BASE_URL = STRUCTURE_BASE_URL = provider.url   (any key)
        provider.control(endpoint="speech", fail="429", times=2, retry_after=1)

``POST /v1/audio/transcriptions`` decodes the sound and says ``woord001 woord002`` for the markers in it (see
``sound``), or the sentence given for that number with ``says``. Sound without a marker becomes 'geluid van 3 seconden',
silence ''. ``POST /v1/chat/completions`` returns the five headings, filled with the sentences of the transcript it was
sent (streamed when asked to); for numbered sentences, the lines that place them under the sections of the prompt.

``POST /control`` takes JSON, everything optional (``PLAN`` holds the defaults):

- ``endpoint``: ``speech`` or ``chat``; both when left out
- ``fail``: a status (``429``, ``500``, ``401``, ...) or ``hang``, ``drip``, ``cut``, ``broken``, ``html``, ``reset``,
  ``empty``; for chat also ``no_headings`` and ``length`` (finish_reason length); ``null`` ends it
- ``times``: how many requests fail before requests succeed again (null: until changed)
- ``retry_after``: seconds, sent with a failing status
- ``delay``: seconds before the answer, or before the first token; ``token_delay``: seconds between tokens
- ``holds_after``: the tokens of a stream after which an answer waits (0: before it, a transcription too) until this is
  ``null`` again: what a test does meanwhile may take as long as it takes
- ``says``: ``{"1": "The sentence of marker 1."}``; ``append``: words added to every transcription (an invented one)
- ``words``: what stands under 'words' in the answer to a request for ``verbose_json``; null: the words, all sure
- ``location``: where a failing status sends the client; ``repeats``: its error repeats what was sent
- ``report``: the answer to every chat request, instead of one made from the transcript

``POST /reset`` restores all defaults and empties the log. ``GET /log`` returns the requests: what was heard, duration,
bytes, prompt, and the moments ``received_at``, ``first_token_at``, ``lines_ended_at``, ``answered_at`` (Unix seconds).
"""

import argparse
import threading
from typing import Any

from .provider_handler import Handler
from .provider_server import ProviderServer


class FakeProvider:
    """The server on a thread of its own; ``url`` is the base URL for the client (ends in ``/v1``)."""

    def __init__(self, port: int = 0) -> None:
        self._server = ProviderServer(("127.0.0.1", port), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self.port = self._server.server_address[1]
        self.root = f"http://127.0.0.1:{self.port}"
        self.url = f"{self.root}/v1"

    def __enter__(self) -> "FakeProvider":
        self._thread.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop; hanging requests are released."""
        self._server.let_go()
        self._server.shutdown()
        self._server.server_close()

    def control(self, **changes: Any) -> None:
        """The same as ``POST /control``."""
        self._server.change(changes)

    def reset(self) -> None:
        """The same as ``POST /reset``."""
        self._server.start_afresh()

    @property
    def log(self) -> list[dict[str, Any]]:
        """The same as ``GET /log``."""
        return self._server.entries()

    @property
    def recorded(self) -> list[str]:
        """Every request to the chat endpoint since the start, to the byte; ``reset`` keeps them."""
        return self._server.recorded()

    def wait_for(self, requests: int, seconds: float = 300) -> None:
        """Block until that many requests have come in. Raises ``TimeoutError``."""
        self._server.wait_for(requests, seconds)

    def requests(self, endpoint: str) -> list[dict[str, Any]]:
        """Return the log of one endpoint: ``speech`` or ``chat``."""
        return [entry for entry in self.log if entry["endpoint"] == endpoint]


def main() -> None:
    """Serve until the process ends."""
    parser = argparse.ArgumentParser(description="A local AI provider that speaks the OpenAI wire protocol.")
    parser.add_argument("--port", type=int, default=9100)
    with FakeProvider(parser.parse_args().port) as provider:
        print(f"listening on {provider.url}", flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
