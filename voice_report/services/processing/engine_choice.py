"""Which engine an organization's speech or text goes to: its floor, its own choice, and what it lets leave (S60)."""

from dataclasses import dataclass
from typing import Any, Literal

from sqlmodel import select

from ...config import settings
from ...db.models import Organization
from ...db.session import ReadSession
from ...engines import REGIONS_WITHIN, RULES, Profile, Task
from ...errors import Unavailable
from ..shared.identity import CurrentUser

NEVER, PSEUDONYMISED, PLAIN = "never", "pseudonymised", "plain"
Form = Literal["here", "audio", "plain", "pseudonymised"]

#: Why the local rules wrote: the reason that a row has, of which the part before ':' is the code of the API, and how
#: the sentence about it ends. All but ``answer`` come before anything leaves.
REFUSALS = {
    "policy": "jullie organisatie stuurt geen tekst naar buiten.",
    "floor:local": "geen taalmodel op deze server.",
    "floor:eu": "geen taalmodel binnen de EU.",
    "case": "zonder hoofdletters zijn namen niet zeker te herkennen. Zet hoofdletters bij namen en maak het opnieuw.",
    "placeholder": "er staat iets als [PERSOON-1] in je tekst.",
    "not_ready": "het vervangen van namen werkt nu niet.",
    "people": "het vervangen van namen werkt nu niet.",
    "scan": "bij de laatste controle stond er nog een naam of nummer in.",
    "too_long": "de tekst is te lang.",
    "answer": "het antwoord was niet zeker terug te zetten.",
}
NO_SPEECH = "Spraak mag voor jullie organisatie alleen {where} worden verwerkt, en dat staat hier niet aan."
_WHERE = {"local": "op deze server", "eu": "in de EU", "all": "op deze server"}


@dataclass(frozen=True, slots=True)
class Choice:
    """The profile that works; ``form`` is what it gets, ``regions`` are those of the floor.

    ``wanted`` is the profile that would have worked otherwise, and ``refusal`` why it may not (``REFUSALS``).
    """

    profile: Profile
    form: Form
    regions: tuple[str, ...]
    wanted: Profile | None = None
    refusal: str = ""


def sentence(reason: str) -> str:
    """Return what a person reads when the local rules wrote instead; '' for no reason, or another one."""
    return f"Op deze server ingedeeld: {REFUSALS[reason]}" if reason in REFUSALS else ""


async def for_text(session: ReadSession, user: CurrentUser) -> Choice:
    """Return who structures text for the caller's organization. The local rules write where no other engine may."""
    return text_choice(await _chosen(session, user))


def text_choice(row: Any) -> Choice:
    """Return who structures text for the organization with these columns (``Organization``)."""
    profiles = settings().profiles("structuring")
    allowed = within("structuring", row.engine_floor)
    profile = _preferred(allowed, row.structure_engine) or RULES
    refused = ""
    if not allowed and profiles:
        refused = f"floor:{row.engine_floor}"
    elif profile.is_outside and row.outside_text == NEVER:
        refused = "policy"
    regions = REGIONS_WITHIN[row.engine_floor]
    if not refused:
        form: Form = "here"
        if profile.is_outside:
            form = "plain" if row.outside_text == PLAIN else "pseudonymised"
        return Choice(profile, form, regions)
    wanted = profile if profile.is_outside else profiles[0]
    local = next((one for one in allowed if not one.is_outside), RULES)
    return Choice(local, "here", regions, wanted, refused)


async def for_speech(session: ReadSession, user: CurrentUser) -> Choice:
    """Return who turns the speech of the caller's organization into text. Raises ``Unavailable``: no engine may."""
    row = await _chosen(session, user)
    found = speech_choice(row)
    if found is None:
        raise Unavailable(NO_SPEECH.format(where=_WHERE[row.engine_floor]), code="floor")
    return found


def speech_choice(row: Any) -> Choice | None:
    """Return who works on speech for the organization with these columns; ``None`` where no engine may."""
    profile = _preferred(within("speech", row.engine_floor), row.speech_engine)
    if profile is None:
        return None
    return Choice(profile, "audio" if profile.is_outside else "here", REGIONS_WITHIN[row.engine_floor])


def within(task: Task, floor: str) -> tuple[Profile, ...]:
    """Return the engines for a task that a floor lets through, in their order."""
    return tuple(one for one in settings().profiles(task) if one.region in REGIONS_WITHIN[floor])


def _preferred(allowed: tuple[Profile, ...], key: str | None) -> Profile | None:
    return next((one for one in allowed if one.key == key), allowed[0] if allowed else None)


async def _chosen(session: ReadSession, user: CurrentUser) -> Any:
    columns: Any = (
        Organization.outside_text,
        Organization.engine_floor,
        Organization.speech_engine,
        Organization.structure_engine,
    )
    return (await session.exec(select(*columns).where(Organization.id == user.organization_id))).one()
