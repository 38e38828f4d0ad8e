"""Settings as people and their tools write them: cleaned, or refused at the start with their name."""

import json

import pytest

from scripts import configuration
from voice_report.config import Settings
from voice_report.integrations import speech
from voice_report.integrations.speech.openai_compatible import OpenAICompatible

KEY = "sk-test_-1"
AROUND = ["{}\r", " {}", "{}\n", "\t{}\xa0", "\ufeff{}", '"{}"', "'{}'", '"{}"\r\n', "\u200b{}\u2060", "“{}”"]
KEYS = ["OPENAI_API_KEY", "SPEECH_API_KEY", "STRUCTURE_API_KEY", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"]
ADDRESSES = ["OPENAI_BASE_URL", "SPEECH_BASE_URL", "STRUCTURE_BASE_URL", "STRIPE_API_BASE"]


@pytest.mark.parametrize("written", AROUND)
def test_every_setting_is_without_what_is_around_it(written: str, monkeypatch: pytest.MonkeyPatch) -> None:
    values = {
        **dict.fromkeys(KEYS, KEY),
        **dict.fromkeys(ADDRESSES, "https://engine.example/v1"),
        "APP_ENV": "development",
        "APP_URL": "http://localhost:8123",
        "PORT": "8123",
        "SPEECH_ENGINE": "openai",
        "SPEECH_MODEL": "whisper-1",
        "STRUCTURE_TIMEOUT": "600",
        "RATE_LIMITS": "off",
        "DATABASE_URL": "sqlite:///var/other.db",
        "REDIS_URL": "redis://localhost:6379",
        "MAIL_URL": "smtp://user:p%20w@localhost:2525",
        "MAIL_FROM": '"Zorg" <noreply@zorg.example>',
    }
    for name, value in values.items():
        monkeypatch.setenv(name, written.format(value))
    settings = Settings()
    assert {name: str(getattr(settings, name.lower())) for name in values} == {**values, "STRUCTURE_TIMEOUT": "600.0"}


@pytest.mark.parametrize("name", KEYS)
@pytest.mark.parametrize("value", ["sk-\rtest", "sk-t\x07st", "sk test", "sk‑test", "sk-tést"])
def test_a_key_that_no_request_can_carry_is_refused_with_its_name(name: str, value: str, monkeypatch) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ValueError, match=name) as refused:
        Settings()
    assert value not in str(refused.value)


@pytest.mark.parametrize("name", ["SPEECH_MODEL", "APP_NAME", "MAIL_FROM", "DATABASE_URL"])
def test_a_line_break_inside_any_setting_is_refused_with_its_name(name: str, monkeypatch) -> None:
    monkeypatch.setenv(name, "canary\r\nBcc: x")
    with pytest.raises(ValueError, match=name) as refused:
        Settings()
    assert "canary" not in str(refused.value)


@pytest.mark.parametrize("name", ADDRESSES)
@pytest.mark.parametrize("value", ["localhost:11434/v1", "https://", "http:///v1", "ftp://engine.example"])
def test_an_address_that_leads_nowhere_is_refused_with_its_name(name: str, value: str, monkeypatch) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ValueError, match=name):
        Settings()


@pytest.mark.parametrize("written", ["{}\r", '"{}"', " {}"])
def test_a_secret_key_is_never_changed_in_silence(written: str, monkeypatch) -> None:
    secret = "k" * 40
    monkeypatch.setenv("SECRET_KEY", written.format(secret))
    with pytest.raises(ValueError, match="SECRET_KEY has white space") as refused:
        Settings()
    assert secret not in str(refused.value)
    monkeypatch.setenv("SECRET_KEY", secret)
    monkeypatch.setenv("FORMER_SECRET_KEYS", json.dumps([written.format(secret)]))
    assert Settings().secret_keys() == (secret, written.format(secret))


def test_a_file_of_windows_is_read(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SPEECH_API_KEY", raising=False)
    (tmp_path / ".env").write_bytes(b"\xef\xbb\xbfSPEECH_API_KEY=sk-test\r\nSPEECH_MODEL=voxtral\r\n")
    monkeypatch.delattr(Settings, "settings_customise_sources")  # with the file again, unlike in the other tests
    read = Settings()
    assert (read.speech_api_key, read.speech_model) == ("sk-test", "voxtral")


async def test_a_key_with_a_carriage_return_reaches_the_engine_without_it(fake_provider, monkeypatch) -> None:
    monkeypatch.setenv("SPEECH_BASE_URL", f"{fake_provider.url}\r")
    monkeypatch.setenv("SPEECH_API_KEY", "sk-test\r")
    monkeypatch.setenv("SPEECH_ENGINE", "openai\r")
    engine = speech.engine()
    assert isinstance(engine, OpenAICompatible)
    assert engine.ready() == (True, "")
    assert engine._key == "sk-test"


def test_every_setting_is_described_and_the_page_is_made_from_that() -> None:
    assert [name for name, field in Settings.model_fields.items() if not field.description] == []
    assert configuration.PAGE.read_text() == configuration.page(), "run scripts/configuration.py"
