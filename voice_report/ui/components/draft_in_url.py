"""The draft's id in the address bar: what makes a reload, a reconnect and a server restart find the text back."""

import reflex as rx

_JS = rx.asset("draft_in_url.jsx", shared=True)


class DraftInUrl(rx.Component):
    """Put ``draft_id`` in the query string when it is known; tell when the page is left inside the app."""

    library = _JS.importable_path
    tag = "DraftInUrl"
    draft_id: rx.Var[str]
    on_leave: rx.EventHandler[rx.event.no_args_event_spec]


draft_in_url = DraftInUrl.create
