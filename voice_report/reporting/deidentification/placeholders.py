"""Placeholders, and which words they stand for: only in memory, for one request.

``[PERSOON-1]`` is the first person of these texts; a number says nothing outside of them. Another way to write the same
person gets a letter (``[PERSOON-1B]``), so that each placeholder restores to exactly what was said.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from .lists import key
from .model import Hit, Kind

#: Kinds of which a part of what was said before may be the same: 'Henk Bakker', and then 'Henk'.
_NAMED = frozenset({Kind.PERSON, Kind.NAME, Kind.INSTITUTION, Kind.PLACE})
_MOST_FORMS = 26
_JOINED = re.compile(r"\[[A-Z]+-\d+[A-Z]?\]['’]?s(?![^\W_])")


@dataclass(frozen=True, slots=True)
class Vault:
    """Which words each placeholder stands for. Never shown: it has no ``repr``, and belongs in no log, row or cache."""

    values: Mapping[str, str] = field(default_factory=dict, repr=False)
    joined: frozenset[str] = frozenset()  # placeholders with the ending that stands behind them in the texts
    is_strict: bool = True  # the texts have something like a placeholder: only the exact form is one
    has_brackets: bool = True  # the texts have brackets of their own

    def __bool__(self) -> bool:
        return bool(self.values)

    def __reduce__(self) -> str | tuple:
        raise TypeError("a vault is not stored")


class Numbering:
    """Gives out placeholders in order of first mention."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._forms: dict[tuple[str, int], int] = {}
        self._by_words: dict[tuple[str, str], str] = {}
        self._of_person: dict[str, tuple[Kind, int]] = {}
        self._by_part: dict[str, set[tuple[Kind, int]]] = {}
        self.values: dict[str, str] = {}

    def placeholder(self, hit: Hit, words: str) -> str:
        """Return the placeholder of these words."""
        group = "named" if hit.kind in _NAMED else hit.kind
        if found := self._by_words.get((group + hit.person, words)):
            return found
        kind, number = self._entity(hit, words)
        form = self._forms[kind, number] = self._forms.get((kind, number), 0) + 1
        made = f"[{kind}-{number}{_letter(form)}]"
        self._by_words[group + hit.person, words] = made
        self.values[made] = words
        return made

    def _entity(self, hit: Hit, words: str) -> tuple[Kind, int]:
        """Return the kind and number of whom the words name: one who was there before, or a new one."""
        parts = set(key(words).replace("-", " ").split()) if hit.kind in _NAMED else set()
        if hit.person:
            known = self._of_person.get(hit.person)
        else:
            same = [self._by_part.get(part, set()) for part in parts]
            known = next(iter(same[0])) if same and all(one == same[0] for one in same) and len(same[0]) == 1 else None
        if known is None or self._forms.get(known, 0) >= _MOST_FORMS:
            number = self._numbers[hit.kind] = self._numbers.get(hit.kind, 0) + 1
            known = (hit.kind, number)
        if hit.person:
            self._of_person[hit.person] = known
        for part in parts:
            self._by_part.setdefault(part, set()).add(known)
        return known

    def vault(self, texts: Sequence[str], sent: Sequence[str], *, is_strict: bool) -> Vault:
        """Return what was given out for these texts, which became ``sent``."""
        joined = frozenset(found[0] for text in sent for found in _JOINED.finditer(text))
        has_brackets = any("[" in text or "]" in text for text in texts)
        return Vault(MappingProxyType(self.values), joined, is_strict, has_brackets)


def _letter(form: int) -> str:
    return "" if form == 1 else chr(ord("A") + form - 1)


def masked(text: str, hits: Iterable[Hit], numbering: Numbering) -> str:
    """Return the text with a placeholder instead of each hit; ``hits`` are in order and apart."""
    pieces, at = [], 0
    for hit in hits:
        pieces += [text[at : hit.start], numbering.placeholder(hit, text[hit.start : hit.end])]
        at = hit.end
    return "".join((*pieces, text[at:]))
