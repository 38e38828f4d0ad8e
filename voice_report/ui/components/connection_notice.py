"""The sentence about a lost connection, at the edge of the screen."""

import reflex as rx

_JS = rx.asset("connection_notice.jsx", shared=True)


class ConnectionNotice(rx.Component):
    """Shows ``offline_text`` while the device is offline, and ``lost_text`` while ``lost``."""

    library = _JS.importable_path
    tag = "ConnectionNotice"

    lost: rx.Var[bool]
    lost_text: rx.Var[str]
    offline_text: rx.Var[str]


connection_notice = ConnectionNotice.create
