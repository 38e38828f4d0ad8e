"""The yardstick of the public pages' first paint: each of them as one file of HTML and CSS, as written by hand.

It is the built page without its scripts, and without the comments and attributes that only these need. What is left is
what a person would write: the elements, classes with names, and in one block the rules that the build found this page
to need. It is compressed like every page and served by the product from a copy of its build.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support import server as servers

_FOR_SCRIPTS = re.compile(
    r"<script\b.*?</script>|<link rel=\"deferred\"[^>]*>|<link[^>]*\.css\"[^>]*>"
    r"|<!--.*?-->| data-discover=\"true\"| class=\"\"",
    re.DOTALL,
)
_NODE = Path(sys.executable).parent / "node"
_COMPRESS = (
    "const z=require('zlib'),f=require('fs');"
    "process.argv.slice(1).forEach(n=>f.writeFileSync(n+'.br',z.brotliCompressSync(f.readFileSync(n))))"
)


def address(page: str) -> str:
    """Return the path of the still copy of a page."""
    return f"/still{page.rstrip('/')}"


def server(directory: Path, pages: list[str]) -> servers.AppServer:
    """Return a server of the product with still copies of ``pages`` beside them, not yet started."""
    directory.mkdir()
    product = servers.app_server(directory)
    built = directory / "built"
    shutil.copytree(product.environment["REFLEX_WEB_WORKDIR"], built)
    product.environment["REFLEX_WEB_WORKDIR"] = str(built)
    client = built / "build" / "client"
    for page in pages:
        html = _FOR_SCRIPTS.sub("", (client / page.strip("/") / "index.html").read_text("utf-8"))
        still = client / f"{address(page).strip('/')}.html"
        still.parent.mkdir(exist_ok=True)
        still.write_text(html, "utf-8")
        subprocess.run([_NODE, "-e", _COMPRESS, str(still)], check=True)
    return product
