"""The checks of one written sentence against the spoken ones it is made of."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence

from ....core.texts import NOT_UNDERSTOOD, UNSURE
from ....dutch.first_names import is_first_name
from ....dutch.word_sets import word_set
from .. import corrections
from ..model import Flag, Level, differs
from ..reading import Mark, Reading
from ..sources import Cover, Spoken, cover
from ..words import medicines, people
from ..words.stems import is_among, stem
from ..words.synonyms import alike
from ..words.tokens import Token
from ..words.vocabulary import JUDGING
from . import bindings, comparatives, contradictions, contrasts, figures, losses, qualifiers, roles, slots

_HARDLY = 0.2
_FEW = 0.36
_HALF = 0.52
#: After one of these the sentence began with a thing ('Huisbezoek om 07.30 uur'), not with a person's name.
_NOT_AFTER_A_NAME = word_set("om bij van voor in op met aan door naar over tot na tijdens vanwege wegens per volgens")
_LONGEST = 200  # words of a sentence; in a longer one nothing says which words belong together
_SHORTEST_PART = 3  # letters of a name that another one begins with
_SHORTEST_NAME = 5  # letters from which a name that differs in one letter may be a spelling


def check(
    reading: Reading, found: Cover, spoken: Spoken, *, elsewhere: bool = True, beside: Sequence[Reading] = ()
) -> list[Flag]:
    """Return the flags of a written sentence, red first.

    Without ``elsewhere`` values and medicines count only when they are in its own sources. ``beside`` are the written
    sentences that share a source with it.
    """
    own = [spoken.readings[at] for at in found.sources]
    around = [spoken.around(at) for at in found.sources if spoken.beside(at)]
    flags = [
        *_unsupported(reading, found, own, around),
        *_unclear(reading, own),
        *figures.check(reading, spoken, found.sources, elsewhere=elsewhere),
        *_drugs(reading, own),
        *contradictions.check(reading, found.share, own, around, beside),
        *_sides(reading, own, around),
        *_persons(reading, own, spoken),
    ]
    if max(len(one.words) for one in (reading, *own)) <= _LONGEST:
        flags += (
            contrasts.check(reading, own)
            or bindings.check(reading, own, beside)
            or roles.check(reading, own)
            or comparatives.check(reading, own)
            or qualifiers.check(reading, own, beside)
            or contrasts.lost(reading, own, beside)
            or losses.check(reading, own, beside)
            or ([] if flags else slots.check(reading, own, spoken))
        )
    order: dict[Level, int] = {"red": 0, "amber": 1, "note": 2}
    kept, told = [], defaultdict(set)
    for flag in sorted(flags, key=lambda flag: order[flag.level]):
        pieces = told[flag.text]  # 'gisteren' for 'morgen' is another date, and an opposite
        if not pieces & {flag.here, ""} and (flag.here or not pieces):
            pieces.add(flag.here)
            kept.append(flag)
    return kept


def check_line(line: str, spoken: Spoken, sources: Sequence[int]) -> list[Flag]:
    """Return the flags of one written line against the spoken sentences it names, and no others.

    People are the exception: a person may have been named in any sentence.
    """
    reading = spoken.read(line)
    own = [at for at in sources if 0 <= at < len(spoken.readings) and at not in spoken.orders]
    if any(spoken.readings[at].literal == reading.literal for at in sources if 0 <= at < len(spoken.readings)):
        return []
    share = cover(reading, spoken, own).share
    return check(reading, Cover(own, share), spoken, elsewhere=False)


def _unsupported(reading: Reading, found: Cover, own: Sequence[Reading], around: Sequence[Sequence[str]]) -> list[Flag]:
    content = len(reading.content)
    if content >= 2 and found.share < _HARDLY:
        return [Flag("unsupported", "red", "Hiervan zei je bijna niets")]
    few = {1: 0.01, 2: _FEW if reading.values else _HALF}.get(content, _FEW)
    if content and found.share < few:
        return [Flag("unsupported", "amber", "Hiervan zei je weinig")]
    together = max((sum(_is_said(word, one) for word in reading.content) for one in own), default=0)
    together = max([together, *(_most_together(reading, words) for words in around)])
    if content > 2 and together < 2 and not reading.values:
        return [Flag("unsupported", "amber", "Dit zei je niet in dit verband")]
    for word in reading.words:
        if word.lower in JUDGING and stem(word.text) and not any(_is_said(stem(word.text), one) for one in own):
            return [differs("unsupported", "amber", word.text)]
    heard = frozenset().union(*(one.content for one in own))
    label = frozenset(one for one in reading.stems[: _label_end(reading)] if one)  # 'Vitale functies: ...'
    replaced = sum(not is_among(one, reading.content) for one in own[0].content) if own else 0
    for clause in reading.clauses:
        unheard = [one for one in clause.stems - label if not is_among(one, heard)]
        is_new = len(unheard) == len(clause.stems - label)
        if is_new and (len(unheard) > 2 or len(unheard) == 2 > 2 * replaced):  # else it may be another wording
            return [Flag("unsupported", "amber", "Dit deel zei je niet", reading.piece(clause.first, clause.last - 1))]
    return []


def _is_said(one: str, source: Reading) -> bool:
    return is_among(one, source.content) or alike(one, source.heard)


def _most_together(reading: Reading, words: Sequence[str]) -> int:
    """Return how many stems of a written sentence were spoken within as many words as it has."""
    places = [at for at, word in enumerate(words) if stem(word) in reading.content]
    return max((bisect_left(places, at + len(reading.words)) - rank for rank, at in enumerate(places)), default=0)


def _unclear(reading: Reading, own: Sequence[Reading]) -> list[Flag]:
    """Return a flag when the written sentence lacks the speech engine's mark for an unclear word."""
    is_gone = any(mark in one.text and mark not in reading.text for one in own for mark in (UNSURE, NOT_UNDERSTOOD))
    return [Flag("unsupported", "amber", "Dit was niet goed te verstaan")] if is_gone else []


