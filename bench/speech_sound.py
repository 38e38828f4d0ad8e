"""The sound of ``bench/speech``: Dutch voices, the noise of places where people work, and how the recorder cuts it."""

import json
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from tests.support.fakes.sound import RATE, decode
from tests.unit.ui import node

#: Voices of espeak-ng with their words a minute.
VOICES = (("nl", 140), ("nl+f2", 150), ("nl+m3", 130))
#: MBROLA's Dutch voices, a man's and a woman's, made of recorded speech: easier to hear than espeak-ng's own.
#: They are for measuring only (Debian contrib and non-free: mbrola, mbrola-nl2, mbrola-nl3).
RECORDED_VOICES = (("mb-nl2", 140), ("mb-nl3", 140))
_RECORDED = Path("/usr/share/mbrola")
#: Signal to noise in dB; None is a quiet room.
LEVELS = (None, 20, 10, 5)
QUIET_ROOM_DB = -60.0
LONGEST = 60.0  # seconds; the sentence that passes it is the last
_CUTS = Path(__file__).with_name("cuts.mjs")


@dataclass(frozen=True)
class Recording:
    """What a person said, and the sound of it. ``spoken`` marks the samples in which there is a voice."""

    name: str
    voice: str
    level: str
    text: str
    samples: np.ndarray
    spoken: np.ndarray

    @property
    def seconds(self) -> float:
        return len(self.samples) / RATE


def voices() -> tuple[tuple[str, int], ...]:
    """Return MBROLA's voices where they are installed, else espeak-ng's own."""
    is_there = all((_RECORDED / voice.removeprefix("mb-")).exists() for voice, _ in RECORDED_VOICES)
    return RECORDED_VOICES if is_there else VOICES


def speak(sentences: list[str], voice: tuple[str, int]) -> np.ndarray:
    """Return the sentences spoken with a second between them, and quiet before and after."""
    quiet = np.zeros(RATE, np.float32)
    return np.concatenate([quiet, *(part for one in sentences for part in (_said(one, *voice), quiet)), quiet])


