"""A ZIP file that is written while it is sent: nothing on disk, and in memory one piece and some sixty bytes for each
file, with which both lists at the end are written: the manifest and the ZIP's own."""

import copy
import hashlib
import io
import json
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

MANIFEST = "manifest.json"

_PIECE = 64 * 1024  # bytes
_SIZE = struct.Struct("<Q")


class _Notes:
    """Records in order, compressed: names of many files are much alike."""

    def __init__(self) -> None:
        self._compressor = zlib.compressobj()
        self._compressed: list[bytes] = []

    def add(self, record: bytes) -> None:
        """Add a record of at most 65,535 bytes."""
        packed = self._compressor.compress(struct.pack("<H", len(record)) + record)
        if packed:
            self._compressed.append(packed)

    def __iter__(self) -> Iterator[bytes]:
        """Yield the records so far."""
        reader, waiting = zlib.decompressobj(), b""
        for packed in (*self._compressed, self._compressor.copy().flush()):
            while packed:
                waiting += reader.decompress(packed, _PIECE)
                packed, start = reader.unconsumed_tail, 0
                while len(waiting) >= start + 2:
                    end = start + 2 + struct.unpack_from("<H", waiting, start)[0]
                    if len(waiting) < end:
                        break
                    yield waiting[start + 2 : end]
                    start = end
                waiting = waiting[start:]


class _Directory:
    """What ``zipfile`` keeps of each file until the end: a list of objects of half a kilobyte, here a few numbers."""

    _NUMBERS = struct.Struct("<IQQQ")

    def __init__(self) -> None:
        self._notes, self._length = _Notes(), 0
        self._last: zipfile.ZipInfo | None = None

    def append(self, about: zipfile.ZipInfo) -> None:
        """Note a file that was written; its other attributes are those of all."""
        self._last = about
        self._length += 1
        numbers = self._NUMBERS.pack(about.CRC, about.compress_size, about.file_size, about.header_offset)
        self._notes.add(numbers + about.filename.encode())

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[zipfile.ZipInfo]:
        if self._last is None:
            return
        for record in self._notes:
            about = copy.copy(self._last)
            about.CRC, about.compress_size, about.file_size, about.header_offset = self._NUMBERS.unpack_from(record)
            about.filename = record[self._NUMBERS.size :].decode()
            yield about


class _Nothing(dict[str, Any]):
    """Forgets what is put in it: ``zipfile`` finds files of before by it, and none is looked up here."""

    def __setitem__(self, name: str, about: Any) -> None:
        """Keep nothing."""


class _Sink(io.RawIOBase):
    """What was written and not yet taken; it cannot be gone back in, so the ZIP has sizes behind each file."""

    def __init__(self) -> None:
        self._written = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._written += data
        return len(data)

    def close(self) -> None:
        """Stay open: a ZIP that was cut off may be collected after this, and writes its end."""

    def take(self) -> Iterator[bytes]:
        taken, self._written = memoryview(self._written), bytearray()
        for start in range(0, len(taken), _PIECE):
            yield bytes(taken[start : start + _PIECE])


class ZipStream:
    """Files are added one after another, and what is ready is taken in between. Names are ours, and used once."""

    def __init__(self, moment: datetime) -> None:
        self._sink = _Sink()
        self._zip = zipfile.ZipFile(self._sink, "w", zipfile.ZIP_DEFLATED)  # type: ignore[arg-type]
        self._zip.filelist, self._zip.NameToInfo = _Directory(), _Nothing()  # type: ignore[assignment]
        self._date = moment.timetuple()[:6]
        self._digests = _Notes()

    def add(self, name: str, content: bytes) -> None:
        """Add a whole file."""
        with self.file(name) as write:
            write(content)

    @contextmanager
    def file(self, name: str) -> Iterator[Any]:
        """Add a file piece by piece: yields the function that writes one."""
        about = zipfile.ZipInfo(name, self._date)
        about.compress_type, about.external_attr = zipfile.ZIP_DEFLATED, 0o600 << 16
        digest, size = hashlib.sha256(), 0
        with self._zip.open(about, "w", force_zip64=True) as file:

            def write(piece: bytes) -> None:
                nonlocal size
                digest.update(piece)
                size += len(piece)
                file.write(piece)

            yield write
        self._digests.add(digest.digest() + _SIZE.pack(size) + name.encode())

    def take(self) -> Iterator[bytes]:
        """Yield what is ready to be sent, in pieces."""
        return self._sink.take()

    def close(self, **about: Any) -> Iterator[bytes]:
        """Add the manifest, with SHA-256 and size of every other file, and yield the end of the ZIP."""
        head = json.dumps({**about, "files": {}}, ensure_ascii=False, indent=1).removesuffix("}\n}")
        before = "\n"
        with self.file(MANIFEST) as write:
            write(head.encode())
            for record in self._digests:
                digest, (size,), name = record[:32], _SIZE.unpack_from(record, 32), record[32 + _SIZE.size :].decode()
                told = json.dumps({"sha256": digest.hex(), "bytes": size})
                write(f"{before}  {json.dumps(name)}: {told}".encode())
                before = ",\n"
                yield from self.take()
            write(b"\n }\n}")
        self._zip.close()
        yield from self.take()
