"""Passkeys, codes, and asking for one again."""
