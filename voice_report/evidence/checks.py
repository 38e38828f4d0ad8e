"""The checks of one written sentence against the spoken ones it is made of."""

from collections.abc import Sequence

from . import figures, medicines, people
from .model import Flag, Kind, Level
from .negation import contradiction
from .reading import Mark, Reading
from .sources import Cover, Spoken, cover
from .stems import stem
from .vocabulary import JUDGING

_HARDLY = 0.2
_SAME = 0.75
_FEW = 0.36
_HALF = 0.52
_SHORTEST_NAME = 5  # letters from which a name that differs in one letter may be a spelling

_NEGATION = {
    "added": ("red", "Hier staat een ontkenning die niet gezegd is, bij '{0}'."),
    "removed": ("red", "Hier ontbreekt een ontkenning die wel gezegd is, bij '{0}'."),
    "unheard": ("amber", "Wat hier ontkend wordt, '{0}', is niet genoemd."),
}


def check(reading: Reading, found: Cover, spoken: Spoken, *, elsewhere: bool = True) -> list[Flag]:
    """Return the flags of a written sentence, red first.

    Without ``elsewhere`` values and medicines count only when they are in its own sources.
    """
    own = [spoken.readings[at] for at in found.sources]
    flags = [
        *_unsupported(reading, found, own, spoken),
        *figures.check(reading, spoken, found.sources, elsewhere=elsewhere),
        *_drugs(reading, own),
        *_negation(reading, found, own),
        *_sides(reading, own),
        *_persons(reading, own, spoken),
    ]
    order: dict[Level, int] = {"red": 0, "amber": 1, "note": 2}
    return sorted(dict.fromkeys(flags), key=lambda flag: order[flag.level])


def check_line(line: str, spoken: Spoken, sources: Sequence[int]) -> list[Flag]:
    """Return the flags of one written line against the spoken sentences it names, and no others.

    People are the exception: who is spoken of may have been named anywhere.
    """
    reading = Reading(line)
    own = [at for at in sources if 0 <= at < len(spoken.readings) and at not in spoken.orders]
    if any(spoken.readings[at].literal == reading.literal for at in sources if 0 <= at < len(spoken.readings)):
        return []
    share = cover(reading, spoken, own).share
    return check(reading, Cover(own, share), spoken, elsewhere=False)


def _unsupported(reading: Reading, found: Cover, own: Sequence[Reading], spoken: Spoken) -> list[Flag]:
    content = len(reading.content)
    if content >= 2 and found.share < _HARDLY:
        return [Flag("unsupported", "red", "Hiervan is bijna niets gezegd.")]
    few = {1: 0.01, 2: _FEW if reading.values else _HALF}.get(content, _FEW)
    if content and found.share < few:
        return [Flag("unsupported", "amber", "Van deze zin is weinig gezegd.")]
    together = max((sum(_is_heard(word, one.content) for word in reading.content) for one in own), default=0)
    if content > 2 and together < 2 and not reading.values:
        return [Flag("unsupported", "amber", "Deze woorden zijn niet in dit verband gezegd.")]
    heard = frozenset().union(*(one.content for one in own))
    for word in reading.words:
        if word.lower in JUDGING and stem(word.text) and not _is_heard(stem(word.text), heard):
            return [Flag("unsupported", "amber", f"Het oordeel '{word.text}' is niet gezegd.")]
    label = frozenset(one for one in reading.stems[: _label_end(reading)] if one)  # 'Vitale functies: ...'
    replaced = sum(not _is_heard(one, reading.content) for one in own[0].content) if own else 0
    for clause in reading.clauses:
        unheard = [one for one in clause.stems - label if not _is_heard(one, heard)]
        is_new = len(unheard) == len(clause.stems - label)
        if is_new and (len(unheard) > 2 or len(unheard) == 2 > 2 * replaced):  # else it may be another wording
            return [Flag("unsupported", "amber", "Een deel van deze zin is niet gezegd.")]
    return []


def _label_end(reading: Reading) -> int:
    return next((at for at, word in enumerate(reading.words[:6]) if word.text == ":"), 0)