def recording(name: str, sentences: list[str], voice: tuple[str, int], level: int | None, place: str) -> Recording:
    """Speak the first minute with pauses of half a second to a second, in a place that is ``level`` dB softer."""
    random = _random(name, voice[0])
    pieces, spoken = [np.zeros(RATE // 2, np.float32)], [np.zeros(RATE // 2, bool)]
    told: list[str] = []
    for sentence in sentences:
        if sum(map(len, pieces)) > LONGEST * RATE:
            break
        told.append(sentence)
        said = _said(sentence, *voice)
        pause = round(RATE * random.uniform(0.5, 1.0))
        pieces += [said, np.zeros(pause, np.float32)]
        spoken += [np.ones(len(said), bool), np.zeros(pause, bool)]
    samples, voiced = np.concatenate(pieces), np.concatenate(spoken)
    loudness = 20 * np.log10(np.sqrt(np.mean(samples[voiced] ** 2)))
    noise = around("room" if level is None else place, len(samples), name)
    samples = samples + noise * np.float32(10 ** ((QUIET_ROOM_DB if level is None else loudness - level) / 20))
    label = "clean" if level is None else f"{level} dB"
    return Recording(name, voice[0], label, " ".join(told), samples.astype(np.float32), voiced)


def read(path: Path) -> Recording:
    """Return a person's own recording: a sound file, and what was said in the ``.txt`` beside it."""
    samples = decode(path.read_bytes())
    return Recording(
        path.stem,
        path.parent.name,
        "own",
        path.with_suffix(".txt").read_text("utf-8"),
        samples,
        np.ones(len(samples), bool),
    )


@cache
def _said(sentence: str, voice: str, words_a_minute: int) -> np.ndarray:
    command = ["espeak-ng", "-v", voice, "-s", str(words_a_minute), "--stdout", sentence]
    samples = decode(subprocess.run(command, capture_output=True, check=True).stdout)
    loud = np.flatnonzero(np.abs(samples) > 0.01)
    samples = samples[loud[0] : loud[-1] + 1] if len(loud) else samples
    return samples * np.float32(0.5 / max(np.abs(samples).max(initial=0.0), 1e-6))


def pieces(samples: np.ndarray) -> list[tuple[int, int]]:
    """Return the recorder's segments as (first, end) in samples."""
    cut = subprocess.run(
        [node.program(), str(_CUTS)], input=samples.astype("<f4").tobytes(), capture_output=True, check=True
    )
    return [(first * RATE // 1000, end * RATE // 1000) for first, end in json.loads(cut.stdout)]


def around(place: str, count: int, seed: str) -> np.ndarray:
    """Return the noise of a place, with a power of one (silence: none)."""
    noise = _PLACES[place](count, _random(place, seed))
    power = np.sqrt(np.mean(noise**2))
    return (noise / power if power else noise).astype(np.float32)


def _random(*seeds: str) -> np.random.Generator:
    return np.random.default_rng(list(" ".join(seeds).encode()))


def _coloured(count: int, random: np.random.Generator, slope: float, low: float = 20, high: float = 8000) -> np.ndarray:
    """Return noise whose amplitude falls with frequency to the power ``slope``, within a band in Hz."""
    spectrum = np.fft.rfft(random.standard_normal(count))
    hertz = np.fft.rfftfreq(count, 1 / RATE)
    shape = np.where((hertz >= low) & (hertz <= high), np.maximum(hertz, 20.0) ** -slope, 0.0)
    return np.fft.irfft(spectrum * shape, count)


def _swell(count: int, random: np.random.Generator, every: float, width: float) -> np.ndarray:
    """Return 0-1, rising and falling about once in ``every`` seconds, for ``width`` seconds."""
    moments = np.arange(count) / RATE
    peaks = np.cumsum(random.uniform(0.4 * every, 1.6 * every, int(count / RATE / every) + 2)) - every / 2
    return sum(np.exp(-(((moments - peak) / width) ** 2)) for peak in peaks)  # pyright: ignore[reportReturnType]


def _unit(noise: np.ndarray) -> np.ndarray:
    return noise / max(float(np.sqrt(np.mean(noise**2))), 1e-9)


def _room(count: int, random: np.random.Generator) -> np.ndarray:
    """A fan and the hum of the mains."""
    moments = np.arange(count) / RATE
    hum = sum(np.sin(2 * np.pi * hertz * moments) / hertz * 50 for hertz in (50, 100, 150))
    return _unit(_coloured(count, random, 0.8)) + 0.3 * hum


def _street(count: int, random: np.random.Generator) -> np.ndarray:
    """A rumble, and cars that come and go."""
    cars = _unit(_coloured(count, random, 0.5, 80, 3000)) * _swell(count, random, 6.0, 1.5)
    return _unit(_coloured(count, random, 1.0, 20, 400)) + 2 * cars


def _kitchen(count: int, random: np.random.Generator) -> np.ndarray:
    """An extractor, running water, and pans and plates that ring."""
    sound = _unit(_coloured(count, random, 0.6)) + 0.5 * _unit(_coloured(count, random, 0.0, 1500, 7000))
    moments = np.arange(RATE // 2) / RATE
    for at in random.integers(0, max(1, count - len(moments)), count // RATE):
        rings = sum(
            np.sin(2 * np.pi * hertz * moments + turn)
            for hertz, turn in zip(*random.uniform(900, 5000, (2, 4)), strict=True)
        )
        sound[at : at + len(moments)] += random.uniform(0.5, 2.0) * rings * np.exp(-moments * random.uniform(8, 30))
    return sound


def _breathing(count: int, random: np.random.Generator) -> np.ndarray:
    """Breath on a microphone: soft noise, in and out."""
    moments = np.arange(count) / RATE
    breath = np.maximum(0.0, np.sin(2 * np.pi * moments / 3.6)) ** 2 + 0.6 * np.maximum(
        0.0, np.sin(2 * np.pi * (moments / 3.6 + 0.45))
    )
    return _unit(_coloured(count, random, 0.4, 200, 5000)) * breath


def _music(count: int, random: np.random.Generator) -> np.ndarray:
    """Notes with overtones, two at a time, as from a radio in the next room."""
    sound, length = np.zeros(count), round(0.4 * RATE)
    moments = np.arange(length) / RATE
    fade = np.exp(-3 * moments) * np.minimum(1, moments * 50)
    for at in range(0, count - length, length // 2):
        hertz = 220 * 2 ** (random.integers(0, 24) / 12)
        sound[at : at + length] += fade * sum(np.sin(2 * np.pi * hertz * k * moments) / k for k in (1, 2, 3, 4))
    return sound


def _silence(count: int, random: np.random.Generator) -> np.ndarray:
    return np.zeros(count)


_PLACES = {
    "room": _room,
    "street": _street,
    "kitchen": _kitchen,
    "breathing": _breathing,
    "music": _music,
    "silence": _silence,
}
#: Where people talk; the others are only listened to without a voice.
PLACES = ("room", "street", "kitchen")
WITHOUT_A_VOICE = tuple(_PLACES)
