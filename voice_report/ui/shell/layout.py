"""The frame around every page: header, navigation, footer, and the document's head.

A signed-in page shows 'Laden...' until its guard has run, and 'Toegang Geweigerd'
to users without the right to see it; the handlers behind it check the rights again themselves.
"""

from collections.abc import Callable
from typing import Any

import reflex as rx
from reflex_components_core.react_router.dom import ReactRouterLink

from ...core import texts
from ...services.shared.identity import ADMIN, PLATFORM_ADMIN
from .. import installation
from ..islands.recorder import kept_sound_watch
from ..islands.sign_in.factors.step_up import step_up
from ..kit import (
    button,
    icon,
    link,
    link_button,
    loading_page,
    log_out_item,
    notice,
    notice_actions,
    side_menu,
    theme_toggle,
    user_menu,
)
from ..kit.display.markup import brand
from ..kit.scripted import connection_notice, keep_step, shortcuts, shortcuts_item, skip_link, this_year
from . import routes
from .page_state import PageState
from .session import SessionState, begins

_ABOUT = "Van gesproken notitie naar verzorgde rapportage, voor iedereen die zorg geeft."
CONTENT = "inhoud"


def page(
    app: rx.App,
    route: str,
    component: Callable[[], rx.Component],
    title: str,
    *on_load: Any,
    description: str = _ABOUT,
    indexed: bool = True,
) -> None:
    """Add a page with its title, description, canonical link and Open Graph tags; ``indexed``: robots may index it."""
    name = installation.name()
    address = f"{installation.address()}{route}"
    meta: list[Any] = [
        rx.el.link(rel="canonical", href=address),
        *(
            rx.el.meta(custom_attrs={"property": f"og:{key}"}, content=content)
            for key, content in (("type", "website"), ("site_name", name), ("locale", "nl_NL"), ("url", address))
        ),
        rx.el.meta(custom_attrs={"property": "og:title"}, content=title),
    ]
    if not indexed:
        meta.append(rx.el.meta(name="robots", content="noindex"))
    app.add_page(
        component,
        route=route,
        title=title if name in title else f"{title} – {name}",
        description=description,
        image=f"{installation.address()}/og.png",
        on_load=list(on_load),
        meta=meta,
    )


def public_shell(*content: rx.Component, class_name: str = "", flush: bool = False) -> rx.Component:
    """Put the header and footer around a public page; ``flush``: no space above the footer."""
    header = _header(
        rx.cond(SessionState.signed_in, _account(), _invitation()),
        rx.cond(SessionState.signed_in, SessionState.name, "Menu"),
        rx.cond(SessionState.signed_in, _member_links(), _visitor_links()),
        rx.cond(SessionState.signed_in, _member_links(in_side_menu=True), _visitor_links()),
        rx.cond(SessionState.signed_in, _side_account()),
    )
    return _shell(header, *content, class_name=class_name, flush=flush)


def member_shell(
    *content: rx.Component,
    class_name: str = "",
    ready: Any = True,
    needs_organization: bool = False,
    section: str = "",
) -> rx.Component:
    """Put the header and footer around a page behind the login; a refusal by its guard replaces the page.

    'Laden...' stays until ``ready``, so that the page appears complete, without layout shifts. ``needs_organization``:
    users without an organization see that instead of the page (decisions/0014). ``section`` is the page
    that this one belongs to: its menu item is marked as current.
    """
    shown = rx.cond(SessionState.signed_in & ready, 2, 0)
    if needs_organization:
        shown = rx.cond(SessionState.signed_in & ~SessionState.has_organization, 4, shown)
    links, side_links = _member_links(section), _member_links(section, in_side_menu=True)
    side = rx.fragment(_side_account(), shortcuts_item())
    header = _header(_account(), SessionState.name, links, side_links, side)
    return _shell(
        header,
        # Stays mounted while a restarted server does not know the user yet: unmounting would stop a recording.
        keep_step(
            rx.el.main(loading_page(), id=CONTENT),
            rx.fragment(*content, step_up(SessionState.has_factor), shortcuts()),
            main(
                page_head("Toegang Geweigerd", rx.el.p(SessionState.denied, role="alert")),
                rx.el.div(link_button("Terug naar de startpagina", href=routes.HOME), class_name="page"),
            ),
            _without_organization() if needs_organization else rx.fragment(),
            step=rx.cond(SessionState.denied != "", 3, shown),
            visit=PageState.visit,
        ),
        class_name=class_name,
    )


def main(*content: rx.Component, class_name: str = "") -> rx.Component:
    """Return the page's ``main`` element, the target of the skip link."""
    return rx.el.main(*content, id=CONTENT, class_name=class_name)


