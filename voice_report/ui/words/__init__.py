"""Words as they are written here, beside the transcript: what was replaced after speech, and what was corrected."""

import reflex as rx

from ..scripts import script

_JS = script("words/own_words.jsx")


class OwnWords(rx.Component):
    """The replaced words in the transcript's field (``TextEditor``), whose text it reads and changes.

    ``version`` is the draft's, after which its replaced words are read again; ``href`` the page with the lists.
    """

    library = _JS
    tag = "OwnWords"

    draft_id: rx.Var[str]
    version: rx.Var[int]
    href: rx.Var[str]


class WordOffer(rx.Component):
    """Asks once whether a word that was corrected in that field is to be written so from now on."""

    library = _JS
    tag = "WordOffer"

    organization: rx.Var[str]
    is_admin: rx.Var[bool]


own_words = OwnWords.create
word_offer = WordOffer.create
