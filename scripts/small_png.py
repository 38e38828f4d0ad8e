"""Make a picture of a page small: a palette of 256 colours, which is enough for one, and thorough compression.

Uses FFmpeg as the product has it for audio (``av``).
"""

from fractions import Fraction
from pathlib import Path

import av
from av.filter import Graph


def shrink(path: Path) -> None:
    """Rewrite the PNG at ``path`` with a palette, where that is smaller."""
    with av.open(str(path)) as source:
        picture = next(source.decode(video=0)).reformat(format="rgb24")
    picture.pts, picture.time_base = 0, Fraction(1, 25)
    graph = _palette(picture)
    graph.vpush(picture)
    graph.vpush(None)
    indexed = graph.vpull()
    encoder = av.CodecContext.create("png", "w")
    encoder.width, encoder.height, encoder.pix_fmt = picture.width, picture.height, "pal8"
    encoder.time_base = Fraction(1, 25)
    encoder.options = {"compression_level": "9", "pred": "none"}
    smaller = b"".join(bytes(packet) for packet in [*encoder.encode(indexed), *encoder.encode(None)])
    if len(smaller) < path.stat().st_size:
        path.write_bytes(smaller)


def _palette(picture: av.VideoFrame) -> Graph:
    graph = Graph()
    source = graph.add_buffer(
        width=picture.width, height=picture.height, format=picture.format, time_base=Fraction(1, 25)
    )
    split, colours = graph.add("split"), graph.add("palettegen", "reserve_transparent=0")
    use, sink = graph.add("paletteuse", "dither=none"), graph.add("buffersink")
    source.link_to(split)
    split.link_to(use, 0, 0)
    split.link_to(colours, 1, 0)
    colours.link_to(use, 0, 1)
    use.link_to(sink)
    graph.configure()
    return graph
