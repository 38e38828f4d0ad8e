"""The command line: ``python -m voice_report COMMAND``; ``--help`` lists the commands.

``nightly`` runs the daily checks for the administrator of an installation: it exits with status 1 when it finds
anything, so that cron mails its output.
"""

import argparse
import asyncio
import getpass
import sys
from collections.abc import Awaitable, Callable

from .config import settings
from .core import logs
from .db import probe
from .db import session as database
from .db.migrate import migrate
from .db.session import transaction
from .errors import DomainError
from .lifespan import print_demo
from .services.audit import verification
from .services.billing import reconciliation, webhooks
from .services.clients import name_keys
from .services.factors import passwords, second_factor
from .services.mail import outbox
from .services.platform import clocks, demo, search_keys, secret_rotation
from .services.privacy import restored
from .services.sessions import users
from .services.shared.identity import PLATFORM_ADMIN

Check = Callable[[argparse.Namespace], Awaitable[list[str]]]


def main() -> None:
    """Parse the command and run it. An expected failure prints one sentence and exits with status 1."""
    parser = argparse.ArgumentParser(prog="python -m voice_report")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("migrate", help="bring the database to the newest schema")
    commands.add_parser("demo", help="fill an empty database with demo data (development only)")
    commands.add_parser("reconcile", help="compare balances, ledger and payments with Stripe; status 1 if they differ")
    verify = commands.add_parser("verify-audit", help="verify the audit trail and its anchor; status 1 if it deviates")
    verify.add_argument("--renew-anchor", action="store_true", help="accept the trail of a restored backup")
    commands.add_parser(
        "nightly", help="damage, verify-audit, reconcile, clocks that were ahead, lost mail, search keys"
    )
    platform_admin = commands.add_parser("create-platform-admin", help="make a platform administrator")
    platform_admin.add_argument("email")
    platform_admin.add_argument("--first-name", default="Platform")
    platform_admin.add_argument("--last-name", default="Beheer")
    lost = commands.add_parser("remove-second-factor", help="let a user who lost phone and codes in by password")
    lost.add_argument("email")
    commands.add_parser("rotate-secrets", help="replace SECRET_KEY; the former one is in FORMER_SECRET_KEYS")
    arguments = parser.parse_args()
    logs.set_up()
    try:
        _run(arguments)
    except DomainError as refusal:
        sys.exit(refusal.message)


def _run(arguments: argparse.Namespace) -> None:
    if arguments.command == "demo" and settings().is_production:
        sys.exit("Demo data is for development only.")
    if arguments.command in _CHECKS:
        found = asyncio.run(_closing(_checked(_CHECKS[arguments.command], arguments)))
        sys.exit(1 if found else 0)
    if arguments.command == "migrate" or not settings().is_production:
        migrate()
    if arguments.command == "demo":
        asyncio.run(_closing(_demo()))
    elif arguments.command == "create-platform-admin":
        password = getpass.getpass("Wachtwoord: ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\r\n")
        asyncio.run(_closing(_create_platform_admin(arguments, password)))
        print(f"Platform admin {arguments.email} kan nu inloggen.")
    elif arguments.command == "remove-second-factor":
        asyncio.run(_closing(_remove_second_factor(arguments)))
        print(f"{arguments.email} logt voortaan in met alleen het wachtwoord.")


async def _reconcile(_arguments: argparse.Namespace) -> list[str]:
    """Print and return every difference between our books and Stripe's."""
    found = await reconciliation.differences()
    print("\n".join(found) if found else "Geen verschillen.")
    return found


async def _database(_arguments: argparse.Namespace) -> list[str]:
    """Print and return what cannot be read in the database's file."""
    found = [f"De database is beschadigd: {line}" for line in await probe.damage()]
    print("\n".join(found) if found else "De database is heel.")
    return found


