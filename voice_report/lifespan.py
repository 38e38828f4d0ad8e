"""Background tasks that run next to the pages in every worker, from start to stop."""

import asyncio
import ctypes
import gc
import importlib
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from .config import settings
from .core import background, word_caches
from .db import migrate
from .db import session as database
from .db.session import run_in_transaction, transaction
from .errors import Unavailable
from .services.audit import erasures, samples
from .services.billing import credits, subscriptions, webhooks
from .services.clients import file_import, name_keys
from .services.concepts import evidence, structuring
from .services.dictation import dictation, example, recordings, segments
from .services.drafts import deleted, news
from .services.factors import second_factor
from .services.insight import counting
from .services.mail import outbox
from .services.measurements import recounting
from .services.organizations import month_mail, unproven
from .services.platform import clocks, deletion, demo
from .services.privacy import client_erasure, old_records, privacy_file, restored, retention
from .services.processing import egress, steps
from .services.sessions import sessions
from .services.sign_in import linking, signing_in
from .services.sso import domain_checks, provider_logout, single_sign_on

logger = logging.getLogger(__name__)

_BETWEEN_ROUNDS = 60 * 60  # seconds
_BETWEEN_JOURNALS = 60  # seconds; how long deleted content stays readable in SQLite's WAL
_BETWEEN_TRIMS = 15  # seconds
_BETWEEN_FILES = 15  # seconds until a change of settings is in the privacy file, for who does not open it
_FULL_COLLECTION = 100  # garbage collections of the middle generation for each full one; 10 by default
#: Seconds that a thread keeps the interpreter while the event loop waits for it, which an event may do a dozen times;
#: 0.005 by default.
_THREAD_KEEPS = 0.0005
_PORTION = 100  # a task that handled this many has more to do, and gets another transaction

#: Libraries that functions import: a start waits for them no more than it must.
_LATER = ("webauthn", "joserfc.jwt", "dns.asyncresolver", "segno")

#: Hourly tasks, run by whichever worker comes first: each does nothing when it was done already. None is in a hurry,
#: and none is run by a clock that is suddenly ahead (``clocks``).
_ROUND = (
    structuring.purge,
    dictation.purge,
    example.purge,
    deleted.purge,
    sessions.purge,
    signing_in.purge,
    second_factor.purge,
    linking.purge,
    single_sign_on.purge,
    provider_logout.purge,
    unproven.purge,
    file_import.purge,
    name_keys.add_missing,
    outbox.purge,
    webhooks.purge,
    erasures.purge,
    counting.purge,
    egress.purge,
    steps.purge,
    month_mail.send_due,
)


def print_demo(made: list[demo.Credentials]) -> None:
    """Show the demo accounts in the terminal: the only time and place their passwords are readable."""
    if made:
        print("\nDemo-accounts (alleen nu te zien):")
        for one in made:
            print(f"  {one.organization:<28} {one.role:<14} {one.email:<36} {one.password}")
            if one.app_secret:
                print(f"    met een tweede stap: zet {one.app_secret} in een verificatie-app,")
                print(f"    of vul een herstelcode in (elk werkt één keer): {' '.join(one.recovery_codes[:3])}")
        print(flush=True)


@asynccontextmanager
async def run() -> AsyncIterator[None]:
    """Prepare before the first request is answered, and clean up after the last."""
    egress.begin()
    if not settings().is_production:
        await asyncio.to_thread(migrate.migrate)
        print_demo(await demo.fill_when_empty())
    if not settings().redis_url:
        await release_stale_leases()
    sys.setswitchinterval(_THREAD_KEEPS)
    dictation.start_loading()
    try:
        async with background.running(
            _rounds(),
            _empty_journals(),
            _give_memory_back(),
            _privacy_files(),
            outbox.run(),
            webhooks.run(),
            news.run(),
            _import_later(),
            structuring.examine(),
        ):
            _keep_what_is_there()
            yield
    finally:  # also when something else that starts after this fails
        await recordings.finish_all()
        await dictation.finish_all()
        await structuring.finish_all()
        await evidence.finish_all()
        await signing_in.finish_all()
        await webhooks.close()
        await database.dispose()


def _keep_what_is_there() -> None:
    """Leave modules and pages out of every later garbage collection, and make full ones rare (decisions/0025)."""
    gc.set_threshold(*gc.get_threshold()[:2], _FULL_COLLECTION)
    gc.freeze()
    gc.enable()  # off since the start (``server``)


