"""compose.yaml: who has which secret, what waits for what, and that nothing is without limits."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.conftest import ROOT
from voice_report.config import Settings
from voice_report.core.secret_files import SECRETS

COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
SERVING, OURS = ("app-1", "app-2"), ("app-1", "app-2", "migrate", "tools")
#: How settings are read outside tests.
AS_INSTALLED = Settings.__dict__["settings_customise_sources"]


def files(service: str) -> dict[str, str]:
    """Return which setting a service reads from which file."""
    given = SERVICES[service]["environment"]
    return {name.removesuffix("_FILE"): path for name, path in given.items() if name.endswith("_FILE")}


def test_every_service_is_known_and_its_image_has_a_version() -> None:
    assert {*OURS, "db", "redis", "counters", "proxy"} == set(SERVICES)
    for name in set(SERVICES) - set(OURS):
        assert re.fullmatch(r"[a-z]+:\d+\.\d+(\.\d+)?-\w+(@sha256:[0-9a-f]{64})?", SERVICES[name]["image"]), name


def test_nothing_has_more_rights_or_means_than_it_needs() -> None:
    for name, service in SERVICES.items():
        assert service["cap_drop"] == ["ALL"], name
        assert name == "proxy" or service["security_opt"] == ["no-new-privileges:true"], name
        assert service["logging"]["options"] == {"max-size": "10m", "max-file": "5"}, name
        assert service["mem_limit"], name
        assert name == "proxy" or not service.get("ports"), "only the proxy is reached from outside"
    for name in OURS:
        assert SERVICES[name]["read_only"]
        assert SERVICES[name]["init"]
        assert SERVICES[name]["mem_limit"] == SERVICES[name]["memswap_limit"], "and no swap beside it"
        assert SERVICES[name]["pids_limit"]
    for name in ("db", "redis", "counters"):
        assert set(SERVICES[name]["networks"]) == {"inside"}, name
        assert SERVICES[name]["healthcheck"]["test"], name
    assert COMPOSE["networks"]["inside"]["internal"]
    assert SERVICES["proxy"]["healthcheck"]["test"]


def test_the_database_has_connections_for_every_process_and_time_to_stop() -> None:
    from voice_report.db import engine

    command = SERVICES["db"]["command"]
    [most] = [int(word.partition("=")[2]) for word in command if word.startswith("max_connections=")]
    reserved_for_its_administrators, rest, probe = 3, 25, 1
    assert most - reserved_for_its_administrators >= len(SERVING) * (engine.CONNECTIONS + probe) + rest
    assert SERVICES["db"]["stop_grace_period"] == "60s"


def test_secrets_are_in_files_and_in_no_variable() -> None:
    for name, service in SERVICES.items():
        for variable, value in service.get("environment", {}).items():
            is_secret = re.search("PASSWORD|SECRET|KEY|TOKEN|(DATABASE|REDIS|MAIL)_URL", variable)
            is_in_file = value == f"/run/secrets/{value.rpartition('/')[2]}"
            assert not is_secret or not value or is_in_file, (name, variable)
        named = {path.rpartition("/")[2] for path in files(name).values()}
        assert named <= set(service.get("secrets", [])), name
    given = {secret for service in SERVICES.values() for secret in service.get("secrets", [])}
    assert given == set(COMPOSE["secrets"])
    assert all(COMPOSE["secrets"][name] == {"file": f"./secrets/{name}"} for name in given)


def test_only_migrate_has_the_rights_of_the_databases_owner() -> None:
    serving = {
        name.upper(): f"/run/secrets/{name}" for name in SECRETS if name not in ("backup_key", "database_owner_url")
    }
    backups = {"BACKUP_KEY": "/run/secrets/backup_key"}
    owner = {"DATABASE_OWNER_URL": "/run/secrets/database_owner_url"}
    for name in SERVING:
        assert files(name) == serving, "what serves reads no backup"
    assert files("tools") == serving | backups
    assert files("migrate") == serving | backups | owner
    for name in OURS:
        assert set(SERVICES[name]["secrets"]) == {path.rpartition("/")[2] for path in files(name).values()}, name
    for name in set(SERVICES) - {"db"}:
        assert "postgres_password" not in SERVICES[name].get("secrets", []), name


def test_without_docker_too_what_serves_can_read_no_other_secret() -> None:
    page = (ROOT / "docs/operations/install.md").read_text()
    [kept] = re.findall(r"^chmod 600 ([\w ]+?) *#", page, flags=re.MULTILINE)
    for name in SERVING:
        assert set(COMPOSE["secrets"]) - set(kept.split()) == set(SERVICES[name]["secrets"])


def test_what_serves_waits_for_migrate_and_daily_commands_have_no_owners_rights() -> None:
    for name in SERVING:
        assert SERVICES[name]["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}
        assert SERVICES[name]["depends_on"].items() >= SERVICES["migrate"]["depends_on"].items()
    assert all(one == {"condition": "service_healthy"} for one in SERVICES["migrate"]["depends_on"].values())
    assert not SERVICES["migrate"].get("profiles"), "else `up` would not run it"
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    said = re.findall(r"docker compose run --rm (\w+) ?(\S*)", "\n".join(page.read_text() for page in pages))
    assert {service for service, _ in said} == {"migrate", "tools"}
    assert not [word for service, word in said if service == "migrate" and word == "python"], "`tools` is for that"


def test_no_http_3_is_offered_that_cannot_be_reached() -> None:
    caddy = (ROOT / "deploy" / "Caddyfile").read_text()
    assert re.search(r"^\s*protocols h1 h2\b", caddy, flags=re.MULTILINE)
    assert SERVICES["proxy"]["ports"] == ["80:80", "443:443"]


def test_every_variable_of_the_installation_is_known_and_none_is_a_secret() -> None:
    known = {name.upper() for name in Settings.model_fields}
    example = re.findall(r"^(\w+)=", (ROOT / "deploy" / "env.example").read_text(), flags=re.MULTILINE)
    assert set(example) - {"IMAGE", "VERSION"} <= known - {name.upper() for name in SECRETS}
    for name in OURS:
        given = {variable for variable, value in SERVICES[name]["environment"].items() if value}
        assert {variable.removesuffix("_FILE") for variable in given} <= known


def test_a_secret_that_an_env_of_before_still_has_reaches_nothing_that_serves() -> None:
    before = ("POSTGRES_PASSWORD", "APP_DATABASE_PASSWORD", "REDIS_PASSWORD", "BACKUP_KEY", "DATABASE_OWNER_URL")
    for name in OURS:
        assert {SERVICES[name]["environment"][variable] for variable in before} == {""}, name


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with the script that makes the secrets, and no secret yet."""
    (tmp_path / "deploy").mkdir()
    shutil.copy(ROOT / "deploy" / "secrets.sh", tmp_path / "deploy")
    return tmp_path


