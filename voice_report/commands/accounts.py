"""Commands that make or change accounts, and fill a database for development."""

import argparse
import asyncio
import getpass
import sys

from ..config import settings
from ..db.session import run_in_transaction
from ..errors import Invalid
from ..integrations.speech import spare
from ..lifespan import print_demo
from ..services.factors import passwords, second_factor
from ..services.platform import demo
from ..services.sessions import users
from ..services.shared.identity import PLATFORM_ADMIN


async def fill_with_demo(_arguments: argparse.Namespace) -> list[str]:
    """Make demo data in an empty database."""
    _for_development("Demo data is for development only.")
    made = await demo.fill_when_empty()
    print_demo(made)
    if not made:
        print("De database heeft al gebruikers; er is niets gewijzigd.")
    return []


async def fetch_spare_model(_arguments: argparse.Namespace) -> list[str]:
    """Fetch the small speech model."""
    _for_development("The spare speech model is for development only.")
    print(await asyncio.to_thread(spare.fetched, lambda percent: print(f"{percent}%", flush=True)))
    return []


async def create_platform_admin(arguments: argparse.Namespace) -> list[str]:
    """Make a platform administrator with the password that is typed, or is the first line of the input."""
    password = getpass.getpass("Wachtwoord: ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\r\n")
    passwords.check_rule(password, (arguments.email, arguments.first_name, arguments.last_name))
    password_hash = await passwords.hashed(password)
    await run_in_transaction(
        users.create,
        email=arguments.email,
        password_hash=password_hash,
        first_name=arguments.first_name,
        last_name=arguments.last_name,
        role=PLATFORM_ADMIN,
        organization_id=None,
    )
    print(f"Platform admin {arguments.email} kan nu inloggen.")
    return []


async def remove_second_factor(arguments: argparse.Namespace) -> list[str]:
    """Let a user who lost phone and codes in by password."""
    await run_in_transaction(second_factor.remove_for, arguments.email)
    print(f"{arguments.email} logt voortaan in met alleen het wachtwoord.")
    return []


def _for_development(sentence: str) -> None:
    if settings().is_production:
        raise Invalid(sentence)
