"""The pages to which signing in leads back are all that need it."""

import re
from pathlib import Path

from voice_report.ui import islands
from voice_report.ui.shell import routes

PUBLIC = {
    routes.HOME,
    routes.PRICING,
    routes.LOGIN,
    routes.REGISTER,
    routes.FORGOT_PASSWORD,
    routes.RESET_PASSWORD,
    routes.VERIFY_EMAIL,
    routes.PAYMENT_SUCCESS,
    routes.CONFIRMED,
    routes.HELP,
    routes.PRIVACY,
    routes.TERMS,
}


def test_every_page_of_signed_in_people_is_found_again_after_signing_in() -> None:
    source = (Path(str(islands.__file__)).parent / "sign_in" / "checks.js").read_text()
    found = re.search(r"const PAGES =\s+/\^\\/\(([\w|-]+)\)", source)
    assert found is not None
    paths = {path for name, path in vars(routes).items() if name.isupper() and isinstance(path, str)}
    assert {f"/{name}" for name in found[1].split("|")} == paths - PUBLIC