def page_head(title: Any, *below: rx.Component, back: rx.Component | None = None) -> rx.Component:
    """Return the page's only h1 and the elements that belong to it; ``back`` is a ``way_back`` above it."""
    above = [] if back is None else [back]
    return rx.el.div(*above, rx.el.h1(title, class_name="title"), *below, class_name="page-head page")


def way_back(words: str, href: Any) -> rx.Component:
    """Return the link to the page that a page belongs to."""
    return link(icon("back"), words, href=href, class_name="way-back")


def back_to_start() -> rx.Component:
    """Return the way back from a page that belongs to no other: to the dashboard, or for platform admins to theirs."""
    return rx.cond(
        SessionState.role == PLATFORM_ADMIN,
        way_back("Terug naar Platform Admin", routes.PLATFORM_ADMIN),
        way_back("Terug naar dashboard", routes.DASHBOARD),
    )


def back_to_admin() -> rx.Component:
    """Return the way back from a page that belongs to Admin, or for platform admins to theirs."""
    return rx.cond(
        SessionState.role == PLATFORM_ADMIN,
        way_back("Terug naar Platform Admin", routes.PLATFORM_ADMIN),
        way_back("Terug naar Admin", routes.ADMIN),
    )


def save_row(is_admin: rx.Var[bool] | bool = True) -> rx.Component:
    """Return the foot of a form that administrators save, which says that the change is in the trail; others read who
    can change it."""
    row = rx.el.div(
        button("Opslaan", variant="primary", type="submit"),
        rx.el.p("Je wijziging komt in het logboek.", class_name="quiet"),
        class_name="save-row",
    )
    if is_admin is True:
        return row
    return rx.cond(is_admin, row, rx.el.p("Een beheerder van jullie organisatie kan dit wijzigen.", class_name="quiet"))


def settings_card(
    title: str,
    about: rx.Component | rx.Var[str] | str,
    *fields: rx.Component,
    anchor: str,
    state: type[rx.State],
    on_submit: Any,
    kind: str = "",
    is_admin: rx.Var[bool] | bool = True,
) -> rx.Component:
    """Return a card with a form of settings. ``state.round`` changes when the fields are to show again what is stored;
    ``is_admin``: as of ``save_row``."""
    return rx.el.section(
        rx.el.h2(title, id=anchor, class_name="subheading"),
        rx.el.p(about, class_name="card-text"),
        rx.el.form(
            *fields,
            save_row(is_admin),
            key=state.round.to(str),
            on_submit=on_submit,
            no_validate=True,
            class_name=f"form {kind}",
        ),
        class_name="card pad",
        aria_labelledby=anchor,
    )


def to_logbook(*besides: rx.Component) -> rx.Component:
    """Return the link to the audit trail, with related elements, for the heads of the administrators' pages."""
    return rx.el.div(*besides, link_button("Logboek", href=routes.LOGBOOK, size="small"), class_name="row")


def archive_off() -> str:
    """Return the sentence for an organization that may not save to the archive."""
    return f"Het archief staat uit. Vraag ernaar via {installation.contact()}."


def free_reports() -> rx.Component:
    """Tell a visitor what a new organization may make for nothing, where this installation gives that."""
    words = rx.el.span(installation.free_reports())  # where it is empty, the paragraph is not shown (layout.css)
    return rx.cond(SessionState.signed_in, rx.fragment(), rx.el.p(icon("check"), words, class_name="free"))


def _shell(header: rx.Component, *content: rx.Component, class_name: str, flush: bool = False) -> rx.Component:
    return rx.el.div(
        header,
        connection_notice(),
        kept_sound_watch(user_key=SessionState.user_key),
        *content,
        _footer(flush),
        class_name=f"shell {class_name}".strip(),
    )


def without_organization() -> rx.Component:
    """Say that this page needs an organization, with a link to the page of platform admins, who have none."""
    return notice(
        "Je account hoort niet bij een organisatie",
        rx.el.p("Opnemen, bewaren en kopen doe je vanuit een organisatie. Als platform admin beheer je die zelf."),
        notice_actions(link_button("Naar Platform Admin", href=routes.PLATFORM_ADMIN, variant="plain", size="small")),
        tone="petrol",
        icon_name="settings",
    )


def _without_organization() -> rx.Component:
    return main(
        page_head("Deze pagina hoort bij een organisatie"), rx.el.div(without_organization(), class_name="page")
    )


