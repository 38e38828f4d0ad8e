"""Pages built in advance, into ``built/``: for an image without Node (Dockerfile).

Pages show some of the settings (the name, the address, the AI processors), so they are built with the settings of the
installation, which are saved beside them. Serving them with other settings would show visitors wrong information.
"""

import json
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts import frontend
from voice_report.config import Settings, settings

_SHOWN = "shown.json"


class Outdated(RuntimeError):
    """The pages were built with other settings than the current ones; the message names them."""


def make(root: Path = frontend.ROOT) -> Path:
    """Build the pages with the current settings into ``built/``. Raises ``frontend.BuildFailed``."""
    target = root / "built"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(frontend.build(root, say=print), target)
    (target / _SHOWN).write_text(json.dumps(shown(settings())))
    return target


def find(root: Path = frontend.ROOT) -> Path | None:
    """Return the directory of pages built in advance, if there is one. Raises ``Outdated``."""
    target = root / "built"
    if not (target / _SHOWN).exists():
        return None
    then, now = json.loads((target / _SHOWN).read_text()), shown(settings())
    if different := sorted(name for name in now if then.get(name) != now[name]):
        raise Outdated(
            f"The pages were built with another {', '.join(different)}; build the image with these settings."
        )
    return target


def shown(configured: Settings) -> dict[str, str | int | None]:
    """Return the settings that prerendered pages show, by the name of the variable behind each."""
    outside_speech = [one for one in configured.profiles("speech") if one.is_outside]
    outside_structuring = [one for one in configured.profiles("structuring") if one.is_outside]
    return {
        "APP_NAME": configured.app_name,
        "APP_URL": configured.origin,
        "CONTACT_EMAIL": configured.contact_email,
        "SPEECH_ENGINE": bool(outside_speech),
        "SPEECH_MODEL": _told(one.model for one in outside_speech),
        "STRUCTURE_ENGINE": bool(outside_structuring),
        "STRUCTURE_MODEL": _told(one.model for one in outside_structuring),
        "PROCESSING_LOCATION": _told(one.country for one in (*outside_speech, *outside_structuring)),
        "TRIAL_CREDITS": configured.trial_credits,
    }


def _told(values: Iterable[str]) -> str | None:
    return ", ".join(dict.fromkeys(values)) or None


if __name__ == "__main__":
    try:
        make()
    except frontend.BuildFailed as failure:
        sys.exit(str(failure))
