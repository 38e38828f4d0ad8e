"""All configuration, read once from the environment (and ``.env``), checked before anything starts.

``docs/configuration.md`` is made from the descriptions here (``scripts/configuration.py``); links in them start there.
"""

import os
from functools import lru_cache
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    Field,
    PrivateAttr,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict

from . import engines
from .core import secret_files
from .engines import register

VERSION = "0.3.0"  # of the product, as pyproject.toml has it

_DEVELOPMENT_TRIAL = 3  # credits of a new organization, enough for a report before any payment
_THIS_MACHINE = ("localhost", "127.0.0.1")
_DEVELOPMENT_KEY_FILE = Path("var/secret_key")  # kept, so that a restart ends no session
_SHORTEST_KEY = 32  # characters
_FORMER_KEYS = TypeAdapter(list[str])  # a key may contain any character
#: What files from Windows, copied lines and ``--env-file`` of Docker leave around a value.
_AROUND = " \t\r\n\f\v\xa0\u2028\u2029\u200b\u200e\u200f\u2060\ufeff"
_QUOTES = ('""', "''", "“”", "‘’")
_SENT_AS_HEADER = [one for one in secret_files.SECRETS if one.endswith(("api_key", "token")) or "stripe" in one]
_ADDRESSES = ("openai_base_url", "speech_base_url", "structure_base_url", "stripe_api_base")


def _bare(value: str) -> str:
    """Return a value without white space, invisible characters and a pair of quotation marks around it."""
    value = value.strip(_AROUND)
    return value[1:-1].strip(_AROUND) if len(value) > 1 and value[0] + value[-1] in _QUOTES else value


def _known(table: dict[str, engines.Engine]) -> AfterValidator:
    """Return a validator that accepts ``auto`` and the names in a table of engines."""

    def check(name: str) -> str:
        if name not in ("auto", *table):
            raise ValueError(f"Choose one of: {', '.join(('auto', *table))}.")
        return name

    return AfterValidator(check)


def _models(table: dict[str, engines.Engine]) -> str:
    """Return the models that the engines of a table have by themselves, for a description."""
    return ", ".join(f"`{engine.model}` of `{name}`" for name, engine in table.items() if engine.model)


