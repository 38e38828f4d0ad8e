"""A form posted to our own HTTP API, for what a websocket cannot do: setting and deleting the session cookie."""

from typing import Any

import reflex as rx

from ..scripts import script


class ApiForm(rx.Component):
    """A form that posts its named fields as JSON; on success it does a full load of the start page of ``user.role``."""

    library = script("components/api_form.jsx")
    tag = "ApiForm"

    action: rx.Var[str]
    submit: rx.Var[str]
    fallback: rx.Var[str]
    start_pages: rx.Var[dict[str, str]]


def api_form(*fields: Any, action: str, submit: str, fallback: str, start_pages: dict[str, str]) -> rx.Component:
    """Show a form with one button.

    ``fallback`` is the error message when the server sends none. ``start_pages`` maps each role to its start page;
    ``other`` is the key for all other roles.
    """
    return ApiForm.create(*fields, action=action, submit=submit, fallback=fallback, start_pages=start_pages)
