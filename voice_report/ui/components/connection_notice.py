"""The notice about a lost connection, at the edge of the screen."""

import reflex as rx

from ..scripts import script

_JS = script("components/connection_notice.jsx")


class ConnectionNotice(rx.Component):
    """Shows ``offline_text`` while the device is offline, and ``lost_text`` while ``lost``."""

    library = _JS
    tag = "ConnectionNotice"

    lost: rx.Var[bool]
    lost_text: rx.Var[str]
    offline_text: rx.Var[str]


connection_notice = ConnectionNotice.create
