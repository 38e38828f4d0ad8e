"""Words as they are written here, next to the transcript: what was replaced after speech, and what was corrected."""

from ...scripts import component

#: The replaced words in the transcript's field (``TextEditor``), whose text it reads and changes. ``version`` is the
#: draft's, after which its replaced words are read again; ``href`` the page with the lists.
own_words = component("islands/vocabulary/own_words.jsx", "OwnWords", draft_id=str, version=int, href=str).create

#: Asks once whether a word that was corrected in that field is to be written so from now on.
word_offer = component("islands/vocabulary/own_words.jsx", "WordOffer", organization=str, is_admin=bool).create
