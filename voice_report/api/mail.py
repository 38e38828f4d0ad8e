"""Reading our own mails in development: ``/dev/mail``. Not part of the app in production (``api.app``)."""

from html import escape

from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException

from ..config import settings
from ..services.mail import outbox
from .shapes import PathId

router = APIRouter(prefix="/dev/mail", include_in_schema=False)

_PAGE = """<!doctype html>
<html lang="nl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title></head>
<body style="font:16px/1.5 system-ui,sans-serif;max-width:760px;margin:24px auto;padding:0 16px">
<main><h1 style="font-size:22px">{title}</h1>{content}</main></body></html>"""


@router.get("")
async def list_mails() -> HTMLResponse:
    """Show the mails, newest first."""
    mails = await outbox.stored()
    lines = [
        f'<li style="margin:0 0 12px"><a href="/dev/mail/{escape(one.name)}">{escape(one.subject)}</a>'
        f"<br>{escape(one.recipient)}<br><small>{escape(one.date)}</small></li>"
        for one in mails
    ]
    empty = "Nog geen mails." if settings().mail_url.startswith("file:") else "Mails gaan naar de SMTP-server."
    return _answer("Mails in ontwikkeling", f"<ul>{''.join(lines)}</ul>" if mails else f"<p>{empty}</p>")


@router.get("/{name}")
async def show_mail(name: PathId) -> HTMLResponse:
    """Show one mail as text, with clickable links."""
    mail = await _find(name)
    lines = [
        f'<a href="{escape(line)}">{escape(line)}</a>' if line.startswith(settings().app_url + "/") else escape(line)
        for line in mail.text.splitlines()
    ]
    content = (
        f"<p>Aan: {escape(mail.recipient)}<br>{escape(mail.date)}</p>"
        f'<pre style="white-space:pre-wrap;overflow-wrap:anywhere;font:inherit">{chr(10).join(lines)}</pre>'
        f'<p><a href="/dev/mail/{escape(mail.name)}/html">Bekijk met opmaak</a> · '
        '<a href="/dev/mail">Alle mails</a></p>'
    )
    return _answer(mail.subject, content)


@router.get("/{name}/html")
async def show_html(name: PathId) -> HTMLResponse:
    """Show one mail as a mail program does; the policy of every response keeps its content from running or loading."""
    return HTMLResponse((await _find(name)).html)


async def _find(name: PathId):
    mail = await outbox.stored_one(name)
    if mail is None:
        raise HTTPException(404)
    return mail


def _answer(title: str, content: str) -> HTMLResponse:
    return HTMLResponse(_PAGE.format(title=escape(title), content=content))
