"""Every action that the sources record has a Dutch label."""

import ast
from pathlib import Path

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
    parts = [part for action in actions for part in ast.walk(action) if isinstance(part, ast.Constant)]
    return {part.value for part in parts if isinstance(part.value, str)}


def test_every_recorded_action_has_a_label() -> None:
    sources = [path.read_text("utf-8") for path in Path(voice_report.__file__).parent.rglob("*.py")]
    words = set().union(*(_recorded(source) for source in sources if "trail." in source))
    assert {"view", "delete unproven", "change month mail"} <= words
    assert words - set(_labels._ACTIONS) - set(_labels._DEEDS) == set()


def test_the_labels_of_the_month_mail_and_of_an_unproven_account() -> None:
    assert _labels.what("change month mail", "user") == "Maandbericht aan- of uitzetten"
    assert _labels.what("delete unproven", "user") == "Onbevestigd account verwijderd"
