"""Every action that the sources record has a Dutch label."""

import ast
import re
from pathlib import Path

import pytest

import voice_report
from voice_report.services.audit import _labels

#: The position of the action among the arguments.
_ACTION_AT = {"trail.record": 2, "trail.Entry": 0}


def _recorded(source: str) -> set[str]:
    """Return the action words in the calls of a source file; actions in variables are not found."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    actions = [
        argument
        for call in calls
        if (at := _ACTION_AT.get(ast.unparse(call.func))) is not None
        for argument in call.args[at : at + 1]
    ]
    either = [part for action in actions for part in _branches(action)]
    return {part.value for part in either if isinstance(part, ast.Constant) and isinstance(part.value, str)}


def _branches(node: ast.expr) -> list[ast.expr]:
    """Return what an expression may be: both branches of a conditional one, but not its condition."""
    return [*_branches(node.body), *_branches(node.orelse)] if isinstance(node, ast.IfExp) else [node]


def test_every_recorded_action_has_a_label() -> None:
    sources = [path.read_text("utf-8") for path in Path(voice_report.__file__).parent.rglob("*.py")]
    words = set().union(*(_recorded(source) for source in sources if "trail." in source))
    assert {"view", "delete unproven", "change month mail"} <= words
    assert words - set(_labels._ACTIONS) - set(_labels._DEEDS) == set()


ENDINGS = {
    "bekeken": "viewed",
    "gewijzigd": "changed",
    "gekopieerd": "copied",
    "gedownload": "downloaded",
    "verwijderd": "deleted",
}


def test_a_label_is_in_the_words_of_the_filter() -> None:
    for action in {*_labels._ACTIONS, *_labels._DEEDS}:
        last = _labels.what(action, "report").rpartition(" ")[2]
        assert _labels.kind(action) == ENDINGS.get(last, _labels.kind(action)), action
        assert re.search("(d|t|en)$", last), f"{last} is no participle"
        assert not re.search("(zigen|loggen|stellen|maken|vragen|zetten)$", last), f"{last} is an infinitive"


@pytest.mark.parametrize(
    ("action", "resource", "done", "failed"),
    [
        ("login", "session", "Ingelogd", "Niet ingelogd"),
        ("view", "dossier", "Dossier bekeken", "Dossier niet bekeken"),
        ("copy", "draft", "Concept gekopieerd", "Concept niet gekopieerd"),
        ("create", "concept by AI", "Rapportage door AI aangemaakt", "Rapportage door AI niet aangemaakt"),
        ("create", "concept without AI", "Rapportage zonder AI aangemaakt", "Rapportage zonder AI niet aangemaakt"),
        ("create", "invitation", "Uitnodiging verzonden", "Uitnodiging niet verzonden"),
        ("change month mail", "user", "Keuze voor maandbericht gewijzigd", "Keuze voor maandbericht niet gewijzigd"),
        ("delete unproven", "user", "Onbevestigd account verwijderd", "Onbevestigd account niet verwijderd"),
    ],
)
def test_a_failed_action_is_not_said_to_be_done(action: str, resource: str, done: str, failed: str) -> None:
    assert (_labels.what(action, resource), _labels.what(action, resource, success=False)) == (done, failed)
