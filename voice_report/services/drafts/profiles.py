"""Field profiles: which sections of a report go together in one field of a record system, and how long it may be.

Two are built in; an organization's administrators make its own and choose its default, and all members read them. A
profile is known by its key: a word for a built-in one, the row's id for an own one. A section is known by its title, as
in the report. Which text belongs to which field is worked out on the page (``ui/islands/copying/fields.js``): every
section with text is in exactly one field, and what a profile does not name comes last. A field can have measured values
instead, which are no part of the report.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import or_, update
from sqlmodel import col, func, select

from ... import clock
from ...db.models import FieldProfile, Organization, User
from ...db.session import ReadSession, WriteSession
from ...errors import Conflict, Invalid, refuse_stale
from ..audit import trail
from ..shared import locks
from ..shared.identity import ADMIN, CurrentUser, parse_id, require
from . import templates
from ._profile_content import KIND_LABELS as KIND_LABELS
from ._profile_content import MAX_FIELDS as MAX_FIELDS
from ._profile_content import MAX_LABEL as MAX_LABEL
from ._profile_content import MAX_NAME as MAX_NAME
from ._profile_content import Measured as Measured
from ._profile_content import ProfileContent as ProfileContent
from ._profile_content import ProfileField as ProfileField
from ._profile_content import as_json as as_json
from ._profile_content import checked, from_json, to_json

NOT_FOUND = "Veldprofiel niet gevonden"
ARCHIVED = "Dit profiel wordt niet meer gebruikt. Kies een ander profiel."
STALE = "Dit profiel is intussen door iemand anders gewijzigd. Er is niets opgeslagen."
READ_ONLY = "Een ingebouwd profiel blijft zoals het is. Maak een nieuw profiel."

#: Of one organization, archived ones included.
MAX_OWN = 50


@dataclass(frozen=True, slots=True)
class ProfileView:
    """A profile as pages show it; without ``fields`` each heading is one. ``updated_at`` and ``updated_by`` are those
    of an own profile."""

    id: str
    name: str
    fields: tuple[ProfileField, ...] = ()
    template_key: str = ""
    empty: str = "weglaten"
    enter_counts: int = 1
    version: int = 1
    built_in: bool = False
    is_default: bool = False
    updated_at: datetime | None = None
    updated_by: str = ""


PER_HEADING = ProfileView("per-kop", "Per kop", built_in=True)
ONE_BOX = ProfileView("tekstvak", "Eén tekstvak", (ProfileField("Rapportage", (), headings=True),), built_in=True)

#: By key, in the order in which they are offered; the first is the default.
BUILT_IN = {one.id: one for one in (PER_HEADING, ONE_BOX)}


@dataclass(frozen=True, slots=True)
class ProfileChoice:
    """The profiles that a member can choose, and the key of the one to copy with; ``is_gone``: the chosen one is not
    there any more."""

    profiles: tuple[ProfileView, ...]
    chosen: str
    is_gone: bool


async def list_profiles(session: ReadSession, user: CurrentUser, *, archived: bool = False) -> list[ProfileView]:
    """Return the organization's own profiles by name, then those built in; with ``archived`` its archived ones."""
    own = col(FieldProfile.archived_at).is_not(None) if archived else col(FieldProfile.archived_at).is_(None)
    query = select(FieldProfile, User).outerjoin(User, col(User.id) == col(FieldProfile.updated_by_id))
    rows = await session.exec(query.where(*_own(user), own).order_by(col(FieldProfile.name), col(FieldProfile.id)))
    default = await _default_key(session, user)
    found = [_view(row, author, default) for row, author in rows]
    return found if archived else [*found, *_built_in(default)]


async def get_profile(session: ReadSession, user: CurrentUser, profile_id: str) -> ProfileView:
    """Return one profile, also an archived one. Raises ``NotFound``."""
    default = await _default_key(session, user)
    if profile_id in BUILT_IN:
        return next(view for view in _built_in(default) if view.id == profile_id)
    row = await _find(session, user, profile_id)
    author = await session.get(User, row.updated_by_id) if row.updated_by_id else None
    return _view(row, author, default)


