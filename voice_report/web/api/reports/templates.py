"""Report templates: read by all members, written by administrators (concepts/reports.md "Templates")."""

from typing import Annotated

from fastapi import APIRouter, status
from pydantic import Field

from ....db.session import run_in_transaction, run_reading
from ....reporting.templates import MAX_HINT, MAX_SECTIONS, MAX_TITLE, Form, Role
from ....services.drafts import templates
from ....services.shared.text import DECOMPOSED
from ..guards import Admin, Caller
from ..responses import refusals
from ..shapes import LAST_SEEN, Camel, Done, Id, Number, PathId, Whole

router = APIRouter(prefix="/api/templates", tags=["templates"])


class SectionIn(Camel):
    title: Annotated[str, Field(max_length=DECOMPOSED * MAX_TITLE, description=f"at most {MAX_TITLE} characters")]
    hint: Annotated[
        str,
        Field(
            max_length=DECOMPOSED * MAX_HINT,
            description=f"what belongs here, at most {MAX_HINT} characters; may not ask for a quantity or a judgement",
        ),
    ] = ""
    form: Annotated[Form, Field(description="sentences or a list")] = "zinnen"
    role: Annotated[
        Role | None,
        Field(description="what belongs here; 'overig': only what is named; without it guessed from title and hint"),
    ] = None


class TemplateIn(Camel):
    name: Annotated[
        str, Field(max_length=DECOMPOSED * templates.MAX_NAME, description=f"at most {templates.MAX_NAME} characters")
    ]
    sections: Annotated[list[SectionIn], Field(max_length=100, description=f"1 to {MAX_SECTIONS}, in order")]
    version: Annotated[Number | None, Field(description=LAST_SEEN)] = None


class DefaultIn(Camel):
    template: Id = Field(description="key or id")


class SectionOut(Camel):
    key: str = Field(description="of this section in its template")
    title: str
    hint: str = Field(description="what belongs here; empty: nothing is told")
    form: Form = Field(description="`zinnen`: sentences; `lijst`: a list")
    role: Role


class TemplateOut(Camel):
    id: str
    key: str = Field(description="what a report is made with; that of a built-in one never changes")
    name: str
    sector: str = Field(description="of care, in Dutch; empty for an organization's own")
    version: int
    sections: list[SectionOut]
    built_in: bool = Field(description="cannot be changed")
    is_default: bool = Field(description="the organization's members write with it until they choose another")


class NamedTemplate(Camel):
    """Which template a report was made with."""

    key: str
    name: str
    version: int = Field(description="of the template, when the report was made")


class FrozenTemplate(NamedTemplate):
    """The template that a report was made with: a copy, which later changes never reach."""

    sections: list[SectionOut]


#: The template of a report that is sent or asked for.
TemplateKey = Annotated[
    Id | None, Field(description="key or id; without it the person's last choice, or the organization's default")
]


class OneTemplate(Camel):
    template: TemplateOut


class TemplateList(Whole):
    templates: list[TemplateOut]


class Removed(Done):
    archived: bool = Field(description="true: reports were made with it, so it is archived; false: it is deleted")


@router.get("", responses=refusals(403))
async def list_templates(user: Caller) -> TemplateList:
    """Return the organization's own templates, then those built in."""
    found = await run_reading(templates.list_templates, user)
    return TemplateList(templates=[_out(view) for view in found])


@router.post("", status_code=status.HTTP_201_CREATED, responses=refusals(404))
async def create_template(content: TemplateIn, user: Admin) -> OneTemplate:
    """Add a template of the organization."""
    return OneTemplate(template=_out(await run_in_transaction(templates.create, user, _content(content))))


@router.put("/default", responses=refusals(404, 409))
async def set_default_template(content: DefaultIn, user: Admin) -> Done:
    """Choose the template, built in or own, of members who have not chosen one."""
    await run_in_transaction(templates.set_default, user, content.template)
    return Done()


@router.put("/{template_id}", responses=refusals(409))
async def replace_template(template_id: PathId, content: TemplateIn, user: Admin) -> OneTemplate:
    """Change a template of the organization, which gets the next version; reports keep the one they were made with."""
    changed = await run_in_transaction(templates.change, user, template_id, _content(content), version=content.version)
    return OneTemplate(template=_out(changed))


@router.delete("/{template_id}", responses=refusals(409))
async def remove_template(template_id: PathId, user: Admin) -> Removed:
    """Archive a template of the organization, or delete it when no report was made with it."""
    return Removed(archived=await run_in_transaction(templates.remove, user, template_id))


def _content(content: TemplateIn) -> templates.TemplateContent:
    sections = [templates.SectionContent(**section.model_dump()) for section in content.sections]
    return templates.TemplateContent(content.name, sections)


def _out(view: templates.TemplateView) -> TemplateOut:
    template = view.template
    return TemplateOut(
        id=view.id,
        key=template.key,
        name=template.name,
        sector=template.sector,
        version=template.version,
        sections=[SectionOut.model_validate(section) for section in template.sections],
        built_in=view.built_in,
        is_default=view.is_default,
    )
