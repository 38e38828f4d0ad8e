"""Sending mail to a real SMTP server on loopback, one that refuses, hangs or drops too, and into files."""

import ssl
import stat
import subprocess
from email.message import EmailMessage
from pathlib import Path

import aiosmtplib
import pytest

from tests.support import environment
from tests.support.fakes.mail_server import serving
from voice_report.integrations import mail

ID = "0f0e0d0c-1111-4222-8333-444455556666"
TEXT = "Hallo Zoë,\n\nOpen https://rapport.example/verify-email?token=abc_DEF-123\n"
HTML = '<!doctype html><html lang="nl"><body><p>Hallo Zoë</p></body></html>'


def use(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    environment.use(monkeypatch, MAIL_URL=url)


async def send(recipient: str = "zoe@zorg.example", subject: str = "Bevestig één keer") -> None:
    await mail.send(ID, recipient, subject, TEXT, HTML)


def part(message: EmailMessage, kind: str) -> str:
    body = message.get_body(preferencelist=(kind,))
    assert body is not None
    return body.get_content()


async def test_a_mail_arrives_whole(monkeypatch) -> None:
    async with serving() as server:
        use(monkeypatch, f"smtp://127.0.0.1:{server.port}")
        await send()
    [message] = server.accepted
    assert server.recipients == ["zoe@zorg.example"]
    assert server.senders == ["noreply@spraakrapport.example"]
    assert message["To"] == "zoe@zorg.example"
    assert message["Subject"] == "Bevestig één keer"
    assert message["Message-ID"] == f"<{ID}@spraakrapport.example>"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Date"]
    assert part(message, "plain").replace("\r\n", "\n") == TEXT
    assert "Zoë" in part(message, "html")


async def test_every_server_takes_a_domain_with_other_letters(monkeypatch) -> None:
    async with serving(other_letters=False) as server:
        use(monkeypatch, f"smtp://127.0.0.1:{server.port}")
        await send("jan@bücher.example")
    assert server.recipients == ["jan@xn--bcher-kva.example"]
    assert server.accepted[0]["To"] == "jan@xn--bcher-kva.example"


@pytest.mark.parametrize(
    ("behaviour", "failure"),
    [
        ("refuse recipient", mail.Refused),
        ("refuse mail", mail.Refused),
        ("later", mail.Failed),
        ("drop", mail.Failed),
    ],
)
async def test_a_failure_says_whether_again_makes_sense(monkeypatch, behaviour: str, failure: type) -> None:
    async with serving() as server:
        use(monkeypatch, f"smtp://127.0.0.1:{server.port}")
        server.behaviour = behaviour
        with pytest.raises(failure) as found:
            await send()
        assert "zorg.example" not in str(found.value)
        assert not server.accepted
        server.behaviour = "take"
        await send()
        assert len(server.accepted) == 1


async def test_a_server_that_hangs_costs_a_bounded_time(monkeypatch) -> None:
    monkeypatch.setattr(mail, "TIMEOUT", 0.3)
    async with serving() as server:
        use(monkeypatch, f"smtp://127.0.0.1:{server.port}")
        server.behaviour = "hang"
        with pytest.raises(mail.Failed):
            await send()


async def test_a_server_that_is_not_there_is_tried_again_later(monkeypatch) -> None:
    async with serving() as server:
        use(monkeypatch, f"smtp://127.0.0.1:{server.port}")
    with pytest.raises(mail.Failed):
        await send()


@pytest.mark.filterwarnings("ignore:Requiring AUTH:UserWarning")  # said by the server: this line stays on this machine
async def test_a_password_with_strange_characters_signs_in(monkeypatch) -> None:
    async with serving(passwords=True) as server:
        use(monkeypatch, f"smtp://post%40zorg.example:geheim%3A%2F%401@127.0.0.1:{server.port}")
        await send()
        assert server.logins == [("post@zorg.example", "geheim:/@1")]
        monkeypatch.setattr(mail, "TIMEOUT", 3.0)  # the server leaves a wrong password's second try without an answer
        use(monkeypatch, f"smtp://post:fout@127.0.0.1:{server.port}")
        with pytest.raises(mail.Failed):
            await send()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate nobody vouches for, with its key."""
    path = tmp_path_factory.mktemp("tls") / "both.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost"]
    subprocess.run([*command, "-keyout", str(path), "-out", str(path) + ".crt"], check=True, capture_output=True)
    path.write_text(path.read_text() + Path(str(path) + ".crt").read_text())
    return path


async def test_a_server_nobody_vouches_for_gets_no_mail(monkeypatch, certificate: Path) -> None:
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(certificate)
    async with serving(tls) as server:
        use(monkeypatch, f"smtp://127.0.0.1:{server.port}")
        with pytest.raises(mail.Failed):
            await send()
        assert not server.accepted


@pytest.mark.played_connection
@pytest.mark.parametrize(
    ("url", "use_tls", "start_tls"),
    [
        ("smtp://127.0.0.1:2525", False, None),
        ("smtp://mail.zorg.example", False, True),
        ("smtp://mail.zorg.example:25?tls=off", False, None),
        ("smtps://mail.zorg.example", True, False),
    ],
)
async def test_elsewhere_mail_travels_encrypted_or_not_at_all(monkeypatch, url: str, use_tls, start_tls) -> None:
    given = {}

    class Noted(aiosmtplib.SMTP):
        def __init__(self, **options) -> None:
            given.update(options)
            super().__init__(**options)

        async def connect(self, **_options):
            raise aiosmtplib.SMTPConnectError("nobody there")

    monkeypatch.setattr(aiosmtplib, "SMTP", Noted)
    use(monkeypatch, url)
    with pytest.raises(mail.Unreachable):
        await send()
    assert (given["use_tls"], given["start_tls"]) == (use_tls, start_tls)
    assert "validate_certs" not in given


async def test_in_development_mails_are_files_one_can_read(monkeypatch, tmp_path: Path) -> None:
    use(monkeypatch, f"file:{tmp_path}/post")
    assert mail.stored() == []
    await send()
    [path] = (tmp_path / "post").iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "token=abc_DEF-123" in path.read_text(), "a link is readable in the file itself"
    [stored] = mail.stored()
    assert stored == mail.stored_one(stored.name)
    assert (stored.recipient, stored.subject) == ("zoe@zorg.example", "Bevestig één keer")
    assert stored.text.strip() == TEXT.strip()
    for name in ("../post", "", "x" * 200, "bestaat-niet", f"{stored.name}.eml", "a/b"):
        assert mail.stored_one(name) is None


async def test_a_directory_that_cannot_be_written_is_tried_again_later(monkeypatch, tmp_path: Path) -> None:
    (tmp_path / "bestand").touch()
    use(monkeypatch, f"file:{tmp_path}/bestand/post")
    with pytest.raises(mail.Failed):
        await send()


@pytest.mark.parametrize("recipient", ["a@zorg.example\r\nBcc: b@zorg.example", "a@zorg.example\nX: y"])
async def test_a_header_cannot_be_smuggled_in(monkeypatch, tmp_path: Path, recipient: str) -> None:
    use(monkeypatch, f"file:{tmp_path}/post")
    with pytest.raises(mail.Refused):
        await send(recipient)
