"""Masking: what is found, what stays, how it comes back."""