async def _import_later() -> None:
    """Import in a thread, while the server answers already, what the first such request would hold the loop for."""
    for name in _LATER + (("stripe", "httpx") if settings().stripe_secret_key else ()):
        await asyncio.to_thread(importlib.import_module, name)
    gc.freeze()


async def _give_memory_back() -> None:
    """Return free memory between what is in use to the system (malloc_trim(3), decisions/0025); only glibc has that."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    while trim is not None:
        await asyncio.sleep(_BETWEEN_TRIMS)
        await asyncio.to_thread(trim, 0)


async def release_stale_leases() -> None:
    """Release at once the leases of a killed process, so that no user has to wait for them to expire.

    Without Redis there is one process (docs/operations/scaling.md): work under way at its start is of one that died.
    """
    try:
        async with transaction() as session:
            freed = await credits.release_all(session)
            freed += await segments.release_all(session) + await recordings.release_all(session)
    except Exception:
        logger.exception("what a killed process held could not be freed; it expires by itself")
    else:
        if freed:
            logger.info("freed %d concepts, segments and files of a process that was killed", freed)


async def _rounds() -> None:
    """Run the hourly tasks for as long as the process lives; a task that fails does not stop the others."""
    while True:
        word_caches.forget()  # another process may have erased what they are of
        database.forget_statements()
        await _try_pseudonyms()
        await _erase_again()
        try:
            await deletion.resume()  # works in batches, so it opens its own transactions
        except Exception:
            logger.exception("deletions that were cut off could not be finished; tried again in an hour")
        try:
            while await run_in_transaction(credits.refill_due):  # a batch each time, so that none lasts long
                pass
        except Exception:
            logger.exception("monthly credits could not be topped up; it happens at their next use")
        if await _clock_is_believed():
            for work in _ROUND:
                try:
                    while await run_in_transaction(work) >= _PORTION:
                        pass
                except Exception:
                    logger.exception("hourly work failed: %s.%s", work.__module__, work.__qualname__)
            await _erase_by_term()
        try:
            await subscriptions.sync_overdue()  # calls Stripe, so it opens its own transactions
        except Exception:
            logger.exception("subscriptions that should have ended could not be read")
        try:
            await domain_checks.look_at_due()  # asks name servers, so it opens its own transactions
        except Exception:
            logger.exception("proven domains could not be looked at; it happens in an hour")
        try:
            await recounting.run()  # reads for minutes, so it comes last
        except Exception:
            logger.exception("measured values could not be read again by the new rules; tried again in an hour")
        await asyncio.sleep(_BETWEEN_ROUNDS)


async def _try_pseudonyms() -> None:
    """Say in the log, at the start and every hour, when names cannot be replaced: no text leaves this process then."""
    try:
        if await asyncio.to_thread(structuring.pseudonyms_state) == "failing":
            logger.error("names cannot be replaced in text that leaves: none leaves, the local rules write instead")
    except Exception:
        logger.exception("whether names can be replaced in text that leaves could not be tried")


async def _erase_again() -> None:
    """Erase what a restored backup brought back; users that it brought back are erased by ``deletion.resume``."""
    try:
        await restored.erase_again()
    except Exception:
        logger.exception("what a restored backup may have brought back could not be looked for; tried again in an hour")


async def _erase_by_term() -> None:
    """Do the night's work, in transactions of its own, and keep outside the database what it erased; first what is
    counted of what may be erased."""
    for work in (
        counting.run,
        samples.draw_due,
        client_erasure.resume,
        retention.run,
        old_records.run,
        restored.erase_again,
    ):
        try:
            await work()
        except Exception:
            logger.exception("nightly work failed: %s; tried again in an hour", work.__module__)


async def _clock_is_believed() -> bool:
    try:
        return await clocks.may_delete()
    except Exception:
        logger.exception("the clock could not be judged; nothing is deleted by it this hour")
        return False


async def _empty_journals() -> None:
    """Remove deleted content from SQLite's write-ahead log every minute, for as long as the process lives."""
    while True:
        try:
            await database.empty_journal()
        except Exception:
            logger.exception("the database's journal could not be emptied")
        await asyncio.sleep(_BETWEEN_JOURNALS)


async def _privacy_files() -> None:
    """Make the versions of privacy files that are due: of all once after the start, when the installation may be
    another, then of those whose settings or night changed."""
    everything = True
    while True:
        await asyncio.sleep(_BETWEEN_FILES)
        try:
            await privacy_file.renew_all(everything=everything)
            everything = False
        except Unavailable:  # of the database, which is logged where it is met
            pass
        except Exception:
            logger.exception("versions of privacy files could not be made; tried again in %d seconds", _BETWEEN_FILES)
