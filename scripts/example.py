"""Make the example of the landing page again: a dictation in a computer's voice, and what the local engine makes of it.

Writes ``assets/voorbeeld.mp3``, and ``example.json`` beside the service: each spoken sentence with the heading it comes
under and the second at which it has been said. Needs espeak-ng. Nothing in the product runs this.
"""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import av
import numpy as np

from voice_report.integrations.structuring import local
from voice_report.reporting.templates import DEFAULT

ROOT = Path(__file__).resolve().parent.parent
SOUND = ROOT / "assets" / "voorbeeld.mp3"
DATA = ROOT / "voice_report" / "services" / "reports" / "example.json"

SAID = (
    "Ik was vanochtend bij mevrouw voor de wondzorg. Ze had slecht geslapen door pijn in haar linkerknie. "
    "De wond is kleiner en de randen zijn rustig. Ik heb de wond gespoeld en opnieuw verbonden. "
    "Vanmiddag bel ik de huisarts over de knie."
)
RATE, BITS, PAUSE = 22_050, 32_000, 0.4  # samples and bits per second; seconds of silence after a sentence
_SILENT = 300  # of 32,768


def main() -> None:
    pieces, sentences, until = [], [], 0.0
    for text, section in local.place(SAID, DEFAULT):
        piece = np.concatenate([_speech(text), np.zeros(round(PAUSE * RATE), np.int16)])
        pieces.append(piece)
        until += len(piece) / RATE
        sentences.append({"text": text, "heading": section.title, "until": round(until, 2)})
    SOUND.write_bytes(_mp3(np.concatenate(pieces)))
    DATA.write_text(json.dumps(sentences, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(f"{until:.1f} s, {SOUND.stat().st_size} bytes\n")


def _speech(text: str) -> np.ndarray:
    command = ["espeak-ng", "-v", "nl+f3", "-s", "165", "-p", "45", "--stdout", text]
    sound = subprocess.run(command, capture_output=True, check=True).stdout
    with av.open(io.BytesIO(sound), "r") as file:
        samples = np.concatenate([frame.to_ndarray().reshape(-1) for frame in file.decode(audio=0)])
    heard = np.flatnonzero(np.abs(samples) > _SILENT)
    return samples[heard[0] : heard[-1] + 1]


def _mp3(samples: np.ndarray) -> bytes:
    buffer = io.BytesIO()
    with av.open(buffer, "w", format="mp3") as output:
        stream: Any = output.add_stream("libmp3lame", rate=RATE, layout="mono")
        stream.bit_rate = BITS
        frame = av.AudioFrame.from_ndarray(samples.reshape(1, -1), format="s16", layout="mono")
        frame.sample_rate = RATE
        resampler = av.AudioResampler(stream.format, "mono", RATE, frame_size=stream.frame_size)
        for piece in [*resampler.resample(frame), *resampler.resample(None)]:
            output.mux(stream.encode(piece))
        output.mux(stream.encode(None))
    return buffer.getvalue()


if __name__ == "__main__":
    main()
