"""Spraakrapport: a spoken note in, a professional Dutch care report out."""
