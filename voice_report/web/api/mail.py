"""Reading our own mails in development, and their templates: ``/dev/mail``, ``/dev/mail/templates``.

Not part of the app in production (``api.app``).
"""

from html import escape

from fastapi import APIRouter
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException

from ...config import settings
from ...services.mail import outbox, templates
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
    content = f"<ul>{''.join(lines)}</ul>" if mails else f"<p>{empty}</p>"
    return _answer("Mails in ontwikkeling", content + '<p><a href="/dev/mail/templates">Alle soorten mails</a></p>')


@router.get("/templates")
async def list_templates() -> HTMLResponse:
    """Show every mail that the product sends, filled with sample values."""
    mails = [
        f'<h2 style="font-size:18px;margin:40px 0 0">{escape(mail.subject)}</h2>'
        f'<p>{name} · <a href="/dev/mail/templates/{name}">Bekijk met opmaak</a></p>{_text(mail.text)}'
        for name, mail in templates.samples().items()
    ]
    return _answer("Alle soorten mails", f'<p><a href="/dev/mail">Verstuurde mails</a></p>{"".join(mails)}')


@router.get("/templates/{name}")
async def show_template(name: PathId) -> HTMLResponse:
    """Show one of them as a mail program does."""
    mail = templates.samples().get(name)
    if mail is None:
        raise HTTPException(404)
    return HTMLResponse(mail.html)


@router.get("/{name}")
async def show_mail(name: PathId) -> HTMLResponse:
    """Show one mail as text, with clickable links."""
    mail = await _find(name)
    content = (
        f"<p>Aan: {escape(mail.recipient)}<br>{escape(mail.date)}</p>{_text(mail.text)}"
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


def _text(text: str) -> str:
    """Return a mail's text with clickable links."""
    lines = [
        f'<a href="{escape(line)}">{escape(line)}</a>' if line.startswith(settings().app_url + "/") else escape(line)
        for line in text.splitlines()
    ]
    return f'<pre style="white-space:pre-wrap;overflow-wrap:anywhere;font:inherit">{chr(10).join(lines)}</pre>'


def _answer(title: str, content: str) -> HTMLResponse:
    return HTMLResponse(_PAGE.format(title=escape(title), content=content))
