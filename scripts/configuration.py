"""Make ``docs/configuration.md`` again from the descriptions in ``Settings``; a test compares the two."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from voice_report.config import Settings  # noqa: E402
from voice_report.core.secret_files import SECRETS  # noqa: E402

PAGE = ROOT / "docs" / "configuration.md"

_HEAD = """# Configuration

<!-- Made by scripts/configuration.py from the descriptions in voice_report/config.py: change those. -->

Every setting is an environment variable with a default that works for development. A file `.env` in the working
directory is read too; the environment wins. `make run` obeys all of them, so a second copy can run beside the first:
`PORT=8001 DATABASE_URL=sqlite:///var/second.db make run`.

White space and quotation marks around a value are removed. A setting that cannot work, or that would be unsafe in
production, ends the start with a sentence that names it and shows no key. Names outside this table are ignored.

A setting with `_FILE` behind its name below can be in a file too, as Docker, Kubernetes and systemd give secrets:
`SECRET_KEY_FILE=/run/secrets/secret_key` is `SECRET_KEY` with what that file has, without the end of its last line. An
empty file is a setting that is not set. Both at once are refused. The same holds for the variable that `key_env` names
in a register of engines.

| variable | default | meaning |
|---|---|---|
"""

_TAIL = """
Other programs' variables that matter here: `SSL_CERT_FILE` names your own certificate authority for connections to
identity providers, and `NODE_EXTRA_CA_CERTS` one for npm while pages are built.
"""


def page() -> str:
    """Return the whole page, with a row for each setting."""
    rows = []
    for name, field in Settings.model_fields.items():
        default = "none" if field.default in (None, "") else f"`{field.default}`"
        variable = f"`{name.upper()}`" + (" or `_FILE`" if name in SECRETS else "")
        rows.append(f"| {variable} | {default} | {field.description} |\n")
    return _HEAD + "".join(rows) + _TAIL


if __name__ == "__main__":
    PAGE.write_text(page())
