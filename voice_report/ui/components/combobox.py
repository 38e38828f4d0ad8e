"""Choose an option from very many: type part of the name, then pick."""

from typing import Any

import reflex as rx

from ..scripts import script


class Combobox(rx.Component):
    """A field with suggestions. ``options`` are the results of the last ``on_search``, as ``{"value", "label"}``.

    ``on_choose`` is called with the value of the picked option; leaving without a pick keeps ``chosen_label``.
    """

    library = script("components/combobox.jsx")
    tag = "Combobox"

    label: rx.Var[str]
    name: rx.Var[str]
    options: rx.Var[list[dict[str, Any]]]
    chosen_label: rx.Var[str]
    hint: rx.Var[str]
    error: rx.Var[str]
    on_search: rx.EventHandler[rx.event.passthrough_event_spec(str)]
    on_choose: rx.EventHandler[rx.event.passthrough_event_spec(str)]


combobox = Combobox.create
