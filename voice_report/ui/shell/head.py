"""The document around every page: its head, and the components mounted once (``styles`` adds the stylesheet)."""

from collections.abc import Callable

import reflex as rx

from ...web.reflex import chunk_reload
from .. import installation
from ..kit.overlay.toast import toaster
from ..kit.scripted import page_focus
from .layout import CONTENT

#: Runs before anything else on the page: removes the secret of a mailed link from the URL, so that neither the
#: framework, which sends the URL to its server, nor the tab's history ever contains it (S10, S28). sessionStorage keeps
#: it for that page until it has been used (``islands/sign_in/auth_shell.jsx``, takeToken).
_TAKE_SECRETS = (
    '(function(){var u=new URL(location.href),p=u.searchParams,s=p.get("token")||p.get("invitation");if(!s)return;'
    'p.delete("token");p.delete("invitation");history.replaceState(history.state,"",u);'
    'try{sessionStorage.setItem("mailed:"+u.pathname.replace(/\\/$/,""),s)}catch(e){}})()'
)


#: Marks the document when cookies are off, so that a page can say that it needs them before any other script has run
#: (``pages/accounts/entry_pages.py``). Such a browser often blocks localStorage and sessionStorage too; the framework
#: would keep failing on that, so they are replaced by an in-memory storage for this page.
_WITHOUT_COOKIES = (
    'navigator.cookieEnabled||(document.documentElement.dataset.cookies="off");'
    '["localStorage","sessionStorage"].forEach(function(n){try{window[n]}catch(e){var m={};'
    "Object.defineProperty(window,n,{value:{getItem:function(k){return k in m?m[k]:null},"
    "setItem:function(k,v){m[k]=String(v)},removeItem:function(k){delete m[k]},clear:function(){m={}}}})}})"
)

#: Notes a press on a button that waits for the scripts, and Enter in its form: it is carried out once they have come
#: (``kit/form/early_press.js``), as is the last press on any other button that only a script knows. A press that began
#: before that and ended after is carried out at once. Another press, and typing, take a noted press back; one on what
#: lies over a button is none on it.
#:
#: React carries out by itself what comes once it listens, which is before the page has its effects; what it cannot
#: yet, it stops on its way down. So a press that comes back up, where React knows the document as its container, is
#: no early one.
_EARLY_PRESSES = (
    "(function(){var d=document,down;"
    'function isHeard(){return Object.keys(d).some(function(k){return k.indexOf("__reactContainer")===0})}'
    "function isIn(b,e){var r=b.getBoundingClientRect();"
    "return e.clientX>=r.left&&e.clientX<r.right&&e.clientY>=r.top&&e.clientY<r.bottom}"
    'function drop(){var b=window.earlyPress;if(b){window.earlyPress=null;b.removeAttribute("aria-busy")}}'
    'function press(b){drop();if(!b.hasAttribute("data-waiting"))return b.click();'
    'window.earlyPress=b;b.setAttribute("aria-busy","true")}'
    'd.addEventListener("pointerdown",function(e){'
    'down=[].find.call(d.querySelectorAll("[data-waiting]"),'
    "function(b){return e.target.contains(b)&&isIn(b,e)})},true);"
    'd.addEventListener("click",function(e){'
    "var b=down,t=e.target;down=null;if(e.isTrusted)drop();"
    "if(b&&isIn(b,e)&&!b.contains(t)&&t.contains(b))return press(b);"
    't=t.closest("button:not([commandfor])");if(t)window.earlyToggle=t},true);'
    'd.addEventListener("click",function(){if(isHeard())window.earlyToggle=null});'
    'd.addEventListener("keydown",function(e){var t=e.target,'
    'b=e.key==="Enter"&&!e.isComposing&&t.tagName==="INPUT"&&t.form&&t.form.querySelector("[type=submit][data-waiting]");'
    "if(b)press(b)},true);"
    'd.addEventListener("input",function(e){if(e.isTrusted)drop()},true)})()'
)


def head() -> list[rx.Component]:
    """Return the elements in the head of every page, apart from its own title and description."""
    return [
        rx.el.meta(name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
        rx.el.script(rx.Var.create(_WITHOUT_COOKIES)),
        rx.el.script(rx.Var.create(chunk_reload.SCRIPT)),
        rx.el.script(rx.Var.create(_TAKE_SECRETS)),
        rx.el.script(rx.Var.create(_EARLY_PRESSES)),
        # The first picture is whole: one of a page that has half arrived jumps.
        rx.el.link(rel="expect", href=f"#{CONTENT}", custom_attrs={"blocking": "render"}),
        rx.el.link(rel="icon", href="/favicon.svg", type="image/svg+xml"),
        rx.el.link(rel="manifest", href="/site.webmanifest"),
        rx.el.link(rel="apple-touch-icon", href="/icon-180.png"),
        rx.el.meta(name="theme-color", content="#FBFAF6", custom_attrs={"media": "(prefers-color-scheme: light)"}),
        rx.el.meta(name="theme-color", content="#101A19", custom_attrs={"media": "(prefers-color-scheme: dark)"}),
        rx.el.meta(name="application-name", content=installation.name()),
    ]


def wraps() -> dict[tuple[int, str], Callable[[bool], rx.Component | None]]:
    """Return the components mounted once around every page: the toaster and the focus management."""
    return {
        (6, "Toaster"): lambda stateful: rx.fragment(toaster()) if stateful else None,
        (4, "PageFocus"): lambda stateful: rx.fragment(page_focus()),
    }
