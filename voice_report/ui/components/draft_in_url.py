"""The draft's id in the address bar: what makes a reload, a reconnect and a server restart find the text back."""

import reflex as rx

from ..scripts import script

_JS = script("components/draft_in_url.jsx")


class DraftInUrl(rx.Component):
    """Put ``draft_id`` in the query string when it is known, and tell so; tell when the page is left inside the app.

    ``fresh`` tells that the page has read the draft: until then ``draft_id`` is what the server remembers of before.
    """

    library = _JS
    tag = "DraftInUrl"
    draft_id: rx.Var[str]
    fresh: rx.Var[bool]
    on_named: rx.EventHandler[rx.event.no_args_event_spec]
    on_leave: rx.EventHandler[rx.event.no_args_event_spec]


draft_in_url = DraftInUrl.create
