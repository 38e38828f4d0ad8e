"""How long something is still kept, in words: from fourteen days before it is erased."""

from datetime import datetime, timedelta
from math import ceil

from ....core import texts
from ....services.privacy import terms
from ....services.privacy.terms import Term, Terms

_SOON = timedelta(days=2)


def left(term: Term, begin: datetime, now: datetime) -> tuple[str, bool]:
    """Return 'Wordt over 6 dagen gewist' for something that began then, and whether that is soon; '' until then."""
    end = terms.erased_at(term, begin)
    if end is None or end - now > terms.NOTICE:
        return "", False
    days = ceil((end - now) / timedelta(days=1))
    when = "vannacht" if days < 1 else f"over {texts.counted(days, 'dag', 'dagen')}"
    return f"Wordt {when} gewist", end - now <= _SOON


def of_report(found: Terms, saved_at: datetime, removed_at: datetime | None, now: datetime) -> str:
    """Return what happens to an archived report: its transcript first, then the whole; '' where that is not soon."""
    whole, _ = left(found.archive, saved_at, now)
    if whole:
        return f"{whole}: ook de rapportage"
    if removed_at is not None:
        return f"Het transcript is op {texts.long_date(removed_at.date())} gewist"
    end = terms.erased_at(found.transcript, saved_at)
    if end is None or end - now > terms.NOTICE:
        return ""
    return f"Transcript wordt op {texts.long_date(end.date())} gewist"
