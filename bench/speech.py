"""Words lost, invented and misheard with a real Whisper: ``python -m bench speech [--quick] [--held] [--passes N]
[--hurried] [FOLDER]``.

The product's path (cut as the recorder cuts, Opus in webm, decoded, voice detection, engine, filters) beside the whole
recording given to the same model at once, with the settings that the product began with. Spoken by MBROLA's voices
where they are installed, at clean, 20 and 10 dB: with six passes every dictation has been at each level in both voices.
Else by espeak-ng's own, which are hard for the model (differences count, not levels), also at 5 dB: twelve passes.
Seventeen minutes of sound a pass: ten on a free core.

FOLDER: recordings of one's own (``NAME.wav`` with ``NAME.txt`` beside it) in the place of these.
What was heard goes to ``var/bench/speech.jsonl``, line by line: ``--read FILE`` prints the tables of such a file, and
``--beside FILE`` takes the whole recordings from it. The model is the spare one (``integrations/speech/spare.py``).
"""

import argparse
import asyncio
import json
import os
import sys
import time
import uuid
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from bench import speech_score as score
from bench import speech_sound as sounds
from bench.speech_sound import Recording
from bench.stage import say
from bench.table import Figure, show
from tests.support.fakes.sound import RATE, encoded
from tests.support.tickets import open_ticket
from voice_report.config import settings
from voice_report.core.shares import Holder
from voice_report.integrations import speech
from voice_report.integrations.speech import local, spare
from voice_report.integrations.speech.load_monitor import LoadMonitor
from voice_report.integrations.speech.protocol import Word
from voice_report.services.dictation import dictation
from voice_report.services.processing.steps import Step

HERE = Path(__file__).resolve().parent
OUTPUT = HERE.parent / "var" / "bench" / "speech.jsonl"
COUNT, QUICK = 16, 4
VOICED = 3 * RATE // 10  # a piece with more samples of voice than this should have text
NOISE_SECONDS = 20
NOISE_DB = -30.0


@dataclass
class Piece:
    """One segment: what was heard in it, and whether a person spoke for more than a word's time."""

    text: str
    voiced: bool
    copied: int
    words: list[tuple[str, float]] = field(default_factory=list)  # each with how sure the engine was of it


@dataclass
class Heard:
    """One recording by both ways, with the processor's seconds of each."""

    name: str
    voice: str
    level: str
    said: str
    seconds: float
    whole: str
    whole_work: float
    pieces: list[Piece]
    work: float

    @property
    def text(self) -> str:
        return " ".join(piece.text for piece in self.pieces if piece.text)


@dataclass
class Noise:
    """Sound without a voice, by both ways; the model alone has no voice detection before it."""

    place: str
    text: str
    alone: str


