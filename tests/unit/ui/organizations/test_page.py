"""The organization admin's page: its states, with what a person typed and what the server says."""

import pytest
from sqlmodel import update

from tests.support import mailbox, tables
from tests.support import people as cast
from tests.support.handlers import tab_of
from voice_report.db import session as database
from voice_report.db.models import Organization, OutboxMail, ReportUsage
from voice_report.services.mail import outbox
from voice_report.services.organizations import invitations
from voice_report.ui.kit.overlay.toast import ToastState
from voice_report.ui.pages.clients.clients import ClientsState
from voice_report.ui.pages.organizations import members, usage
from voice_report.ui.pages.organizations.members import ColleaguesState, InvitationsState, TeamState
from voice_report.ui.pages.organizations.usage import UsageState

EMAIL = "gijs.gast@zorg.example"
CLIENT = {"clientId": "C-7", "firstName": "Toos", "lastName": "Bloem", "dateOfBirth": "3-4-1941"}


async def page_of(kind, person=None):
    root = tab_of(person)
    return await root.get_state(kind), await root.get_state(ToastState)


async def invited(page: TeamState) -> list[members.InvitationItem]:
    return (await page.get_state(InvitationsState)).items


async def press(handler, *args):
    return await handler.fn(*args)


async def allow(people, max_users: int) -> None:
    async with database.transaction() as session:
        organization = await session.get(Organization, people.organization_id)
        assert organization is not None
        organization.max_users = max_users


@pytest.mark.parametrize("who", [None, "user", "outsider"])
async def test_s01_the_page_gives_nothing_to_who_is_no_administrator(people, who) -> None:
    person = getattr(people, who) if who else None
    for kind in (TeamState, ColleaguesState, InvitationsState, ClientsState, UsageState):
        page, _ = await page_of(kind, person)
        await press(kind.load, page)
        assert (page.loaded, page.failed) == (False, True)
    page, _ = await page_of(TeamState, person)
    await press(TeamState.invite, page, {"email": EMAIL, "role": "admin"})
    assert await mailbox.delivered(EMAIL) == []
    page, _ = await page_of(ClientsState, person)
    await press(ClientsState.save, page, CLIENT)
    await press(ClientsState.edit, page, "C-1")
    assert (page.open, page.items) == (False, [])


async def test_the_team_with_its_places(people, wall_clock) -> None:
    await cast.make_user(people.organization_id, "Ingrid", "Aanwezig", is_active=False)
    page, _ = await page_of(TeamState, people.admin)
    await press(TeamState.load, page)
    assert page.summary == "Zorggroep De Linde, 3 van 10 plaatsen in gebruik"
    assert [(one.name, one.role, one.active) for one in (await page.get_state(ColleaguesState)).items] == [
        ("Ingrid Aanwezig", "Gebruiker", False),
        ("Anna Beheerder", "Admin", True),
        ("Ursula Verzorger", "Gebruiker", True),
    ]
    assert (page.members, await invited(page), page.full) == ("3", [], "")


async def test_inviting_clears_the_field_and_shows_the_invitation(wall_clock, people) -> None:
    page, toast = await page_of(TeamState, people.admin)
    await press(TeamState.load, page)
    await press(TeamState.invite, page, {"email": f" {EMAIL} ", "role": "admin"})
    assert (toast.title, toast.description, toast.destructive) == (
        "Uitnodiging verzonden",
        "De gebruiker heeft een uitnodigingslink per email ontvangen.",
        False,
    )
    assert (page.round, page.summary) == (1, "Zorggroep De Linde, 3 van 10 plaatsen in gebruik")
    [item] = await invited(page)
    assert (item.email, item.expiry, item.role, item.is_admin) == (EMAIL, "Verloopt op 09-03-2026", "Admin", True)


async def test_an_invitation_that_nobody_got_asks_about_its_address(people) -> None:
    """Its mail was refused for good: an expiry date would say that a user still has it."""
    page, _ = await page_of(TeamState, people.admin)
    await press(TeamState.load, page)
    await press(TeamState.invite, page, {"email": EMAIL, "role": "user"})
    await tables.run(update(OutboxMail).values(attempts=outbox.ATTEMPTS))
    await press(TeamState.load, page)
    assert [item.expiry for item in await invited(page)] == ["Niet bezorgd: klopt het adres?"]


