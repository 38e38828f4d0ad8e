"""The stories of ``tests/browsers`` in each engine: which hold, how long each takes, and from 'Stop' to the transcript.

The table is in Markdown (docs/development/tests.md has one). A name limits it: ``python -m bench engines webkit``.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

from scripts.frontend import ROOT

ENGINES = ("chromium", "firefox", "webkit")
_NAME = re.compile(
    r"test_(?P<story>\w+)\[(?:(?P<first>\w+?)-)?(?P<engine>chromium|firefox|webkit)(?:-(?P<rest>.*))?\](?:@.*)?"
)
_TRANSCRIPT = "seconds from stop to transcript"


def main() -> bool:
    chosen = [name for name in ENGINES if not sys.argv[1:] or name in sys.argv[1:]]
    with tempfile.TemporaryDirectory(prefix="spraakrapport-bench-") as folder:
        report = Path(folder) / "report.xml"
        line = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "tests/browsers",
            "-n",
            str(2 * len(chosen)),  # where an engine records, its stories are in two parts
        ]
        line += ["-k", " or ".join(chosen), f"--junitxml={report}"]
        ended = subprocess.run(line, cwd=ROOT, check=False)
        cases = list(ElementTree.parse(report).iter("testcase"))  # noqa: S314 - our own file
    stories: dict[str, dict[str, str]] = {}
    for case in cases:
        if found := _NAME.fullmatch(case.get("name", "")):
            words = [found["story"], found["first"], (found["rest"] or "").split("-")[0]]
            story = ", ".join(filter(None, words)).replace("_", " ")
            stories.setdefault(story, {})[found["engine"]] = _outcome(case)
    print(f"\n| story | {' | '.join(chosen)} |\n|---|{'---|' * len(chosen)}")
    for story, outcomes in stories.items():
        print(f"| {story} | {' | '.join(outcomes.get(name, '') for name in chosen)} |")
    skipped = (case.find("skipped") for case in cases)
    for reason in sorted({each.get("message", "") for each in skipped if each is not None}):
        print(f"\nSkipped: {reason}")
    return ended.returncode == 0


def _outcome(case: ElementTree.Element) -> str:
    if case.find("skipped") is not None:
        return "skipped"
    if case.find("failure") is not None or case.find("error") is not None:
        return "FAILED"
    took = f"{float(case.get('time', 0)):.0f} s"
    noted = {each.get("name"): each.get("value") for each in case.iter("property")}
    return f"{took}; stop to transcript {noted[_TRANSCRIPT]} s" if _TRANSCRIPT in noted else took


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
