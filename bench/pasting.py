"""What is copied, pasted into LibreOffice Writer: equal to what was copied, as text and with headings and lists.

Needs Debian's ``libreoffice-writer-nogui`` and ``python3-uno``.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.unit.services.exports.test_forms import REPORTS
from tests.unit.ui import node

from .table import Figure, show

HERE = Path(__file__).parent
#: Debian's own Python: ``uno`` is there, and in no environment of ours.
_SYSTEM_PYTHON = "/usr/bin/python3"
_PIPE = "spraakrapport-pasting"
#: 3,000 words in paragraphs: Writer itself breaks a line of more than 9,900 characters.
_LONG = "## Situatie\n\n" + ("Mevrouw liep naar de keuken en at een boterham. " * 34 + "\n\n") * 10
_WITH_SPACES = """## Situatie

Bezoek om *half negen* bij <b>mevrouw</b> & haar zoon.
Ze at 2\\*3 boterhammen 😀.

## Uitgevoerde zorg

- Wond gespoeld
  - met **lauw** water
3. Verbonden

Zij zei: "het   gaat"
"""


def main() -> int:
    office = shutil.which("soffice")
    if (
        office is None
        or subprocess.run([_SYSTEM_PYTHON, "-c", "import uno"], capture_output=True, check=False).returncode
    ):
        print("Not measured: libreoffice-writer-nogui and python3-uno are not installed.")
        return 0
    given = json.dumps([*REPORTS.values(), _LONG, _WITH_SPACES])
    shown = subprocess.run(
        [node.program(), HERE / "pasting.mjs"], input=given.encode(), capture_output=True, check=True
    )
    copied = json.loads(shown.stdout)
    pasted = _pasted(office, shown.stdout)
    pairs = list(zip(copied, pasted, strict=True))
    unequal = [one for one, two in pairs if one["plain"].removesuffix("\n") != two["unformatted"]]
    other_words = [one for one, two in pairs if _words(one["plain"]) != _words(two["formatted"])]
    for one in (*unequal, *other_words):
        print(f"not equal: {one['plain'][:200]!r}", file=sys.stderr)
    count = f"{len(copied)} reports and fields, of 14 templates, hostile ones and of 3,000 words"
    figures = [
        Figure("pasted as text, not equal character for character", len(unequal), goal=0, detail=count),
        Figure("pasted with headings and lists, with other words", len(other_words), goal=0, detail=count),
        Figure("pictures and fields in it", sum(two["extra"] for two in pasted), goal=0),
    ]
    return 0 if show("What is copied, pasted into LibreOffice Writer", figures) else 1


def _pasted(office: str, copied: bytes) -> list[dict]:
    with tempfile.TemporaryDirectory() as home:
        accept = f"--accept=pipe,name={_PIPE};urp;"
        line = [office, "--headless", "--norestore", f"-env:UserInstallation=file://{home}", accept]
        running = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            command = [_SYSTEM_PYTHON, HERE / "pasting_office.py", _PIPE]
            done = subprocess.run(command, input=copied, capture_output=True, check=True)
            return json.loads(done.stdout)
        finally:
            running.terminate()
            running.wait()


def _words(text: str) -> str:
    """Return a text without the marks of its list items and its blank lines, which are real ones after pasting; HTML
    has no tabs."""
    unmarked = re.sub(r"(?m)^ *(?:-|\d+\.) ", "", re.sub(r"[\u00a0\t]", " ", text))
    return "\n".join(line for line in unmarked.splitlines() if line)


if __name__ == "__main__":
    sys.exit(main())
