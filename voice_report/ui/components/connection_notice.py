"""The notice about a lost connection: a bar between header and content, which moves the page instead of covering it."""

import reflex as rx
from reflex_components_core.core.banner import has_too_many_connection_errors

from ..scripts import script

_LOST = "Geen verbinding. We blijven het proberen; wat je typt of inspreekt blijft bewaard."
_OFFLINE = "Je bent offline. Wat je typt of inspreekt blijft bewaard."


class ConnectionNotice(rx.Component):
    """Shows ``offline_text`` while the device is offline, and ``lost_text`` while ``lost``."""

    library = script("components/connection_notice.jsx")
    tag = "ConnectionNotice"

    lost: rx.Var[bool]
    lost_text: rx.Var[str]
    offline_text: rx.Var[str]


def connection_notice() -> rx.Component:
    """Return the notice, of which each page has one."""
    return ConnectionNotice.create(lost=has_too_many_connection_errors, lost_text=_LOST, offline_text=_OFFLINE)
