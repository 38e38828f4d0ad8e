"""The view of /klaar: what waits for a dictation, what is being written, and the fields that are copied."""

import reflex as rx
from reflex_components_core.core.banner import has_connection_errors

from ...islands.copying import copy_fields
from ...kit import button, drawing, error_state, icon, link_button, notice, notice_actions
from ...scripts import component
from ...shell import routes
from ...shell.layout import main, member_shell, page_head
from ...shell.session import SessionState, begins
from .phone_code import on_phone
from .profile_choice import ProfileState, profile_button, profile_dialog
from .ready import ReadyState

#: Shows its children, unless the page was not touched for ten minutes: then what has ``text`` is covered, and is not in
#: the page. ``headings`` are [title, ...]. ``lost``: the connection is. ``on_look(seen)`` tells whether the tab is on
#: the screen, whenever that is not what the server knows (``seen``).
cover = component(
    "pages/reports/cover.jsx", "Cover", base=rx.NoSSRComponent, text=bool, headings=list[list[str]], lost=bool,
    seen=bool, on_look=rx.event.passthrough_event_spec(bool),
).create  # fmt: skip

_STROKES = (
    '<path class="art-coral" d="M6 20v16M18 8v40M30 16v24"/><path class="art-petrol" d="M46 12h56M46 28h68M46 44h34"/>'
)
_TODAY = "eerder-vandaag"


def ready_page() -> rx.Component:
    return member_shell(
        main(
            page_head(
                "Klaar om te kopiëren",
                rx.el.p("Wat je op je telefoon dicteert, verschijnt hier vanzelf.", class_name="on-wide"),
                rx.el.p("Wat je dicteert, staat hier klaar. Ook op de pc.", class_name="on-narrow"),
            ),
            rx.el.div(
                rx.el.div(
                    _newer(),
                    rx.cond(ReadyState.title != "", _head()),
                    cover(
                        rx.cond(
                            ReadyState.loaded,
                            rx.cond(
                                ReadyState.is_written,
                                _being_written(),
                                rx.cond(ReadyState.report != "", _fields(), _awaits()),
                            ),
                            rx.cond(
                                ReadyState.failed, error_state("Kon je rapportages niet laden.", ReadyState.look(True))
                            ),
                        ),
                        text=ReadyState.report != "",
                        headings=ReadyState.headings,
                        lost=has_connection_errors,
                        seen=ReadyState.is_seen,
                        on_look=ReadyState.look,
                    ),
                    class_name="ready-main",
                ),
                rx.cond(ReadyState.others.length() > 0, _others()),
                class_name="ready page",
            ),
            profile_dialog(),
        ),
        needs_organization=True,
        section=routes.DASHBOARD,
    )


def _head() -> rx.Component:
    return rx.el.div(
        rx.el.h2(rx.el.bdi(ReadyState.title), class_name="heading"),
        rx.el.p(ReadyState.when, class_name="quiet num"),
        class_name="client-head",
    )


def _fields() -> rx.Component:
    return rx.fragment(
        rx.el.div(profile_button(), class_name="prepare"),
        copy_fields(
            key=ReadyState.draft_id,
            report_id=ReadyState.draft_id,
            markdown=ReadyState.report,
            mark=ReadyState.mark,
            headings=ReadyState.headings,
            profile=ProfileState.profile,
            stored=ReadyState.copied_fields,
            is_draft=True,
            empty=SessionState.copies_empty,
            next="Openen",
            on_copied=ReadyState.field_copied,
            on_next=ReadyState.open,
            on_points=ReadyState.open,
        ),
    )


def _newer() -> rx.Component:
    return rx.cond(
        ReadyState.newer != "",
        notice(
            "Er is een nieuwe rapportage klaar",
            rx.el.p(rx.el.bdi(ReadyState.newer_title)),
            notice_actions(
                button("Toon die", variant="plain", size="small", on_click=ReadyState.choose(ReadyState.newer))
            ),
            tone="petrol",
            icon_name="copy",
        ),
    )


def _being_written() -> rx.Component:
    return rx.el.section(
        rx.el.p("Wordt geschreven...", class_name="subheading"),
        rx.el.span(rx.el.i(), rx.el.i(), rx.el.i(), rx.el.i(), class_name="dashes", aria_hidden=True),
        rx.el.p("De koppen verschijnen hier als het verslag af is.", class_name="soft"),
        class_name="card pad being-written",
        role="status",
    )


def _awaits() -> rx.Component:
    return rx.el.section(
        rx.el.div(
            drawing(_STROKES, width=120, height=56, class_name="strokes art", stroke_width=5),
            rx.el.h2("Wacht op je dictaat", class_name="heading"),
            rx.el.p(
                "Dicteer met je telefoon. Zodra je verslag af is, staat het hier, per kop, klaar om te plakken.",
                class_name="soft on-wide",
            ),
            rx.el.p(
                "Houd deze pagina open op de pc. Wat je hier dicteert, staat daar zodra het af is.",
                class_name="soft on-narrow",
            ),
            link_button(
                "Nieuwe rapportage",
                href=routes.NEW_REPORT,
                variant="primary",
                size="big",
                full=True,
                icon_name="mic",
                class_name="on-narrow",
                custom_attrs=begins(),
            ),
            class_name="await-words",
        ),
        on_phone(ReadyState.code),
        class_name="card await",
    )


def _others() -> rx.Component:
    def row(item: rx.Var) -> rx.Component:
        return rx.el.li(
            rx.el.button(
                rx.el.span(rx.el.b(rx.el.bdi(item.title)), rx.el.span(item.about, class_name="num")),
                icon("right"),
                type="button",
                class_name="client-row",
                on_click=ReadyState.choose(item.id),
            ),
            key=item.id,
        )

    return rx.el.section(
        rx.el.h2("Eerder vandaag", class_name="side-title", id=_TODAY),
        rx.el.ul(rx.foreach(ReadyState.others, row), class_name="client-list"),
        class_name="ready-side",
        aria_labelledby=_TODAY,
    )
