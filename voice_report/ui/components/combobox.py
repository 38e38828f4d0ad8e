"""Choose an option from very many: type part of the name, then pick."""

from typing import Any

import reflex as rx

from ..scripts import script


class Combobox(rx.Component):
    """A field with a list that the server fills.

    ``options`` are ``{"value", "label"}``, also with a ``"detail"``; they are the results for the text in ``answered``,
    and ``more`` says that there are further results. ``value`` is the chosen option (empty: none) and ``words`` its
    label. ``on_search(text)`` requests options; ``on_choose(value)`` reports the choice.

    With ``clears``, further typing takes the choice back: ``on_choose("")``. Without it the choice stays until another
    is picked, and other text is submitted under ``name``. ``opened``: the list is open from the start, with the
    ``options`` that are there. ``found`` is the singular and plural of what is chosen, and
    ``nothing`` the sentence for no results.
    """

    library = script("components/combobox.jsx")
    tag = "Combobox"
    lib_dependencies: list[str] = ["downshift@9.5.0"]

    label: rx.Var[str]
    name: rx.Var[str]
    placeholder: rx.Var[str]
    icon: rx.Var[str]
    value: rx.Var[str]
    words: rx.Var[str]
    options: rx.Var[list[dict[str, Any]]]
    answered: rx.Var[str]
    more: rx.Var[bool]
    clears: rx.Var[bool]
    opened: rx.Var[bool]
    found: rx.Var[list[str]]
    nothing: rx.Var[str]
    hint: rx.Var[str]
    error: rx.Var[str]

    on_search: rx.EventHandler[rx.event.passthrough_event_spec(str)]
    on_choose: rx.EventHandler[rx.event.passthrough_event_spec(str)]


combobox = Combobox.create
