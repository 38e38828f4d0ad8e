"""The draft's id in the URL, so that the text is found again after a reload, a reconnect or a server restart."""

import reflex as rx

from ..scripts import script

_JS = script("components/draft_in_url.jsx")


class DraftInUrl(rx.Component):
    """Put ``made``, the id of a draft that this page has made, in the query string, then call ``on_named``.

    ``fresh`` means that the page has been loaded: until then ``made`` may be that of the page before.
    """

    library = _JS
    tag = "DraftInUrl"
    made: rx.Var[str]
    fresh: rx.Var[bool]
    on_named: rx.EventHandler[rx.event.no_args_event_spec]


draft_in_url = DraftInUrl.create
