"""Check a report against what was said (concepts/reports.md "On the page"): its points, their answers, the sign-off.

What a person typed is neutral: its flags are dropped. The functions here open their own transactions: comparing takes a
while, and nothing is locked meanwhile. They are free of credit and change no ``version``.
"""

import asyncio
import re
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, get_args

from ... import clock
from ...db.models import Report
from ...db.session import WriteSession, run_in_transaction, run_reading
from ...dutch.characters import cleaned
from ...errors import Conflict, Invalid
from ...integrations.structuring import local
from ...reporting.compared import Compared
from ...reporting.evidence import Evidence, Flag, Kind, Statement
from ...reporting.evidence.words.tokens import literal, tokens
from ...reporting.plausibility import impossible
from ...reporting.templates import ReportTemplate
from ...reporting.tidying import Choice, Point, Tidied, readings
from ...reporting.writing.retelling import Retelling
from ..audit import trail
from ..drafts import drafts, templates, unsure
from ..drafts import generated as _generated
from ..drafts.generated import Generated, Settled
from ..drafts.unsure import Spot
from ..shared import locks
from ..shared.identity import CurrentUser
from ..shared.text import bounded
from . import evidence, tidying
from .tidying import Change

NOT_REVIEWED = "Nog niet nagekeken"

#: Characters of a sentence and of its heading that can be confirmed.
MAX_SENTENCE, MAX_SECTION = 4_000, 200

#: 'Hoeft niet': of a spoken sentence (under no heading) that the report does not have.
OMISSION = "omission"
#: Of a sentence with a word of which the recogniser was unsure.
UNSURE: Kind = "unsure"

