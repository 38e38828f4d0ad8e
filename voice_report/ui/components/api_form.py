"""A form that goes to our own HTTP API, for what a websocket cannot do: setting and taking away the session cookie."""

from typing import Any

import reflex as rx

from ..scripts import script


class ApiForm(rx.Component):
    """Posts its named fields as JSON; on success the browser loads the start page of ``user.role`` anew."""

    library = script("components/api_form.jsx")
    tag = "ApiForm"

    action: rx.Var[str]
    submit: rx.Var[str]
    fallback: rx.Var[str]
    start_pages: rx.Var[dict[str, str]]


def api_form(*fields: Any, action: str, submit: str, fallback: str, start_pages: dict[str, str]) -> rx.Component:
    """Show a form with one button.

    ``fallback`` is the sentence when the server gives none. ``start_pages`` tells where each role goes, and ``other``.
    """
    return ApiForm.create(*fields, action=action, submit=submit, fallback=fallback, start_pages=start_pages)
