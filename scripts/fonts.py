"""Rebuild the two fonts of the pages in ``assets/fonts``, and those of PDF files, from their npm packages.

    python -m venv fontenv && fontenv/bin/pip install fonttools brotli
    npm install --prefix fontenv @fontsource-variable/source-sans-3 @fontsource-variable/literata source-sans
    fontenv/bin/python scripts/fonts.py fontenv/node_modules

The result is committed, so building the product does not need this. Both families are under the SIL Open Font License.
The subset (characters, axes, features) is explained in ``assets/tokens.css``. A PDF takes no variable font and must
have a glyph for each character: so static ones, with Latin, Greek, Cyrillic, accents and usual signs.
"""

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

OUT = Path(__file__).parent.parent / "assets" / "fonts"
PDF_OUT = OUT.parent.parent / "voice_report" / "services" / "exports" / "pdf" / "fonts"
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


PDF_STYLES = ("Regular", "It", "Semibold", "Bold")
PDF_CHARACTERS = [
    *range(0x20, 0x7F), *range(0xA0, 0x250), *range(0x2B0, 0x500), *range(0x1E00, 0x20C0), *range(0x2100, 0x2400),
    *range(0x25A0, 0x27C0), *range(0xFB00, 0xFB07),
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


def make_static(source: Path, target: Path) -> None:
    """Write ``target`` as a subset of a static font for PDF files, without hints for screens."""
    font = TTFont(source)
    options = Options(layout_features=["kern", "liga", "calt", "ccmp", "locl", "mark", "mkmk"], hinting=False)
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14, 16, 17]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=PDF_CHARACTERS)
    subsetter.subset(font)
    font.save(target)


def main() -> None:
    """Build all fonts. Exits with a message when those of the pages exceed the budget."""
    packages = Path(sys.argv[1]) / "@fontsource-variable"
    OUT.mkdir(parents=True, exist_ok=True)
    sizes = {name: make(packages / source, OUT / name, axes) for source, name, axes in FONTS}
    PDF_OUT.mkdir(parents=True, exist_ok=True)
    for style in PDF_STYLES:
        name = f"SourceSans3-{style}.ttf"
        make_static(Path(sys.argv[1]) / "source-sans" / "TTF" / name, PDF_OUT / name)
    print("\n".join(f"{name}: {size} bytes" for name, size in sizes.items()))
    if sum(sizes.values()) > BUDGET:
        sys.exit(f"Together {sum(sizes.values())} bytes, more than {BUDGET}.")


if __name__ == "__main__":
    main()
