"""The register of engines: what it says counts, and nothing that is wrong in it starts the product (S60)."""

from datetime import date
from pathlib import Path

import pytest
from pydantic import ValidationError

from voice_report import engines
from voice_report.config import VERSION, Settings
from voice_report.engines import Profile
from voice_report.ui.pages.public import ai_disclosure

LOCAL = {"key": "hier", "task": "speech", "kind": "local", "party": "eigen", "country": "Nederland", "region": "local"}
TEXT = {
    "key": "taal", "task": "structuring", "kind": "openai", "base_url": "https://taal.example/v1", "model": "tekst-4",
    "key_env": "TAAL_KEY", "party": "Taaldienst", "country": "Duitsland", "region": "eu", "agreement": date(2026, 9, 1),
}  # fmt: skip


def written(path: Path, *entries: dict, rest: str = "") -> str:
    def line(name: str, value: object) -> str:
        return f"{name} = {value}" if isinstance(value, date | int) else f'{name} = "{value}"'

    tables = ["\n".join(["[[engine]]", *(line(*one) for one in entry.items())]) for entry in entries]
    file = path / "engines.toml"
    file.write_text("\n\n".join([*tables, rest]))
    return str(file)


@pytest.fixture
def register(tmp_path, monkeypatch):
    monkeypatch.setenv("TAAL_KEY", "sleutel")

    def read(*entries: dict, rest: str = "") -> Settings:
        monkeypatch.setenv("ENGINES_FILE", written(tmp_path, *entries, rest=rest))
        return Settings()

    return read


def test_a_register_is_read_in_its_order(register):
    found = register(TEXT, LOCAL, TEXT | {"key": "tweede", "region": "other", "country": "India"})
    assert [one.key for one in found.profiles("structuring")] == ["taal", "tweede"]
    (speech,) = found.profiles("speech")
    assert (speech.model, speech.is_outside, found.leaves("speech")) == ("small", False, False)
    text = found.first("structuring")
    assert (text.api_key, text.agreement, text.host) == ("sleutel", date(2026, 9, 1), "taal.example")
    assert "sleutel" not in repr(text)


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        (TEXT | {"sleutel": "x"}, "unknown: sleutel"),
        (TEXT | {"api_key": "geheim"}, "unknown: api_key"),
        ({name: value for name, value in TEXT.items() if name != "party"}, "party missing"),
        (TEXT | {"task": "zingen"}, "task and kind are among"),
        (TEXT | {"kind": "azur"}, "task and kind are among"),
        (TEXT | {"region": "nl"}, "region is local, eu or other"),
        (TEXT | {"region": "local"}, "region local needs a base_url of this machine"),
        (TEXT | {"region": "local", "base_url": "http://8.8.8.8/v1"}, "region local needs a base_url of this machine"),
        (TEXT | {"base_url": "ftp://taal.example"}, "base_url is an http"),
        (TEXT | {"key": "met spatie"}, "key is letters"),
        (TEXT | {"key": "regels"}, "none is 'regels'"),
        (TEXT | {"key_env": "NIET_GEZET"}, "the variable that key_env names is empty"),
        (TEXT | {"model": 4}, "model is a text"),
        (TEXT | {"agreement": "binnenkort"}, "agreement is a date"),
        (LOCAL | {"region": "eu"}, "its region is local"),
    ],
)
def test_s60_what_is_wrong_in_it_stops_the_start(register, entry: dict, sentence: str):
    with pytest.raises(ValidationError) as refused:
        register(entry)
    assert sentence in str(refused.value)
    assert "sleutel" not in str(refused.value).replace("unknown: sleutel", "")
    assert "geheim" not in str(refused.value)


def test_s60_a_key_is_used_once_and_nothing_else_is_in_the_file(register):
    for entries, rest in (((TEXT, TEXT), ""), ((TEXT,), "[other]\nx = 1"), ((), "niets"), ((), "")):
        with pytest.raises(ValidationError, match="ENGINES_FILE"):
            register(*entries, rest=rest)


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:9/v1",
        "http://[::1]:9/v1",
        "http://10.1.2.3/v1",
        "http://localhost/v1",
        "http://ollama:11434/v1",
        "http://host.docker.internal:11434/v1",
    ],
)
def test_an_address_of_a_private_network_may_be_local(register, address: str):
    assert not register(TEXT | {"region": "local", "base_url": address}).leaves("structuring")


@pytest.mark.parametrize(
    "address",
    [
        None,
        "https://api.example/v1",
        "http://0.0.0.0/v1",
        "http://1.1.1.1",
        "http:///v1",
        "http://0x8080808",
        "http://134744072",
        "http://api。example",
    ],
)
def test_no_other_address_is(address: str | None):
    assert not engines.is_here(address)


def test_s60_a_region_that_the_variables_say_is_checked_too(monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "https://api.example/v1")
    monkeypatch.setenv("PROCESSING_REGION", "local")
    with pytest.raises(ValidationError, match="PROCESSING_REGION=local"):
        Settings()
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    assert not Settings().leaves("structuring")
    monkeypatch.setenv("PROCESSING_REGION", "eu")
    with pytest.raises(ValidationError, match="PROCESSING_LOCATION"):
        Settings()
    monkeypatch.setenv("PROCESSING_LOCATION", "Duitsland")
    assert Settings().leaves("structuring")


def test_the_site_names_what_may_leave(register, monkeypatch):
    found = register(LOCAL, TEXT, TEXT | {"key": "tweede", "model": "tekst-5", "country": "Frankrijk"})
    monkeypatch.setattr(ai_disclosure, "settings", lambda: found)
    assert ai_disclosure.structuring_technology() == "Structureren tot een rapportage met tekst-4 of tekst-5"
    assert ai_disclosure.speech_technology() == "Spraakherkenning in het Nederlands, op deze server"
    assert "Duitsland en Frankrijk" in ai_disclosure.processing()


def test_a_profile_tells_another_configuration_apart():
    one = Profile("a", "speech", "openai", "eu", "m", base_url="https://x.example")
    assert one.config_hash == Profile("a", "speech", "openai", "eu", "m", base_url="https://x.example").config_hash
    assert one.config_hash != Profile("a", "speech", "openai", "other", "m", base_url="https://x.example").config_hash


def test_the_version_is_that_of_the_package():
    root = Path(__file__).resolve().parents[2]
    assert f'version = "{VERSION}"' in (root / "pyproject.toml").read_text()


@pytest.mark.parametrize(
    ("variables", "wrong"),
    [
        ({"OPENAI_BASE_URL": f"https://{'a' * 60}.{'b' * 60}.{'c' * 60}.{'d' * 60}.example/v1"}, ""),
        ({"OPENAI_BASE_URL": f"https://{'a.' * 130}example/v1"}, "host"),
        ({"PROCESSING_LOCATION": "x" * 200}, ""),
        ({"PROCESSING_LOCATION": "x" * 201}, "country"),
        ({"STRUCTURE_MODEL": "x" * 201}, "model"),
    ],
)
def test_what_does_not_fit_in_the_rows_does_not_start(variables, wrong: str, monkeypatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    if wrong:
        with pytest.raises(ValidationError, match=f"The {wrong} of an engine"):
            Settings()
        return
    (profile,) = Settings().profiles("structuring")
    assert (len(profile.party) <= 200, profile.host != "") == (True, True)
