"""Make ``ordinary.bin`` and ``names.bin`` of ``voice_report/dutch`` again: Dutch words, and names.

The words are those of OpenTaal's list 2.20.19, as the Debian package wdutch has it (``apt-get download wdutch``). In
small letters they are ordinary words; with a capital names of people, places and what is named after them. Of names of
several words the ordinary ones ('Nieuwe Maas') are none. Acronyms are ordinary, as they are written. Needs the path of
the package's file ``usr/share/dict/dutch``.
"""

import sys
from pathlib import Path

from voice_report.dutch import word_lists
from voice_report.dutch.dictionary import key, parts


def main() -> None:
    entries = Path(sys.argv[1]).read_text("utf-8").splitlines()
    ordinary = {one for entry in entries for part in parts(entry) if (one := _ordinary(part))}
    named = {key(entry) for entry in entries if entry[1:].islower() and entry.isalpha() and entry[0].isupper()}
    joined = {key(part) for entry in entries for part in parts(entry) if part[0].isupper() and part[1:].islower()}
    names = named | (joined - ordinary)
    word_lists.ORDINARY.write_bytes(word_lists.made(ordinary))
    word_lists.NAMES.write_bytes(word_lists.made(names))
    print(f"{len(ordinary)} ordinary words, {len(names)} names")
    for file in (word_lists.ORDINARY, word_lists.NAMES):
        print(f"{file.name}: {word_lists.content_digest(file.read_bytes())}")


def _ordinary(part: str) -> str:
    """Return a word as it is stored, '' when it is a name."""
    if part.islower():
        return key(part)
    return part if part.isupper() and len(part) > 1 else ""


if __name__ == "__main__":
    main()
