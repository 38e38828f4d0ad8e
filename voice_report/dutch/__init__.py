"""The Dutch language: characters, words, sentences and names. Pure functions; no storage, no settings."""
