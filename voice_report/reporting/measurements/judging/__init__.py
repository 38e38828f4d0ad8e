"""Classifiers of spoken values next to the rules: the kind of each figure, and the state of each value.

Both are linear models learnt from labelled transcripts (``bench.judging``); the verdict of the rules is added to their
scores. A value that neither settles becomes a question to the user. The rules alone decide on a value that they take
back, doubt for another reason than its kind, or assign to another day or person, or to a target.
"""

from collections.abc import Sequence
from math import exp

from ...evidence.words.tokens import Token
from ..bindings.followers import doubt_of_joined, is_followed_freely
from ..bindings.sentence import Sentence
from ..clauses import Scene
from ..figures.quantities import Item
from ..found import Found
from ..medication import given
from ..model import Doubt, Kind, State
from ..states.moments import is_of_next_moment
from . import kinds, states
from .options import Option, options

#: What it counts that the rules say a kind, that they say none, and that they say that a value is measured.
RULE, RULE_NONE, RULE_SAID = 2.5, 1.0, 1.0
#: The least share with which a value is of its kind and measured, and is of a kind that the rules do not say.
SURE, SURE_ALONE = 0.75, 0.9
_MOST = 300  # figures and values of a transcript that are judged
_REACH = 12  # words from a medicine to its dose
_MEASURED = ("said", "corrected")
_BETWEEN = 2  # sentences from a value to the one said instead: 'dat was van de overkant' may be one of its own


def judged(scenes: Sequence[Scene | None], words: Sequence[Sequence[Token]], found: Sequence[Found]) -> list[Found]:
    """Return the values that the rules and the model find together."""
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
    """Return a figure as a value of the kind with the highest score, ``None`` when that is no measured kind."""
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


def _is_counting(scene: Scene, item: Item) -> bool:
    """Return whether a bare figure may count the noun behind it: 'op 3,6, 4 klontjes gegeven'."""
    amount = item.amounts[-1]
    is_bare = item.shape == "single" and not item.unit and amount.low == int(amount.low)
    return is_bare and not is_followed_freely(scene.words, amount)


def _disputed(value: Found) -> Found:
    """Return a value on which the rules and the model disagree, as a question, however sure either is."""
    value.doubt, value.share = value.doubt or "kind", 0.0
    return value


def _is_of(found: Found, option: Option) -> bool:
    return found.kind == option.kind and (found.kind != "blood_pressure" or found.parts.keys() == option.parts.keys())


def _made(spoken: kinds.Spoken, scene: Scene, item: Item, option: Option) -> Found | None:
    """Return a figure as a value that the rules miss; a medicine and its dose only within one sentence."""
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
    """Return the state of each value, in order of speaking; ``rules`` are those by the rules, with their ``doubts``."""
    result: list[State] = []
    last: dict[Kind, int] = {}
    for at, its in enumerate(rules[:_MOST]):
        is_open = its in _MEASURED or (its == "uncertain" and doubts[at] == "kind")
        state = _state(found, at, its, result[-1] if result else None, words) if is_open else its
        before = last.get(found[at].kind)
        is_instead = before is not None and result[before] == "taken_back" and _is_near(found[before], found[at])
        if state == "said" and (its == "corrected" or is_instead):
            state = "corrected"
        last[found[at].kind] = at
        result.append(state)
    return [*result, *rules[_MOST:]]


def _is_near(old: Found, new: Found) -> bool:
    return new.scene.at - old.scene.at <= _BETWEEN and not is_of_next_moment(old, new)


def _state(
    found: Sequence[Found], at: int, rule: State, before: State | None, words: Sequence[Sequence[Token]]
) -> State:
    scores = states.scores(states.features(found, at, before, words))
    scores["said"] += RULE_SAID * (rule in _MEASURED)
    best = max(scores, key=lambda one: scores[one])
    share = found[at].share / sum(exp(score - scores[best]) for score in scores.values())
    is_sure = rule in _MEASURED and share >= SURE
    return best if best != "said" or is_sure else "uncertain"
