"""The edge around the app."""
