"""The daily checks, each a command or a part of ``nightly``, and ``rotate-secrets``."""

import argparse

from ..db import probe
from ..errors import DomainError
from ..services.audit import verification
from ..services.billing import reconciliation
from ..services.clients import name_keys
from ..services.mail import by_hand
from ..services.platform import clocks, search_keys, secret_rotation
from ..services.privacy import restored
from . import Command
from .progress import shown, waited


async def reconcile(_arguments: argparse.Namespace) -> list[str]:
    """Print and return every difference between our books and Stripe's."""
    found = await waited("Boeken vergelijken", reconciliation.differences())
    print("\n".join(found) if found else "Geen verschillen.")
    return found


async def database(_arguments: argparse.Namespace) -> list[str]:
    """Print and return what cannot be read in the database's file."""
    found = [f"De database is beschadigd: {line}" for line in await waited("Database lezen", probe.damage())]
    print("\n".join(found) if found else "De database is heel.")
    return found


async def verify_audit(arguments: argparse.Namespace) -> list[str]:
    """Print and return every deviation of the audit trail."""
    with shown() as progress:
        result = await verification.verify(renew=getattr(arguments, "renew_anchor", False), progress=progress)
    print("\n".join(result.deviations) if result.deviations else "Het auditspoor is heel.")
    print(f"{result.chains} ketens, {result.rows} regels.")
    return result.deviations


async def rotate_secrets(_arguments: argparse.Namespace) -> list[str]:
    """Replace the former ``SECRET_KEY``; print and return what prevented that, or which secrets remain."""
    with shown() as progress:
        outcome = await secret_rotation.rotate(progress)
    found = list(outcome.deviations)
    if found:
        found.append("Er is niets vervangen: kijk eerst wat er met het auditspoor is.")
    elif outcome.unreadable:
        found.append(f"Van {outcome.unreadable} geheimen ontbreekt de sleutel: zet die ook in FORMER_SECRET_KEYS.")
    print("\n".join(found) if found else "De sleutel is vervangen.")
    print(f"{outcome.encrypted} geheimen opnieuw versleuteld.")
    return found


async def nightly(arguments: argparse.Namespace) -> list[str]:
    """Run the checks; when one fails, the others still run, and the failure itself counts as a finding."""
    checks = (database, verify_audit, reconcile, _clocks, _mails, _search_keys, _name_keys, _restored)
    return [line for check in checks for line in await checked(check, arguments)]


async def checked(check: Command, arguments: argparse.Namespace) -> list[str]:
    """Run a check; its failure (a neighbour that is away, a file that cannot be read) is printed and is a finding."""
    try:
        return await check(arguments)
    except (DomainError, OSError) as failure:
        sentence = failure.message if isinstance(failure, DomainError) else f"{type(failure).__name__}: {failure}"
        print(sentence)
        return [sentence]


async def _clocks(_arguments: argparse.Namespace) -> list[str]:
    """Print and return what was stored by a clock that was ahead."""
    found = await clocks.from_the_future()
    print("\n".join(found) if found else "Alle momenten zijn geweest.")
    return found


async def _mails(_arguments: argparse.Namespace) -> list[str]:
    """Print and return why mails were not delivered."""
    found = await by_hand.given_up()
    print("\n".join(found) if found else "Alle mail is bezorgd of wacht nog.")
    return found


async def _search_keys(_arguments: argparse.Namespace) -> list[str]:
    """Mend the search keys that a process of an older version wrote during an upgrade: no finding."""
    print(f"{await waited('Zoeksleutels nakijken', search_keys.mend())} zoeksleutels bijgewerkt.")
    return []


async def _name_keys(_arguments: argparse.Namespace) -> list[str]:
    """Write again the parts of names that are not of the people's names: no finding."""
    print(f"{await waited('Namen nakijken', name_keys.mend())} namen bijgewerkt.")
    return []


async def _restored(_arguments: argparse.Namespace) -> list[str]:
    """Print and return what a restored backup brought back."""
    found = await restored.lately()
    print("\n".join(found) if found else "Er is niets teruggekomen dat gewist was.")
    return found
