"""Buying, and the ledger."""
