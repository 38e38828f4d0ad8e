"""The fake AI provider's plan for the next requests, and its log of those before."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

PLAN: dict[str, Any] = {
    "fail": None,
    "times": None,
    "retry_after": None,
    "delay": 0.0,
    "token_delay": 0.0,
    "holds_after": None,
    "says": {},
    "append": "",
    "words": None,
    "report": "",
    "location": "",
    "repeats": False,
}


class ProviderServer(ThreadingHTTPServer):
    """Holds the plan of each endpoint and the log; all threads share them."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        self._lock = threading.Condition()
        self._recorded: list[str] = []
        self.start_afresh()
        super().__init__(address, handler)

    def start_afresh(self) -> None:
        with self._lock:
            if hasattr(self, "_released"):
                self._released.set()
            self._released = threading.Event()
            self._plans = {"speech": dict(PLAN), "chat": dict(PLAN)}
            self._log: list[dict[str, Any]] = []
            self._lock.notify_all()

    def let_go(self) -> None:
        self._released.set()

    def change(self, changes: dict[str, Any]) -> None:
        endpoint = changes.pop("endpoint", None)
        unknown = set(changes) - set(PLAN)
        if unknown or endpoint not in (None, "speech", "chat"):
            raise ValueError(f"unknown: {sorted(unknown) or endpoint}")
        with self._lock:
            for name, plan in self._plans.items():
                if endpoint in (None, name):
                    plan.update(changes)
            self._lock.notify_all()

    def next_plan(self, endpoint: str) -> dict[str, Any]:
        """Return the plan for this request, counting it against ``times``."""
        with self._lock:
            plan = self._plans[endpoint]
            now = dict(plan)
            if plan["fail"] is not None and plan["times"] is not None:
                if plan["times"] <= 0:
                    now["fail"] = None
                plan["times"] -= 1
            return now

    def note(self, entry: dict[str, Any]) -> dict[str, Any]:
        with self._lock:
            self._log.append(entry)
            self._lock.notify_all()
        return entry

    def record(self, raw: str) -> None:
        with self._lock:
            self._recorded.append(raw)

    def recorded(self) -> list[str]:
        with self._lock:
            return list(self._recorded)

    def wait_for(self, requests: int, seconds: float) -> None:
        with self._lock:
            if not self._lock.wait_for(lambda: len(self._log) >= requests, seconds):
                raise TimeoutError(f"{len(self._log)} of {requests} requests came in")

    def entries(self) -> list[dict[str, Any]]:
        with self._lock:
            return [dict(entry) for entry in self._log]

    def wait_while_held(self, endpoint: str, sent: int) -> None:
        """Wait while an answer of which so many tokens have been sent is held, by the plan of this moment."""

        def goes_on() -> bool:
            most = self._plans[endpoint]["holds_after"]
            return most is None or sent < most

        with self._lock:
            self._lock.wait_for(goes_on, 600)

    def wait_until_released(self, seconds: float) -> bool:
        return self._released.wait(seconds)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore the error: a client that closed the connection is normal here."""