_KINDS = frozenset({*get_args(Kind), OMISSION})
_MAX_NAME = 200
_LONG = 6  # letters of a word that is not small


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a report under its heading; ``sources`` are the positions of the spoken sentences it rests on.

    ``own``: typed by a person. ``as_spoken``: the speaker's words in a report in 'leesbaar'. ``settled``: a person
    confirmed it in spite of its flags. ``unsaid`` as in a ``Statement``, when neither is so. ``readings``: of a
    correction that only the speaker can settle, both sentences that it may be; else of what may be about several
    clients, the sentence with each in front.
    """

    section: str
    text: str
    sources: tuple[int, ...]
    flags: tuple[Flag, ...]
    own: bool = False
    as_spoken: bool = False
    settled: bool = False
    unsaid: tuple[str, ...] = ()
    readings: tuple[Choice, ...] = ()

    @property
    def level(self) -> Literal["red", "amber", ""]:
        """How serious the point is that this sentence leaves open; '' when there is none."""
        levels = () if self.settled else {flag.level for flag in self.flags}
        return "red" if "red" in levels else "amber" if "amber" in levels else ""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A spoken sentence that the report does not have, by its position; ``section`` is the title where the local rules
    put it, ``text`` says what is missing."""

    sentence: int
    level: str
    text: str
    section: str


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The user who signed a report off, and when."""

    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Review:
    """A report next to what was said. ``reviewed`` is there when the stored draft has exactly these texts.

    ``changes`` are what was tidied of the spoken sentences, in the order of speaking.
    """

    sentences: tuple[Sentence, ...]
    spoken: tuple[str, ...]
    left_out: tuple[LeftOut, ...]
    reviewed: Reviewed | None
    changes: tuple[Change, ...]

    @property
    def points(self) -> list[Sentence]:
        """The sentences with an open point, in order."""
        return [one for one in self.sentences if one.level]

    @property
    def missing(self) -> list[LeftOut]:
        """The spoken sentences with a number, a time or a medicine that the report does not have; open points too."""
        return [one for one in self.left_out if one.level == "red"]


async def look(user: CurrentUser, draft_id: uuid.UUID | str, transcript: str, report: str) -> Review:
    """Compare a draft's report with its transcript.

    The texts are given, because the page may have newer ones than the draft. Raises ``NotFound``, and what
    ``evidence.compare`` raises.
    """
    row = await run_reading(drafts.find, user, draft_id)
    found = await evidence.compare_with(user, transcript, report, templates.frozen(row.template))
    return await asyncio.to_thread(_review, row, found, transcript, report)


async def open_red(user: CurrentUser, draft_id: uuid.UUID | str) -> int:
    """Return how many red points of the stored draft are open, what is missing included. Raises what ``look`` does."""
    row = await run_reading(drafts.find, user, draft_id)
    if not (row.structured_report or "").strip():
        return 0
    review = await look(user, row.id, row.transcript, row.structured_report or "")
    return sum(one.level == "red" for one in review.points) + len(review.missing)


async def settle(user: CurrentUser, draft_id: uuid.UUID | str, section: str, text: str, kinds: Sequence[str]) -> None:
    """'Klopt': confirm a sentence under a heading (title) in spite of its flags of these kinds.

    'Hoeft niet': with the kind ``OMISSION`` and no heading, a spoken sentence that the report need not have. With the
    kind ``UNSURE`` the words of the sentence are no longer unsure, in no version of the report.

    Raises ``NotFound``, and ``Invalid`` for an unknown kind, no kinds, or texts that are too long.
    """
    if not kinds or not _KINDS.issuperset(kinds):
        raise Invalid("Dit punt bestaat niet.", code="unknown_point")
    too_long = "Deze zin is te lang om te bevestigen. Verdeel hem in kortere zinnen."
    section = bounded(cleaned(section), MAX_SECTION, too_long)
    text = bounded(cleaned(text), MAX_SENTENCE, too_long)
    point = Settled(section, text, tuple(sorted(set(kinds))), user.name, clock.now().isoformat())
    row = await run_reading(drafts.find, user, draft_id)
    sure: set[Spot] = set()
    if UNSURE in kinds and row.unsure and row.structured_report:
        found = await evidence.compare_with(user, row.transcript, row.structured_report, templates.frozen(row.template))
        sure = await asyncio.to_thread(_spots_of, row, found, section, text)
    await run_in_transaction(_settle, user, draft_id, point, row.transcript, sure)


async def sign_off(user: CurrentUser, draft_id: uuid.UUID | str, version: int) -> Reviewed:
    """Note that the caller has checked this version of a draft's report.

    Raises ``NotFound``, ``Conflict`` (another version is stored by now), ``Invalid`` (no report, or points are open),
    and what ``evidence.compare`` raises.
    """
    row = await run_reading(drafts.find, user, draft_id)
    _require_version(row, version)
    if not (row.structured_report or "").strip():
        raise Invalid("Er is nog geen concept om na te kijken.", code="no_report", title=NOT_REVIEWED)
    review = await look(user, row.id, row.transcript, row.structured_report or "")
    if number := len(review.points) + len(review.missing):
        points = "staat nog 1 punt" if number == 1 else f"staan nog {number} punten"
        raise Invalid(f"Er {points} open. Kijk die eerst na.", code="points_open", title=NOT_REVIEWED)
    return await run_in_transaction(_sign_off, user, draft_id, version)


async def _settle(
    session: WriteSession,
    user: CurrentUser,
    draft_id: uuid.UUID | str,
    point: Settled,
    transcript: str,
    sure: set[Spot],
) -> None:
    await locks.caller(session, user)
    row = await drafts.find(session, user, draft_id, locked=True)
    row.settled = _generated.with_settled(row.settled, point)
    confirmed = unsure.moved(sorted(sure), transcript, row.transcript)
    row.unsure = unsure.to_json([one for one in unsure.from_json(row.unsure) if one not in confirmed])
    await session.flush()
    await trail.record(session, user, "confirm", "draft point", row.id, client_id=row.client_id)


async def _sign_off(session: WriteSession, user: CurrentUser, draft_id: uuid.UUID | str, version: int) -> Reviewed:
    await locks.caller(session, user)
    row = await drafts.find(session, user, draft_id, locked=True)
    _require_version(row, version)
    reviewed = Reviewed(user.name[:_MAX_NAME], clock.now())
    row.reviewed_by, row.reviewed_at = reviewed.by, reviewed.at
    await session.flush()
    await trail.record(session, user, "sign off", "draft", row.id, client_id=row.client_id)
    return reviewed


def _require_version(row: Report, version: int) -> None:
    if row.version != version:
        sentence = "Dit concept is intussen gewijzigd. Kijk het opnieuw na."
        raise Conflict(sentence, code="stale_version", title=NOT_REVIEWED)


def _review(row: Report, compared: Compared, transcript: str, report: str) -> Review:
    transcript, report = cleaned(transcript), cleaned(report)
    found, generated = compared.evidence, Generated.from_json(row.generated)
    template, own_words = templates.frozen(row.template), typed(found, row)
    spoken = _literals(generated.as_spoken) if generated and generated.style == "leesbaar" else frozenset()
    settled = {(one.section, one.text): one.kinds for one in _generated.settled_points(row.settled)}
    heard = _unsure(row, compared, transcript)
    known = _literals(_generated.sentences(row)) if heard or generated else frozenset()
    chosen = {} if generated is None else _chosen(found, compared.tidied, known)
    of_one = (replace(one, sources=(chosen[at],)) if at in chosen else one for at, one in enumerate(found.sentences))
    found = replace(found, sentences=tuple(of_one))
    doubted = _doubted(found, compared.tidied)
    sentences = []
    for at, one in enumerate(found.sentences):
        own = at in own_words and at not in chosen
        flags = () if at in chosen else (*one.flags, *_corrections(one, compared.tidied))
        if one.copied and (asked := [doubted[source] for source in one.sources if source in doubted]):
            flags += (Flag("who", "amber", asked[0]),)
        is_generated = _literal(one.text) in known
        flags += tuple(Flag("value", "amber", f"Klopt {piece}?", piece) for piece in impossible(one.text))
        flags += tuple(flag for _, flag in _unsure_flags(one, compared.tidied, heard, is_generated=is_generated))
        kinds = {flag.kind for flag in flags if flag.level != "note"}
        answered = not own and bool(kinds) and kinds.issubset(settled.get((one.section, one.text), ()))
        as_spoken = bool(spoken) and _literal(one.text) in spoken
        shown = () if own else flags
        unsaid = () if own or answered else one.unsaid
        may_be = () if own or answered else _readings(one, compared.tidied, doubted)
        sentences.append(Sentence(one.section, one.text, one.sources, shown, own, as_spoken, answered, unsaid, may_be))
    reviewed = None
    if row.reviewed_at is not None and (transcript, report) == (row.transcript, row.structured_report):
        reviewed = Reviewed(row.reviewed_by or "", row.reviewed_at)
    is_tidied = generated is not None and generated.style in tidying.STYLES
    changes = tidying.changes(Retelling(report, compared.tidied, template), compared.tidied) if is_tidied else ()
    left_out = [one for one in _left_out(row, found, template, transcript) if one.sentence not in chosen.values()]
    return Review(tuple(sentences), found.spoken, tuple(left_out), reviewed, tuple(changes))


def _unsure(row: Report, compared: Compared, transcript: str) -> dict[int, list[tuple[Spot, Spot]]]:
    """Return by spoken sentence the places in it, and in the transcript, of which the recogniser was unsure.

    The transcript may be newer than the stored one.
    """
    spots = unsure.moved(unsure.from_json(row.unsure), row.transcript, transcript)
    return unsure.in_sentences(spots, transcript, compared.evidence.spoken)


def _unsure_flags(
    one: Statement, tidied: Tidied, heard: Mapping[int, list[tuple[Spot, Spot]]], *, is_generated: bool
) -> Iterator[tuple[Spot, Flag]]:
    """Yield the flags of a sentence about unsure words, each with its place in the transcript.

    In a sentence that a person changed, only words that still stand there are unsure. Other words in place of a
    long word or a figure make a generated sentence unsure.
    """
    for at in one.sources:
        edits = [edit for edit in tidied.edits.get(at, ()) if not edit.capital]
        for (start, end), spot in heard.get(at, ()):
            word = tidied.sentences[at][start:end]
            edit = next((edit for edit in edits if edit.start < end and start < edit.end), None)
            stands = [_where(one.text, piece) for piece in (word, edit.written if edit else "") if piece]
            here = next((found[0] for found in stands if found), "")
            matters = len(word) >= _LONG or any(map(str.isdigit, word))
            if here or (is_generated and not one.copied and matters):
                yield spot, Flag(UNSURE, "amber", f"Niet zeker verstaan: {word}", here, word)


def _spots_of(row: Report, compared: Compared, section: str, text: str) -> set[Spot]:
    """Return the unsure places of the stored transcript that a sentence of the stored report rests on."""
    heard = _unsure(row, compared, row.transcript)
    known = _literals(_generated.sentences(row))
    return {
        spot
        for one in compared.evidence.sentences
        if (one.section, one.text) == (section, text)
        for spot, _ in _unsure_flags(one, compared.tidied, heard, is_generated=_literal(one.text) in known)
    }


def _doubted(found: Evidence, tidied: Tidied) -> dict[int, str]:
    """Return the questions about sentences that do not show whom they are about where they stand: one for the first
    sentence of each run.

    There is no question where the user changed the sentence before it.
    """
    there = {at: one.section for one in found.sentences for at in one.sources}
    before = {at: next((one for one in range(at - 1, -1, -1) if one not in tidied.aside), -1) for at in there}
    runs = tidied.asked(there)
    return {run[0]: _asked_of(tidied, run[0], len(run)) for run in runs if before[run[0]] in there}


def _asked_of(tidied: Tidied, at: int, count: int) -> str:
    topic = tidied.topics[at]
    this = "gaat dit" if count == 1 else f"gaan deze {count} zinnen"
    if topic is not None and topic.words:
        return f"Over wie {this}: ‘{topic.words}’ of iemand anders?"
    return f"Over wie {this}? Je zei het na ‘{tidied.sentences[at - 1]}’"


def _corrections(one: Statement, tidied: Tidied) -> list[Flag]:
    """Return the flags of what a copied sentence has no longer because the speaker took it back, and of what it has
    next to what may hold in its place."""
    return [
        Flag("correction", "amber", _told(point), point.here)
        for at in (one.sources if one.copied else ())
        for point in tidied.points_of(at)
        if point.edit is None
        or (_has(one.text, point.here) and not _has(one.text, tidied.sentences[at][point.edit.start : point.edit.end]))
    ]


def _readings(one: Statement, tidied: Tidied, doubted: Mapping[int, str]) -> tuple[Choice, ...]:
    sources = one.sources if one.copied else ()
    asked = [point for at in sources for point in tidied.points_of(at) if not point.edit]
    if asked:
        return readings(one.text, asked[0].said, asked[0].here) if len(asked) == 1 else ()
    return tuple(choice for at in sources if at in doubted for choice in _of_clients(one.text, tidied, at))


def _of_clients(text: str, tidied: Tidied, at: int) -> list[Choice]:
    """Return a sentence (its position) about each of the clients that it may be about."""
    return [Choice(words, f"{words}: {text}") for words in tidied.clients(at)]


def _chosen(found: Evidence, tidied: Tidied, known: frozenset[str]) -> dict[int, int]:
    """Return the sentences (positions) that a person made one of their readings, with the spoken one of each: what they
    leave out was taken back by the speaker, what they add says whom they are about."""
    forms = [{sentence, tidied.text(at) or ""} for at, sentence in enumerate(tidied.sentences)]
    made = {
        _literal(choice.text): point.sentence
        for point in tidied.points
        if point.edit is None
        for text in forms[point.sentence]
        for choice in readings(text, point.said, point.here)
    }
    for at, topic in enumerate(tidied.topics):
        if topic is not None and not topic.is_sure:
            made |= {_literal(one.text): at for text in forms[at] for one in _of_clients(text, tidied, at)}
    texts = [(at, _literal(one.text)) for at, one in enumerate(found.sentences)] if made else []
    return {at: made[text] for at, text in texts if text in made and text not in known}


def _told(point: Point) -> str:
    if point.edit is None:
        return f"Wat klopt: ‘{point.said}’ of ‘{point.here}’?"
    return f"Je zei eerst {point.said}. Nu staat er {point.here}."


def _has(text: str, piece: str) -> bool:
    """Return whether a text has a phrase as whole words and figures: '14 eenheden' does not have '4 eenheden'."""
    return _where(text, piece) is not None


def _where(text: str, piece: str) -> re.Match[str] | None:
    return re.search(rf"(?<!\w)(?<!\d[.,:/-]){re.escape(piece)}(?!\w|[.,:/-]\d)", text, re.IGNORECASE)


def typed(found: Evidence, row: Report) -> set[int]:
    """Return the positions of the sentences that no version of this draft had generated and that were not said.

    When it is not known what was generated, everything counts as generated: then no flag may disappear.
    """
    others = [at for at, one in enumerate(found.sentences) if not one.copied]
    if row.generated is None or not others:
        return set()
    known = _literals(_generated.sentences(row))
    return {
        at
        for at in others
        if _literal(found.sentences[at].text) not in known
        and (not found.sentences[at].sources or found.sentences[at].flags)
    }


def _left_out(row: Report, found: Evidence, template: ReportTemplate, transcript: str) -> tuple[LeftOut, ...]:
    if not found.omissions:
        return ()
    placed = local.place(transcript, template)
    points = _generated.settled_points(row.settled)
    skipped = {one.text for one in points if one.section == "" and OMISSION in one.kinds}
    return tuple(
        LeftOut(one.sentence, one.level, one.text, placed[one.sentence][1].title)
        for one in found.omissions
        if found.spoken[one.sentence] not in skipped
    )


def _literals(texts) -> frozenset[str]:
    return frozenset(map(_literal, texts))


def _literal(text: str) -> str:
    return literal(tokens(text))
