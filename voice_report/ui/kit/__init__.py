"""The components of which pages are composed. A page does not restyle them.

Never use ``rx.link``, ``rx.button``, ``rx.text``, ``rx.icon``, ``rx.markdown`` or another themed Radix component: a
single use ships the whole Radix stylesheet. Use these, and ``rx.el.*`` for plain elements. Each component's style is
the ``.css`` file next to it; ``web/reflex/styles.py`` lists them in order.

    button(*children, variant="secondary", size="normal", full=False, icon_name=None, what="", **props)
        variant: primary secondary plain remove danger on-band band-plain; size: small normal big; ``what``: the object
        of one of many buttons with the same label (accessible name 'Verwijderen: Johanna van Dijk')
    link_button(*children, href=..., variant=..., size=..., full=..., icon_name=...)   a link that looks like a button
    link(*children, href=..., class_name="link")                    a link within our site, without a full page load
    icon_button(icon_name, label, **props)                          an icon only; ``label`` is its accessible name
    icon(name, large=False)                                         20 or 24 px; names in icon.py
    badge(words, tone="", icon_name=None)                           tone: petrol green amber coral
    notice(title, *children, tone="amber", icon_name="alert", role="status")   tone: amber coral petrol
    notice_actions(*buttons)                                        small plain buttons in a notice
    field(label, name, hint="", error="", **input_props)            error: sentence or var; id is field-{name}
    field_box(label, control, id=..., hint="", error="")            the same box around another control
    date_field(label=..., name=..., hint="", error="", default_value="")   dd-mm-jjjj, typed or from a calendar
    focus_error(round)                                              focus on the first field with an error
    search_field(label, name, on_change=..., value="")              searches during typing
    chips(label, name, options, value=..., on_change=...)           options: (value, words) or (value, words, icon)
    password_field(label=..., name=..., auto_complete=..., hint="", error="", required=False)
    select(label, name, options, placeholder="", **props)           options: (value, label) pairs, or a var of dicts
    combobox(label=, name=, value=, words=, options=, on_search=, on_choose=, ...)   from very many, by typing
    switch(label, name, hint="", **props)
    tabs((value, label, content), ..., label=..., value=..., on_change=...)
    dialog(title, *children, open=..., on_close=..., text="", lasting=False) and dialog_buttons(*buttons)
    dialog_form(*fields, on_submit=..., on_cancel=..., save="Opslaan")   a form with these buttons, in a dialog
    confirm_dialog(title, text, open=..., on_confirm=..., on_cancel=..., confirm="Verwijderen")
    menu_button(label, name, on_click)                              names what is chosen now, and opens the list
    pick(key, name, meaning, chosen=..., on_click=..., sheet=None)  one line of a list of your own
    tooltip(child, text)
    empty_state(title, sentence, *actions, art="voice")             art: voice archive None
    error_state(sentence, on_retry)                                 with 'Opnieuw proberen'
    skeleton(), loading_page()                                      'Laden...'
    paper(markdown, heading="", date="", author="", streaming=False)   the report; HTML in it is shown as plain text
    drawing(shapes, width=..., height=..., class_name=...)          our own inline drawings

Toasts: ``await show_toast(state, title, description="", destructive=False)`` from ``kit.overlay.toast``. In JavaScript:
``import { showToast } from "$/public/external/voice_report/ui/kit/overlay/toast.jsx"``; icons likewise from
``.../kit/display/icon.jsx`` (``<Icon name="mic" large />``).
"""

from .display.icon import icon
from .display.markup import brand, drawing
from .display.notice import badge, empty_state, error_state, loading_page, notice, notice_actions, skeleton
from .form.button import button, icon_button, link, link_button
from .form.field import chips, field, field_box, search_field, select, switch
from .overlay.choice import menu_button, pick
from .overlay.dialog import confirm_dialog, dialog, dialog_buttons, dialog_form
from .overlay.toast import ToastState, show_toast, toaster
from .scripted import (
    combobox,
    date_field,
    focus_error,
    log_out_item,
    paper,
    password_field,
    side_menu,
    tabs,
    theme_toggle,
    tooltip,
    user_menu,
)

__all__ = [
    "ToastState", "badge", "brand", "button", "chips", "combobox", "confirm_dialog", "date_field", "dialog",
    "dialog_buttons", "dialog_form", "drawing", "empty_state", "error_state", "field", "field_box", "focus_error",
    "icon", "icon_button", "link", "link_button", "loading_page", "log_out_item", "menu_button", "notice",
    "notice_actions", "paper", "password_field", "pick", "search_field", "select", "show_toast", "side_menu",
    "skeleton", "switch", "tabs", "theme_toggle", "toaster", "tooltip", "user_menu",
]  # fmt: skip