def make_secrets(checkout: Path) -> dict[str, str]:
    subprocess.run(["/bin/sh", checkout / "deploy" / "secrets.sh"], cwd="/", check=True, env={"PATH": os.defpath})
    return {path.name: path.read_text() for path in (checkout / "secrets").iterdir()}


def test_the_script_makes_every_secret_once(checkout: Path) -> None:
    made = make_secrets(checkout)
    assert set(made) == set(COMPOSE["secrets"])
    assert (checkout / "secrets").stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in (checkout / "secrets").iterdir()} == {0o644}
    random = {made[name].strip() for name in ("secret_key", "backup_key", "postgres_password", "redis_password")}
    assert len(random) == 4
    assert all(re.fullmatch("[0-9a-f]{64}", one) for one in random)
    assert made["postgres_password"].strip() in made["database_owner_url"]
    assert make_secrets(checkout) == made


def test_the_script_takes_over_what_an_installation_had_in_env(checkout: Path) -> None:
    (checkout / ".env").write_text(
        "APP_URL=https://rapport.example\nSECRET_KEY=old-key\nPOSTGRES_PASSWORD=owner\nAPP_DATABASE_PASSWORD=app\n"
        "MAIL_URL='smtps://a:b$c@mail.example:465'\nFORMER_SECRET_KEYS=[\"older\"]\n"
    )
    made = make_secrets(checkout)
    assert made["secret_key"] == "old-key\n"
    assert made["database_url"] == "postgresql://spraakrapport_app:app@db:5432/spraakrapport\n"
    assert made["database_owner_url"] == "postgresql://spraakrapport:owner@db:5432/spraakrapport\n"
    assert made["mail_url"] == "smtps://a:b$c@mail.example:465\n"
    assert made["former_secret_keys"] == '["older"]\n'


def test_an_installation_with_these_secrets_starts(checkout: Path, monkeypatch) -> None:
    made = make_secrets(checkout)
    (checkout / "secrets" / "mail_url").write_text("smtps://user:pass@mail.example:465\n")
    for name in SECRETS:
        monkeypatch.delenv(name.upper(), raising=False)
    for name, value in SERVICES["migrate"]["environment"].items():
        monkeypatch.setenv(name, value.replace("/run/secrets", str(checkout / "secrets")))
    monkeypatch.setenv("APP_URL", "https://rapport.example")
    monkeypatch.chdir(checkout)
    monkeypatch.setattr(Settings, "settings_customise_sources", AS_INSTALLED)
    read = Settings()
    assert read.is_production
    assert (read.secret_key, read.database_owner_url) == (
        made["secret_key"].strip(), made["database_owner_url"].strip()
    )  # fmt: skip
    assert (read.openai_api_key, read.metrics_token, read.secret_keys()) == (None, None, (read.secret_key,))
