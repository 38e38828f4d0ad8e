"""The engines for speech and for structuring, and the profiles under which an installation uses them.

An engine is a module in ``integrations/speech`` or ``integrations/structuring`` with a function
``create(settings, profile)``, whose result implements the ``Protocol`` in ``protocol.py`` there, and a line in the
table here: its name is what ``SPEECH_ENGINE``, ``STRUCTURE_ENGINE`` and a profile's ``kind`` take. The table names the
module without importing it: configuration knows every name, and only the libraries of engines in use are loaded.

A profile is an engine at an address, with who is behind it and where. Outside is every profile whose region is not
``local``: nothing reaches it but through ``integrations.checkpoint``.
"""

import hashlib
import re
from dataclasses import dataclass, field
from datetime import date
from importlib import import_module
from ipaddress import ip_address
from typing import Any, Literal
from urllib.parse import urlsplit

Task = Literal["speech", "structuring"]
Region = Literal["local", "eu", "other"]

#: What a floor lets through: the regions of engines that an organization may use under it.
REGIONS_WITHIN: dict[str, tuple[str, ...]] = {
    "local": ("local",),
    "eu": ("local", "eu"),
    "all": ("local", "eu", "other"),
}

#: Domains that no name server of the internet has, and a name in none: no number, which may be an address.
_PRIVATE_DOMAINS = (".internal", ".local", ".localhost", ".home.arpa")
_NAME_ALONE = re.compile("[a-z][a-z0-9_-]*")
#: Characters of what the rows of ``processing_steps`` have of an engine.
_LONGEST = {"key": 200, "party": 200, "host": 255, "country": 200, "model": 200}
_NO_ADDRESS = "https://api.openai.com/v1"  # of an outside engine without one


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine that can be configured.

    ``leaves_server``: speech or text goes to a provider; the public and legal pages say so. ``model``: the model when
    the settings name none, for an engine that has one; these pages name it too.
    """

    module: str
    leaves_server: bool
    model: str = ""

    def create(self, settings: Any, profile: "Profile") -> Any:
        """Import the module and return an engine for these ``Settings`` and this profile."""
        return import_module(self.module).create(settings, profile)


SPEECH = {
    "openai": Engine("voice_report.integrations.speech.openai_compatible", leaves_server=True, model="whisper-1"),
    "local": Engine("voice_report.integrations.speech.local", leaves_server=False, model="small"),
}

STRUCTURING = {
    "openai": Engine("voice_report.integrations.structuring.openai_compatible", leaves_server=True, model="gpt-4o"),
    "local": Engine("voice_report.integrations.structuring.local", leaves_server=False),
}

TABLES: dict[Task, dict[str, Engine]] = {"speech": SPEECH, "structuring": STRUCTURING}


@dataclass(frozen=True, slots=True)
class Profile:
    """An engine in use: its address, who is behind it (``party``) and where (``country``, ``region``).

    ``agreement`` is the day of the processing agreement, ``transfer_ground`` why data may leave the EU, ``keeps`` for
    how long the party keeps what it gets, ``trains`` whether it learns from it: all as the installation states it.
    """

    key: str
    task: Task
    kind: str
    region: Region
    model: str = ""
    base_url: str | None = None
    party: str = ""
    country: str = ""
    agreement: date | None = None
    transfer_ground: str = ""
    keeps: str = ""
    trains: str = ""
    api_key: str | None = field(default=None, repr=False)

    @property
    def is_outside(self) -> bool:
        return self.region != "local"

    @property
    def address(self) -> str:
        """The base URL of its requests; empty for an engine that makes none."""
        return (self.base_url or _NO_ADDRESS) if TABLES[self.task][self.kind].leaves_server else ""

    @property
    def host(self) -> str:
        """The host that gets the requests; '' for an engine that makes none."""
        return urlsplit(self.address).hostname or ""

    @property
    def config_hash(self) -> str:
        """A digest of everything but the key, by which a row identifies the configuration it came under."""
        told = (self.key, self.task, self.kind, self.region, self.model, self.base_url, self.party, self.country)
        return hashlib.sha256("\n".join(map(str, told)).encode()).hexdigest()[:16]

    def create(self, settings: Any) -> Any:
        """Return an engine for this profile."""
        return TABLES[self.task][self.kind].create(settings, self)


#: The local rules, which every installation has: they write where no other engine may, or can.
RULES = Profile("regels", "structuring", "local", "local")


def too_long(profiles: tuple[Profile, ...]) -> str:
    """Return the error for engines with a name or text too long for its database column; '' when all fit."""
    for one in profiles:
        for name, longest in _LONGEST.items():
            if len(getattr(one, name)) > longest:
                return f"The {name} of an engine for {one.task} is longer than {longest} characters."
    return ""


def is_here(base_url: str | None) -> bool:
    """Return whether an address is of this machine or of a private network, as far as it says so itself.

    A name without a dot is of one (Docker's, 'http://ollama:11434/v1'), and so is one under a domain that is kept for
    that (RFC 6762 and 8375, ICANN's '.internal').
    """
    host = (urlsplit(base_url).hostname or "") if base_url else ""
    if host.endswith(_PRIVATE_DOMAINS) or _NAME_ALONE.fullmatch(host):
        return True
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or (address.is_private and not address.is_unspecified)
