"""The product with metrics that count nothing: what counting costs is the difference (``metrics``)."""

from typing import Any

from voice_report.core import metrics


class _Nothing:
    def labels(self, *_values: str) -> "_Nothing":
        return self

    def set_function(self, _value: Any) -> None:
        pass

    def inc(self, _amount: float = 1) -> None:
        pass

    observe = set = inc

    def clear(self) -> None:
        pass


for name in ("REQUESTS", "REQUEST_SECONDS", "PAGE_CONNECTIONS", "EVENTS", "EVENT_SECONDS", "_ENGINE_CALLS",
             "_ENGINE_SECONDS", "SPEECH_WAIT", "SEGMENTS", "CREDITS_SETTLED", "MAILS", "LEASES"):  # fmt: skip
    setattr(metrics, name, _Nothing())

from voice_report.server import app  # noqa: E402

__all__ = ["app"]
