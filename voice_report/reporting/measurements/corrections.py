"""Values that the speaker takes back, and those that are said instead: 'gewicht 52, nee, 54'.

The evidence marks figures of one dimension (``evidence.corrections``). Here the kinds are known too: a bare figure
behind 'nee' replaces the one of the row before it, also in the next sentence; in 'pols 72, kamer 4, nee 5' it does
not.
"""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import pairwise

from ...dutch.word_sets import word_set
from ..evidence.words.tokens import Token, lower_at
from .bindings import shapes
from .bindings.followers import is_counted, is_followed_freely
from .clauses import Scene
from .figures.numbers import Amount, skip_sounds
from .figures.quantities import Item, behind_remark
from .found import Found, found_in
from .kinds import cue
from .removals import remove
from .states.moments import is_of_next_moment
from .withdrawals import withdrawn

_CUES = word_set(
    """nee neen sorry pardon correctie herstel fout verkeerd verbeter oeps excuus oei foutje verbetering"""
)
_PHRASES = {
    ("maak", "daar"), ("doe", "maar"), ("wat", "zeg"), ("nou", "ja"),
    ("verander", "dat"), ("verander", "het"), ("liever", "gezegd"), ("wil", "zeggen"), ("draai", "ze"),
    ("dat", "moet"), ("het", "moet"), ("ik", "zei"), ("ik", "zeg"), ("zei", "ik"), ("ik", "bedoel"),
    ("ik", "bedoelde"), ("bedoel", "ik"), ("wacht", "even"), ("of", "eigenlijk"), ("moet", "zijn"),
    ("beter", "gezegd"), ("of", "liever"), ("ho", "wacht"), ("ho", ","), ("niet", "goed"), ("klopt", "niet"),
    ("natuurlijk", "niet"), ("of", "wacht"), ("wacht", ","), ("toch", "niet"), ("de", "oude"), ("maar", "het"),
    ("maar", "dat"),
}  # fmt: skip
#: Before 'maar het was' these say that the figure was a mistake: 'ik las eerst 78, maar het was 87'.
_MISREAD = word_set("zeg zei las lees dacht schreef noteerde verstond eerst")
_MISREAD_NEAR = 9
#: 'Niet goed kunnen horen' takes nothing back.
_SENSES = word_set("kunnen te kan horen hoorbaar verstaan zien voelen voelbaar")
_SHORTEST, _SHORT = 12, 16  # words of a sentence of its own that takes a value back, that says that it is not sure
_NOT_SURE = (
    "deugt niet",
    "omgekeerd",
    "andersom",
    "weet niet of",
    "weet niet welke",
    "weet niet meer",
    "weet niet zeker",
    "weet het niet",
    "weet ik niet",
    "niet zeker",
    "twijfel",
    "niet goed zien",
)
_LONGEST = 400  # words of a sentence that are searched for phrases
#: What a sentence opens with that goes back to a value of before.
_BACK = {
    ("even", "terug"),
    ("o", "ja"),
    ("oh", "ja"),
    ("nog", "even"),
    ("wacht", "die"),
    ("nee", "die"),
    ("wacht", ","),
}
_LAST_HOUR = 24
_SOME, _FAR = 4, 24  # values before a cue that it may mean, and words from them to it
_REACH = 12  # words before and behind a cue
_STOPS = word_set("nee neen sorry wacht ho correctie herstel pardon excuus fout verkeerd")
_LED = 3  # words with which a sentence may begin before the figure that replaces another one
_SENTENCES = 3  # back to a value that is taken back
_OPENING = 4  # words in which a sentence takes back the one before it


def correct(found: list[Found], scenes: Sequence[Scene | None], tokens: Sequence[Sequence[Token]]) -> list[Found]:
    """Mark what is taken back and what corrects it, and return the values with those that only a correction says.

    ``tokens`` are the words of every sentence, also of those without a figure.
    """
    by_sentence: dict[int, list[Found]] = {}
    for one in found:
        by_sentence.setdefault(one.scene.at, []).append(one)
    for at, words in enumerate(tokens):
        if found:
            remove(words, by_sentence, at)
        if not any(by_sentence.get(one) for one in range(at - _SENTENCES, at + 1)):
            continue
        for cue_at in _cues(words):
            _take_back(by_sentence, scenes[at], cue_at, _before(by_sentence, words, at, cue_at))
        _begin_again(by_sentence, scenes[at], tokens, at)
        _hesitate(by_sentence, scenes[at], words)
        if not _revise(words, by_sentence, at):
            _withdraw(tokens, by_sentence, at)
        _rename(words, by_sentence, at)
    rows = [one for at in sorted(by_sentence) for one in sorted(by_sentence[at], key=lambda value: value.first)]
    return [one for one in rows if not one.is_repeated]