def _is_heard(one: str, heard: frozenset[str]) -> bool:
    return one in heard or any(len(one) > 3 < len(other) and (one in other or other in one) for other in heard)


def _drugs(reading: Reading, own: Sequence[Reading]) -> list[Flag]:
    flags = []
    said = [mark for one in own for mark in one.drugs]
    for mark in reading.drugs:
        if any(medicines.excuses(one.key, mark.key) and not one.taken_back for one in said):
            continue
        if heard := _misheard(mark, own):
            flags.append(Flag("drug", "note", f"'{mark.text}': gehoord als '{heard}'."))
        elif any(one.key == mark.key for one in said):
            flags.append(Flag("drug", "red", f"'{mark.text}' is in het dictaat teruggenomen."))
        elif said:
            flags.append(Flag("drug", "red", f"Er is '{said[0].text}' gezegd, niet '{mark.text}'."))
        else:
            flags.append(Flag("drug", "amber", f"Het middel '{mark.text}' is hier niet genoemd."))
    return flags


def _misheard(mark: Mark, own: Sequence[Reading]) -> str:
    """Return the spoken word that is this medicine's name misheard: itself no medicine's name."""
    for one in own:
        for word in one.words:
            if not medicines.is_listed(word.text) and medicines.sounds_like(word.lower, mark.text.lower()):
                return word.text
    return ""


def _negation(reading: Reading, found: Cover, own: Sequence[Reading]) -> list[Flag]:
    if not own:
        return []
    spoken = [clause for one in own for clause in one.clauses]
    kind, head = contradiction(reading.clauses, spoken)
    if not kind:
        return _lone_negation(reading, found, own)
    level, text = _NEGATION[kind]
    word = next((w.text for w, s in zip(reading.words, reading.stems, strict=True) if s == head), head)
    return [Flag("negation", "red" if level == "red" else "amber", text.format(word))]


def _lone_negation(reading: Reading, found: Cover, own: Sequence[Reading]) -> list[Flag]:
    """Flag a negation that only one of two sentences has which are otherwise the same, whatever it is about."""
    if len(own) != 1 or found.share < _SAME:
        return []
    heard = own[0].content
    if sum(_is_heard(one, reading.content) for one in heard) < _SAME * len(heard):
        return []
    written, said = (_negations(one) for one in (reading, own[0]))
    if said[1] != written[1] or {"of", "noch"} & (reading.lower | own[0].lower):
        return []  # 'niet' may be written as 'geen', and said once for two
    if written[0] > said[0]:
        return [Flag("negation", "amber", "Hier staat een ontkenning die niet gezegd is.")]
    if written[0] < said[0]:
        return [Flag("negation", "amber", "Hier ontbreekt een ontkenning die wel gezegd is.")]
    return []


def _negations(reading: Reading) -> tuple[int, int]:
    """Return how many times a sentence says 'niet', and how many clauses it denies otherwise."""
    plain = sum(word.lower == "niet" for word in reading.words)
    return plain, sum(clause.is_negative for clause in reading.clauses if "niet" not in clause.words)


def _sides(reading: Reading, own: Sequence[Reading]) -> list[Flag]:
    said = [(mark, _head(one, mark)) for one in own for mark in one.sides if not mark.taken_back]
    sides = {mark.key for mark, _ in said}
    here = [mark.key for mark in reading.sides]
    if len(here) > 1 and len({*here}) == 1 and len(here) == len(said) and {"links", "rechts"} <= sides:
        return [Flag("side", "red", f"Er is links en rechts gezegd, hier staat alleen '{here[0]}'.")]
    for mark in reading.sides:
        head = _head(reading, mark)
        same = {other.key for other, other_head in said if head and other_head == head}
        if mark.key == "beide":
            if "beide" not in sides and not {"links", "rechts"} <= sides:
                return [Flag("side", "red" if sides else "amber", f"'{mark.text}' is niet gezegd.")]
        elif mark.key not in sides and "beide" not in sides:
            return [Flag("side", "red" if sides else "amber", f"'{mark.text}' is hier niet gezegd.")]
        elif same and not same & {mark.key, "beide"}:
            return [Flag("side", "red", f"'{mark.text}': hierbij is de andere kant gezegd.")]
    return []


