"""Run the measurements: ``python -m bench`` for all, ``python -m bench page events`` for a selection.

Each is a process of its own and exits with 1 when a goal is not met. What follows a single name goes to it:
``python -m bench speech FOLDER``.
"""

import os
import subprocess
import sys
from itertools import takewhile
from pathlib import Path

ALL = (
    *("structure", "evidence", "measurements", "trust", "text", "disfluencies", "owners", "fairness", "page"),
    *("offline", "timing", "start", "deid", "events", "load", "ramp", "streams", "growth", "retention"),
    *("privacy_file", "dictation", "recording", "lines", "access", "series", "abuse", "leaks", "privacy"),
    *("neighbours", "storage", "metrics"),
)
#: `api` needs a checkout to compare with, `away` ten minutes, `pasting` LibreOffice; the others fetch what they need at
#: their first run.
BY_NAME = ("api", "away", "engines", "heard_values", "lighthouse", "pasting", "small_model", "speech", "spoken")
ROOT = Path(__file__).resolve().parent.parent
#: As the server has it (``scripts/serve.py``): another thread spins for a while after its work, and would be counted.
ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", **os.environ}


def main() -> int:
    chosen = list(takewhile(lambda name: name in ALL + BY_NAME, sys.argv[1:]))
    rest = sys.argv[1 + len(chosen) :]
    if rest and len(chosen) != 1:
        sys.exit(f"No such measurement: {', '.join(rest)}. There are: {', '.join(ALL + BY_NAME)}")
    failed = []
    for name in chosen or ALL:
        print(f"\n== {name}", flush=True)
        line = [sys.executable, "-m", f"bench.{name}", *rest]
        if subprocess.run(line, cwd=ROOT, env=ENVIRONMENT, check=False).returncode:
            failed.append(name)
    print(f"\nGoals that do not hold: {', '.join(failed)}" if failed else "\nAll goals hold.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