def _before(
    by_sentence: Mapping[int, Sequence[Found]], words: Sequence[Token], at: int, cue_at: int
) -> Sequence[Found]:
    """Return the last values before a word, near enough to be taken back: of its sentence, or of the ones before it
    where it opens its own."""
    own = by_sentence.get(at, ())
    place = bisect_left(own, cue_at, key=lambda one: one.first)
    near = [one for one in own[max(0, place - _SOME) : place] if cue_at - one.last <= _FAR]
    most = _OPENING * 2 if lower_at(words, cue_at + 1) in ("bedoelde", "zei", "zeg") else _OPENING
    if near or cue_at >= most:
        return near
    return [*by_sentence.get(at - 2, ())[-_SOME:], *by_sentence.get(at - 1, ())[-_SOME:]]


def _has_figure(words: Sequence[Token], first: int, last: int) -> bool:
    return any(word.value is not None or word.text[0].isdigit() for word in words[max(0, first) : last])


def _cues(words: Sequence[Token]) -> Iterator[int]:
    """Yield where a correction begins."""
    for at, word in enumerate(words):
        after = lower_at(words, at + 1)
        is_answer = word.lower in ("nee", "neen") and after in ("geen", "niet")
        if word.lower == "herstel" and (after == "van" or lower_at(words, at - 1) in ("na", "het", "voor", "tot")):
            continue  # of the client
        if word.lower == "maar" and not any(one.lower in _MISREAD for one in words[max(0, at - _MISREAD_NEAR) : at]):
            continue
        if (word.lower, after) == ("niet", "goed") and lower_at(words, at + 2) in _SENSES:
            continue
        is_instead = (word.lower, lower_at(words, at + 2)) == ("moest", "zijn") and _has_figure(words, at - 3, at)
        if word.lower == "eigenlijk" and _has_figure(words, at + 1, at + 2):
            yield at
        if is_instead or (word.lower, after) in _PHRASES or (word.lower in _CUES and not is_answer):
            yield at


def _take_back(by_sentence: dict[int, list[Found]], scene: Scene | None, cue_at: int, before: Sequence[Found]) -> None:
    """Let a figure behind a cue replace a value before it: the last one of its kind, or the last when it is of none."""
    if not before or scene is None:
        return
    if before[-1].kind == "oxygen_saturation" and _other_litres(scene, cue_at, before[-1]):
        return
    if before[-1].kind == "oxygen_flow" and lower_at(scene.words, cue_at + 1) == "moet":
        return  # 'stond op vier liter, dat moet twee zijn' is an order
    if lower_at(scene.words, cue_at + 1) in ("komma", "punt"):
        before[-1].doubt = "speaker"  # 'zestig komma twee, nee komma vier'
        return
    items = list(_behind(scene, cue_at))
    own = by_sentence.get(scene.at, ())
    is_sorry = lower_at(scene.words, cue_at) in ("sorry", "pardon", "excuus", "bedoel")
    if is_sorry and not items and own and own[-1].last < cue_at and before[-1] is own[-1]:
        earlier = before[-2:-1] or by_sentence.get(scene.at - 1, ())[-1:]
        if earlier and _is_corrected_behind(earlier[0], own[-1]):
            _replace(by_sentence, scene, earlier[0], own[-1].item)
        return
    for item in items:
        bound = _bound(own, item)
        same = [one for one in before if bound is None or one.kind == bound.kind]
        if same and (bound is None or bound.cue_at < 0) and not _is_meant(scene, same[-1], item, cue_at):
            return
        if same and _replace(by_sentence, scene, same[-1], item):
            return
        if bound is not None and not _is_named(scene.words, item.last + 1):
            return  # else it is '95 was de pols'


