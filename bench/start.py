"""How long ``make run`` takes until the first answer, once the pages are built and the database is there."""

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from tests.support import server as servers

from .stage import say
from .table import Figure, show

TIMES = 5
GOAL = 2.0  # seconds
#: Nobody listens there: an outside engine is asked nothing at a start, and no model is loaded.
_NO_ENGINE = {"OPENAI_BASE_URL": "http://127.0.0.1:9/v1", "OPENAI_API_KEY": "only-for-tests"}


def main() -> bool:
    with tempfile.TemporaryDirectory(prefix="spraakrapport-bench-") as name:
        product = _product(Path(name))
        say("the first start, which may build the pages")
        _measured(product)
        say(f"{TIMES} starts")
        wall, processor = zip(*(_measured(product) for _ in range(TIMES)), strict=True)
    seconds = f"{min(wall):.2f} to {max(wall):.2f} s"
    return show(
        f"make run, second time ({TIMES} starts)",
        [
            Figure("to the first answer of /healthz, median", statistics.median(wall), " s", GOAL, seconds),
            Figure("processor time, until it was stopped", statistics.median(processor), " s"),
        ],
    )


def _product(directory: Path) -> servers.Process:
    port = servers.free_port()
    chosen = {"PORT": str(port), "DATABASE_URL": f"sqlite:///{directory}/app.db", "MAIL_URL": f"file:{directory}/mail"}
    return servers.Process(
        line=["make", "run"],
        environment={**servers.clean_environment(), **_NO_ENGINE, **chosen},
        url=f"http://localhost:{port}",
        log=directory / "server.log",
    )


def _measured(product: servers.Process) -> tuple[float, float]:
    """Start and stop it; return the seconds until it answered, and those of the processor until it had ended."""
    began, before = time.perf_counter(), os.times()
    product.start()
    took = time.perf_counter() - began
    product.stop()
    after = os.times()
    return took, sum(after[2:4]) - sum(before[2:4])


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
