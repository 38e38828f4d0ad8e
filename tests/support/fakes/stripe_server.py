"""A local server that behaves like Stripe for the calls we make: stateful, idempotent by key, with a page to pay on.

    with FakeStripe() as fake:
        settings: STRIPE_API_BASE = fake.url, STRIPE_SECRET_KEY = any, STRIPE_WEBHOOK_SECRET = SECRET
        fake.state.pay(session_id)             what customers, banks and Stripe do (see ``stripe_state``)
        fake.state.events                      what happened, to be delivered by the test: late, twice, in any order
        fake.fail(429, times=2)                the next answers of the API
        fake.remembers_failures = True         and the same answer again to the same key, as Stripe's own 500 does
        fake.on_asked = ...                    called with "GET /v1/..." before that is answered

With ``webhook`` set, a payment on the page (``/pay/ID``) is delivered there by itself, signed with the real scheme;
what does not arrive is in ``undelivered``, to be sent again by the test.
"""

import hashlib
import hmac
import json
import re
import threading
import time
import urllib.request
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from .stripe_state import Missing, Refused, State

SECRET = "whsec_only_for_tests"

_LISTS = {
    "/v1/checkout/sessions": ("checkout.session", ("payment_intent", "status")),
    "/v1/subscriptions": ("subscription", ("customer",)),
    "/v1/disputes": ("dispute", ("payment_intent",)),
    "/v1/invoices": ("invoice", ("customer", "status")),
    "/v1/invoice_payments": ("invoice_payment", ("payment_intent",)),
}
_KINDS = {
    "checkout/sessions": "checkout.session",
    "subscriptions": "subscription",
    "invoices": "invoice",
    "payment_intents": "payment_intent",
}
_PAPER = "<!doctype html><html lang=nl><title>Bon</title><link rel=icon href=data:,><h1>Bon van Stripe</h1>"


def signature(payload: bytes, moment: float, secret: str = SECRET) -> str:
    """Return the Stripe-Signature header for a message sent at this moment (Unix seconds)."""
    digest = hmac.new(secret.encode(), f"{int(moment)}.".encode() + payload, hashlib.sha256).hexdigest()
    return f"t={int(moment)},v1={digest},v0=unused"


