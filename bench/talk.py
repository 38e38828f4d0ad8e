"""Learns how people talk beside a report: ``python -m bench.talk [--out FOLDER]``.

From the sentences of the labelled dictations that lead to no section, the short ones beside them, every second
dictation of ``disfluencies/openings.jsonl``, and ``disfluencies/edges.jsonl``; ``wording`` and ``context`` also from
``text``, and from ``disfluencies/asides.jsonl`` and ``stays.jsonl``, and ``context`` alone from ``text/spoken.jsonl``
and ``placed.jsonl``.
Prints what is taken for talk of writers that were not learnt from, and what tidying leaves out of their dictations.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple
from unittest.mock import Mock, patch

from bench import clauses, disfluencies, fillers, hashed, training
from voice_report.reporting.evidence import filler
from voice_report.reporting.evidence.reading import Reading
from voice_report.reporting.templates import BUILT_IN
from voice_report.reporting.tidying import tidy
from voice_report.reporting.tidying.asides import context, talk, wording
from voice_report.reporting.tidying.repairs.self_corrections import is_correction
from voice_report.reporting.tidying.words import words

#: How sure the weights have to be in the table, in units of theirs.
_LIMITS = (0, 50, 100, 200, 300)

#: In how many sentences of talk a word has to be that is in others too: 'plekje' was in one.
_LEAST_TIMES = 2

#: How often a sentence with talk around it counts for ``wording``, beside one of the labelled dictations.
_OFTEN = 3.0

#: What it costs to leave 0, for the weights of ``context``.
_RIDGE = 2.0
_FOLDS = 5

Example = tuple[list[str], bool]
Told = tuple[str, bool]
Taught = tuple[list[int], bool, float]


class Spoken(NamedTuple):
    """Sentences as they were said one after another, whether each is talk (nothing is learnt from ``None``), and what
    each counts."""

    said: Sequence[str]
    is_talk: Sequence[bool | None]
    often: float = 1.0


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
    often = [*reported(told), *around]
    seen = [wording.columns(words(said)) for said, _ in (*once, *often)]
    wanted = [is_talk for _, is_talk in (*once, *often)]
    counts = [1.0] * len(once) + [_OFTEN] * len(often)
    return hashed.as_bytes(hashed.learn(seen, wanted, filler.SIZE, counts=counts), filler.ZERO)


def reported(told: Iterable[dict]) -> Iterable[Told]:
    """Yield the sentences of dictations with a gold report, and whether they are talk; no corrections, and no rooms."""
    for one in (sentence for dictation in told for sentence in dictation["sentences"]):
        is_talk = one["written"] == [""]
        if not is_talk or not ("topic" in one or is_correction(Reading(one["text"]))):
            yield one["text"], is_talk


def asides() -> list[Told]:
    """Return talk between other sentences, content that looks like it, and content in words of talk."""
    found = [(one["said"], one["is_talk"]) for one in disfluencies.read("asides")]
    return [*found, *((said, False) for said in disfluencies.stays())]


def train_context(taught: Iterable[Taught]) -> bytes:
    """Return the weights of ``context``, a byte each."""
    seen, wanted, counts = zip(*taught, strict=True)
    weights = hashed.learn(seen, wanted, context.SIZE, ridge=_RIDGE, counts=counts)
    return hashed.as_bytes(weights, context.ZERO, context.UNIT)


def taught(spoken: Spoken) -> Iterator[Taught]:
    """Yield what sentences teach where they stand: their columns, whether they are talk, and what that counts."""
    found = [words(one) for one in spoken.said]
    for at, is_talk in enumerate(spoken.is_talk):
        if is_talk is not None:
            yield context.columns(found, at), is_talk, spoken.often


def spoken(dictation: dict) -> Spoken:
    """Return a labelled dictation; no corrections, and no rooms."""
    sentences = dictation["sentences"]
    if not clauses.is_text(dictation):
        return Spoken([one["text"] for one in sentences], [one["section"] == "geen" for one in sentences])
    return Spoken([one["text"] for one in sentences], [*map(_is_talk, sentences)], _OFTEN)


def _is_talk(one: dict) -> bool | None:
    if one["written"] != [""] if "written" in one else one["section"] != "geen":
        return False
    return None if "topic" in one or is_correction(Reading(one["text"])) else True


def beside() -> Iterator[Spoken]:
    """Yield talk between other sentences and at the edges, content that looks like it, and content in words of talk."""
    before, after = disfluencies.AROUND
    around = [*before, *after]
    unknown = [None] * len(around)
    for one in disfluencies.read("asides"):
        said = [*before, one["before"], one["said"], one["after"], *after]
        yield Spoken(said, [None] * (len(before) + 1) + [one["is_talk"]], _OFTEN)
    first = [(one["text"], not one["left"], 1.0) for one in disfluencies.read("edges") if one["place"] == "first"]
    last = [(one["text"], not one["left"], 1.0) for one in disfluencies.read("edges") if one["place"] != "first"]
    stays = [(said, False, _OFTEN / 2) for said in disfluencies.stays()]
    yield from (Spoken([said, *around], [is_talk], often) for said, is_talk, often in [*first, *stays])
    yield from (Spoken([*around, said], [*unknown, is_talk], often) for said, is_talk, often in [*last, *stays])
    for one in disfluencies.dictations(disfluencies.LEARNT):
        sentences = one["sentences"]
        yield Spoken([each["said"] for each in sentences], ["" in each["gold"] for each in sentences])
    yield from (Spoken([line], [is_talk]) for name, is_talk in fillers.SHORT.items() for line in fillers.lines(name))


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
    told = clauses.load()
    learnt = {one["id"]: [*taught(spoken(one))] for one in told}
    always = [one for each in beside() for one in taught(each)]
    (out / wording.WEIGHTS.name).write_bytes(train_wording(dictations, training.load(training.TALK), asides()))
    (out / context.WEIGHTS.name).write_bytes(train_context([*chain(*learnt.values()), *always]))
    for limit, counts in _unseen(dictations).items():
        print(f"above {limit}: {counts[True]} of {counts[2]} talk, {counts[False]} of {counts[3]} with content")
    for row, counts in (*_left_out(told, learnt, always).items(), ("a hand never learnt from", _of_a_stranger())):
        print(f"{row}: {counts[True]} of {counts[3]} talk left out, {counts[False]} of {counts[2]} with content")
    return 0


def _left_out(
    dictations: Sequence[dict], learnt: dict[str, list[Taught]], always: Sequence[Taught]
) -> dict[str, list[int]]:
    """Return how many sentences tidying leaves out of dictations by hands that ``context`` did not learn from: with
    content, of talk, and how many there are of these."""
    found: dict[str, list[int]] = {}
    for number in range(_FOLDS):
        others = [learnt[one["id"]] for one in dictations if clauses.fold(one, _FOLDS) != number]
        weights = [one - context.ZERO for one in train_context([*chain(*others), *always])]
        with patch.object(context, "shipped", Mock(return_value=weights)):
            for one in dictations:
                if clauses.fold(one, _FOLDS) == number:
                    counts = found.setdefault(clauses.hand(one) if clauses.is_text(one) else "labelled", [0] * 4)
                    _count(spoken(one), one["template"], counts)
    return found


def _of_a_stranger() -> list[int]:
    """Return the same of dictations from which nothing is learnt, by the weights that were."""
    counts = [0] * 4
    for one in disfluencies.read("dictations"):
        sentences = one["sentences"]
        said = Spoken([each["text"] for each in sentences], [each["is_talk"] for each in sentences])
        _count(said, one["template"], counts)
    return counts


def _count(spoken: Spoken, template: str, counts: list[int]) -> None:
    said, is_talk, _ = spoken
    aside = tidy(said, BUILT_IN[template]).aside
    for at, one in enumerate(is_talk):
        if one is not None:
            counts[one] += at in aside
            counts[2 + one] += 1


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
