"""The document around every page: its head, and what is mounted once (the stylesheet is in ``styles``)."""

from collections.abc import Callable

import reflex as rx

from ..config import settings
from . import chunk_reload
from .components.page_focus import page_focus
from .components.toast import toaster

#: Runs before anything else on the page: the secret of a mailed link leaves the address, so that neither the framework,
#: which tells its server the address, nor the tab's history ever has it (S10, S28). The tab's own memory holds it for
#: that page, until it was used (``pages/door.jsx``, takeToken).
_TAKE_SECRETS = (
    '(function(){var u=new URL(location.href),p=u.searchParams,s=p.get("token")||p.get("invitation");if(!s)return;'
    'p.delete("token");p.delete("invitation");history.replaceState(history.state,"",u);'
    'try{sessionStorage.setItem("mailed:"+u.pathname.replace(/\\/$/,""),s)}catch(e){}})()'
)


#: A page can say that it needs cookies before any other script has run (``pages/door.py``). A browser without them
#: often refuses the other kinds of memory too; the framework, which would fail over and over, gets one for the page.
_WITHOUT_COOKIES = (
    'navigator.cookieEnabled||(document.documentElement.dataset.cookies="off");'
    '["localStorage","sessionStorage"].forEach(function(n){try{window[n]}catch(e){var m={};'
    "Object.defineProperty(window,n,{value:{getItem:function(k){return k in m?m[k]:null},"
    "setItem:function(k,v){m[k]=String(v)},removeItem:function(k){delete m[k]},clear:function(){m={}}}})}})"
)


def head() -> list[rx.Component]:
    """Return what stands in the head of every page, besides its own title and description."""
    return [
        rx.el.meta(name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
        rx.el.script(rx.Var.create(_WITHOUT_COOKIES)),
        rx.el.script(rx.Var.create(chunk_reload.SCRIPT)),
        rx.el.script(rx.Var.create(_TAKE_SECRETS)),
        rx.el.link(rel="icon", href="/favicon.svg", type="image/svg+xml"),
        rx.el.link(rel="manifest", href="/site.webmanifest"),
        rx.el.link(rel="apple-touch-icon", href="/icon-180.png"),
        rx.el.meta(name="theme-color", content="#FBFAF6", custom_attrs={"media": "(prefers-color-scheme: light)"}),
        rx.el.meta(name="theme-color", content="#101A19", custom_attrs={"media": "(prefers-color-scheme: dark)"}),
        rx.el.meta(name="application-name", content=settings().app_name),
    ]


def wraps() -> dict[tuple[int, str], Callable[[bool], rx.Component | None]]:
    """Return what is mounted once, around every page: the place where toasts appear, and what moves the focus."""
    return {
        (6, "Toaster"): lambda stateful: rx.fragment(toaster()) if stateful else None,
        (4, "PageFocus"): lambda stateful: rx.fragment(page_focus()),
    }
