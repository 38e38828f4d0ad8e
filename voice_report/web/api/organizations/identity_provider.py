"""The organization's identity provider and its proven mail domains, for its administrators."""

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response
from pydantic import Field

from ....db.session import run_in_transaction, run_reading, transaction
from ....services.sso import email_domains, identity_provider, single_sign_on
from ..accounts.single_sign_on import ProviderRedirectOut, redirect_to_provider
from ..guards import Admin
from ..responses import refusals
from ..shapes import Camel, Done, Number, PathId, Whole

router = APIRouter(prefix="/api/organization/identity-provider", tags=["organization"])

Despite = Annotated[bool, Query(alias="acceptsOutsiders", description="although it shuts members out, who were named")]
Usage = Literal["off", "recommended", "required"]
Kind = Literal["entra", "google", "surfconext", "other"]
MemberRole = Literal["user", "admin"]


class ProviderIn(Camel):
    kind: Kind
    issuer: Annotated[str, Field(max_length=1000, description="https address, exactly as the provider names itself")]
    client_id: Annotated[str, Field(max_length=1000)] = Field(description="of the application at the provider")
    client_secret: Annotated[str, Field(max_length=2000, description="written only; '' keeps the present one")] = ""
    usage: Usage = Field(description="`required`: members get in by the provider alone")
    admits_members: bool = Field(description="who signs in for the first time becomes a member, while there are seats")
    member_role: MemberRole = Field(default="user", description="of who becomes a member")
    needs_second_step: bool = Field(description="the provider must say so: `amr` with `mfa`, or the agreed `acr`")
    acr: Annotated[str, Field(max_length=1000, description="a value of `acr` (Entra ID: `acrs`) that counts")] = ""
    accepts_outsiders: bool = Field(
        default=False, description="`required` although it shuts members out, who were named with `members_outside`"
    )
    version: Number = Field(ge=0, description="of the settings that this changes; 0 the first time")


class ProviderOut(Camel):
    version: int
    kind: Kind
    issuer: str = Field(description="https address, as the provider names itself")
    client_id: str = Field(description="of the application at the provider")
    secret_set_at: datetime | None = Field(description="in UTC; null: no secret yet")
    usage: Usage = Field(description="`required`: members get in by the provider alone")
    admits_members: bool = Field(description="who signs in for the first time becomes a member, while there are seats")
    member_role: MemberRole = Field(description="of who becomes a member")
    needs_second_step: bool = Field(description="the provider must say that one took place")
    acr: str = Field(description="a value of `acr` that counts as one; empty: `amr` with `mfa` alone")
    is_tested: bool = Field(description="the last successful test was with these settings")
    tested_at: datetime | None = Field(description="in UTC; null: no test succeeded yet")
    tested_as: str = Field(description="the address that the test signed in with; empty: none")
    tested_second_step: bool = Field(description="the test took a second step")
    test_warning: str = Field(description="what the test showed to be missing, in Dutch; '' for nothing")
    redirect_uri: str = Field(description="to register at the provider")
    back_channel_uri: str = Field(description="to register at the provider, for signing out")
    front_channel_uri: str = Field(description="to register at the provider, for signing out")
    members: int = Field(description="how many there are")
    max_members: int = Field(description="how many there may be")
    always_in: list[str] = Field(description="administrators who get in without the provider")
    outsiders: int = Field(description="members whom `required` would shut out: their address is outside the domains")
    outsiders_shown: list[str] = Field(description="the first of them, with their addresses")


class DomainIn(Camel):
    domain: Annotated[str, Field(max_length=1000)]


class DomainOut(Camel):
    id: str
    domain: str
    record: str = Field(description="the TXT record that proves it")
    proven_at: datetime | None = Field(description="in UTC; null: the record was not seen yet")
    checked_at: datetime | None = Field(description="the last look, in UTC; null: none yet")
    missing_since: datetime | None = Field(description="the record is not there any more")
    closes_at: datetime | None = Field(
        description="from then on no user is linked with an address of the domain; null before a mail said so"
    )
    is_closed: bool = Field(description="no user is linked with an address of it any more")


class DomainsOut(Whole):
    domains: list[DomainOut]


@router.get("", responses=refusals(404))
async def get_identity_provider(user: Admin) -> ProviderOut:
    """Return the settings of the identity provider, without the secret."""
    return ProviderOut.model_validate(await run_reading(identity_provider.view, user))


@router.put("", responses=refusals(404, 409))
async def save_identity_provider(content: ProviderIn, user: Admin) -> ProviderOut:
    """Store the settings; `required` needs a test that succeeded with them."""
    fields = content.model_dump()
    version = fields.pop("version")
    async with transaction() as session:
        saved = await identity_provider.save(
            session, user, identity_provider.ProviderSettings(**fields), version=version
        )
        return ProviderOut.model_validate(saved)


@router.delete("", responses=refusals(404))
async def remove_identity_provider(user: Admin) -> Done:
    """Remove the settings and every link; who signed in with the provider is signed out."""
    await run_in_transaction(identity_provider.remove, user)
    return Done()


@router.post("/test", responses=refusals(404))
async def test_identity_provider(user: Admin, response: Response) -> ProviderRedirectOut:
    """Begin to test the settings by signing in with them; the outcome is in them afterwards."""
    return redirect_to_provider(response, await single_sign_on.begin_test(user))


@router.get("/domains")
async def get_domains(user: Admin) -> DomainsOut:
    """Return the organization's domains of mail addresses."""
    return DomainsOut(domains=[_out(one) for one in await run_reading(email_domains.list_all, user)])


@router.post("/domains", responses=refusals(409))
async def add_domain(content: DomainIn, user: Admin) -> DomainOut:
    """Claim a domain; it counts once its TXT record was seen."""
    return _out(await run_in_transaction(email_domains.add, user, content.domain))


@router.post("/domains/{domain_id}/prove", responses=refusals(409, 422))
async def prove_domain(domain_id: PathId, user: Admin) -> DomainOut:
    """Look for the domain's TXT record."""
    return _out(await email_domains.prove(user, domain_id))


@router.delete("/domains/{domain_id}", responses=refusals(409))
async def remove_domain(domain_id: PathId, user: Admin, accepts_outsiders: Despite = False) -> Done:
    """Give up a domain; while the provider is `required`, 409 `members_outside` names who would be shut out."""
    await run_in_transaction(email_domains.remove, user, domain_id, accepts_outsiders=accepts_outsiders)
    return Done()


def _out(one: email_domains.DomainView) -> DomainOut:
    return DomainOut.model_validate({**asdict(one), "id": str(one.id)})