async def test_several_addresses_each_have_an_outcome_and_what_failed_stays(people) -> None:
    page, toast = await page_of(TeamState, people.admin)
    await press(TeamState.load, page)
    typed = f"een@zorg.example, {people.user.email}\ngeen adres\ntwee@zorg.example drie@zorg.example\neen@zorg.example"
    await press(TeamState.invite, page, {"email": typed, "role": "user"})
    sent = [(one.email, one.sent) for one in page.outcomes]
    assert sent == [
        ("een@zorg.example", True), (people.user.email, False), ("geen adres", False),
        ("twee@zorg.example", True), ("drie@zorg.example", True),
    ]  # fmt: skip
    assert page.outcomes[2].words == "Ongeldig e-mailadres"
    assert (page.left, page.email_error) == (f"{people.user.email}\ngeen adres", "")
    assert (toast.title, len(await invited(page))) == ("", 3)
    await press(TeamState.invite, page, {"email": "\n".join(f"p{n}@zorg.example" for n in range(31)), "role": "user"})
    assert page.email_error == "Nodig er hoogstens 30 tegelijk uit."
    await press(TeamState.load, page)
    assert (page.email_error, page.outcomes, page.left) == ("", [], f"{people.user.email}\ngeen adres")


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("", []),
        (" \n,; ", []),
        ("een@zorg.nl, twee@zorg.nl;drie@zorg.nl\nvier@zorg.nl een@zorg.nl",
         ["een@zorg.nl", "twee@zorg.nl", "drie@zorg.nl", "vier@zorg.nl"]),
        ("Jan de Vries <jan@zorg.nl>", ["jan@zorg.nl"]),
        ('"Vries, Jan de" <jan@zorg.nl>; <piet@zorg.nl>', ["jan@zorg.nl", "piet@zorg.nl"]),
        ("Vries, Jan <jan@zorg.nl>", ["jan@zorg.nl"]),
        ("een.zorg.nl,\nJan de Vries <jan@zorg.nl>", ["een.zorg.nl", "jan@zorg.nl"]),
        ("een@zorg.nl, Vries, Jan de <jan@zorg.nl>; Bakker, Piet <piet@zorg.nl>\nkees@zorg.nl",
         ["een@zorg.nl", "jan@zorg.nl", "piet@zorg.nl", "kees@zorg.nl"]),
        ("geen adres, <jan@zorg.nl>", ["geen adres", "jan@zorg.nl"]),
        ("jan@zorg.nl <jan@zorg.nl> Piet <piet@zorg.nl> kees@zorg.nl", ["jan@zorg.nl", "piet@zorg.nl", "kees@zorg.nl"]),
        ("geen adres\nJan <thuis>", ["geen adres", "Jan <thuis>"]),
        (f"een@zorg.nl{' ' * 9_000}twee@zorg.nl{' ' * 900}", ["een@zorg.nl", "twee@zorg.nl"]),
    ],
)  # fmt: skip
def test_the_addresses_in_a_pasted_list(typed, found) -> None:
    assert members.addresses(typed) == found


async def test_one_wrong_address_stops_no_other_and_all_likely_typos_are_one_question(people) -> None:
    page, _ = await page_of(TeamState, people.admin)
    await press(TeamState.load, page)
    form = {"email": "een@zorg.exmple\nmis@@zorg.example\nTwee <twee@zorg.exampl>", "role": "user"}
    await press(TeamState.invite, page, form)
    assert page.email_error == (
        "Bedoel je @zorg.example? Kloppen @zorg.exmple en @zorg.exampl? Verzend dan nog een keer."
    )
    await press(TeamState.invite, page, form)
    sent = [(one.email, one.sent) for one in page.outcomes]
    assert sent == [("een@zorg.exmple", True), ("mis@@zorg.example", False), ("twee@zorg.exampl", True)]
    assert page.left == "mis@@zorg.example"


async def test_a_domain_like_that_of_the_colleagues_is_asked_about_once(people) -> None:
    page, toast = await page_of(TeamState, people.admin)
    question = "Bedoel je @zorg.example? Klopt @zorg.exmple? Verzend dan nog een keer."
    await press(TeamState.invite, page, {"email": "gijs@zorg.exmple", "role": "user"})
    assert (page.email_error, page.refused, toast.title) == (question, 1, "")
    await press(TeamState.invite, page, {"email": "gijs@zorg.exmple", "role": "user"})
    assert (page.email_error, toast.title) == ("", "Uitnodiging verzonden")
    await press(TeamState.invite, page, {"email": "gijs@ziekenhuis.example", "role": "user"})
    assert (page.email_error, page.refused) == ("", 1)


async def test_a_typing_mistake_in_a_well_known_domain_is_asked_about_too(people) -> None:
    page, toast = await page_of(TeamState, people.admin)
    await press(TeamState.invite, page, {"email": "mo@gmail.con", "role": "user"})
    assert (page.email_error, toast.title) == (
        "Bedoel je @gmail.com? Klopt @gmail.con? Verzend dan nog een keer.",
        "",
    )
    await press(TeamState.invite, page, {"email": "mo@gmail.con", "role": "user"})
    assert (page.email_error, toast.title) == ("", "Uitnodiging verzonden")


