"""Sentence vectors: the numbers of the original model, bounded time for any text, and what is kept of a sentence."""

import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voice_report.integrations.structuring.classifier import encoder, vectors
from voice_report.integrations.structuring.classifier.encoder import MOST_PIECES, SIZE
from voice_report.integrations.structuring.classifier.subwords import START, Subwords

#: What the original model makes of some sentences: the mean of its sixth layer, all its pieces of words in use, and the
#: activation without approximation. The first 24 of 384 numbers.
ORIGINAL = json.loads(Path(__file__).with_name("sentence_vectors.json").read_text("utf-8"))


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    vectors._kept.clear()
    yield
    vectors._kept.clear()


def raw(texts: list[str]) -> np.ndarray:
    model = vectors.shipped()
    return model.means([model.pieces(text) for text in texts])


def rows(texts: list[str]) -> np.ndarray:
    found, places = vectors.of(texts)
    return found[places]


def test_it_makes_the_vectors_of_the_original_model() -> None:
    made = raw(list(ORIGINAL))[:, :24]
    wanted = np.array(list(ORIGINAL.values()))
    alike = (made * wanted).sum(axis=1) / np.linalg.norm(made, axis=1) / np.linalg.norm(wanted, axis=1)
    assert alike.min() > 0.999, dict(zip(ORIGINAL, alike, strict=True))


def test_what_means_the_same_is_near() -> None:
    said, same, other = rows(
        ["De huisarts belt morgen terug.", "Dan neemt de dokter contact op.", "De wond ziet er rood uit."]
    )
    assert said @ same > said @ other + 0.1
    assert np.linalg.norm([said, same, other], axis=1) == pytest.approx(1, abs=0.01)


def test_a_vector_does_not_depend_on_the_sentences_beside_it() -> None:
    texts = [*ORIGINAL, "ja", "woord " * 200, ""]
    together = rows(texts)
    for text, one in zip(texts, together, strict=True):
        vectors._kept.clear()
        assert rows([text])[0] == pytest.approx(one, abs=1e-3)


def test_no_sentences_have_no_vectors() -> None:
    assert rows([]).shape == (0, SIZE)


@given(st.text(st.characters(codec=None), max_size=300))
@settings(max_examples=60)
def test_any_text_has_a_vector(text: str) -> None:
    found = rows([text])
    assert np.isfinite(found).all()
    assert len(vectors.shipped().pieces(text)) <= MOST_PIECES + 2


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("x" * 5_000_000, id="one word"),
        pytest.param("\ud800" * 1000, id="lone surrogates"),
        pytest.param("\ufdfa" * 100_000, id="characters that stand for many"),
        pytest.param("e" + "\u0301" * 200_000, id="accents"),
        pytest.param("e" + "\u0301" * 100_000 + "\u0316" * 100_000, id="accents in falling order"),
        pytest.param("woord " * 500_000, id="words"),
    ],
)
def test_a_long_sentence_costs_no_more_than_its_beginning(text: str) -> None:
    vectors.shipped()
    started = time.process_time()
    assert np.isfinite(rows([text])).all()
    assert time.process_time() - started < 2


def test_a_long_dictation_is_read_to_a_limit_that_does_not_depend_on_what_is_kept() -> None:
    texts = [f"Zin nummer {number} van een dictaat waar geen einde aan komt." for number in range(2000)]
    started = time.process_time()
    first = rows(texts)
    # 5 s on an idle machine: the limit is 16,384 pieces.
    assert time.process_time() - started < 30
    encoded = np.flatnonzero(first.any(axis=1)).tolist()
    assert 500 < len(encoded) < 1500
    assert encoded == list(range(len(encoded)))
    assert np.array_equal(rows(texts), first)


def test_a_sentence_is_encoded_once_while_it_is_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    encoded: list[int] = []
    model = vectors.shipped()

    def counted(texts: list[list[int]]) -> np.ndarray:
        encoded.append(len(texts))
        return encoder.Encoder.vectors(model, texts)

    monkeypatch.setattr(model, "vectors", counted)
    first = rows(["Ze slaapt.", "Ze eet.", "Ze slaapt."])
    again = rows(["Ze eet.", "Ze slaapt.", "Ze loopt."])
    assert encoded == [2, 1]
    assert (first[[1, 0]] == again[:2]).all()


def test_s55_no_sentence_is_kept_and_its_vector_not_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(vectors, "monotonic", lambda: now[0])
    vectors.of(["Mevrouw Zonderling drinkt stiekem sherry."])
    assert [type(key) for key in vectors._kept] == [bytes]
    assert b"Zonderling" not in repr(vectors._kept).encode()
    now[0] = 300.0
    vectors.of(["De ander."])
    now[0] = 601.0
    vectors.sweep()
    assert len(vectors._kept) == 1
    assert vectors._sweeper is not None
    assert vectors._sweeper.interval == pytest.approx(299)  # when the time of what is left is over
    now[0] = 901.0
    vectors.sweep()
    assert not vectors._kept


def test_no_more_than_a_number_of_sentences_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "_MOST_KEPT", 3)
    vectors.of([f"Zin {number}." for number in range(5)])
    assert len(vectors._kept) == 3


def test_threads_share_one_encoder_and_get_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    whole = encoder.Encoder.shipped()

    def once() -> encoder.Encoder:
        read.append(threading.get_ident())
        return whole

    monkeypatch.setattr(vectors, "_encoder", None)
    monkeypatch.setattr(encoder.Encoder, "shipped", once)
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda _: rows(list(ORIGINAL)), range(12)))
    assert len(read) == 1
    assert all(one == pytest.approx(found[0], abs=1e-3) for one in found)


def test_numbers_come_back_from_four_bits() -> None:
    weights = np.random.default_rng(1).normal(size=(3, 64)).astype(np.float32)
    back = encoder._unpacked(*encoder.packed(weights))
    assert back.shape == weights.shape
    assert np.abs(back - weights).max() < np.abs(weights).max() / 7  # a step of the coarsest block


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("wondzorg", [f"{START}wond", "zorg"]),
        ("de wond", [f"{START}de", f"{START}wond"]),
        ("zorgde", [START, "zorg", "?"]),
        ("  ", []),
        ("ﬁ", [START, "?"]),
    ],
)
def test_a_word_is_cut_into_its_most_probable_pieces(text: str, pieces: list[str]) -> None:
    known = ["?", START, f"{START}de", f"{START}wond", "zorg", "w", "on"]
    cut = Subwords(known, [0.0, -3.0, -2.0, -5.0, -5.0, -1.0, -1.0], 0)
    found = [known[place] for place in cut.of(text, 9)]
    assert [piece for at, piece in enumerate(found) if piece != "?" or found[at - 1] != "?"] == pieces


def test_the_file_is_small() -> None:
    assert encoder.FILE.stat().st_size < 12_000_000
