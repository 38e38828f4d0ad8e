"""Tests of one part at a time; the folders are those of the product."""
