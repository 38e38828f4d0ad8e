"""Tests of what a report is."""
