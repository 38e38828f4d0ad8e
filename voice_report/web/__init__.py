"""Everything that answers over HTTP besides the pages: the edge around the app, and the API."""
