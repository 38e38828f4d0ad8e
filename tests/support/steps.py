"""How many lines of this project's own code a call runs: what grows with a text, whatever else the machine does."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

_OWN = "voice_report"


def steps(call: Callable[[], object]) -> int:
    """Return the number of lines that a call runs; each turn of a loop or a generator counts."""
    count = 0

    def line(_frame: FrameType, event: str, _arg: Any) -> Any:
        nonlocal count
        count += event == "line"
        return line

    def enter(frame: FrameType, _event: str, _arg: Any) -> Any:
        return line if _OWN in frame.f_code.co_filename else None

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        call()
    finally:
        sys.settrace(before)
    return count
