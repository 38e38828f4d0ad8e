"""Tests of what answers over HTTP besides the pages."""
