"""Prices, payments and what was bought."""
