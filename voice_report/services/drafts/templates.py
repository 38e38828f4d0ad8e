"""Report templates: those built in, and those that an organization makes for itself (concepts/reports.md "Templates").

A template is known by its key: a word for a built-in one, the row's id for an organization's own. Its administrators
write them and choose the organization's default; all members read them. A report keeps a copy of the template it was
made with, so a change never reaches a report that exists.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import or_, update
from sqlmodel import col, func, select

from ... import clock
from ...config import settings
from ...db.models import Organization, OwnTemplate, Report, User
from ...db.session import ReadSession, WriteSession
from ...errors import Conflict, Invalid, NotFound, refuse_stale
from ...integrations.structuring import local
from ...integrations.structuring.own_roles import guessed as guessed
from ...reporting import deidentification
from ...reporting.templates import BUILT_IN, DEFAULT, OCCASIONAL, ReportTemplate, Section
from ...reporting.templates.stored import from_json, sections_from_json, sections_to_json, to_json
from ..audit import trail
from ..shared import locks
from ..shared.identity import ADMIN, CurrentUser, parse_id, require
from ..vocabulary import known_people, masking_words
from ._template_content import MAX_NAME as MAX_NAME
from ._template_content import SectionContent as SectionContent
from ._template_content import TemplateContent, checked

SAMPLE = (
    "Vanochtend bij meneer Jansen voor de wond aan zijn rechterhiel. De wond meet 3 bij 2 centimeter. De randen zijn "
    "rustig, er komt minder vocht uit dan dinsdag. Hij zei dat hij goed had geslapen. Bij het ontbijt at hij twee "
    "boterhammen. Hij liep met de rollator naar de keuken en was vrolijk. Zijn dochter komt elke dag langs. Ik heb de "
    "wond gespoeld met lauw water en opnieuw verbonden. Ik vind dat het beter gaat. Vrijdag verbinden we opnieuw."
)


async def sample_report(template: ReportTemplate) -> str:
    """Return the report that the local rules make of ``SAMPLE``, as markdown."""
    return "".join([piece async for piece in local.create(settings()).stream(SAMPLE, template)])


NOT_FOUND = "Sjabloon niet gevonden"
ARCHIVED = "Dit sjabloon wordt niet meer gebruikt. Kies een ander sjabloon."
STALE = "Dit sjabloon is intussen door iemand anders gewijzigd. Er is niets opgeslagen."
READ_ONLY = "Een ingebouwd sjabloon blijft zoals het is. Maak een kopie en pas die aan."

#: Of one organization, archived ones included.
MAX_OWN = 100
_LATEST = 20  # reports of a person, or about a client, that say what is usual

#: The sector of an organization's own templates, as lists show it.
OWN_SECTOR = "Van je organisatie"


@dataclass(frozen=True, slots=True)
class TemplateView:
    """A template as lists and the editor show it. ``updated_at`` and ``updated_by`` are those of an own template."""

    template: ReportTemplate
    built_in: bool
    is_default: bool
    updated_at: datetime | None = None
    updated_by: str = ""

    @property
    def id(self) -> str:
        """The key: a word for a built-in template, the row's id for an own one."""
        return self.template.key

    @property
    def name(self) -> str:
        return self.template.name

    @property
    def version(self) -> int:
        """How often the template was changed, from 1."""
        return self.template.version


async def list_templates(session: ReadSession, user: CurrentUser, *, archived: bool = False) -> list[TemplateView]:
    """Return the organization's own templates by name, then those built in; with ``archived`` its archived ones."""
    own = col(OwnTemplate.archived_at).is_not(None) if archived else col(OwnTemplate.archived_at).is_(None)
    query = select(OwnTemplate, User).outerjoin(User, col(User.id) == col(OwnTemplate.updated_by_id))
    rows = await session.exec(query.where(*_own(user), own).order_by(col(OwnTemplate.name), col(OwnTemplate.id)))
    default = await _default_key(session, user)
    found = [_view(row, author, default) for row, author in rows]
    return found if archived else [*found, *_built_in(default)]


async def get_template(session: ReadSession, user: CurrentUser, template_id: str) -> TemplateView:
    """Return one template, also an archived one. Raises ``NotFound``."""
    default = await _default_key(session, user)
    if template_id in BUILT_IN:
        return next(view for view in _built_in(default) if view.id == template_id)
    row = await _find(session, user, template_id)
    author = await session.get(User, row.updated_by_id) if row.updated_by_id else None
    return _view(row, author, default)


async def find(session: ReadSession, user: CurrentUser, key: str | None) -> ReportTemplate:
    """Return the template to write a report with: that of ``key``, or else the one that the person chose last, or else
    the organization's default.

    Raises ``NotFound``, and ``Conflict`` for an archived one.
    """
    if key is None:
        return await _preferred(session, user)
    if key in BUILT_IN:
        return BUILT_IN[key]
    row = await _find(session, user, key)
    if row.archived_at is not None:
        raise Conflict(ARCHIVED, code="template_archived")
    return _template(row)


