"""Remove sentences that Whisper invents in silence and noise: credits and captions of subtitlers it was trained on.

Safe by construction: only a whole sentence is removed, and only when it is one of these word for word, such as
'Ondertitels ingediend door de Amara.org gemeenschap', or the caption 'MUZIEK' in capitals or brackets, which Whisper
base writes for a room, a street, a kitchen and breathing alike (measured). Phrases that people do say ('Bedankt voor
het kijken', 'Tot de volgende keer') stay, also when Whisper made them up: a surplus sentence can be deleted, a lost
one cannot be recovered.
"""

import re

#: These are not said in a report, so one that follows a sentence without a full stop is recognised by its capital too.
_AMARA = (
    r"(?:ondertitels?|ondertiteld|ondertiteling|vertaling|vertaald)"
    r"(?:\s+(?:is|zijn|werd|werden))?(?:\s+(?:ingediend|gemaakt|verzorgd|geleverd))?\s*(?::|door|van)?\s*"
    r"(?:de\s+)?amara\.?\s?org[-\s]*(?:gemeenschap|community)",
    r"subtitles\s+by\s+the\s+amara\.?\s?org\s+community",
    r"sous-titres\s+réalisés\s+(?:par|para)\s+la\s+communauté\s+d'amara\.?\s?org",
    r"untertitel(?:ung)?\s+(?:der|von\s+der)\s+amara\.?\s?org[-\s]community",
)
#: These count only where a sentence begins: 'hij keek naar TV Gelderland' can be said.
_BROADCASTERS = (
    r"(?:ondertitels?|ondertiteld|ondertiteling)\s*(?::|door|van)?\s*tv\s?gelderland(?:\s+\d{4})?",
    r"(?:©\s*|copyright\s+)?tv\s?gelderland\s+\d{4}",
    r"untertitel(?:ung)?\s+im\s+auftrag\s+des\s+zdf(?:\s+für\s+funk)?,?\s*\d{4}",
    r"(?:©\s*|copyright\s+)(?:wdr|swr|zdf)\s+\d{4}",
)

#: Not what people say ('Muziek.'): in capitals, or in brackets.
_CAPTION = "MUZIEK"
_BRACKETED = r"[\[(*]\s*(?i:muziek)\s*[\])*][.!?…]*"

_START = r"(?:(?<=[.!?…\n])|^)\s*[-–\"'(\[]*"
_END = r"[\"')\]]*\s*(?:[.!?…]+|$|(?=\n|\s[A-Z]))"
_INVENTED = re.compile(
    rf"(?:{_START}(?:{_CAPTION}|(?i:{'|'.join(_AMARA + _BROADCASTERS)}))|(?<=\s)(?=[A-Z])(?i:{'|'.join(_AMARA)})){_END}"
    rf"|{_BRACKETED}"
)
#: More white space in a row than any engine writes; the patterns above take quadratic time over long runs (S33).
_LONG_GAP = re.compile(r"(\s{9})\s+")


def without_invented(text: str) -> str:
    """Return the text without invented credits and without spaces around it."""
    text = _LONG_GAP.sub(r"\1", text)
    return re.sub(r"[ \t]{2,}", " ", _INVENTED.sub(" ", text)).strip()