def _is_meant(scene: Scene, old: Found, item: Item, cue_at: int) -> bool:
    """Return whether a figure behind a cue corrects this value, and nothing that was said since: 'pols 72, kamer 4, nee
    5' is a room. A unit of its kind, or a figure that is no hour behind a time, tells it apart."""
    words = old.scene.words
    end = cue_at if old.scene is scene else len(words)
    since = [word for word in words[old.last + 1 : end] if word.value is not None or word.text[0].isdigit()]
    if old.scene is not scene:
        since += [word for word in scene.words[:cue_at] if word.value is not None or word.text[0].isdigit()]
    if not since or (item.unit and item.unit in old.rule.units):
        return True
    if old.scene is scene and any(one.first > old.last and one.first < cue_at for one in scene.items):
        return old.kind == "medication" or all(
            _is_amount_of(one, old) for one in scene.items if old.last < one.first < cue_at
        )
    amount = item.amounts[0]
    return item.shape != "single" or amount.low != int(amount.low) or amount.low > _LAST_HOUR


def _is_amount_of(item: Item, old: Found) -> bool:
    """Return whether a figure says again what a value is: 'sat 95, ik zei 95'."""
    return item.amounts[0].low in {one.low for one in old.parts.values()}


def _bound(own: Sequence[Found], item: Item) -> Found | None:
    """Return the value that a figure is."""
    place = bisect_left(own, item.first, key=lambda one: one.first)
    return own[place] if place < len(own) and own[place].item is item else None


def _begin_again(
    by_sentence: dict[int, list[Found]], scene: Scene | None, tokens: Sequence[Sequence[Token]], at: int
) -> None:
    """Let the figure with which a sentence begins replace a value where only short sentences that stop stand between:
    'Pols 58. Ah nee. 85.'"""
    if scene is None or scene.items[0].first > _LED:
        return
    said = _last_said(by_sentence, tokens, at)
    between = tokens[said + 1 : at]
    if said < 0 or not any(word.lower in _STOPS for one in between for word in one[:_LED]):
        return
    old, item = by_sentence[said][-1], scene.items[0]
    bound = _bound(by_sentence.get(at, ()), item)
    if bound is None or bound.kind == old.kind:
        _replace(by_sentence, scene, old, item)


def _last_said(by_sentence: Mapping[int, Sequence[Found]], tokens: Sequence[Sequence[Token]], at: int) -> int:
    """Return the sentence of the last value before this one, with nothing but short sentences between; -1 for none."""
    for said in range(at - 1, max(-1, at - _SENTENCES - 1), -1):
        if by_sentence.get(said):
            return said
        if len(tokens[said]) > _SHORTEST:
            return -1
    return -1


def _is_corrected_behind(one: Found, other: Found) -> bool:
    """Return whether two values are of one kind and so near that 'sorry' behind the second means the first."""
    is_near = one.scene is not other.scene or other.first - one.last <= _REACH
    return one.kind == other.kind and one.kind != "medication" and is_near


def _other_litres(scene: Scene, cue_at: int, old: Found) -> bool:
    """Let litres of oxygen that are said instead of others stand with their saturation: 'of nee, met drie liter'."""
    item = next(_behind(scene, cue_at), None)
    if item is None or item.unit not in ("l", "l/min") or old.oxygen is None:
        return False
    old.oxygen = float(item.amounts[0].low)
    return True


def _replace(by_sentence: dict[int, list[Found]], scene: Scene, old: Found, item: Item) -> bool:
    """Let a figure replace a value when it can and is another; return whether it did."""
    own = by_sentence.setdefault(scene.at, [])
    bound = _bound(own, item)
    new = bound or _made(scene, old, item)
    if new is None or new.kind != old.kind or new is old or _is_same(old, new):
        return False
    _complete(old, new)
    old.taken_back, new.corrects = True, True
    if new.doubt in ("kind", "given") and new.share:  # that it is said instead tells what it is
        new.doubt, new.share, new.name = old.doubt, max(new.share, old.share), new.name or old.name
    if bound is None:
        insort(own, new, key=lambda one: one.first)
    return True


def _behind(scene: Scene, cue_at: int) -> Iterator[Item]:
    """Yield the first figures behind a cue, until the sentence is another one."""
    place = bisect_right(scene.items, cue_at, key=lambda one: one.first)
    for item in scene.items[place : place + 3]:
        if item.first - cue_at > _REACH or any(word.text in ".;" for word in scene.words[cue_at : item.first]):
            return
        yield item


