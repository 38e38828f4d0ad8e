"""Speech to text on this machine with faster-whisper: one model per process, one thread, a bounded queue.

``SPEECH_MODEL`` is a size (``small``), the name of a converted model, or a directory that holds one. It is fetched into
``var/models`` and loaded in the background from server start; until then recordings wait in the browser. In development
a small spare model takes its place when it cannot be fetched (``spare``).
"""

import contextlib
import logging
import math
import os
import threading
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from ...config import Settings
from ...core.bounded_executor import BoundedExecutor
from ...engines import Profile
from ...errors import Unavailable
from .. import egress
from . import spare
from .fair_queue import BUSY, OWN, FairQueue
from .load_monitor import LoadMonitor
from .protocol import Answer, SpeechEngine, Word
from .sound.samples import RATE, floats

log = logging.getLogger(__name__)

LOADING = "Spraakmodel wordt geladen"
MISSING = "Het spraakmodel kan niet worden geladen. Je opname is bewaard; vraag je beheerder om hulp."

#: Blocks; gets a function that takes the percentage that has arrived.
SpareModel = Callable[[Callable[[int], None]], str]

_FOLDER = Path("var/models")
_FILES = ["config.json", "preprocessor_config.json", "model.bin", "tokenizer.json", "vocabulary.*"]
#: Seconds between two attempts to load a model that failed to load (the network may have been down).
_TRY_AGAIN_AFTER = 60.0
_LOG_EVERY = 10  # percent
#: Seconds from loading the spare model to the next attempt at the usual one, doubled each time; after the last attempt
#: it is the server's next start.
_USUAL_AGAIN_AFTER, _USUAL_ATTEMPTS = 600.0, 8

#: Decoding (decisions/0027). Where the model is unsure, and where a text zips so small that it babbles, it draws by lot
#: at the next temperature, once. No loop of 24 tokens is repeated: people repeat doses word for word in fewer.
_USUAL: dict[str, Any] = {
    "temperature": [0.0, 0.2, 0.4],
    "best_of": 1,
    "compression_ratio_threshold": 1.8,
    "no_repeat_ngram_size": 24,
}
_CAREFUL: dict[str, Any] = {"temperature": 0.0, "no_repeat_ngram_size": 5}
#: Instead of the same in those, while there is a backlog (``load_monitor``). With only ``_MARGIN`` frames of silence
#: behind the sound, instead of as many as fill the window, it makes a segment this many times faster. The times of
#: words stay: they show an answer that ends too early.
_HURRIED: dict[str, Any] = {"temperature": 0.0, "beam_size": 1}
_GAIN = 2.3
_FRAMES, _MARGIN = 100, 200  # frames per second
#: Samples of one Whisper window. What fits is transcribed without times of sentences: with them it begins again
#: after the last one it wrote, which takes as long as the first time and repeats words.
_AT_ONCE = 30 * RATE


def create(settings: Settings, profile: Profile) -> SpeechEngine:
    """Return the engine with the model of its profile; loading begins with ``start_loading``.

    In production, and when a model was chosen, it is that model or none.
    """
    may_be_spare = not settings.is_production and not settings.speech_model and not settings.engines_file
    return LocalWhisper(profile.model, spare_model=spare.fetched if may_be_spare else None)


