"""Texts of the installation: themselves where the product serves, their places where the pages are built."""

from typing import Any

import pytest

from tests.conftest import ROOT
from tests.support import environment
from voice_report.core import placeholders
from voice_report.ui import installation
from voice_report.ui.pages.public import ai_disclosure, home_text, privacy


def test_the_build_has_places_and_a_server_the_texts(monkeypatch) -> None:
    assert installation.name() == "Spraakrapport"
    assert ai_disclosure.processing().endswith(".")
    monkeypatch.setenv(placeholders.BUILDING, "1")
    assert installation.name() == placeholders.placeholder("name")
    assert ai_disclosure.processing() == placeholders.placeholder("processing")
    assert ai_disclosure.processing_in_full() == tuple(
        placeholders.placeholder(name) for name in ("recognising", "structuring", "location")
    )


def test_every_place_of_the_build_has_a_text(monkeypatch) -> None:
    monkeypatch.setenv(placeholders.BUILDING, "1")
    said = f"{home_text.reasons()}{home_text.lead()}{privacy.chapters()}{installation.free_reports()}"
    found = set(placeholders.PATTERN.findall(said))
    assert {"name", "stays_here", "receiver", "transfer", "audit_years", "free_reports"} <= found
    assert found <= set(placeholders.texts())


def test_two_texts_with_one_name_are_refused() -> None:
    def name() -> str:
        return "another"

    with pytest.raises(ValueError, match="names another one"):
        placeholders.filled(name)


#: Modules of pages that read settings when a user is there: in states and handlers, which no build carries out.
WHILE_SERVING = {"pages/reports/dashboard.py", "pages/reports/phone_code.py", "shell/session.py"}


def test_pages_read_no_setting_but_through_a_place() -> None:
    ui = ROOT / "voice_report" / "ui"
    reading = {path.relative_to(ui).as_posix() for path in ui.rglob("*.py") if "settings()" in path.read_text()}
    assert reading == WHILE_SERVING | {"installation.py", "pages/public/ai_disclosure.py"}


def test_scripts_and_the_manifest_name_no_installation_and_have_known_places_only() -> None:
    files = [*(ROOT / "voice_report" / "ui").rglob("*.js*"), *(ROOT / "assets").glob("*.webmanifest")]
    text = "".join(path.read_text() for path in files if path.name != "texts.js")
    assert "Spraakrapport" not in text
    assert set(placeholders.PATTERN.findall(text)) == {"name"} <= set(placeholders.texts())


def test_a_build_is_the_same_whatever_the_settings(monkeypatch) -> None:
    from voice_report.voice_report import app

    monkeypatch.setenv(placeholders.BUILDING, "1")
    pages: dict[str, Any] = {route: page.component for route, page in app._unevaluated_pages.items()}
    assert len(pages) > 30

    def built(**variables: str) -> dict[str, str]:
        environment.use(monkeypatch, **variables)
        return {route: str(page()) for route, page in pages.items()}

    usual = built()
    other = built(
        APP_NAME="Canarie",
        APP_URL="https://canarie.example",
        CONTACT_EMAIL="canarie@zorg.example",
        SPEECH_ENGINE="openai",
        STRUCTURE_ENGINE="openai",
        OPENAI_API_KEY="canarie",
        OPENAI_BASE_URL="https://canarie.example/v1",
        SPEECH_MODEL="canarie",
        STRUCTURE_MODEL="canarie",
        PROCESSING_LOCATION="Canarie",
        PROCESSING_REGION="eu",
        TRIAL_CREDITS="17",
        AUDIT_LOG_YEARS="17",
        BACKUP_DAYS="17",
        OFFLINE_PAGE="off",
        STRIPE_SECRET_KEY="canarie",
        STRIPE_WEBHOOK_SECRET="canarie",
        ENGINE_FLOOR="eu",
        STRUCTURE_STYLE="vrij",
    )
    assert {route for route in pages if usual[route] != other[route]} == set()
    monkeypatch.delenv(placeholders.BUILDING)
    [home] = [route for route in pages if route in ("index", "/")]
    assert "Canarie" in str(pages[home]()), "served, it is not"