def _header(
    account: rx.Component, heading: Any, links: rx.Component, side_links: rx.Component, side_account: rx.Component
) -> rx.Component:
    return rx.el.header(
        skip_link(words="Naar de inhoud", target=CONTENT),
        rx.el.div(
            brand(),
            rx.el.nav(links, class_name="nav", aria_label="Hoofdmenu"),
            theme_toggle(),
            account,
            side_menu(
                rx.el.nav(side_links, aria_label="Menu"),
                rx.el.hr(),
                side_account,
                link(icon("question"), "Hulp", href=routes.HELP, class_name=""),
                theme_toggle(words=True),
                rx.cond(SessionState.signed_in, log_out_item(user_key=SessionState.user_key)),
                heading=heading,
            ),
            class_name="page",
        ),
        class_name="header",
    )


class _NavLink(ReactRouterLink):
    """A link that marks itself as current (``aria-current``) while its page is on screen."""

    tag = "NavLink"
    alias = "NavLink"

    end: rx.Var[bool]


def _nav_link(words: str, href: str, *, lit: bool = False, **props: Any) -> rx.Component:
    if lit:
        return link(words, href=href, class_name="", custom_attrs={"aria-current": "true"})
    return _NavLink.create(words, to=href, end=href == routes.HOME, **props)


def _visitor_links() -> rx.Component:
    return rx.fragment(
        _nav_link("Home", routes.HOME),
        _nav_link("Prijzen", routes.PRICING),
        _nav_link("Testen", routes.REGISTER),
        _nav_link("Inloggen", routes.LOGIN),
    )


def _member_links(section: str = "", *, in_side_menu: bool = False) -> rx.Component:
    """Return the links of a signed-in member, those of the daily work first."""
    admin, start = section == routes.ADMIN, section == routes.DASHBOARD
    return rx.fragment(
        rx.cond(
            SessionState.role == PLATFORM_ADMIN,
            _nav_link("Platform Admin", routes.PLATFORM_ADMIN, lit=admin),
            _nav_link("Dashboard", routes.DASHBOARD, lit=start),
        ),
        _work_links() if in_side_menu else rx.fragment(),
        rx.cond(SessionState.role == ADMIN, _nav_link("Admin", routes.ADMIN, lit=admin)),
        _nav_link("Prijzen", routes.PRICING),
        _nav_link("Home", routes.HOME),
    )


def _work_links() -> rx.Component:
    """Return the links that only the side menu has."""
    links = rx.fragment(
        _nav_link("Nieuwe rapportage", routes.NEW_REPORT, custom_attrs=begins()),
        _nav_link("Klaar om te kopiëren", routes.READY),
        _nav_link("Concepten", routes.DRAFTS),
        _nav_link("Dossier", routes.DOSSIER),
        _nav_link("Woordenlijst", routes.WORDS),
    )
    return rx.cond(SessionState.has_organization, links)


def _invitation() -> rx.Component:
    return rx.fragment(
        link_button("Bekijk Prijzen", href=routes.PRICING, variant="plain", size="small", class_name="wide"),
        link_button("Inloggen", href=routes.LOGIN, variant="secondary", size="small"),
    )


def _account() -> rx.Component:
    return rx.fragment(
        rx.cond(SessionState.has_credits, _credits_badge()),
        rx.cond(
            SessionState.signed_in,
            user_menu(
                name=SessionState.name,
                initials=SessionState.initials,
                account_href=routes.ACCOUNT,
                user_key=SessionState.user_key,
                offline_page=SessionState.offline_page,
            ),
        ),
    )


def _credits_badge() -> rx.Component:
    look = rx.cond(SessionState.no_credits, "credits none num", "credits num")
    return link(icon("ticket"), SessionState.credits_text, href=routes.PRICING, class_name=look)


def _side_account() -> rx.Component:
    return link(icon("settings"), "Accountinstellingen", href=routes.ACCOUNT, class_name="")


def _footer(flush: bool) -> rx.Component:
    name, mail = installation.name(), installation.contact()
    return rx.el.footer(
        rx.el.div(
            rx.el.div(
                rx.el.div(brand(), rx.el.p(texts.TAGLINE, class_name="tagline"), rx.el.p(_ABOUT)),
                rx.el.div(
                    rx.el.h2("Juridisch"),
                    rx.el.ul(
                        rx.el.li(link("Privacyverklaring", href=routes.PRIVACY, class_name="")),
                        rx.el.li(link("Algemene voorwaarden", href=routes.TERMS, class_name="")),
                    ),
                ),
                rx.el.div(
                    rx.el.h2("Contact"),
                    rx.el.a(mail, href=f"mailto:{mail}", class_name="mail"),
                    rx.el.p("Vragen? We antwoorden binnen 48 uur."),
                    rx.el.ul(rx.el.li(link("Hulp", href=routes.HELP, class_name=""))),
                ),
                class_name="columns",
            ),
            rx.el.p("© ", this_year(), f" {name}. Alle rechten voorbehouden.", class_name="copy num"),
            class_name="page",
        ),
        class_name="footer flush" if flush else "footer",
    )
