"""Identity providers of organizations (OpenID Connect Core 1.0): signing in with them, and their word checked.

``client`` speaks to them, ``metadata`` knows their addresses and keys, ``tokens`` checks what they signed, ``flow`` is
the authorization code flow with PKCE. None of them knows whose provider it is.
"""

__all__ = ["client", "flow", "metadata", "refusal", "tokens"]
