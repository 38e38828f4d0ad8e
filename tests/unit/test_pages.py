"""The pages of docs name what is there: every dependency with its reason, every copyleft licence, every benchmark."""

import re
from importlib import metadata

import bench.__main__
from tests.conftest import ROOT
from tests.support import locks

DEPENDENCIES = (ROOT / "docs/development/dependencies.md").read_text()


def test_every_dependency_has_its_reason() -> None:
    components = "".join(path.read_text() for path in (ROOT / "voice_report" / "ui").rglob("*.py"))
    in_browser = re.findall(r'"(@?[\w/-]+)@\d+\.\d+\.\d+"', components)
    assert len(in_browser) >= 5
    reasons = DEPENDENCIES.split("## Why")[1].split("## Licences")[0].replace("[binary]", "")
    named = [line.name for line in locks.lines("requirements.in")]
    direct = {*named, *(re.sub(r"^(@radix-ui/react-).*", r"\1*", name) for name in in_browser)}
    assert [name for name in direct if f"`{name}`" not in reasons] == []


def test_every_copyleft_licence_is_named() -> None:
    licences = {}
    for name in (line.name for line in locks.lines("requirements.txt") if line.is_installed_here):
        about = metadata.metadata(name)
        fields = [
            text for field in ("License-Expression", "License", "Classifier") for text in about.get_all(field, [])
        ]
        licences[name] = " ".join(text[:200] for text in fields)
    copyleft = [name for name, licence in licences.items() if re.search(r"GPL|MPL|Mozilla|EUPL|CDDL", licence)]
    assert "psycopg" in copyleft
    assert [name for name in copyleft if f"`{name}`" not in DEPENDENCIES.split("## Licences")[1]] == []


def test_every_benchmark_has_its_lines() -> None:
    page = (ROOT / "docs/benchmarks.md").read_text()
    names = {*bench.__main__.ALL, *bench.__main__.BY_NAME}
    assert [name for name in names if f"| `{name}" not in page] == []
    listed, _, by_name = page.split("\n\n")[1].partition("one of them.")
    assert set(re.findall(r"`(\w+)`", listed)) | set(re.findall(r"`(\w+)`", by_name)) == names
