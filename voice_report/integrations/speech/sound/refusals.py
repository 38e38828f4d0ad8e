"""How much sound is taken, and the errors for what is not."""

from ....errors import Invalid, TooLarge, WrongMedia

#: Bytes of one upload (concepts/dictation.md).
MAX_BYTES = 25 * 1024 * 1024
#: Seconds of one upload. The recorder's segments last 45 s at most; this leaves room for a whole short recording from
#: another client, and as 16-bit WAV it stays below the 25 MB that engines take.
MAX_SECONDS = 600


def too_many_bytes() -> TooLarge:
    """Return the error for an upload above ``MAX_BYTES``."""
    return TooLarge("Deze opname is te groot: een bestand mag hoogstens 25 MB zijn.")


def empty() -> Invalid:
    """Return the error for an upload without a byte."""
    return Invalid("De opname is leeg: er is geen geluid ontvangen.", code="empty_audio")


def damaged() -> Invalid:
    """Return the error for a file of which nothing can be read."""
    return Invalid("De opname is beschadigd en kan niet worden gelezen.", code="damaged_audio")


def unreadable(sentence: str) -> WrongMedia:
    """Return the error for a file with sound that is not taken, and this reason."""
    return WrongMedia(sentence, code="unreadable_audio")


def takes_too_long() -> TooLarge:
    """Return the error for a file whose decoding takes too much of the processor."""
    return TooLarge(
        "Deze opname kost te veel tijd om te lezen. Neem opnieuw op in kortere stukken.", code="takes_too_long"
    )


class TakesLong(Exception):
    """There is more sound than is decoded while a user waits for a sentence."""


def longer_than(most: int) -> Exception:
    """Return what says that a file has more than ``most`` seconds of sound."""
    if most < MAX_SECONDS:
        return TakesLong()
    return TooLarge(f"Deze opname is langer dan {most // 60} minuten. Verdeel hem in kortere stukken.", code="too_long")
