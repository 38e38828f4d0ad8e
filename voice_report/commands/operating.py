"""Commands for the operator of an installation: ``check``, ``send-test-mail``, ``failed``, ``export-organization``."""

import argparse
import uuid
from pathlib import Path

from ..core import texts
from ..errors import NotFound
from ..services.billing import webhooks
from ..services.leaving import everything
from ..services.mail import by_hand
from ..services.platform import self_check
from .progress import shown, waited

_STATES = {self_check.GOOD: "goed", self_check.WARNING: "let op", self_check.FAILED: "fout"}
_ALL = "all"
_MARK = 8  # characters of an id that are shown
_UNKNOWN = "Er is niets mislukt met het kenmerk {}."


async def check(_arguments: argparse.Namespace) -> list[str]:
    """Print how each part of the installation is; return what failed."""
    failed: list[str] = []
    async for found in self_check.look():
        print(f"{_STATES[found.state]:<7} {found.part}: {found.sentence}", flush=True)
        failed += [found.part] if found.state == self_check.FAILED else []
    return failed


async def send_test_mail(arguments: argparse.Namespace) -> list[str]:
    """Send a mail to an address at once, and print what the server said."""
    print(await waited("Mailserver", by_hand.send_test(arguments.address)))
    return []


async def failed(arguments: argparse.Namespace) -> list[str]:
    """List mails that were given up and events that fail; or try one of them, or all, again."""
    mails, events = await by_hand.failed(), await webhooks.failing()
    wanted = arguments.again
    if wanted is None:
        found = [*map(_mail, mails), *map(_event, events)]
        print("\n".join(found) if found else "Er is niets mislukt.")
        return found
    mails = [one for one in mails if _is_meant(one.id, wanted)]
    events = [one for one in events if _is_meant(one.id, wanted)]
    if not mails and not events and wanted != _ALL:
        raise NotFound(_UNKNOWN.format(wanted))
    again = await by_hand.try_again([one.id for one in mails])
    left = {one.id for one in events if not await webhooks.try_again(one.id)}
    undone = [_event(one) for one in await webhooks.failing() if one.id in left]
    print(f"{texts.counted(again, 'mail wordt', 'mails worden')} opnieuw verstuurd.")
    if len(mails) > again:
        print(f"Van {texts.counted(len(mails) - again, 'mail', 'mails')} is de tekst al gewist.")
    print(f"{texts.counted(len(events) - len(undone), 'gebeurtenis', 'gebeurtenissen')} van Stripe alsnog verwerkt.")
    print("\n".join(undone), end="\n" if undone else "")
    return undone


def _is_meant(row_id: uuid.UUID, wanted: str) -> bool:
    return wanted == _ALL or (len(wanted) >= _MARK and row_id.hex.startswith(wanted.replace("-", "").lower()))


def _mail(one: by_hand.FailedMail) -> str:
    whom = f"mail aan iemand bij {one.domain}"
    note = "" if one.can_again else ", tekst al gewist"
    return f"{one.id.hex[:_MARK]}  {texts.dutch_moment(one.written_at)}  {whom}: {one.reason}{note}"


def _event(one: webhooks.FailingEvent) -> str:
    tried = texts.counted(one.attempts, "poging", "pogingen")
    return f"{one.id.hex[:_MARK]}  {texts.dutch_moment(one.at)}  Stripe, {one.type}: {one.reason} ({tried})"


async def export_organization(arguments: argparse.Namespace) -> list[str]:
    """Write everything of an organization to a ZIP file in a folder; ``?`` lists them."""
    if arguments.organization == "?":
        print("\n".join(f"{row_id}  {name}" for row_id, name in await everything.organizations()))
        return []
    with shown() as progress:
        path = await everything.write(arguments.organization, Path(arguments.folder), progress)
    print(f"Geschreven: {path} ({texts.size(path.stat().st_size)}). Er staan gegevens van cliënten in.")
    return []
