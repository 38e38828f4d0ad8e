"""Tests of the Dutch language."""
