"""The card 'Altijd of nooit vervangen' on /privacy-beheer: the words of an organization in text that leaves."""

from dataclasses import dataclass
from typing import Any, ClassVar

import reflex as rx

from ....db.session import reading, run_in_transaction, run_reading
from ....errors import Conflict, Invalid
from ....services.shared import step_up_reasons
from ....services.shared.identity import ADMIN, CurrentUser, require_step_up
from ....services.shared.pagination import Page
from ....services.vocabulary import masking_words
from ....services.vocabulary.masking_words import MaskingWordView, Rule
from ...kit import button, chips, dialog, dialog_form, field, icon_button, show_toast
from ...shell.actions import action
from ...shell.confirmation import DelicateConfirmation, confirmation
from ...shell.paged_list import FormedList, rows_or_empty, search_box
from ...shell.session import current_user

_AT_ONCE = 20
_FIELD = 4 * masking_words.MAX_WORD + 1  # characters that are read of a field: one more than may be
_NEXT = "Geldt vanaf het volgende concept."


@dataclass
class MaskingWordItem:
    """A word in the list; also the first value of the form."""

    id: str = ""
    word: str = ""
    added_by: str = ""


class MaskingWordsState(DelicateConfirmation, FormedList, rx.State):
    """The list that is shown (``rule``), and the word in the form or in the question."""

    _roles: ClassVar[tuple[str, ...]] = ()
    _reason: ClassVar[str] = step_up_reasons.PRIVACY

    items: list[MaskingWordItem] = []
    rule: str = "replace"
    form: MaskingWordItem = MaskingWordItem()
    error: str = ""
    _version: int = 0
    _asked_version: int = 0

    @action
    async def show(self, rule: str):
        """Show 'Altijd vervangen', or 'Nooit vervangen'."""
        user = await current_user(self)
        self.rule = _rule(rule)
        await self._show_another(user)

    @action
    async def start(self):
        self._admit(await current_user(self, ADMIN))
        self._open_form(MaskingWordItem())

    @action
    async def edit(self, word_id: str):
        """Open the form with a word as it is stored now."""
        user = await current_user(self, ADMIN)
        self._admit(user)
        found = await _stored(user, word_id)
        self._version = found.version
        self._open_form(_item(found))

    @action
    async def save(self, form: dict[str, Any]):
        """Add or change the word in the form; what was typed stays as long as something is wrong."""
        user = await current_user(self, ADMIN)
        require_step_up(user, step_up_reasons.PRIVACY)  # first: the press is repeated after the code
        if not self.open:
            return  # a double click: already saved
        word = str(form.get("maskingWord", ""))[:_FIELD]
        try:
            if self.form.id:
                change = masking_words.change
                await run_in_transaction(change, user, self.form.id, word, version=self._version)
            else:
                await run_in_transaction(masking_words.add, user, word, _rule(self.rule))
        except (Invalid, Conflict) as error:
            if error.code == "stale_version":
                raise
            self.error = error.message
            return
        self.open = False
        await self._read(user)
        await show_toast(self, "Woord gewijzigd" if self.form.id else "Woord toegevoegd", _NEXT)

    async def _name_of(self, item_id: str) -> str | None:
        found = await _stored(await current_user(self, ADMIN), item_id)
        self._asked_version = found.version
        return found.word

    async def _perform(self, user: CurrentUser, item_id: str) -> None:
        try:
            await run_in_transaction(masking_words.remove, user, item_id, version=self._asked_version)
        finally:
            await self._read(user)
        await show_toast(self, "Woord verwijderd", _NEXT)

    async def _page(self, user: CurrentUser, after: str | None) -> Page[MaskingWordItem]:
        rule = _rule(self.rule)
        async with reading() as session:
            if after is None:
                self.is_admin = user.role == ADMIN
                self.count = await masking_words.count_words(session, user, rule)
            page = await masking_words.list_words(session, user, rule, query=self.query, after=after, limit=_AT_ONCE)
        return page.map(_item)

    def _open_form(self, form: MaskingWordItem) -> None:
        self.form, self.error = form, ""
        self._show_form()