def _hesitate(by_sentence: dict[int, list[Found]], scene: Scene | None, words: Sequence[Token]) -> None:
    """Let a figure right behind a hesitation replace the one right before it: 'sat was 88, eh, 89'."""
    if scene is None:
        return
    for old in list(by_sentence.get(scene.at, ())):
        start = old.last + 1
        named = cue(lower_at(words, start))
        start += named is not None and named.is_around  # '450 geplast, eh, 450 milliliter'
        either = start + (lower_at(words, start) == ",")
        if lower_at(words, either) == "of" and skip_sounds(words, either + 1) > either + 1:
            start = either + 1  # '36,2 of eh 37,2'
        end = skip_sounds(words, start)
        end = behind_remark(words, end) if end > start else end
        if end == start or old.kind == "medication":
            continue
        place = bisect_left(scene.items, end, key=lambda one: one.first)
        item = scene.items[place] if place < len(scene.items) else None
        if item is None or item.first != end or lower_at(words, item.last + 1) in ("en", "of", "tot"):
            continue
        _replace(by_sentence, scene, old, item)
        own = by_sentence[scene.at]
        new = _bound(own, item)
        old.is_repeated = new is not None and new.kind == old.kind and not old.unit and _is_amount(old, new)


def _is_amount(old: Found, new: Found) -> bool:
    return [one.low for one in old.parts.values()] == [one.low for one in new.parts.values()]


def _made(scene: Scene, old: Found, item: Item) -> Found | None:
    """Return a figure behind a correction as a value of the kind that it corrects, ``None`` when it cannot be one."""
    rule = old.rule
    if old.kind == "medication":
        return _dose(scene, old, item)
    claimed = cue(lower_at(scene.words, item.first - 1))
    if (item.unit and item.unit not in rule.units) or (claimed is not None and claimed.kind != old.kind):
        return None
    one = item.amounts[0]
    is_bare = not item.unit and one.low == int(one.low)
    if is_bare and not is_followed_freely(scene.words, one) and is_counted(scene.words, one):
        return None
    names = {"pair": ("systolic", "diastolic"), "size": ("length", "width", "depth")}.get(item.shape)
    if names is not None:
        is_kind = old.kind == ("blood_pressure" if item.shape == "pair" else "wound_size")
        return found_in(scene, old.kind, item, dict(zip(names, item.amounts, strict=False))) if is_kind else None
    amount = item.amounts[0]
    name = _replaced(scene, old, item, amount)
    if len(old.parts) == 1 and rule.joined and amount.joined is not None:
        low, high = rule.limits["value"]
        amount = shapes.joined(amount, None) if low <= amount.joined <= high else amount
    if old.unit == "m" and not item.unit and amount.low >= 30:
        old.doubt = "speaker"  # '1 meter 76, nee 67'
        return None
    if not _is_likely(old, name, amount, item.unit):
        return None
    return found_in(scene, old.kind, item, {name: amount}, state=old.state)


def _is_likely(old: Found, name: str, amount: Amount, unit: str) -> bool:
    """Return whether a figure is as likely heard as the one that it would replace."""
    low, high = old.rule.limits[name]
    before, factor = old.parts[name], old.rule.units.get(old.unit, Decimal(1))
    was_heard = low <= before.low * factor <= high
    return not was_heard or low <= amount.low * old.rule.units.get(unit, Decimal(1)) <= high


def _dose(scene: Scene, old: Found, item: Item) -> Found | None:
    """Return a dose that is said instead of another: 'kreeg 20 milligram furosemide, nee 40 milligram'."""
    is_near = old.scene is scene or (old.scene.at == scene.at - 1 and item.first <= _LED and item.unit == old.unit)
    if item.shape != "single" or item.unit not in ("", old.unit) or not is_near:
        return None
    cue_at = old.cue_at if old.scene is scene else -1
    new = found_in(scene, "medication", item, {"dose": item.amounts[0]}, cue_at, old.state)
    new.name, new.unit, new.doubt = old.name, old.unit, old.doubt
    return new


def _replaced(scene: Scene, old: Found, item: Item, amount: Amount) -> str:
    """Return which part a single figure replaces: the one that is named, or the nearest in size."""
    near = {word.lower for word in scene.words[max(0, item.first - 3) : item.first]}
    if len(old.parts) > 1 and near & {"onder", "onderdruk"}:
        return [*old.parts][1]
    return min(old.parts, key=lambda name: abs(old.parts[name].low - amount.low))


def _complete(old: Found, new: Found) -> None:
    """Keep the other part of a pair of which one is corrected: '142 over 80, nee, 152'."""
    if old.scene is new.scene and len(new.parts) < len(old.parts):
        new.parts = {name: new.parts.get(name, amount) for name, amount in old.parts.items()}
        new.unit = new.unit or old.unit
        new.doubt = None


def _is_same(old: Found, new: Found) -> bool:
    factor = old.rule.units
    return [(one.low * factor.get(old.unit, Decimal(1))) for one in old.parts.values()] == [
        (one.low * factor.get(new.unit, Decimal(1))) for one in new.parts.values()
    ]


