"""How well the local engine sorts: ``python -m bench.structure`` (``--help`` says which options there are).

The labelled dictations (``bench/data``) are divided into folds. For each fold the weights are learnt anew from the
other folds, so a dictation is never placed by weights that saw any of its sentences; the network has no part in it
(``bench.placing --folds``).
Each is placed as one transcript, under its own template and under the default one, and each of its sentences is looked
up, word for word, under the headings. With ``--writers`` a fold has whole writers instead: how well a person is sorted
from whom nothing was learnt. With ``--data`` the shipped weights and network are measured on other files instead; with
``--own`` each template is left out with all its dictations, and placed by its roles, as an organisation's own one is.

Of a dictation without punctuation the words count: the splitter cannot know the sentences that were labelled.
Exits with 1 when a sentence was lost, added or changed, with 2 when there are no data.
"""

import argparse
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench import training
from voice_report.dutch.sentences import split
from voice_report.integrations.structuring import local
from voice_report.integrations.structuring.classifier import features, model, vectors
from voice_report.reporting.templates import BUILT_IN, DEFAULT, ReportTemplate, Section

GOAL = 0.85
HIDDEN = {"rules": features.RULES, "words": slice(0, features.HASHED), "vectors": features.VECTORS}
BEGUN_WITH = re.compile(r"d\d\d")  # the dictations beside which the rules were written
UNPUNCTUATED = "without punctuation"
_WRITERS = {
    "of the first writer": [1],
    "of 2-7": range(2, 8),
    "of 8-11": range(8, 12),
    "of 12-33": range(12, 34),
    "of 34-41": range(34, 42),
}


@dataclass(frozen=True)
class Outcome:
    """How much of one labelled sentence came under its heading, and how much should have; in sentences or words."""

    row: str
    label: str
    right: int
    counted: int
    writer: int


@dataclass
class Tally:
    """What was measured of all dictations."""

    own: list[Outcome]
    as_default: list[Outcome]
    damaged: list[str]
    seconds: float = 0.0
    words: int = 0


def main() -> int:
    """Print the tables; return the exit status."""
    parser = argparse.ArgumentParser(description="Share of sentences the local engine puts under the labelled heading.")
    parser.add_argument("--data", type=Path, nargs="*", help="measure the shipped weights on these files")
    parser.add_argument("--folds", type=int, default=6)
    parser.add_argument("--writers", action="store_true", help="leave out all that a writer wrote, in any voice")
    parser.add_argument("--hide", choices=HIDDEN, help="learn without a part of the features")
    parser.add_argument("--own", action="store_true", help="leave out a template at a time, and place by its roles")
    options = parser.parse_args()
    dictations = training.load(options.data or training.data_files())
    if not dictations:
        print("No labelled dictations: nothing measured. Give the files with --data.", file=sys.stderr)
        return 2
    tally = Tally([], [], [])
    if options.data:
        _measure(dictations, {key: model.shipped(template) for key, template in BUILT_IN.items()}, tally)
    elif options.own:
        for key, template in BUILT_IN.items():
            learnt = training.train([one for one in dictations if one["template"] != key], HIDDEN.get(options.hide))
            left_out = [one for one in dictations if one["template"] == key]
            _measure(left_out, {**_models(learnt), key: learnt.by_role(template)}, tally)
    else:
        for fold in range(options.folds):
            numbers = [author(one) for one in dictations] if options.writers else range(len(dictations))
            left_out = [one for one, number in zip(dictations, numbers, strict=True) if number % options.folds == fold]
            others = [one for one, number in zip(dictations, numbers, strict=True) if number % options.folds != fold]
            _measure(left_out, _models(training.train(others, HIDDEN.get(options.hide))), tally)
    _print_shares("under the labelled heading of its template", tally.own)
    _print_shares("the same dictations under the default template", tally.as_default)
    _print_labels([outcome for outcome in tally.own if outcome.row in (DEFAULT.key, "d01-24")])
    print(f"\ndictations with a sentence lost, changed or moved by switching: {len(tally.damaged)} {tally.damaged}")
    print(f"processor time: {tally.seconds / tally.words * 1_000_000:.1f} ms per 1,000 words ({tally.words} words)")
    return 1 if tally.damaged else 0


def author(dictation: dict) -> int:
    """Return who wrote a dictation; from writer 8 on, two voices are one writer's."""
    writer = dictation["writer"]
    return writer if writer < 8 else writer // 2 + 4


def _models(learnt: model.Weights) -> dict[str, model.Model]:
    return {key: learnt.for_template(template) for key, template in BUILT_IN.items()}


def _measure(dictations: Sequence[dict], models: dict[str, model.Model], tally: Tally) -> None:
    for dictation in dictations:
        transcript = " ".join(sentence["text"] for sentence in dictation["sentences"])
        template = BUILT_IN[dictation["template"]]
        vectors._kept.clear()
        started = time.process_time()
        placed = local.place(transcript, template, models[template.key])
        tally.seconds += time.process_time() - started
        tally.words += len(transcript.split())
        tally.own += _outcomes(dictation, template, placed, "section")
        others = [local.place(transcript, BUILT_IN[key], models[key]) for key in BUILT_IN]
        if template is not DEFAULT:
            tally.as_default += _outcomes(dictation, DEFAULT, others[0], "default_section")
        again = local.place(transcript, template, models[template.key])
        if again != placed or any([text for text, _ in other] != split(transcript) for other in [placed, *others]):
            tally.damaged.append(dictation["id"])


def _outcomes(
    dictation: dict, template: ReportTemplate, placed: list[tuple[str, Section]], label: str
) -> list[Outcome]:
    keys = {section.key for section in template.sections}
    under: dict[str, str] = defaultdict(str)
    for text, section in placed:
        under[section.key] += f" {text}"
    words = [section.key for text, section in placed for _ in text.split()]
    row = "d01-24" if BEGUN_WITH.fullmatch(dictation["id"]) else dictation["template"]
    outcomes, position = [], 0
    for sentence in dictation["sentences"]:
        length = len(sentence["text"].split())
        where = Counter(words[position : position + length])
        position += length
        if (wanted := sentence.get(label)) not in keys:
            continue
        if dictation["punctuated"]:
            outcomes.append(Outcome(row, wanted, int(sentence["text"] in under[wanted]), 1, dictation["writer"]))
        else:
            outcomes.append(Outcome(UNPUNCTUATED, wanted, where[wanted], length, dictation["writer"]))
    return outcomes


def _print_shares(title: str, outcomes: list[Outcome]) -> None:
    print(f"\nShare {title} (goal {GOAL:.0%})\n")
    rows: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        rows[outcome.row].append(outcome)
    for row, group in rows.items():
        _print_row(row, group)
    punctuated = [one for one in outcomes if one.row != UNPUNCTUATED]
    _print_row("all with punctuation", punctuated)
    for name, chosen in _WRITERS.items():
        _print_row(name, [one for one in punctuated if one.writer in chosen])


def _print_labels(outcomes: list[Outcome]) -> None:
    print("\nThe default template, by section\n")
    for section in DEFAULT.sections:
        _print_row(section.title, [outcome for outcome in outcomes if outcome.label == section.key])


def _print_row(name: str, group: list[Outcome]) -> None:
    counted = sum(outcome.counted for outcome in group)
    share = sum(outcome.right for outcome in group) / counted if counted else 0.0
    print(f"{name:<26}{sum(outcome.right for outcome in group):>5} of {counted:>5}  {share:>6.1%}")


if __name__ == "__main__":
    sys.exit(main())
