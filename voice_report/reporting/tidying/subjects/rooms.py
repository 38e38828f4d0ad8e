"""Rooms and beds that a handover names, by their place ('kamer vier bed een') or their number alone ('Bij 22 moet').

Numbers are compared as figures: 'kamer vier' is 'kamer 4'.
"""

import re

from ....dutch.word_sets import word_list
from ..numbers import UNITS

#: 'Een' is a number only where no noun follows: not in 'het bed een beetje hoger'.
NUMBER = (
    r"(?:\d{1,4}[a-z]?\b|één\b|een(?=[,.]|$| (?:mevrouw|meneer|mevr|mw|dhr|de heer|is|was|heeft|had|wil|moet)\b)"
    r"|(?:twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|\w{3,9}tien|\w{0,20}tig)\b)"
)
_PLACE = r"(?:kamer|bed|box|appartement|studio|woning|(?:huis)?nummer)"
ROOM = rf"{_PLACE} {NUMBER}(?:,? bed {NUMBER})?"
_ANY_ROOM = re.compile(ROOM, re.IGNORECASE)
SECOND_ROOM = re.compile(rf"\b{ROOM},?(?: (?:en|of|tot|tot en met|t/m) | ?[/+&-] ?){NUMBER}", re.IGNORECASE)
#: A room by its number alone: 'Bij 22 moet', 'die van 15.', 'Acht heeft'; not '22 procent'.
OF_ONE = (
    r"is|was|heeft|had|wil|wilde|kan|mag|moet|gaat|ging|komt|kwam|krijgt|kreeg|ligt|lag|zit|zat|slaapt|sliep|wacht|belt|"
    r"belde|staat|stond|hoest|eet|at|rustig|onrustig|misselijk|ook"
)
NUMBERED = re.compile(
    r"(?:^|\b(?i:op|van|naar|bij|voor|dan|o ja|en),? (?:de )?)(\d{1,4})\b"
    rf"(?=$|[,.!?](?!\d)| (?:{OF_ONE}|moeten|hebben|liggen|kunnen|mogen|zijn|haar|in|op|nog|met|om|en|graag|elk|elke|"
    r"de|het|een|terug|naar|niet|geen|voor|na|drie|twee|goed|slecht|weer|dus|morgen|vannacht|vandaag|gisteren)\b)"
    r"|\b(?i:ontlasting|urine|medicatie) (\d{1,3})\b(?! (?:ml|mg|cc|keer|uur|liter|l)\b)"
    r"|(?:^|\b(?i:bij|dan|van|en),? )"
    r"((?i:twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|\w{3,9}tien|\w{0,20}tig))"
    rf"(?=[.,]?$|,? (?:{OF_ONE})\b)"
)
#: A number that is a room where one with it was named: 'De heer op 9 plast'.
KNOWN_NUMBER = re.compile(
    r"\b(?i:op|van|bij|naar) (\d{1,4})\b(?![.,:/-]\d|°|%"
    rf"| (?:{'|'.join(sorted({*UNITS.values(), *UNITS} - {'%', '°'}))}|uur|keer|maal|jaar|tot|en|\w+en|"
    r"\w+s|januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december)\b)"
)
#: Numbers of several rooms at the start: '12, 14 en 16 gewassen'.
SEVERAL = re.compile(r"(?:\d{1,4}, )*\d{1,4} en \d{1,4}\b")
DIGITS = {
    word: str(number)
    for number, word in enumerate(
        word_list(
            """één twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien
            achttien negentien twintig"""
        ),
        1,
    )
}


def said_words(text: str) -> set[str]:
    """Return the words of a text in small letters, with numbers in digits."""
    return {DIGITS.get(word[0], word[0]) for word in re.finditer(r"[\w'’]+", text.lower())}


def room_of(placed: str) -> str:
    """Return a room as it is compared: 'kamer vier', 'kamer vier bed een'."""
    found = _ANY_ROOM.match(placed)
    return " ".join(DIGITS.get(word, word) for word in found[0].lower().replace(",", "").split()) if found else ""


def number_of(numbered: re.Match[str]) -> str:
    """Return a room's number as it is compared: '4' for 'vier' too."""
    said = next(one for one in numbered.groups() if one).lower()
    return DIGITS.get(said, said)


def rooms_of(placed: str) -> set[str]:
    """Return how a room may be named: 'kamer vier', 'vier'; one bed of several by both alone."""
    room = room_of(placed)
    words = room.split()
    return {room, words[1]} if len(words) == 2 else {room}
