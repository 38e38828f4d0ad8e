"""Run the steps of the Dockerfile without Docker: in a directory of their own, in place of the image's ``/app``.

    .venv/bin/python scripts/image_steps.py DIRECTORY    # builds, and prints the command that starts the result

The steps are read from the Dockerfile, so this verifies the steps that Docker runs; the system and Python are this
machine's, and a directory is no isolation. The result is made read-only, except ``var/``. Needs the standard library.
"""

import fnmatch
import importlib.metadata
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WHERE = "/app"  # the one directory the Dockerfile works in

_BEFORE_RUNTIME = ("PYTHON", "VIRTUAL_ENV", "PYTEST")  # this machine's environment variables that no step may see


class StepFailed(RuntimeError):
    """A step of the Dockerfile failed; the message has the step and the end of its output."""


@dataclass
class Image:
    """The result of a build: its location, and how it is started."""

    directory: Path
    variables: dict[str, str] = field(default_factory=dict)
    command: list[str] = field(default_factory=list)
    healthcheck: list[str] = field(default_factory=list)
    user: int | None = None

    @property
    def app(self) -> Path:
        return self.directory / "app"


@dataclass
class _Building:
    directory: Path
    packages: Path | None
    say: Callable[[str], object]
    ignored: list[str]
    image: Image
    stage: str = ""
    defaults: dict[str, str] = field(default_factory=dict)  # of ARG before the first FROM