class Settings(BaseSettings):
    """All settings of the installation. Raises ``ValueError`` where production would be unsafe."""

    # A validation error names the setting, never its value: keys and the database password are among them.
    # An editor on Windows may begin the file with a mark, which would be part of the first name.
    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8-sig", extra="ignore", hide_input_in_errors=True
    )

    app_env: Literal["development", "production"] = Field(
        default="development",
        description="`production` refuses missing and weak secrets, makes no demo data and does not migrate at start",
    )
    app_url: str = Field(
        default="",
        description="the address users type; without it `http://localhost:PORT`. Passkeys are bound to its host: after "
        "a move to another host users make new ones",
    )
    former_app_urls: str = Field(
        default="",
        description="addresses this installation had before, comma-separated: what was sold there still counts "
        "([payments](operations/payments.md))",
    )
    port: int = Field(default=8000, description="the one port that serves pages, API and websocket")
    app_name: str = Field(default="Spraakrapport", description="the name on pages and in mails")
    contact_email: str = Field(
        default="info@spraakrapport.example",
        description="the address for users' questions and, in `/.well-known/security.txt`, for reports of leaks",
    )
    privacy_officer: str = Field(
        default="",
        max_length=300,
        description="the data protection officer of who runs this, with contact details, or why there is none",
    )

    database_url: str = Field(default="sqlite:///var/app.db", description="SQLite, or `postgresql://...`")
    database_owner_url: str | None = Field(
        default=None,
        description="PostgreSQL: the role that owns the tables, for `migrate` alone; `migrate` makes the role of "
        "`DATABASE_URL` and gives it its rights",
    )
    redis_url: str | None = Field(
        default=None, description="required as soon as more than one process serves ([scaling](operations/scaling.md))"
    )
    counters_redis_url: str | None = Field(
        default=None, description="a Redis for the counters of the rate limits; without it `REDIS_URL`"
    )
    secret_key: str = Field(
        default="",
        description="32 characters or more, required in production; development makes one in `var/secret_key`",
    )
    former_secret_keys: str = Field(
        default="[]", description="the keys it replaced, newest first, as a list in JSON ([keys](operations/keys.md))"
    )
    trusted_proxy_hops: int = Field(
        default=0, ge=0, description="how many proxies in front add `X-Forwarded-For`; 0 believes none"
    )
    rate_limits: Literal["on", "off"] = Field(
        default="on", description="`off` is accepted in development only, for measurements"
    )
    log_format: Literal["text", "json"] = Field(
        default="text", description="how a line of the log is written ([monitoring](operations/monitoring.md))"
    )
    access_log: Literal["on", "off"] = Field(
        default="on",
        description="a line in the log for each request, with the template of its route and no address; none for files",
    )
    metrics_token: str | None = Field(
        default=None,
        description="who sends it as `Authorization: Bearer ...` reads `/metrics`, 32 characters or more; without it "
        "that address does not exist",
    )
    offline_page: Literal["on", "off"] = Field(
        default="off",
        description="`on`: a device on which a member is signed in can record without a network, also when it is "
        "opened there (a service worker shows `/opname`); `off` removes that from every device at its next visit; in "
        "development `on` when not set ([decisions/0032](decisions/0032-offline-page.md))",
    )
    audit_anchor: str = Field(
        default="var/audit-anchor.json",
        description="the file with the ends of the audit trail's chains, outside the database; every process sees the "
        "same file",
    )
    audit_log_years: int = Field(
        default=5,
        ge=5,
        description="for how many years a row of the audit trail is kept; NEN 7513 asks for five or more "
        "([decisions/0035](decisions/0035-retention.md))",
    )
    erasures_file: str = Field(
        default="var/erasures.json",
        description="the file with marks of what was erased, outside the database: what a restored backup brings back "
        "is erased again by it; every process sees the same file",
    )
    backup_days: int | None = Field(
        default=None,
        ge=1,
        le=365,
        description="for how many days backups are kept; receipts name the day on which the last is gone, and without "
        "this they say that it is unknown",
    )
    backup_key: str | None = Field(
        default=None,
        description="the key of [backups](operations/backup.md), 32 characters or more and another than `SECRET_KEY`; "
        "only `backup`, `check-backup` and `restore` use it",
    )
    trial_credits: int = Field(
        default=0,
        ge=0,
        description="credits of a new organization, named on the landing page, the prices and the registration; in "
        "development 3 when not set, which is also the advice for production",
    )

    openai_api_key: str | None = Field(
        default=None, description="key for speech and structuring, unless they have their own"
    )
    openai_base_url: str | None = Field(default=None, description="address likewise, such as `https://host/v1`")

    speech_engine: Annotated[str, _known(engines.SPEECH)] = Field(
        default="auto",
        description="`openai`: any provider with `/audio/transcriptions`; `local`: faster-whisper on this machine; "
        "`auto`: `openai` when a key or an address is set, else `local`",
    )
    speech_base_url: str | None = Field(default=None, description="address for speech alone")
    speech_api_key: str | None = Field(default=None, description="key for speech alone")
    speech_model: str | None = Field(
        default=None, description=f"model for speech; without it {_models(engines.SPEECH)}"
    )
    speech_timeout: float = Field(default=60.0, gt=0, description="seconds for one segment, retries not counted")

    structure_engine: Annotated[str, _known(engines.STRUCTURING)] = Field(
        default="auto",
        description="`openai`: any provider with chat completions; `local`: rules and learnt weights, which add no "
        "words; `auto` as for speech",
    )
    structure_base_url: str | None = Field(default=None, description="address for structuring alone")
    structure_api_key: str | None = Field(default=None, description="key for structuring alone")
    structure_model: str | None = Field(
        default=None, description=f"model for structuring; without it {_models(engines.STRUCTURING)}"
    )
    structure_style: Literal["letterlijk", "netjes", "leesbaar", "vrij"] = Field(
        default="leesbaar",
        description="how a language model writes when neither the user nor the organization chose: `letterlijk`, "
        "`netjes`, `leesbaar` or `vrij`; the local engine writes `netjes` or `letterlijk`",
    )
    structure_timeout: float = Field(
        default=120.0, gt=0, description="seconds for a whole concept, all of which the first word may take"
    )
    processing_location: str = Field(
        default="de Verenigde Staten", description="where the outside engines process, as the public pages say it"
    )
    processing_region: engines.Region = Field(
        default="other",
        description="the region of the outside engines: `eu`, `other`, or `local` for one on this machine or a private "
        "network, which then is no outside engine",
    )
    engines_file: str | None = Field(
        default=None,
        description="a register of engines in TOML, with who is behind each and where, in place of the variables for "
        "speech and structuring ([engines](operations/engines.md))",
    )
    engine_floor: Literal["local", "eu", "all"] = Field(
        default="all", description="where engines may be that work for new organizations; each can choose for itself"
    )

    mail_url: str = Field(
        default="file:var/mail",
        description="files, shown at `/dev/mail` in development and refused in production; or "
        "`smtp://user:password@host:587`, `smtps://user:password@host:465` ([mail](operations/mail.md))",
    )
    mail_from: str = Field(
        default="Spraakrapport <noreply@spraakrapport.example>", description="the sender of every mail"
    )
    stripe_secret_key: str | None = Field(
        default=None, description="without it nothing can be bought ([payments](operations/payments.md))"
    )
    stripe_webhook_secret: str | None = Field(default=None, description="the signing secret of the webhook endpoint")
    stripe_api_base: str | None = Field(default=None, description="another address for Stripe's API, for tests")
    dns_server: str | None = Field(
        default=None,
        description="the resolver that is asked for the TXT records of mail domains, as `address`, `address:port` or "
        "`[IPv6 address]:port`; without it this machine's own",
    )
    single_sign_on_loopback: Literal["on", "off"] = Field(
        default="off", description="`on` allows identity providers on this machine, in development only"
    )

    @classmethod
    def settings_customise_sources(cls, settings_cls: type[BaseSettings], **sources: Any) -> tuple[Any, ...]:
        """Read the environment, then ``.env``; a secret may be in a file that either of them names."""
        init, env, dotenv = (sources[f"{name}_settings"] for name in ("init", "env", "dotenv"))
        return init, secret_files.Source(settings_cls, dotenv, env), env, dotenv

    @field_validator("*", mode="before")
    @classmethod
    def _clean(cls, value: Any, info: ValidationInfo) -> Any:
        """Take away what is around a value; refuse what can be in none. The former keys are data and stay as they are.

        ``SECRET_KEY`` is refused and not changed: what was encrypted with it can be read with exactly that key only.
        """
        name = (info.field_name or "").upper()
        if not isinstance(value, str) or name == "FORMER_SECRET_KEYS":
            return value
        bare = _bare(value)
        if name == "SECRET_KEY" and bare != value:
            raise ValueError(
                "SECRET_KEY has white space or quotation marks around it. Remove them; if it was used like this, name "
                "the key as it was in FORMER_SECRET_KEYS."
            )
        if any(ord(character) < ord(" ") or ord(character) == 127 for character in bare):
            raise ValueError(f"{name} has a control character in it, such as the end of a line.")
        if info.field_name in _SENT_AS_HEADER and not all("!" <= character <= "~" for character in bare):
            raise ValueError(f"{name} has a character that no key has: white space, or one beyond ASCII.")
        return bare

    _register: dict[engines.Task, tuple[engines.Profile, ...]] = PrivateAttr(default_factory=dict)

    @property
    def is_production(self) -> bool:
        return self.app_env == "production"

    @property
    def origin(self) -> str:
        """Scheme, host and port under which users reach us, without a trailing slash."""
        parts = urlsplit(self.app_url)
        return f"{parts.scheme}://{parts.netloc}"

    def name_server(self) -> tuple[str, int] | None:
        """Return address and port of ``DNS_SERVER``; ``None`` without. Raises ``ValueError`` when it is none."""
        if not self.dns_server:
            return None
        is_bare = self.dns_server.count(":") > 1 and not self.dns_server.startswith("[")  # IPv6 without a port
        parts = urlsplit(f"//[{self.dns_server}]" if is_bare else f"//{self.dns_server}")
        if parts.path or parts.username or parts.query or parts.fragment:
            raise ValueError(self.dns_server)
        return str(ip_address(parts.hostname or "")), 53 if parts.port is None else parts.port

    def installations(self) -> list[str]:
        """The names of this installation at Stripe: host and port of its current address, then of its former ones."""
        former = [url.strip() for url in self.former_app_urls.split(",") if url.strip()]
        return [urlsplit(url).netloc.lower() for url in (self.app_url, *former)]

    def allowed_origins(self) -> list[str]:
        """The origins whose pages may call us: our own, and in development every name of this machine."""
        if self.is_production:
            return [self.origin]
        return list(dict.fromkeys([self.origin, *(f"http://{host}:{self.port}" for host in _THIS_MACHINE)]))

    @property
    def is_https(self) -> bool:
        return self.app_url.startswith("https://")

    def profiles(self, task: engines.Task) -> tuple[engines.Profile, ...]:
        """Return the engines in use for a task, in the order in which they are tried: those of the register, else the
        one that the variables name."""
        if self.engines_file:
            return self._register[task] or ((engines.RULES,) if task == "structuring" else ())
        return (self._named(task),)

    def first(self, task: engines.Task) -> engines.Profile:
        """Return the first of them; ``readyz`` and the site tell of that."""
        found = self.profiles(task)
        return found[0] if found else engines.Profile("geen", task, "openai", "other")

    def leaves(self, task: engines.Task) -> bool:
        """Return whether an engine for a task may be outside."""
        return any(one.is_outside for one in self.profiles(task))

    def _named(self, task: engines.Task) -> engines.Profile:
        """Return the engine that the variables name; ``auto`` is the outside one as soon as a key or an address is
        set: those of the task, else the shared ones."""
        if task == "speech":
            name, own = self.speech_engine, (self.speech_base_url, self.speech_api_key, self.speech_model)
        else:
            name, own = self.structure_engine, (self.structure_base_url, self.structure_api_key, self.structure_model)
        base_url, api_key = own[0] or self.openai_base_url, own[1] or self.openai_api_key
        kind = ("openai" if base_url or api_key else "local") if name == "auto" else name
        engine = engines.TABLES[task][kind]
        model = own[2] or engine.model
        if not engine.leaves_server:
            return engines.Profile(kind, task, kind, "local", model)
        party = (urlsplit(base_url).hostname or "")[:200] if base_url else "OpenAI"
        about = {"base_url": base_url, "api_key": api_key, "party": party, "country": self.processing_location}
        return engines.Profile(kind, task, kind, self.processing_region, model, **about)

    @model_validator(mode="after")
    def _complete_and_refuse(self) -> "Settings":
        self.app_url = (self.app_url or f"http://localhost:{self.port}").rstrip("/")
        if urlsplit(self.app_url).scheme not in ("http", "https") or urlsplit(self.app_url).netloc in ("", "*"):
            raise ValueError(f"APP_URL is not an http(s) address: {self.app_url!r}")
        try:
            self.name_server()
        except ValueError:
            raise ValueError(
                "DNS_SERVER is an IP address, with a port or without: 192.0.2.53:5353, 2001:db8::53, [2001:db8::53]:53"
            ) from None
        for name in _ADDRESSES:
            address = getattr(self, name)
            if address and (not address.startswith(("http://", "https://")) or not urlsplit(address).hostname):
                raise ValueError(f"{name.upper()} is not an http(s) address, such as https://host/v1.")
        self._read_engines()
        if self.metrics_token and len(self.metrics_token) < _SHORTEST_KEY:
            raise ValueError("METRICS_TOKEN has 32 characters or more.")
        if not all(self.installations()):
            raise ValueError("FORMER_APP_URLS are whole addresses, such as https://oud.example, comma-separated.")
        if self.is_production:
            self._refuse_unsafe_production()
        else:
            if not self.secret_key:
                self.secret_key = secret_files.made_once(_DEVELOPMENT_KEY_FILE, shortest=_SHORTEST_KEY)
            if "trial_credits" not in self.model_fields_set:
                self.trial_credits = _DEVELOPMENT_TRIAL
            if "offline_page" not in self.model_fields_set:
                self.offline_page = "on"
        if len(set(self.secret_keys())) < len(self.secret_keys()):
            raise ValueError("FORMER_SECRET_KEYS are other keys than SECRET_KEY, each named once.")
        return self

    def _read_engines(self) -> None:
        """Read the register. Raises ``ValueError``, also for an address said to be local that is not."""
        if self.engines_file:
            self._register = register.read(self.engines_file)
        for task in engines.TABLES:
            if wrong := engines.too_long(self.profiles(task)):
                raise ValueError(wrong)
        if self.engines_file:
            return
        for task in engines.TABLES:
            profile = self._named(task)
            if profile.host and not profile.is_outside and not engines.is_here(profile.base_url):
                raise ValueError("PROCESSING_REGION=local needs addresses of this machine or a private network.")
            if profile.region == "eu" and "processing_location" not in self.model_fields_set:
                raise ValueError("PROCESSING_REGION=eu needs PROCESSING_LOCATION: its default is outside the EU.")

    def secret_keys(self) -> tuple[str, ...]:
        """Return the key of this installation, then those it had before, newest first (``rotate-secrets``)."""
        try:
            former = _FORMER_KEYS.validate_json(self.former_secret_keys)
        except ValidationError:  # its message may show a key
            raise ValueError('FORMER_SECRET_KEYS is a list in JSON, such as ["..."].') from None
        return (self.secret_key, *former)

    def _refuse_unsafe_production(self) -> None:
        if min(map(len, self.secret_keys())) < _SHORTEST_KEY:
            raise ValueError("APP_ENV=production needs a SECRET_KEY of at least 32 characters.")
        if not self.is_https:
            raise ValueError("APP_ENV=production needs an https:// APP_URL.")
        if self.mail_url.startswith("file:"):
            raise ValueError("APP_ENV=production needs a MAIL_URL that sends: smtps://... or smtp://...")
        if os.environ.get("OPENAI_LOG"):
            raise ValueError("OPENAI_LOG would write what is said and sent into the log: leave it out in production.")
        if self.rate_limits == "off":
            raise ValueError("RATE_LIMITS=off is for measurements in development only.")
        if self.single_sign_on_loopback == "on":
            raise ValueError("SINGLE_SIGN_ON_LOOPBACK=on is for identity providers of a test, in development only.")
        if self.stripe_secret_key and not self.stripe_webhook_secret:
            raise ValueError("STRIPE_SECRET_KEY without STRIPE_WEBHOOK_SECRET would take money and give no credits.")


@lru_cache
def settings() -> Settings:
    """Return the settings of this process. Tests call ``settings.cache_clear()`` after changing the environment."""
    return Settings()
