"""Everything that answers over HTTP apart from the pages: the edge around the app, and the API."""
