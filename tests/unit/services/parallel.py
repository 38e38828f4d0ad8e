"""The writing use cases, to run concurrently: each picks its objects at random from one small world."""

import asyncio
import random
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import date, timedelta

from tests.support import people as cast
from voice_report.db import session as database
from voice_report.db.session import run_in_transaction
from voice_report.errors import DomainError
from voice_report.services.accounts import profile
from voice_report.services.archive import archive
from voice_report.services.billing import credits
from voice_report.services.clients import clients, file_import
from voice_report.services.clients.client_file import ClientFile, Line
from voice_report.services.clients.clients import ClientView
from voice_report.services.concepts import review, revising, structuring
from voice_report.services.dictation import dictation, segments
from voice_report.services.dictation.replacements import Spelled
from voice_report.services.drafts import deleted, drafts
from voice_report.services.mail import outbox
from voice_report.services.organizations import invitations, organizations, unproven
from voice_report.services.platform import deletion, users
from voice_report.services.sessions import sessions
from voice_report.services.shared import locks
from voice_report.services.shared.identity import CurrentUser
from voice_report.services.sign_in import signing_in

CLIENTS = [f"C-{number}" for number in range(1, 7)]


@dataclass
class World:
    """Two organizations with two administrators and three users each, and a draft and a dictation per person."""

    chance: random.Random
    boss: CurrentUser
    organizations: list[uuid.UUID]
    people: list[CurrentUser] = field(default_factory=list)
    drafts: dict[uuid.UUID, list[uuid.UUID]] = field(default_factory=dict)
    dictations: dict[uuid.UUID, uuid.UUID] = field(default_factory=dict)
    numbers: int = 0

    def someone(self) -> CurrentUser:
        return self.chance.choice(self.people)

    def admin(self) -> CurrentUser:
        return self.chance.choice([one for one in self.people if one.role == "admin"])

    def draft_of(self, person: CurrentUser) -> uuid.UUID:
        return self.chance.choice(self.drafts[person.id])

    def number(self) -> int:
        self.numbers += 1
        return self.numbers


async def make_world(boss: CurrentUser, chance: random.Random) -> World:
    columns = {"save_reports_to_archive": True, "max_users": 1000, "monthly_credits": 5, "plan": "mkb"}
    homes = [await cast.make_organization(f"Huis {letter}", credits=10_000, **columns) for letter in "AB"]
    world = World(chance, boss, homes)
    for home in homes:
        for client_id in CLIENTS:
            await cast.make_client(home, client_id)
        for role in ("admin", "admin", "user", "user", "user"):
            person = await (await cast.make_user(home, role=role)).current()
            world.people.append(person)
            saved = [await run_in_transaction(drafts.save_draft, person, transcript=f"Woord {n}.") for n in range(4)]
            world.drafts[person.id] = [one.id for one in saved]
            world.dictations[person.id] = uuid.uuid4()
    return world


async def save(world: World) -> None:
    who = world.someone()
    words = f"Anders {world.number()}."
    draft = world.chance.choice([None, world.draft_of(who)])
    client = world.chance.choice([None, *CLIENTS])
    made = await run_in_transaction(drafts.save_draft, who, draft_id=draft, transcript=words, client_id=client)
    world.drafts[who.id].append(made.id)


async def remove_draft(world: World) -> None:
    who = world.someone()
    await run_in_transaction(deleted.delete_draft, who, world.draft_of(who))


async def file_report(world: World) -> None:
    who = world.someone()
    draft = world.chance.choice([None, world.draft_of(who)])
    words, client = f"Verslag {world.number()}.", world.chance.choice(CLIENTS)
    await run_in_transaction(archive.archive, who, client_id=client, transcript=words, draft_id=draft)


async def dictate(world: World) -> None:
    who = world.someone()
    dictation_id = world.dictations[who.id]
    draft = world.chance.choice([None, world.draft_of(who)])
    claimed = await run_in_transaction(segments.claim, who, dictation_id, world.number(), draft)
    assert isinstance(claimed, segments.SegmentLease)
    stored = await run_in_transaction(segments.store, who, dictation_id, claimed, Spelled("Gezegd."))
    if stored.draft_id:
        world.drafts[who.id].append(stored.draft_id)


async def finish_dictation(world: World) -> None:
    who = world.someone()
    dictation_id, world.dictations[who.id] = world.dictations[who.id], uuid.uuid4()
    await run_in_transaction(dictation.finish, who, dictation_id)


async def make_concept(world: World) -> None:
    who = world.someone()
    key, draft = f"concept {world.number()}", world.draft_of(who)

    async def reserve(session) -> credits.ReservedCredit:
        await locks.caller(session, who)
        await drafts.require_draft(session, who, draft)
        return await credits.reserve(session, who, key, timedelta(minutes=3), draft)

    claim = await run_in_transaction(reserve)

    async def settle(session) -> None:
        await credits.settle(session, claim, "Verslag.")
        await drafts.put_report(session, who, draft, f"Verslag {world.number()}.", keep_former=True)

    await run_in_transaction(settle)


