"""The style of the next concept: a member's own choice, and the organization's (concepts/reports.md)."""

from fastapi import APIRouter
from pydantic import Field

from ....db.session import run_in_transaction, run_reading
from ....services.concepts.structuring import Style
from ....services.drafts import styles
from ..guards import Admin, Caller
from ..responses import refusals
from ..shapes import Camel, Done

router = APIRouter(prefix="/api", tags=["structure"])


class StyleIn(Camel):
    style: Style | None = Field(description="null: no choice, so that the next one decides")


class StyleOut(Camel):
    style: Style = Field(description="of the next concept: the first of `own`, `organization` and the configured one")
    available: list[Style] = Field(description="those that the engine can write in; the others are skipped")
    own: Style | None = Field(description="null: no choice")
    organization: Style | None = Field(description="null: no choice")


@router.get("/account/style", responses=refusals(403))
async def get_style(user: Caller) -> StyleOut:
    """Return the style of the caller's next concept, and what was chosen by whom."""
    return StyleOut.model_validate(await run_reading(styles.view, user))


@router.put("/account/style")
async def choose_style(content: StyleIn, user: Caller) -> Done:
    """Choose the style of one's own concepts, from the next one on; goes before the organization's choice."""
    await run_in_transaction(styles.choose, user, content.style)
    return Done()


@router.put("/organization/style")
async def set_default_style(content: StyleIn, user: Admin) -> Done:
    """Choose the style of members who have not chosen one; for the organization's administrators."""
    await run_in_transaction(styles.set_default, user, content.style)
    return Done()
