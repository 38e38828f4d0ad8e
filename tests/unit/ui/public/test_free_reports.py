"""Where an installation gives free reports, visitors read so; where it does not, nothing is promised."""

import pytest

from tests.support import environment
from voice_report.ui.pages.accounts.entry_pages import registration
from voice_report.ui.pages.billing.pricing import prijzen
from voice_report.ui.pages.public.home import home


@pytest.mark.parametrize("page", [home, prijzen, registration])
@pytest.mark.parametrize(
    ("number", "words"),
    [
        ("0", None),
        ("1", "Je eerste rapportage is gratis. Geen kaart nodig."),
        ("3", "Je eerste 3 rapportages zijn gratis. Geen kaart nodig."),
    ],
)
def test_a_page_says_what_is_free(page, number: str, words: str | None, monkeypatch) -> None:
    environment.use(monkeypatch, TRIAL_CREDITS=number)
    shown = str(page())
    assert words in shown if words else "gratis" not in shown.lower()
