"""What this process counts and measures, in the text format of Prometheus (docs/operations/monitoring.md).

Each process has values of its own and is scraped by itself. A label's values come from the code and the settings alone,
never from a request: so no visitor makes a series, and no name, address or word can be in one (security.md S95).
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

from ..config import VERSION

__all__ = [
    "CREDITS_SETTLED",
    "EVENTS",
    "EVENT_SECONDS",
    "LEASES",
    "MAILS",
    "PAGE_CONNECTIONS",
    "REQUESTS",
    "REQUEST_SECONDS",
    "SEGMENTS",
    "SPEECH_WAIT",
    "engine_call",
    "text",
]

_QUICK = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 10, 60)  # seconds
_SLOW = (0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120)

disable_created_metrics()
_registry = CollectorRegistry()
ProcessCollector(registry=_registry)
_OURS: dict[str, Any] = {"namespace": "spraakrapport", "registry": _registry}
Info("build", "The version that serves", **_OURS).info({"version": VERSION})

REQUESTS = Counter(
    "http_requests",
    "Answers by template of the route, method and status; websockets when they end, with 101 or why they were refused",
    ("route", "method", "status"),
    **_OURS,
)
REQUEST_SECONDS = Histogram(
    "http_request_duration_seconds",
    "From a request's first byte to its answer's last, without websockets",
    ("route",),
    buckets=_QUICK,
    **_OURS,
)
PAGE_CONNECTIONS = Gauge("page_connections", "Websockets of pages that are open", **_OURS)
EVENTS = Counter(
    "page_events",
    "Events of pages by handler and outcome: ok, refused (with a sentence) or failed (a bug)",
    ("event", "outcome"),
    **_OURS,
)
EVENT_SECONDS = Histogram(
    "page_event_duration_seconds",
    "How long the handlers of a page's events took",
    ("page",),
    buckets=_QUICK,
    **_OURS,
)
_ENGINE_CALLS = Counter(
    "engine_calls",
    "Segments (speech) and texts (structuring) that an engine worked on; the outcome is done, failed or cancelled",
    ("task", "engine", "outcome"),
    **_OURS,
)
_ENGINE_SECONDS = Histogram(
    "engine_duration_seconds",
    "How long an engine worked on one of them, tries included and its queue not",
    ("task", "engine"),
    buckets=_SLOW,
    **_OURS,
)
SPEECH_WAIT = Histogram(
    "speech_wait_seconds",
    "How long a segment waited for its turn at the engine",
    buckets=_SLOW,
    **_OURS,
)
SEGMENTS = Gauge("segments_under_way", "Segments that wait or are worked on: the backlog", **_OURS)
CREDITS_SETTLED = Counter("credits_settled", "Concepts that were paid with a credit", **_OURS)
MAILS = Gauge(
    "mails",
    "Mails of the whole installation that wait, or were given up (kept for 30 days)",
    ("state",),
    **_OURS,
)
LEASES = Gauge(
    "leases",
    "Rows of the whole installation that a process works on, by table",
    ("table",),
    **_OURS,
)


@contextmanager
def engine_call(task: str, engine: str) -> Iterator[None]:
    """Count and measure the work of an engine in this block."""
    began, outcome = time.perf_counter(), "failed"
    try:
        yield
        outcome = "done"
    except Exception:
        raise
    except BaseException:
        outcome = "cancelled"
        raise
    finally:
        _ENGINE_CALLS.labels(task, engine, outcome).inc()
        _ENGINE_SECONDS.labels(task, engine).observe(time.perf_counter() - began)


def text() -> bytes:
    """Return all values as Prometheus reads them. Takes some milliseconds: call it in a thread."""
    return generate_latest(_registry)