def _label_end(reading: Reading) -> int:
    return next((at for at, word in enumerate(reading.words[:6]) if word.text == ":"), 0)


def _drugs(reading: Reading, own: Sequence[Reading]) -> list[Flag]:
    flags = []
    said = [mark for one in own for mark in one.drugs]
    quoted = corrections.quoted_marks(reading, own)
    for mark in reading.drugs:
        if mark.at in quoted or any(medicines.excuses(one.key, mark.key) and not one.taken_back for one in said):
            continue
        instead = [one.text for one in said if not one.taken_back]
        instead = [one for one in instead if one.lower() not in reading.lower] or instead or [""]
        if heard := _misheard(mark, own):
            flags.append(Flag("drug", "note", f"Gehoord als ‘{heard}’", mark.text, heard))
        elif any(one.key == mark.key for one in said):
            flags.append(differs("drug", "red", mark.text, instead[0], "nam je terug"))
        else:
            flags.append(differs("drug", "red" if said else "amber", mark.text, instead[0], "zei je hier niet"))
    return flags


def _misheard(mark: Mark, own: Sequence[Reading]) -> str:
    """Return the spoken word that is this medicine's name misheard: itself no medicine's name."""
    for one in own:
        for word in one.words:
            if not medicines.is_listed(word.text, one.own) and medicines.sounds_like(word.lower, mark.text.lower()):
                return word.text
    return ""


def _sides(reading: Reading, own: Sequence[Reading], around: Sequence[Sequence[str]]) -> list[Flag]:
    said = [(mark, _head(one, mark)) for one in own for mark in one.sides if not mark.taken_back]
    sides = {mark.key for mark, _ in said}
    quoted = corrections.quoted_marks(reading, own)
    written = [mark for mark in reading.sides if mark.at not in quoted]
    here = [mark.key for mark in written]
    if len(here) > 1 and len({*here}) == 1 and len(here) == len(said) and {"links", "rechts"} <= sides:
        missing = next(mark for mark, _ in said if mark.key in {"links", "rechts"} - {*here})
        return [differs("side", "red", written[-1].text, missing.text)]
    if len({*here}) == 1 and not {*here} & sides and sides == {"beide"} and not any(one.is_unmarked for one in own):
        return [differs("side", "amber", written[0].text, said[0][0].text)]
    for mark in written:
        if any(reading.words[mark.at].lower in words for words in around):
            continue  # where its sentence was cut is a guess
        head = _head(reading, mark)
        same = {other.key for other, other_head in said if head and other_head == head}
        others = sorted(
            (other_head != head, at) for at, (other, other_head) in enumerate(said) if other.key != mark.key
        )
        instead = said[others[0][1]][0].text if others else ""
        if mark.key == "beide":
            if "beide" not in sides and not {"links", "rechts"} <= sides:
                return [differs("side", "red" if sides else "amber", mark.text, instead)]
        elif mark.key not in sides and "beide" not in sides:
            return [differs("side", "red" if sides else "amber", mark.text, instead, "zei je hier niet")]
        elif same and not same & {mark.key, "beide"}:
            return [differs("side", "red", mark.text, instead)]
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


