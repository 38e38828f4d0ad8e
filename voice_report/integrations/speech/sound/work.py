"""The processor time that reading one file takes."""

import time

from .refusals import takes_too_long


class Work:
    """Seconds of processor time of all steps, each a ``with`` block in any thread, and how many there may be."""

    def __init__(self, most: float) -> None:
        self.most = most
        self.spent = 0.0  #: by the steps that have ended
        self.took_too_long = False
        self._began = 0.0

    def __enter__(self) -> None:
        self._began = time.thread_time()

    def __exit__(self, *_: object) -> None:
        self.spent += time.thread_time() - self._began

    def check(self) -> None:
        """Raise ``TooLarge`` when the steps, with the present one, take too long."""
        if self.spent + time.thread_time() - self._began > self.most:
            self.took_too_long = True
            raise takes_too_long()
