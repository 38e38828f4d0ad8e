"""From uploaded bytes to samples: only real, bounded audio gets through, whatever its name says (security.md S23).

The container is recognised by its first bytes and opened as exactly that format, so FFmpeg never guesses: a playlist
or a subtitle file that makes it open other addresses is refused here. Decoding stops at the limits, so a small file
that unpacks into hours of audio costs no more than the longest audio we accept. Everything stays in memory. Functions
import FFmpeg: a start should not wait for it.
"""

from .decoding import prepare
from .files import SoundFile
from .refusals import MAX_BYTES, MAX_SECONDS, too_many_bytes
from .samples import RATE
from .uploads import Arriving, checks, examine
from .vad import Sound

__all__ = [
    "MAX_BYTES",
    "MAX_SECONDS",
    "RATE",
    "Arriving",
    "Sound",
    "SoundFile",
    "checks",
    "examine",
    "prepare",
    "too_many_bytes",
]
