"""The notice about a lost connection: a bar between header and content, which moves the page instead of covering it."""

import reflex as rx
from reflex_components_core.core.banner import has_too_many_connection_errors

from ..scripts import script

_LOST = "Geen verbinding. We blijven het proberen; wat je typt of inspreekt blijft bewaard."
_SLOW = "Deze pagina krijgt geen verbinding. Misschien houdt een blokkeerder in je browser, of dit netwerk, haar tegen."
_OFFLINE = "Je bent offline. Wat je typt of inspreekt blijft bewaard."


class ConnectionNotice(rx.Component):
    """Shows ``offline_text`` while the device is offline, ``lost_text`` while ``lost``, and ``slow_text`` when the page
    is not ``loaded`` for long; else that there is a new version (``new_version.js``)."""

    library = script("components/connection_notice.jsx")
    tag = "ConnectionNotice"

    lost: rx.Var[bool]
    loaded: rx.Var[bool]
    lost_text: rx.Var[str]
    slow_text: rx.Var[str]
    offline_text: rx.Var[str]


def connection_notice() -> rx.Component:
    """Return the notice, of which each page has one."""
    return ConnectionNotice.create(
        lost=has_too_many_connection_errors,
        loaded=rx.State.is_hydrated,
        lost_text=_LOST,
        slow_text=_SLOW,
        offline_text=_OFFLINE,
    )
