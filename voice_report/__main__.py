"""The command line: ``python -m voice_report migrate | demo | create-platform-admin EMAIL | reconcile``."""

import argparse
import asyncio
import getpass
import sys

from . import database, logs
from .config import settings
from .database import transaction
from .errors import DomainError
from .lifespan import migrate, print_demo
from .services import demo, passwords, reconciliation, stripe_events, users
from .services.identity import PLATFORM_ADMIN


def main() -> None:
    """Read the command and run it. An expected failure is one sentence and exit status 1."""
    parser = argparse.ArgumentParser(prog="python -m voice_report")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("migrate", help="bring the database to the newest schema")
    commands.add_parser("demo", help="fill an empty database with demo data (development only)")
    commands.add_parser("reconcile", help="compare balances, ledger and payments with Stripe; status 1 if they differ")
    platform_admin = commands.add_parser("create-platform-admin", help="make a platform administrator")
    platform_admin.add_argument("email")
    platform_admin.add_argument("--first-name", default="Platform")
    platform_admin.add_argument("--last-name", default="Beheer")
    arguments = parser.parse_args()
    logs.set_up()
    try:
        _run(arguments)
    except DomainError as refusal:
        sys.exit(refusal.message)


def _run(arguments: argparse.Namespace) -> None:
    if arguments.command == "demo" and settings().is_production:
        sys.exit("Demo data is for development only.")
    if arguments.command == "reconcile":
        _reconcile()
        return
    if arguments.command == "migrate" or not settings().is_production:
        migrate()
    if arguments.command == "demo":
        asyncio.run(_closing(_demo()))
    elif arguments.command == "create-platform-admin":
        password = getpass.getpass("Wachtwoord: ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\r\n")
        asyncio.run(_closing(_create_platform_admin(arguments, password)))
        print(f"Platform admin {arguments.email} kan nu inloggen.")


def _reconcile() -> None:
    """Print every difference. Exit status 1 when there is any."""
    found = asyncio.run(_closing(reconciliation.differences()))
    print("\n".join(found) if found else "Geen verschillen.")
    if found:
        sys.exit(1)


async def _demo() -> None:
    made = await demo.fill_when_empty()
    print_demo(made)
    if not made:
        print("De database heeft al gebruikers; er is niets gewijzigd.")


async def _create_platform_admin(arguments: argparse.Namespace, password: str) -> None:
    passwords.check_rule(password)
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


async def _closing(work):
    try:
        return await work
    finally:
        await stripe_events.close()
        await database.dispose()


if __name__ == "__main__":
    main()
