"""The account pages: sign-in, registration, verification, passwords, profile."""
