"""Above the transcript: the pieces that were not understood and the words that are unsure, to listen to again."""

from ...scripts import component

#: A child of a ``TextEditor``: it marks the text, plays the kept sound (``recorder/device/playback_cache.js``) and asks
#: the server again for a piece in which nothing was understood. It shows nothing when there is nothing to listen to.
#: Modules: ``placing.js`` finds the words in the edited text, ``player.js`` plays, ``again.js`` asks.
listen = component("islands/playback/listen.jsx", "Listen", user_key=str, draft_id=str).create
