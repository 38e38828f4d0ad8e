"""A figure with its kind, before its row is made."""

from dataclasses import dataclass

from .clauses import Scene
from .figures.numbers import Amount
from .figures.quantities import Item
from .kinds import KINDS, Rule
from .model import Doubt, Kind


@dataclass(slots=True)
class Found:
    """A figure with its kind; ``parts`` by name, and ``first`` and ``last`` the words of the value.

    ``cue_at`` is the place of its cue, -1 in another sentence or none. ``state`` is what its cue or another word makes
    of it, '' for nothing.
    """

    scene: Scene
    kind: Kind
    item: Item
    parts: dict[str, Amount]
    first: int
    last: int
    cue_at: int = -1
    state: str = ""
    doubt: Doubt | None = None
    name: str = ""
    unit: str = ""
    oxygen: float | None = None
    corrects: bool = False
    taken_back: bool = False
    #: How sure the judge of kinds is of it; 0 where the rules say another kind.
    share: float = 1.0
    #: Whether it is said again right behind a hesitation, with its unit.
    is_repeated: bool = False

    @property
    def rule(self) -> Rule:
        return KINDS[self.kind]


def found_in(
    scene: Scene, kind: Kind, item: Item, parts: dict[str, Amount], cue_at: int = -1, state: str = ""
) -> Found:
    """Return a figure as a value of a kind."""
    last = max(item.last, *(one.last for one in parts.values()))
    return Found(scene, kind, item, parts, item.first, last, cue_at, state, unit=_unit(parts))


def _unit(parts: dict[str, Amount]) -> str:
    return next((one.unit for one in reversed([*parts.values()]) if one.unit), "")