class LocalWhisper:
    """The model, its state (waiting, loading, ready, failed) and its thread.

    ``spare_model`` fetches another model when the one named ``model`` cannot be fetched, and returns its directory.
    """

    def __init__(
        self, model: str, *, spare_model: SpareModel | None = None, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._model_name = model
        self._spare_model = spare_model
        self._note = ""
        self._now = now
        self._lock = threading.Lock()
        self._state = "waiting"
        self._percent: int | None = None
        self._failed_at = 0.0
        self._model: Any = None
        self._loaded = threading.Event()
        self._thread = BoundedExecutor("speech-whisper", workers=1, waiting=16, busy=BUSY, own=OWN)
        self.queue = FairQueue(LoadMonitor(gain=_GAIN))
        self._attempts = 0
        self._usual_again_at = math.inf

    def ready(self) -> tuple[bool, str]:
        """Return whether the model is loaded, and a Dutch sentence about its progress, or about a spare model."""
        self.start_loading()
        if self._state == "ready":
            self._try_the_usual()
            return True, self._note
        if self._state == "failed":
            return False, MISSING
        return False, LOADING if self._percent is None else f"{LOADING} ({self._percent}%)"

    def state(self) -> str:
        """Return ``ready``, ``loading`` or ``missing`` (it could not be loaded)."""
        self.start_loading()
        return {"ready": "ready", "failed": "missing"}.get(self._state, "loading")

    def start_loading(self) -> None:
        """Start loading in a thread, unless that was done already; a failure is retried after a minute."""
        with self._lock:
            again = self._state == "failed" and self._now() - self._failed_at >= _TRY_AGAIN_AFTER
            if self._state != "waiting" and not again:
                return
            self._state = "loading"
            self._loaded.clear()
        threading.Thread(target=self._load, name="speech-model", daemon=True).start()

    def wait_until_settled(self, seconds: float) -> bool:
        """Block until the model is loaded or has failed; ``False`` when that takes longer."""
        return self._loaded.wait(seconds)

    async def transcribe(self, samples: np.ndarray, *, careful: bool = False) -> Answer:
        """Return the words in mono 16 kHz samples.

        Raises ``Unavailable``: ``model_loading``, ``model_missing``, ``busy`` (queue full) or ``engine_failed``.
        """
        ready, sentence = self.ready()
        if not ready:
            if sentence is MISSING:
                raise Unavailable(MISSING, code="model_missing", retry_after=60)
            raise Unavailable(LOADING, code="model_loading", retry_after=5)
        return await self._thread.run(self._transcribe, samples, careful)

    def _transcribe(self, samples: np.ndarray, careful: bool) -> Answer:
        hurried, at_once = self.queue.monitor.is_hurried, len(samples) <= _AT_ONCE
        options = (_CAREFUL if careful else _USUAL) | (_HURRIED if hurried else {})
        options |= {"without_timestamps": at_once, "word_timestamps": True}
        self._model.frames = len(samples) * _FRAMES // RATE + _MARGIN if hurried and at_once else None
        try:
            # Whisper processes 30 s at a time; its own text is no prompt for the next window: that makes it loop.
            segments, _info = self._model.transcribe(
                floats(samples),
                language="nl",
                task="transcribe",
                condition_on_previous_text=False,
                **options,
            )
            # With word times the model would restart after the last word: only the first window is read.
            heard = list(islice(segments, 1 if at_once else None))
            return Answer(
                "".join(segment.text for segment in heard).strip(),
                tuple(
                    Word(one.word.strip(), one.start, one.end, one.probability)
                    for segment in heard
                    for one in segment.words or ()
                ),
            )
        except Exception as error:
            log.error("speech: the local model failed: %s", type(error).__name__)
            raise Unavailable(
                "De spraakherkenning kon deze opname niet verwerken. Je opname is bewaard; probeer het zo opnieuw.",
                code="engine_failed",
                retry_after=10,
            ) from error

    def _load(self) -> None:
        started = time.monotonic()
        try:
            log.info("speech: loading the local model")
            self._model = _open(self._fetched_or_spare())
        except Exception as error:  # noqa: BLE001  whatever the error, there is no model; the reason is in the log
            log.error("speech: the local model could not be loaded: %s: %s", type(error).__name__, error)
            self._failed_at = self._now()
            self._state = "failed"
        else:
            self._state = "ready"
            log.info("speech: the local model is ready after %.1f s", time.monotonic() - started)
        finally:
            self._loaded.set()

    def _fetched_or_spare(self) -> str:
        try:
            return self._fetched()
        except Exception as error:
            if self._spare_model is None:
                raise
            log.warning("speech: no model from the hub (%s); a small spare one takes its place", type(error).__name__)
            self._percent = None
            directory = self._spare_model(self._progressed)
            self._note = spare.SENTENCE
            self._usual_again_at = self._now() + _USUAL_AGAIN_AFTER
            return directory

    def _try_the_usual(self) -> None:
        """While the spare model runs, try to fetch the usual one in a thread, now and then."""
        with self._lock:
            if self._now() < self._usual_again_at:
                return
            self._usual_again_at = math.inf
            self._attempts += 1
        self._loaded.clear()
        threading.Thread(target=self._replace_the_spare, name="speech-model", daemon=True).start()

    def _replace_the_spare(self) -> None:
        try:
            self._model = _open(self._fetched())
            self._note = ""
            log.info("speech: the usual model takes the place of the spare one")
        except Exception as error:  # noqa: BLE001  the spare model continues
            log.warning("speech: still no model from the hub (%s)", type(error).__name__)
            if self._attempts < _USUAL_ATTEMPTS:
                self._usual_again_at = self._now() + _USUAL_AGAIN_AFTER * 2**self._attempts
        finally:
            self._loaded.set()

    def _fetched(self) -> str:
        """Return the model's directory, downloading the model when it is not there yet."""
        os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
        if Path(self._model_name).is_dir():
            return self._model_name
        if Path(self._model_name).is_absolute() or self._model_name.startswith("."):
            raise FileNotFoundError("no such directory")
        return _download(self._model_name, self._progressed)

    def _progressed(self, percent: int) -> None:
        before = -_LOG_EVERY if self._percent is None else self._percent
        self._percent = max(before, percent)
        if percent // _LOG_EVERY > before // _LOG_EVERY:
            log.info("speech: fetching the local model, %d%%", percent)


def _open(directory: str) -> Any:
    from faster_whisper import WhisperModel

    class Whisper(WhisperModel):
        """Encodes the first ``frames`` of a window only; all when that is ``None``."""

        frames: int | None = None

        def encode(self, features: np.ndarray) -> Any:
            return super().encode(np.ascontiguousarray(features[..., : self.frames]))

        def add_word_timestamps(self, segments: Any, *arguments: Any, **options: Any) -> Any:
            result = super().add_word_timestamps(segments, *arguments, **options)
            for segment in (one for several in segments for one in several):
                # The library leaves out what lasts no time, which one short word often does.
                segment["end"] = max(segment["end"], segment["start"] + 0.02)
            return result

    # One processor stays free for the pages; a model whose threads wait for a busy one is many times slower.
    threads = max(1, min(8, (os.cpu_count() or 2) - 1))
    return Whisper(directory, device="cpu", compute_type="int8", cpu_threads=threads, local_files_only=True)


def is_on_disk() -> bool:
    """Return whether a model was fetched before."""
    return any(_FOLDER.rglob("model.bin"))


def _download(name: str, progressed: Callable[[int], None]) -> str:
    """Download a converted model from the model hub, or find an earlier download; return its directory."""
    from faster_whisper import utils
    from huggingface_hub import snapshot_download
    from tqdm.auto import tqdm

    repository = name if "/" in name else utils._MODELS.get(name)
    if repository is None:
        raise ValueError("unknown model name")
    found: dict[str, Any] = {"cache_dir": str(_FOLDER), "allow_patterns": _FILES}
    # No revision is pinned: the files are weights, not code, and the installer chooses which model to trust.
    with contextlib.suppress(Exception):  # not downloaded yet
        directory = snapshot_download(repository, local_files_only=True, **found)  # nosec B615
        if all((Path(directory) / file).exists() for file in ("config.json", "model.bin", "tokenizer.json")):
            return directory

    class Progress(tqdm):
        """Displays nothing, but reports how many of the bytes have arrived."""

        def __init__(self, *arguments: Any, **options: Any) -> None:
            self._counts = options.get("unit") == "B"
            self._done = 0.0
            options.pop("name", None)
            super().__init__(*arguments, **{**options, "disable": True})

        def update(self, n: float | None = 1) -> None:
            self._done += n or 0
            if self._counts and self.total:
                progressed(min(99, int(100 * self._done / self.total)))

    egress.count_in_thread("model", urlsplit(os.environ.get("HF_ENDPOINT", "")).hostname or "huggingface.co")
    return snapshot_download(repository, tqdm_class=Progress, **found)  # nosec B615
