"""Progress of long work: the caller passes a ``Progress``, and the work calls it."""

from collections.abc import Callable

#: Called with the name of the step in Dutch, the amount done, and the total. With a total of 0 (unknown) the amount is
#: in bytes.
Progress = Callable[[str, int, int], object]


def untold(_what: str, _done: int, _whole: int) -> None:
    """Tell it to no one."""
