"""A backup file opens with its key, whole and unchanged, or not at all (S96)."""

import io
import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voice_report.errors import Invalid
from voice_report.services.backups import _sealed
from voice_report.services.backups._sealed import HEADER, PIECE, TAG

KEY, OTHER = "k" * 32, "o" * 32
WHOLE = PIECE + TAG
#: Contents around the borders of pieces.
SIZES = (1, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 3 * PIECE + 17)


def sealed(content: bytes, key: str = KEY) -> bytes:
    file = io.BytesIO()
    sealer = _sealed.Sealer(file, key)
    sealer.write(content)
    sealer.finish()
    return file.getvalue()


def read(written: bytes, key: str = KEY) -> bytes:
    return b"".join(_sealed.opened(io.BytesIO(written), key))


def refused(written: bytes, key: str = KEY) -> str:
    with pytest.raises(Invalid) as refusal:
        read(written, key)
    return refusal.value.code


@pytest.mark.parametrize("size", SIZES)
def test_s96_what_was_sealed_is_read_back(size: int) -> None:
    content = bytes(itertools.islice(itertools.cycle(range(251)), size))
    written = sealed(content)
    assert read(written) == content
    assert content[:32] not in written or size < 32
    assert len(written) == HEADER + size + -(-size // PIECE) * TAG


@given(st.lists(st.binary(max_size=PIECE * 2), max_size=6))
@settings(max_examples=40)
def test_s96_how_it_is_written_changes_nothing(parts: list[bytes]) -> None:
    file = io.BytesIO()
    sealer = _sealed.Sealer(file, KEY)
    for part in [b"x", *parts]:
        sealer.write(part)
    sealer.finish()
    assert read(file.getvalue()) == b"x" + b"".join(parts)


def test_s96_no_two_files_are_alike() -> None:
    assert sealed(b"words")[len(_sealed.MAGIC) :] != sealed(b"words")[len(_sealed.MAGIC) :]


@pytest.mark.parametrize("size", SIZES)
def test_s96_another_key_is_told_before_anything_is_read(size: int) -> None:
    assert refused(sealed(b"w" * size), OTHER) == "other_key"


@pytest.mark.parametrize("size", SIZES)
def test_s96_a_file_that_is_cut_off_anywhere_is_refused(size: int) -> None:
    written = sealed(b"w" * size)
    borders = range(HEADER, len(written), WHOLE)
    places = {0, 1, len(_sealed.MAGIC), HEADER - 1, len(written) - 1, len(written) - TAG}
    places |= {near for border in borders for near in (border - 1, border, border + 1)}
    for place in sorted(one for one in places if 0 <= one < len(written)):
        assert refused(written[:place]) in ("cut_off", "no_backup"), place


def test_s96_no_cut_of_a_small_file_opens() -> None:
    written = sealed(b"a few words")
    for place in range(len(written)):
        assert refused(written[:place]) in ("cut_off", "no_backup")


def test_s96_a_changed_byte_is_refused_wherever_it_is() -> None:
    written = sealed(b"w" * (2 * PIECE + 9))
    for place in [*range(HEADER + 5), *range(HEADER + 5, len(written), 3001), len(written) - 1]:
        changed = bytearray(written)
        changed[place] ^= 1
        assert refused(bytes(changed)) in ("no_backup", "other_key", "changed", "cut_off")


def test_s96_pieces_cannot_be_moved_repeated_left_out_or_borrowed() -> None:
    written, other = sealed(b"w" * (3 * PIECE + 5)), sealed(b"w" * (3 * PIECE + 5))
    head, pieces = written[:HEADER], [written[at : at + WHOLE] for at in range(HEADER, len(written), WHOLE)]
    first, second, third, last = pieces
    borrowed = other[HEADER : HEADER + WHOLE]
    for arrangement in (
        (second, first, third, last),
        (first, first, second, third, last),
        (first, third, last),
        (first, second, third, last, last),
        (last,),
        (borrowed, second, third, last),
    ):
        assert refused(head + b"".join(arrangement)) in ("changed", "cut_off")
    assert refused(written + b"\0") in ("changed", "cut_off")


def test_s96_nothing_of_a_changed_piece_is_given_out() -> None:
    written = bytearray(sealed(b"w" * (2 * PIECE + 5)))
    written[HEADER + WHOLE + 3] ^= 1
    pieces = _sealed.opened(io.BytesIO(bytes(written)), KEY)
    assert next(pieces) == b"w" * PIECE
    with pytest.raises(Invalid, match="bij byte"):
        next(pieces)
