"""The settings refuse what would be unsafe, and lose no key."""

import secrets
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from tests.conftest import ROOT
from voice_report.config import Settings
from voice_report.core import secret_files


@pytest.fixture
def key_file(tmp_path, monkeypatch):
    """Where the key of a development installation is kept; the settings are without one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SECRET_KEY")
    return tmp_path / "var" / "secret_key"


def test_a_key_is_made_once_for_its_owner_alone(key_file) -> None:
    first = Settings().secret_key
    assert (len(first) >= 32, Settings().secret_key) == (True, first)
    assert [path.name for path in key_file.parent.iterdir()] == ["secret_key"]
    assert key_file.stat().st_mode & 0o777 == 0o600


def test_all_who_make_a_key_at_once_have_the_same(tmp_path, monkeypatch) -> None:
    """Each has seen that there is none; a session that one signs is one that the others know."""
    path, together, token = tmp_path / "var" / "key", Barrier(4, timeout=60), secrets.token_urlsafe

    def made(size: int) -> str:
        together.wait()
        return token(size)

    monkeypatch.setattr(secrets, "token_urlsafe", made)
    with ThreadPoolExecutor(4) as threads:
        keys = set(threads.map(lambda _: secret_files.made_once(path, shortest=32), range(4)))
    assert keys == {path.read_text()}
    assert list(path.parent.iterdir()) == [path]
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("left", ["", "half"])
def test_a_key_that_a_full_disk_cut_off_is_refused(key_file, left: str) -> None:
    """An empty one would sign every session and secret with nothing."""
    key_file.parent.mkdir()
    key_file.write_text(left)
    with pytest.raises(ValueError, match="no whole key"):
        Settings()


def test_what_is_printed_at_a_start_does_not_end_it_in_a_bare_locale() -> None:
    """The demo accounts are made by then: their passwords would be readable nowhere."""
    work = "from voice_report.core import logs; logs.set_up(); print('\\u00e9\\u00e9n keer')"
    bare = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C", "PATH": ""}
    done = subprocess.run([sys.executable, "-c", work], cwd=ROOT, env=bare, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (0, b"??n keer\n")


@pytest.mark.parametrize(
    ("named", "unsafe"),
    [
        ("SECRET_KEY", {"secret_key": ""}),
        ("SECRET_KEY", {"secret_key": "x" * 31}),
        ("SECRET_KEY", {"former_secret_keys": '["short"]'}),
        ("MAIL_URL", {"mail_url": "file:var/mail"}),
        ("RATE_LIMITS", {"rate_limits": "off"}),
        ("SINGLE_SIGN_ON_LOOPBACK", {"single_sign_on_loopback": "on"}),
        ("STRIPE_WEBHOOK_SECRET", {"stripe_secret_key": "sk_live_1", "stripe_webhook_secret": None}),
    ],
)
def test_s32_production_does_not_start_without_its_secrets_or_with_what_is_for_tests(named: str, unsafe: dict) -> None:
    safe: dict = {"app_env": "production", "app_url": "https://rapport.example", "secret_key": "x" * 40}
    safe |= {"mail_url": "smtps://mail.example", "rate_limits": "on", "stripe_secret_key": None}
    assert Settings(**safe).is_production
    with pytest.raises(ValueError, match=named):
        Settings(**safe | unsafe)


def test_s67_a_library_that_would_log_what_is_sent_does_not_start_in_production(monkeypatch) -> None:
    safe: dict = {"app_env": "production", "app_url": "https://rapport.example", "secret_key": "x" * 40}
    safe |= {"mail_url": "smtps://mail.example", "stripe_secret_key": None}
    monkeypatch.setenv("OPENAI_LOG", "debug")
    with pytest.raises(ValueError, match="OPENAI_LOG"):
        Settings(**safe)
    assert not Settings(app_env="development").is_production


def test_a_worker_on_the_devices_of_users_comes_only_where_it_is_chosen(monkeypatch) -> None:
    monkeypatch.delenv("OFFLINE_PAGE", raising=False)
    production: dict = {"app_env": "production", "app_url": "https://rapport.example", "secret_key": "x" * 40}
    production |= {"mail_url": "smtps://mail.example", "stripe_secret_key": None}
    assert [Settings(**production).offline_page, Settings(app_env="development").offline_page] == ["off", "on"]
    assert Settings(**production, offline_page="on").offline_page == "on"
    assert Settings(app_env="development", offline_page="off").offline_page == "off"
