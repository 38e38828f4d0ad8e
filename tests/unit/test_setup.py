"""What every command of the Makefile gives the programs it starts, and which commands the CI runs."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from scripts import frontend
from tests.conftest import ROOT


@pytest.mark.parametrize("own", ["", "/etc/own-authority.pem"])
def test_npm_knows_this_machines_authorities_unless_it_was_given_others(own: str) -> None:
    """Behind a proxy that looks into TLS, neither the pages nor the tests' OpenID provider can be fetched without."""
    variables = {name: value for name, value in os.environ.items() if name != "NODE_EXTRA_CA_CERTS"}
    asked = subprocess.run(
        ["make", "--no-print-directory", "--eval", "shown:; @printenv NODE_EXTRA_CA_CERTS || true", "shown"],
        cwd=ROOT,
        env={**variables, **({"NODE_EXTRA_CA_CERTS": own} if own else {})},
        capture_output=True,
        text=True,
        check=True,
    )
    system = Path(frontend._SYSTEM_CERTIFICATES)
    assert asked.stdout.strip() == (own or (str(system) if system.exists() else ""))


@pytest.mark.parametrize("own", ["", "global.cert='/etc/own-authority.pem'"])
def test_pip_knows_this_machines_authorities_unless_it_was_given_others(tmp_path: Path, own: str) -> None:
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "setup.sh", tmp_path / "scripts")
    (tmp_path / "requirements.txt").touch()
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    for name in ("python", "pip"):
        (programs / name).write_text(
            f"""#!/bin/sh
case "$*" in
*"pip config list"*) echo "{own}" ;;
*"pip install"*) printf %s "$PIP_CERT" >asked ;;
esac
"""
        )
        (programs / name).chmod(0o755)
    variables = {name: value for name, value in os.environ.items() if name != "PIP_CERT"}
    subprocess.run(["sh", tmp_path / "scripts" / "setup.sh", "run"], env=variables, check=True)
    system = Path(frontend._SYSTEM_CERTIFICATES)
    assert (tmp_path / "asked").read_text() == (str(system) if system.exists() and not own else "")


def test_every_npm_of_this_project_is_started_by_the_makefile_or_by_the_build() -> None:
    """Another one would not know the authorities."""
    started = {
        path.relative_to(ROOT).as_posix()
        for path in [*(ROOT / "scripts").iterdir(), *(ROOT / "bench").glob("*.py"), *(ROOT / "tests").rglob("*.py")]
        if path.suffix in (".py", ".sh") and ("npm ci" in path.read_text() or '/ "npm"' in path.read_text())
    }
    assert started - {"tests/unit/test_setup.py"} == {"bench/lighthouse.py", "scripts/frontend.py", "scripts/setup.sh"}


def test_ci_runs_commands_that_exist_and_actions_that_nobody_can_exchange() -> None:
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text())["jobs"]
    steps = [step for job in jobs.values() for step in job["steps"]]
    for action in (step["uses"] for step in steps if "uses" in step):
        assert re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40}", action), f"{action}: a tag can be moved"
    run = "\n".join(step.get("run", "") for step in steps)
    asked = re.findall(r"^make (\w+)", run, flags=re.MULTILINE)
    rules = re.findall(r"^(\w+):.*##", (ROOT / "Makefile").read_text(), flags=re.MULTILINE)
    assert {"lint", "sbom", "test"} == set(asked) <= set(rules)
    assert "docker build " in run
    named = (ROOT / "docs/development/dependencies.md").read_text().partition("tests run on ")[2].partition(" (")[0]
    assert re.findall(r"3\.\d+", named) == jobs["tests"]["strategy"]["matrix"]["python"]
    assert (ROOT / ".ci" / "run").read_text().splitlines()[-1] == "exec make test", (
        "the same, on a machine of one's own"
    )
