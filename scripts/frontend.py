"""Build the frontend when its sources changed, and keep the result under ``var/frontend/<hash>``.

Each build is a separate copy: a running server keeps its files while the next one is built. One serves every
installation, whatever its settings. Needs only the standard library.
"""

import compileall
import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_KEPT = 6  # builds; the least recently used go first

# The inputs of a build. No setting is among them: what pages show of those is filled in when they are served.
_SOURCES = ("voice_report", "assets", "reflex.lock", "rxconfig.py", "requirements.txt", "scripts/frontend.py")
#: As in ``voice_report/core/placeholders.py``.
_BUILDING = "BUILDING_PAGES"

# Reflex bakes the server's address into this file. Ours uses that of the page it runs in: one build for every address.
_ADDRESSES = re.compile(r"[`\"'](http|ws)s?://[^/`\"']+(/[^`\"']*)[`\"']")

#: The build asks a server of its own for each page and gives up after ten seconds, which nothing but this sets (React
#: Router, ``prerender``). On a busy machine the first page takes longer: no such limit is ever met.
PATIENT = "--import=data:text/javascript,AbortSignal.timeout=()=>new%20AbortController().signal"

_SYSTEM_CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")


class BuildFailed(RuntimeError):
    """The frontend could not be built; the message carries the end of the build's output."""


def build(root: Path = ROOT, environment: Mapping[str, str] | None = None, *, say=lambda line: None) -> Path:
    """Return the directory to serve with ``REFLEX_WEB_WORKDIR``, building it first if necessary."""
    environment = dict(os.environ if environment is None else environment)
    with alone(root) as kept:
        target = kept / fingerprint(root)
        if not target.exists():
            say("Building the pages (half a minute the first time)")
            _start_afresh_after_upgrade(root)
            _link_scripts(root)
            _export(root, environment)
            target = kept / fingerprint(root)  # again: the export may have written reflex.lock
            _keep(root / ".web", target)
            # Here, because some systems tell Python to keep no bytecode.
            compileall.compile_dir(root / "voice_report", quiet=2)
            _drop_old(kept)
        target.touch()
    return target


@contextmanager
def alone(root: Path = ROOT) -> Iterator[Path]:
    """Let no other process build in ``root`` meanwhile; yield the directory of its builds."""
    kept = root / "var" / "frontend"
    kept.mkdir(parents=True, exist_ok=True)
    with (kept / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield kept


def fingerprint(root: Path) -> str:
    """Return a name for the state of the sources."""
    digest = hashlib.sha256()
    for path in _source_files(root):
        content = _content(path)
        digest.update(f"{path.relative_to(root)}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:20]


def _content(path: Path) -> bytes:
    """Return what a file says: a build writes Reflex's ``package.json`` anew, with or without spaces."""
    content = path.read_bytes()
    return json.dumps(json.loads(content), sort_keys=True).encode() if path.name == "package.json" else content


def _source_files(root: Path) -> Iterator[Path]:
    for source in _SOURCES:
        path = root / source
        found = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in found:
            hidden = "__pycache__" in file.parts or file.is_relative_to(root / "assets" / "external")
            if file.is_file() and not hidden:
                yield file


def _start_afresh_after_upgrade(root: Path) -> None:
    """Drop Reflex's working directory when its configuration or version changed: it does not clean up after plugins."""
    digest = hashlib.sha256((root / "rxconfig.py").read_bytes() + (root / "requirements.txt").read_bytes()).hexdigest()
    made_for = root / "var" / "frontend" / "made-for"
    if not made_for.exists() or made_for.read_text() != digest:
        shutil.rmtree(root / ".web", ignore_errors=True)
        made_for.write_text(digest)


def _link_scripts(root: Path) -> None:
    """Link the browser modules beside our pages into the build, under ``$/public/external`` in the same folders."""
    external = root / "assets" / "external"
    shutil.rmtree(external, ignore_errors=True)
    for module in sorted((root / "voice_report" / "ui").rglob("*.js*")):
        link = external / module.relative_to(root)
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(module)


def _export(root: Path, environment: Mapping[str, str]) -> None:
    programs = Path(sys.executable).parent
    variables = {
        **{name: value for name, value in environment.items() if name != "PORT"},  # one build serves every port
        "PATH": f"{programs}{os.pathsep}{environment.get('PATH', os.defpath)}",
        "NODE_OPTIONS": f"{environment.get('NODE_OPTIONS', '')} {PATIENT}".strip(),
        _BUILDING: "1",
        "NO_COLOR": "1",
        "REFLEX_USE_NPM": "1",
        "REFLEX_TELEMETRY_ENABLED": "false",
        "REFLEX_CHECK_LATEST_VERSION": "false",
        "npm_config_omit_lockfile_registry_resolved": "true",
        "npm_config_audit": "false",
        "npm_config_fund": "false",
    }
    if _SYSTEM_CERTIFICATES.exists():  # as the Makefile does, for a build without it (the image)
        variables.setdefault("NODE_EXTRA_CA_CERTS", str(_SYSTEM_CERTIFICATES))
    if "NPM_CONFIG_REGISTRY" not in variables:  # else Reflex measures which of its own two registries responds first
        asked = subprocess.run(
            [programs / "npm", "config", "get", "registry"], env=variables, cwd=root, capture_output=True, text=True
        )
        variables["NPM_CONFIG_REGISTRY"] = asked.stdout.strip()
    done = subprocess.run(
        [programs / "reflex", "export", "--frontend-only", "--no-zip"],
        cwd=root,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode or not (root / ".web" / "build" / "client" / "index.html").exists():
        raise BuildFailed("\n".join(["Building the pages failed:", *done.stdout.splitlines()[-80:]]))


def _keep(web: Path, target: Path) -> None:
    fresh = target.with_suffix(".new")
    for leftover in (fresh, target):
        shutil.rmtree(leftover, ignore_errors=True)
    shutil.copytree(web / "build" / "client", fresh / "build" / "client")
    shutil.copytree(web / "backend", fresh / "backend")
    shutil.copyfile(web / "routes.json", fresh / "routes.json")
    _follow_the_page(fresh / "build" / "client" / "assets")
    fresh.rename(target)


def _follow_the_page(assets: Path) -> None:
    """Replace the address baked in at build time by the page's own. Raises ``BuildFailed`` if it is not found."""
    for file in assets.glob("reflex-env-*.js"):
        changed, count = _ADDRESSES.subn(_from_location, file.read_text())
        if count:
            file.write_text(changed)
            for compressed in assets.glob(f"{file.name}.*"):
                compressed.unlink()
            return
    raise BuildFailed("The server's address was not found in the built pages; was Reflex updated?")


def _from_location(found: re.Match[str]) -> str:
    origin = "location.origin" if found[1] == "http" else "location.origin.replace(/^http/,`ws`)"
    return f"`${{{origin}}}{found[2]}`"


def _drop_old(kept: Path) -> None:
    builds = sorted((path for path in kept.iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime)
    for old in builds[:-_KEPT]:
        shutil.rmtree(old, ignore_errors=True)


if __name__ == "__main__":
    try:
        print(build(say=lambda line: print(f"-- {line}", file=sys.stderr)))
    except BuildFailed as failure:
        sys.exit(str(failure))
