"""Read files of requirements."""

import re
from dataclasses import dataclass

from packaging.requirements import Requirement

from tests.conftest import ROOT


@dataclass(frozen=True)
class Line:
    """A package that a file of requirements names, and the hashes that its files may have."""

    package: Requirement
    hashes: list[str]

    @property
    def name(self) -> str:
        return re.sub(r"[-_.]+", "-", self.package.name).lower()

    @property
    def is_installed_here(self) -> bool:
        """Whether this Python on this machine gets it."""
        return self.package.marker is None or self.package.marker.evaluate()


def lines(file: str) -> list[Line]:
    """Return the packages in a file at the root."""
    text = (ROOT / file).read_text().replace("\\\n", " ")
    named = [line.split(" #")[0] for line in text.splitlines() if re.match(r"[A-Za-z0-9]", line)]
    return [Line(Requirement(line.split(" --")[0]), re.findall(r"--hash=(\S+)", line)) for line in named]
