"""What an organization lets leave this server, and where engines may be (security.md S60, S61).

Members may look. Administrators change it, with a second factor given just now; every change is in the audit trail.
Each card of the page saves by itself, with the version that it showed. It counts from the next concept or segment on.
"""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from sqlmodel import col, func, select

from ... import clock
from ...config import settings
from ...core import texts
from ...db.models import Organization, ProcessingStep
from ...db.session import ReadSession, WriteSession
from ...engines import REGIONS_WITHIN, RULES, TABLES, Profile, Task
from ...errors import Invalid, or_not_found, refuse_stale
from ..audit import trail
from ..shared import locks, step_up_reasons
from ..shared.identity import ADMIN, ORGANIZATION_NOT_FOUND, CurrentUser, require, require_step_up
from ..shared.text import checked_name
from . import engine_choice
from .engine_choice import NEVER, PLAIN, PSEUDONYMISED

STALE = "Een andere beheerder heeft dit intussen gewijzigd. Er is niets opgeslagen."
UNKNOWN_TEXT = "Kies Nooit, Met vervangen namen of Zoals gezegd."
UNKNOWN_FLOOR = "Kies Alleen op deze server, Alleen in de EU of Overal."
NO_REASON = "Schrijf in 10 tot 300 tekens waarom tekst zoals gezegd naar buiten mag."
UNKNOWN_ENGINE = "Deze verwerker is hier niet, of mag bij deze keuze niet."
FEWEST_REASON, MOST_REASON = 10, 300
_MAX_NAME = 200
_LATELY = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class EngineView:
    """An engine as members see it, without address or key."""

    key: str
    task: str
    party: str
    country: str
    region: str
    model: str
    agreement: date | None
    is_outside: bool


@dataclass(frozen=True, slots=True)
class PrivacyView:
    """The settings. ``reason`` and ``decided_by`` are for administrators, '' for others; ``engines`` are all that
    the installation has, ``speech_engine`` and ``structure_engine`` the keys of those chosen, '' for the first that
    may be. ``masks_dates``: with names other dates are replaced; ``marks_copies``: copied plain text has a last line
    about how the report was made. ``leaves``: text can go to an outside engine at all. ``gone`` are sentences for
    administrators about engines that were chosen, or worked lately, and that the installation or the floor no
    longer has."""

    outside_text: str
    masks_dates: bool
    reason: str
    decided_by: str
    floor: str
    speech_engine: str
    structure_engine: str
    engines: tuple[EngineView, ...]
    leaves: bool
    marks_copies: bool
    gone: tuple[str, ...]
    version: int


async def view(session: ReadSession, user: CurrentUser) -> PrivacyView:
    """Return the settings of the caller's organization. Raises ``NotFound``."""
    organization = or_not_found(await session.get(Organization, user.organization_id), ORGANIZATION_NOT_FOUND)
    found = _view(organization, user)
    return replace(found, gone=(*found.gone, *await _left(session, organization))) if user.role == ADMIN else found


async def require_version(session: WriteSession, user: CurrentUser, version: int | None) -> PrivacyView:
    """Return the settings, which the caller is about to change. Raises what ``change_text`` raises."""
    return _view(await _own(session, user, version), user)


async def change_text(
    session: WriteSession,
    user: CurrentUser,
    *,
    outside_text: str,
    masks_dates: bool | None = None,
    reason: str = "",
    decided_by: str = "",
    version: int | None = None,
) -> PrivacyView:
    """Change which text may go to an outside language model; 'plain' needs a reason and who decided it.
    ``masks_dates``: of text with names replaced, whether other dates are too; ``None`` leaves that as it is.

    Raises ``NotAllowed``, ``StepUpNeeded``, ``Invalid`` (the code names the field) and ``Conflict`` (changed since).
    """
    organization = await _own(session, user, version)
    if outside_text not in (NEVER, PSEUDONYMISED, PLAIN):
        raise Invalid(UNKNOWN_TEXT, code="outside_text")
    if outside_text == organization.outside_text == PLAIN and not (reason or decided_by):
        return _view(organization, user)
    why = who = None
    if outside_text == PLAIN:
        why, who = _checked_reason(reason), _checked_decider(decided_by)
    wanted: dict[str, Any] = {"outside_text": outside_text, "outside_text_reason": why, "outside_text_by": who}
    if masks_dates is not None and outside_text == PSEUDONYMISED:
        wanted["masks_dates"] = masks_dates
    await _store(session, user, organization, wanted, "change outside text")
    return _view(organization, user)


async def change_engines(
    session: WriteSession,
    user: CurrentUser,
    *,
    floor: str,
    speech_engine: str = "",
    structure_engine: str = "",
    version: int | None = None,
) -> PrivacyView:
    """Change where engines may be, and which of those are used first ('': the first). Raises what ``change_text``
    raises."""
    organization = await _own(session, user, version)
    if floor not in REGIONS_WITHIN:
        raise Invalid(UNKNOWN_FLOOR, code="floor")
    for task, key in zip(TABLES, (speech_engine, structure_engine), strict=True):
        if key and key not in {one.key for one in engine_choice.within(task, floor)}:
            raise Invalid(UNKNOWN_ENGINE, code=f"{task}_engine")
    chosen = {"speech_engine": speech_engine or None, "structure_engine": structure_engine or None}
    await _store(session, user, organization, {"engine_floor": floor, **chosen}, "change engine floor")
    return _view(organization, user)