class FakeStripe:
    """The server on a thread of its own; ``url`` is the API's base."""

    def __init__(self, port: int = 0) -> None:
        self.webhook = ""
        self.asked: list[str] = []
        self.idempotent: dict[str, tuple[str, int, dict[str, Any]]] = {}
        self.remembers_failures = False
        self.late = False
        self.on_asked: Callable[[str], None] = lambda _asked: None
        self.undelivered: list[dict[str, Any]] = []
        self._failures: list[int] = []
        self.lock = threading.RLock()
        self._server = ThreadingHTTPServer(("127.0.0.1", port), _Handler)
        self._server.daemon_threads = True
        self._server.fake = self  # pyright: ignore[reportAttributeAccessIssue]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self.state = State(self.url)

    def __enter__(self) -> "FakeStripe":
        self._thread.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def fail(self, status: int, times: int = 1) -> None:
        """Answer the next requests to the API with this status."""
        self._failures += [status] * times

    def next_failure(self) -> int | None:
        return self._failures.pop(0) if self._failures else None

    def deliver(self, event: dict[str, Any]) -> int:
        """Send a signed event to the webhook, and return the response status. Blocks."""
        payload = json.dumps(event).encode()
        headers = {"Content-Type": "application/json", "Stripe-Signature": signature(payload, time.time())}
        with urllib.request.urlopen(urllib.request.Request(self.webhook, payload, headers)) as answer:  # noqa: S310
            return answer.status


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # an answer's body waited 40 ms for the client to acknowledge its headers

    def log_message(self, *_arguments: object) -> None:
        pass

    @property
    def fake(self) -> FakeStripe:
        return self.server.fake  # pyright: ignore[reportAttributeAccessIssue]

    def do_GET(self) -> None:
        self._answer("GET")

    def do_POST(self) -> None:
        self._answer("POST")

    def do_DELETE(self) -> None:
        self._answer("DELETE")

    def _answer(self, method: str) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        address = urlsplit(self.path)
        if address.path.startswith("/pay/"):
            self._page(method, address.path.removeprefix("/pay/"), dict(parse_qsl(body)))
            return
        if address.path.startswith(("/receipts/", "/invoice/")):
            self._send(200, _PAPER.encode(), "text/html; charset=utf-8")
            return
        self.fake.asked.append(f"{method} {address.path}")
        self.fake.on_asked(self.fake.asked[-1])
        key = self.headers.get("Idempotency-Key") or ""
        if status := self.fake.next_failure():
            error = {"error": {"type": "api_error", "message": "told to fail"}}
            if self.fake.remembers_failures:
                self.fake.idempotent[key] = (address.path + body, status, error)
            self._json(status, error)
            return
        if not self.headers.get("Authorization", "").startswith("Bearer "):
            self._json(401, {"error": {"type": "invalid_request_error", "message": "no key"}})
            return
        with self.fake.lock:
            try:
                given = _nested(parse_qsl(body or address.query, keep_blank_values=not body))
                self._json(*self._idempotent(method, address.path, body, given))
            except Missing as missing:
                error = {"type": "invalid_request_error", "code": "resource_missing", "message": f"No such {missing}"}
                self._json(400 if missing.param else 404, {"error": {**error, "param": missing.param}})
            except Refused as refused:
                error = {"type": "invalid_request_error", "code": str(refused), "message": str(refused)}
                self._json(400, {"error": error})

    def _idempotent(self, method: str, path: str, body: str, given: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        key = self.headers.get("Idempotency-Key") if method == "POST" else None
        if key and (before := self.fake.idempotent.get(key)):
            if before[0] != path + body:
                return 400, {"error": {"type": "idempotency_error", "message": "same key, other parameters"}}
            return before[1:]
        made = self._call(method, path, given)
        if key:
            self.fake.idempotent[key] = (path + body, 200, made)
        return 200, made

    def _call(self, method: str, path: str, given: dict[str, Any]) -> dict[str, Any]:
        state = self.fake.state
        if method == "GET" and path in _LISTS:
            kind, filters = _LISTS[path]
            if "" in given.values():  # real: an empty value would unset a parameter, and a filter cannot be unset
                raise Refused("parameter_invalid_empty")
            state.customer(given.get("customer"))
            wanted = {**given, **given.get("payment", {})}
            found = state.all(kind, **{name: wanted.get(name) for name in filters})
            if kind == "invoice" and (theirs := given.get("subscription")):
                found = [one for one in found if _subscription_of(one) == theirs]
            return state.expanded(_page_of(found, given, path), _paths(given))
        if (method, path) == ("POST", "/v1/customers"):
            return state.make("customer", "cus", **given)
        if (method, path) == ("POST", "/v1/checkout/sessions"):
            return state.create_session(given)
        if (method, path) == ("POST", "/v1/refunds"):
            return state.refund_rest(given)
        matched = re.fullmatch(r"/v1/(checkout/sessions|subscriptions|invoices|payment_intents)/(\w+)", path)
        if matched is None:
            raise Missing(path)
        found = state.get(matched[2], _KINDS[matched[1]])
        if method == "GET":
            return state.expanded(found, _paths(given))
        if found["status"] == "canceled":
            raise Missing(found["id"])
        if method == "DELETE":
            return state.change_subscription(matched[2], status="canceled")
        return state.change_subscription(
            matched[2], cancel_at_period_end=given.get("cancel_at_period_end") in ("true", "True", True)
        )

    def _page(self, method: str, session_id: str, form: dict[str, str]) -> None:
        """Serve Stripe's own page: the purchase, and the ways to pay; pressing one redirects to our own URL."""
        session = self.fake.state.get(session_id, "checkout.session")
        if method == "GET":
            ways = "".join(f"<button name=way value={way}>{way}</button>" for way in session["methods"] or ["card"])
            text = f"<h1>{session['name']}</h1><p>€ {session['amount_total'] / 100:.2f}</p>"
            page = f"<!doctype html><html lang=nl><title>Betalen</title><link rel=icon href=data:,>{text}"
            page += f"<form method=post>{ways}</form>"
            self._send(200, page.encode(), "text/html; charset=utf-8")
            return
        with self.fake.lock:
            before = len(self.fake.state.events)
            self.fake.state.pay(session_id, late=form.get("way") != "card" and self.fake.late)
            events = self.fake.state.events[before:]
        if self.fake.webhook:
            for event in events:
                try:
                    self.fake.deliver(event)
                except OSError:  # refused, or hung up on
                    self.fake.undelivered.append(event)
        self.send_response(303)
        self.send_header("Location", session["success_url"].replace("{CHECKOUT_SESSION_ID}", session_id))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _json(self, status: int, body: dict[str, Any]) -> None:
        self._send(status, json.dumps(body).encode(), "application/json")

    def _send(self, status: int, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def _paths(given: dict[str, Any]) -> list[list[str]]:
    return [path.split(".") for path in given.get("expand", {}).values()]


def _subscription_of(invoice: dict[str, Any]) -> str | None:
    return ((invoice.get("parent") or {}).get("subscription_details") or {}).get("subscription")


def _page_of(found: list[dict[str, Any]], given: dict[str, Any], path: str) -> dict[str, Any]:
    """Return one page of a list, after ``starting_after``."""
    ids = [one["id"] for one in found]
    start = ids.index(given["starting_after"]) + 1 if given.get("starting_after") else 0
    limit = int(given.get("limit", 10))
    page = found[start : start + limit]
    return {"object": "list", "data": page, "has_more": len(found) > start + limit, "url": path}


def _nested(pairs: list[tuple[str, str]]) -> dict[str, Any]:
    """Read form fields as Stripe does: ``a[b][0]=c``."""
    told: dict[str, Any] = {}
    for name, value in pairs:
        *path, last = re.findall(r"[^\[\]]+", name)
        place = told
        for step in path:
            place = place.setdefault(step, {})
        place[last] = value
    return told
