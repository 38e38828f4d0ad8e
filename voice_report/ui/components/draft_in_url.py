"""The draft's id in the URL, so that the text is found again after a reload, a reconnect or a server restart."""

import reflex as rx

from ..scripts import script

_JS = script("components/draft_in_url.jsx")


class DraftInUrl(rx.Component):
    """Put ``draft_id`` in the query string once it is known, then call ``on_named``; ``on_leave``: the user leaves it.

    ``fresh`` means that the page has read the draft: until then ``draft_id`` may be stale state of an earlier visit.
    """

    library = _JS
    tag = "DraftInUrl"
    draft_id: rx.Var[str]
    fresh: rx.Var[bool]
    on_named: rx.EventHandler[rx.event.no_args_event_spec]
    on_leave: rx.EventHandler[rx.event.no_args_event_spec]


draft_in_url = DraftInUrl.create