async def preview(content: TemplateContent) -> str:
    """Return a sample dictation as a report under these headings, as markdown. Raises ``Invalid`` (``checked``)."""
    name, sections = checked(content)
    return await sample_report(ReportTemplate("", name, OWN_SECTOR, 1, sections))


async def create(session: WriteSession, user: CurrentUser, content: TemplateContent) -> TemplateView:
    """Add a template. Raises ``NotAllowed``, or ``Invalid`` (``checked``; a name in it; over ``MAX_OWN``)."""
    require(user, ADMIN)
    name, sections = checked(content)
    await locks.locked(session, Organization, user.organization_id)  # serializes the count
    if (await session.exec(select(func.count()).select_from(OwnTemplate).where(*_own(user)))).one() >= MAX_OWN:
        raise Invalid(f"Jullie hebben al {MAX_OWN} sjablonen. Pas er een aan.", code="too_many_templates")
    await _refuse_names(session, user, sections)
    row = OwnTemplate(
        organization_id=user.organization_id, name=name, sections=sections_to_json(sections), updated_by_id=user.id
    )
    session.add(row)
    await session.flush()
    await trail.record(session, user, "create", "template", row.id)
    return await get_template(session, user, str(row.id))


async def change(
    session: WriteSession, user: CurrentUser, template_id: str, content: TemplateContent, *, version: int | None = None
) -> TemplateView:
    """Change an own template, which gets the next version; with ``version`` only if it has not changed since.

    Without a difference nothing changes. Raises ``NotAllowed``, ``NotFound``, ``Invalid``, and ``Conflict`` (built in,
    archived, changed since).
    """
    row = await _editable(session, user, template_id)
    name, sections = checked(content)
    if row.archived_at is not None:
        raise Conflict(ARCHIVED, code="template_archived")
    stored = sections_to_json(sections)
    if (row.name, row.sections) == (name, stored):
        return await get_template(session, user, template_id)
    refuse_stale(version, row.version, STALE)
    await _refuse_names(session, user, sections)
    row.name, row.sections, row.version = name, stored, row.version + 1
    await _store(session, user, row, "change")
    return await get_template(session, user, template_id)


async def _refuse_names(session: ReadSession, user: CurrentUser, sections: Sequence[Section]) -> None:
    """Raise ``Invalid`` for the first title or hint that says who a person is: it goes along with every text that
    leaves."""
    parts = [
        (f"sections.{index}.{field}", where, text)
        for index, one in enumerate(sections)
        for field, where, text in (
            ("title", f"In de kop '{one.title}'", one.title),
            ("hint", f"In de aanwijzing bij '{one.title}'", one.hint),
        )
    ]
    searched = await asyncio.to_thread(deidentification.searched, [text for _, _, text in parts])
    known = await known_people.known(session, user, searched, None)
    replace = (await masking_words.choices(session, user, None)).replace
    for code, where, text in parts:
        if found := await asyncio.to_thread(known_people.named_in, text, known, replace):
            words = " en ".join(f"‘{one}’" for one in found)
            sentence = f"{where} staat {words}: een naam of nummer, of een woord onder Altijd vervangen. Haal dat weg."
            raise Invalid(f"{sentence} Een sjabloon gaat mee met elke tekst naar een taalmodel.", code=code)


async def remove(session: WriteSession, user: CurrentUser, template_id: str) -> bool:
    """Archive an own template that a report was made with, or delete an unused one; return whether it was archived.

    When it was the organization's default, that becomes the built-in default. Raises ``NotAllowed``, ``NotFound`` and
    ``Conflict`` (built in).
    """
    require(user, ADMIN)
    organization = await locks.locked(session, Organization, user.organization_id)  # before the template (``locks``)
    row = await _editable(session, user, template_id)
    if organization is not None and organization.default_template == str(row.id):
        organization.default_template = None
    if row.used_at is None:
        await session.delete(row)
        await session.flush()
        await trail.record(session, user, "delete", "template", row.id)
        return False
    if row.archived_at is None:
        row.archived_at = clock.now()
        await _store(session, user, row, "archive")
    return True


async def restore(session: WriteSession, user: CurrentUser, template_id: str) -> TemplateView:
    """Take a template out of the archive. Raises ``NotAllowed``, ``NotFound`` and ``Conflict`` (built in)."""
    row = await _editable(session, user, template_id)
    if row.archived_at is not None:
        row.archived_at = None
        await _store(session, user, row, "restore")
    return await get_template(session, user, template_id)


async def set_default(session: WriteSession, user: CurrentUser, template_id: str) -> None:
    """Make this the template of members who have not chosen one. Raises ``NotAllowed``, ``NotFound``, ``Conflict``."""
    require(user, ADMIN)
    organization = await locks.locked(session, Organization, user.organization_id)
    template = await find(session, user, template_id)
    if organization is None or (organization.default_template or DEFAULT.key) == template.key:
        return
    organization.default_template = template.key
    await session.flush()
    await trail.record(session, user, "change default template", "template", template.key)


async def choose(session: WriteSession, user: CurrentUser, key: str | None) -> ReportTemplate:
    """Return the same as ``find``, and remember ``key`` as the person's last choice. The caller locks the person."""
    template = await find(session, user, key)
    if key is not None:
        other = or_(col(User.last_template).is_(None), col(User.last_template) != key)
        await session.exec(update(User).where(col(User.id) == user.id, other).values(last_template=key))
    return template


