"""A sentence that counts down and then opens another page, without a request to the server."""

import reflex as rx

from ..scripts import script

_JS = script("components/countdown.jsx")


class Countdown(rx.Component):
    """Shows ``before`` N seconden ``after``; at zero it replaces this page with ``to``. Starts when it is shown."""

    library = _JS
    tag = "Countdown"
    seconds: rx.Var[int]
    to: rx.Var[str]
    before: rx.Var[str]
    after: rx.Var[str]


countdown = Countdown.create
