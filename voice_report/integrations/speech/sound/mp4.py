"""The boxes of an mp4 file: whether FFmpeg can read it within bounds, and what of it is read."""

import itertools
import re
import struct
from collections.abc import Iterator

import numpy as np

from ....core.bounded_executor import give_way
from .refusals import damaged, unreadable

#: Bytes of the head of a box in an mp4 file; the boxes that come before its sound; and how many are looked at.
BOX, _MOST_BOXES = 8, 100_000
_FORMAT = 16  # bytes from the name of the box of formats to the first one's
_ENCRYPTED = frozenset((b"enca", b"drms"))
BEFORE_SOUND = frozenset((b"ftyp", b"styp", b"moov", b"sidx", b"moof", b"free", b"skip"))
A_PACKET = 512  # bytes: of AAC, about two
#: Tables of an mp4 file. FFmpeg takes memory by a count in them: for each packet, of which an hour has 400,000 at most,
#: and for each thousand samples as they are, of which each has a byte. A compressed index is as large as it says.
_TABLES = re.compile(rb"stsz|stz2|trun|stts|stsc|stco|co64|cmov|trak|hdlr")
#: Kinds of handler that an index of one track of sound has: of the sound itself, its notes and its places.
_SOUND, _OTHER_HANDLERS = b"soun", frozenset((b"mdir", b"mdta", b"url ", b"alis"))
#: Bytes in which tables are looked for at once: the search lets no other thread go on.
_SEARCHED_AT_ONCE = 64 * 1024
_MOST_PACKETS, _MOST_SAMPLES = 1_000_000, 64 * 1024 * 1024


def readable(data: bytes) -> bytes:
    """Return an mp4 file without what keeps FFmpeg from its sound. Raises ``Invalid`` when it would fill the memory,
    and ``WrongMedia`` when it is encrypted.

    That is a last 'moof' that is cut off, and one that is there twice in a row: FFmpeg takes the first one's place to
    find the sound, and reads next to it. WebKit on Linux writes the last one of each recording like that (GStreamer).
    """
    if _is_encrypted(data):
        raise unreadable("Dit bestand is beveiligd en kan niet worden gelezen. Kies een eigen opname.")
    if _is_bomb(data):
        raise damaged()
    kept, begin, end, former = [], 0, len(data), None
    for kind, at, size in boxes(data):
        if at + size > len(data):
            end = at if kind == b"moof" else len(data)
            break
        moof = data[at : at + size] if kind == b"moof" else None
        if moof and moof == former:
            kept.append(data[begin : at - size])
            begin = at
        former = moof
        end = at + size
    else:
        end = end if len(data) - end < BOX else len(data)
    return b"".join([*kept, data[begin:end]])


def _is_bomb(data: bytes) -> bool:
    """Return whether an mp4 file counts more packets or samples than a recording has, in all its tables together."""
    packets = chunks = tracks = 0
    handlers: set[bytes] = set()
    runs: list[tuple[int, int]] = []  # where the tables of samples in a chunk are, and their lengths
    has_packets = False  # otherwise its samples are as they are, and a thousand of a chunk are one packet
    tables = itertools.chain.from_iterable(_TABLES.finditer(data, *part) for part in _outside_sound(data))
    for number, table in enumerate(tables):
        name, at = table.group(), table.end()
        if name == b"cmov" or number > _MOST_BOXES:
            return True
        if name == b"trak":
            tracks += 1
            continue
        if name == b"hdlr":
            handlers.add(data[at + 8 : at + 12])
            continue
        count = _number(data, at + (8 if name in (b"stsz", b"stz2") else 4))
        if name in (b"stsz", b"stz2", b"trun"):
            packets += count
            has_packets = has_packets or name == b"trun"
        elif name == b"stts":
            has_packets = has_packets or (count, _number(data, at + 12)) != (1, 1)
        elif name == b"stsc":
            runs.append((at + 8, count))
        else:
            chunks = max(chunks, count)
    is_sound = tracks == 1 and _SOUND in handlers and handlers <= {_SOUND, *_OTHER_HANDLERS}
    has_packets = has_packets or not is_sound
    if packets > (_MOST_PACKETS if has_packets else _MOST_SAMPLES) or sum(count for _, count in runs) > _MOST_PACKETS:
        return True
    return sum(_samples(data, at, count, chunks) for at, count in runs) > _MOST_SAMPLES


def _samples(data: bytes, at: int, count: int, chunks: int) -> float:
    """Return how many samples a table says are in so many chunks; a line has the first chunk, and samples in each."""
    table = np.frombuffer(data[at : at + 12 * count], np.uint8)
    lines = table[: len(table) // 12 * 12].view(">u4").reshape(-1, 3).astype(float)
    return float(np.maximum(np.diff(lines[:, 0], append=chunks + 1.0), 0) @ lines[:, 1])


def _outside_sound(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield where the parts of an mp4 file begin and end that are not its sound; of a long one each name of four bytes
    is whole in one part."""
    begin = 0
    for kind, at, size in itertools.chain(boxes(data), [(b"mdat", len(data), 0)]):
        if kind == b"mdat":
            for part in range(begin, at, _SEARCHED_AT_ONCE):
                yield part, min(part + _SEARCHED_AT_ONCE + 3, at)
                give_way()
            begin = min(at + size, len(data))


def _number(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "big")


def is_fragmented(data: bytes) -> bool:
    """Return whether an mp4 file has its index in parts, as it was written while it was recorded."""
    return any(kind == b"moof" for kind, _, _ in boxes(data))


def _is_encrypted(data: bytes) -> bool:
    """Return whether the index of an mp4 file says that its sound is encrypted, as of what was bought."""
    for kind, at, size in boxes(data):
        if kind == b"moov":
            index, found = data[at : at + size], -1
            while (found := index.find(b"stsd", found + 1)) >= 0:
                if index[found + _FORMAT : found + _FORMAT + 4] in _ENCRYPTED:
                    return True
    return False


def boxes(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield the kind, the place and the size of the boxes of an mp4 file; what is behind many of them is not read."""
    at = 0
    for _ in range(_MOST_BOXES):
        if at + BOX > len(data):
            return
        size, kind = struct.unpack_from(">I4s", data, at)
        if size == 1 and at + 16 <= len(data):
            (size,) = struct.unpack_from(">Q", data, at + 8)
        yield kind, at, size if size >= BOX else len(data) - at
        if size < BOX:  # up to the end of the file
            return
        at += size
    yield b"", at, 0
