"""The page: the organization's balance, its purchases, and the ledger of its credits."""

import reflex as rx

from .....core import texts
from .....services.shared import step_up_reasons
from .....services.shared.identity import ADMIN
from ....islands.sign_in.factors.step_up import step_up_download
from ....kit import button, empty_state, error_state, link_button
from ....shell import routes
from ....shell.layout import back_to_admin, main, member_shell, page_head
from ....shell.paged_list import rows_or_empty
from ....shell.session import SessionState
from ...platform.words import marks
from .state import BookkeepingState, EntryItem, LedgerState, PurchaseItem, PurchasesState

TITLE = "Betalingen en credits"


def books() -> rx.Component:
    return member_shell(
        rx.cond(BookkeepingState.no_choice & BookkeepingState.loaded, _choose_first(), _books()),
        ready=BookkeepingState.loaded | BookkeepingState.failed,
        section=routes.ADMIN,
    )


def _books() -> rx.Component:
    return main(
        page_head(TITLE, rx.el.p(rx.el.bdi(BookkeepingState.standing.name)), back=back_to_admin()),
        rx.el.div(
            rx.cond(
                BookkeepingState.loaded,
                rx.fragment(_standing(), _purchases(), _ledger()),
                error_state("Kon de betalingen niet laden. Probeer het later opnieuw.", BookkeepingState.load),
            ),
            class_name="page books",
        ),
    )


def _choose_first() -> rx.Component:
    """Return the page for a platform admin without a chosen organization: its card has the link to this page."""
    return main(
        page_head(TITLE, rx.el.p("Kies bij Platform Admin van welke organisatie je de betalingen wilt zien.")),
        rx.el.div(link_button("Platform Admin", href=routes.PLATFORM_ADMIN), class_name="page"),
    )


def _standing() -> rx.Component:
    shown = BookkeepingState.standing
    return rx.el.section(
        rx.el.div(
            rx.el.div(rx.el.h2("Saldo", class_name="label"), marks(shown.marks), class_name="row"),
            rx.el.p(shown.amount, rx.cond(shown.unit != "", rx.el.small(" ", shown.unit)), class_name="amount num"),
            rx.foreach(shown.notes, lambda note: rx.el.p(note, class_name="soft")),
        ),
        rx.cond(SessionState.role == ADMIN, link_button("Koop credits", href=routes.PRICING, variant="primary")),
        class_name="card pad standing",
    )


def _purchases() -> rx.Component:
    return rx.el.section(
        rx.el.h2("Aankopen", id="aankopen", class_name="subheading"),
        rows_or_empty(
            PurchasesState,
            _table(
                "Aankopen, nieuwste eerst",
                ("Datum", "Pakket", "Bedrag", "Credits", "Status", "Bon of factuur"),
                rx.foreach(PurchasesState.items, _purchase),
                "purchases",
            ),
            empty_state("Nog niets gekocht", "Elke betaling komt hier te staan, met de bon erbij.", art="archive"),
            "aankopen",
        ),
        class_name="stack",
        aria_labelledby="aankopen",
    )


def _purchase(item: rx.Var[PurchaseItem]) -> rx.Component:
    return rx.el.tr(
        rx.el.td(item.when),
        rx.el.td(item.package),
        rx.el.td(item.amount, _note(item.returned)),
        rx.el.td(item.credits, _note(item.reversed)),
        rx.el.td(rx.el.span(item.state.words, class_name="badge " + item.state.tone)),
        rx.el.td(
            rx.cond(
                item.paper != "",
                button(
                    rx.cond(BookkeepingState.opening == item.id, texts.LOADING, item.paper),
                    variant="plain",
                    size="small",
                    disabled=BookkeepingState.opening != "",
                    aria_label=item.paper_name,
                    on_click=BookkeepingState.open_receipt(item.id),
                ),
            )
        ),
        key=item.id,
    )


def _ledger() -> rx.Component:
    return rx.el.section(
        rx.el.div(
            rx.el.h2("Verloop van de credits", id="verloop", class_name="subheading"),
            link_button(  # a plain browser link: it is a file, not a page
                "Downloaden als CSV",
                href=BookkeepingState.export_href,
                size="small",
                icon_name="download",
                custom_attrs=step_up_download(step_up_reasons.LEDGER),
            ),
            class_name="row between",
        ),
        rows_or_empty(
            LedgerState,
            _table(
                "Verloop van de credits, nieuwste eerst",
                ("Moment", "Wat", "Wie", "Bij of af", "Saldo"),
                rx.foreach(LedgerState.items, _entry),
                "changes",
            ),
            empty_state("Nog geen credits bij of af", "Elke credit die erbij komt of gebruikt wordt, staat hier."),
            "verloop van de credits",
        ),
        class_name="stack",
        aria_labelledby="verloop",
    )


def _entry(item: rx.Var[EntryItem]) -> rx.Component:
    return rx.el.tr(
        rx.el.td(item.when),
        rx.el.td(item.what, _note(item.missing)),
        rx.el.td(item.person),
        rx.el.td(item.change, class_name=rx.cond(item.gain, "gain", "")),
        rx.el.td(item.balance),
        key=item.id,
    )


def _note(words: rx.Var[str]) -> rx.Component:
    return rx.cond(words != "", rx.el.span(words, class_name="quiet"))


def _table(caption: str, head: tuple[str, ...], rows: rx.Component, class_name: str) -> rx.Component:
    return rx.el.table(
        rx.el.caption(caption, class_name="visually-hidden"),
        rx.el.thead(rx.el.tr(*(rx.el.th(words, scope="col") for words in head))),
        rx.el.tbody(rows),
        class_name=f"card money {class_name} num",
    )
