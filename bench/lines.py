"""From a language model's line to the screen, and how long the event loop is held: ``python -m bench.lines``.

A fake model writes a dictation in Leesbaar, word after word, and notes when each line ends. The page, in a headless
Chromium on the same machine, notes when the line arrived over its websocket and when it was on the paper.
"""

import asyncio
import json
import random
import statistics
import sys
import time
from dataclasses import replace
from typing import Any

import httpx
from playwright.async_api import expect

from voice_report.dutch.sentences import split
from voice_report.reporting.markdown import escape

from . import training
from .speaker import control, requests
from .stage import Stage, say, stage
from .table import Figure, p95, show

FIRST, WORDS = 60, (400, 3_000)
TOKEN_DELAY = 0.015  # seconds between two words
ON_SCREEN = 100  # milliseconds, per line
HELD = 50  # milliseconds

#: Keeps what the websocket brought, and when each of ``window.awaited`` was on the paper.
_CLOCK = """
window.frames = [];
window.WebSocket = class extends WebSocket {
  constructor(...all) {
    super(...all);
    this.addEventListener("message", (event) => window.frames.push([Date.now(), event.data]));
  }
};
window.shown = {};
window.await_lines = (lines) => {
  let waiting = lines.map((line, at) => [at, line]);
  new MutationObserver(() => {
    const text = document.querySelector(".paper")?.textContent ?? "";
    waiting = waiting.filter(([at, line]) => !text.includes(line) || ((window.shown[at] = Date.now()), false));
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
};
"""


async def main() -> bool:
    figures: list[Figure] = []
    async with stage(app="bench.held:app") as running:
        await control(running, endpoint="chat", token_delay=TOKEN_DELAY)
        say("the first concept of a process, for which it imports a library")
        *_, held = await _concept(running, FIRST)
        figures.append(replace(held, goal=None))
        for words in WORDS:
            say(f"a dictation of {words} words")
            figures += await _concept(running, words)
    return show("Lines of a language model, Leesbaar", figures)


def _dictation(words: int) -> str:
    """Return labelled sentences, each once, up to so many words."""
    found = {one["text"]: None for row in training.load(training.data_files()) for one in row["sentences"]}
    sentences = [text for text in found if split(text) == [text] and text[0].isupper() and len(text) > 30]
    random.Random(1).shuffle(sentences)  # noqa: S311  the same ones every time
    chosen: list[str] = []
    while sum(len(text.split()) for text in chosen) < words:
        chosen.append(sentences.pop())
    return " ".join(chosen)


async def _concept(running: Stage, words: int) -> list[Figure]:
    transcript = _dictation(words)
    sentences = split(transcript)
    context = await running.browser.new_context(base_url=running.product.url, locale="nl-NL")
    try:
        await context.add_cookies(running.cookies)
        await context.add_init_script(_CLOCK)
        page = await context.new_page()
        await page.goto("/new-report?testMode=true")
        await page.get_by_role("textbox", name="Transcript").fill(transcript)
        await expect(page.get_by_text("Bewaard om")).to_be_visible()
        await page.evaluate("(lines) => window.await_lines(lines)", sentences)
        await _held(running)
        await page.get_by_role("button", name="Genereer concept").click()
        await expect(page.get_by_role("button", name="Kopiëren").first).to_be_enabled(timeout=300_000)
        held = await _held(running)
        shown = {int(at): moment for at, moment in (await page.evaluate("window.shown")).items()}
        frames = await page.evaluate("window.frames")
    finally:
        await context.close()
    ended = [1000 * moment for moment in (await requests(running, "chat"))[-1]["lines_ended_at"]]
    arrived = _arrived(frames, sentences, ended[0])
    missing = [at for at in range(len(ended)) if at not in shown or at not in arrived]
    to_page = [arrived[at] - ended[at] for at in range(len(ended)) if at not in missing]
    to_paper = [shown[at] - ended[at] for at in range(len(ended)) if at not in missing]
    return [
        Figure(f"{words} words: line end -> on the paper, p95", p95(to_paper), " ms", ON_SCREEN, _spread(to_paper)),
        Figure(f"{words} words: line end -> at the page", p95(to_page), " ms", None, _spread(to_page)),
        Figure(f"{words} words: lines that did not come", len(missing), "", 0, f"of {len(ended)}"),
        Figure(
            f"{words} words: event loop held, longest", held["held"], " ms", HELD, f"itself {held['own']:.0f} ms of it"
        ),
    ]


async def _held(running: Stage) -> dict[str, float]:
    async with httpx.AsyncClient() as client:
        return (await client.get(f"{running.product.url}/bench/held")).json()


def _arrived(frames: list[list[Any]], sentences: list[str], began: float) -> dict[int, float]:
    """Return when each sentence was first in a frame, in milliseconds since 1970."""
    found: dict[int, float] = {}
    for moment, frame in frames:
        if moment < began or not isinstance(frame, str) or "[" not in frame:
            continue
        words = "\n".join(_strings(json.loads(frame[frame.index("[") :])))
        for at, sentence in enumerate(sentences):
            if at not in found and (sentence in words or escape(sentence) in words):
                found[at] = moment
    return found


def _strings(found: Any) -> list[str]:
    if isinstance(found, str):
        return [found]
    inside = found.values() if isinstance(found, dict) else found if isinstance(found, list) else ()
    return [text for one in inside for text in _strings(one)]


def _spread(times: list[float]) -> str:
    return f"median {statistics.median(times):.0f}, longest {max(times):.0f} ms, {len(times)} lines"


if __name__ == "__main__":
    began = time.monotonic()
    holds = asyncio.run(main())
    say(f"took {time.monotonic() - began:.0f} s")
    sys.exit(0 if holds else 1)
