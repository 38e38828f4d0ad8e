"""'Dicteer met je telefoon': the QR code of the wizard's address. It holds no secret: the phone is signed in itself."""

from base64 import b64encode
from functools import lru_cache
from io import BytesIO

import reflex as rx

from ....config import settings
from ...shell import routes

#: A module is drawn as a line, so the square is dark on white in the dark view too: a camera could not read it else.
_DARK, _LIGHT, _BORDER = "#14211F", "#fff", 3


def phone_code(draft_id: str = "") -> str:
    """Return the code of the wizard, with this draft in it or a new report, as the address of an image (SVG)."""
    return _drawn(f"{settings().origin}{routes.new_report(draft_id)}")


@lru_cache(maxsize=100)
def _drawn(address: str) -> str:
    import segno  # takes long to import, and is seldom needed

    drawn = BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(drawn, kind="svg", border=_BORDER, dark=_DARK, light=_LIGHT, omitsize=True)
    return f"data:image/svg+xml;base64,{b64encode(drawn.getvalue()).decode()}"


def on_phone(code: rx.Var[str]) -> rx.Component:
    """Show the code with what it is for; nothing where a phone is what one looks at."""
    return rx.cond(
        code != "",
        rx.el.div(
            rx.el.img(src=code, alt="QR-code om op je telefoon te dicteren", class_name="phone-code"),
            rx.el.p(
                rx.el.b("Dicteer met je telefoon", class_name="label"),
                rx.el.span(
                    "Scan dit met je camera. Er zit geen wachtwoord in: je logt op je telefoon zelf in.",
                    class_name="quiet",
                ),
            ),
            class_name="on-phone",
        ),
    )
