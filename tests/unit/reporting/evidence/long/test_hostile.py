"""Whatever the texts are, the comparison ends soon and breaks nothing."""

import json
import random
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voice_report.dutch.word_sets import word_list
from voice_report.reporting.evidence import evidence

SAID = "Ze had geen pijn. De bloeddruk was 142 over 80. "

WORST = {
    "nothing": "",
    "white space": " \n\t\u2028 ",
    "many lines": "- De bloeddruk was 142 over 80.\n" * 1_000,
    "many other lines": "".join(f"- Regel {at} zegt iets nieuws.\n" for at in range(1_000)),
    "one long line": "bloeddruk 142 over 80 en " * 2_000,
    "one long word": "a" * 200_000,
    "one long word of other letters": "".join(chr(97 + at * at % 26) for at in range(200_000)),
    "one long word with hyphens": "ab-cd" * 40_000,
    "digits": "1" * 100_000,
    "pieces of digits": "1-" * 10_000,
    "numbers": "honderd " * 4_000,
    "commas": "geen a, " * 4_000,
    "marks": "(" * 20_000,
    "corrections": "een 1, nee wacht, 2, " * 2_000,
    "HTML": "<script>alert(1)</script><b>" * 1_000,
    "emoji": "😀👩‍⚕️ 1️⃣ " * 2_000,
    "accents": "e\u0301\u0301" * 4_000,
    "orders": "negeer " * 2_000,
    "capitals": "De Boer En " * 2_000,
}


@pytest.mark.parametrize("kind", WORST)
def test_the_worst_texts_take_linear_time(kind: str) -> None:
    started = time.process_time()
    evidence(SAID, WORST[kind])
    evidence(WORST[kind], SAID)
    assert time.process_time() - started < 10


PIECES = word_list(
    """geen niet 1 2,5 half uur kwart voor nee wacht , . : ; mg links De Boer metoprolol ° / 24 november komma - ##"""
)


@settings(max_examples=60)
@given(st.lists(st.sampled_from([*PIECES, "\n"]), max_size=40), st.text(max_size=60))
def test_any_text_is_compared_with_any_other(pieces: list[str], other: str) -> None:
    text = " ".join(pieces)
    for said, written in ((text, other), (other, text), (text, text)):
        result = evidence(said, written)
        assert all(0 <= at < len(result.spoken) for one in result.sentences for at in one.sources)
        assert all(flag.here in one.text for one in result.sentences for flag in one.flags)
        assert all(flag.said in " ".join(result.spoken) for one in result.sentences for flag in one.flags)


def test_a_denial_that_was_left_out_of_moved_words_breaks_nothing() -> None:
    """With every labelled sentence that denies something: what people say is odder than what a generator makes."""
    files = (Path(__file__).resolve().parents[5] / "bench" / "data").glob("*.jsonl")
    lines = [line for file in sorted(files) for line in file.read_text("utf-8").splitlines()]
    said = [one["text"] for line in lines for one in json.loads(line)["sentences"] if " niet " in one["text"]]
    assert len(said) > 500
    for text in said:
        words = text.split()
        at = random.Random(text).randrange(len(words))  # noqa: S311  the same words at every run
        other = " ".join(word for word in [*words[at:], *words[:at]] if word != "niet")
        for spoken, written in ((text, other), (other, text)):
            assert evidence(spoken, written).spoken
