"""The template and the style of the next report, chosen above the microphone; the template of a concept as well."""

from dataclasses import dataclass, field

import reflex as rx

from .....core import texts
from .....db.session import reading, run_in_transaction, run_reading
from .....errors import DomainError
from .....reporting.templates import DEFAULT, OCCASIONAL, ReportTemplate
from .....services.audit.audited_reads import run_audited
from .....services.concepts import revising
from .....services.drafts import drafts, styles, templates
from .....services.drafts.drafts import DraftView
from .....services.shared.identity import CurrentUser
from ....kit import dialog, menu_button, pick
from ....kit.overlay.toast import show_toast
from ....shell.actions import action
from ....shell.choice import Choice, ChoiceItem, choice_dialog
from ....shell.session import current_user
from .draft_sync import CONCEPT, DraftState, open_draft

_LAST_USED = "Laatst gebruikt"


@dataclass
class TemplateItem:
    """A template in the list, with its headings on one line, and each with its question."""

    key: str
    name: str
    headings: str
    guide: list[list[str]]


@dataclass
class TemplateGroup:
    name: str
    templates: list[TemplateItem] = field(default_factory=list)


class TemplateState(rx.State):
    """The template of the next concept, and the list to choose from while ``choosing``.

    ``title`` is what its reports are called, ``guide`` has its headings, each with a question. ``_left`` has this draft
    as it was when another template was chosen for it, by the template's key. ``_chosen``: by hand, for the report on
    screen.
    """

    key: str = ""
    name: str = DEFAULT.name
    title: str = DEFAULT.title
    guide: list[list[str]] = [[section.title, section.question] for section in DEFAULT.sections]
    groups: list[TemplateGroup] = []
    choosing: bool = False
    _chosen: bool = False
    _left: dict[str, DraftView] = {}

    @action
    async def open_choice(self):
        """Show the list, read again: an administrator may have changed it."""
        user = await current_user(self)
        async with reading() as session:
            found = [view.template for view in await templates.list_templates(session, user)]
            last = await templates.find(session, user, None)
        groups = {template.sector: TemplateGroup(template.sector) for template in found}
        for template in found:
            if template.key != last.key:
                groups[template.sector].templates.append(_item(template))
        others = [group for group in groups.values() if group.templates]
        self.groups, self.choosing = [TemplateGroup(_LAST_USED, [_item(last)]), *others], True

    @action
    async def close_choice(self):
        await current_user(self)
        self.choosing = False

    @action
    async def choose(self, key: str):
        """Choose a template for the next concept; a concept on screen gets its headings at once, without a credit."""
        user = await current_user(self)
        draft = await open_draft(self, user)
        self.choosing = False
        if draft.streaming:
            return
        template = await run_in_transaction(templates.choose, user, str(key))
        if draft.step == CONCEPT and draft.report and template.key != draft.template:
            await draft._save(user, asked=True)
            left = await run_audited(drafts.get_draft, user, draft.draft_id)
            await revising.rearrange(user, left.id, template.key, self._left.get(template.key))
            arranged = await run_audited(drafts.get_draft, user, left.id)
            draft._show(arranged)
            await draft._show_making(user)
            self._left = {**{of: one for of, one in self._left.items() if one.id == left.id}, left.template.key: left}
            await show_toast(self, "Ander sjabloon", "Dezelfde zinnen, onder andere koppen. Terug kan altijd.")
        self._chosen = True
        self._show(template)

    async def _offer(self, user: CurrentUser, draft: DraftState) -> None:
        """Show the template of the draft's report, or else the one that the person would write with."""
        key = draft.template if draft.report else None
        async with reading() as session:
            try:
                template = await templates.find(session, user, key)
            except DomainError:  # archived or deleted since: the next concept gets another one
                template = await templates.find(session, user, None)
        self._show(template)

    async def _suit(self, user: CurrentUser, draft: DraftState) -> None:
        """Offer the template that was last used for the client chosen just now, unless one was chosen by hand."""
        if draft.report or draft.streaming or self._chosen or self.key in OCCASIONAL:
            return
        template = await run_reading(templates.last_for_client, user, draft.client_id)
        if template is not None:
            self._show(template)

    def _show(self, template: ReportTemplate) -> None:
        self.key, self.name, self.title = template.key, template.name, template.title
        self.guide = _guide(template)


def _item(template: ReportTemplate) -> TemplateItem:
    return TemplateItem(template.key, template.name, ", ".join(template.headings), _guide(template))


def _guide(template: ReportTemplate) -> list[list[str]]:
    return [[section.title, section.question] for section in template.sections]


def template_button() -> rx.Component:
    """Return 'Sjabloon: Zorgrapportage', which opens the list."""
    return menu_button(rx.el.span("Sjabloon: "), TemplateState.name, TemplateState.open_choice)


def template_dialog() -> rx.Component:
    """Return the dialog with the templates, by sector, the last used one first."""
    return dialog(
        "Kies een sjabloon",
        rx.el.div(
            rx.el.div(rx.foreach(TemplateState.groups, _sector), class_name="templates"), class_name="template-choice"
        ),
        open=TemplateState.choosing,
        closable=True,
        on_close=TemplateState.close_choice,
    )


def _sector(group: rx.Var[TemplateGroup]) -> rx.Component:
    return rx.el.div(rx.el.h3(group.name), rx.foreach(group.templates, _template), key=group.name)


def _template(item: rx.Var[TemplateItem]) -> rx.Component:
    return pick(
        item.key,
        item.name,
        item.headings,
        chosen=item.key == TemplateState.key,
        on_click=TemplateState.choose(item.key),
        sheet=rx.el.span(
            rx.el.small(item.name),
            rx.foreach(item.guide, lambda part: rx.el.span(rx.el.b(part[0]), part[1], key=part[0])),
            class_name="template-sheet",
            aria_hidden=True,  # its headings are in the button's name already
        ),
    )


class StyleState(Choice, rx.State):
    """The style of the person's next concept; of one style there is no choice."""

    async def _remember(self, user: CurrentUser, key: str) -> None:
        await run_in_transaction(styles.choose, user, key)

    async def _offer(self, user: CurrentUser) -> None:
        found = await run_reading(styles.view, user)
        self.key, self.name = found.style, texts.STYLES[found.style][0]
        self.items = [ChoiceItem(key, *texts.STYLES[key]) for key in found.available]


def style_button() -> rx.Component:
    """Return 'Leesbaar', which opens the list; nothing when the engine writes in one style only."""
    return rx.cond(
        StyleState.items.length() > 1,
        menu_button(
            rx.el.span("Manier van schrijven: ", class_name="visually-hidden"), StyleState.name, StyleState.open_choice
        ),
    )


def style_dialog() -> rx.Component:
    """Return the dialog with the styles and what they mean."""
    return choice_dialog("Manier van schrijven", "Geldt voor je volgende concept.", StyleState)
