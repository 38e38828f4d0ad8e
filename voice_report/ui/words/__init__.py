"""Words as they are written here, beside the transcript: what was replaced after speech, and what was corrected."""

import reflex as rx

from ..scripts import script


class OwnWords(rx.NoSSRComponent):
    """Shown under the transcript's field (``TextEditor``), whose text it reads and changes.

    ``version`` is the draft's, after which its replaced words are read again; ``href`` the page with the lists.
    """

    library = script("words/own_words.jsx")
    tag = "OwnWords"

    draft_id: rx.Var[str]
    version: rx.Var[int]
    organization: rx.Var[str]
    is_admin: rx.Var[bool]
    href: rx.Var[str]


own_words = OwnWords.create
