"""Test sound with identifiable sentences: Dutch speech from espeak-ng, with a spoken number hidden in each sentence.

A sentence sounds as: first half of the words, a *marker*, second half of the words, then a pause. The marker is a burst
of six dual tones (DTMF frequencies, 80 ms each, 480 ms in all) that carries a number from 0 to 624 with a check digit:

    start, d1, d2, d3, d4, check     number = d1*125 + d2*25 + d3*5 + d4

Neighbouring tones always differ (each position has an alphabet of its own), so it survives Opus, resampling and a
microphone. It is loud and in the middle of the speech, so a recorder that cuts at pauses never cuts it. ``heard``
returns the numbers in any sound, in order: a lost, repeated or reordered piece of sound gives other numbers.

>>> heard(dictation(3))
[1, 2, 3]
"""

import functools
import io
import subprocess
import wave
from typing import Any

import av
import numpy as np

RATE = 16_000
TONE_SECONDS = 0.08
FRAGMENTED = {"movflags": "frag_keyframe+empty_moov+default_base_moof", "frag_duration": "1000000"}
LARGEST = 5**4 - 1

_LOW = (697.0, 770.0, 852.0, 941.0)
_HIGH = (1209.0, 1336.0, 1477.0, 1633.0)
_START = 0
_ALPHABETS = ((1, 2, 3, 4, 5), (6, 7, 8, 9, 10), (11, 12, 13, 14, 15))

#: What the default test dictation says; nobody in it exists.
SENTENCES = (
    "Mevrouw heeft vannacht goed geslapen en was vanochtend vrolijk.",
    "Ze heeft haar ontbijt helemaal opgegeten en twee glazen water gedronken.",
    "Ik heb geholpen met wassen en aankleden.",
    "De wond aan het linkerbeen ziet er rustig uit.",
    "Morgen komt de huisarts langs om tien uur.",
    "Meneer vertelde dat hij zijn dochter graag vaker wil zien.",
)


