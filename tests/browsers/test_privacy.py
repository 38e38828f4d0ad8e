"""What a privacy officer chooses, reads and shows: what leaves, the privacy file, a sample, and an erased client.

Nothing here waits for a night's work, which the server does once for all stories of its engine.
"""

import json
from collections.abc import Callable

from sqlmodel import select

from tests.e2e.organizations.accounting import a_report, seen_last_month
from tests.support import tables
from tests.support.engines.screen import Screen
from tests.support.people import People
from voice_report.db.models import LogSample, Organization, Report
from voice_report.services.audit import samples

#: Presses what this selector finds, which has no name of its own; says so once it could.
PRESS = """const found = document.querySelector(arguments[0]);
found?.click();
return Boolean(found);"""

CHOOSE = """const [selector, value] = arguments;
const found = document.querySelector(selector);
if (found) found.value = value;
return found?.value === value;"""


async def test_names_and_dates_are_replaced_and_the_privacy_file_says_so(
    people: People, db, signed_in: Callable
) -> None:
    screen: Screen = await signed_in(people.admin, "/privacy-beheer")
    await screen.sees("Tekst naar een taalmodel", "Waar mag het verwerkt worden", "Gekopieerde tekst")
    await screen.until(PRESS, '.outside-text [value="pseudonymised"]')
    await screen.sees("Ook andere datums vervangen")
    await screen.until(PRESS, ".outside-text [name=masks_dates]")
    await screen.until(PRESS, ".outside-text [type=submit]")
    await screen.sees("Opgeslagen")
    stored = await tables.get(Organization, people.organization_id)
    assert (stored.outside_text, stored.masks_dates) == ("pseudonymised", True)
    await screen.press("Privacydossier", "link", begins=True)
    await screen.press("2 Welke gegevens waarheen", begins=True)
    await screen.sees("Andere datums dan geboortedata", "Ook vervangen")
    await screen.press("Gezien")
    await screen.sees(f"Gezien door {people.admin.name}")


async def test_last_months_sample_is_looked_at(people: People, db, signed_in: Callable) -> None:
    await seen_last_month(db, people)
    screen: Screen = await signed_in(people.admin, "/steekproef")
    await screen.sees("2 regels van ", "Nog 2 van 2")
    await screen.press("In orde", begins=True)
    await screen.sees("Nog 1 van 2")
    mine = select(LogSample.answers).where(LogSample.organization_id == people.organization_id)
    (answer,) = json.loads(await tables.row(mine)).values()
    assert answer == {"said": samples.FINE, "note": "", "by": people.admin.name}


async def test_an_erased_client_leaves_a_receipt_that_holds(people: People, db, signed_in: Callable) -> None:
    await a_report(db, people)
    screen: Screen = await signed_in(people.admin, "/dossier")
    await screen.press("Dossier wissen")
    await screen.sees("1 rapportage en 0 concepten van 1 collega worden gewist")
    await screen.until(CHOOSE, "[name=erase-reason]", "client")
    await screen.type("Typ de naam van de cliënt", "Cor Voorbeeld")
    await screen.press("Wissen")
    await screen.sees("Gewist", "Het bewijs staat bij Privacy, Wisbewijzen.")
    theirs = select(Report.id).where(Report.organization_id == people.organization_id)
    assert await tables.rows(theirs) == []
    await screen.open("/wisbewijzen")
    await screen.press("Nacht van", "link", begins=True)
    await screen.press("Controleren")
    await screen.sees("Het bewijs klopt.", "er is niets van over, en het logboek sluit aan.")
