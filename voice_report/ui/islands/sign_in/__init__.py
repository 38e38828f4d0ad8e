"""The parts of signing in that need passkeys and cookies."""
