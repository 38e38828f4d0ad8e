"""The release after the one that was built, for a browser without a network: other files, another worker."""

import json
import re
from pathlib import Path
from shutil import copytree

from voice_report.web.reflex import offline_page


def after(built: Path, target: Path) -> tuple[Path, str]:
    """Copy the pages in ``built`` with a longer name for the script of the page without a network.

    Returns the copy, and the name of its worker's release, without the edition that it has where it is served.
    """
    copytree(built, target, symlinks=True)
    client = target / "build" / "client"
    (script,) = client.glob("assets/opname-*.js")
    page = client / "opname.html"
    name = f"{script.stem}-next.js"
    page.write_text(page.read_text(encoding="utf-8").replace(script.name, name), encoding="utf-8")
    script.rename(script.with_name(name))
    for old in [*client.glob(f"assets/{script.name}.*"), *client.glob("opname.html.*"), *client.glob("sw.js.*")]:
        old.unlink()
    worker = offline_page.worker(client)
    (client / "sw.js").write_text(worker, encoding="utf-8")
    found = re.match(r"const RELEASE = (.*);", worker)
    assert found
    return target, json.loads(found[1]).split("-")[0]
