"""How the server is started: what its process is told before it does anything."""

import subprocess
import sys

from scripts import frontend

#: Blocks as those of spoken segments, freed while one that came last stays; prints the bytes kept for them.
_WORK = """
import os
from scripts import serve
serve._give_memory_back()

def used():
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

bytearray(400_000)  # the first that is freed makes glibc take blocks of this size from its heap
before = used()
blocks = [bytes(b"x" * 300_000) for _ in range(200)]
last = bytes(b"x" * 300_000)
del blocks
print(used() - before)
"""


def test_memory_that_was_freed_is_given_back() -> None:
    line = [sys.executable, "-c", _WORK]
    kept = subprocess.run(line, cwd=frontend.ROOT, capture_output=True, text=True, check=True).stdout
    assert int(kept) < 5_000_000
