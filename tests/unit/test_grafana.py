"""The board and the page about monitoring name only metrics and labels that there are."""

import json
import re

import pytest

from tests.conftest import ROOT
from voice_report.core import metrics

BOARD = ROOT / "docs/operations/grafana.json"
PAGE = ROOT / "docs/operations/monitoring.md"
_NAME = re.compile(r"\b(?:spraakrapport|process)_[a-z_]*[a-z]\b")
_GROUPED = re.compile(r"\bby \(([^)]*)\)")
_SELECTED = re.compile(r"\{([^}]*)\}")
#: What Prometheus adds to each series that it reads.
_ADDED = {"instance", "job", "le"}


@pytest.fixture(scope="module")
def names() -> set[str]:
    """The names of all series, those of a histogram too."""
    found = set()
    for name, kind in re.findall(r"^# TYPE (\S+) (\S+)$", metrics.text().decode(), re.MULTILINE):
        found |= {f"{name}_{part}" for part in ("bucket", "count", "sum")} if kind == "histogram" else {name}
    assert len(found) > 20
    return found


def labels() -> set[str]:
    return {label for one in vars(metrics).values() for label in getattr(one, "_labelnames", ())} | {"version"}


def expressions() -> list[str]:
    board = json.loads(BOARD.read_text())
    asked = [target["expr"] for panel in board["panels"] for target in panel.get("targets", ())]
    return asked + [one["query"] for one in board["templating"]["list"] if one["type"] == "query"]


def test_every_metric_and_label_of_the_board_exists(names: set[str]) -> None:
    assert len(expressions()) > 15
    for asked in expressions():
        found = set(_NAME.findall(asked))
        assert found, asked
        assert found <= names, asked
        grouped = {label.strip() for group in _GROUPED.findall(asked) for label in group.split(",")}
        selected = {
            re.split(r"[=!]", part)[0].strip() for group in _SELECTED.findall(asked) for part in group.split(",")
        }
        assert grouped | selected <= labels() | _ADDED, asked


def test_the_board_shows_every_metric_of_ours(names: set[str]) -> None:
    shown = {name for asked in expressions() for name in _NAME.findall(asked)}
    ours = {re.sub(r"_(bucket|count|sum)$", "", name) for name in names if name.startswith("spraakrapport_")}
    assert ours - {re.sub(r"_(bucket|count|sum)$", "", name) for name in shown} == set()


def test_the_board_is_one_that_can_be_imported() -> None:
    board = json.loads(BOARD.read_text())
    assert {"title", "uid", "schemaVersion", "panels", "templating", "time"} <= board.keys()
    ids = [panel["id"] for panel in board["panels"]]
    assert len(set(ids)) == len(ids)
    taken = set()
    for panel in board["panels"]:
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not cells & taken, panel["title"]
        assert place["x"] + place["w"] <= 24
        taken |= cells


def test_the_page_about_monitoring_names_every_metric_and_no_other(names: set[str]) -> None:
    text = PAGE.read_text()
    assert {name for name in _NAME.findall(text) if name.startswith("spraakrapport_")} <= names
    ours = {re.sub(r"_(bucket|count|sum)$", "", name) for name in names if name.startswith("spraakrapport_")}
    assert [name for name in ours if name.removeprefix("spraakrapport_") not in text] == []
