"""What of a draft would leave to an outside engine, or left: for its author, before and after (S65).

It is made as the request makes it (``_masked_engine.prepare``), so what is shown is what is sent, byte for byte.
"""

import asyncio
import dataclasses
import uuid
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from sqlmodel import col, select

from ...db.models import ProcessingStep
from ...db.session import ReadSession, WriteSession, run_in_transaction, run_reading
from ...dutch.sentences import split
from ...errors import DomainError, NotFound
from ...integrations.checkpoint import Masking
from ...integrations.structuring import engine
from ...integrations.structuring.local import LocalEngine
from ...reporting.deidentification import Masked, Reason
from ...reporting.templates import ReportTemplate
from ..audit import trail
from ..audit.audited_reads import audited_read
from ..drafts import drafts, styles, templates
from ..drafts.content import cleaned_texts
from ..drafts.drafts import DraftView
from ..processing import engine_choice, steps
from ..processing.engine_choice import PLAIN, Choice, Form
from ..shared import locks, rate_limits, tokens
from ..shared.identity import CurrentUser
from ..vocabulary import masking_words
from . import _outgoing, revising
from ._masked_engine import prepare

NOT_SENT = "Van dit verslag is niets verstuurd."


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the text that leaves, as it is ``sent``.

    Where that is a placeholder, ``said`` is what stands for it, ``kind`` and ``reason`` are why, and ``may_keep`` says
    that its author may choose to leave it as it is in this draft.
    """

    sent: str
    said: str = ""
    kind: str = ""
    reason: str = ""
    may_keep: bool = False


@dataclass(frozen=True, slots=True)
class Outgoing:
    """The text that leaves: ``pieces`` are all of it, in order. Where none may leave there are none, ``refusal`` is the
    code of the reason and ``why`` its sentence. ``form`` is 'here' when no engine outside would be called.

    ``replace`` and ``keep`` are the author's choices for this draft. ``sent_at`` is when its report was requested;
    ``same_text``: of the transcript as it is now; ``same_as_sent``: this is the text that was sent then, which may be
    of one section. Otherwise it is what would leave now; ``None`` where what was sent cannot be told any more.
    """

    engine: str
    party: str
    country: str
    form: Form
    pieces: tuple[Piece, ...]
    counts: dict[str, int]
    refusal: str
    why: str
    replace: tuple[str, ...]
    keep: tuple[str, ...]
    sent_at: datetime | None = None
    same_text: bool | None = None
    same_as_sent: bool | None = None

    @property
    def text(self) -> str:
        """What leaves, whole."""
        return "".join(one.sent for one in self.pieces)


async def leaves(session: ReadSession, user: CurrentUser) -> bool:
    """Return whether text of the caller's next concept goes to an outside engine."""
    return _is_sent(await engine_choice.for_text(session, user))


async def view(
    user: CurrentUser, draft_id: uuid.UUID | str, template: str | None = None, *, sent: bool = False
) -> Outgoing:
    """Return what a concept of the caller's draft would send; with ``sent`` what was sent for it, whatever came of
    that, as far as it can be made again.

    Recorded as a view of the draft. Raises ``NotFound`` (the draft; the template; with ``sent``: nothing was sent),
    ``Conflict`` (an archived template), ``Invalid`` (nothing said) and ``TooMany``.
    """
    await rate_limits.hit("evidence", str(user.id))
    async with audited_read() as session:
        draft = await drafts.get_draft(session, user, draft_id)
        last = await _last(session, user, draft.id) if sent else None
        choice = await engine_choice.for_text(session, user)
        style = last.style if last else await styles.find(session, user, None, engine(choice.profile).styles)
        chosen = draft.template if last else await templates.find(session, user, template)
    if sent and last is None:
        raise NotFound(NOT_SENT)
    cleaned, _ = await cleaned_texts(draft.transcript, None)
    transcript = drafts.checked_transcript(cleaned)
    texts = [transcript] if style == "vrij" else await asyncio.to_thread(split, transcript)
    if last is None:
        return (await _made(user, draft, _as_it_is(choice), texts, chosen, transcript))[0]
    if last.step == "section":
        then = await _section_sent(user, draft, last)
    else:
        then, digest = await _made(user, draft, _as_it_was(last), texts, chosen, transcript)
        then = then if digest and digest == last.sent_digest else None
    if then is not None:
        return dataclasses.replace(then, sent_at=last.began_at, same_text=True, same_as_sent=True)
    now, _ = await _made(user, draft, _as_it_is(choice), texts, chosen, transcript)
    same_text = draft.made_of == drafts.fingerprint(draft.transcript)
    is_told = last.step == "report" and last.sent_digest != ""
    return dataclasses.replace(now, sent_at=last.began_at, same_text=same_text, same_as_sent=False if is_told else None)


async def _section_sent(user: CurrentUser, draft: DraftView, last: ProcessingStep) -> Outgoing | None:
    """Return the section of the draft that sent this; ``None`` where no section would send it now."""
    for section in draft.template.sections:
        with suppress(DomainError):  # nothing was said for it, or the text is another one
            spoken, alone = await revising.spoken_of(user, draft.id, section.key, draft.structured_report or "")
            texts = spoken.sentences
            found, digest = await _made(user, draft, _as_it_was(last), texts, alone, " ".join(texts))
            if digest and digest == last.sent_digest:
                return found
    return None


