"""Dutch words used in more than one place; formatting of euros, dates and credits (nl-NL, Europe/Amsterdam)."""

from datetime import date, datetime
from uuid import UUID

from .. import clock
from ..clock import AMSTERDAM

TAGLINE = "Praat. Wij zorgen voor de rest."
LOADING = "Laden..."
NIET_BESPROKEN = "Niet besproken"
#: Marks in a transcript: what stands before it may be wrong; here was speech that could not be understood.
UNSURE = "[onzeker]"
NOT_UNDERSTOOD = "[onverstaanbaar]"

#: How a concept is written (``writing.Style``): the name, and what it means.
STYLES = {
    "letterlijk": ("Letterlijk", "Je eigen zinnen, onder de kopjes gezet."),
    "netjes": ("Netjes", "Wat je zei, zonder eh en verspreking. Getallen in cijfers."),
    "leesbaar": ("Leesbaar", "Netjes opgeschreven. Elke zin komt uit je dictaat."),
    "vrij": ("Vrij", "Vrij herschreven. Meer om zelf na te kijken."),
}

_DAYS = ("maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag")
_MONTHS = (
    "januari", "februari", "maart", "april", "mei", "juni",
    "juli", "augustus", "september", "oktober", "november", "december",
)  # fmt: skip


def credits_text(amount: int) -> str:
    """Format a balance: '∞ credits' for -1, '1 credit', '18 credits'."""
    return "∞ credits" if amount == -1 else counted(amount, "credit", "credits")


def free_reports(number: int) -> str:
    """Return what a new organization may make for nothing; '' for 0."""
    if number == 0:
        return ""
    which = "Je eerste rapportage is" if number == 1 else f"Je eerste {number} rapportages zijn"
    return f"{which} gratis. Geen kaart nodig."


def counted(number: int, one: str, more: str) -> str:
    """Format a number of things: '1 rapportage', '2 rapportages'."""
    return f"{number} {one if number == 1 else more}"


def dutch_number(count: int) -> str:
    """Format a number in Dutch notation: '12.480'."""
    return f"{count:,}".replace(",", ".")


def euros(amount: float) -> str:
    """Format an amount in euros: '€ 0,26'."""
    return "€ " + f"{amount:,.2f}".translate(str.maketrans(",.", ".,"))


def dutch_date(moment: datetime | date) -> str:
    """Format as '20-11-2026'."""
    return _local(moment).strftime("%d-%m-%Y")


def dutch_moment(moment: datetime) -> str:
    """Format as '20-11-2026, 09.06 uur'."""
    return _local(moment).strftime("%d-%m-%Y, %H.%M uur")


def draft_title(moment: datetime) -> str:
    """Return the title of a draft without one of its own: 'Concept 20-11-2026'."""
    return f"Concept {dutch_date(moment)}"


def reference(report_id: UUID, saved_at: datetime) -> str:
    """Return a report's reference, the year and the beginning of its id: 'R-2026-4F7A9C21'."""
    return f"R-{_local(saved_at).year}-{report_id.hex[:8].upper()}"


def long_date(day: date) -> str:
    """Format as '20 november 2026'."""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def long_moment(moment: datetime) -> str:
    """Format as '20 november 2026, 09.06 uur'."""
    return f"{long_date(_local(moment))}, {time(moment)} uur"


def size(amount: int) -> str:
    """Format a number of bytes: '812 bytes', '3 kB', '1,4 MB', '2,0 GB'."""
    if amount < 1000:
        return f"{amount} bytes"
    if amount < 1_000_000:
        return f"{round(amount / 1000)} kB"
    unit, name = (1_000_000, "MB") if amount < 1_000_000_000 else (1_000_000_000, "GB")
    return f"{dutch_number(amount // unit)},{amount % unit * 10 // unit} {name}"


def month(day: date) -> str:
    """Format as 'november'."""
    return _MONTHS[day.month - 1]


def day_of_month(day: date) -> str:
    """Return '12 februari'."""
    return f"{day.day} {month(day)}"


def short_month(day: date) -> str:
    """Format as 'nov', as on a calendar ('mrt' for March)."""
    return "mrt" if day.month == 3 else month(day)[:3]


def dutch_day(moment: datetime | date) -> str:
    """Format as 'vrijdag 20 november'."""
    local = _local(moment)
    return f"{_DAYS[local.weekday()]} {local.day} {_MONTHS[local.month - 1]}"


def dutch_day_and_time(moment: datetime) -> str:
    """Format as 'vrijdag 20 november 2026, 09.04 uur'."""
    local = _local(moment)
    return f"{dutch_day(moment)} {local.year}, {local.strftime('%H.%M')} uur"


def short_day_and_time(moment: datetime) -> str:
    """Format as 'vr 20 november 2026, 09.04 uur'."""
    day, rest = dutch_day_and_time(moment).split(" ", 1)
    return f"{day[:2]} {rest}"


def relative_moment(moment: datetime, now: datetime) -> str:
    """Format as 'Vandaag, 07.52 uur', 'Gisteren, 16.20 uur' or '12-11-2026, 16.20 uur'."""
    local, today = moment.astimezone(AMSTERDAM), now.astimezone(AMSTERDAM)
    days = (today.date() - local.date()).days
    if days in (0, 1):
        return f"{('Vandaag', 'Gisteren')[days]}, {local.strftime('%H.%M')} uur"
    return dutch_moment(moment)


def time(moment: datetime) -> str:
    """Format as '09.06'."""
    return _local(moment).strftime("%H.%M")


def relative_day(moment: datetime, now: datetime) -> str:
    """Format as 'Vandaag, vrijdag 20 november', 'Gisteren, ...' or 'Vrijdag 20 november 2026'."""
    local, today = moment.astimezone(AMSTERDAM), now.astimezone(AMSTERDAM)
    days = (today.date() - local.date()).days
    if days in (0, 1):
        return f"{('Vandaag', 'Gisteren')[days]}, {dutch_day(moment)}"
    return f"{dutch_day(moment).capitalize()} {local.year}"


def first_words(text: str, count: int) -> str:
    """Return the beginning of a text: 'Vanochtend bij mevrouw geweest voor de…', 80 characters at most."""
    words = text.split()
    start = " ".join(words[:count])
    return start if len(words) <= count and len(start) <= 80 else start[:80] + "…"


def client_words(first_name: str, last_name: str, born: date) -> str:
    """Format a client as the field that chooses one does: 'Van Dijk, Johanna (86)'."""
    return f"{last_name[:1].upper()}{last_name[1:]}, {first_name} ({age(born)})"


def born_on(day: date) -> str:
    """Return 'Geboren op 12-04-1938'."""
    return f"Geboren op {dutch_date(day)}"


def age(born: date) -> int:
    """Return the age in years as the product shows it: from the year of birth alone (decisions/0001)."""
    return clock.local_now().year - born.year


def _local(moment: datetime | date):
    return moment.astimezone(AMSTERDAM) if isinstance(moment, datetime) else moment