def dictations(passes: int, count: int, first: int = 0) -> Iterator[Recording]:
    """Yield every dictation in each pass, in turning voices, noise levels and places."""
    lines = (HERE / "data" / "dictations.jsonl").read_text("utf-8").splitlines()[first : first + count]
    voices = sounds.voices()
    levels = sounds.LEVELS if voices == sounds.VOICES else sounds.LEVELS[:3]
    for turn in range(passes):
        for number, line in enumerate(map(json.loads, lines)):
            voice = voices[(number + turn // len(levels)) % len(voices)]
            level = levels[(number + turn) % len(levels)]
            place = sounds.PLACES[(number // len(voices) + turn) % len(sounds.PLACES)]
            yield sounds.recording(line["id"], [one["text"] for one in line["sentences"]], voice, level, place)


def own(folder: Path) -> Iterator[Recording]:
    """Yield the recordings in a folder. Exits when there is none."""
    found = sorted(path for path in folder.glob("*.wav") if path.with_suffix(".txt").exists())
    if not found:
        sys.exit(f"{folder} has no .wav with a .txt of the same name beside it.")
    yield from map(sounds.read, found)


class _Steady(LoadMonitor):
    """A pace that never changes: segments come here one behind the other, as from a backlog."""

    def look(self, waiting: float) -> None:
        """Decide nothing."""


class Listener:
    """The product's engine, and the same model by itself."""

    def __init__(self, *, is_hurried: bool) -> None:
        folder = spare.fetched()
        os.environ.update(SPEECH_ENGINE="local", SPEECH_MODEL=folder)
        settings.cache_clear()
        engine = speech.engine()
        assert isinstance(engine, local.LocalWhisper)
        engine.start_loading()
        engine.wait_until_settled(60)
        engine.queue.monitor = _Steady(gain=1.0)
        engine.queue.monitor.is_hurried = is_hurried
        self._alone: Any = local._open(folder)
        self._user: Any = SimpleNamespace(id="bench", holder=Holder("bench"))

    async def hear(self, recording: Recording, beside: Path | None) -> Heard:
        earlier = _earlier(beside, recording)
        began = time.process_time()
        whole = earlier["whole"] if earlier else self.alone(recording.samples)
        between = time.process_time()
        pieces = await self.pieces(recording)
        ended = time.process_time()
        return Heard(
            recording.name,
            recording.voice,
            recording.level,
            recording.text,
            recording.seconds,
            whole,
            earlier["whole_work"] if earlier else between - began,
            pieces,
            ended - between,
        )

    def alone(self, samples: np.ndarray) -> str:
        segments, _ = self._alone.transcribe(samples, language="nl", condition_on_previous_text=False)
        return "".join(segment.text for segment in segments).strip()

    async def pieces(self, recording: Recording) -> list[Piece]:
        heard: list[Piece] = []
        before = ""
        for first, end in sounds.pieces(recording.samples):
            answer = await self.product(recording.samples[first:end])
            text, words = answer.text, [(word.text, round(word.probability, 3)) for word in answer.words]
            voiced = int(recording.spoken[first:end].sum()) >= VOICED
            heard.append(Piece(text, voiced, score.copied(text, before), words))
            before = text or before
        return heard

    async def product(self, samples: np.ndarray) -> speech.Answer:
        """Return what the product writes for a segment that the browser sends."""
        place = speech.QueueKey(str(self._user.id))
        step = Step(uuid.uuid4(), replace(open_ticket(), profile=settings().first("speech")))
        return await dictation._heard(await dictation._examine(self._user, encoded(samples)), place, step)

    async def noise(self, place: str, turn: int) -> Noise:
        samples = sounds.around(place, NOISE_SECONDS * RATE, f"noise {turn}") * np.float32(10 ** (NOISE_DB / 20))
        return Noise(place, (await self.product(samples)).text, self.alone(samples))


def _earlier(beside: Path | None, recording: Recording) -> dict[str, Any]:
    """Return what an earlier run wrote about the same recording."""
    lines = beside.read_text("utf-8").splitlines() if beside and beside.exists() else []
    wanted = (recording.name, recording.voice, recording.level, recording.text)
    found = (one for one in map(json.loads, lines) if "whole" in one)
    return next((one for one in found if (one["name"], one["voice"], one["level"], one["said"]) == wanted), {})


def figures(heard: list[Heard], noises: list[Noise]) -> list[Figure]:
    """Return the figures over all recordings."""
    said = sum(len(score.words(one.said)) for one in heard)
    pieces = [piece for one in heard for piece in one.pieces]
    seconds = sum(one.seconds for one in heard)
    ours, whole = _rate(heard, "text"), _rate(heard, "whole")
    loops, loops_whole = (sum(score.looped(getattr(one, way)) for one in heard) for way in ("text", "whole"))
    wanted, right, added = map(sum, zip(*(score.names(one.said, one.text) for one in heard), strict=True))
    right_whole = sum(score.names(one.said, one.whole)[1] for one in heard)
    silent = sum(piece.voiced and not piece.text for piece in pieces)
    marks = sum(len(score.MARK.findall(piece.text)) for piece in pieces)
    foreign = sum(score.foreign(piece.text) for piece in pieces)
    foreign_whole = sum(score.foreign(one.whole) for one in heard)
    cost, cost_whole = sum(one.work for one in heard) / seconds, sum(one.whole_work for one in heard) / seconds
    wrong, wrong_dotted, right_words, right_dotted = map(sum, zip(*map(_dotted, heard), strict=True))
    found = [
        Figure("word errors beside the whole recording's", ours / whole, "x", 0.95, f"{ours:.1f} / {whole:.1f} %"),
        Figure("words copied from the text before", sum(piece.copied for piece in pieces), "", 0, f"of {said} said"),
        Figure("words looped", loops, "", loops_whole, f"whole: {loops_whole}"),
        Figure("letters of other scripts", foreign, "", 0, f"whole: {foreign_whole}"),
        Figure("voiced segments without text or mark", silent, "", 0, f"of {len(pieces)}"),
        Figure("marks for what was not understood or is unsure", marks, "", None, f"in {len(pieces)} segments"),
        Figure("names and medicines right", right, "", None, f"of {wanted}; whole: {right_whole}"),
        Figure("medicines written that were not said", added, "", 0),
        Figure("wrong words dotted", 100 * wrong_dotted / max(1, wrong), " %", None, f"of {wrong}"),
        Figure("right words dotted", 100 * right_dotted / max(1, right_words), " %", None, f"of {right_words}"),
        Figure("processor per second of sound", cost, " s", 0.2, f"whole: {cost_whole:.2f} s; {seconds / 60:.0f} min"),
    ]
    if noises:
        ours_too = sum(len(score.words(one.text)) for one in noises)
        alone = sum(len(score.words(one.alone)) for one in noises)
        detail = f"{len(noises)} times {NOISE_SECONDS} s; the model alone: {alone}"
        found.insert(4, Figure("words on noise and silence without a voice", ours_too, "", 0, detail))
    return found


def _dotted(one: Heard) -> tuple[int, int, int, int]:
    words = [word for piece in one.pieces for word in piece.words]
    return score.dotted(one.said, [(text, Word(text, 0.0, 0.0, sure).is_unsure) for text, sure in words])


def apart(heard: list[Heard]) -> None:
    """Print the word errors by voice and noise level."""
    rows = []
    for trait in ("voice", "level"):
        for value in dict.fromkeys(getattr(one, trait) for one in heard):
            some = [one for one in heard if getattr(one, trait) == value]
            ours, whole = _rate(some, "text"), _rate(some, "whole")
            rows.append(Figure(f"{trait} {value}", ours / whole, "x", None, f"{ours:.1f} / {whole:.1f} %, {len(some)}"))
    show("Word errors beside the whole recording's (product / whole, recordings)", rows)
    kinds = []
    for way, name in (("text", "product"), ("whole", "whole recording")):
        said = sum(len(score.words(one.said)) for one in heard)
        found = [sum(kind) for kind in zip(*(score.errors(one.said, getattr(one, way)) for one in heard), strict=True)]
        shares = [f"{100 * count / said:.1f}" for count in found]
        kinds.append(Figure(name, _rate(heard, way), " %", None, " / ".join(shares)))
    show("Word errors (replaced / left out / added, %)", kinds)


def _rate(heard: list[Heard], way: str) -> float:
    wrong = sum(sum(score.errors(one.said, getattr(one, way))) for one in heard)
    return 100 * wrong / max(1, sum(len(score.words(one.said)) for one in heard))


def tables(heard: list[Heard], noises: list[Noise]) -> bool:
    """Print the tables; return whether every goal is met."""
    apart(heard)
    return show("Speech with a real Whisper (base, int8)", figures(heard, noises))


def _written(path: Path) -> tuple[list[Heard], list[Noise]]:
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    heard = [Heard(**{**one, "pieces": [Piece(**piece) for piece in one["pieces"]]}) for one in lines if "said" in one]
    return heard, [Noise(**one) for one in lines if "place" in one]


async def main() -> bool:
    parser = argparse.ArgumentParser(description="Speech with a real Whisper.")
    parser.add_argument("folder", nargs="?", type=Path, help="recordings of one's own: NAME.wav and NAME.txt")
    parser.add_argument("--quick", action="store_true", help=f"{QUICK} dictations, each at another noise level")
    parser.add_argument("--passes", type=int, default=1, help="how often each dictation is spoken")
    parser.add_argument(
        "--held", action="store_true", help="the dictations after those that the settings were chosen on"
    )
    parser.add_argument("--hurried", action="store_true", help="as the product listens while there is a backlog")
    parser.add_argument("--beside", type=Path, help="an earlier output, whose whole recordings are taken over")
    parser.add_argument("--read", type=Path, help="an earlier output: print its tables only")
    parser.add_argument("--out", type=Path, default=OUTPUT)
    options = parser.parse_args()
    if options.read:
        return tables(*_written(options.read))
    import ctranslate2

    ctranslate2.set_random_seed(1)  # higher temperatures draw words by lot
    listener = Listener(is_hurried=options.hurried)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    count = QUICK if options.quick else COUNT
    first = COUNT if options.held else 0
    recordings = own(options.folder) if options.folder else dictations(options.passes, count, first)
    heard: list[Heard] = []
    noises: list[Noise] = []
    with open(options.out, "w", encoding="utf-8") as file:  # noqa: ASYNC230  nothing else waits in this process
        for recording in recordings:
            heard.append(await listener.hear(recording, options.beside))
            file.write(json.dumps(asdict(heard[-1]), ensure_ascii=False) + "\n")
            file.flush()
            last = heard[-1]
            rates = f"{_rate([last], 'text'):.0f} / {_rate([last], 'whole'):.0f} %"
            say(f"{last.name} {last.voice} {last.level}: {rates}, {last.seconds:.0f} s")
        for turn in range(0 if options.folder else 1 if options.quick else 3):
            for place in sounds.WITHOUT_A_VOICE:
                noises.append(await listener.noise(place, turn))
                file.write(json.dumps(asdict(noises[-1]), ensure_ascii=False) + "\n")
    return tables(heard, noises)


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
