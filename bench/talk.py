"""Learns how people talk beside a report: ``python -m bench.talk [--out FOLDER]``.

From the sentences of the labelled dictations that lead to no section, the short ones beside them, every second
dictation of ``disfluencies/openings.jsonl``, and ``disfluencies/edges.jsonl``; ``wording`` also from ``text``, and from
``disfluencies/asides.jsonl`` and ``stays.jsonl``. Prints what is taken for talk of
writers that were not learnt from.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from unittest.mock import Mock, patch

from bench import disfluencies, fillers, hashed, training
from voice_report.reporting.evidence import filler
from voice_report.reporting.evidence.reading import Reading
from voice_report.reporting.tidying.asides import talk, wording
from voice_report.reporting.tidying.repairs.self_corrections import is_correction
from voice_report.reporting.tidying.words import words

#: How sure the weights have to be in the table, in units of theirs.
_LIMITS = (0, 50, 100, 200, 300)

#: In how many sentences of talk a word has to be that is in others too: 'plekje' was in one.
_LEAST_TIMES = 2

#: How often a sentence with talk around it counts for ``wording``, beside one of the labelled dictations.
_OFTEN = 3.0

Example = tuple[list[str], bool]
Told = tuple[str, bool]


def train(dictations: Iterable[dict]) -> tuple[bytes, list[str]]:
    """Return the weights, a byte each, and the words of talk, learnt from these dictations and from all others.

    No word is of talk because a first or last sentence has it: anything may be told there.
    """
    examples = [*_labelled(dictations), *_always()]
    weighed = [*examples, *_edges()]
    seen = [filler.columns(" ".join(said)) for said, _ in weighed]
    weights = hashed.learn(seen, [is_talk for _, is_talk in weighed], filler.SIZE)
    times = Counter(word for said, is_talk in examples if is_talk for word in set(said))
    elsewhere = {word for said, is_talk in examples if not is_talk for word in said}
    found = {word for word, count in times.items() if count >= _LEAST_TIMES or word not in elsewhere}
    return hashed.as_bytes(weights, filler.ZERO), sorted(word for word in found if not talk.is_of_report(word))


def _labelled(dictations: Iterable[dict]) -> list[Example]:
    sentences = (one for dictation in dictations for one in dictation["sentences"])
    return [(_said(one["text"]), one["section"] == "geen") for one in sentences]


def _always() -> list[Example]:
    short = [(_said(line), is_filler) for name, is_filler in fillers.SHORT.items() for line in fillers.lines(name)]
    opened = (one for dictation in disfluencies.dictations(disfluencies.LEARNT) for one in dictation["sentences"])
    return short + [(_said(one["said"]), "" in one["gold"]) for one in opened]


def _edges() -> list[Example]:
    return [(_said(one["text"]), not one["left"]) for one in disfluencies.read("edges")]


def train_wording(dictations: Iterable[dict], told: Iterable[dict], around: Iterable[Told]) -> bytes:
    """Return the weights of ``wording``, a byte each: learnt from the labelled dictations, from those with talk around
    them (``told``, of ``bench/data/text``), and from sentences with what is ``around`` them."""
    once = [(one["text"], one["section"] == "geen") for dictation in dictations for one in dictation["sentences"]]
    once += [(line, is_filler) for name, is_filler in fillers.SHORT.items() for line in fillers.lines(name)]
    once += [(one["text"], not one["left"]) for one in disfluencies.read("edges")]
    opened = disfluencies.dictations(disfluencies.LEARNT)
    once += [(one["said"], "" in one["gold"]) for dictation in opened for one in dictation["sentences"]]
    often = [*beside(told), *around]
    seen = [wording.columns(words(said)) for said, _ in (*once, *often)]
    wanted = [is_talk for _, is_talk in (*once, *often)]
    counts = [1.0] * len(once) + [_OFTEN] * len(often)
    return hashed.as_bytes(hashed.learn(seen, wanted, filler.SIZE, counts=counts), filler.ZERO)


def beside(told: Iterable[dict]) -> Iterable[Told]:
    """Yield the sentences of dictations with a gold report, and whether they are talk; no corrections, and no rooms."""
    for one in (sentence for dictation in told for sentence in dictation["sentences"]):
        is_talk = one["written"] == [""]
        if not is_talk or not ("topic" in one or is_correction(Reading(one["text"]))):
            yield one["text"], is_talk


def asides() -> list[Told]:
    """Return talk between other sentences, content that looks like it, and content in words of talk."""
    found = [(one["said"], one["is_talk"]) for one in disfluencies.read("asides")]
    return [*found, *((said, False) for said in disfluencies.stays())]


def _said(text: str) -> list[str]:
    return talk.nameless(words(text))[0]


def main() -> int:
    """Learn from all dictations and write the files; print what those learnt without a writer say of the writer."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=talk.WEIGHTS.parent, help="where the files go")
    out = parser.parse_args().out
    dictations = training.load(training.data_files())
    weights, found = train(dictations)
    (out / talk.WEIGHTS.name).write_bytes(weights)
    (out / talk.WORDS.name).write_text("\n".join(found) + "\n", "utf-8")
    (out / wording.WEIGHTS.name).write_bytes(train_wording(dictations, training.load(training.TALK), asides()))
    for limit, counts in _unseen(dictations).items():
        print(f"above {limit}: {counts[True]} of {counts[2]} talk, {counts[False]} of {counts[3]} with content")
    return 0


def _unseen(dictations: Sequence[dict]) -> dict[int, list[int]]:
    """Return by limit how many sentences with content, and of talk, are taken for it; then how many there are."""
    found = {limit: [0, 0, 0, 0] for limit in _LIMITS}
    for number in range(fillers.FOLDS):
        learnt, words_of_talk = train([one for one in dictations if fillers.fold(one) != number])
        weights, known = [one - filler.ZERO for one in learnt], {*words_of_talk, talk.NAME}
        with patch.multiple(talk, shipped=Mock(return_value=weights), known=Mock(return_value=known)):
            for said, is_talk in _labelled(one for one in dictations if fillers.fold(one) == number):
                for limit, counts in found.items():
                    counts[is_talk] += talk.is_talk(said, limit)
                    counts[2 + (not is_talk)] += 1
    return found


if __name__ == "__main__":
    sys.exit(main())