def _head(reading: Reading, mark: Mark) -> str:
    """Return what a side is of: the rest of the word ('linkerheup'), or the nearest word with content after it."""
    lower = reading.words[mark.at].lower
    for prefix in ("linker", "rechter"):
        if lower.startswith(prefix) and len(lower) > len(prefix) + 2:
            return stem(lower[len(prefix) :])
    return next((one for one in reading.stems[mark.at + 1 : mark.at + 4] if one), "")


def _persons(reading: Reading, own: Sequence[Reading], spoken: Spoken) -> list[Flag]:
    return [*_relations(reading, own, spoken), *_addressed(reading, own, spoken), *_names(reading, own, spoken)][:2]


def _flag(kind: Kind, level: Level, text: str) -> list[Flag]:
    return [Flag(kind, level, text)]


def _relations(reading: Reading, own: Sequence[Reading], spoken: Spoken) -> list[Flag]:
    written = people.relations(reading.words)
    if not written:
        return []
    here = set().union(*(people.excused(one.words) for one in own))
    for key, text in written.items():
        if key in here:
            continue
        if not any(key in people.excused(one.words) for one in spoken.readings):
            return _flag("person", "red", f"'{text}' is niet genoemd.")
        said = set().union(*(people.relations(one.words) for one in own)) - written.keys()
        if said:
            return _flag("person", "amber", f"'{text}' is in een andere zin genoemd.")
    return []


def _addressed(reading: Reading, own: Sequence[Reading], spoken: Spoken) -> list[Flag]:
    written = people.addressed(reading.words)
    if len(written) != 1:
        return []
    for sentences, level in ((own, "amber"), (spoken.readings, "red")):
        said = set().union(*(people.addressed(one.words) for one in sentences))
        if said and not said & written:
            everywhere = set().union(*(people.addressed(one.words) for one in spoken.readings))
            red = not everywhere & written
            return _flag("person", "red" if red or level == "red" else "amber", f"Er is niet '{min(written)}' gezegd.")
    return []


def _names(reading: Reading, own: Sequence[Reading], spoken: Spoken) -> list[Flag]:
    here = set().union(*(one.lower for one in own))
    others = {word.lower for one in own for word in one.words if word.text[0].isupper() and word.lower in spoken.names}
    others -= reading.lower
    first = [word for word in reading.words[:1] if word.lower in spoken.names]
    for word in [*first, *reading.names]:
        parts = [part for part in word.lower.removesuffix("'s").split("-") if part]
        if all(part in here for part in parts) or word.lower in here:
            continue
        if all(part in spoken.words for part in parts) or word.lower in spoken.words:
            if others and word.lower in spoken.names:
                return _flag("person", "amber", f"'{word.text}' is in een andere zin genoemd.")
            continue
        if near := _spelled_alike(word.lower, here):
            return _flag("person", "amber", f"'{word.text}' staat in het dictaat als '{near}'.")
        if not spoken.has(stem(word.text)):
            return _flag("person", "red", f"De naam '{word.text}' is niet genoemd.")
    return _first_name(reading, others, spoken)


def _spelled_alike(name: str, words: set[str]) -> str:
    if len(name) < _SHORTEST_NAME:
        return ""
    return next((word for word in sorted(words) if medicines.within(word, name, 1)), "")


def _first_name(reading: Reading, others: set[str], spoken: Spoken) -> list[Flag]:
    """Flag a sentence that begins with an unknown word where its source has a name ('Petra houdt het vol')."""
    if not others or len(reading.words) < 2:
        return []
    word, after = reading.words[0], reading.words[1]
    parts = [word.text, *word.text.split("-")]
    known = any(part.lower() in spoken.words or spoken.has(stem(part)) for part in parts if part)
    known = known or not people.is_name_like(word)
    if known or not word.text[0].isupper() or not after.text[0].islower():
        return []
    return _flag("person", "amber", f"'{word.text}' is niet genoemd.")
