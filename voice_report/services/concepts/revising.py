"""Change a draft's report without generating a whole one: another template, one section, the version before.

Free of credit; so what a language model writes here is made of a transcript that a whole concept was generated from.
"""

import asyncio
import dataclasses
import uuid
from dataclasses import dataclass

from ...config import settings
from ...db.models import ConceptJob, Report
from ...db.session import ReadSession, WriteSession, run_in_transaction, run_reading, transaction
from ...dutch.characters import cleaned
from ...engines import RULES
from ...errors import Conflict, Invalid, Unavailable, or_not_found
from ...integrations.structuring import local
from ...reporting.evidence import Evidence, written
from ...reporting.evidence.words.tokens import literal, tokens
from ...reporting.templates import ReportTemplate, Section
from ...reporting.tidying import Tidied
from ...reporting.writing import BUT_A_SECTION, BY_THE_RULES, Style
from ...reporting.writing.addition import with_sentences
from ..audit import trail
from ..drafts import drafts, templates
from ..drafts import generated as _generated
from ..drafts.content import checked_report
from ..drafts.drafts import DraftView
from ..drafts.generated import Generated
from ..processing import engine_choice, steps
from ..processing.steps import Step
from ..shared import locks, rate_limits
from ..shared.identity import CurrentUser
from ..vocabulary import words
from . import _outgoing, _storing, _writing, evidence, review, structuring, tidying
from ._writing import NothingWritten, WrittenReport

NOT_AGAIN = "Kon dit kopje niet opnieuw maken"
NOTHING_SAID = "Over dit kopje is niets gezegd."


@dataclass(frozen=True, slots=True)
class _Version:
    """A report under the headings of another template; ``label`` as in ``StructuringEngine``. ``is_placed``: the local
    rules made it just now."""

    report: str
    label: str
    template: ReportTemplate
    generated: Generated | None
    is_placed: bool = False


async def rearrange(
    user: CurrentUser, draft_id: uuid.UUID | str, template: str, former: DraftView | None = None
) -> None:
    """Put a draft's report under the headings of another template; costs no credit.

    ``former`` is the draft as it was under that template: its report returns when the transcript is still the same.
    Without it, a report that was generated for this transcript and template returns; else the local rules place the
    spoken sentences. What a person typed in the present report comes along, and can be restored as it was. Raises
    ``NotFound``, ``Conflict`` (an archived template, a draft that changes meanwhile), ``Invalid``, ``TooMany``, and
    what ``evidence.compare`` raises.
    """
    await rate_limits.hit("structure", str(user.id))
    async with transaction() as session:
        await locks.caller(session, user)
        stored = await drafts.get_draft(session, user, draft_id)
        row = await drafts.find(session, user, draft_id)
        if former is not None and (former.id, former.transcript) == (stored.id, stored.transcript):
            label = former.report_label or ""
            found = _Version(former.structured_report or "", label, former.template, former.generated)
        else:
            request = await structuring.request_for(session, user, stored.transcript, stored.id, template)
            found = await _made_before(session, request) or request
    version = found if isinstance(found, _Version) else await _placed(found, stored.made_of)
    is_edited = await asyncio.to_thread(lambda: stored.is_edited)  # parses both reports
    if is_edited:
        version = await _with_own_sentences(user, row, version)
    style = version.generated and version.generated.style
    made_of = (stored.transcript, version.report, version.template, style)
    report, undone = await tidying.retold(user, stored.id, *made_of)
    version = dataclasses.replace(version, report=report)
    await run_in_transaction(_put, user, stored, version, undone, keep_former=is_edited)


async def _made_before(session: ReadSession, request: structuring.Request) -> _Version | None:
    made = await _storing.made_before(session, ConceptJob.key == request.key)
    if made is None:
        return None
    generated = _writing.as_generated(made, request.transcript)
    return _Version(made.report, made.label, request.template, generated)


async def _placed(request: structuring.Request, made_of: str) -> _Version:
    rules = local.create(settings())
    style: Style = request.style if request.style in rules.styles else "netjes"
    medicines = await words.medicines_of(request.user)
    written = await _writing.write_whole(rules, request.transcript, request.template, style, medicines)
    made = _writing.as_generated(written, request.transcript)
    # The rules are free, so they make no transcript one that a concept was generated from.
    made = made if made_of == made.of else dataclasses.replace(made, of="")
    return _Version(written.report, rules.label, request.template, made, is_placed=True)


async def _with_own_sentences(user: CurrentUser, row: Report, version: _Version) -> _Version:
    """Return the version with what a person typed in the draft's present report, as far as it does not have it."""
    template = templates.frozen(row.template)
    found = await evidence.compare_with(user, row.transcript, row.structured_report or "", template)
    return await asyncio.to_thread(_carried, found.evidence, row, version)


