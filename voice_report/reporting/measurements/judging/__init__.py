"""A second judge of spoken values next to the rules: which figure is a value of which kind, and what a value is.

Both are linear models learnt from labelled transcripts (``bench.judging``). What the rules say is added to their
scores. What neither settles is asked. What the rules take back, or ask for another reason than its kind, stays so; what
they know to be of another day or person, or an aim, is never given as measured.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import exp

from ...evidence.words.tokens import Token
from ..bindings.followers import doubt_of_joined, is_followed_freely
from ..bindings.sentence import Sentence
from ..clauses import Scene
from ..figures.quantities import Item
from ..found import Found
from ..medication import given
from ..model import Doubt, State
from . import kinds, states
from .options import Option, options
from .words import classes

#: What it counts that the rules say a kind, that they say none, and that they say a state.
RULE, RULE_NONE = 2.5, 1.0
RULE_SAID, RULE_STATE = 1.0, 3.5
#: The least share with which a value is measured, is of its kind, is of a kind that the
#: rules do not say, and is measured where they ask.
SURE, SURE_OF_KIND, SURE_ALONE, SURE_ASKED = 0.65, 0.8, 0.9, 0.95
_MOST = 300  # figures and values of a transcript that are judged
_REACH = 12  # words from a medicine to its dose
_MEASURED = ("said", "corrected")
#: Words that may make a value another's or of another day, how near, and the least share of what is measured there.
_ANOTHER, _AROUND, SURE_NEAR = frozenset({"kin", "self", "bed", "past"}), 12, 0.8


def judged(scenes: Sequence[Scene | None], words: Sequence[Sequence[Token]], found: Sequence[Found]) -> list[Found]:
    """Return the values that rules and model find together."""
    spoken = kinds.Spoken(scenes, words)
    by_place = {(one.scene.at, one.item.first): one for one in found}
    taken = {(one.scene.at, at) for one in found for at in range(one.first, one.last + 1)}
    result: list[Found] = []
    left = _MOST
    for scene in scenes:
        if scene is None:
            continue
        sentence = Sentence(scene, (), 0)
        for item in scene.items:
            rule = by_place.pop((scene.at, item.first), None)
            left -= 1
            if rule is None and (scene.at, item.first) in taken:
                continue  # the decimal of the figure before it
            its = options(sentence, scene, item) if left >= 0 else []
            if rule is not None and not any(_is_of(rule, one) for one in its):
                result.append(rule)
            elif its and (made := _chosen(spoken, scene, item, its, rule)) is not None:
                result.append(made)
                taken.update((scene.at, at) for at in range(made.first, made.last + 1))
    return [*result, *by_place.values()]


def _chosen(spoken: kinds.Spoken, scene: Scene, item: Item, its: Sequence[Option], rule: Found | None) -> Found | None:
    """Return a figure as what it is by its scores, ``None`` for none of ours."""
    scores = kinds.scores(spoken, scene, item, its)
    scores = [one + RULE * (rule is not None and _is_of(rule, option)) for one, option in zip(scores, its, strict=True)]
    scores.append(0.0 if rule is not None else RULE_NONE)
    best = max(range(len(scores)), key=lambda at: scores[at])
    if best == len(its):
        return rule if rule is not None and rule.doubt == "reading" else None
    chosen = its[best]
    is_rules = rule is not None and _is_of(rule, chosen)
    made = rule if is_rules else _made(spoken, scene, item, chosen)
    if made is None:
        return None if rule is None else _disputed(rule)
    made.share = 1 / sum(exp(one - scores[best]) for one in scores)
    if rule is not None and not is_rules:
        made.state, made.taken_back = made.state or rule.state, made.taken_back or rule.taken_back
        made = _disputed(made)
    elif not is_rules and _is_counting(scene, item):
        made = _disputed(made)
    elif not is_rules and made.share < SURE_ALONE:
        made.doubt = made.doubt or "kind"
    spoken.values.append((scene.at, item.first, item.last, chosen))
    return made


def _is_near_another(found: Found) -> bool:
    """Return whether a word of another person or day stands between the figure before a value and what is behind it."""
    scene, place = found.scene, found.item.place
    first = scene.items[place - 1].last + 1 if place else 0
    last = scene.items[place + 1].first if place + 1 < len(scene.items) else len(scene.words)
    near = [word.lower for word in scene.words[max(first, found.first - _AROUND) : min(last, found.last + _AROUND)]]
    told = (word for before, word in pairwise(["", *near]) if (before, word) != ("nog", "altijd"))
    return any(not _ANOTHER.isdisjoint(classes(word)) for word in told)


def _is_counting(scene: Scene, item: Item) -> bool:
    """Return whether a bare figure may count the noun behind it: 'op 3,6, 4 klontjes gegeven'."""
    amount = item.amounts[-1]
    is_bare = item.shape == "single" and not item.unit and amount.low == int(amount.low)
    return is_bare and not is_followed_freely(scene.words, amount)


def _disputed(value: Found) -> Found:
    """Return a value of which rules and model say different things: it is asked, however sure either is."""
    value.doubt, value.share = value.doubt or "kind", 0.0
    return value


def _is_of(found: Found, option: Option) -> bool:
    return found.kind == option.kind and (found.kind != "blood_pressure" or found.parts.keys() == option.parts.keys())


def _made(spoken: kinds.Spoken, scene: Scene, item: Item, option: Option) -> Found | None:
    """Return a figure as a value that the rules do not find; a medicine with its dose in one sentence only."""
    if option.kind == "medication":
        mark = min(spoken.drugs[scene.at], key=lambda one: abs(one.at - item.first), default=None)
        if mark is None or not item.unit or abs(mark.at - item.first) > _REACH:
            return None
        return given(scene, item, mark)
    made = option.found(scene, item)
    if item.shape == "single" and "value" in option.parts:
        made.doubt = doubt_of_joined(scene, item, option.parts["value"], made.rule)
    elif item.is_loose:
        made.doubt = "reading"
    made.unit = made.unit or option.unit
    return made


def settled(
    found: Sequence[Found],
    rules: Sequence[State],
    doubts: Sequence[Doubt | None],
    words: Sequence[Sequence[Token]],
) -> list[State]:
    """Return what each value is, in order of speaking; ``rules`` is what the rules say, with their ``doubts``."""
    result: list[State] = []
    for at, its in enumerate(rules[:_MOST]):
        is_kept = its == "taken_back" or found[at].state or (its == "uncertain" and doubts[at] != "kind")
        result.append(its if is_kept else _state(found, at, its, result[-1] if result else None, words))
    return [*result, *rules[_MOST:]]


def _state(
    found: Sequence[Found], at: int, rule: State, before: State | None, words: Sequence[Sequence[Token]]
) -> State:
    one = found[at]
    scores = states.scores(states.features(found, at, before, words))
    scores[rule] += RULE_SAID if rule == "said" else RULE_STATE
    best = max(scores, key=lambda one: scores[one])
    if best not in _MEASURED:
        return best
    if rule not in ("uncertain", *_MEASURED):
        return "uncertain"
    shares = {state: exp(score - scores[best]) for state, score in scores.items()}
    share = sum(shares[state] for state in _MEASURED) / sum(shares.values())
    least, least_of_kind = (SURE, SURE_OF_KIND) if rule in _MEASURED else (SURE_ASKED, SURE_ALONE)
    least = max(least, SURE_NEAR) if _is_near_another(one) else least
    return best if share >= least and one.share >= least_of_kind else "uncertain"
