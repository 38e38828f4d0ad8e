"""Make ``voice_report/dutch/dictionary.bin`` again: a filter of Dutch words and names (``known_words.py`` reads it).

The words are those of the PyPI package pyspellchecker 0.9.1 (MIT): a Dutch dictionary, and words counted in
OpenSubtitles. Needs the package's wheel: ``pip download --no-deps pyspellchecker==0.9.1``.
"""

import gzip
import json
import sys
import zipfile
from pathlib import Path

from voice_report.dutch import dictionary

_MEMBER = "spellchecker/resources/nl.json.gz"


def main() -> None:
    with zipfile.ZipFile(sys.argv[1]) as wheel:
        words = json.loads(gzip.decompress(wheel.read(_MEMBER)))
    kept = {dictionary.key(part) for word in words for part in dictionary.parts(word)}
    Path(dictionary.FILE).write_bytes(dictionary.made(sorted(kept)))
    print(f"{len(kept)} words")


if __name__ == "__main__":
    main()