def _carried(found: Evidence, row: Report, version: _Version) -> _Version:
    there = {literal(tokens(text)) for _, text in written(version.report)}
    before = {section.title.casefold(): section.role for section in templates.frozen(row.template).sections}
    under: dict[Section, list[str]] = {}
    own = [found.sentences[at] for at in sorted(review.typed(found, row))]
    for one in own:
        if literal(tokens(one.text)) not in there:
            role = before.get(one.section.casefold())
            sections = version.template.sections
            section = next((other for other in sections if other.role == role), sections[-1])
            under.setdefault(section, []).append(one.text + "." * one.text[-1:].isalnum())
    report = version.report
    for section, texts in under.items():
        report = with_sentences(report, section, texts)
    return dataclasses.replace(version, report=checked_report(cleaned(report)) or "")


async def _put(
    session: WriteSession,
    user: CurrentUser,
    stored: DraftView,
    version: _Version,
    undone: str | None,
    *,
    keep_former: bool,
) -> None:
    await locks.caller(session, user)
    if (await drafts.find(session, user, stored.id, locked=True)).version != stored.version:
        raise Conflict("Dit concept is intussen gewijzigd. Probeer het opnieuw.", code="stale_version")
    await drafts.put_report(
        session,
        user,
        stored.id,
        version.report,
        version.label,
        version.template,
        version.generated,
        tidying=undone,
        keep_former=keep_former,
    )
    if version.is_placed:
        about = {"report_id": stored.id, "input_amount": len(stored.transcript), "output_amount": len(version.report)}
        style = version.generated.style if version.generated else ""
        await steps.written_here(session, user, RULES, style=style, **about)
    await templates.mark_used(session, user, version.template)
    await trail.record(session, user, "change", "draft", stored.id, client_id=stored.client_id)


async def again(user: CurrentUser, draft_id: uuid.UUID | str, section_key: str, report: str) -> str:
    """Write one section of a draft's report again, and return its body (markdown); the report stays as it is.

    ``report`` is the report as the page has it. It is written from the spoken sentences that ``_of_section`` names.
    Raises ``NotFound`` (the draft, the section), ``Conflict`` (the concept was made of another transcript), ``Invalid``
    (nothing was said for it), ``Unavailable``, ``TooMany`` and ``TooLarge``.
    """
    await rate_limits.hit("structure", str(user.id))
    row = await run_reading(drafts.find, user, draft_id)
    section, spoken = await _spoken_of(user, row, section_key, report)
    template, generated = templates.frozen(row.template), _made_of_this(row)
    new = await _write(user, row.id, spoken, section, template, generated.style)
    present: Report | None = row
    while present is not None:
        more = await asyncio.to_thread(_with_written, _made_of_this(present), row.transcript, section, new)
        present = await run_in_transaction(_note_written, user, row, present.generated, more, new.label)
    return _body(new, section)


async def spoken_of(
    user: CurrentUser, draft_id: uuid.UUID, section_key: str, report: str
) -> tuple[Tidied, ReportTemplate]:
    """Return the spoken sentences that ``again`` writes a section from, and the template with that section alone.
    Raises what it raises."""
    row = await run_reading(drafts.find, user, draft_id)
    section, spoken = await _spoken_of(user, row, section_key, report)
    return spoken, dataclasses.replace(templates.frozen(row.template), sections=(section,))


async def _spoken_of(user: CurrentUser, row: Report, section_key: str, report: str) -> tuple[Section, Tidied]:
    template, generated = templates.frozen(row.template), _made_of_this(row)
    section = or_not_found(
        next((one for one in template.sections if one.key == section_key), None),
        "Dit kopje staat niet in het sjabloon van dit concept.",
    )
    compared = await evidence.compare_with(user, row.transcript, report, template)
    then = now = compared.evidence
    if report != generated.report:
        then = (await evidence.compare_with(user, row.transcript, generated.report, template)).evidence
    spoken = await asyncio.to_thread(_of_section, section, template, row.transcript, compared.tidied, now, then)
    if not spoken.sentences:
        raise Invalid(NOTHING_SAID, code="nothing_said", title=NOT_AGAIN)
    if row.tidying is not None:
        spoken = spoken.without(await asyncio.to_thread(tidying.undone_in, row, report, compared.tidied, template))
    return section, spoken


async def _write(
    user: CurrentUser, draft_id: uuid.UUID, spoken: Tidied, section: Section, template: ReportTemplate, style: Style
) -> WrittenReport:
    medicines = await words.medicines_of(user)
    text = " ".join(spoken.sentences)
    step, usable = await run_in_transaction(_begin, user, draft_id, text, style)
    written = None
    try:
        async with asyncio.timeout(settings().structure_timeout):
            asked = (structuring.engine(step.profile), spoken, section, template, usable, medicines)
            written = await _outgoing.write_section(step, *asked, (user, draft_id))
        await run_in_transaction(_finish, user, step, written, text, draft_id)
        return written
    except NothingWritten:
        raise Invalid(NOTHING_SAID, code="nothing_said", title=NOT_AGAIN) from None
    except TimeoutError:
        sentence = "Het opnieuw maken van dit kopje duurde te lang. Er is niets veranderd. Probeer het opnieuw."
        raise Unavailable(sentence, title=NOT_AGAIN, retry_after=5) from None
    finally:
        if written is None:
            await asyncio.shield(steps.fail_now(step))


