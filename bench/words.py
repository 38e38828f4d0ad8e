"""Names and medicines of a word list, with and without the list: ``python -m bench words [--count N] [--read FILE]``.

The dictations of ``bench/speech`` with most of them, one list for all, and words that nobody says. Compared are what
the engine writes by itself, the same with the near misses of the product, and what it writes with the list as hotwords
or as prompt. Nothing may be written that was not said, so what a list adds counts apart.
"""

import argparse
import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from bench import speech_score as score
from bench import speech_sound as sounds
from bench.speech import COUNT, HERE, Listener, dictations
from bench.stage import say
from bench.table import Figure, show
from voice_report.evidence.stems import stem
from voice_report.integrations.speech import hallucinations, local, vad
from voice_report.near_misses import NearMisses
from voice_report.services.reports._word_content import may_replace
from voice_report.spelling import Entry, replaced
from voice_report.words import word_set

OUTPUT = HERE.parent / "var" / "bench" / "words.jsonl"
WAYS = ("none", "hotwords", "prompt")
#: Of the kinds that lists hold, and said by nobody.
UNSAID = ("metoprolol", "omeprazol", "pantoprazol", "haloperidol", "simvastatine", "temazepam", "tramadol", "Bergzicht")
#: Words of the list that are people's names: as a person would say who makes the list.
PEOPLE = word_set(
    """Annemiek Appelman Ayse Bakker Boer Chantal Daan Dam Fatima Henk Hofman Horst Ingrid Jansen Janssens Jayden Jong
    Koster Linda Lotte Marjan Mark Milan Noor Petra Piet Sem Smit Vermeer Visser Vliet Willems Wit Wouter Yilmaz Goor"""
)


@dataclass
class Told:
    """What was said in a recording, and what each way wrote, with the processor's seconds."""

    name: str
    said: str
    seconds: float
    texts: dict[str, str] = field(default_factory=dict)
    work: dict[str, float] = field(default_factory=dict)


def terms(said: str) -> set[str]:
    """Return the names and medicines in a text, as they are written."""
    names = score._NAME.findall(said)
    return {word for word in (*names, *filter(score._is_medicine, score.words(said))) if stem(word)}


def listen(listener: Listener, recording: sounds.Recording, words: Sequence[str]) -> Told:
    told = Told(recording.name, recording.text, recording.seconds)
    given = {"none": {}, "hotwords": {"hotwords": ", ".join(words)}}
    given["prompt"] = {"initial_prompt": f"Namen en medicijnen: {', '.join(words)}."}
    pieces = [recording.samples[first:end] for first, end in sounds.pieces(recording.samples)]
    for way in WAYS:
        began = time.process_time()
        heard = [written(listener, piece, given[way]) for piece in pieces if vad.speaks(piece)]
        told.work[way] = time.process_time() - began
        told.texts[way] = " ".join(heard)
    return told


def written(listener: Listener, samples: np.ndarray, given: dict[str, str]) -> str:
    """Return what the model writes with the product's settings, before it is asked again where it is in doubt."""
    options = {"language": "nl", "condition_on_previous_text": False, **local._USUAL, **given}
    segments, _ = listener._alone.transcribe(samples, **options)
    return hallucinations.without_invented("".join(segment.text for segment in segments).strip())


def near(text: str, words: Sequence[str]) -> str:
    """Return the text with the near misses of the product, as if all words were in one list."""
    entries = [Entry(word, word, (), "naam" if word in PEOPLE else "") for word in words]
    found = [
        one for one in NearMisses(entries).find(text, []) if may_replace(one.heard, one.entry.word, one.entry.kind)
    ]
    return replaced(text, found)[0]


def counted(told: Sequence[Told], way: str, words: Sequence[str]) -> tuple[int, int, int]:
    """Return how many words of the list were said, how many of those written, and how many nobody said."""
    wanted = right = added = 0
    for one in told:
        said, written = Counter(score.words(one.said)), Counter(score.words(one.texts[way]))
        for word in {word.casefold() for word in words}:
            wanted += said[word]
            right += min(said[word], written[word])
            added += max(0, written[word] - said[word])
    return wanted, right, added


def figures(told: Sequence[Told], words: Sequence[str]) -> list[Figure]:
    for one in told:
        one.texts["near misses"] = near(one.texts["none"], words)
        one.work["near misses"] = one.work["none"]
    _, without, invented = counted(told, "none", words)
    seconds = sum(one.seconds for one in told)
    found = []
    for way in ("none", "near misses", *WAYS[1:]):
        wanted, right, added = counted(told, way, words)
        cost = sum(one.work[way] for one in told) / seconds
        detail = f"{right} of {wanted}; {added - invented:+d} not said; {cost:.2f} s a second"
        found.append(Figure(f"names and medicines right, {way}", right / max(1, without), "x", None, detail))
    added = counted(told, "near misses", words)[2] - invented
    return [*found, Figure("written by near misses that was not said", added, "", 0)]


async def main() -> bool:
    parser = argparse.ArgumentParser(description="Names and medicines of a word list.")
    parser.add_argument("--count", type=int, default=6, help="dictations, those with most names and medicines first")
    parser.add_argument("--read", type=Path, help="an earlier output: print its table only")
    options = parser.parse_args()
    recordings = sorted(dictations(1, COUNT), key=lambda one: -len(terms(one.text)))
    words = sorted({word.casefold(): word for one in recordings for word in terms(one.text)}.values()) + list(UNSAID)
    if options.read:
        told = [Told(**json.loads(line)) for line in options.read.read_text("utf-8").splitlines()]
        return show("A word list", figures(told, words))
    import ctranslate2

    ctranslate2.set_random_seed(1)
    listener, told = Listener(is_hurried=False), []
    for recording in recordings[: options.count]:
        told.append(listen(listener, recording, words))
        say(f"{recording.name}: {recording.seconds:.0f} s")
        OUTPUT.parent.mkdir(parents=True, exist_ok=True)
        OUTPUT.write_text("".join(json.dumps(vars(one), ensure_ascii=False) + "\n" for one in told), "utf-8")
    return show("A word list", figures(told, words))


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
