"""Measurements, each compared with a baseline in the same run. ``make bench`` runs them all."""