def marker(number: int, rate: int = RATE) -> np.ndarray:
    """Return the tones that encode ``number`` (0-624)."""
    if not 0 <= number <= LARGEST:
        raise ValueError(f"a marker carries 0 to {LARGEST}, not {number}")
    moments = np.arange(round(TONE_SECONDS * rate)) / rate
    tones = [
        np.sin(2 * np.pi * _LOW[symbol // 4] * moments) + np.sin(2 * np.pi * _HIGH[symbol % 4] * moments)
        for symbol in _symbols(number)
    ]
    return (0.3 * np.concatenate(tones)).astype(np.float32)


def _symbols(number: int) -> list[int]:
    digits = [number // 125, number // 25 % 5, number // 5 % 5, number % 5]
    digits.append(_check(digits))
    return [_START] + [_ALPHABETS[place % 3][digit] for place, digit in enumerate(digits)]


def _check(digits: list[int]) -> int:
    return sum((place + 1) * digit for place, digit in enumerate(digits)) % 5


def heard(samples: np.ndarray) -> list[int]:
    """Return the numbers in a mono 16 kHz sound, in the order in which they occur."""
    step = RATE // 200
    symbols = _symbols_per_step(np.asarray(samples, dtype=np.float32), step)
    per_tone = round(TONE_SECONDS * RATE / step)
    numbers, position = [], 0
    while position + 5 * per_tone < len(symbols):
        number = _number_at(symbols, position, per_tone) if symbols[position] == _START else None
        if number is None:
            position += 1
        else:
            numbers.append(number)
            position += 5 * per_tone
    return numbers


def _symbols_per_step(samples: np.ndarray, step: int) -> np.ndarray:
    """Return the tone pair that fills the 40 ms around each step; -1 where no pair does."""
    size = RATE // 25
    if len(samples) < size:
        return np.empty(0, dtype=int)
    frames = np.lib.stride_tricks.sliding_window_view(samples, size)[::step]
    moments = np.arange(size) / RATE
    waves = np.exp(-2j * np.pi * np.outer(moments, _LOW + _HIGH)).astype(np.complex64)
    found = np.empty(len(frames), dtype=int)
    for begin in range(0, len(frames), 4000):
        block = frames[begin : begin + 4000]
        powers = np.abs(block @ waves) ** 2 * (2 / size)
        total = np.sum(block**2, axis=1) + 1e-9
        low, high = powers[:, :4], powers[:, 4:]
        share = (low.max(axis=1) + high.max(axis=1)) / total
        weakest = np.minimum(low.max(axis=1), high.max(axis=1)) / total
        pair = low.argmax(axis=1) * 4 + high.argmax(axis=1)
        clear = (share > 0.6) & (weakest > 0.08) & (total > size * 1e-6)
        found[begin : begin + 4000] = np.where(clear, pair, -1)
    return found


def _number_at(symbols: np.ndarray, position: int, per_tone: int) -> int | None:
    digits = []
    for place in range(5):
        symbol = symbols[position + (place + 1) * per_tone]
        alphabet = _ALPHABETS[place % 3]
        if symbol not in alphabet:
            return None
        digits.append(alphabet.index(symbol))
    *digits, check = digits
    if check != _check(digits):
        return None
    return digits[0] * 125 + digits[1] * 25 + digits[2] * 5 + digits[3]


@functools.cache
def speech(text: str, rate: int = RATE) -> np.ndarray:
    """Return ``text`` as espeak-ng speaks it in Dutch, silence at both ends removed, peak 0.5."""
    command = ["espeak-ng", "-v", "nl", "-s", "150", "--stdout", text]
    result = subprocess.run(command, capture_output=True, check=True)
    samples = decode(result.stdout, rate)
    loud = np.flatnonzero(np.abs(samples) > 0.01)
    samples = samples[loud[0] : loud[-1] + 1] if len(loud) else samples
    return samples * np.float32(0.5 / max(np.abs(samples).max(initial=0.0), 1e-6))


def sentence(number: int, text: str | None = None, rate: int = RATE) -> np.ndarray:
    """Return one spoken sentence with ``number`` inside."""
    words = (text or SENTENCES[(number - 1) % len(SENTENCES)]).split()
    half = max(1, len(words) // 2)
    parts = [speech(" ".join(words[:half]), rate), marker(number, rate)]
    if words[half:]:
        parts.append(speech(" ".join(words[half:]), rate))
    return np.concatenate(parts)


def silence(seconds: float, rate: int = RATE) -> np.ndarray:
    """Return digital silence."""
    return np.zeros(round(seconds * rate), dtype=np.float32)


def dictation(
    count: int, *, first: int = 1, texts: list[str] | None = None, pause: float = 0.8, rate: int = RATE
) -> np.ndarray:
    """Return ``count`` sentences numbered from ``first`` with a ``pause`` (seconds) after each."""
    pieces: list[np.ndarray] = []
    for index in range(count):
        pieces += [sentence(first + index, texts[index] if texts else None, rate), silence(pause, rate)]
    return np.concatenate(pieces)


def lasting(seconds: float, *, first: int = 1, pause: float = 0.8, rate: int = RATE) -> tuple[np.ndarray, int]:
    """Return about ``seconds`` of dictation (whole sentences, never longer) and how many sentences it has."""
    pieces: list[np.ndarray] = []
    length, count = 0, 0
    while True:
        piece = np.concatenate([sentence(first + count, None, rate), silence(pause, rate)])
        if length + len(piece) > seconds * rate:
            return (np.concatenate(pieces) if pieces else silence(0, rate)), count
        pieces.append(piece)
        length, count = length + len(piece), count + 1


def wav(samples: np.ndarray, rate: int = RATE) -> bytes:
    """Write a mono 16-bit WAV file."""
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes((np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())
    return buffer.getvalue()


def encoded(
    samples: np.ndarray, container: str = "webm", rate: int = RATE, options: dict[str, str] | None = None
) -> bytes:
    """Write the sound as a browser's recorder does: webm or ogg (Opus), mp4 (AAC) or wav; flac for very long ones.

    ``options`` are the container's: ``FRAGMENTED`` for the mp4 of Safari, which is written while a user speaks.
    """
    if container == "wav":
        return wav(samples, rate)
    codec = {"mp4": "aac", "flac": "flac"}.get(container, "libopus")
    target = rate if container == "flac" else 48_000
    buffer = io.BytesIO()
    with av.open(buffer, "w", format=container, options=options or {}) as output:
        stream: Any = output.add_stream(codec, rate=target, layout="mono")
        resampler = av.AudioResampler(format=stream.format, layout="mono", rate=target, frame_size=stream.frame_size)
        frame = av.AudioFrame.from_ndarray(samples.reshape(1, -1).astype(np.float32), format="flt", layout="mono")
        frame.sample_rate = rate
        for piece in [*resampler.resample(frame), *resampler.resample(None)]:
            output.mux(stream.encode(piece))
        output.mux(stream.encode(None))
    return buffer.getvalue()


def decode(data: bytes, rate: int = RATE) -> np.ndarray:
    """Read any audio file as mono float32 at ``rate``; raises what PyAV raises when the data is not audio."""
    resampler = av.AudioResampler(format="flt", layout="mono", rate=rate)
    pieces: list[np.ndarray] = []
    with av.open(io.BytesIO(data), "r") as container:
        for frame in container.decode(audio=0):
            frame.pts = None
            pieces += [part.to_ndarray()[0] for part in resampler.resample(frame)]
        pieces += [part.to_ndarray()[0] for part in resampler.resample(None)]
    return np.concatenate(pieces) if pieces else np.empty(0, dtype=np.float32)
