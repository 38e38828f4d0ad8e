"""Secrets in files, as Docker, Kubernetes and systemd give them: ``NAME_FILE`` names the file that has ``NAME``."""

import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, EnvSettingsSource, PydanticBaseSettingsSource

#: The settings that can be in a file too: keys, and addresses that may have a password in them.
SECRETS = (
    "database_url",
    "database_owner_url",
    "redis_url",
    "counters_redis_url",
    "secret_key",
    "former_secret_keys",
    "metrics_token",
    "backup_key",
    "openai_api_key",
    "speech_api_key",
    "structure_api_key",
    "mail_url",
    "stripe_secret_key",
    "stripe_webhook_secret",
)
_LONGEST = 64 * 1024  # bytes


class Source(PydanticBaseSettingsSource):
    """The secrets that are in files, named by the environment or by ``.env``; the later source wins."""

    def __init__(self, settings_cls: type[BaseSettings], *sources: EnvSettingsSource) -> None:
        super().__init__(settings_cls)
        self._given = {name.upper(): text for source in sources for name, text in source.env_vars.items()}

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        """Return the secret of a setting, or ``None``."""
        return value(field_name.upper(), self._given), field_name, False

    def __call__(self) -> dict[str, Any]:
        """Return the secrets that are in files, by the names of their settings. Raises ``ValueError``."""
        found = {name: value(name.upper(), self._given) for name in SECRETS}
        return {name: secret for name, secret in found.items() if secret is not None}


def value(name: str, given: Mapping[str, str | None]) -> str | None:
    """Return what the file in ``NAME_FILE`` has, without the end of its last line; ``None`` without one, or when it is
    empty.

    ``given`` has the environment. Raises ``ValueError``, with no word of what is in the file.
    """
    path = given.get(f"{name}_FILE")
    if not path:
        return None
    if given.get(name):
        raise ValueError(f"{name} and {name}_FILE are both set: which one is it?")
    try:
        with Path(path).open("rb") as file:
            held = file.read(_LONGEST + 1)
    except OSError as failure:
        raise ValueError(f"{name}_FILE cannot be read: {path} ({failure.strerror})") from None
    if len(held) > _LONGEST:
        raise ValueError(f"{name}_FILE is longer than a secret: {path}")
    try:
        return held.decode("utf-8-sig").removesuffix("\n").removesuffix("\r") or None
    except UnicodeDecodeError:
        raise ValueError(f"{name}_FILE is no text: {path}") from None


def made_once(path: Path, *, shortest: int) -> str:
    """Return the key in a file, which is made with a new one when it is not there: the same for all who ask at once.

    Raises ``ValueError`` for a file without a whole key: a full disk left it so, or it was edited.
    """
    if not path.exists():
        _make(path)
    key = path.read_text().strip()
    if len(key) < shortest:
        raise ValueError(f"{path} has no whole key: remove it for a new one.")
    return key


def _make(path: Path) -> None:
    """Make a file with a new key, for its owner alone; one that another process made first stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    with os.fdopen(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
        try:
            file.write(secrets.token_urlsafe(48))
            file.flush()
            os.fsync(file.fileno())
            with suppress(FileExistsError):
                path.hardlink_to(unfinished)
        finally:
            unfinished.unlink()
