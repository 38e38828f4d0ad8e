"""Answers of servers in all their shapes, with where each was seen, or what kind it was written after: one list for
structuring, one for speech.

``chat.json``: a ``body``, in which «begin» and «rest» stand for the two halves of the answer and «thought» for what
the model only thought; ``first`` is an error that comes before it, ``lacks`` what the request is then without;
``expect`` is 'answer' when it is left out, else 'refused' or 'failed'.

``speech.json``: the ``body`` of a transcription; ``plain`` is that of the second request, which asks for no words;
``text`` is what is right when it is not the usual two sentences.
"""

import json
from pathlib import Path
from typing import Any


def shapes(name: str) -> list[dict[str, Any]]:
    """Return the shapes of ``name``.json."""
    return json.loads(Path(__file__).with_name(f"{name}.json").read_text())


def filled(body: str, **words: str) -> bytes:
    """Return the bytes of a body, with these words as JSON has them."""
    for name, text in words.items():
        body = body.replace(f"«{name}»", json.dumps(text, ensure_ascii=False)[1:-1])
    return body.encode()