async def _finish(
    session: WriteSession, user: CurrentUser, step: Step, written: WrittenReport, text: str, draft_id: uuid.UUID
) -> None:
    await locks.caller(session, user)
    await drafts.require_draft(session, user, draft_id)
    await _outgoing.finish(session, user, step, written, text, part="section", report_id=draft_id)


async def _begin(
    session: WriteSession, user: CurrentUser, draft_id: uuid.UUID, text: str, style: Style
) -> tuple[Step, Style]:
    """Write the row of one section, and return its step and how it is written: by lines, so in 'leesbaar' where the
    report is in 'vrij'."""
    await locks.caller(session, user)
    await drafts.require_draft(session, user, draft_id)
    choice = await engine_choice.for_text(session, user)
    rules = local.create(settings()).styles
    wanted: tuple[Style, ...] = (style,) if style in rules else (style, "leesbaar", "netjes")
    able = structuring.engine(choice.profile).styles
    usable: Style | None = next((one for one in wanted if one != "vrij" and one in able), None)
    if usable is None:
        usable = style if style in rules else "netjes"
        choice = dataclasses.replace(choice, profile=RULES, form="here")
    step = await steps.begin(session, user, "section", choice, text=text, report_id=draft_id, style=usable)
    return step, usable


def _with_written(generated: Generated, transcript: str, section: Section, written: WrittenReport) -> str:
    """Return how the report was generated, with the new sentences of a section, as it is stored."""
    made = _writing.as_generated(written, transcript)
    return generated.with_section(section, _body(written, section), made.as_spoken).to_json()


async def _note_written(
    session: WriteSession, user: CurrentUser, before: Report, stored: str | None, more: str, label: str
) -> Report | None:
    """Count the new sentences as generated: store ``more`` in place of ``stored``. ``label``: of these sentences.

    Returns the draft when it has something else by now; it must still have the transcript and template of ``before``.
    """
    await locks.caller(session, user)
    row = await drafts.find(session, user, before.id, locked=True)
    if (row.transcript, row.template) != (before.transcript, before.template):
        raise _changed()
    if row.generated != stored:
        return row
    row.generated = more
    if row.report_label in BY_THE_RULES and label not in BY_THE_RULES:
        row.report_label = BUT_A_SECTION
    await session.flush()
    await trail.record(session, user, "create", "concept section", row.id, client_id=row.client_id)
    return None


def _made_of_this(row: Report) -> Generated:
    """Return how a draft's report was generated. Raises ``Conflict`` when that was from another transcript."""
    generated = Generated.from_json(row.generated)
    if generated is None or generated.of != drafts.fingerprint(row.transcript):
        raise _changed()
    return generated


def _of_section(
    section: Section, template: ReportTemplate, transcript: str, tidied: Tidied, now: Evidence, then: Evidence
) -> Tidied:
    """Return the spoken sentences that a section is made of, in order.

    They are those that its sentences rest on now, those that the generated ones rested on, and those that the report
    leaves out and the local rules put here. A sentence that another section rests on stays there, unless one here has
    it as its best source: its words would be lost. One that corrects another ('Nee, 98.') goes with that.
    """
    title = section.title.casefold()
    here = [one.sources for one in now.sentences if one.section.casefold() == title]
    others = {at for one in now.sentences if one.section.casefold() != title for at in one.sources}
    wanted = {at for one in then.sentences if one.section.casefold() == title for at in one.sources}.union(*here)
    corrected = {at: first for at, (first, _) in tidied.ties.items()}
    if now.omissions:
        placed = local.place(transcript, template)
        missing = {one.sentence for one in now.omissions}
        wanted |= {at for at in missing if placed[corrected.get(at, at)][1] == section}
    best = {sources[0] for sources in here if sources}
    wanted -= others - best
    wanted |= {at for at, first in corrected.items() if first in wanted and at not in others}
    return tidied.part(sorted(wanted))


def _body(written: WrittenReport, section: Section) -> str:
    return written.report.removeprefix(f"## {section.title}\n").strip()


def _changed() -> Conflict:
    sentence = "Je dictaat is veranderd sinds dit concept. Maak een nieuw concept, of pas dit kopje zelf aan."
    return Conflict(sentence, code="transcript_changed", title=NOT_AGAIN)


async def restore_former(user: CurrentUser, draft_id: uuid.UUID | str) -> DraftView:
    """Exchange a draft's report with the version before it, and return the draft; a second time swaps them back.

    Raises ``NotFound``, and ``Invalid`` when there is no version before.
    """
    return await run_in_transaction(_restore_former, user, draft_id)


async def _restore_former(session: WriteSession, user: CurrentUser, draft_id: uuid.UUID | str) -> DraftView:
    await locks.caller(session, user)
    row = await drafts.find(session, user, draft_id, locked=True)
    if row.former is None:
        raise Invalid("Er is geen vorige versie van dit concept.", code="no_former")
    _generated.swap(row)
    await session.flush()
    await trail.record(session, user, "restore", "former draft", row.id, client_id=row.client_id)
    return drafts.view(row)
