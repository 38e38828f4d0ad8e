"""Measurements, each beside something to compare with in the same run. ``make bench`` runs them all."""
