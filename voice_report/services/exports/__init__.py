"""One report as a file: text, Word or PDF, all made of the same ``Document``."""

__all__ = ["files"]