async def view_section(user: CurrentUser, draft_id: uuid.UUID | str, section: str) -> Outgoing:
    """Return what one section of the draft's report would send when it is written again. Raises what
    ``revising.again`` raises."""
    await rate_limits.hit("evidence", str(user.id))
    async with audited_read() as session:
        draft = await drafts.get_draft(session, user, draft_id)
        choice = await engine_choice.for_text(session, user)
    spoken, alone = await revising.spoken_of(user, draft.id, section, draft.structured_report or "")
    texts = spoken.sentences
    found, _ = await _made(user, draft, _as_it_is(choice), texts, alone, " ".join(texts))
    return found


async def choose(user: CurrentUser, draft_id: uuid.UUID | str, replace: Sequence[str], keep: Sequence[str]) -> None:
    """Set the words that are replaced, and that stay, in what leaves of the caller's draft. Raises ``NotFound``,
    ``Invalid`` (as for the organization's lists) and ``TooMany``."""
    await rate_limits.hit("words", str(user.id))
    await run_in_transaction(_choose, user, draft_id, replace, keep)


async def _choose(
    session: WriteSession, user: CurrentUser, draft_id: uuid.UUID | str, replace: Sequence[str], keep: Sequence[str]
) -> None:
    await locks.caller(session, user)
    row = await drafts.find(session, user, draft_id, locked=True)
    stored = await masking_words.checked_of_draft(session, user, replace, keep)
    if stored == row.masking:
        return
    row.masking = stored
    await session.flush()
    await trail.record(session, user, "change", "draft", row.id, client_id=row.client_id)


async def _last(session: ReadSession, user: CurrentUser, draft_id: uuid.UUID) -> ProcessingStep | None:
    """Return the row of the last request with text that left, of the whole report where there is one."""
    query = select(ProcessingStep).where(
        ProcessingStep.report_id == draft_id,
        ProcessingStep.organization_id == user.organization_id,
        *steps.TEXT_LEFT,
    )
    latest = (col(ProcessingStep.began_at).desc(), col(ProcessingStep.created_at).desc())
    return (await session.exec(query.order_by(col(ProcessingStep.step), *latest).limit(1))).first()


def _is_sent(choice: Choice) -> bool:
    return choice.form != "here" and engine(choice.profile).label != LocalEngine.label


def _as_it_is(choice: Choice) -> Outgoing:
    """Return who gets text now, and in what form, without a text."""
    profile, form = choice.wanted or choice.profile, choice.form if _is_sent(choice) else "here"
    return Outgoing(
        profile.key, profile.party, profile.country, form, (), {}, choice.refusal, _why(choice.refusal), (), ()
    )


def _as_it_was(row: ProcessingStep) -> Outgoing:
    """Return the same of a request that left."""
    form: Form = "plain" if row.form == PLAIN else "pseudonymised"
    return Outgoing(row.engine, row.party, row.country, form, (), {}, "", "", (), ())


async def _made(
    user: CurrentUser, draft: DraftView, found: Outgoing, texts: Sequence[str], template: ReportTemplate, said: str
) -> tuple[Outgoing, str]:
    """Return what these texts send, and its digest as a step's row has it; ``said`` is all of them as one text."""
    chosen = masking_words.of_draft((await run_reading(drafts.find, user, draft.id)).masking)
    found = dataclasses.replace(found, replace=tuple(chosen["replace"]), keep=tuple(chosen["keep"]))
    if found.form == "here":
        return found, ""
    if found.form == PLAIN:
        return dataclasses.replace(found, pieces=(Piece("\n".join(texts)),)), tokens.signed("sent", said)
    masking = Masking()
    prepared = await prepare(masking, partial(_outgoing.to_mask, user, draft.id), texts, template)
    if prepared is None:
        return dataclasses.replace(found, refusal=masking.refusal, why=_why(masking.refusal)), ""
    pieces = tuple(await asyncio.to_thread(list, _pieces(texts, prepared.made)))
    return dataclasses.replace(found, pieces=pieces, counts=masking.counts), masking.digest


def _why(refusal: str) -> str:
    sentence = engine_choice.REFUSALS.get(refusal, "")
    return sentence[:1].upper() + sentence[1:]


def _pieces(texts: Sequence[str], made: Masked) -> Iterator[Piece]:
    """Yield the texts as they leave, one a line, with what stands for each placeholder."""
    for number, (text, sent, hits) in enumerate(zip(texts, made.texts, made.hits, strict=True)):
        at, there = 0, 0
        between = "\n" if number else ""
        for hit in hits:
            there += hit.start - at
            if plain := between + text[at : hit.start]:
                yield Piece(plain)
            placeholder = sent[there : sent.index("]", there) + 1]
            said = text[hit.start : hit.end]
            may_keep = hit.reason in (Reason.UNUSUAL, Reason.REPEATED) and masking_words.may_keep(said)
            reason = "colleague" if hit.person.startswith("user ") else str(hit.reason)
            yield Piece(placeholder, said, str(hit.kind), reason, may_keep)
            at, there, between = hit.end, there + len(placeholder), ""
        if plain := between + text[at:]:
            yield Piece(plain)
