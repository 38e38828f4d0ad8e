"""S39 over HTTP and as an event: whatever leads to a service that needs a second factor of the last ten minutes is
called by a user whose factor is eleven minutes old.

What leads there is read from the source (``step_up_reach``), so that a new route, handler or service is missed here.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from fastapi.routing import APIRoute
from sqlmodel import SQLModel, select

from tests.support import people as cast
from tests.support.handlers import call, every_handler, tab_of
from tests.support.people import PASSWORD
from tests.support.step_up_reach import Function, asking, leads
from tests.unit.services.factors.factors import add_passkey, set_up
from voice_report.db import session as database
from voice_report.db.models import Passkey
from voice_report.errors import StepUpNeeded
from voice_report.services.organizations import invitations
from voice_report.services.shared import identity, step_up_reasons
from voice_report.services.sso import email_domains
from voice_report.ui.islands.sign_in.factors.step_up import StepUpState
from voice_report.ui.kit.overlay.toast import ToastState
from voice_report.ui.pages.reports.dossier.items import ClientItem

REASONS = {words for name, words in vars(step_up_reasons).items() if name.isupper()}
NEW_PASSWORD = "Een-ander-wachtwoord-2!"
PROOF = {"currentPassword": PASSWORD}
NAMES = {"firstName": "Anna", "lastName": "Beheerder"}
PROVIDER = {
    "kind": "other", "issuer": "https://inloggen.example", "clientId": "ons", "usage": "recommended",
    "admitsMembers": True, "needsSecondStep": False, "acceptsOutsiders": True, "version": 0,
}  # fmt: skip
NEW_USER = {"email": "nieuw@zorg.example", "password": NEW_PASSWORD, "firstName": "Nora", "lastName": "Nieuw"}
ORGANIZATION = {"name": "Nieuw", "plan": "trial", "maxUsers": 5, "saveReportsToArchive": False}

#: Who calls each route, and with what; '{...}' is an id of ``Scene``.
ROUTES: dict[str, tuple[str, dict[str, Any] | None]] = {
    "PUT /api/account": ("admin", {**NAMES, "email": "anders@zorg.example", **PROOF}),
    "PUT /api/account/password": (
        "admin", {**PROOF, "newPassword": NEW_PASSWORD, "confirmPassword": NEW_PASSWORD}),
    "POST /api/account/second-factor/begin": ("admin", PROOF),
    "POST /api/account/second-factor/remove": ("admin", PROOF),
    "POST /api/account/second-factor/recovery-codes": ("admin", PROOF),
    "POST /api/account/passkeys/options": ("admin", PROOF),
    "POST /api/account/passkeys/{key_id}/remove": ("admin", PROOF),
    "GET /api/logbook/export": ("admin", None),
    "GET /api/privacy/access": ("admin", None),
    "GET /api/privacy/export": ("admin", None),
    "GET /api/privacy/sample/{month}": ("admin", None),
    "GET /api/billing/ledger/export": ("admin", None),
    "GET /api/reports/export": ("admin", None),
    "GET /api/dossier/clients/{client_id:path}/measurements": ("admin", None),
    "POST /api/create-checkout-session": ("admin", {"packageId": "zzp"}),
    "POST /api/admin/invitations": ("admin", {"email": "nieuw@zorg.example", "role": "user"}),
    "POST /api/admin/invitations/{invitation_id}/resend": ("admin", None),
    "DELETE /api/admin/invitations/{invitation_id}": ("admin", None),
    "POST /api/auth/users/{user_id}/reset-second-factor": ("admin", None),
    "POST /api/auth/users/{user_id}/unlink-identity": ("admin", None),
    "PUT /api/organization/second-factor": ("admin", {"choice": "recommended", "rememberDays": 7}),
    "PUT /api/organization/privacy": ("admin", {"engines": {"floor": "local"}}),
    "POST /api/masking-words": ("admin", {"word": "tilband", "rule": "keep"}),
    "PUT /api/masking-words/{word_id}": ("admin", {"word": "tilband"}),
    "DELETE /api/masking-words/{word_id}": ("admin", None),
    "PUT /api/organization/retention": (
        "admin",
        {"draftsDays": 90, "transcriptDays": 7, "archiveDays": None, "version": 1},
    ),
    "PUT /api/organization/identity-provider": ("admin", PROVIDER),
    "DELETE /api/organization/identity-provider": ("admin", None),
    "POST /api/organization/identity-provider/test": ("admin", None),
    "POST /api/organization/identity-provider/domains": ("admin", {"domain": "anders.example"}),
    "POST /api/organization/identity-provider/domains/{domain_id}/prove": ("admin", None),
    "DELETE /api/organization/identity-provider/domains/{domain_id}": ("admin", None),
    "POST /api/admin/users": ("platform_admin", NEW_USER | {"organizationId": "{organization_id}"}),
    "PUT /api/admin/users/{user_id}": ("platform_admin", {"isActive": False}),
    "DELETE /api/admin/users/{user_id}": ("platform_admin", None),
    "POST /api/admin/organizations": ("platform_admin", {"name": "Nieuw", "plan": "trial"}),
    "PUT /api/admin/organizations/{organization_id}": ("platform_admin", ORGANIZATION),
    "POST /api/admin/organizations/{organization_id}/credits": ("platform_admin", {"amount": 5, "reason": "Reden"}),
    "POST /api/admin/organizations/{organization_id}/cancel-subscription": ("platform_admin", None),
    "DELETE /api/admin/organizations/{organization_id}": ("platform_admin", None),
}  # fmt: skip

#: What administrators change without a second factor given just now, and why.
EXEMPT = {
    "POST /api/clients": "daily work, shown in the log, and nothing of it goes out",
    "POST /api/clients/import": "the same, from a file",
    "POST /api/clients/import/mistakes": "reads the sent file alone",
    "POST /api/clients/import/preview": "changes nothing; says which of the sent ids exist, as the list does",
    "POST /api/organization/second-factor/remind": "mails a fixed text to colleagues, once a day",
    "POST /api/organization/second-factor/remind/{user_id}": "the same, to one",
    "POST /api/templates": "headings of later reports; each report keeps the version it was made with",
    "PUT /api/templates/{template_id}": "the same",
    "PUT /api/templates/default": "the same",
    "DELETE /api/templates/{template_id}": "the same; one that a report was made with is archived",
    "POST /api/words/{word_id}/approve": "a spelling, which can be taken away",
    "PUT /api/organization/privacy-file": "facts for their own register, shown in the log; they let nothing happen",
    "POST /api/organization/privacy-file/{number}/seen": "that they looked",
    "PUT /api/organization/style": "how concepts are written from now on",
    "PUT /api/account/month-mail": "one's own mail, of figures without names",
}

#: What no route leads to: the pages do by events, without an API.
ONLY_EVENTS = {
    ("voice_report.services.audit.viewer", "read"),
    ("voice_report.services.billing.statements", "receipt"),
    ("voice_report.services.audit.samples", "answer"),
    ("voice_report.services.audit.samples", "sign"),
    ("voice_report.services.privacy.client_erasure", "contents"),
    ("voice_report.services.privacy.client_erasure", "erase"),
}

#: Who presses, what is filled in before ('State.var', of the handler's own state without its name), and the arguments.
EVENTS: dict[str, tuple[str, dict[str, Any], list[Any]]] = {
    "LogbookState.load": ("admin", {}, []),
    "LogbookState.load_more": ("admin", {"following": "x"}, []),
    "LogbookState.search": ("admin", {}, [{"person": "iemand"}]),
    "LogbookState.choose_kind": ("admin", {}, ["deleted"]),
    "ClientAccessState.load": ("admin", {}, []),
    "ClientAccessState.choose_dates": ("admin", {}, [{"since": "01-11-2026"}]),
    "ClientAccessState.show_names": ("admin", {}, [True]),
    "ClientAccessState.download": ("admin", {}, []),
    "ErasureState.ask": ("admin", {"DossierState.client": ClientItem("C-1")}, []),
    "ErasureState.confirm": ("admin", {"client_id": "C-1"}, [{"typed-name": "Cor", "erase-reason": "client"}]),
    "SampleState.load": ("admin", {}, []),
    "SampleState.judge": ("admin", {}, [1, "fine"]),
    "SampleState.comment": ("admin", {}, [1, "Waarom?"]),
    "SampleState.sign": ("admin", {}, []),
    "BookkeepingState.open_receipt": ("admin", {}, ["{user_id}"]),
    "DossierState.download_all": ("admin", {}, ["txt"]),
    "TeamState.invite": ("admin", {}, [{"email": "nieuw@zorg.example", "role": "user"}]),
    "TeamState.resend": ("admin", {}, ["{invitation_id}"]),
    "TeamState.confirm": ("admin", {"asked": "{invitation_id}"}, []),
    "FactorResetState.confirm": ("admin", {"asked": "{user_id}"}, []),
    "UnlinkingState.confirm": ("admin", {"asked": "{user_id}"}, []),
    "SecondFactorState.save": ("admin", {}, [{"second-factor": "recommended", "remember-days": "0"}]),
    "PrivacyState.save_text": ("admin", {}, [{"outside_text": "never"}]),
    "PrivacyState.save_copies": ("admin", {}, [{"marks_copies": "on"}]),
    "PrivacyState.save_engines": ("admin", {}, [{"floor": "local"}]),
    "MaskingWordsState.start": ("admin", {}, []),
    "MaskingWordsState.edit": ("admin", {}, ["{word_id}"]),
    "MaskingWordsState.save": ("admin", {"open": True}, [{"maskingWord": "tilband"}]),
    "MaskingWordsState.confirm": ("admin", {"asked": "{word_id}"}, []),
    "TermsState.save": ("admin", {}, [{"term-drafts": "90"}]),
    "TermsState.confirm": ("admin", {"asked": "1 concept"}, []),
    "NewUserState.save": (
        "platform_admin",
        {"open": True, "UserFormState.organization_id": "{organization_id}"},
        [{"email": "nieuw@zorg.example", "password": NEW_PASSWORD, "first-name": "Nora", "last-name": "Nieuw"}],
    ),
    "EditUserState.save": (
        "platform_admin",
        {"user_id": "{user_id}", "_version": 1, "UserFormState.organization_id": "{organization_id}"},
        [{"role": "admin", "active": "on"}],
    ),
    "UsersState.set_active": ("platform_admin", {}, ["{user_id}", False]),
    "UsersState.confirm": ("platform_admin", {"asked": "{user_id}"}, []),
    "PlatformFactorResetState.confirm": ("platform_admin", {"asked": "{user_id}"}, []),
    "NewOrganizationState.save": ("platform_admin", {"open": True}, [{"new-name": "Nieuw", "new-plan": "trial"}]),
    "OrganizationEditState.save": (
        "platform_admin",
        {"organization_id": "{organization_id}", "plan": "pro", "_version": 1},
        [{"name": "Nieuw", "max-users": "5"}],
    ),
    "OrganizationsState.confirm": ("platform_admin", {"asked": "{organization_id}"}, []),
    "SubscriptionEndState.confirm": ("platform_admin", {"asked": "{organization_id}"}, []),
    "CreditGiftState.save": (
        "platform_admin", {"organization_id": "{organization_id}"}, [{"gift-amount": "5", "gift-reason": "Reden"}]),
}  # fmt: skip


@dataclass(frozen=True)
class Scene:
    """Two administrators whose second factor was given eleven minutes ago, and ids of what they may change."""

    people: cast.People
    ids: dict[str, str]
    reached: set[Function]

    def filled(self, value: Any) -> Any:
        """Return the value with ids in the place of their names."""
        if isinstance(value, dict):
            return {key: self.filled(one) for key, one in value.items()}
        return value.format_map(self.ids) if isinstance(value, str) else value


@pytest.fixture
async def scene(db, wall_clock, people, monkeypatch) -> Scene:
    _, codes = await set_up(people.admin)
    await add_passkey(people.admin, code=codes[0])
    await set_up(people.platform_admin)
    admin = await people.admin.current()
    async with database.transaction() as session:
        invitation = await invitations.invite(session, admin, "uitgenodigd@zorg.example")
        domain = await email_domains.add(session, admin, "delinde.example")
        key = (await session.exec(select(Passkey.id))).one()
    ids = {"user_id": people.user.id, "organization_id": people.organization_id, "key_id": key, "client_id": "C-1"}
    ids |= {"invitation_id": invitation.id, "domain_id": domain.id, "word_id": people.user.id}
    ids |= {"month": "2026-10"}
    wall_clock.advance(minutes=11)
    reached: set[Function] = set()
    monkeypatch.setattr(StepUpNeeded, "__init__", _noting(StepUpNeeded.__init__, reached))
    return Scene(people, {name: str(one) for name, one in ids.items()}, reached)


@pytest.mark.one_database
async def test_s39_every_delicate_route_needs_a_recent_factor(api, scene) -> None:
    leading = {name for name, route in _routes() if leads(route.endpoint)}
    assert set(ROUTES) == leading, "what leads to a delicate service is called here, with what it needs"
    before = await _stored()
    for name, (who, body) in ROUTES.items():
        client, (method, path) = await api(getattr(scene.people, who)), name.split()
        query = {"clientId": "C-1"} if path in ("/api/reports/export", "/api/privacy/access") else None
        query = {"format": "csv"} if path.endswith("/measurements") else query
        filled = scene.filled(path.replace(":path}", "}"))
        answer = await client.request(method, filled, params=query, json=scene.filled(body))
        assert (answer.status_code, answer.json().get("code")) == (403, "step_up_needed"), (name, answer.text)
        assert answer.json()["reason"] in REASONS, name
    assert await _stored() == before, "nothing changed"
    of_services = {one for one in asking() if one[0].startswith("voice_report.services.")}
    assert of_services - scene.reached == ONLY_EVENTS, "every service that asks was reached"


@pytest.mark.one_database
async def test_s39_every_delicate_event_needs_a_recent_factor(scene) -> None:
    handlers = every_handler()
    assert set(EVENTS) == {name for name, (state, fn) in handlers.items() if leads(fn, state)}
    before = await _stored()
    for name, (who, filled_in, arguments) in EVENTS.items():
        state, fn = handlers[name]
        root = tab_of(getattr(scene.people, who))
        for place, value in scene.filled(filled_in).items():
            owner, _, var = place.rpartition(".")
            holder = next(one for one, _ in handlers.values() if one.__name__ == owner) if owner else state
            setattr(await root.get_state(holder), var, value)
        await call(fn, await root.get_state(state), *scene.filled(arguments))
        asked, toast = await root.get_state(StepUpState), await root.get_state(ToastState)
        assert asked.request_id, (name, toast.description)
        assert asked.reason in REASONS, name
        assert toast.toast_id == "", name
    assert await _stored() == before, "nothing changed"
    missed = {one for one in asking() if one[0].startswith("voice_report.ui.")} | ONLY_EVENTS
    assert not missed - scene.reached, "every page that asks was reached"


def test_s39_each_change_by_an_administrator_is_delicate_or_exempt() -> None:
    changes = {name for name, route in _routes() if not name.startswith("GET ") and _is_for_administrators(route)}
    assert changes - set(ROUTES) == set(EXEMPT), "let it ask for a second factor, or say here why it does not"
    assert all(EXEMPT.values())


def _routes() -> Iterator[tuple[str, APIRoute]]:
    from voice_report.web.api.app import create

    waiting = list(create().routes)
    while waiting:
        route = waiting.pop()
        if isinstance(route, APIRoute):
            yield from ((f"{method} {route.path}", route) for method in route.methods or () if method != "HEAD")
        elif hasattr(route, "original_router"):
            waiting += route.original_router.routes  # pyright: ignore[reportAttributeAccessIssue]


def _is_for_administrators(route: APIRoute) -> bool:
    guards = {getattr(one.call, "__qualname__", "") for one in route.dependant.dependencies}
    return "with_role.<locals>.allowed" in guards or route.path.startswith(("/api/admin", "/api/organization"))


def _noting(init, reached: set[Function]):
    """Return ``init`` of the refusal that notes whom it came from."""

    def noting(self, *args, **kwargs) -> None:
        frame = sys._getframe(1)
        while frame.f_globals["__name__"] == identity.__name__ and frame.f_back is not None:
            frame = frame.f_back
        reached.add((frame.f_globals["__name__"], frame.f_code.co_qualname))
        init(self, *args, **kwargs)

    return noting


async def _stored() -> list[str]:
    """Return every row, without when a session was last used."""
    found = []
    async with database.reading() as session:
        for table in SQLModel.metadata.sorted_tables:
            columns = [one for one in table.columns if one.name != "last_seen_at"]
            rows = await session.execute(select(*columns))
            found += sorted(f"{table.name} {tuple(row)}" for row in rows)
    return found
