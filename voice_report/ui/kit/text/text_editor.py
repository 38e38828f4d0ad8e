"""The text field of the wizard, for the transcript and the report; it loses no typed text (concepts/dictation.md)."""

import reflex as rx

from ...scripts import script

_JS = script("kit/text/text_editor.jsx")


def changed(text: rx.Var[str], at: rx.Var[int], draft_id: rx.Var[str]) -> tuple[rx.Var[str], rx.Var[int], rx.Var[str]]:
    """Return the arguments of ``on_text``: the text, the number of the change (``changes.js``), and the draft in whose
    field it was, as far as the page knew.
    """
    return text, at, draft_id


class KeptText(rx.Component):
    """What a text needs that is not lost while it is edited (``use_kept_text.js``): it is stored on the device, sent to
    the server after a pause and saved every 30 s.

    ``value`` is the server's text; ``saved_at`` the number (``changes.js``) of the newest change that the server has
    saved; ``others`` the draft's other fields in the JSON API, sent along when the page is closed (``PUT
    /api/drafts/{id}``). ``user_key`` separates the texts of users who share a device. ``fresh`` means that the page has
    read the draft: from then on text that a crash left on the device is restored. ``on_text`` reports a change
    (``changed``). Such text that no longer fits the draft becomes a draft of its own.
    """

    value: rx.Var[str]
    others: rx.Var[dict[str, str]]
    draft_id: rx.Var[str]
    version: rx.Var[int]
    user_key: rx.Var[str]
    saved_at: rx.Var[int]
    saved_label: rx.Var[str]
    fresh: rx.Var[bool]

    on_text: rx.EventHandler[changed]
    on_autosave: rx.EventHandler[rx.event.no_args_event_spec]
    on_restored: rx.EventHandler[rx.event.no_args_event_spec]


class TextEditor(KeptText):
    """A textarea with a kept text; ``field`` is the text's name in the JSON API. Its children come above it and reach
    its text (``text_field.js``). With ``auto_focus`` its page begins in the field.
    """

    library = _JS
    tag = "TextEditor"

    field: rx.Var[str]
    label: rx.Var[str]
    show_count: rx.Var[bool]
    auto_focus: rx.Var[bool]