async def _verify_audit(arguments: argparse.Namespace) -> list[str]:
    """Print and return every deviation of the audit trail."""
    result = await verification.verify(renew=getattr(arguments, "renew_anchor", False))
    print("\n".join(result.deviations) if result.deviations else "Het auditspoor is heel.")
    print(f"{result.chains} ketens, {result.rows} regels.")
    return result.deviations


async def _rotate_secrets(_arguments: argparse.Namespace) -> list[str]:
    """Replace the former ``SECRET_KEY``; print and return what prevented that, or which secrets remain."""
    outcome = await secret_rotation.rotate()
    found = list(outcome.deviations)
    if found:
        found.append("Er is niets vervangen: kijk eerst wat er met het auditspoor is.")
    elif outcome.unreadable:
        found.append(f"Van {outcome.unreadable} geheimen ontbreekt de sleutel: zet die ook in FORMER_SECRET_KEYS.")
    print("\n".join(found) if found else "De sleutel is vervangen.")
    print(f"{outcome.encrypted} geheimen opnieuw versleuteld.")
    return found


async def _clocks(_arguments: argparse.Namespace) -> list[str]:
    """Print and return what was stored by a clock that was ahead."""
    found = await clocks.from_the_future()
    print("\n".join(found) if found else "Alle momenten zijn geweest.")
    return found


async def _mails(_arguments: argparse.Namespace) -> list[str]:
    """Print and return why mails were not delivered."""
    found = await outbox.given_up()
    print("\n".join(found) if found else "Alle mail is bezorgd of wacht nog.")
    return found


async def _search_keys(_arguments: argparse.Namespace) -> list[str]:
    """Mend the search keys that a process of an older version wrote during an upgrade: no finding."""
    print(f"{await search_keys.mend()} zoeksleutels bijgewerkt.")
    return []


async def _name_keys(_arguments: argparse.Namespace) -> list[str]:
    """Write again the parts of names that are not of the people's names: no finding."""
    print(f"{await name_keys.mend()} namen bijgewerkt.")
    return []


async def _restored(_arguments: argparse.Namespace) -> list[str]:
    """Print and return what a restored backup brought back."""
    found = await restored.lately()
    print("\n".join(found) if found else "Er is niets teruggekomen dat gewist was.")
    return found


async def _nightly(arguments: argparse.Namespace) -> list[str]:
    """Run the checks; when one fails, the others still run, and the failure itself counts as a finding."""
    checks = (_database, _verify_audit, _reconcile, _clocks, _mails, _search_keys, _name_keys, _restored)
    return [line for check in checks for line in await _checked(check, arguments)]


async def _checked(check: Check, arguments: argparse.Namespace) -> list[str]:
    """Run a check; its failure (a neighbour that is away, a file that cannot be read) is printed and is a finding."""
    try:
        return await check(arguments)
    except (DomainError, OSError) as failure:
        sentence = failure.message if isinstance(failure, DomainError) else f"{type(failure).__name__}: {failure}"
        print(sentence)
        return [sentence]


_CHECKS = {
    "reconcile": _reconcile,
    "verify-audit": _verify_audit,
    "nightly": _nightly,
    "rotate-secrets": _rotate_secrets,
}


async def _demo() -> None:
    made = await demo.fill_when_empty()
    print_demo(made)
    if not made:
        print("De database heeft al gebruikers; er is niets gewijzigd.")


async def _create_platform_admin(arguments: argparse.Namespace, password: str) -> None:
    passwords.check_rule(password, (arguments.email, arguments.first_name, arguments.last_name))
    password_hash = await passwords.hashed(password)
    async with transaction() as session:
        await users.create(
            session,
            email=arguments.email,
            password_hash=password_hash,
            first_name=arguments.first_name,
            last_name=arguments.last_name,
            role=PLATFORM_ADMIN,
            organization_id=None,
        )


async def _remove_second_factor(arguments: argparse.Namespace) -> None:
    async with transaction() as session:
        await second_factor.remove_for(session, arguments.email)


async def _closing(work):
    database.without_limits()
    try:
        return await work
    finally:
        await webhooks.close()
        await database.dispose()


if __name__ == "__main__":
    main()
