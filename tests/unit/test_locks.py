"""The lock files hold what the `.in` files name, with hashes; the bill of materials holds what the lock files name."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.support import locks


@pytest.mark.parametrize("name", ["requirements", "requirements-dev"])
def test_the_lock_holds_what_is_named_and_every_package_has_hashes(name: str) -> None:
    locked = {line.name: line for line in locks.lines(f"{name}.txt")}
    for line in locked.values():
        assert line.package.specifier
        assert all(each.operator == "==" for each in line.package.specifier), line.name
        assert line.hashes, line.name
        assert all(each.startswith("sha256:") for each in line.hashes), line.name
    for named in locks.lines(f"{name}.in"):
        (version,) = locked[named.name].package.specifier
        assert named.package.specifier.contains(version.version), f"{named.name}: compile the lock again"


def test_the_lock_is_made_for_every_python_and_machine() -> None:
    """A file for one machine would lack what another one needs, and hashes let nothing else in."""
    locked = {line.name: line for line in locks.lines("requirements.txt")}
    oldest = locked["async-timeout"].package.marker
    assert oldest is not None
    assert oldest.evaluate({"python_full_version": "3.11.2"})  # Debian 12
    assert not oldest.evaluate({"python_full_version": "3.13.0"})
    for step in ("Dockerfile", "scripts/setup.sh"):
        assert "--only-binary :all: --require-hashes -r" in (ROOT / step).read_text(), step


def test_the_bill_of_materials_names_every_locked_package(tmp_path: Path) -> None:
    from cyclonedx.schema import SchemaVersion  # here: it takes every process a second to import
    from cyclonedx.validation.json import JsonStrictValidator

    subprocess.run(["sh", "scripts/sbom.sh", tmp_path], cwd=ROOT, check=True, capture_output=True)
    listed = {}
    for name, version in (("python", SchemaVersion.V1_6), ("npm", SchemaVersion.V1_5)):
        text = (tmp_path / f"{name}.cdx.json").read_text()
        assert JsonStrictValidator(version).validate_str(text) is None
        bill = json.loads(text)
        assert bill["metadata"]["component"]["version"]
        listed[name] = {(each["name"], each["version"]) for each in bill["components"]}
    python = {(line.name, each.version) for line in locks.lines("requirements.txt") for each in line.package.specifier}
    packages = json.loads((ROOT / "reflex.lock" / "package-lock.json").read_text())["packages"]
    assert listed == {
        "python": python,
        "npm": {(path.rpartition("node_modules/")[2], each["version"]) for path, each in packages.items() if path},
    }
    assert len(python) > 100
    assert len(listed["npm"]) > 200
