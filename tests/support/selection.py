"""Which test files a run begins with, by their names without ``.py``."""

import pytest

#: The slowest tests start first, so that no worker is left alone with them at the end. The image is the very first: in
#: a fresh clone the browser tests wait for its pages, and the described answers need none. Of the others one test alone
#: takes a quarter of a minute, or they wait for a limit, for speech that plays in real time, or for a server that
#: restarts.
LONGEST = (
    *("test_image", "test_described", "test_silent_neighbours", "test_recorder_recovery", "test_main_job"),
    *("test_signed_out_while_talking", "test_words_survive", "test_recorder_troubles", "test_recorder", "test_wizard"),
    *("test_whole_story", "test_two_processes", "test_every_statement", "test_lengths"),
)

#: The folders of browser tests.
_WAIT = {"e2e", "browsers"}


def in_turn(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the tests in the order of a run: the longest files first, and browser tests evenly between the others.

    Browser tests wait much: one after the other they would leave the cores idle, which the others keep busy. The last
    tenth has none, so that the workers end together.
    """

    def turn(item: pytest.Item) -> int:
        name = item.path.stem
        return LONGEST.index(name) if name in LONGEST else len(LONGEST)

    items = sorted(items, key=turn)
    waiting = [item for item in items if _WAIT.intersection(item.path.parts)]
    busy = [item for item in items if not _WAIT.intersection(item.path.parts)]
    files = list(dict.fromkeys(item.path for item in waiting))
    place = {item: number / len(busy) for number, item in enumerate(busy)}
    place |= {item: 0.9 * files.index(item.path) / len(files) for item in waiting}
    return sorted(items, key=place.__getitem__)
