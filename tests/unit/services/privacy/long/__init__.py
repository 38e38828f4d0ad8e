"""Tests that take long: `--quick` leaves them out."""
