"""Choosing a client by typing a part of the name, among ten thousand of them."""

import reflex as rx

from ..scripts import script

_JS = script("components/client_picker.jsx")


class ClientPicker(rx.Component):
    """An editable combobox whose list the server fills.

    ``options`` are ``{"id", "label", "detail"}`` and belong to the text in ``answered``; ``more`` tells that there are
    others. ``value`` is the id of who was chosen (empty: nobody) and ``words`` how the field names them.
    ``on_search(text)`` asks for options; ``on_choose(id)`` tells the choice, with an empty id that it was taken back.
    """

    library = _JS
    tag = "ClientPicker"

    label: rx.Var[str]
    value: rx.Var[str]
    words: rx.Var[str]
    options: rx.Var[list[dict[str, str]]]
    answered: rx.Var[str]
    more: rx.Var[bool]
    error: rx.Var[str]

    on_search: rx.EventHandler[rx.event.passthrough_event_spec(str)]
    on_choose: rx.EventHandler[rx.event.passthrough_event_spec(str)]


class ToArchive(rx.Component):
    """A button that goes to the page's archive part, the element with the id 'archief'."""

    library = _JS
    tag = "ToArchive"

    label: rx.Var[str]


client_picker = ClientPicker.create
to_archive = ToArchive.create
