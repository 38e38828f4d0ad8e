"""The command line: ``python -m voice_report COMMAND``; ``--help`` lists the commands.

``nightly`` runs the daily checks for the administrator of an installation: it exits with status 1 when it finds
anything, so that cron mails its output.
"""

import argparse
import asyncio
import os
import sys
from pathlib import Path

from .commands import Command, accounts, backups, checks, operating
from .commands.progress import shown
from .config import VERSION, settings
from .core import logs
from .db import schema
from .db import session as database
from .db.migrate import migrate
from .errors import DomainError
from .services.billing import webhooks
from .services.processing import egress

#: What each command does; in development some bring the schema up to date first.
_COMMANDS: dict[str, Command] = {
    "backup": backups.backup,
    "check-backup": backups.check_backup,
    "restore": backups.restore,
    "check": operating.check,
    "send-test-mail": operating.send_test_mail,
    "failed": operating.failed,
    "export-organization": operating.export_organization,
    "nightly": checks.nightly,
    "verify-audit": checks.verify_audit,
    "reconcile": checks.reconcile,
    "rotate-secrets": checks.rotate_secrets,
    "demo": accounts.fill_with_demo,
    "create-platform-admin": accounts.create_platform_admin,
    "remove-second-factor": accounts.remove_second_factor,
    "fetch-spare-model": accounts.fetch_spare_model,
}
_MIGRATE_FIRST = ("demo", "create-platform-admin", "remove-second-factor", "fetch-spare-model")


def main() -> None:
    """Parse the command and run it. An expected failure prints one sentence and exits with status 1."""
    arguments = _parser().parse_args()
    try:
        logs.set_up(settings().log_format)
    except ValueError as refusal:  # says which setting, and no value
        sys.exit(f"The configuration was refused: {refusal}")
    try:
        if arguments.command == "migrate" or (arguments.command in _MIGRATE_FIRST and not settings().is_production):
            with shown() as progress:
                migrate(progress)
        found = asyncio.run(_run(arguments)) if arguments.command in _COMMANDS else []
    except DomainError as refusal:
        sys.exit(refusal.message)
    except BrokenPipeError:  # who reads the output, such as `head`, has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as failure:
        print(f"{type(failure).__name__}: {failure}")
        sys.exit(1)
    sys.exit(1 if found else 0)


async def _run(arguments: argparse.Namespace) -> list[str]:
    database.without_limits()
    egress.begin()
    try:
        return await _COMMANDS[arguments.command](arguments)
    finally:
        await webhooks.close()
        await database.dispose()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m voice_report")
    parser.add_argument("--version", action="version", version=f"Spraakrapport {VERSION}, schema {schema.newest()}")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("migrate", help="bring the database to the newest schema")
    _add_backups(commands)
    commands.add_parser(
        "check", help="look at settings, database, mail, engines, clock and disk; status 1 if one fails"
    )
    test_mail = commands.add_parser("send-test-mail", help="send a mail at once, to see that mail arrives")
    test_mail.add_argument("address")
    failed = commands.add_parser("failed", help="list mails that were given up and events that fail; status 1 if any")
    failed.add_argument("--again", metavar="ID", help="try one of them again, by its first eight characters, or 'all'")
    organization = commands.add_parser("export-organization", help="write everything of an organization to a ZIP file")
    organization.add_argument("organization", help="its id; '?' lists all")
    organization.add_argument("folder", nargs="?", default=".")
    commands.add_parser(
        "nightly", help="damage, verify-audit, reconcile, clocks that were ahead, lost mail, search keys"
    )
    verify = commands.add_parser("verify-audit", help="verify the audit trail and its anchor; status 1 if it deviates")
    verify.add_argument("--renew-anchor", action="store_true", help="accept the trail as it is now")
    commands.add_parser("reconcile", help="compare balances, ledger and payments with Stripe; status 1 if they differ")
    commands.add_parser("rotate-secrets", help="replace SECRET_KEY; the former one is in FORMER_SECRET_KEYS")
    platform_admin = commands.add_parser("create-platform-admin", help="make a platform administrator")
    platform_admin.add_argument("email")
    platform_admin.add_argument("--first-name", default="Platform")
    platform_admin.add_argument("--last-name", default="Beheer")
    lost = commands.add_parser("remove-second-factor", help="let a user who lost phone and codes in by password")
    lost.add_argument("email")
    commands.add_parser("demo", help="fill an empty database with demo data (development only)")
    commands.add_parser("fetch-spare-model", help="fetch the small speech model of 150 MB (development only)")
    return parser


def _add_backups(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    for name, told in (
        ("backup", "write an encrypted backup to a new file, also while people work"),
        ("check-backup", "read a backup to its end; status 1 if it is not whole"),
        ("restore", "put a backup back into an empty database"),
    ):
        command = commands.add_parser(name, help=told)
        command.add_argument("file")
        command.add_argument("--key-file", type=Path, help="a file with the key, in place of BACKUP_KEY")
        if name == "restore":
            command.add_argument("--replace", action="store_true", help="replace a database that is not empty")


if __name__ == "__main__":
    main()
