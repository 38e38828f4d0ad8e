"""Reading our own mails and their templates in development: /dev/mail, and nothing of it in production."""

from html import unescape

import pytest

from tests.support import environment, mailbox
from voice_report.config import settings
from voice_report.services.mail import outbox, templates


@pytest.fixture
async def written(db) -> None:
    async with db.transaction() as session:
        outbox.write(session, "gast@zorg.example", templates.password_reset("<script>alert(1)</script>", "abc-123"))
    assert len(await mailbox.delivered()) == 1


async def test_mails_are_listed_and_shown_with_their_links(api, written) -> None:
    client = await api()
    listed = await client.get("/dev/mail")
    assert "gast@zorg.example" in listed.text
    address = listed.text.partition('href="/dev/mail/')[2].partition('"')[0]
    shown = await client.get(f"/dev/mail/{address}")
    link = f"{settings().app_url}/reset-password?token=abc-123"
    assert f'<a href="{link}">' in shown.text
    html = await client.get(f"/dev/mail/{address}/html")
    assert f'href="{link}"' in html.text
    for answer in (listed, shown, html):
        assert answer.status_code == 200
        assert "<script" not in answer.text
        assert "script-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("name", ["bestaat-niet", "..%2f..%2fapp", "x" * 300, "%00"])
async def test_nothing_else_is_shown(api, written, name: str) -> None:
    assert (await (await api()).get(f"/dev/mail/{name}")).status_code == 404


async def test_without_mails_the_list_says_so(api) -> None:
    assert "Nog geen mails." in (await (await api()).get("/dev/mail")).text


async def test_every_template_is_shown_as_text_and_as_html(api) -> None:
    client = await api()
    listed = unescape((await client.get("/dev/mail/templates")).text)
    for name, mail in templates.samples().items():
        assert mail.subject in listed
        assert mail.text.splitlines()[2] in listed
        assert f'href="/dev/mail/templates/{name}"' in listed
        shown = await client.get(f"/dev/mail/templates/{name}")
        assert shown.text == mail.html
        assert "script-src 'none'" in shown.headers["content-security-policy"]
    assert (await client.get("/dev/mail/templates/layout")).status_code == 404


async def test_production_has_no_such_page(monkeypatch, written, tmp_path) -> None:
    import httpx

    from voice_report.web import edge
    from voice_report.web.api.app import create

    environment.use(
        monkeypatch, APP_ENV="production", MAIL_URL="smtps://mail.example", APP_URL="https://rapport.example"
    )
    app = create()
    for layer in (app, edge.around(tmp_path / "pages")(app)):
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(layer), base_url="https://rapport.example"
        ) as client:
            answers = [await client.get(path) for path in ("/dev/mail", "/dev/mail/templates")]
        for answer in answers:
            assert answer.status_code == 404
            assert "gast" not in answer.text
