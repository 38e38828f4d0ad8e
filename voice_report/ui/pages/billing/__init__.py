"""Prices, payments and purchases."""