def build(
    directory: Path,
    *,
    packages: Path | None = None,
    say: Callable[[str], object] = lambda line: None,
) -> Image:
    """Run every step in ``directory`` and return the last stage.

    ``packages`` is a virtual environment to copy the packages in ``requirements.txt`` from, to download nothing; the
    step that installs runs all the same. Raises ``StepFailed``.
    """
    directory = directory.resolve()
    (directory / "bin").mkdir(parents=True)
    (directory / "bin" / "python").symlink_to(getattr(sys, "_base_executable", sys.executable))
    ignored = [line[3:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("**/")]
    building = _Building(directory, packages, say, ignored, Image(directory))
    for word, rest in steps((ROOT / "Dockerfile").read_text()):
        _TAKEN[word](building, rest)
    return building.image


def steps(dockerfile: str) -> list[tuple[str, str]]:
    """Return the instructions as (word, rest), comments left out and continued lines joined."""
    lines = [line for line in dockerfile.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    joined = "\n".join(lines).replace("\\\n", " ")
    pairs = (line.split(None, 1) for line in joined.splitlines())
    return [(word.upper(), rest.strip()) for word, rest in pairs]


def _from(building: _Building, rest: str) -> None:
    base, *name = re.split(r"\s+AS\s+", rest, flags=re.IGNORECASE)
    app, kept = building.image.app, building.directory / "stages"
    if building.stage:
        kept.mkdir(exist_ok=True)
        app.rename(kept / building.stage)
    building.image = Image(building.directory)
    if (kept / base).is_dir():
        _copy(kept / base, app, [])
    else:
        app.mkdir()
    building.stage = name[0] if name else "last"


def _arg(building: _Building, rest: str) -> None:
    name, _, value = rest.partition("=")
    building.image.variables[name] = "".join(shlex.split(value))


def _env(building: _Building, rest: str) -> None:
    name, _, value = rest.partition("=")
    known = {**building.image.variables, "PATH": ""}  # this machine's PATH does not belong in the image
    value = re.sub(r"\$\{?(\w+)\}?", lambda found: known.get(found[1], ""), value)
    building.image.variables[name] = _here(building, value).strip(":")


def _workdir(building: _Building, rest: str) -> None:
    if rest != WHERE:
        raise StepFailed(f"WORKDIR {rest}: only {WHERE} is known here")


def _copy_step(building: _Building, rest: str) -> None:
    words = [word for word in shlex.split(rest) if not word.startswith("--")]
    stage = re.search(r"--from=(\S+)", rest)
    target = building.image.app / words[-1]
    for name in words[:-1]:
        source = building.directory / "stages" / stage[1] / Path(name).relative_to(WHERE) if stage else ROOT / name
        into = target / source.name if words[-1].endswith("./") else target
        _copy(source, into, building.ignored, link=bool(stage))


def _run(building: _Building, rest: str) -> None:
    if rest.startswith("apt-get "):  # the system is this machine's
        return
    if building.packages and "pip install" in rest:
        _borrow(building.packages, building.image.app / ".venv", building.image.app / "requirements.txt")
    building.say(f"RUN {rest}")
    given = {name: value for name, value in os.environ.items() if not name.startswith(_BEFORE_RUNTIME)}
    done = subprocess.run(
        ["/bin/sh", "-ec", _here(building, rest)],
        cwd=building.image.app,
        env={**given, "PATH": f"{building.directory}/bin:{os.defpath}", **_without_path(building.image.variables)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode and not ("chown" in rest and os.geteuid()):  # without root, the result runs as the current user
        raise StepFailed("\n".join([f"RUN {rest}", *done.stdout.splitlines()[-40:]]))


def _user(building: _Building, rest: str) -> None:
    building.image.user = int(rest.split(":")[0])


def _healthcheck(building: _Building, rest: str) -> None:
    building.image.healthcheck = json.loads(rest[rest.index("[") :])


def _cmd(building: _Building, rest: str) -> None:
    building.image.command = json.loads(rest)


def _nothing(_building: _Building, _rest: str) -> None:
    """Do nothing: this instruction only tells Docker about networks, volumes and signals."""


_TAKEN: dict[str, Callable[[_Building, str], None]] = {
    "FROM": _from, "ARG": _arg, "ENV": _env, "WORKDIR": _workdir, "COPY": _copy_step, "RUN": _run, "USER": _user,
    "HEALTHCHECK": _healthcheck, "CMD": _cmd, "VOLUME": _nothing, "EXPOSE": _nothing, "STOPSIGNAL": _nothing,
}  # fmt: skip


def _here(building: _Building, text: str) -> str:
    return re.sub(rf"{WHERE}(?=[/\s:]|$)", str(building.image.app), text)


def _without_path(variables: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in variables.items() if name != "PATH"}


def _copy(source: Path, target: Path, ignored: list[str], *, link: bool = True) -> None:
    """Copy a file or a tree; between stages as links, because no step changes a file in place."""
    if source.is_file():
        shutil.copy2(source, target)
        return

    def unwanted(directory: str, names: list[str]) -> set[str]:
        external = {"external"} & set(names) if Path(directory) == ROOT / "assets" else set()
        return external.union(*(fnmatch.filter(names, pattern) for pattern in ignored))

    shutil.copytree(source, target, symlinks=True, ignore=unwanted, copy_function=os.link if link else shutil.copy2)


def _borrow(lender: Path, venv: Path, requirements: Path) -> None:
    """Copy the required packages from another virtual environment of the same Python, including their programs."""
    (site,) = (lender / "lib").glob("python*/site-packages")
    wanted = re.findall(r"^([\w.-]+)(?:\[[^]]*\])?==", requirements.read_text(), flags=re.MULTILINE)
    found = {
        dist.metadata["Name"].lower().replace("_", "-"): dist
        for dist in importlib.metadata.distributions(path=[str(site)])
    }
    for name in wanted:
        dist = found.get(name.lower().replace("_", "-"))
        for file in (dist.files or []) if dist else []:
            source = Path(os.path.normpath(site / file))
            target = venv / source.relative_to(lender)
            if not source.is_file() or target.exists() or "__pycache__" in source.parts:
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target, follow_symlinks=False)
            if target.parent == venv / "bin" and target.read_bytes()[:2] == b"#!":
                lines = target.read_bytes().split(b"\n", 1)
                target.write_bytes(b"\n".join([f"#!{venv}/bin/python".encode(), *lines[1:]]))


def seal(image: Image) -> None:
    """Make everything read-only, except ``var/``."""
    _rights(image.app, lambda mode: mode & ~0o222)
    (image.app / "var").chmod(0o777)


def unseal(image: Image) -> None:
    """Restore write permission, so that it can be deleted."""
    _rights(image.app, lambda mode: mode | 0o200)


def _rights(root: Path, change: Callable[[int], int]) -> None:
    for path in [root, *root.rglob("*")]:
        if not path.is_symlink():
            path.chmod(change(path.stat().st_mode))


def powerless(image: Image) -> list[str]:
    """Return the command prefix that runs a command as the image does: as its user, and with no power over rights.

    Where only root reaches this machine's Python, it runs as root without any capability; read-only files stop it too.
    """
    if os.geteuid():
        return []
    python = (image.directory / "bin" / "python").resolve()
    reachable = all(folder.stat().st_mode & 0o001 for folder in [python, *python.parents, *image.app.parents])
    user = [f"--reuid={image.user}", f"--regid={image.user}", "--clear-groups"] if reachable and image.user else []
    return ["setpriv", *user, "--bounding-set=-all", "--inh-caps=-all"]


def main() -> None:
    directory = Path(sys.argv[1])
    try:
        image = build(directory, say=lambda line: print(f"-- {line}", flush=True))
    except StepFailed as failure:
        sys.exit(str(failure))
    seal(image)
    variables = " ".join(f"{name}={shlex.quote(value)}" for name, value in image.variables.items())
    print(f"cd {image.app} && env {variables} {shlex.join([*powerless(image), *image.command])}")


if __name__ == "__main__":
    main()