async def choice(session: ReadSession, user: CurrentUser, template_key: str = "") -> ProfileChoice:
    """Return what a member can copy with: the profile that they chose last, else the organization's default.

    With a template those alone that are for its reports.
    """
    every = await list_profiles(session, user)
    found = tuple(view for view in every if not template_key or view.template_key in ("", template_key))
    default = next((view.id for view in found if view.is_default), PER_HEADING.id)
    last = (await session.exec(select(User.last_profile).where(User.id == user.id))).first()
    is_gone = last is not None and last not in {view.id for view in every}
    chosen = last if last in {view.id for view in found} else PER_HEADING.id if is_gone else default
    return ProfileChoice(found, chosen or default, is_gone)


async def choose(session: WriteSession, user: CurrentUser, profile_id: str) -> None:
    """Remember this profile as the person's last choice. Raises ``NotFound``, and ``Conflict`` for an archived one."""
    await locks.caller(session, user)
    await _usable(session, user, profile_id)
    other = or_(col(User.last_profile).is_(None), col(User.last_profile) != profile_id)
    await session.exec(update(User).where(col(User.id) == user.id, other).values(last_profile=profile_id))


async def create(session: WriteSession, user: CurrentUser, content: ProfileContent) -> ProfileView:
    """Add a profile. Raises ``NotAllowed``, or ``Invalid`` (``_profile_content.checked``; over ``MAX_OWN``)."""
    require(user, ADMIN)
    name, fields, empty = checked(content, await _titles(session, user, content))
    await locks.locked(session, Organization, user.organization_id)  # serializes the count
    if (await session.exec(select(func.count()).select_from(FieldProfile).where(*_own(user)))).one() >= MAX_OWN:
        raise Invalid(f"Jullie hebben al {MAX_OWN} profielen. Pas er een aan.", code="too_many_profiles")
    row = FieldProfile(
        organization_id=user.organization_id,
        name=name,
        template_key=content.template_key or None,
        fields=to_json(fields),
        empty=empty,
        enter_counts=content.enter_counts,
        updated_by_id=user.id,
    )
    session.add(row)
    await session.flush()
    await trail.record(session, user, "create", "field profile", row.id)
    return await get_profile(session, user, str(row.id))


async def change(
    session: WriteSession, user: CurrentUser, profile_id: str, content: ProfileContent, *, version: int | None = None
) -> ProfileView:
    """Change an own profile, which gets the next version; with ``version`` only if it has not changed since.

    Sections that it had may stay, also when no template has them any more. Without a difference nothing changes. Raises
    ``NotAllowed``, ``NotFound``, ``Invalid``, and ``Conflict`` (built in, archived, changed since).
    """
    row = await _editable(session, user, profile_id)
    if row.archived_at is not None:
        raise Conflict(ARCHIVED, code="profile_archived")
    name, fields, empty = checked(content, await _titles(session, user, content, row))
    new = (name, content.template_key or None, to_json(fields), empty, content.enter_counts)
    if new == (row.name, row.template_key, row.fields, row.empty, row.enter_counts):
        return await get_profile(session, user, profile_id)
    refuse_stale(version, row.version, STALE)
    row.name, row.template_key, row.fields, row.empty, row.enter_counts = new
    row.version += 1
    await _store(session, user, row, "change")
    return await get_profile(session, user, profile_id)


async def archive(session: WriteSession, user: CurrentUser, profile_id: str) -> None:
    """Archive an own profile: members who chose it copy per heading from then on.

    When it was the organization's default, that becomes the built-in one. Raises ``NotAllowed``, ``NotFound`` and
    ``Conflict`` (built in).
    """
    require(user, ADMIN)
    organization = await locks.locked(session, Organization, user.organization_id)  # before the profile (``locks``)
    row = await _editable(session, user, profile_id)
    if organization is not None and organization.default_profile == str(row.id):
        organization.default_profile = None
    if row.archived_at is None:
        row.archived_at = clock.now()
        await _store(session, user, row, "archive")


