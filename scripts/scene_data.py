"""The invented people, reports and payments in the pictures of ``screenshots.py``."""

import uuid
from datetime import timedelta

from bench.stage import Stage
from tests.support import people as cast
from tests.unit.services.factors.factors import set_up
from voice_report import clock
from voice_report.db import session as database
from voice_report.db.models import Organization, Passkey, Payment, User
from voice_report.services.accounts import password_reset
from voice_report.services.archive import archive
from voice_report.services.billing import credits, plans
from voice_report.services.drafts import drafts
from voice_report.services.vocabulary import words

SAID = (
    "Vanochtend bij mevrouw geweest voor de wondzorg.",
    "Ze had goed geslapen en was vrolijk.",
    "De wond aan het linkerbeen is kleiner en de randen zijn rustig.",
    "Ik heb de wond gespoeld en opnieuw verbonden.",
    "Het gaat de goede kant op.",
    "Donderdag kijken we weer.",
)


async def make_drafts(running: Stage) -> str:
    """Give the person in the pictures two drafts, and the archive reports; return the id of the draft with a report."""
    user = await running.person.current()
    await _present(running)
    paragraphs = zip(
        ("Situatie", "Observaties", "Uitgevoerde zorg", "Evaluatie", "Afspraken en vervolg"),
        (SAID[0], f"{SAID[1]} {SAID[2]}", SAID[3], SAID[4], SAID[5]),
        strict=True,
    )
    report = "\n\n".join(f"## {heading}\n\n{text}" for heading, text in paragraphs)
    async with database.transaction() as session:
        await drafts.save_draft(session, user, transcript="Mevrouw had goed gegeten. De huid op de hielen was gaaf.")
    await _archive(running, report)
    made = await database.run_in_transaction(
        drafts.save_draft, user, transcript=" ".join(SAID), structured_report=report, client_id=running.people.client_id
    )
    await database.dispose()
    return str(made.id)


async def _present(running: Stage) -> None:
    """Give the people mail addresses to look at, and their organizations plans that are sold."""
    people = running.people
    async with database.transaction() as session:
        for person in (people.user, people.admin, people.outsider, people.other_admin, people.platform_admin):
            user = await session.get_one(User, person.id)
            user.email = f"{user.first_name}.{user.last_name}@zorg.example".lower()
            session.add(user)
        for number, plan in ((people.organization_id, "mkb"), (people.other_organization_id, "zzp")):
            organization = await session.get_one(Organization, number)
            organization.plan, organization.save_reports_to_archive = plan, plan == "mkb"
            session.add(organization)


async def make_differing(running: Stage) -> str:
    """Give the person a draft whose report is not what was said; return its id."""
    report = (
        "## Situatie\n\nVanochtend bij mevrouw geweest voor de wondzorg.\n\n"
        "## Observaties\n\nDe wond aan het rechterbeen is kleiner en de randen zijn rustig. "
        "Ze had niet goed geslapen.\n\n"
        "## Uitgevoerde zorg\n\nIk heb de wond gespoeld en opnieuw verbonden.\n\n"
        "## Evaluatie\n\nNiet besproken\n\n## Afspraken en vervolg\n\n- Donderdag kijken we weer.\n"
    )
    made = await database.run_in_transaction(
        drafts.save_draft, await running.person.current(), transcript=" ".join(SAID), structured_report=report
    )
    await database.dispose()
    return str(made.id)


async def _archive(running: Stage, report: str) -> None:
    """Put reports about two people in care in the organization's archive."""
    other = await cast.make_client(running.people.organization_id, "C-2", "Fatima", "Voorbeeld")
    user = await running.person.current()
    for client_id, text in ((running.people.client_id, SAID[0]), (other, SAID[1]), (other, " ".join(SAID))):
        async with database.transaction() as session:
            await archive.archive(session, user, client_id=client_id, transcript=text, structured_report=report)


async def make_buyer() -> cast.Person:
    """Make an organization that bought and used credits in the last weeks; return its administrator."""
    there = await cast.make_organization("Zorg aan huis De Wilg", credits=0, plan="mkb", monthly_credits=5)
    admin = await cast.make_user(there, "Anna", "Beheerder", role="admin")
    worker = await (await cast.make_user(there, "Ursula", "Verzorger")).current()
    today = clock.now()
    for weeks, package in ((9, "starter"), (5, "zzp"), (1, "mkb")):
        bought = today - timedelta(weeks=weeks)
        clock.use(lambda bought=bought: bought)
        await _bought(there, admin, plans.package(package))
        for number in range(1, 4):
            used = bought + timedelta(hours=23 * number)
            clock.use(lambda used=used: used)
            async with database.transaction() as session:
                claim = await credits.reserve(session, worker, f"{package} {number}", timedelta(minutes=5))
                await credits.settle(session, claim, " ".join(SAID))
    clock.use(None)
    await database.dispose()
    return admin


async def _bought(there: uuid.UUID, buyer: cast.Person, plan: plans.Plan) -> None:
    payment = Payment(
        stripe_id=f"cs_{plan.id}",
        organization_id=there,
        organization_name="Zorg aan huis De Wilg",
        package_id=plan.id,
        amount_cents=plan.price_cents,
        status="paid",
        credits=plan.credits,
        receipt_url="https://pay.stripe.com/receipts/1",
    )
    async with database.transaction() as session:
        session.add(payment)
        key = f"purchase:{payment.stripe_id}"
        await credits.grant(session, plan.credits, reason="purchase", key=key, organization_id=there, actor_id=buyer.id)


async def without_credits() -> cast.Person:
    """Make a user in an organization whose credits are gone."""
    there = await cast.make_organization("Zorggroep De Berk", credits=0, plan="zzp", save_reports_to_archive=True)
    person = await cast.make_user(there)
    await cast.make_client(there, "C-1")
    await database.dispose()
    return person


async def listing(running: Stage) -> cast.Person:
    """Give an organization words that it writes in its own way, and a proposal; return its administrator."""
    admin, colleague = running.people.admin, running.people.user
    added: tuple[tuple[cast.Person, words.WordContent, words.Scope], ...] = (
        (admin, words.WordContent("De Lindenhof", ["de linden hof"], "plaats"), "organization"),
        (admin, words.WordContent("metoprolol", ["meetop lol"], "medicijn"), "organization"),
        (admin, words.WordContent("MDO", ["em de o"], "term"), "organization"),
        (colleague, words.WordContent("Wijkteam Oost", ["wijk team oost"], "team"), "organization"),
        (admin, words.WordContent("zwachtelen", ["zwagtelen"], "term"), "mine"),
    )
    for person, content, scope in added:
        await database.run_in_transaction(words.add, await person.current(), content, scope)
    await database.dispose()
    return admin


async def reset_token(running: Stage) -> str:
    """Create a link for a new password; opening its page does not use it."""
    async with database.transaction() as session:
        user = await session.get_one(User, running.people.other_admin.id)
        token = password_reset.new_token(user)
    await database.dispose()
    return token


async def make_protected(running: Stage) -> cast.Person:
    """Give a user two passkeys and an authenticator app."""
    person, now = running.people.other_admin, clock.now()
    await set_up(person)
    rows = (("iPhone van Sanne", now - timedelta(days=40)), ("Laptop kantoor Utrecht", now - timedelta(days=12)))
    async with database.transaction() as session:
        for name, made_at in rows:
            key = {"credential_id": uuid.uuid4().hex, "public_key": "", "created_at": made_at, "last_used_at": now}
            session.add(Passkey(user_id=person.id, name=name, **key))
    await database.dispose()
    return person