async def _stored(user: CurrentUser, word_id: str) -> MaskingWordView:
    return await run_reading(masking_words.get_word, user, str(word_id))


def _rule(value: str) -> Rule:
    return "keep" if value == "keep" else "replace"


def _item(view: MaskingWordView) -> MaskingWordItem:
    return MaskingWordItem(id=str(view.id), word=view.word, added_by=view.added_by)


def masking_words_card() -> rx.Component:
    """Return the card, with its form and its question."""
    state = MaskingWordsState
    is_kept = state.rule == "keep"
    return rx.el.section(
        rx.el.div(
            rx.el.h2("Altijd of nooit vervangen", id="vervangen", class_name="subheading"),
            rx.cond(
                state.is_admin,
                button("Woord toevoegen", size="small", icon_name="plus", on_click=state.start),
            ),
            class_name="card-head",
        ),
        chips(
            "Welke lijst",
            "maskingRule",
            (("replace", "Altijd vervangen"), ("keep", "Nooit vervangen")),
            value=state.rule,
            on_change=state.show,
        ),
        rx.el.p(
            rx.cond(
                is_kept,
                "Deze woorden blijven staan in tekst naar een taalmodel. Namen van cliënten en collega's, nummers en "
                "adressen vervangen we ook dan.",
                "Deze woorden vervangen we in alle tekst naar een taalmodel, met of zonder hoofdletter.",
            ),
            class_name="card-text",
        ),
        rx.cond(
            state.count > 0,
            search_box(
                MaskingWordsState,
                "Zoek een woord",
                id="zoek-vervangen",
                key=state.round.to(str),
                most=masking_words.MAX_WORD,
            ),
        ),
        rows_or_empty(state, _rows(), _nothing(), "woorden", small=True),
        rx.cond(
            state.loaded & ~state.is_admin,
            rx.el.p("Een beheerder van jullie organisatie kan dit wijzigen.", class_name="quiet"),
        ),
        _form(),
        confirmation(
            state,
            "Woord verwijderen?",
            rx.cond(
                is_kept,
                "‘" + state.asked_name + "’ wordt daarna vervangen als het geen gewoon woord is.",
                "‘" + state.asked_name + "’ kan daarna in tekst naar een taalmodel staan.",
            ),
        ),
        class_name="card pad masking-words",
        aria_labelledby="vervangen",
    )


def _rows() -> rx.Component:
    return rx.el.ul(rx.foreach(MaskingWordsState.items, _row), class_name="list", aria_label="Woorden")


def _row(item: rx.Var[MaskingWordItem]) -> rx.Component:
    state = MaskingWordsState
    return rx.el.li(
        rx.el.div(
            rx.el.b(rx.el.bdi(item.word)),
            rx.cond(item.added_by != "", rx.el.span("Toegevoegd door ", item.added_by, class_name="mail")),
            class_name="text",
        ),
        rx.cond(
            state.is_admin,
            rx.el.div(
                icon_button("pencil", "Wijzig " + item.word, on_click=state.edit(item.id)),
                icon_button("trash", "Verwijder " + item.word, on_click=state.ask(item.id)),
                class_name="tools",
            ),
        ),
        class_name="word-line",
        key=item.id,
    )


def _nothing() -> rx.Component:
    words = rx.cond(MaskingWordsState.query != "", "Geen woorden gevonden", "Nog geen woorden.")
    return rx.el.p(words, class_name="soft", role="status")


def _form() -> rx.Component:
    state = MaskingWordsState
    is_new = state.form.id == ""
    return dialog(
        rx.cond(is_new, rx.cond(state.rule == "keep", "Nooit vervangen", "Altijd vervangen"), "Woord wijzigen"),
        dialog_form(
            field(
                "Woord",
                "maskingWord",
                default_value=state.form.word,
                error=state.error,
                auto_complete="off",
                max_length=masking_words.MAX_WORD,
            ),
            on_submit=state.save,
            on_cancel=state.close,
            key=state.round.to(str),
        ),
        text="Geldt meteen voor iedereen in de organisatie.",
        open=state.open,
        on_close=state.close,
    )
