"""Rebuild the two fonts in ``assets/fonts`` from their npm packages.

    python -m venv fontenv && fontenv/bin/pip install fonttools brotli
    npm install --prefix fontenv @fontsource-variable/source-sans-3 @fontsource-variable/literata
    fontenv/bin/python scripts/fonts.py fontenv/node_modules

The result is committed, so building the product does not need this. Both families are under the SIL Open Font License.
The subset (characters, axes, features) is explained in ``assets/tokens.css``.
"""

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

OUT = Path(__file__).parent.parent / "assets" / "fonts"
BUDGET = 80 * 1024  # bytes, both files together (benchmarks.md)

#: (source inside @fontsource-variable, file to write, the part of each axis that the design uses)
FONTS = (
    ("source-sans-3/files/source-sans-3-latin-wght-normal.woff2", "source-sans-3.woff2", {"wght": (400, 700)}),
    ("literata/files/literata-latin-standard-normal.woff2", "literata.woff2", {"wght": (400, 600), "opsz": (12, 40)}),
)

CHARACTERS = [
    *range(0x20, 0x7F), *range(0xA0, 0x100), 0x131, 0x152, 0x153, *range(0x2010, 0x2016), *range(0x2018, 0x201F),
    0x2022, 0x2026, 0x20AC, *range(0x2190, 0x2194), 0x2212, 0x221E, 0x2713,
]  # fmt: skip


def make(source: Path, target: Path, axes: dict[str, tuple[float, float]]) -> int:
    """Write ``target`` as a subset of ``source`` with its axes limited; return its size in bytes."""
    font = TTFont(source)
    options = Options(layout_features=["kern", "liga", "tnum", "lnum", "calt", "ccmp", "locl", "mark"], flavor="woff2")
    options.name_IDs = [1, 2, 4, 6, 13, 14]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=CHARACTERS)
    subsetter.subset(font)
    font = instantiateVariableFont(font, axes)
    font.flavor = "woff2"
    font.save(target)
    return target.stat().st_size


def main() -> None:
    """Build both fonts. Exits with a message when they exceed the budget."""
    packages = Path(sys.argv[1]) / "@fontsource-variable"
    OUT.mkdir(parents=True, exist_ok=True)
    sizes = {name: make(packages / source, OUT / name, axes) for source, name, axes in FONTS}
    print("\n".join(f"{name}: {size} bytes" for name, size in sizes.items()))
    if sum(sizes.values()) > BUDGET:
        sys.exit(f"Together {sum(sizes.values())} bytes, more than {BUDGET}.")


if __name__ == "__main__":
    main()
