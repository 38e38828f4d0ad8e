"""Finish the pages Reflex built: they ask their own address for the server, and paint before they run scripts."""

import re
import subprocess
import sys
from pathlib import Path

# Reflex bakes the server's address into a file of its own.
_ADDRESSES = re.compile(r"[`\"'](http|ws)s?://[^/`\"']+(/[^`\"']*)[`\"']")

# How a page starts React: static imports, the table of its modules, and the import of the entry.
_STARTER = re.compile(
    r'(<script type="module"[^>]*>)((?:(?!</script>).)*__reactRouterRouteModules.*?)(</script>)', re.DOTALL
)
_IMPORT = re.compile(r'import (?:\* as (\w+) from )?"([^"]+)";')
_MODULES = re.compile(r"window\.__reactRouterRouteModules = \{.*?\};", re.DOTALL)
_ENTRY = re.compile(r'import\("([^"]+)"\);')

_COMPRESS = """
const zlib = require("node:zlib"), fs = require("node:fs");
for (const path of process.argv.slice(1)) {
  const bytes = fs.readFileSync(path);
  fs.writeFileSync(path + ".br", zlib.brotliCompressSync(bytes));
  fs.writeFileSync(path + ".gz", zlib.gzipSync(bytes, { level: 9 }));
}
"""


class BuildFailed(RuntimeError):
    """The pages could not be built; the message says why."""


def finish(client: Path) -> None:
    """Change the built files and their compressed forms in place; ``BuildFailed`` when Reflex builds otherwise."""
    changed = [_follow_the_page(client / "assets")]
    for page in sorted(client.rglob("*.html")):
        page.write_text(_paint_first(page.read_text()))
        changed.append(page)
    node = Path(sys.executable).parent / "node"
    subprocess.run([node, "-e", _COMPRESS, *changed], check=True)


def _follow_the_page(assets: Path) -> Path:
    """Replace the address baked in at build time by that of the page, so that one build serves every host and port."""
    for file in assets.glob("reflex-env-*.js"):
        changed, count = _ADDRESSES.subn(_from_location, file.read_text())
        if count:
            file.write_text(changed)
            return file
    raise BuildFailed("The server's address was not found in the built pages; was Reflex updated?")


def _from_location(found: re.Match[str]) -> str:
    origin = "location.origin" if found[1] == "http" else "location.origin.replace(/^http/,`ws`)"
    return f"`${{{origin}}}{found[2]}`"


def _paint_first(page: str) -> str:
    """Start React after the first frame: the page is prerendered, and running its scripts need not hold it up."""
    found = _STARTER.search(page)
    starter = found[2] if found else ""
    imports, modules, entry = _IMPORT.findall(starter), _MODULES.search(starter), _ENTRY.search(starter)
    if not (found and imports and modules and entry):
        raise BuildFailed("A built page starts otherwise than expected; was Reflex updated?")
    names = ",".join(name for name, _ in imports)
    loads = ",".join(f'import("{path}")' for _, path in imports)
    run = f'Promise.all([{loads}]).then(([{names}])=>{{{modules[0]}return import("{entry[1]}")}})'
    # A tab in the background has no frames: it starts by the clock.
    script = (
        f"let begun;const run=()=>{{begun||={run}}};requestAnimationFrame(()=>setTimeout(run));setTimeout(run,1e3);"
    )
    return page[: found.start(2)] + script + page[found.end(2) :]
