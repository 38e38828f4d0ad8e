"""Run the measurements: ``python -m bench`` for all, ``python -m bench page events`` for a selection.

Each is a process of its own and exits with 1 when a goal is not met.
"""

import subprocess
import sys
from pathlib import Path

ALL = ("structure", "evidence", "page", "timing", "events", "load", "growth", "dictation", "lines", "abuse")
BY_NAME = ("lighthouse", "small_model")  # they fetch what they need at their first run
ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    chosen = sys.argv[1:] or list(ALL)
    if unknown := [name for name in chosen if name not in ALL + BY_NAME]:
        sys.exit(f"No such measurement: {', '.join(unknown)}. There are: {', '.join(ALL + BY_NAME)}")
    failed = []
    for name in chosen:
        print(f"\n== {name}", flush=True)
        if subprocess.run([sys.executable, "-m", f"bench.{name}"], cwd=ROOT, check=False).returncode:
            failed.append(name)
    print(f"\nGoals that do not hold: {', '.join(failed)}" if failed else "\nAll goals hold.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