async def test_inviting_again_says_that_the_former_link_ends(people) -> None:
    page, toast = await page_of(TeamState, people.admin)
    for _ in range(2):
        await press(TeamState.invite, page, {"email": EMAIL, "role": "user"})
    assert toast.description == "Opnieuw verzonden. De vorige link werkt niet meer."
    assert len(await invited(page)) == 1


async def test_a_double_click_sends_one_invitation_and_adds_one_client(people) -> None:
    page, toast = await page_of(TeamState, people.admin)
    for _ in range(2):
        await press(TeamState.invite, page, {"email": EMAIL, "role": "user", "round": "0"})
    assert (len(await mailbox.delivered(EMAIL)), page.email_error) == (1, "")
    page, toast = await page_of(ClientsState, people.admin)
    await press(ClientsState.add, page)
    for _ in range(2):
        await press(ClientsState.save, page, CLIENT)
    assert (page.count, page.errors.client_id, toast.title) == (2, "", "Cliënt toegevoegd")


@pytest.mark.parametrize("form", [{}, {"email": "geen adres"}, {"email": {"a": 1}}, {"email": None, "role": []}])
async def test_a_wrong_address_is_told_at_its_field_and_stays_there(people, form) -> None:
    page, toast = await page_of(TeamState, people.admin)
    await press(TeamState.invite, page, {"role": "user", **form})
    assert (page.email_error, page.round, toast.title) == ("Ongeldig e-mailadres", 0, "")


async def test_a_full_organization_is_told_with_its_limit(people) -> None:
    await allow(people, 2)
    page, toast = await page_of(TeamState, people.admin)
    await press(TeamState.load, page)
    assert page.full == "Alle 2 plaatsen zijn in gebruik."
    await press(TeamState.invite, page, {"email": EMAIL, "role": "user"})
    assert (toast.title, toast.destructive, page.round) == ("Fout", True, 0)
    assert "maximaal 2 gebruikers" in toast.description


async def test_a_failure_nobody_expected_has_the_specs_sentence(people, monkeypatch) -> None:
    async def breaks(*_args):
        raise RuntimeError("kapot")

    monkeypatch.setattr(invitations, "invite", breaks)
    page, toast = await page_of(TeamState, people.admin)
    await press(TeamState.invite, page, {"email": EMAIL, "role": "user"})
    assert (toast.title, toast.description) == ("Fout", members.NOT_SENT)


async def test_an_invitation_ends_only_after_the_question(people) -> None:
    page, toast = await page_of(TeamState, people.admin)
    await press(TeamState.invite, page, {"email": EMAIL, "role": "user"})
    await press(TeamState.ask, page, (await invited(page))[0].id)
    assert page.asked_name == EMAIL
    await press(TeamState.keep, page)
    await press(TeamState.confirm, page)
    assert len(await invited(page)) == 1
    await press(TeamState.ask, page, (await invited(page))[0].id)
    await press(TeamState.confirm, page)
    assert (await invited(page), toast.title) == ([], "Uitnodiging ingetrokken")


async def test_s02_another_organizations_invitation_is_out_of_reach(people) -> None:
    theirs, _ = await page_of(TeamState, people.other_admin)
    await press(TeamState.invite, theirs, {"email": EMAIL, "role": "user"})
    page, toast = await page_of(TeamState, people.admin)
    await press(TeamState.resend, page, (await invited(theirs))[0].id)
    assert (toast.destructive, toast.description[:25]) == (True, "Uitnodiging niet gevonden")
    page.asked = (await invited(theirs))[0].id
    await press(TeamState.confirm, page)
    await press(TeamState.load, theirs)
    assert len(await invited(theirs)) == 1


async def test_long_lists_go_on_below(people, wall_clock) -> None:
    await allow(people, 100)
    user = await people.admin.current()
    for number in range(22):
        wall_clock.advance(seconds=1)
        await cast.make_user(people.organization_id, "Nel", f"Naam{number:02}")
        await database.run_in_transaction(invitations.invite, user, f"gast.{number}@zorg.example")
    page, _ = await page_of(TeamState, people.admin)
    await press(TeamState.load, page)
    people_shown, waiting = await page.get_state(ColleaguesState), await page.get_state(InvitationsState)
    assert (len(people_shown.items), len(waiting.items)) == (20, 20)
    await press(ColleaguesState.load_more, people_shown)
    await press(InvitationsState.load_more, waiting)
    assert (len({one.id for one in people_shown.items}), people_shown.following) == (24, "")
    assert (len({one.id for one in waiting.items}), waiting.following) == (22, "")


