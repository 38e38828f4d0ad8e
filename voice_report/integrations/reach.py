"""Whether the host of an engine answers: a connection is made, over TLS where the address says so, and nothing sent."""

import asyncio
import ssl
from contextlib import suppress
from urllib.parse import urlsplit

from ..engines import Profile
from . import egress

_WITHIN = 5.0  # seconds


async def failure(profile: Profile) -> str:
    """Return why the host of an engine with an address cannot be reached, by the type of the error; '' when it can."""
    url = urlsplit(profile.address)
    is_secure = url.scheme == "https"
    try:
        async with asyncio.timeout(_WITHIN):
            await egress.count("engine", profile.host)
            port = url.port or (443 if is_secure else 80)
            secured = ssl.create_default_context() if is_secure else None
            _reader, writer = await asyncio.open_connection(profile.host, port, ssl=secured)
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
    except (OSError, TimeoutError) as error:
        return type(error).__name__
    return ""
