"""The certified provider of ``provider.mjs`` as a process, for browser tests."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.fakes.identity_provider import CLIENT_ID, CLIENT_SECRET, authority
from tests.support.server import clean_environment, free_port

HERE = Path(__file__).parent


@contextmanager
def running(app_url: str, directory: Path) -> Iterator[str]:
    """Start the provider for the product at ``app_url``; yields its issuer."""
    if not (HERE / "node_modules").is_dir():
        raise RuntimeError("The provider is missing: make test installs it (scripts/setup.sh test).")
    port, certificate = free_port(), directory / "provider.pem"
    issued = authority()[0].issue_cert("localhost")
    issued.private_key_and_cert_chain_pem.write_to_path(str(certificate))
    variables = {
        "PORT": str(port),
        "CERTIFICATE": str(certificate),
        "APP_URL": app_url,
        "CLIENT_ID": CLIENT_ID,
        "CLIENT_SECRET": CLIENT_SECRET,
    }
    node = Path(sys.executable).with_name("node")
    with (directory / "provider.log").open("ab") as log:
        process = subprocess.Popen(
            [node, HERE / "provider.mjs"],
            cwd=HERE,
            env={**clean_environment(), **variables},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
        )
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            while line and b"ready" not in line:
                line = process.stdout.readline()
            if not line:
                raise RuntimeError((directory / "provider.log").read_text()[-2000:])
            yield f"https://localhost:{port}"
        finally:
            process.terminate()
            try:
                process.communicate(timeout=100)  # closes what it reads from and writes to as well
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
