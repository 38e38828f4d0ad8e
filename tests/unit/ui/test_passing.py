"""Which answers the pages around an account take for passing: those get 'Opnieuw proberen' and keep the link."""

import json
import subprocess

import pytest

from tests.conftest import ROOT
from tests.unit.ui import node
from voice_report.errors import TooMany, Unavailable
from voice_report.web.edge.bodies import TooSlow

API = ROOT / "voice_report" / "ui" / "kit" / "api.js"


def is_passing(outcome: dict) -> bool:
    """Ask the function of the pages itself."""
    script = f"import {{ isPassing }} from '{API.as_uri()}'; console.log(isPassing({json.dumps(outcome)}))"
    command = [node.program(), "--input-type=module", "-e", script]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(ran.stdout)


@pytest.mark.parametrize("status", [TooSlow.status, TooMany.status, Unavailable.status, 500])
def test_the_line_the_server_and_too_much_at_once_pass(status: int):
    assert is_passing({"error": "Nee.", "status": status})


def test_an_answer_and_a_refusal_do_not_pass():
    assert is_passing({"error": "Geen verbinding.", "code": "offline"})
    assert not is_passing({"answer": {}})
    assert not is_passing({"error": "Nee.", "status": 422})