async def mark_used(session: WriteSession, user: CurrentUser, template: ReportTemplate) -> None:
    """Record that a report was made with this template: from now on it can be archived, but not deleted.

    One that is ``OCCASIONAL`` counts once: the person's next report gets the template that they use most.
    """
    if template.key in OCCASIONAL:
        mine = update(User).where(col(User.id) == user.id, col(User.last_template) == template.key)
        await session.exec(mine.values(last_template=await _usual(session, user)))
    if template.key not in BUILT_IN:
        first = update(OwnTemplate).where(*_own(user), col(OwnTemplate.id) == parse_id(template.key, NOT_FOUND))
        await session.exec(first.where(col(OwnTemplate.used_at).is_(None)).values(used_at=clock.now()))


async def last_for_client(session: ReadSession, user: CurrentUser, client_id: str) -> ReportTemplate | None:
    """Return the template of the last report about this client, unless it is ``OCCASIONAL`` or gone."""
    about = (col(Report.organization_id) == user.organization_id, col(Report.client_id) == client_id)
    readable = or_(col(Report.is_draft).is_(False), col(Report.user_id) == user.id)
    for key in await _keys(session, *about, readable):
        with contextlib.suppress(Conflict, NotFound):
            return await find(session, user, key)
    return None


async def _usual(session: ReadSession, user: CurrentUser) -> str | None:
    """Return the key of the template that this person's latest reports have most often, as far as they are kept."""
    mine = (col(Report.user_id) == user.id, col(Report.organization_id) == user.organization_id)
    kinds = [await _keys(session, *mine, col(Report.is_draft).is_(is_draft)) for is_draft in (True, False)]
    return next((key for key, _ in Counter(kinds[0] + kinds[1]).most_common(1)), None)


async def _keys(session: ReadSession, *which: Any) -> list[str]:
    """Return the templates' keys of the latest such reports, newest first, without those that are ``OCCASIONAL``."""
    query = select(Report.template).where(*which, col(Report.template).is_not(None), col(Report.example).is_(None))
    rows = await session.exec(query.order_by(col(Report.updated_at).desc()).limit(_LATEST))
    return [key for stored in rows if (key := frozen(stored).key) not in OCCASIONAL]


def frozen(stored: str | None) -> ReportTemplate:
    """Return the template of a report from the copy it keeps; the default for a report without one."""
    return from_json(stored) if stored else DEFAULT


async def replaced(session: ReadSession, user: CurrentUser, stored: str | None, wanted: str | None) -> str | None:
    """Return the copy that a report keeps when ``wanted`` is requested: the stored one, unless it is of another key.

    An archived template will do: the report was made with it. Raises ``NotFound``.
    """
    if wanted is None or wanted == frozen(stored).key:
        return stored
    return to_json((await get_template(session, user, wanted)).template)


async def _preferred(session: ReadSession, user: CurrentUser) -> ReportTemplate:
    last = (await session.exec(select(User.last_template).where(User.id == user.id))).first()
    for key in (last, await _default_key(session, user)):
        try:
            if key is not None:
                return await find(session, user, key)
        except (Conflict, NotFound):  # archived, deleted, or of a former organization
            continue
    return DEFAULT


async def _default_key(session: ReadSession, user: CurrentUser) -> str:
    query = select(Organization.default_template).where(Organization.id == user.organization_id)
    return (await session.exec(query)).first() or DEFAULT.key


def _own(user: CurrentUser):
    return (col(OwnTemplate.organization_id) == user.organization_id,)


async def _find(session: ReadSession, user: CurrentUser, template_id: str, *, locked: bool = False) -> OwnTemplate:
    query = select(OwnTemplate).where(*_own(user), OwnTemplate.id == parse_id(template_id, NOT_FOUND))
    return await locks.row(session, query, NOT_FOUND, locked=locked)


async def _editable(session: WriteSession, user: CurrentUser, template_id: str) -> OwnTemplate:
    require(user, ADMIN)
    if template_id in BUILT_IN:
        raise Conflict(READ_ONLY, code="built_in")
    return await _find(session, user, template_id, locked=True)


async def _store(session: WriteSession, user: CurrentUser, row: OwnTemplate, action: str) -> None:
    row.updated_at, row.updated_by_id = clock.now(), user.id
    await session.flush()
    await trail.record(session, user, action, "template", row.id)


def _built_in(default: str) -> list[TemplateView]:
    return [TemplateView(template, built_in=True, is_default=key == default) for key, template in BUILT_IN.items()]


def _template(row: OwnTemplate) -> ReportTemplate:
    return ReportTemplate(str(row.id), row.name, OWN_SECTOR, row.version, sections_from_json(row.sections))


def _view(row: OwnTemplate, author: User | None, default: str) -> TemplateView:
    return TemplateView(
        _template(row),
        built_in=False,
        is_default=default == str(row.id),
        updated_at=row.updated_at,
        updated_by=f"{author.first_name} {author.last_name}" if author else "",
    )
