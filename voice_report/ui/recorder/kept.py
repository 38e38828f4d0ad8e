"""The sound that stays on the device to listen to again, until the concept is made and an hour at most (S22)."""

import reflex as rx

from ..scripts import script

_JS = script("recorder/kept.jsx")


class KeptSoundWatch(rx.NoSSRComponent):
    """Renders nothing; deletes kept sound after an hour, and that of others as soon as ``user_key`` is signed in."""

    library = _JS
    tag = "KeptSoundWatch"

    user_key: rx.Var[str]


class KeptSoundEnd(rx.NoSSRComponent):
    """Renders nothing; deletes the kept sound of a draft once ``is_done``: concept made, or draft deleted.

    ``adopted``: the last dictation whose text the page has; it has sound of its own, also in a draft that stays done.
    """

    library = _JS
    tag = "KeptSoundEnd"

    user_key: rx.Var[str]
    draft_id: rx.Var[str]
    is_done: rx.Var[bool]
    adopted: rx.Var[str]


kept_sound_watch = KeptSoundWatch.create
kept_sound_end = KeptSoundEnd.create
