"""The commands of ``python -m voice_report``: each takes its arguments and returns what it found, in Dutch.

A command that returns anything ends with status 1, and so does an expected failure (``DomainError``), whose sentence is
printed. ``Command`` is what each is.
"""

import argparse
from collections.abc import Awaitable, Callable

__all__ = ["Command"]

Command = Callable[[argparse.Namespace], Awaitable[list[str]]]
