"""Make ``voice_report/known_words.bin`` again: a filter of Dutch words and names (``known_words.py`` reads it).

The words are those of the PyPI package pyspellchecker 0.9.1 (MIT): a Dutch dictionary, and words counted in
OpenSubtitles. Needs the package's wheel: ``pip download --no-deps pyspellchecker==0.9.1``.
"""

import gzip
import json
import sys
import zipfile
from pathlib import Path

from voice_report import known_words

_MEMBER = "spellchecker/resources/nl.json.gz"


def main() -> None:
    with zipfile.ZipFile(sys.argv[1]) as wheel:
        words = json.loads(gzip.decompress(wheel.read(_MEMBER)))
    kept = {known_words.key(part) for word in words for part in known_words.parts(word)}
    Path(known_words.FILE).write_bytes(known_words.made(sorted(kept)))
    print(f"{len(kept)} words")


if __name__ == "__main__":
    main()