async def test_a_client_is_added_and_found(people) -> None:
    page, toast = await page_of(ClientsState, people.admin)
    await press(ClientsState.load, page)
    await press(ClientsState.add, page)
    await press(ClientsState.save, page, CLIENT)
    assert (page.open, page.count, toast.title) == (False, 2, "Cliënt toegevoegd")
    await press(ClientsState.search, page, "bloem")
    assert [(one.id, one.name, one.born) for one in page.items] == [("C-7", "Toos Bloem", "03-04-1941")]
    await press(ClientsState.search, page, {"geen": "tekst"})
    assert page.items == []


async def test_what_is_wrong_is_told_at_each_field(people) -> None:
    page, toast = await page_of(ClientsState, people.admin)
    await press(ClientsState.add, page)
    await press(ClientsState.save, page, {"clientId": "", "firstName": ["x"], "dateOfBirth": "31-2-1940"})
    assert (page.open, toast.title) == (True, "")
    assert page.errors.client_id == "Id is verplicht"
    assert page.errors.last_name == "Achternaam is verplicht"
    assert "geen bestaande datum" in page.errors.date_of_birth
    await press(ClientsState.save, page, {**CLIENT, "clientId": "C-1"})
    assert page.errors.client_id == "Er is al een cliënt met id C-1."
    assert page.errors.last_name == ""


async def test_a_client_is_changed_and_keeps_the_id(people) -> None:
    page, toast = await page_of(ClientsState, people.admin)
    await press(ClientsState.load, page)
    await press(ClientsState.edit, page, "C-1")
    assert (page.open, page.form.first_name, page.form.born) == (True, "Cor", "17-05-1940")
    await press(ClientsState.save, page, {**CLIENT, "clientId": "C-99"})
    assert toast.title == "Cliënt gewijzigd"
    assert [(one.id, one.name) for one in page.items] == [("C-1", "Toos Bloem")]


async def test_of_two_administrators_with_the_same_client_the_second_is_told(people) -> None:
    one, _ = await page_of(ClientsState, people.admin)
    two, toast = await page_of(ClientsState, people.admin)
    for page in (one, two):
        await press(ClientsState.edit, page, "C-1")
    await press(ClientsState.save, one, {**CLIENT, "lastName": "Eerste"})
    await press(ClientsState.save, two, {**CLIENT, "lastName": "Tweede"})
    assert (two.open, toast.title) == (True, "")
    assert two.outdated.startswith("Nu staat er: Toos Eerste, geboren 03-04-1941.")
    await press(ClientsState.load, one)
    assert [client.name for client in one.items] == ["Toos Eerste"], "nothing is overwritten silently"
    await press(ClientsState.save, two, {**CLIENT, "lastName": "Tweede"})
    assert (two.open, toast.title, two.items[0].name) == (False, "Cliënt gewijzigd", "Toos Tweede")
    await press(ClientsState.edit, two, "C-1")
    assert two.outdated == ""


async def test_s02_another_organizations_client_is_not_opened(people) -> None:
    await cast.make_client(people.other_organization_id, "only-there")
    page, toast = await page_of(ClientsState, people.admin)
    await press(ClientsState.edit, page, "only-there")
    assert (page.open, toast.description) == (False, "Cliënt niet gevonden")


async def test_clients_go_on_below(people) -> None:
    for number in range(15):
        await cast.make_client(people.organization_id, f"N-{number:02}", "Nel", f"Naam{number:02}")
    page, _ = await page_of(ClientsState, people.admin)
    await press(ClientsState.load, page)
    assert (page.count, len(page.items)) == (16, 10)
    await press(ClientsState.load_more, page)
    assert (len({one.id for one in page.items}), page.following) == (16, "")


async def test_the_usage_as_chart_and_table(wall_clock, people) -> None:
    async with database.transaction() as session:
        session.add_all(
            ReportUsage(organization_id=people.organization_id, user_id=people.user.id, created_at=wall_clock.now)
            for _ in range(4)
        )
    page, _ = await page_of(UsageState, people.admin)
    await press(UsageState.load, page)
    assert [(one.short, one.name) for one in page.months][-2:] == [("feb", "februari 2026"), ("mrt", "maart 2026")]
    assert page.months[-1] == usage.Month("mrt", "maart 2026", "4", "0", "100")
    assert page.months[0].height == "2", "a month without reports is a line"
    assert [(one.name, one.reports[-1], one.total) for one in page.people] == [("Ursula Verzorger", "4", "4")]
    assert page.total == "4"
