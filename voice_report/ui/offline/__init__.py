"""A page of our own that records without a network, and the service worker that shows it (security.md S85, S86).

A Reflex page can do nothing offline: its state comes over a websocket. So ``opname.jsx`` mounts the recorder on a page
without the framework. ``web/reflex/offline_page.py`` bundles it into one script and makes ``/sw.js`` from ``worker.js``
with the exact list of what is cached, and ``/sw-off.js``, which removes all that again (``OFFLINE_PAGE=off``).
``prepare.js`` runs on pages of members: it registers the worker and notes whose device this is.
"""
