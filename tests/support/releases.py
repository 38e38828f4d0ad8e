"""The release after the one that was built, for a browser without a network: other files, another worker."""

import json
import re
from pathlib import Path
from shutil import copytree

from voice_report.web.reflex import offline_page


def after(built: Path, target: Path) -> tuple[Path, str]:
    """Copy the pages in ``built`` with another name for the script of the page without a network.

    Returns the copy, and the name of its worker's release.
    """
    copytree(built, target, symlinks=True)
    client = target / "build" / "client"
    (script,) = client.glob("assets/opname-*.js")
    page = client / "opname.html"
    page.write_text(page.read_text(encoding="utf-8").replace(script.name, "opname-next.js"), encoding="utf-8")
    script.rename(script.with_name("opname-next.js"))
    for old in [*client.glob(f"assets/{script.name}.*"), *client.glob("opname.html.*"), *client.glob("sw.js.*")]:
        old.unlink()
    worker = offline_page.worker(client)
    (client / "sw.js").write_text(worker, encoding="utf-8")
    found = re.match(r"const RELEASE = (.*);", worker)
    assert found
    return target, json.loads(found[1])
