"""The characters of text from outside: invisible ones are left out, those that look the same are written one way.

Typed, pasted, spoken and generated text is ``cleaned`` where it enters and once more where texts are compared, so that
a soft hyphen inside 'niet' hides it from no check, no search and no word list. ``ui/kit/text/characters.js`` does the
same in the browser; ``tests/unit/characters.json`` holds the test vectors that both have to meet. Linear in the text.
"""

import re
import unicodedata
from collections.abc import Iterator

#: What people type for an apostrophe: straight, curled, a quote or an accent. In comparisons these are the same.
APOSTROPHES = "'’‘‛`´ʹʼˈ′"
_STRAIGHT = str.maketrans(dict.fromkeys(APOSTROPHES, "'"))

_LINE_BREAK = re.compile(r"\r\n|[\r\v\f\x85\u2028\u2029]")
#: Control characters between words: separators of fields and rows, and what Windows-1252 has for its other numbers.
_SEPARATOR = re.compile(r"[\x1c-\x1f]")
_WINDOWS = {number: bytes([number]).decode("cp1252", "ignore") for number in range(0x80, 0xA0)}

_EMOJI = (
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\u2900-\u297f\u2b00-\u2bff"
    "\U0001f000-\U0001faff]"
)
_STYLED = f"{_EMOJI}[\ufe0e\ufe0f]?"
#: Characters of Unicode's ``Default_Ignorable_Code_Point`` and of categories Cc and Cs.
_UNSEEN = (
    "[\\x00-\\x08\\x0e-\\x1f\\x7f-\\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\ud800-\udfff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_ANY_UNSEEN = re.compile(_UNSEEN)
#: Inside an emoji they are seen.
_LEFT_OUT = re.compile(
    f"(\U0001f3f4[\U000e0020-\U000e007e]{{2,8}}\U000e007f|{_STYLED}(?:[\U0001f3fb-\U0001f3ff]\ufe0f?)?"
    f"(?:\u200d{_STYLED}(?:[\U0001f3fb-\U0001f3ff]\ufe0f?)?)*|[0-9#*]\ufe0f\u20e3)|{_UNSEEN}+"
)
#: Spaces and hyphens that only forbid a line break, letters and digits in another shape, and what the middle of a word
#: has instead of an apostrophe. Marks that begin a list or heading keep their shape: '＃' is no heading.
_SPACE = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_HYPHEN = re.compile("[\u2010\u2011]")
_SHAPED = re.compile(
    "[\u0132\u0133\u2126\u212a\u212b\ufb00-\ufb06\uff05\uff07\uff0c\uff0e\uff0f\uff10-\uff1a\uff21-\uff3a\uff41-\uff5a"
    "\U0001d7ce-\U0001d7ff]"
)
_SHAPES = {
    ord(one): unicodedata.normalize("NFKC", one) for one in _SHAPED.findall("".join(map(chr, range(0x132, 0x1D800))))
}
_APOSTROPHE = re.compile(f"[{APOSTROPHES[3:]}](?<=[^\\W\\d_].)(?=[^\\W\\d_])")  # quick: it begins with what is rare
#: Letters that Unicode does not take apart into a letter and an accent.
_LETTERS = str.maketrans({"ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "æ": "ae", "œ": "oe", "þ": "th"})
_NO_APOSTROPHE = str.maketrans(dict.fromkeys(APOSTROPHES))
_APART = re.compile("[-‐‑–—,\\s]+")
_ACCENT = re.compile("[\u0300-\u036f]")
#: A letter and its accents; a tower of accents stays as it is: normalizing one takes quadratic time.
_ACCENTED = re.compile("[^\\W\\d_][\u0300-\u036f]{1,4}(?![\u0300-\u036f])")
#: Bytes of UTF-8 that no rule changes; with them gone, what is left of a text is short.
_PLAIN = bytes({*b"\n\t", *range(0x20, 0x7F)} - {ord("`")})
#: Characters that the rules read at once: a rule keeps the interpreter from every other thread until it has read the
#: whole text, for 100 ms where that is the worst report.
_PIECE = 4_000
_LETTER = f"(?!{_EMOJI}|{_UNSEEN})[^\\W\\d_]"
#: Where a text may be cut, at the end of a match, so that its pieces become what they become together. No rule looks
#: from a letter past another one; nor back from a sign that is no letter, accent, apostrophe or line break. An emoji
#: continues with what is unseen, with a skin tone, and with another emoji behind a joiner.
_CUT = re.compile(
    f"{_LETTER}[\u0300-\u036f]*+(?={_UNSEEN}*+{_LETTER})"
    f"|(?=(?!{_EMOJI}|{_UNSEEN}|[^\\W\\d_])[^\n\u0300-\u036f\u20e3{APOSTROPHES[3:]}])"
    f"|(?<!\u200d)(?={_EMOJI})(?=[^\\w\U0001f3fb-\U0001f3ff])"
)
_CHANGED = re.compile(
    "[\r\v\f\x85\u2028\u2029"
    + APOSTROPHES[3:]
    + "".join(one.pattern.strip("[]") for one in (_ANY_UNSEEN, _SPACE, _HYPHEN, _SHAPED, _ACCENT))
    + "]"
)


def cleaned(text: str) -> str:
    """Return the text with one kind of line break, space, hyphen and apostrophe, composed letters (NFC), and without
    what is invisible or cannot be stored in a database. Cleaning it again changes nothing."""
    unusual = text.encode(errors="surrogatepass").translate(None, _PLAIN).decode(errors="surrogatepass")
    if not _CHANGED.search(unusual):  # as nearly always, in a twentieth of the time that the rules take
        return text
    return "".join(map(_cleaned, _pieces(text)))


def _pieces(text: str) -> Iterator[str]:
    """Yield the text in pieces of little more than ``_PIECE`` characters, cut where no rule looks across."""
    start = 0
    while len(text) - start > _PIECE and (cut := _CUT.search(text, start + _PIECE)):
        yield text[start : cut.end()]
        start = cut.end()
    yield text[start:]


def _cleaned(text: str) -> str:
    text = _LINE_BREAK.sub("\n", text)
    if _ANY_UNSEEN.search(text):  # it is rarely there, and looking for it with the emoji around it takes long
        parts = _LEFT_OUT.split(_SEPARATOR.sub(" ", text).translate(_WINDOWS))  # a third of the time of sub()
        text = "".join(filter(None, parts))
    if text.isascii():
        return _APOSTROPHE.sub("'", text)
    text = _HYPHEN.sub("-", _SPACE.sub(" ", text))
    if _SHAPED.search(text):
        text = text.translate(_SHAPES)
    if _ACCENT.search(text):
        text = _ACCENTED.sub(lambda found: unicodedata.normalize("NFC", found[0]), text)
    return _APOSTROPHE.sub("'", text)


def straight(text: str) -> str:
    """Return the text with one kind of apostrophe, to compare it."""
    return text.translate(_STRAIGHT)


def without_accents(text: str) -> str:
    """Return the text without accents, and each letter in its plain shape (NFKD).

    The caller bounds its length: normalizing takes quadratic time for some texts.
    """
    return "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))


def folded(text: str) -> str:
    """Return the text as searches compare it: in small letters without accents and apostrophes, and with one space for
    spaces, hyphens and commas.

    The caller bounds its length (``without_accents``).
    """
    bare = without_accents(cleaned(text).translate(_NO_APOSTROPHE).casefold())
    return _APART.sub(" ", bare.translate(_LETTERS)).strip()
