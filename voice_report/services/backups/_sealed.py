"""The form of a backup file: encrypted in pieces, so that it is written and read as a stream in little memory.

    magic    23 bytes   b"spraakrapport backup 1\\n"; another number is another form
    salt     32 bytes   random, new for each file
    proof    32 bytes   tells another key from a damaged file
    piece    up to 65,552 bytes, one or more, to the end of the file

- HKDF-SHA256 (RFC 5869) of the backup key, with this salt and the magic as info, gives 64 bytes: the key of this file
  and the proof. So no two files share a key, and a file opens with one key only.
- A piece is AES-256-GCM (NIST SP 800-38D) of 65,536 bytes of content, the last one of 1 to 65,536, with its tag of 16
  bytes. Its nonce is its number, from 0, in 11 bytes big-endian, and one byte: 1 in the last piece, else 0. This is the
  STREAM construction (Hoang and others, 2015), as in the file format of age.
- A piece that was changed, moved, repeated, left out or taken from another file does not open with the nonce of its
  place. A file that is cut off, also between two pieces, has no last piece; bytes behind the end make the last piece
  another than the last. Content is yielded piece by piece, each after its tag was verified: a caller that must not
  use half of it reads all of it first.
"""

import os
from collections.abc import Iterator
from typing import BinaryIO

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from ...errors import Invalid

MAGIC = b"spraakrapport backup 1\n"
PIECE = 64 * 1024
TAG = 16
_SALT = 32
_KEY = 32

HEADER = len(MAGIC) + _SALT + _KEY  # bytes before the first piece

_NO_BACKUP = "Dit is geen back-up van Spraakrapport, of van een nieuwere versie."
_OTHER_KEY = "De back-up is met een andere sleutel gemaakt."
_CUT_OFF = "De back-up is niet heel: het einde ontbreekt of is gewijzigd. Gebruik een andere."
_CHANGED = "De back-up is beschadigd of gewijzigd, bij byte {:d}. Gebruik een andere."


class Sealer:
    """Encrypts what is written to it into a file; only ``finish`` makes the file whole."""

    def __init__(self, file: BinaryIO, key: str) -> None:
        salt = os.urandom(_SALT)
        self._cipher, proof = _derived(key, salt)
        self._file, self._waiting, self._number = file, bytearray(), 0
        file.write(MAGIC + salt + proof)

    def write(self, content: bytes) -> None:
        """Encrypt more content. What may be in the last piece waits: a piece knows whether it is the last."""
        self._waiting += content
        while len(self._waiting) > PIECE:
            self._seal(bytes(self._waiting[:PIECE]), is_last=False)
            del self._waiting[:PIECE]

    def finish(self) -> None:
        """Write the last piece."""
        self._seal(bytes(self._waiting), is_last=True)

    def _seal(self, content: bytes, *, is_last: bool) -> None:
        self._file.write(self._cipher.encrypt(_nonce(self._number, is_last), content, None))
        self._number += 1


def opened(file: BinaryIO, key: str) -> Iterator[bytes]:
    """Yield the content of a sealed file, each piece after its tag was verified.

    Raises ``Invalid`` with a sentence: no backup, another key, cut off, or changed. The content is whole when the
    iterator ends.
    """
    header = file.read(HEADER)
    if not header.startswith(MAGIC):
        raise Invalid(_CUT_OFF if header and MAGIC.startswith(header) else _NO_BACKUP, code="no_backup")
    if len(header) < HEADER:
        raise Invalid(_CUT_OFF, code="cut_off")
    cipher, proof = _derived(key, header[len(MAGIC) : -_KEY])
    if proof != header[-_KEY:]:
        raise Invalid(_OTHER_KEY, code="other_key")
    number, place = 0, HEADER
    piece = file.read(PIECE + TAG)
    while True:
        following = file.read(PIECE + TAG) if len(piece) == PIECE + TAG else b""
        yield _opened(cipher, piece, number, place, is_last=not following)
        if not following:
            return
        number, place, piece = number + 1, place + len(piece), following


def _opened(cipher: AESGCM, piece: bytes, number: int, place: int, *, is_last: bool) -> bytes:
    try:
        return cipher.decrypt(_nonce(number, is_last), piece, None)
    except (InvalidTag, ValueError):
        if is_last and (len(piece) < PIECE + TAG or _opens(cipher, piece, number)):
            raise Invalid(_CUT_OFF, code="cut_off") from None
        raise Invalid(_CHANGED.format(place), code="changed") from None


def _opens(cipher: AESGCM, piece: bytes, number: int) -> bool:
    """Return whether the end of the file is whole as a piece that others follow."""
    try:
        cipher.decrypt(_nonce(number, is_last=False), piece, None)
    except InvalidTag:
        return False
    return True


def _nonce(number: int, is_last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([is_last])


def _derived(key: str, salt: bytes) -> tuple[AESGCM, bytes]:
    """Return the cipher of a file and its proof."""
    whole = HKDF(SHA256(), length=2 * _KEY, salt=salt, info=MAGIC).derive(key.encode())
    return AESGCM(whole[:_KEY]), whole[_KEY:]
