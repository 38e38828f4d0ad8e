"""What hides /new-report from whoever is there when a session ends while its user is talking (security.md S47).

``cover.jsx`` renders it and ``use_cover.js`` decides when; ``covered_page.jsx`` takes the page away meanwhile, and
``chosen.js`` seals what was chosen. Signing in again is the account pages' ``sign_in_again.jsx``.
"""

import reflex as rx

from ..scripts import script


def _back(
    dictation_id: rx.Var[str], client_id: rx.Var[str], heading: rx.Var[str]
) -> tuple[rx.Var[str], rx.Var[str], rx.Var[str]]:
    return dictation_id, client_id, heading


class Cover(rx.NoSSRComponent):
    """Renders nothing until a session ends during a dictation.

    ``user_key`` to ``email`` are the user's, ``client_id`` and ``heading`` what was chosen before there is a draft;
    ``fresh``: the page has loaded. ``on_refresh()`` is any event that makes the page connect; ``on_return(dictation_id,
    client_id, heading)`` when the same user is signed in again, after which ``returned`` must be that dictation's id.
    """

    library = script("recorder/cover.jsx")
    tag = "Cover"

    app_name: rx.Var[str]
    user_key: rx.Var[str]
    name: rx.Var[str]
    initials: rx.Var[str]
    email: rx.Var[str]
    client_id: rx.Var[str]
    heading: rx.Var[str]
    fresh: rx.Var[bool]
    returned: rx.Var[str]

    on_refresh: rx.EventHandler[rx.event.no_args_event_spec]
    on_return: rx.EventHandler[_back]


class CoveredPage(rx.Component):
    """Its children, except while the cover hides them."""

    library = script("recorder/covered_page.jsx")
    tag = "CoveredPage"


cover = Cover.create
covered_page = CoveredPage.create
