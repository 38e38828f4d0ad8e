"""What a process keeps: made once, and anew for other settings."""

from voice_report.config import settings
from voice_report.core.process import process_singleton


@process_singleton
def counter() -> list[int]:
    """Return what is counted."""
    return []


@process_singleton
def other() -> list[int]:
    return counter()


def test_it_is_made_once_for_all_who_use_it() -> None:
    counter().append(1)
    other().append(2)
    assert counter() == [1, 2]
    assert (counter.__name__, counter.__doc__) == ("counter", "Return what is counted.")


def test_other_settings_have_their_own() -> None:
    counter().append(1)
    settings.cache_clear()
    assert counter() == []
    assert other() is counter()