async def change_copies(
    session: WriteSession, user: CurrentUser, *, marks_copies: bool, version: int | None = None
) -> PrivacyView:
    """Change whether copied plain text ends with a line of how the report was made. Raises what ``change_text``
    raises."""
    organization = await _own(session, user, version)
    await _store(session, user, organization, {"marks_copies": marks_copies}, "change copied line")
    return _view(organization, user)


def consequences() -> dict[str, str]:
    """Return what each floor takes away at this installation, in a sentence; '' where it takes nothing."""
    told: dict[str, str] = {}
    for floor in REGIONS_WITHIN:
        lost = []
        if settings().profiles("speech") and not engine_choice.within("speech", floor):
            lost.append("Dan is er geen spraakherkenning: inspreken kan dan niet.")
        models = [one for one in settings().profiles("structuring") if one.host]
        if models and not any(one.host for one in engine_choice.within("structuring", floor)):
            lost.append("Dan blijven alleen Netjes en Letterlijk over, zonder taalmodel.")
        told[floor] = " ".join(lost)
    return told


async def _own(session: WriteSession, user: CurrentUser, version: int | None) -> Organization:
    require(user, ADMIN)
    require_step_up(user, step_up_reasons.PRIVACY)
    organization = or_not_found(await locks.locked(session, Organization, user.organization_id), ORGANIZATION_NOT_FOUND)
    refuse_stale(version, organization.privacy_version, STALE)
    return organization


def _checked_reason(reason: str) -> str:
    why = " ".join(reason.split())
    if not FEWEST_REASON <= len(why) <= MOST_REASON:
        raise Invalid(NO_REASON, code="reason")
    return checked_name(why, "Waarom", MOST_REASON)


def _checked_decider(name: str) -> str:
    try:
        return checked_name(name, "Wie besliste dit", _MAX_NAME)
    except Invalid as wrong:
        raise Invalid(wrong.message, code="decided_by") from None


async def _store(
    session: WriteSession, user: CurrentUser, organization: Organization, wanted: dict[str, Any], what: str
) -> None:
    if all(getattr(organization, column) == value for column, value in wanted.items()):
        return
    for column, value in wanted.items():
        setattr(organization, column, value)
    organization.privacy_version += 1
    await session.flush()
    await trail.record(session, user, what, "organization", organization.id)


def _view(row: Organization, user: CurrentUser) -> PrivacyView:
    is_admin = user.role == ADMIN
    profiles = [one for task in TABLES for one in settings().profiles(task)]
    return PrivacyView(
        outside_text=row.outside_text,
        masks_dates=row.masks_dates,
        reason=(row.outside_text_reason or "") if is_admin else "",
        decided_by=(row.outside_text_by or "") if is_admin else "",
        floor=row.engine_floor,
        speech_engine=row.speech_engine or "",
        structure_engine=row.structure_engine or "",
        engines=tuple(map(_engine, profiles)),
        leaves=settings().leaves("structuring"),
        marks_copies=row.marks_copies,
        gone=_gone(row) if is_admin else (),
        version=row.privacy_version,
    )


def _gone(row: Organization) -> tuple[str, ...]:
    """Return what is used in place of chosen engines that may not be used, or are not there any more."""
    told = []
    chosen_for: tuple[tuple[Task, str | None, str], ...] = (
        ("speech", row.speech_engine, "spraak"),
        ("structuring", row.structure_engine, "tekst"),
    )
    for task, chosen, what in chosen_for:
        allowed = engine_choice.within(task, row.engine_floor)
        if chosen and chosen not in {one.key for one in allowed}:
            now = _now(task, row.engine_floor)
            told.append(f"De gekozen verwerker voor {what} ({chosen}) is er niet meer. {now} Kies opnieuw.")
    return tuple(told)


async def _left(session: ReadSession, row: Organization) -> list[str]:
    """Return what is used in place of outside engines that worked for an organization lately, without being chosen,
    and are not there any more: else another party would work unseen."""
    engine: Any = ((col(ProcessingStep.step) == "speech").label("is_speech"), ProcessingStep.engine)
    columns: Any = (*engine, func.max(ProcessingStep.party), func.max(ProcessingStep.began_at))
    query = select(*columns).where(
        ProcessingStep.organization_id == row.id,
        ProcessingStep.created_at >= clock.now() - _LATELY,
        col(ProcessingStep.region) != "local",
        col(ProcessingStep.attempts) > 0,
    )
    rows = (await session.exec(query.group_by(*engine).order_by(ProcessingStep.engine))).all()
    told = []
    for is_speech, key, party, last in rows:
        task: Task = "speech" if is_speech else "structuring"
        chosen = row.speech_engine if is_speech else row.structure_engine
        if key == chosen or key in {one.key for one in settings().profiles(task)}:
            continue
        now, what = _now(task, row.engine_floor), "spraak" if is_speech else "tekst"
        day = texts.day_of_month(last.date())
        told.append(f"Tot {day} werkte {party} ({key}) aan jullie {what}. Die verwerker is er niet meer. {now}")
    return told


def _now(task: Task, floor: str) -> str:
    allowed = engine_choice.within(task, floor)
    used = allowed[0] if allowed else RULES if task == RULES.task else None
    return f"Nu werkt {party_of(used)}." if used else "Nu is er geen spraakherkenning."


def party_of(profile: Profile) -> str:
    """Return who does the work of an engine, as people read it."""
    return profile.party or ("Regels" if profile.kind == RULES.kind and profile.task == RULES.task else "Whisper")


def _engine(profile: Profile) -> EngineView:
    return EngineView(
        profile.key,
        profile.task,
        party_of(profile),
        profile.country or "op deze server",
        profile.region,
        profile.model,
        profile.agreement,
        profile.is_outside,
    )
