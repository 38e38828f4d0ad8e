"""The objects Stripe stores, and how they change: customers, sessions, payments, subscriptions, invoices, events."""

import itertools
import secrets
import time
from typing import Any

MONTH = 30 * 24 * 3600


class Refused(Exception):
    """A request that Stripe refuses, with its error code."""


class Missing(Exception):
    """There is no such object; ``param`` is the field that named it, unless the URL did."""

    def __init__(self, what: str, param: str | None = None) -> None:
        super().__init__(what)
        self.param = param


class State:
    """Objects by id, in the format of the API's current version, and every event so far, in order."""

    def __init__(self, url: str) -> None:
        self.url = url  # of its own pages
        self.objects: dict[str, dict[str, Any]] = {}
        self.events: list[dict[str, Any]] = []
        self.mark = secrets.token_hex(3)  # in every id, so that two states never give the same id
        self._numbers = itertools.count(1)

    def get(self, object_id: str, kind: str = "") -> dict[str, Any]:
        found = self.objects.get(object_id)
        if found is None or (kind and found["object"] != kind):
            raise Missing(object_id)
        return found

    def customer(self, customer_id: str | None) -> None:
        """Refuse an unknown customer."""
        if customer_id and customer_id not in self.objects:
            raise Missing(customer_id, "customer")

    def all(self, kind: str, **wanted: Any) -> list[dict[str, Any]]:
        """Return all objects of a kind with these fields, newest first."""
        fitting = {name: value for name, value in wanted.items() if value is not None}
        return [
            one
            for one in reversed(self.objects.values())
            if one["object"] == kind and all(one.get(name) == value for name, value in fitting.items())
        ]

    def make(self, kind: str, prefix: str, **fields: Any) -> dict[str, Any]:
        made = {
            "id": f"{prefix}_{self.mark}{next(self._numbers):06d}",
            "object": kind,
            "created": int(time.time()),
            **fields,
        }
        self.objects[made["id"]] = made
        return made

    def happened(self, kind: str, about: dict[str, Any]) -> dict[str, Any]:
        """Record an event with a snapshot of the object as it is at this moment."""
        event = {
            "id": f"evt_{self.mark}{next(self._numbers):06d}",
            "object": "event",
            "type": kind,
            "created": int(time.time()),
            "data": {"object": dict(about)},
        }
        self.events.append(event)
        return event

    def create_session(self, given: dict[str, Any]) -> dict[str, Any]:
        self.customer(given["customer"])
        price = given["line_items"]["0"]["price_data"]
        session = self.make(
            "checkout.session",
            "cs_test",
            mode=given["mode"],
            customer=given["customer"],
            currency=price["currency"],
            amount_total=int(price["unit_amount"]),
            metadata=given.get("metadata", {}),
            subscription_metadata=given.get("subscription_data", {}).get("metadata", {}),
            interval=price.get("recurring", {}).get("interval"),
            methods=list(given.get("payment_method_types", {}).values()),
            success_url=given["success_url"],
            cancel_url=given["cancel_url"],
            name=price["product_data"]["name"],
            payment_status="unpaid",
            status="open",
            payment_intent=None,
            subscription=None,
        )
        session["url"] = f"{self.url}/pay/{session['id']}"
        return session

    def pay(self, session_id: str, *, late: bool = False) -> dict[str, Any]:
        """The customer pays; ``late`` is a method that settles afterwards (see ``settle``)."""
        session = self.get(session_id, "checkout.session")
        if session["status"] != "open":
            return session
        session["status"] = "complete"
        if session["mode"] == "subscription":
            session["payment_status"] = "paid"
            subscription = self._subscribe(session)
            session["subscription"] = subscription["id"]
            self.happened("checkout.session.completed", session)
            self.happened("customer.subscription.created", subscription)
            self.bill(subscription["id"])
            return session
        intent = self._intent(session["amount_total"], session["customer"], paid=not late)
        session |= {"payment_intent": intent["id"], "payment_status": "unpaid" if late else "paid"}
        self.happened("checkout.session.completed", session)
        return session

    def settle(self, session_id: str, *, paid: bool) -> None:
        """A pending payment succeeds or fails."""
        session = self.get(session_id, "checkout.session")
        intent = self.get(session["payment_intent"])
        if intent["status"] != "processing":
            return
        if paid:
            session["payment_status"] = "paid"
            self._charge(intent)
        else:
            intent["status"] = "requires_payment_method"
        self.happened(f"checkout.session.async_payment_{'succeeded' if paid else 'failed'}", session)

    def refund(self, intent_id: str, cents: int) -> None:
        """Give money back; amounts add up and never exceed what was paid."""
        charge = self._charge_of(intent_id)
        charge["amount_refunded"] = min(charge["amount"], charge["amount_refunded"] + cents)
        self.happened("charge.refunded", charge)

    def refund_rest(self, given: dict[str, Any]) -> dict[str, Any]:
        """Refund as ``POST /v1/refunds`` without an amount does: everything that was not refunded yet."""
        charge = self._charge_of(given["payment_intent"])
        left = charge["amount"] - charge["amount_refunded"]
        if not left:
            raise Refused("charge_already_refunded")
        if charge["disputed"]:
            raise Refused("charge_disputed")
        made = self.make("refund", "re", charge=charge["id"], amount=left, status="succeeded", **given)
        self.refund(given["payment_intent"], left)
        return made

    def dispute(self, intent_id: str) -> dict[str, Any]:
        """The customer's bank takes back the amount that was not refunded yet, until the dispute is decided."""
        charge = self._charge_of(intent_id)
        left = charge["amount"] - charge["amount_refunded"]
        charge["disputed"] = True
        made = self.make(
            "dispute", "dp", charge=charge["id"], payment_intent=intent_id, amount=left, status="needs_response"
        )
        self.happened("charge.dispute.created", made)
        return made

    def decide(self, dispute_id: str, status: str) -> None:
        dispute = self.get(dispute_id, "dispute")
        dispute["status"] = status
        self.happened("charge.dispute.closed", dispute)

    def change_subscription(self, subscription_id: str, **fields: Any) -> dict[str, Any]:
        """Change a subscription; the status 'canceled' is its end, after which it cannot be cancelled again."""
        subscription = self.get(subscription_id, "subscription")
        subscription |= fields
        ended = subscription["status"] == "canceled"
        self.happened(f"customer.subscription.{'deleted' if ended else 'updated'}", subscription)
        return subscription

    def bill(self, subscription_id: str, *, paid: bool = True, start: int | None = None) -> dict[str, Any]:
        """Send the invoice of a period, from now unless given, and collect it, or fail to."""
        start = int(time.time()) if start is None else start
        subscription = self.get(subscription_id, "subscription")
        amount = sum(one["price"]["unit_amount"] * one["quantity"] for one in subscription["items"]["data"])
        invoice = self.make(
            "invoice",
            "in",
            customer=subscription["customer"],
            currency="eur",
            status="paid" if paid else "open",
            attempted=True,
            amount_paid=amount if paid else 0,
            amount_due=amount,
            subtotal=amount,
            lines={"object": "list", "data": [{"period": {"start": start, "end": start + MONTH}}]},
            status_transitions={"paid_at": int(time.time()) if paid else None},
            hosted_invoice_url=f"{self.url}/invoice/1",
            parent={
                "type": "subscription_details",
                "subscription_details": {"metadata": dict(subscription["metadata"]), "subscription": subscription_id},
            },
        )
        subscription["latest_invoice"] = invoice["id"]
        intent = self._intent(amount, subscription["customer"], paid=paid)
        pair = {"payment": {"type": "payment_intent", "payment_intent": intent["id"]}, "invoice": invoice["id"]}
        self.make("invoice_payment", "inpay", payment_intent=intent["id"], **pair)
        self.happened("invoice.paid" if paid else "invoice.payment_failed", invoice)
        return invoice

    def collect(self, invoice_id: str) -> None:
        """Collect an invoice that was not paid at first."""
        invoice = self.get(invoice_id, "invoice")
        for one in self.all("invoice_payment", invoice=invoice_id):
            self._charge(self.get(one["payment_intent"]))
        invoice |= {
            "status": "paid",
            "amount_paid": invoice["amount_due"],
            "status_transitions": {"paid_at": int(time.time())},
        }
        self.happened("invoice.paid", invoice)

    def _subscribe(self, session: dict[str, Any]) -> dict[str, Any]:
        return self.subscribe(
            session["customer"], session["amount_total"], session["subscription_metadata"], session["interval"]
        )

    def subscribe(
        self, customer: str, cents: int, metadata: dict[str, str] | None = None, interval: str = "month"
    ) -> dict[str, Any]:
        """Begin an active subscription: from a paid session, or by hand in the dashboard."""
        price = {
            "id": "price_1",
            "object": "price",
            "unit_amount": cents,
            "currency": "eur",
            "recurring": {"interval": interval, "interval_count": 1},
            "product": "prod_1",
        }
        item = {"id": "si_1", "object": "subscription_item", "quantity": 1, "price": price}
        return self.make(
            "subscription",
            "sub",
            customer=customer,
            status="active",
            currency="eur",
            cancel_at_period_end=False,
            cancel_at=None,
            latest_invoice=None,
            metadata=dict(metadata or {}),
            items={"object": "list", "data": [{**item, "current_period_end": int(time.time()) + MONTH}]},
        )

    def expanded(self, found: Any, paths: list[list[str]]) -> Any:
        """Return a copy with the objects at these paths in place of their ids (four levels at most, as Stripe)."""
        if any(len(path) > 4 for path in paths):
            raise Refused("property_expansion_max_depth")
        if isinstance(found, list):
            return [self.expanded(one, paths) for one in found]
        if isinstance(found, str):
            found = self.objects.get(found, found)
        if not isinstance(found, dict):
            return found
        made = dict(found)
        for name in {path[0] for path in paths if path}:
            if name == "payments" and made.get("object") == "invoice":
                made[name] = {"object": "list", "data": self.all("invoice_payment", invoice=made["id"])}
            rest = [path[1:] for path in paths if path and path[0] == name]
            made[name] = self.expanded(made.get(name), rest)
        return made

    def _intent(self, amount: int, customer: str, *, paid: bool) -> dict[str, Any]:
        intent = self.make(
            "payment_intent", "pi", amount=amount, customer=customer, status="processing", latest_charge=None
        )
        if paid:
            self._charge(intent)
        return intent

    def _charge(self, intent: dict[str, Any]) -> None:
        charge = self.make(
            "charge",
            "ch",
            amount=intent["amount"],
            amount_refunded=0,
            disputed=False,
            customer=intent["customer"],
            payment_intent=intent["id"],
            receipt_url=f"{self.url}/receipts/1",
        )
        intent |= {"status": "succeeded", "latest_charge": charge["id"]}

    def _charge_of(self, intent_id: str) -> dict[str, Any]:
        return self.get(self.get(intent_id, "payment_intent")["latest_charge"] or "", "charge")
