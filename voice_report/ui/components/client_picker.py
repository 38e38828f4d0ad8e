"""Choose a client by typing part of the name, from up to ten thousand clients."""

import reflex as rx

from ..scripts import script

_JS = script("components/client_picker.jsx")


class ClientPicker(rx.Component):
    """An editable combobox whose list the server fills.

    ``options`` are ``{"id", "label", "detail"}`` and are the results for the text in ``answered``; ``more``: there are
    further results. ``value`` is the id of the chosen client (empty: none) and ``words`` its name in the field.
    ``on_search(text)`` requests options; ``on_choose(id)`` reports the choice, an empty id that it was cleared.
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
    """A button that moves to the archive section of the page, the element with the id 'archief'."""

    library = _JS
    tag = "ToArchive"

    label: rx.Var[str]


client_picker = ClientPicker.create
to_archive = ToArchive.create