def _relations(reading: Reading, own: Sequence[Reading], spoken: Spoken) -> list[Flag]:
    written = people.relations(reading.words)
    if not written:
        return []
    here = set().union(*(people.excused(one.words) for one in own))
    others = [text for one in own for key, text in people.relations(one.words).items() if key not in written]
    others += [text for one in own for text in people.unnamed(one.words) if text.lower() not in reading.lower]
    said = others[0] if others else ""
    for key, text in written.items():
        if key in here:
            continue
        if not any(key in people.excused(one.words) for one in spoken.readings):
            return [differs("person", "red", text, said)]
        if said:
            return [differs("person", "amber", text, said)]
    return []


def _addressed(reading: Reading, own: Sequence[Reading], spoken: Spoken) -> list[Flag]:
    written = reading.addressed
    if len(written) != 1:
        return []
    everywhere = spoken.addressed
    for said in ({form: text for one in own for form, text in one.addressed.items()}, everywhere):
        if said and not said.keys() & written.keys():
            is_red = not everywhere.keys() & written.keys()
            return [differs("person", "red" if is_red else "amber", min(written.values()), min(said.values()))]
    return []


def _names(reading: Reading, own: Sequence[Reading], spoken: Spoken) -> list[Flag]:
    here = set().union(*(one.lower for one in own))
    capitals = [word for one in own for word in one.words if word.text[0].isupper() and word.lower in spoken.names]
    written = {word.lower for word in reading.words if word.text[0].isupper()}
    others = [word.text for word in capitals if word.lower not in written]
    said = others[0] if others else ""
    opening = [one.words[0] for one in own if one.words and is_first_name(one.words[0].lower)]
    first = [word for word in reading.words[:1] if word.lower in spoken.names or _longer(word, opening)]
    capitals += opening
    named = [word for word in reading.words[1:] if word.text[0].isupper() and word.lower in spoken.names]
    for word in [*first, *reading.names, *named]:
        parts = [part for part in word.lower.removesuffix("'s").split("-") if part]
        is_empty = not stem(word.text)  # 'mevrouw Van': as a word it was said everywhere
        if not is_empty and (all(part in here for part in parts) or word.lower in here):
            continue
        if is_empty and any(one.text == word.text for source in own for one in source.words):
            continue
        if all(part in spoken.words for part in parts) or word.lower in spoken.words:
            if others and (is_empty or people.is_abbreviation(word.lower) or word.lower in spoken.names):
                return [differs("person", "amber", word.text, said)]
            continue
        if near := _spelled_alike(word.lower, own) or _longer(word, capitals):
            return [differs("person", "amber", word.text, near)]
        if not spoken.has(stem(word.text)):
            return [differs("person", "red", word.text, said)]
    return _first_name(reading, others, spoken) or _particles(reading, own)


def _spelled_alike(name: str, own: Sequence[Reading]) -> str:
    if len(name) < _SHORTEST_NAME:
        return ""
    words = sorted({word.lower: word.text for one in own for word in one.words}.items())
    return next((text for lower, text in words if medicines.within(lower, name, 1)), "")


def _longer(word: Token, said: Sequence[Token]) -> str:
    """Return the spoken name that a written one continues, or is the beginning of: 'Nicolette' for 'Nicole'."""
    for one in said:
        short, long = sorted((one.lower.rstrip("e"), word.lower), key=len)
        if len(short) >= _SHORTEST_PART and long.startswith(short):
            return one.text
    return ""


def _particles(reading: Reading, own: Sequence[Reading]) -> list[Flag]:
    """Flag a surname with other particles than were said with it: 'Van der Zee' for 'Van Zee'."""
    said = [(one, first, last) for one in own for first, last in people.surnames(one.words)]
    heard = frozenset().union(*(one.lower for one in own))
    doubled = [(at - 1, at) for at in people.doubled(reading.words) if reading.words[at - 1].lower not in heard]
    for first, last in [*people.surnames(reading.words), *(doubled if said else [])]:
        here = [word.lower for word in reading.words[first : last + 1]]
        same = [found for found in said if found[0].words[found[2]].lower == here[-1]]
        if same and not any([word.lower for word in one.words[at : end + 1]] == here for one, at, end in same):
            one, at, end = same[0]
            return [differs("person", "amber", reading.piece(first, last), one.piece(at, end))]
    return []


def _first_name(reading: Reading, others: list[str], spoken: Spoken) -> list[Flag]:
    """Flag a sentence that begins with an unknown word where its source has a name ('Petra houdt het vol')."""
    if not others or len(reading.words) < 2:
        return []
    word, after = reading.words[0], reading.words[1]
    parts = [word.text, *word.text.split("-")]
    known = any(part.lower() in spoken.words or spoken.has(stem(part)) for part in parts if part)
    known = known or not people.is_name_like(word, reading.own)
    if known or not word.text[0].isupper() or not after.text[0].islower() or after.lower in _NOT_AFTER_A_NAME:
        return []
    return [differs("person", "amber", word.text, others[0])]
