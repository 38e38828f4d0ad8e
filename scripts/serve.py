"""Serve the built product on one port: pages, API and websocket. Used by ``make run``, the tests and the benches."""

import ctypes
import os
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server import Server as Granian

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts import frontend, prebuilt

PRODUCT = "voice_report.server:app"
STOP_SECONDS = 30  # work under way at a stop gets this long to finish
#: Bytes kept per connection for what has arrived and is not read yet. The server's own default is 408 KiB.
UNREAD_BYTES = 64 * 1024
#: glibc's parameters for ``mallopt`` (malloc.h), with what they get: bytes from which a block of memory has a mapping
#: of its own, which is given back when it is freed; free bytes from which the end of a heap is; heaps. By default the
#: first two grow with the blocks in use, such as a segment's samples, and each thread gets a heap: what a few people
#: dictate at once would never be given back.
_MALLOC = {-3: 128 * 1024, -1: 128 * 1024, -8: 1}
HEADER_SECONDS = 10  # a connection that has not sent a whole request's headers by then is closed; so is an idle one


def command(port: int, *, app: str = PRODUCT) -> list[str]:
    """Return the command that serves one of our apps on this machine; it needs the variables of ``environment``."""
    return [sys.executable, str(Path(__file__).resolve()), app, str(port)]


def serve(app: str, *, host: str = "127.0.0.1", port: int) -> None:
    """Serve one of our apps until a signal stops it. Ends the program with 1 when it cannot start.

    The worker is a copy of this process, so it has what was imported here and does not import it again, and its memory
    is managed in the same way.
    """
    _give_memory_back()
    server = Granian(
        app,
        address=host,
        port=port,
        interface=Interfaces.ASGI,
        factory=True,
        workers=1,
        # A worker that is stopped while it is still starting ignores the signal: then it is killed after a while.
        workers_kill_timeout=STOP_SECONDS,
        # Only HTTP/1: while a server still detects the version, it waits without limit for a client that sends nothing.
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=HEADER_SECONDS * 1000, max_buffer_size=UNREAD_BYTES),
        log_level=LogLevels.warning,
    )
    server.serve()


def environment(built: Path, base: Mapping[str, str]) -> dict[str, str]:
    """Return the variables Reflex needs to serve the built pages, and to build nothing itself.

    The names with two underscores are internal to Reflex, whose version is pinned. One thread multiplies matrices
    (sentence vectors): more of them wait for each other by spinning, at the cost of who else is served.
    """
    return {
        "OPENBLAS_NUM_THREADS": "1",
        **base,
        "__REFLEX_SKIP_COMPILE": "true",
        "__REFLEX_MOUNT_FRONTEND_COMPILED_APP": "true",
        "REFLEX_BACKEND_ONLY": "true",
        "REFLEX_ENV_MODE": "prod",
        "REFLEX_WEB_WORKDIR": str(built),
        "REFLEX_TELEMETRY_ENABLED": "false",
        "REFLEX_CHECK_LATEST_VERSION": "false",
    }


def _give_memory_back() -> None:
    """Let memory that is freed go back to the system soon; does nothing with a C library that cannot be told."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        for parameter, value in _MALLOC.items():
            mallopt(parameter, value)


def _is_taken(host: str, port: int) -> bool:
    """Return whether another program listens on the port. The server itself would silently share the port."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a port that was just released is free
        try:
            probe.bind((host, port))
        except OSError:
            return True
    return False


def _everywhere() -> str:
    """Return the address of this machine for IPv6 and IPv4 alike; for IPv4 alone where the system has none of IPv6, or
    keeps them apart."""
    with suppress(OSError), socket.socket(socket.AF_INET6) as probe:
        probe.bind(("::", 0))
        if not probe.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY):
            return "::"
    return "0.0.0.0"  # noqa: S104  # nosec B104


def _be_the_only_process(database: Path | None) -> None:
    """Lock a SQLite database's file for this program and its worker. Ends the program when another process has it.

    A process without Redis frees at its start what a killed one held (``lifespan.release_stale_leases``), so also what
    another one is working on.
    """
    from voice_report.db import engine

    if database is not None and engine.only_process(database) is None:  # never closed
        sys.exit(f"Another process serves {database}: two on one database need REDIS_URL. Stop it, or choose another.")


def main() -> None:
    """Build if necessary, then serve the product; or serve another app of ours as it is (``command``)."""
    if sys.argv[1:]:
        app, port = sys.argv[1:]
        serve(app, port=int(port))
        return
    from voice_report.config import settings
    from voice_report.db import engine, migrate
    from voice_report.errors import Unavailable

    os.chdir(frontend.ROOT)
    try:
        configured = settings()
    except ValueError as refusal:
        sys.exit(f"The configuration was refused: {refusal}")
    try:
        built = prebuilt.find() or frontend.build(say=lambda line: print(f"-- {line}", flush=True))
    except frontend.BuildFailed as failure:
        sys.exit(str(failure))
    try:
        is_older = migrate.needs_migration()
    except Unavailable as damaged:
        sys.exit(damaged.message)
    if configured.is_production and is_older:
        sys.exit("The database is older than this version. Run migrate first: python -m voice_report migrate")
    if not configured.redis_url:
        _be_the_only_process(engine.file_of(configured.database_url))
    # In production a proxy on another machine or in another container must be able to reach us.
    host = _everywhere() if configured.is_production else "127.0.0.1"
    if _is_taken(host, configured.port):
        sys.exit(f"Port {configured.port} is in use; choose another: PORT={configured.port + 1} make run")
    print(f"-- {configured.app_name} is on {configured.origin} (Ctrl-C stops it)", flush=True)
    os.environ.update(environment(built, os.environ))
    serve(PRODUCT, host=host, port=configured.port)


if __name__ == "__main__":
    main()