def _revise(words: Sequence[Token], by_sentence: Mapping[int, Sequence[Found]], at: int) -> bool:
    """Let a value that is said once more replace one of its kind from sentences before: 'even terug, die pols was 54',
    'o ja, die bloeddruk was 156 over 90, ik las het verkeerd om'."""
    own = by_sentence.get(at, ())
    opening = [word.lower for word in words[: _OPENING + 3]]
    is_back = any(pair in _BACK for pair in pairwise(opening))
    if (
        not own
        or own[0].cue_at < 0
        or not is_back
        or lower_at(words, own[0].cue_at - 1) not in ("die", "de", "dat", "het")
    ):
        return False
    for earlier in range(at - 1, max(-1, at - _FAR), -1):
        for old in reversed(by_sentence.get(earlier, ())):
            if old.kind == own[0].kind:
                if not _is_same(old, own[0]):
                    old.taken_back, own[0].corrects = True, True
                return True
    return False


def _withdraw(tokens: Sequence[Sequence[Token]], by_sentence: Mapping[int, Sequence[Found]], at: int) -> None:
    """Take back the value before a phrase that withdraws it; the next one of its kind is said instead of it."""
    start = withdrawn(tokens[at])
    if start is None:
        _doubt(tokens[at], by_sentence, at)
        return
    own, earlier = by_sentence.get(at, ()), by_sentence.get(_last_said(by_sentence, tokens, at), ())
    before = [one for one in own if one.first < start][-1:] or ([] if start > _OPENING + 3 else earlier[-1:])
    if not before or before[0].corrects:
        return
    behind = [*(one for one in own if one.first > start), *by_sentence.get(at + 1, ())[:1]]
    new = next((one for one in behind if one.kind == before[0].kind), None)
    named = next((one for one in reversed(earlier) if one.kind == before[0].kind and one is not before[0]), None)
    if new is None and named is not None and own and before[0] is own[-1] and not _is_same(named, before[0]):
        named.taken_back, before[0].corrects = True, True  # 'De pols moet 78 zijn, verkeerd gekeken.'
        return
    before[0].taken_back = True
    if new is not None and not _is_same(before[0], new) and not is_of_next_moment(before[0], new):
        new.corrects = True


def _doubt(words: Sequence[Token], by_sentence: Mapping[int, Sequence[Found]], at: int) -> None:
    """Make the last two values uncertain where a sentence of its own says that they are not sure, or the other way
    round."""
    text = " ".join(word.lower for word in words[: 2 * _SHORT])
    if by_sentence.get(at) and ("andersom" in text or "omgekeerd" in text):
        for one in by_sentence[at][-2:]:
            one.doubt = "speaker"
    if by_sentence.get(at) or len(words) > _SHORT:
        return
    if any(phrase in text for phrase in _NOT_SURE):
        for one in by_sentence.get(at - 1, ())[-2:]:
            one.doubt = "speaker"


def _rename(words: Sequence[Token], by_sentence: Mapping[int, Sequence[Found]], at: int) -> None:
    """Put a value under its right kind: 'ze woog 150, dat was de lengte, een meter vijftig', '95 was de pols'."""
    for place in range(min(len(words), _LONGEST)):
        if not _is_named(words, place):
            continue
        kind = cue(words[place + 2].lower).kind  # type: ignore[union-attr]
        own = by_sentence.get(at, ())
        values = [*by_sentence.get(at - 1, ())[-2:], *own]
        is_other = lower_at(words, place - 1) in ("dat", "die", "het")
        old = [one for one in values if (one.scene.at < at or one.first < place) and one.kind != kind]
        new = next((one for one in own if one.kind == kind and abs(one.first - place) <= _REACH), None)
        if new is None or not old or old[-1].kind == "medication":
            continue
        if is_other or _is_amount_in(new, old[-1]):
            old[-1].taken_back, new.corrects = True, True


def _is_named(words: Sequence[Token], at: int) -> bool:
    """Return whether 'was de pols' stands here."""
    is_is = lower_at(words, at) in ("was", "is") and lower_at(words, at + 1) in ("de", "het")
    found = cue(lower_at(words, at + 2)) if is_is else None
    return found is not None and bool(found.kind)


def _is_amount_in(new: Found, old: Found) -> bool:
    amounts = {one.low for one in old.parts.values()}
    return all(one.low in amounts for one in new.parts.values())
