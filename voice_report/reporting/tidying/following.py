"""A sentence and what the next one takes back of it, read as one: 'De pols was 88.' 'Nee sorry, 98.'"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from ..evidence import Spoken
from ..evidence.reading import Reading
from . import proof
from .figures import figures
from .model import Edit, rendered
from .repairs.cues import introduced
from .repairs.headed import headed
from .repairs.next_sentence import next_correction
from .repairs.restated import may_restate, restated
from .repairs.self_corrections import Correction, echo, is_correction, is_short, self_correction

_MOST_RESTATED = 20  # sentences


@dataclass(frozen=True, slots=True)
class Tied:
    """The correction of a sentence by the next one, with the two as one sentence, and its changes of that.

    ``reason`` is what the next one says too, '' for nothing; it stands behind the corrected sentence. ``gap``: the
    characters of the next one where it stands right behind what it corrects, 0 where it stands behind all.
    """

    correction: Correction
    joined: Spoken
    done: tuple[Edit, ...]
    reason: str = ""
    gap: int = 0

    def joint(self, edits: Sequence[Edit], sign: int = 1) -> list[Edit]:
        """Return changes of the sentence as those of the two as one; with ``sign`` -1 the other way round."""
        end, gap = self.correction.edit.end, sign * self.gap
        return [replace(one, start=one.start + gap, end=one.end + gap) if one.start >= end else one for one in edits]

    def whole(self, sentence: str, proven: Sequence[Edit]) -> list[Edit]:
        """Return the changes of the sentence: the proven ones, those behind the correction as one that has the reason
        too, so that both are undone together."""
        if not self.reason:
            return [*proven]
        kept, start = sentence.rstrip("."), self.correction.edit.start
        behind = [one for one in proven if one.start >= start]
        said = rendered(kept[start:], [replace(one, start=one.start - start, end=one.end - start) for one in behind])
        edit = replace(self.correction.edit, end=len(kept), written=f"{said}, {self.reason}")
        return [*(one for one in proven if one.start < start), edit]


def correction_in(reading: Reading) -> Correction | None:
    """Return the correction of a sentence, with its figures as they are written."""
    found = self_correction(reading)
    return found and _with_figures(reading.text, found)


def _corrected_by_lead(reading: Reading) -> Correction | None:
    """Return the correction of a sentence by what begins as what it replaces: 'van juf Els, nee, juf Ilse'."""
    found = echo(reading)
    return found and _with_figures(reading.text, found)


def _with_figures(text: str, found: Correction) -> Correction:
    start = found.edit.start
    here = _in_figures(rendered(text, [found.edit]), start, start + len(found.here))
    edit = replace(found.edit, written=here + found.edit.written[len(found.here) :])
    return replace(found, edit=edit, here=here, said=_in_figures(found.said, 0, len(found.said)))


def _in_figures(text: str, first: int, last: int) -> str:
    """Return the characters of a text from ``first`` to ``last`` with their figures as they are written."""
    inside = (one for one in figures(text) if first <= one.start and one.end <= last and proof.is_said_back(one, text))
    return rendered(text[first:last], [replace(one, start=one.start - first, end=one.end - first) for one in inside])


def corrected_by_next(sentences: Sequence[str], at: int, spoken: Spoken) -> Tied | None:
    """Return the correction of a sentence by the next one: 'Nee sorry, 37,5.', 'Of nee, vrijdag, want dan kan ik.'"""
    readings = spoken.readings
    if at + 1 == len(sentences):
        return None
    if (found := _tied(sentences, at, spoken)) is not None:
        return found
    parts = headed(readings[at], readings[at + 1])
    if parts is None or any(introduced(one.words) for one in readings[at + 2 : at + 3]):
        return None
    head, reason = parts
    pair = [sentences[at], head]
    found = _tied(pair, 0, Spoken(pair, spoken.own))
    if found is None or not reason:
        return found
    return replace(found, reason=_in_figures(reason, 0, len(reason)))


def _tied(sentences: Sequence[str], at: int, spoken: Spoken) -> Tied | None:
    """Return the correction of a sentence by the next one, which says nothing else."""
    readings = spoken.readings
    if not is_correction(readings[at + 1]) and not is_short(readings[at + 1]):
        return _corrected_by_echo(sentences[at].rstrip("."), at, spoken)
    if any(is_correction(one) for one in (readings[at], *readings[at + 2 : at + 3])):
        return None  # a chain of corrections is a doubt
    kept, after = sentences[at].rstrip("."), sentences[at + 1]
    joined = Spoken([f"{kept}, {after[:1].lower()}{after[1:]}"], spoken.own)
    found = (correction_in if is_correction(readings[at + 1]) else _corrected_by_lead)(joined.readings[0])
    if found is None or found.edit.start >= len(kept) or joined.sentences[0][found.edit.end :].strip(" ."):
        return _corrected_by_echo(kept, at, spoken)
    if not proof.is_read_equal(rendered(joined.sentences[0], [found.edit]), 0, joined):
        return None
    return Tied(replace(found, edit=replace(found.edit, end=len(kept))), joined, (found.edit,))


def _corrected_by_echo(kept: str, at: int, spoken: Spoken) -> Tied | None:
    """Return the same where the next sentence has words of this one, or counts on."""
    readings = spoken.readings
    found = next_correction(readings[at], readings[at + 1])
    if found is None or any(introduced(one.words) for one in readings[at + 2 : at + 3]):
        return None
    return _inline(kept, found, spoken.own)


def restatements(spoken: Spoken, longest: int) -> dict[int, tuple[int, Tied]]:
    """Return the corrections of sentences by later ones that say their value again, by the place of the first one, each
    with the place of the other: 'Ik zei links, maar het was rechts.'

    Sentences of more than ``longest`` characters are not looked at, nor more than a few that may be such ones.
    """
    asked = (at for at, one in enumerate(spoken.readings) if len(one.text) <= longest and may_restate(one))
    found: dict[int, tuple[int, Tied]] = {}
    for at in islice(asked, _MOST_RESTATED):
        meant = restated(spoken.readings, at)
        if meant is not None and meant[0] not in found and len(spoken.sentences[meant[0]]) <= longest:
            tied = _inline(spoken.sentences[meant[0]].rstrip("."), meant[1], spoken.own)
            found |= {meant[0]: (at, tied)} if tied else {}
    return found


def _inline(kept: str, found: Correction, own: frozenset[str]) -> Tied | None:
    """Return a correction where what is right stands right behind what it corrects, if the rest is read the same."""
    end, gap = found.edit.end, f", nee, {found.here}"
    joined = Spoken([f"{kept[:end]}{gap}{kept[end:]}"], own)
    _take_back(joined.readings[0], found.edit.start, end, end + len(gap))
    found = _with_figures(kept, found)
    done = replace(found.edit, end=end + len(gap))
    is_equal = proof.is_read_equal(rendered(joined.sentences[0], [done]), 0, joined)
    return Tied(found, joined, (done,), gap=len(gap)) if is_equal else None


def _take_back(reading: Reading, start: int, end: int, last: int) -> None:
    """Mark what stands at these characters as taken back by what stands behind it, up to ``last``."""
    for one in reading.values:
        at = reading.words[one.first].start
        one.taken_back = one.taken_back or start <= at < end
        one.corrects = one.corrects or end <= at < last
    for mark in (*reading.drugs, *reading.sides):
        mark.taken_back = mark.taken_back or start <= reading.words[mark.at].start < end
