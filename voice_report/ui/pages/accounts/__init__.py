"""The pages around an account."""
