#!/usr/bin/python3
"""WebKit in a bare window as wide as a phone, for its own driver; MiniBrowser's is wider.

Needs Debian's ``python3-gi`` and ``gir1.2-webkit2-4.1``, so the system's Python runs it (``engine_pictures.py``).
"""

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

NAME, WIDTH, HEIGHT = "narrow", 390, 844


def main() -> None:
    context = WebKit2.WebContext.new_ephemeral()
    context.set_automation_allowed(True)

    def begin(_context: WebKit2.WebContext, session: WebKit2.AutomationSession) -> None:
        known = WebKit2.ApplicationInfo()
        known.set_name(NAME)
        session.set_application_info(known)
        session.connect("create-web-view", show)

    def show(_session: WebKit2.AutomationSession) -> WebKit2.WebView:
        view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
        window = Gtk.Window(default_width=WIDTH, default_height=HEIGHT)
        window.add(view)
        window.show_all()
        return view

    context.connect("automation-started", begin)
    Gtk.main()


if __name__ == "__main__":
    main()
