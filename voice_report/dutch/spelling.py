"""Writes words the way an organization or a person writes them: what was heard is replaced, whole word by whole word.

Exact and deterministic: from left to right, the longest form first, and nothing is replaced twice. Words are compared
without capitals; no regular expression is made of what people typed. Linear in the text: it may come from any server.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .characters import cleaned, straight

#: Replacements in one text; the rest stays as it was heard. The longest segment has fewer words.
MOST = 500

_TOKEN = re.compile(r"(?:[^\W_][\u0300-\u036f]*)+")
_LONGEST_TOKEN = 240  # characters; no form has a longer one
_BETWEEN = re.compile(r"[ \u00a0]{1,3}|[-‐‑]| - ")  # the same as a space: engines join and split words
_JOINING = ("-", "‐", "‑", "–", ":")  # between figures: one time, or one range
_BEFORE_HYPHEN = re.compile(r"([^\W\d_])[^\W_]*[-‐‑]$")
_AFTER_HYPHEN = re.compile(r"[-‐‑]([^\W\d_])")
_ADDRESS = "@_/\\"
_SENTENCE_END = re.compile(r"(?:[.!?…][\"'’”)\]]*[ \u00a0]+|\n\s*)[\"'‘“(]*$")
_LOOK_BACK = 12  # characters before a word that say whether it begins a sentence
_LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Entry:
    """A word, and the forms in which it is misheard. ``id`` is the caller's own; ``kind`` is the word's in its list."""

    id: Any
    word: str
    heard_as: tuple[str, ...]
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """A place in a text where a form or the word itself stands; ``is_right``: it is the word itself."""

    start: int
    end: int
    heard: str
    entry: Entry
    is_right: bool


@dataclass(frozen=True, slots=True)
class Change:
    """A word as it was written, from ``at`` in the new text on, and what had been heard there."""

    at: int
    word: str
    heard: str


@dataclass(slots=True)
class _Node:
    """A place in the tree of forms; the entry whose form ends here, if any."""

    after: dict[tuple[str, str], "_Node"]
    entry: Entry | None = None
    is_right: bool = False


def key(text: str) -> str:
    """Return the text as it is compared: composed, without capitals, with one kind of apostrophe."""
    return straight(cleaned(text[:_LONGEST_TOKEN])).casefold()


class Speller:
    """Finds the forms of many words at once. Of two equal forms the first entry's counts."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._root = _Node({})
        for entry in entries:
            self._add(entry.word, entry, is_right=True)
            for form in entry.heard_as:
                self._add(form, entry, is_right=False)

    def _add(self, form: str, entry: Entry, *, is_right: bool) -> None:
        form, node = cleaned(form), self._root
        for step in _steps(form, list(_TOKEN.finditer(form))):
            node = node.after.setdefault(step, _Node({}))
        if node.entry is None and node is not self._root:
            node.entry, node.is_right = entry, is_right

    def find(self, text: str) -> list[Match]:
        """Return the places of known forms, from left to right."""
        words = list(_TOKEN.finditer(text))
        steps = _steps(text, words)
        found: list[Match] = []
        at = 0
        while at < len(words) and len(found) < MOST:
            last, node = self._longest(steps, at)
            start, end = words[at].start(), words[last].end()
            if node is None or node.entry is None or not _stands_alone(text, start, end):
                at += 1
                continue
            if not node.is_right and _is_of_double_name(text, start, end, node.entry):
                at += 1
                continue
            found.append(Match(start, end, text[start:end], node.entry, node.is_right))
            at = last + 1
        return found

    def _longest(self, steps: Sequence[tuple[str, str]], at: int) -> tuple[int, _Node | None]:
        """Return the last word of the longest form that begins here, and its node; ``None`` when there is none."""
        node = self._root.after.get(("", steps[at][1]))
        best, last = None, at
        while node is not None:
            if node.entry is not None:
                best, end = node, last
            last += 1
            node = node.after.get(steps[last]) if last < len(steps) else None
        return (at, None) if best is None else (end, best)


def replaced(text: str, matches: Sequence[Match]) -> tuple[str, list[Change]]:
    """Return the text with these places written as the words, and what has changed; right words stay as they are."""
    pieces: list[str] = []
    changes: list[Change] = []
    kept = length = 0
    for match in matches:
        if match.is_right:
            continue
        word = _in_place(match.entry.word, match.heard, text, match.start)
        if word == match.heard:
            continue
        pieces += [text[kept : match.start], word]
        length += match.start - kept
        changes.append(Change(length, word, match.heard))
        length += len(word)
        kept = match.end
    return "".join([*pieces, text[kept:]]), changes


def _steps(text: str, words: Sequence[re.Match[str]]) -> list[tuple[str, str]]:
    """Return each word with what stands between it and the one before; '' before the first."""
    found = []
    before = words[0].start() if words else 0
    for word in words:
        between = text[before : word.start()]
        found.append((" " if _BETWEEN.fullmatch(between) else straight(between), key(word[0])))
        before = word.end()
    return found


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Return whether a place is no part of an address, number or double name, nor a mark of ours in brackets."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if (before and before in _ADDRESS) or (after and after in _ADDRESS) or (before == "[" and after == "]"):
        return False
    earlier, later = text[max(0, start - 2) : max(0, start - 1)], text[end + 1 : end + 2]
    if (before in (".", ",") and earlier.isalnum()) or (after in (".", ",") and later.isalnum()):
        return False
    return not (
        (before in _JOINING and earlier.isdigit() and text[start].isdigit())
        or (after in _JOINING and later.isdigit() and text[end - 1].isdigit())
    )


def _is_of_double_name(text: str, start: int, end: int, entry: Entry) -> bool:
    """Return whether a hyphen joins a place to another name: 'Janse-Pol'. 'metropolol-allergie' is no name."""
    earlier = _BEFORE_HYPHEN.search(text[max(0, start - _LONGEST_NAME) : start])
    later = _AFTER_HYPHEN.match(text, end)
    if entry.kind == "naam":
        return bool(earlier or later)
    return text[start].isupper() and bool((earlier and earlier[1].isupper()) or (later and later[1].isupper()))


def _in_place(word: str, heard: str, text: str, start: int) -> str:
    """Return the word with a capital where it begins a sentence and what was heard had one; 'iPad' has its own."""
    first = word.split(maxsplit=1)[0]
    if not heard[0].isupper() or not first[0].isalpha() or first != first.lower():
        return word
    if start and not _SENTENCE_END.search(text[max(0, start - _LOOK_BACK) : start]):
        return word
    digraph = 2 if word.startswith("ij") else 1
    return word[:digraph].upper() + word[digraph:]
