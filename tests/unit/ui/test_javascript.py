"""The browser's modules without React pass their own tests, in Node: every ``*.test.mjs`` beside this file."""

import re
import subprocess
from pathlib import Path

from tests.unit.ui import node

HERE = Path(__file__).parent


def test_the_browsers_modules_pass_their_tests():
    files = sorted(str(path) for path in HERE.rglob("*.test.mjs"))
    assert files
    command = [node.program(), "--test", "--test-isolation=none", "--test-reporter=tap", *files]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    failures = "\n".join(re.findall(r"^not ok .*?^  \.\.\.$", ran.stdout, re.MULTILINE | re.DOTALL))
    assert ran.returncode == 0, failures[-5000:] + ran.stderr[-2000:]
    passed = re.search(r"^# pass (\d+)$", ran.stdout, re.MULTILINE)
    assert passed
    assert int(passed[1]) > len(files)