async def restore(session: WriteSession, user: CurrentUser, profile_id: str) -> ProfileView:
    """Take a profile out of the archive. Raises ``NotAllowed``, ``NotFound`` and ``Conflict`` (built in)."""
    row = await _editable(session, user, profile_id)
    if row.archived_at is not None:
        row.archived_at = None
        await _store(session, user, row, "restore")
    return await get_profile(session, user, profile_id)


async def set_default(session: WriteSession, user: CurrentUser, profile_id: str) -> None:
    """Make this the profile of members who have not chosen one. Raises ``NotAllowed``, ``NotFound``, ``Conflict``."""
    require(user, ADMIN)
    organization = await locks.locked(session, Organization, user.organization_id)
    await _usable(session, user, profile_id)
    if organization is None or (organization.default_profile or PER_HEADING.id) == profile_id:
        return
    organization.default_profile = profile_id
    await session.flush()
    await trail.record(session, user, "change default profile", "field profile", profile_id)


async def _titles(
    session: ReadSession, user: CurrentUser, content: ProfileContent, row: FieldProfile | None = None
) -> list[str]:
    """Return the titles of the sections that this profile may have: those of its template, or of all of them, and
    those that it has. Raises ``Invalid`` for a template that there is not."""
    had = [title for field in (from_json(row.fields) if row else ()) for title in field.sections]
    known = {view.id: view.template for view in await templates.list_templates(session, user)}
    if not content.template_key:
        return [*had, *(title for template in known.values() for title in template.headings)]
    if content.template_key in known:
        return [*had, *known[content.template_key].headings]
    if row is not None and content.template_key == row.template_key:
        return had
    raise Invalid("Dit sjabloon is er niet meer. Kies een ander sjabloon.", code="template")


async def _usable(session: ReadSession, user: CurrentUser, profile_id: str) -> None:
    if profile_id not in BUILT_IN and (await _find(session, user, profile_id)).archived_at is not None:
        raise Conflict(ARCHIVED, code="profile_archived")


async def _default_key(session: ReadSession, user: CurrentUser) -> str:
    query = select(Organization.default_profile).where(Organization.id == user.organization_id)
    return (await session.exec(query)).first() or PER_HEADING.id


def _own(user: CurrentUser):
    return (col(FieldProfile.organization_id) == user.organization_id,)


async def _find(session: ReadSession, user: CurrentUser, profile_id: str, *, locked: bool = False) -> FieldProfile:
    query = select(FieldProfile).where(*_own(user), FieldProfile.id == parse_id(profile_id, NOT_FOUND))
    return await locks.row(session, query, NOT_FOUND, locked=locked)


async def _editable(session: WriteSession, user: CurrentUser, profile_id: str) -> FieldProfile:
    require(user, ADMIN)
    if profile_id in BUILT_IN:
        raise Conflict(READ_ONLY, code="built_in")
    return await _find(session, user, profile_id, locked=True)


async def _store(session: WriteSession, user: CurrentUser, row: FieldProfile, action: str) -> None:
    row.updated_at, row.updated_by_id = clock.now(), user.id
    await session.flush()
    await trail.record(session, user, action, "field profile", row.id)


def _built_in(default: str) -> list[ProfileView]:
    return [replace(view, is_default=key == default) for key, view in BUILT_IN.items()]


def _view(row: FieldProfile, author: User | None, default: str) -> ProfileView:
    return ProfileView(
        str(row.id),
        row.name,
        from_json(row.fields),
        row.template_key or "",
        row.empty,
        row.enter_counts,
        row.version,
        is_default=default == str(row.id),
        updated_at=row.updated_at,
        updated_by=f"{author.first_name} {author.last_name}" if author else "",
    )
