"""A sentence that counts down and then goes to another page, without asking the server."""

import reflex as rx

from ..scripts import script

_JS = script("components/countdown.jsx")


class Countdown(rx.Component):
    """Says ``before`` N seconden ``after``; at zero it replaces this page by ``to``. Starts when it is shown."""

    library = _JS
    tag = "Countdown"
    seconds: rx.Var[int]
    to: rx.Var[str]
    before: rx.Var[str]
    after: rx.Var[str]


countdown = Countdown.create
