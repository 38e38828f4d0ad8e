"""Secrets in files: each setting that has one, read as it is, and refused without a word of it."""

from pathlib import Path

import pytest

from voice_report.config import Settings
from voice_report.core.secret_files import SECRETS
from voice_report.engines import register

KEY = "x" * 40
VALUES = {
    "database_url": "postgresql://app:p%40ss@db/app",
    "database_owner_url": "postgresql://owner:p%40ss@db/app",
    "redis_url": "redis://:pass@redis:6379/0",
    "counters_redis_url": "redis://:pass@counters:6379/0",
    "former_secret_keys": '["old"]',
    "mail_url": "smtps://user:pass@mail.example:465",
}
#: How settings are read outside tests, which read no ``.env``.
AS_INSTALLED = Settings.__dict__["settings_customise_sources"]


@pytest.fixture(autouse=True)
def _as_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Settings, "settings_customise_sources", AS_INSTALLED)
    monkeypatch.chdir(tmp_path)


def in_file(monkeypatch: pytest.MonkeyPatch, directory: Path, name: str, held: str | bytes) -> Path:
    path = directory / name
    path.write_bytes(held if isinstance(held, bytes) else held.encode())
    monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv(f"{name.upper()}_FILE", str(path))
    return path


def test_every_secret_setting_can_be_in_a_file(monkeypatch, tmp_path) -> None:
    for name in SECRETS:
        in_file(monkeypatch, tmp_path, name, VALUES.get(name, f"{KEY}-{name}") + "\n")
    read = Settings()
    assert {name: getattr(read, name) for name in SECRETS} == {
        name: VALUES.get(name, f"{KEY}-{name}") for name in SECRETS
    }


def test_every_setting_that_may_hold_a_secret_is_among_them() -> None:
    """A new key, token, secret or address with a password is one of them, or one of those without."""
    named = {name for name in Settings.model_fields if name.split("_")[-1] in ("key", "keys", "secret", "token", "url")}
    addresses = {"app_url", "openai_base_url", "speech_base_url", "structure_base_url"}
    assert set(SECRETS) == named - addresses


def test_env_names_files_too_and_the_environment_wins(monkeypatch, tmp_path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_text(KEY)
    second.write_text("y" * 40)
    (tmp_path / ".env").write_text(f"SECRET_KEY_FILE={first}\n")
    monkeypatch.delenv("SECRET_KEY", raising=False)
    assert Settings().secret_key == KEY
    monkeypatch.setenv("SECRET_KEY_FILE", str(second))
    assert Settings().secret_key == "y" * 40


def test_an_empty_file_is_a_setting_that_is_not_set(monkeypatch, tmp_path) -> None:
    in_file(monkeypatch, tmp_path, "openai_api_key", "")
    assert Settings().openai_api_key is None
    monkeypatch.setenv("OPENAI_API_KEY", "sk-one")
    with pytest.raises(ValueError, match="OPENAI_API_KEY and OPENAI_API_KEY_FILE are both set"):
        Settings()


@pytest.mark.parametrize(
    ("held", "sentence"),
    [(b"canary\xff", "METRICS_TOKEN_FILE is no text"), (b"canary " * 10_000, "METRICS_TOKEN_FILE is longer")],
    ids=["bytes", "long"],
)
def test_a_file_that_is_no_secret_is_refused_without_a_word_of_it(monkeypatch, tmp_path, held, sentence) -> None:
    in_file(monkeypatch, tmp_path, "metrics_token", held)
    with pytest.raises(ValueError, match=sentence) as refused:
        Settings()
    assert "canary" not in str(refused.value)


def test_a_file_that_is_not_there_ends_the_start_with_its_name(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("BACKUP_KEY_FILE", str(tmp_path / "nowhere"))
    with pytest.raises(ValueError, match=r"BACKUP_KEY_FILE cannot be read: .*nowhere .No such file"):
        Settings()


def test_the_key_of_an_engine_in_a_register_can_be_in_a_file(monkeypatch, tmp_path) -> None:
    in_file(monkeypatch, tmp_path, "own_engine_key", "sk-own\n")
    assert register._key("OWN_ENGINE_KEY") == "sk-own"