async def check_report(world: World) -> None:
    who = world.someone()
    draft = world.draft_of(who)
    await review.settle(who, draft, "Situatie", f"Zin {world.number()}.", ["number"])
    await revising.restore_former(who, draft)


async def import_file(world: World) -> None:
    who = world.admin()
    ids = [f"C-{number}" for number in range(1, 60)]
    world.chance.shuffle(ids)
    number = world.number()
    lines = [Line(n, ClientView(one, "Jan", f"Naam{number}", date(1940, 1, 1))) for n, one in enumerate(ids)]
    await file_import.save(who, ClientFile(f"bestand {number}", lines), f"bestand {number}")


async def edit_client(world: World) -> None:
    client = ClientView(world.chance.choice(CLIENTS), "Cor", f"Naam{world.number()}", date(1940, 5, 17))
    await run_in_transaction(clients.put_client, world.admin(), client)


async def move(world: World) -> None:
    change = users.Changes(organization_id=world.chance.choice(world.organizations))
    await run_in_transaction(users.change, world.boss, world.someone().id, change)


async def give_role(world: World) -> None:
    change = users.Changes(role=world.chance.choice(["user", "admin"]), is_active=True)
    await run_in_transaction(users.change, world.boss, world.someone().id, change)


async def change_organization(world: World) -> None:
    wanted = organizations.Settings(f"Huis {world.number()}", "mkb", 1000, True, 5, None)
    await run_in_transaction(organizations.change, world.boss, world.chance.choice(world.organizations), wanted)


async def invite(world: World) -> None:
    who, address = world.admin(), f"gast{world.chance.randrange(3)}@zorg.example"
    made = await run_in_transaction(invitations.invite, who, address)
    if world.chance.random() < 0.5:
        await run_in_transaction(invitations.withdraw, who, made.id)


async def sign_in(world: World) -> None:
    await database.run_in_transaction(sessions.open_session, world.someone().id)


async def sign_out(world: World) -> None:
    await run_in_transaction(profile.sign_out_others, world.someone())


async def refill(_world: World) -> None:
    await run_in_transaction(credits.refill_due)


async def purge(world: World) -> None:
    work = (
        sessions.purge,
        signing_in.purge,
        unproven.purge,
        dictation.purge,
        structuring.purge,
        outbox.purge,
        file_import.purge,
    )
    await run_in_transaction(world.chance.choice(work))


async def leave(world: World) -> None:
    """Delete a person with drafts, a report and an invitation."""
    home = world.chance.choice(world.organizations)
    person = await (await cast.make_user(home, role="admin")).current()
    for client in CLIENTS[:3]:
        await run_in_transaction(archive.archive, person, client_id=client, transcript=f"Verslag {world.number()}.")
    await run_in_transaction(invitations.invite, person, f"gast{world.chance.randrange(3)}@zorg.example")
    world.people.append(person)
    world.drafts[person.id] = [
        (await run_in_transaction(drafts.save_draft, person, transcript=f"Woord {world.number()}.")).id
    ]
    world.dictations[person.id] = uuid.uuid4()
    try:
        await deletion.delete_user(world.boss, person.id)
    finally:
        world.people.remove(person)


async def close(world: World) -> None:
    """Delete a small organization while its people are at work and one of them wrote elsewhere before."""
    home = await cast.make_organization("Kort", credits=10, max_users=50, save_reports_to_archive=True)
    person = await (await cast.make_user(home, role="admin")).current()
    for client_id in CLIENTS[:2]:
        await cast.make_client(home, client_id)
    await run_in_transaction(archive.archive, person, client_id=CLIENTS[0], transcript="Verslag.")
    world.drafts[person.id] = [(await run_in_transaction(drafts.save_draft, person, transcript="Woord.")).id]
    world.dictations[person.id] = uuid.uuid4()
    world.people.append(person)
    try:
        await deletion.delete_organization(world.boss, home)
    finally:
        world.people.remove(person)


USE_CASES: list[Callable[[World], Awaitable[None]]] = [
    save, remove_draft, file_report, dictate, finish_dictation, make_concept, check_report, import_file, edit_client,
    move, give_role, change_organization, invite, sign_in, sign_out, refill, purge, leave, close,
]  # fmt: skip


async def run_pairs(world: World, pairs: int) -> tuple[Counter[str], list[str]]:
    """Run pairs of use cases at once, each three times over; return their outcomes, and the unexpected errors."""
    outcomes: Counter[str] = Counter()
    unexpected = []
    for _ in range(pairs):
        first, second = world.chance.choice(USE_CASES), world.chance.choice(USE_CASES)
        both = [first, second, first, second]
        results = await asyncio.gather(*(one(world) for one in both), return_exceptions=True)
        for one, result in zip(both, results, strict=True):
            if isinstance(result, DomainError) and result.status != 503:
                outcomes["refused"] += 1
            elif isinstance(result, BaseException):
                cause = result.__cause__ or result
                outcomes["unexpected"] += 1
                unexpected.append(f"{first.__name__} + {second.__name__}, {one.__name__}: {cause!r:.300}")
            else:
                outcomes["done"] += 1
    return outcomes, unexpected
