"""The mails: the words they had, Dutch, whole and safe; a value that is missing is an error."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from jinja2 import UndefinedError

from tests.support import environment
from voice_report.services.mail import templates

#: Mails in full, with the sample values: {name: {"subject": ..., "text": [lines], "html": [lines]}}.
WRITTEN = json.loads((Path(__file__).parent / "written.json").read_text())
FILES = sorted(path.stem for path in Path(templates.__file__).parent.glob("*.jinja"))


@pytest.fixture
def at(monkeypatch) -> Callable[[str], None]:
    """Put the installation at another address."""

    def move(url: str) -> None:
        environment.use(monkeypatch, APP_URL=url)

    return move


def test_every_file_has_a_sample() -> None:
    assert sorted(templates.samples()) == FILES


@pytest.mark.parametrize("name", sorted(WRITTEN))
def test_a_mail_has_not_changed_by_accident(at, name: str) -> None:
    at("https://rapport.example")
    mail = templates.samples()[name]
    html = mail.html.replace("><", ">\n<")  # as it is sent (integrations.mail)
    assert {"subject": mail.subject, "text": mail.text.splitlines(), "html": html.splitlines()} == WRITTEN[name]


def test_html_is_escaped_and_text_is_not() -> None:
    name = "Zoë & <b>O'Zorg\""
    mail = templates.verification(name, "t")
    assert mail.text.startswith(f"Hallo {name},\n\n")
    assert "Hallo Zoë &amp; &lt;b&gt;O&#39;Zorg&#34;,</p>" in mail.html


def test_a_missing_value_is_an_error() -> None:
    for values in ({"token": "t"}, {"first_name": "Zoë"}):
        with pytest.raises(UndefinedError):
            templates._email("verification", **values)
    with pytest.raises(UndefinedError):
        templates.invitation("De Linde", "no such role", "Zoë", 7, "t")


def test_a_token_cannot_leave_its_place_in_a_link(at) -> None:
    at("https://rapport.example")
    assert "https://rapport.example/verify-email?token=a%2Fb%26c%3D%22\n" in templates.verification("", 'a/b&c="').text


@pytest.mark.parametrize("url", ["https://rapport.example", "http://localhost:8000"])
def test_every_mail_is_dutch_whole_and_safe(at, url: str) -> None:
    at(url)
    name = "<b>Zoë</b> https://evil.example/x"
    written = [
        templates.verification(name, "t"),
        templates.already_registered(name),
        templates.unfinished_registration(name, "t"),
        templates.password_reset(name, "t"),
        templates.password_changed(name),
        templates.new_address(name, "t"),
        templates.address_in_use(name),
        templates.address_will_change(name, "nieuw@zorg.example"),
        templates.invitation(name, "admin", name, 7, "t"),
        templates.second_subscription(name, name),
    ]
    for one in written:
        assert one.subject
        assert one.text.startswith("Hallo")
        assert "<b>" not in one.html
        assert 'lang="nl"' in one.html
        assert 'name="viewport"' in one.html
        for attribute in ("<script", "<img", "src=", 'href="https://evil'):
            assert attribute not in one.html
        assert "evil.example" not in one.text + one.html, "mail programs would make a link of it"
        assert max(map(len, one.text.splitlines())) < 900
    assert f"{url}/verify-email?token=t" in written[0].text
    assert f'href="{url}/reset-password?token=t"' in written[3].html
    assert f"{url}/register?invitation=t" in written[8].text


@pytest.mark.parametrize("name", ["Anne-Marie", "J.P. de Vries", "O'Zorg", "Zoë 😀", "Zorggroep De Linde (demo)"])
def test_a_name_that_is_a_name_is_in_the_mail(name: str) -> None:
    assert templates.verification(name, "t").text.startswith(f"Hallo {name},")
    assert name in templates.invitation(name, "user", "Anna Beheer", 7, "t").text


@pytest.mark.parametrize("name", ["www.evil.example", "gratis bij evil.example", "x@evil.example", "//evil", "a:b"])
def test_s10_a_name_that_looks_like_an_address_is_not(name: str) -> None:
    assert name not in templates.verification(name, "t").text
    assert name not in templates.invitation(name, "user", name, 7, "t").text
