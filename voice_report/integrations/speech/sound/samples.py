"""Samples of sound: their rate, their two forms, and frames of any shape resampled to them."""

from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import av
    from av.filter import Graph

#: Sample rate, per second, that the engines and the voice detection get.
RATE = 16_000
#: Decoded samples that are resampled at once, 0.2 s at 48 kHz: packets of 20 to 60 ms one by one take longer, and half
#: a second takes half a megabyte while the user speaks.
_AT_ONCE = 9_600
_FULL = 32_767  # the largest 16-bit sample


def floats(samples: np.ndarray) -> np.ndarray:
    """Return 16-bit samples as float32 ones, from -1 to 1, which take twice the memory; others as they are."""
    return samples / np.float32(_FULL) if samples.dtype == np.int16 else samples


def integers(samples: np.ndarray) -> np.ndarray:
    """Return float32 samples as 16-bit ones: louder than 1 is 1, and what is no number is silence. Others as they
    are."""
    if samples.dtype == np.int16:
        return samples
    return np.rint(np.nan_to_num(samples, nan=0.0, posinf=0.0, neginf=0.0).clip(-1.0, 1.0) * _FULL).astype(np.int16)


class Resampler:
    """From frames of one shape, ``_AT_ONCE`` of their samples at a time, to arrays of mono samples at ``RATE``."""

    def __init__(self) -> None:
        import av

        self._waiting = av.AudioFifo()
        self._graph: Graph | None = None

    def add(self, frame: "av.AudioFrame") -> list[np.ndarray]:
        """Return what can be resampled by now."""
        frame.pts = None
        self._waiting.write(frame)
        return self._resampled() if self._waiting.samples >= _AT_ONCE else []

    def end(self) -> list[np.ndarray]:
        """Return the rest; call it once."""
        rest = self._resampled()
        return [*rest, *_pushed(self._graph, None)] if self._graph else rest

    def _resampled(self) -> list[np.ndarray]:
        frame = self._waiting.read()
        if frame is None:
            return []
        self._graph = self._graph or _graph(frame)
        frame.pts = None
        return _pushed(self._graph, frame)


def _graph(frame: "av.AudioFrame") -> "Graph":
    """Return a resampler without threads of its own: ``av.AudioResampler`` starts one for each core, for each sound."""
    from av.filter import Graph

    graph = Graph()
    graph.threads = 1
    rate = str(frame.sample_rate)
    source = graph.add(
        "abuffer",
        sample_rate=rate,
        sample_fmt=frame.format.name,
        channel_layout=frame.layout.name,
        time_base=f"1/{rate}",
    )
    shape = graph.add("aformat", sample_rates=str(RATE), sample_fmts="flt", channel_layouts="mono")
    sink = graph.add("abuffersink")
    source.link_to(shape)
    shape.link_to(sink)
    graph.configure()
    return graph


def _pushed(graph: "Graph", frame: "av.AudioFrame | None") -> list[np.ndarray]:
    """Return what comes out for a frame; for ``None`` the rest."""
    from av.error import BlockingIOError as NoMore

    graph.push(frame)
    arrays: list[np.ndarray] = []
    with suppress(NoMore, EOFError):
        while True:
            arrays.append(graph.pull().to_ndarray()[0])
    return arrays
