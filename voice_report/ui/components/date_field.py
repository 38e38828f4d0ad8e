"""A date as dd-mm-jjjj, typed or chosen, whatever the language of the browser."""

import reflex as rx

from ..scripts import script


class DateField(rx.Component):
    """Label, date, hint and error. Use it in a form, which submits the typed text under ``name``."""

    library = script("components/date_field.jsx")
    tag = "DateField"

    label: rx.Var[str]
    name: rx.Var[str]
    hint: rx.Var[str]
    error: rx.Var[str]
    default_value: rx.Var[str]


date_field = DateField.create
