"""The counts of the platform admin's stat cards."""

from tests.support import people as cast
from voice_report.db import session as database
from voice_report.services.platform import overview
from voice_report.ui.pages.platform import cards


async def test_the_counts_are_those_of_the_database(people):
    await cast.make_organization("Op proef", credits=0, plan="trial")
    admin = await people.platform_admin.current()
    counts = await database.run_reading(overview.stats, admin)
    assert (counts.organizations, counts.paid, counts.trial) == (3, 2, 1)
    assert (counts.users, counts.active_users) == (5, 5)
    assert (counts.platform_admins, counts.admins, counts.reports) == (1, 2, 0)
    assert [(card.name, card.number, card.note) for card in cards(counts)] == [
        ("Organisaties", "3", "2 betaald, 1 trial"),
        ("Gebruikers", "5", "5 actief"),
        ("Rapportages", "0", "in totaal gemaakt"),
        ("Admins", "3", "waarvan 2 org admins"),
    ]
