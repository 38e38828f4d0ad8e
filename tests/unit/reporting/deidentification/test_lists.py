"""The files of words are whole, or nothing leaves."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from voice_report.dutch import word_lists
from voice_report.reporting import deidentification
from voice_report.reporting.deidentification import Kind


@pytest.fixture(autouse=True)
def _read_again() -> Iterator[None]:
    yield
    word_lists._digests.cache_clear()


def test_s68_the_lists_are_those_that_were_made() -> None:
    for file, digest in word_lists.DIGESTS.items():
        assert word_lists.content_digest(file.read_bytes()) == digest
    assert deidentification.is_ready()


@pytest.mark.parametrize("kind", Kind)
def test_s68_the_canary_notices_when_a_kind_is_not_found_any_more(monkeypatch, kind: Kind) -> None:
    real = deidentification.find

    def find(*what):
        hits, words = real(*what)
        return [[hit for hit in some if hit.kind != kind] for some in hits], words

    monkeypatch.setattr(deidentification, "find", find)
    assert not deidentification.is_ready()


@pytest.mark.parametrize("name", ["NAMES", "ORDINARY"])
@pytest.mark.parametrize("harm", ["missing", "empty", "cut off", "cut off at a digest", "one byte"])
def test_s68_a_list_that_is_not_whole_lets_nothing_leave(name: str, harm: str, monkeypatch, tmp_path: Path) -> None:
    whole = getattr(word_lists, name)
    content = bytearray(whole.read_bytes())
    content[len(content) // 2] ^= harm == "one byte"
    kept = {"empty": 0, "cut off": len(content) - 3, "cut off at a digest": len(content) - 8}.get(harm, len(content))
    file = tmp_path / whole.name
    if harm != "missing":
        file.write_bytes(content[:kept])
    monkeypatch.setitem(word_lists.DIGESTS, file, word_lists.DIGESTS[whole])
    monkeypatch.setattr(word_lists, name, file)
    word_lists._digests.cache_clear()
    assert not deidentification.is_ready()
