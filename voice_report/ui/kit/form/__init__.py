"""Buttons and fields."""
