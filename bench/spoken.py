"""Dictations spoken by MBROLA's voices, through the browser to the report: ``python -m bench spoken [--count 10]``.

Each is spoken to the microphone of a real Chromium, heard by the local Whisper and written by the local engine in
Netjes. What it takes to make that report the one a care professional would paste is counted as in ``bench text``, and
beside it the same for the words as they were said: the difference is what hearing costs. The texts go to
``var/bench/spoken/NAME.txt``, to be read. It takes two minutes a dictation on a free machine.
"""

import argparse
import asyncio
import re
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, expect

from tests.support import browser as chromium
from tests.support.fakes import sound
from voice_report.integrations.speech import spare
from voice_report.reporting.evidence import written
from voice_report.reporting.templates import BUILT_IN, ReportTemplate

from . import speech_sound, text
from .stage import Stage, say, stage
from .table import Figure, show

OUTPUT = Path(__file__).resolve().parent.parent / "var" / "bench" / "spoken"
HEARING_MS = 300_000  # in which the rest of a dictation is heard, on a busy machine
UNSURE = re.compile(r"(\d+) woord(?:en)? onzeker verstaan")


async def main(count: int) -> bool:
    """Print the table; return whether every report could be made."""
    dictations = [one for name in text.SETS for one in text.load(name)][:count]
    engines = {"SPEECH_ENGINE": "local", "SPEECH_MODEL": spare.fetched(), "STRUCTURE_ENGINE": "local"}
    OUTPUT.mkdir(parents=True, exist_ok=True)
    said_edits, heard_edits, unsure = [], [], []
    async with stage(variables=engines) as running:
        for number, dictation in enumerate(dictations):
            voice = speech_sound.voices()[number % len(speech_sound.voices())]
            said = [one["text"] for one in dictation["sentences"]]
            heard, report, line = await _dictate(
                running, speech_sound.speak(said, voice), BUILT_IN[dictation["template"]]
            )
            template = BUILT_IN[dictation["template"]]
            keys = {section.title: section.key for section in template.sections}
            lines = [text.Line(sentence, keys.get(title, "")) for title, sentence in written(report)]
            said_edits.append(text.score(dictation, text.written(dictation)).edits.total())
            heard_edits.append(text.score(dictation, lines).edits.total())
            unsure.append(int(found[1]) if (found := UNSURE.search(line)) else 0)
            parts = ("Gezegd", "\n".join(said)), ("Verstaan", heard), ("Boven het papier", line), ("Rapportage", report)
            page = "\n\n".join(f"== {title}\n{words}" for title, words in parts)
            (OUTPUT / f"{dictation['id']}.txt").write_text(f"{page}\n", "utf-8")
            say(f"{dictation['id']} {voice[0]}: {heard_edits[-1]} edits, {said_edits[-1]} of what was said")
    return show(
        f"Spoken dictations, {len(dictations)}",
        [
            Figure("edits of a report, median", statistics.median(heard_edits), "", None, f"{heard_edits}"),
            Figure("edits without mishearing, median", statistics.median(said_edits), "", None, f"{said_edits}"),
            Figure("unsure words above the paper, median", statistics.median(unsure), "", None, f"{unsure}"),
        ],
    )


async def _dictate(running: Stage, samples: Any, template: ReportTemplate) -> tuple[str, str, str]:
    """Return what was heard, the report, and the lines above the paper."""
    with tempfile.NamedTemporaryFile(suffix=".wav", dir=running.directory) as file:
        file.write(sound.wav(samples))
        file.flush()
        browser = await chromium.launch(running.playwright, f"--use-file-for-fake-audio-capture={file.name}%noloop")
        try:
            return await _through(running, browser, len(samples) // sound.RATE, template)
        finally:
            await browser.close()


async def _through(running: Stage, browser: Browser, seconds: int, template: ReportTemplate) -> tuple[str, str, str]:
    context = await browser.new_context(base_url=running.product.url, locale="nl-NL", permissions=["microphone"])
    await context.add_cookies(running.cookies)
    page = await context.new_page()
    page.set_default_timeout(60_000)
    await page.goto("/new-report")
    await page.get_by_role("button", name="Sjabloon").click()
    await page.get_by_role("button", name=re.compile(f"^{re.escape(template.name)}")).first.click()
    await page.get_by_role("button", name="Start opname").click()
    shown = "|".join(f"{at // 60:02}:{at % 60:02}" for at in range(seconds + 1, seconds + 20))
    await expect(page.get_by_role("timer")).to_have_text(re.compile(shown), timeout=(seconds + 60) * 1000)
    await page.get_by_role("button", name="Stop opname").click()
    await expect(page.get_by_text("Stap 2 van 3")).to_be_visible(timeout=HEARING_MS)
    heard = await page.get_by_role("textbox", name="Transcript").input_value()
    await page.get_by_role("button", name="Genereer concept").click()
    await expect(page.get_by_role("button", name="Kopiëren")).to_be_enabled(timeout=HEARING_MS)
    line = page.locator(".check [role=status]")
    await expect(line).not_to_contain_text("We leggen het verslag")
    return heard, await _report(page), await line.inner_text()


async def _report(page: Page) -> str:
    """Return the report of the draft on the page, as markdown."""
    (draft,) = re.findall(r"draft=([0-9a-f-]{36})", page.url)
    answer = await page.request.get(f"/api/drafts/{draft}")
    return (await answer.json())["draft"]["structuredReport"]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Dictations spoken through the browser to the report.")
    parser.add_argument("--count", type=int, default=10)
    sys.exit(0 if asyncio.run(main(parser.parse_args().count)) else 1)
