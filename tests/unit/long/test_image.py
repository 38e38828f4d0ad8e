"""The image: the Dockerfile's own steps in a clean directory, and the result started as compose.yaml starts it."""

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import httpx
import pytest
import yaml

from scripts import frontend, image_steps
from tests.conftest import ROOT
from tests.support import server
from tests.unit.ui import node
from voice_report.config import Settings
from voice_report.core import placeholders

PRODUCTION = {
    "APP_URL": server.ADDRESS,
    "SECRET_KEY": "only-for-tests-" + "x" * 32,
    "MAIL_URL": "smtp://127.0.0.1:1?tls=off",
    "OPENAI_API_KEY": "only-for-tests",
    "TRUSTED_PROXY_HOPS": "1",
}


@pytest.fixture
def directory() -> Iterator[Path]:
    """A directory that the image's user can reach too; pytest's own are closed to others."""
    made = Path(tempfile.mkdtemp(prefix="spraakrapport-image-"))
    made.chmod(0o755)
    yield made
    image_steps.unseal(image_steps.Image(made / "image"))
    shutil.rmtree(made)


@pytest.fixture
def image(directory: Path) -> image_steps.Image:
    """The image. In a fresh clone the browser tests wait for its pages and use them: one build is enough."""
    pages = frontend.fingerprint(ROOT)
    kept = ROOT / "var" / "frontend" / pages
    with nullcontext() if kept.exists() else frontend.alone():
        built = image_steps.build(directory / "image", packages=ROOT / ".venv", say=print)
        made = built.directory / "stages" / "pages" / "var" / "frontend" / pages
        assert made.is_dir(), "it builds the pages of the same files as `make run` does"
        if not kept.exists():
            shutil.copytree(made, kept.with_suffix(".new"), dirs_exist_ok=True)
            kept.with_suffix(".new").rename(kept)
        _find_bare_texts(built.directory / "stages" / "pages" / ".web")
    image_steps.seal(built)
    return built


def _find_bare_texts(web: Path) -> None:
    """No text stands where React loses it when a page is translated: in our parts, and in what is made of pages."""
    made = [file for folder in ("app", "app_components") for file in (web / folder).rglob("*.jsx")]
    assert len(made) > 20
    files = [*(ROOT / "voice_report" / "ui").rglob("*.jsx"), *made]
    script = ROOT / "tests" / "unit" / "ui" / "bare_texts.mjs"
    found = subprocess.run(
        [node.program(), script, web / "node_modules", *files], capture_output=True, text=True, check=True
    )
    assert found.stdout == ""


def in_image(image: image_steps.Image, *command: str, **variables: str) -> tuple[list[str], dict[str, str]]:
    """Return the line and the variables that run a command as in a container of this image."""
    before = image_steps.powerless(image)
    if before:
        before[0] = shutil.which("setpriv") or pytest.skip("setpriv (util-linux) is missing")
    python = str(image.app / ".venv" / "bin" / "python")
    return [*before, python, *command[1:]], {**image.variables, **PRODUCTION, **variables}


def run(image: image_steps.Image, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    line, environment = in_image(image, *command, **variables)
    return subprocess.run(line, env=environment, cwd=image.app, capture_output=True, text=True, check=False)


def test_the_image_runs_without_node_and_writes_nowhere_but_in_var(image: image_steps.Image, directory: Path) -> None:
    assert image.user, "it does not run as root"
    assert not list((image.app / ".venv" / "bin").glob("node*")), "Node is not in what runs"
    assert shutil.which("node", path=image.variables["PATH"]) is None

    migrated = run(image, "python", "-m", "voice_report", "migrate")
    assert migrated.returncode == 0, migrated.stderr
    before = {path for path in image.app.rglob("*") if "var" not in path.relative_to(image.app).parts}

    port = server.free_port()
    line, environment = in_image(image, *image.command, PORT=str(port))
    url = f"http://127.0.0.1:{port}"
    running = server.Process(line, environment, url, directory / "log", cwd=image.app)
    running.start()
    try:
        engines = {"speech": "ready", "speechStatus": "", "structure": "ready"}
        # Each check has a second of its own (``readiness``), in which a busy machine may not get round to it.
        while (found := httpx.get(f"{url}/readyz", timeout=600)).status_code == 503:
            pass
        assert found.json() == {"status": "ok", "database": True, "schema": "current", "pseudonyms": "ready", **engines}
        page = httpx.get(f"{url}/login", timeout=600)
        assert page.status_code == 200
        assert f'content="{server.ADDRESS}/login"' in page.text, "the pages know the address of this installation"
        assert placeholders.PATTERN.search(page.text) is None
        assert run(image, *image.healthcheck, PORT=str(port)).returncode == 0
    finally:
        running.stop()
    assert run(image, *image.healthcheck, PORT=str(port)).returncode, "a process that is gone is not healthy"
    after = {path for path in image.app.rglob("*") if "var" not in path.relative_to(image.app).parts}
    assert after == before
    said = (directory / "log").read_text()
    assert "ERROR" not in said
    assert "Traceback" not in said


def test_the_dockerfile_copies_nothing_that_is_kept_from_it() -> None:
    taken = image_steps.steps((ROOT / "Dockerfile").read_text())
    given = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    copied = {name for word, rest in taken if word == "COPY" and "--from" not in rest for name in rest.split()[:-1]}
    assert copied == set(given)
    assert not copied & {".env", ".venv", "var", ".git", "tests"}


def test_the_image_has_the_programs_of_the_databases_version() -> None:
    database = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]["db"]["image"]
    major = re.fullmatch(r"postgres:(\d+)\..*", database)
    assert major is not None
    assert f" postgresql-client-{major[1]} " in (ROOT / "Dockerfile").read_text()


def test_backups_in_the_checkout_are_committed_by_nobody(tmp_path: Path) -> None:
    """docs/operations/backup.md writes them to backups/: health data of a whole installation."""
    for name in (
        "backups/2026-11-26.backup",
        "elsewhere/2026-11-26.backup",
        "elsewhere/unchecked.dump",
        ".env",
        "var/app.db",
    ):
        ignored = subprocess.run(["git", "check-ignore", "-q", "--no-index", name], cwd=ROOT, check=False)
        assert ignored.returncode == 0, name


def test_a_newcomer_has_a_taste_where_the_advice_is_followed(monkeypatch) -> None:
    monkeypatch.delenv("TRIAL_CREDITS", raising=False)
    assert Settings().trial_credits == 3
    assert Settings(trial_credits=0).trial_credits == 0
    for name, value in (("APP_ENV", "production"), ("APP_URL", "https://zorg.example"), ("MAIL_URL", "smtps://mail")):
        monkeypatch.setenv(name, value)
    assert Settings().trial_credits == 0
    assert "\nTRIAL_CREDITS=3\n" in (ROOT / "deploy" / "env.example").read_text()


def test_the_image_is_built_without_a_setting() -> None:
    taken = image_steps.steps((ROOT / "Dockerfile").read_text())
    assert [rest.split("=")[0] for word, rest in taken if word == "ARG"] == ["PYTHON"]
    assert yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]["app-1"]["build"] == "."
