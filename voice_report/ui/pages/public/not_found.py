"""The 404 page, for unknown URLs."""

import reflex as rx

from ... import installation
from ...kit import link_button
from ...kit.display.markup import drawing
from ...shell import routes
from ...shell.layout import main, public_shell
from ...shell.session import SessionState

_DESCRIPTION = "Deze pagina bestaat niet."

_ART = (
    '<g class="art-coral"><path d="M5 25V35M15 19V41M25 11V49M35 17V43"/></g>'
    '<g class="art-faint"><path d="M50 30H54M68 30H72M86 30H90"/></g><g class="art-petrol"><path d="M104 30H146"/></g>'
)


def not_found() -> rx.Component:
    """Return the 404 page: nothing here, with links to other pages."""
    return public_shell(
        main(
            rx.el.div(
                drawing(_ART, width=150, height=60, class_name="strokes art", stroke_width=5),
                rx.el.h1("Deze pagina bestaat niet", class_name="title"),
                rx.el.p("Misschien is het adres verkeerd getypt of is de pagina verhuisd.", class_name="lead"),
                rx.el.div(
                    link_button("Naar de startpagina", href=routes.HOME, variant="primary"),
                    rx.cond(
                        SessionState.signed_in,
                        link_button("Naar het dashboard", href=routes.DASHBOARD, variant="plain"),
                        link_button("Inloggen", href=routes.LOGIN, variant="plain"),
                    ),
                    class_name="row",
                ),
                class_name="page lost",
            )
        )
    )


def _title() -> str:
    return f"Pagina niet gevonden – {installation.name()}"


def before_scripts() -> rx.Component:
    """Return the static version of this page, sent for unknown URLs; the framework would send none."""
    return rx.fragment(
        rx.el.title(_title()),
        rx.el.meta(name="description", content=_DESCRIPTION),
        rx.el.meta(name="robots", content="noindex"),
        not_found(),
    )


def register(app: rx.App) -> None:
    app.add_page(
        not_found,
        route="404",
        title=_title(),
        description=_DESCRIPTION,
        on_load=SessionState.greet,
        meta=[rx.el.meta(name="robots", content="noindex")],
    )
