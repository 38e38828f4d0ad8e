"""The pages of docs name what is there: dependencies with their reasons, licences, benchmarks, floors, decisions."""

import re
from importlib import metadata

import bench.__main__
from tests.architecture.layers import FLOORS
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


def test_every_floor_and_noun_is_in_the_drawing() -> None:
    page = (ROOT / "docs/architecture.md").read_text()
    assert re.findall(r"^\| `(\w+)` \|", page.split("## Floors")[1].split("\n## ")[0], re.MULTILINE) == FLOORS
    for layer, extra in (("ui/pages", "public"), ("web/api", "mail")):
        nouns = page.split("shelved by noun: ")[1].split("(")[0].split()
        there = (ROOT / "voice_report" / layer).iterdir()
        folders = {path.name for path in there if (path / "__init__.py").exists()}
        assert folders <= {*(noun.strip(",") for noun in nouns), extra}


def test_every_decision_is_listed_by_its_title_and_is_one_screen() -> None:
    listed = (ROOT / "docs/decisions/README.md").read_text()
    records = sorted((ROOT / "docs/decisions").glob("0*.md"))
    for record in records:
        lines = record.read_text().splitlines()
        number, title = lines[0].removeprefix("# ").split(" ", 1)
        assert f"| [{number}]({record.name}) | {title} |\n" in listed
        assert 10 <= len(lines) <= 30, record.name
    assert [record.name[:4] for record in records] == [f"{number:04}" for number in range(1, len(records) + 1)]
