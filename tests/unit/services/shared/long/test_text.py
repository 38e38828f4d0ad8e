"""S33: what reads whole texts takes time in proportion to their length, and lengths are refused before that."""

import contextlib
import time
import unicodedata
from functools import partial

import pytest

from tests.support.worst_text import HUGE, marks
from voice_report.errors import Invalid, Unavailable
from voice_report.integrations.speech import hallucinations
from voice_report.integrations.structuring import headings, local
from voice_report.reporting.templates import DEFAULT
from voice_report.services.clients import clients
from voice_report.services.shared import export, text

SIZE = 100_000
SHAPES = {
    "digits": "9" * SIZE,
    "lines": "\n" * SIZE,
    "heading with a gap": "# x" + " " * SIZE + "x",
    "heading marks": "# x " + "#" * SIZE + "x",
    "bold never closed": "**a " * (SIZE // 4),
    "underlined never closed": "__a " * (SIZE // 4),
    "credit with a gap": "ondertitels" + " " * SIZE + "x",
    "words": "mevrouw " * (SIZE // 8),
    "quotes": '"' * SIZE,
    "marks": marks(SIZE),
}


def _checked(words: str) -> None:
    report = "\n\n".join(f"## {heading}\n\n{words[:1000]}" for heading in DEFAULT.headings)
    for whole in (words, f"# {words}\n{report}"):
        with contextlib.suppress(Unavailable):
            headings.check(whole, DEFAULT)


READERS = {
    "plain text": partial(export.plain_text, empty=True),
    "sections": lambda words: local.place(words, DEFAULT),
    "headings": _checked,
    "invented credits": hallucinations.without_invented,
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("shape", SHAPES)
def test_s33_a_long_text_is_read_in_linear_time(reader: str, shape: str) -> None:
    started = time.process_time()
    READERS[reader](SHAPES[shape])
    assert time.process_time() - started < 5, "0.2 s when it is linear, a minute and more when it is not"


@pytest.mark.parametrize(
    "words",
    [HUGE, marks(50_000), "\ufdfa" * 50_000, "a@" * 50_000],
    ids=["five megabytes", "marks", "expanding", "at signs"],
)
def test_s33_names_addresses_and_ids_are_measured_before_they_are_normalised(words: str) -> None:
    started = time.process_time()
    for check in (
        text.checked_email,
        lambda value: text.checked_name(value, "Voornaam"),
        clients.checked_id,
        clients.checked_birth_date,
    ):
        with pytest.raises(Invalid):
            check(words)
    text.search_words(words)
    assert time.process_time() - started < 2, "0.1 s when it is measured first"


def test_a_name_typed_with_loose_accents_is_as_long_as_it_looks() -> None:
    name = "\u1e69" * text.MAX_NAME  # three characters each when decomposed
    assert text.checked_name(unicodedata.normalize("NFD", name), "Voornaam") == name
    with pytest.raises(Invalid, match="maximaal 100"):
        text.checked_name(name + "a", "Voornaam")


@pytest.mark.parametrize("hidden", ["\u00ad", "\u200b", "\u2060", "\ufeff", "\u202e"])
def test_a_name_has_no_hidden_characters(hidden: str) -> None:
    assert text.checked_name(f"Ja{hidden}nsen", "Achternaam") == "Jansen"
