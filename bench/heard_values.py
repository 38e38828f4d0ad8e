"""Measured values as a real Whisper hears them: ``python -m bench heard_values [--count 40] [--read FILE]``.

Transcripts of the open set (``bench/data/measurements``) are spoken by MBROLA's voices where they are installed, else
by espeak-ng's own, which are hard for the model, and heard by the product's path (``bench speech``). What is counted is
what a mishearing becomes: a value that was not spoken may be asked or lacking, and never stand as measured. What was
heard goes to ``var/bench/heard_values.jsonl``; ``--read`` counts such a file again. Exits with 1 when a goal is not
met.
"""

import argparse
import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from bench import measurements as labelled
from bench import speech_sound as sounds
from bench.stage import say
from bench.table import Figure, show
from voice_report.reporting.measurements import Measurement, measurements

OUTPUT = Path(__file__).resolve().parent.parent / "var" / "bench" / "heard_values.jsonl"
_PLACE = "room"
#: States of a label that were measured.
_MEASURED = {"said", "corrected"}


async def main() -> bool:
    """Print what was heard wrongly, and the table; return whether every goal is met."""
    parser = argparse.ArgumentParser(description="Measured values as a real Whisper hears them.")
    parser.add_argument("--count", type=int, default=40, help="how many transcripts are spoken")
    parser.add_argument("--read", type=Path, help="an earlier output: count it again")
    chosen = parser.parse_args()
    lines = {one["id"]: one for one in labelled.load("open") if one["rows"]}
    if chosen.read:
        heard = [json.loads(line) for line in chosen.read.read_text("utf-8").splitlines()]
    else:
        heard = await _listen([*lines.values()][:: max(1, len(lines) // chosen.count)][: chosen.count])
    return _tables(heard, lines)


async def _listen(lines: list[dict[str, Any]]) -> list[dict[str, str]]:
    """Return the id, the voice and what was heard of each transcript."""
    import ctranslate2

    from bench.speech import Listener

    ctranslate2.set_random_seed(1)
    listener, found = Listener(is_hurried=False), []
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    with OUTPUT.open("w", encoding="utf-8") as file:
        for number, line in enumerate(lines):
            voice = sounds.voices()[number % len(sounds.voices())]
            spoken = sounds.recording(line["id"], [line["transcript"]], voice, None, _PLACE)
            pieces = await listener.pieces(spoken)
            text = " ".join(piece.text for piece in pieces if piece.text)
            found.append({"id": line["id"], "voice": voice[0], "heard": text})
            file.write(json.dumps(found[-1], ensure_ascii=False) + "\n")
            say(f"{line['id']} {voice[0]}: {text[:100]}")
    return found


def _tables(heard: list[dict[str, str]], lines: dict[str, dict]) -> bool:
    total, right, asked, wrong, kinds = 0, 0, 0, 0, 0
    for one in heard:
        line, rows = lines[one["id"]], measurements(one["heard"]).rows
        spoken = [row for row in line["rows"] if row["state"] in _MEASURED]
        left = [row for row in rows if row.is_measured]
        for label in spoken:
            found = labelled.paired(label, left)
            right += found is not None
            if found is not None:
                left.remove(found)
        total += len(spoken)
        asked += sum(row.state == "uncertain" for row in rows)
        wrong += len(left)
        kinds += sum(row.kind in {label["kind"] for label in spoken} for row in left)
        if left:
            print(f"{one['id']} ({one['voice']})\n  said:  {line['transcript']}\n  heard: {one['heard']}")
            print("\n".join(f"  STANDS AS MEASURED: {_told(row)}" for row in left))
    figures = [
        Figure("values that stand as measured and were not spoken", wrong, "", 0, f"{kinds} of a kind that was spoken"),
        Figure("spoken values that stand as measured", right, "", None, f"of {total}"),
        Figure("asked", asked, ""),
    ]
    return show(f"Measured values in {len(heard)} transcripts as they were heard", figures)


def _told(row: Measurement) -> str:
    return f"{row.label} {row.name} {row.text}, {row.state} ({row.said})"


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
