"""Our changes to the framework's script: each line is where the installed Reflex has it, or the build ends."""

from pathlib import Path

import pytest
import reflex_base

import rxconfig
from voice_report.services.shared import page_store
from voice_report.web.reflex import new_version

SCRIPT = (Path(reflex_base.__file__).parent / ".templates" / "web" / "utils" / "state.js").read_text()


def test_a_page_keeps_its_events_to_itself_and_does_not_load_itself_anew() -> None:
    changed = rxconfig.changed_script(SCRIPT)
    assert "handleStateMismatch);" not in changed
    sending = changed.partition("export const processEvent")[2].partition("export const")[0]
    assert 0 < sending.index("if (isOfAnotherPage(event)) return;") < sending.index("await applyEvent(")
    adding = changed.partition("const addEvents = useCallback(")[2].partition("}, []);")[0]
    assert 0 < adding.index("madeHere(") < adding.index("applyEventActions("), "before a pause holds them back"
    loading = changed.partition("const withRouterData")[2].partition("return event;")[0]
    assert "visit: visitHere()," in loading.partition("event.router_data = {")[2].partition("};")[0]
    closing = changed.partition('socket.current.on("disconnect"')[2].partition("retryConnect(")[0]
    assert f"details?.context?.code === {new_version.NOT_UNDERSTOOD}) serverRefused();" in closing
    connecting = changed.partition('socket.current.on("connect",')[2].partition("event_queue")[0]
    assert "serverAccepted();" in connecting


def test_a_page_knows_which_press_was_answered() -> None:
    changed = rxconfig.changed_script(SCRIPT)
    assert "sending(event);" in changed.partition("export const applyEvent")[2].partition('socket.emit("event"')[0]
    coming = changed.partition('socket.current.on("event", (update) => {')[2]
    assert coming.lstrip().startswith("heard();")
    closing = changed.partition('socket.current.on("disconnect"')[2].partition("retryConnect(")[0]
    assert f"connectionEnded(details?.context?.code === {page_store.AWAY});" in closing
    assert "connected();" in changed.partition('socket.current.on("connect",')[2].partition("event_queue")[0]


def test_a_changed_script_stays_as_it_is() -> None:
    changed = rxconfig.changed_script(SCRIPT)
    assert rxconfig.changed_script(changed) == changed


@pytest.mark.parametrize("line", rxconfig._CHANGES)
def test_a_script_without_one_of_the_lines_ends_the_build(line: str) -> None:
    for other in (SCRIPT.replace(line, ""), SCRIPT + line):
        with pytest.raises(ValueError, match="look for where"):
            rxconfig.changed_script(other)
