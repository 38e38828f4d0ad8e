"""A password field with a toggle to show its content."""

import reflex as rx

from ..scripts import script


class PasswordField(rx.Component):
    """Label, masked input with a 'Tonen' toggle, hint and error. Use it in a form, which submits it under ``name``."""

    library = script("components/password_field.jsx")
    tag = "PasswordField"

    label: rx.Var[str]
    name: rx.Var[str]
    auto_complete: rx.Var[str]
    hint: rx.Var[str]
    error: rx.Var[str]
    required: rx.Var[bool]


password_field = PasswordField.create
