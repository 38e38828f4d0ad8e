"""Values that are one row though they were said apart: upper and lower pressure, the lengths of a wound, oxygen."""

from collections.abc import Sequence
from decimal import Decimal

from ..evidence.words.tokens import lower_at
from .found import Found

#: Factors by which a length is put in the unit of another: '2 bij 3 cm, diepte 4 mm'.
_SCALES = {("mm", "cm"): Decimal("0.1"), ("cm", "mm"): Decimal(10)}
_NEAR = 8  # words between two parts
_LEADING = frozenset({"met", "bij", "op", "onder", "aan"})
_CHANGED = frozenset({"naar", "gezet", "opgehoogd", "verhoogd", "gebracht", "gemaakt", "verlaagd", "afgebouwd"})
_OXYGEN = 10  # words between a saturation and the oxygen it was measured with


def joined(found: Sequence[Found]) -> list[Found]:
    """Return the values with those that belong together as one."""
    rows: list[Found] = []
    for one in found:
        before = rows[-1] if rows else None
        if before is not None and _belongs(before, one):
            if before.unit != one.unit and (one.unit, before.unit) in _SCALES:
                for amount in one.parts.values():
                    amount.low, amount.high = (
                        value * _SCALES[one.unit, before.unit] for value in (amount.low, amount.high)
                    )
            before.parts |= one.parts
            before.last = one.last
            before.unit = before.unit or one.unit
            kept = before.doubt if before.kind == "wound_size" else None
            before.doubt = kept or ("kind" if "kind" in (before.doubt, one.doubt) else None)
            before.share = min(before.share, one.share)
        else:
            rows.append(one)
    return _with_oxygen(rows)


def _belongs(before: Found, one: Found) -> bool:
    is_same = before.kind == one.kind and before.scene is one.scene and 0 < one.first - before.last <= _NEAR
    if not is_same or one.parts.keys() & before.parts.keys():
        return False
    if one.kind == "wound_size":
        return before.unit == one.unit or not one.unit or (one.unit, before.unit) in _SCALES
    return one.kind == "blood_pressure" and len(before.parts) == 1 and len(one.parts) == 1 and one.doubt is None


def _with_oxygen(rows: Sequence[Found]) -> list[Found]:
    """Return the values with litres of oxygen put with the saturation that was measured with it."""
    found: list[Found] = []
    for index, one in enumerate(rows):
        if one.kind == "oxygen_saturation" and one.oxygen is None:
            one.oxygen = _litres_behind(one, rows[index + 1] if index + 1 < len(rows) else None)
        if one.kind != "oxygen_flow" or one.doubt:
            found.append(one)
            continue
        before = rows[index - 1] if index else None
        after = rows[index + 1] if index + 1 < len(rows) else None
        owner = _owner(one, before, after)
        if owner is None:
            found.append(one)
        elif owner.oxygen is None or "nee" in {word.lower for word in one.scene.words[owner.last : one.first]}:
            owner.oxygen = float(one.parts["value"].low)
    return found


def _litres_behind(one: Found, after: Found | None) -> float | None:
    """Return the litres of 'saturatie 90 met een liter', which are oxygen though the word is not said."""
    following = one.scene.items[one.item.place + 1 : one.item.place + 2]
    if not following or (after is not None and after.item is following[0]):
        return None
    item = following[0]
    is_next = after is not None and after.kind == "oxygen_saturation" and after.scene is one.scene
    if is_next and after is not None and after.first - item.last <= _OXYGEN // 2:
        before = {word.lower for word in one.scene.words[one.last + 1 : item.first]}
        if before & {",", "en", "maar"} and item.unit in ("l", "l/min"):
            after.oxygen = float(item.amounts[0].low)  # 'maar 89, met 2 liter ging het naar 94'
            return None
    leads = lower_at(one.scene.words, item.first - 1) in _LEADING and item.first - one.last <= _OXYGEN
    amount = item.amounts[0]
    return float(amount.low) if leads and item.unit in ("l", "l/min") and amount.low == amount.high else None


def _owner(one: Found, before: Found | None, after: Found | None) -> Found | None:
    """Return the saturation that a flow of oxygen was said with."""
    words = one.scene.words
    leads = lower_at(words, one.first - 1) in _LEADING
    is_next = (
        after is not None
        and after.kind == "oxygen_saturation"
        and after.scene is one.scene
        and after.first - one.last <= _OXYGEN
        and all(amount.low == amount.high for amount in after.parts.values())
    )
    if is_next and any(word.lower in _CHANGED for word in words[max(0, one.first - 3) : one.last + 3]):
        is_next = False  # 'van één naar twee liter gezet'
    if is_next and (not _is_near(before, one) or (leads and lower_at(words, one.first - 2) in ("en", ",", "maar"))):
        return after
    is_changed = any(word.lower in _CHANGED for word in words[max(0, one.first - 2) : one.last + 3])
    return before if _is_near(before, one) and not is_changed else None


def _is_near(before: Found | None, one: Found) -> bool:
    if before is None or before.kind != "oxygen_saturation":
        return False
    if before.scene is not one.scene:  # 'saturatie 93. En dat was met twee liter'
        opening = {word.lower for word in one.scene.words[: one.first]}
        is_next = one.scene.at == before.scene.at + 1 and one.first <= _NEAR
        return is_next and "met" in opening and not opening & {"nee", "sorry"} and one.item.place == 0
    is_measured = all(amount.low == amount.high for amount in before.parts.values())
    return is_measured and one.first - before.last <= _OXYGEN
