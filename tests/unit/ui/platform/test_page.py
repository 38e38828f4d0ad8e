"""The platform admin's page, its states driven directly: who may, what is kept, and what is said when it fails."""

import pytest
import reflex as rx
from reflex.state import State

from tests.support import mailbox, tables
from tests.support import people as cast
from tests.support.handlers import tab_of
from tests.unit.services.factors.factors import set_up
from voice_report.db import session as database
from voice_report.db.models import Organization, User
from voice_report.services.organizations import organizations
from voice_report.services.platform import deletion, overview
from voice_report.ui.kit.overlay.toast import ToastState
from voice_report.ui.pages.platform import credit_gift, organization_form, page, user_form, users
from voice_report.ui.pages.platform import organizations as tab

EDIT = organization_form.OrganizationEditState
STATES = (
    page.PlatformTabState,
    page.PlatformState,
    tab.OrganizationsState,
    tab.MembersState,
    organization_form.NewOrganizationState,
    EDIT,
    credit_gift.CreditGiftState,
    users.UsersState,
    users.PlatformFactorResetState,
    user_form.UserFormState,
    user_form.NewUserState,
    user_form.EditUserState,
)


async def screen_of(person) -> State:
    return tab_of(person)


async def press(root, handler, *args):
    state = await root.get_state(handler.state)
    return await handler.fn(state, *args)


@pytest.mark.parametrize("who", ["outsider", "admin", "user"])
async def test_s01_no_handler_of_the_page_answers_anybody_else(people, who):
    root = await screen_of(getattr(people, who))
    toast = await root.get_state(ToastState)
    for state in STATES:
        for name, handler in state.event_handlers.items():
            if not hasattr(handler.fn, "wears_action"):
                continue
            toast.description = ""
            wanted = handler.fn.__wrapped__.__annotations__
            args = {"form": {}, "active": True, "manual": True, "archive": True, "personal": True}
            given = [args.get(one, str(people.organization_id)) for one in wanted if one != "return"]
            await handler.fn(await root.get_state(state), *given)
            assert toast.description == "Je hebt geen platform admin rechten.", f"{state.__name__}.{name}"
    assert (await tables.get(Organization, people.organization_id)).name == "Zorggroep De Linde"


async def test_the_form_says_so_when_the_organization_is_gone_and_closes(people):
    root = await screen_of(people.platform_admin)
    toast, form = await root.get_state(ToastState), await root.get_state(EDIT)
    await press(root, EDIT.edit, str(people.organization_id))
    assert form.organization_id == str(people.organization_id)
    admin = await people.platform_admin.current()
    await deletion.delete_organization(admin, people.organization_id)
    await press(root, EDIT.choose_plan, "mkb")
    await press(root, EDIT.save, {"name": "Anders", "max-users": "9"})
    assert (toast.title, toast.description) == ("Fout", "Organisatie niet gevonden")
    assert form.organization_id == ""


async def test_what_was_not_foreseen_has_the_fallback_sentence(people, monkeypatch):
    async def broken(*_args, **_kwargs):
        raise RuntimeError("geheim")

    root = await screen_of(people.platform_admin)
    toast = await root.get_state(ToastState)
    monkeypatch.setattr(organizations, "create", broken)
    await press(root, organization_form.NewOrganizationState.start)
    await press(root, organization_form.NewOrganizationState.save, {"new-name": "A", "new-plan": "trial"})
    assert toast.description.startswith("Kon organisatie niet aanmaken.")
    assert "geheim" not in toast.description
    assert (await root.get_state(organization_form.NewOrganizationState)).open, "nothing that was typed is lost"


async def test_a_report_made_while_the_form_is_open_stays_paid(people):
    root = await screen_of(people.platform_admin)
    await press(root, EDIT.edit, str(people.organization_id))
    await press(root, EDIT.choose_plan, "mkb")
    await press(root, EDIT.save, {"name": "De Linde", "max-users": "9"})
    await press(root, EDIT.edit, str(people.organization_id))
    await press(root, EDIT.set_manual, True)
    async with database.transaction() as session:
        organization = await session.get_one(Organization, people.organization_id)
        organization.current_credits -= 1
    await press(root, EDIT.save, {"name": "De Linde", "max-users": "9", "monthly": "100", "current": "100"})
    assert (await tables.get(Organization, people.organization_id)).current_credits == 99


async def test_manual_credits_follow_the_plan_again_when_switched_off(people):
    root = await screen_of(people.platform_admin)
    form = await root.get_state(EDIT)
    await press(root, EDIT.edit, str(people.organization_id))
    assert (form.monthly, form.current, form.unknown_plan) == ("0", "10", "pro")
    await press(root, EDIT.set_archive, True)
    await press(root, EDIT.choose_plan, "trial")
    assert (form.archive, form.monthly, form.current) == (False, "0", "0")
    await press(root, EDIT.set_archive, True)
    assert not form.archive
    await press(root, EDIT.choose_plan, "unlimited")
    await press(root, EDIT.set_manual, True)
    await press(root, EDIT.choose_plan, "mkb")
    assert (form.monthly, form.current) == ("-1", "-1"), "what is set by hand stays"
    await press(root, EDIT.set_manual, False)
    assert (form.monthly, form.current) == ("100", "100")


async def test_saving_twice_makes_one(people):
    root = await screen_of(people.platform_admin)
    await press(root, organization_form.NewOrganizationState.start)
    for _ in range(2):
        await press(root, organization_form.NewOrganizationState.save, {"new-name": "Eenmaal", "new-plan": "zzp"})
    await press(root, tab.OrganizationsState.search, "eenmaal")
    assert [item.name for item in (await root.get_state(tab.OrganizationsState)).items] == ["Eenmaal"]


async def test_a_user_without_an_organization_is_not_saved(people):
    alone = await cast.make_user(None, "Alleen", "Staand")
    root = await screen_of(people.platform_admin)
    toast = await root.get_state(ToastState)
    await press(root, user_form.EditUserState.edit, str(alone.id))
    await press(root, user_form.EditUserState.save, {"role": "user", "active": "on"})
    assert (toast.title, toast.description) == ("Validatie fout", "Selecteer een organisatie voor deze gebruiker.")
    await press(root, user_form.UserFormState.choose, str(people.organization_id))
    assert (await root.get_state(user_form.UserFormState)).organization_id == "", "only what was found can be chosen"
    await press(root, user_form.UserFormState.find, "linde")
    await press(root, user_form.UserFormState.choose, str(people.organization_id))
    await press(root, user_form.EditUserState.save, {"role": "user", "active": "on"})
    assert toast.title == "Gebruiker bijgewerkt"


async def test_an_organization_that_was_typed_and_not_chosen_is_none(people):
    root = await screen_of(people.platform_admin)
    toast = await root.get_state(ToastState)
    await press(root, user_form.EditUserState.edit, str(people.user.id))
    form = {"role": "user", "active": "on", "organization": "het ank"}
    await press(root, user_form.EditUserState.save, form)
    assert (toast.title, toast.description) == ("Validatie fout", "Selecteer een organisatie voor deze gebruiker.")
    await press(root, user_form.EditUserState.save, {**form, "organization": "Zorggroep De Linde"})
    assert toast.title == "Gebruiker bijgewerkt"
    await press(root, user_form.NewUserState.start)
    await press(root, user_form.UserFormState.find, "linde")
    await press(root, user_form.UserFormState.choose, str(people.organization_id))
    typed = {"email": "nieuw@zorg.example", "password": cast.PASSWORD, "first-name": "Nel", "last-name": "Nieuw"}
    await press(root, user_form.NewUserState.save, {**typed, "role": "user", "organization": "Thuis"})
    assert toast.description == "Organisatie is verplicht"


async def test_a_card_shows_all_users_of_its_organization_page_by_page(people, monkeypatch):
    monkeypatch.setattr(tab, "_MEMBERS", 4)
    for number in range(7):
        await cast.make_user(people.organization_id, "Persoon", f"Nummer{number}")
    root = await screen_of(people.platform_admin)
    await press(root, tab.OrganizationsState.load)
    state, opened = await root.get_state(tab.OrganizationsState), await root.get_state(tab.MembersState)
    here, there = str(people.organization_id), str(people.other_organization_id)
    card = next(item for item in state.items if item.id == here)
    assert (len(card.members), card.people, card.size) == (5, 9, "9 gebruikers, maximaal 10")
    await press(root, tab.MembersState.load_more)
    assert opened.items == []  # no card is open
    await press(root, tab.MembersState.show, here)
    counts = [len(opened.items)]
    for _ in range(3):
        await press(root, tab.MembersState.load_more)
        counts.append(len({one.id for one in opened.items}))
    assert (counts, opened.following) == ([4, 8, 9, 9], "")
    await press(root, tab.MembersState.show, there)
    assert (opened.opened, len(opened.items)) == (there, 2)
    await press(root, tab.MembersState.hide)
    assert (opened.opened, opened.items) == ("", [])
    await press(root, tab.MembersState.show, here)
    await press(root, tab.OrganizationsState.load)
    assert (opened.opened, opened.items) == ("", []), "a new visit opens no card"


async def test_a_report_paid_by_oneself_while_the_dialog_is_open_stays_paid(people):
    owner = await cast.make_user(people.organization_id, "Eigen", "Credits", personal_credits=5)
    root = await screen_of(people.platform_admin)
    edit = user_form.EditUserState
    await tables.change(User, owner.id, personal_monthly_credits=0)
    await press(root, edit.edit, str(owner.id))
    await tables.change(User, owner.id, personal_current_credits=4)
    await press(root, edit.save, {"role": "admin", "active": "on", "monthly": "0", "current": "5"})
    stored = await tables.get(User, owner.id)
    assert (stored.role, stored.personal_current_credits) == ("admin", 4)


async def test_after_being_told_what_changed_what_was_typed_is_what_is_saved(people):
    owner = await cast.make_user(people.organization_id, "Eigen", "Credits", personal_credits=5)
    root = await screen_of(people.platform_admin)
    edit = user_form.EditUserState
    await tables.change(User, owner.id, personal_monthly_credits=0)
    await press(root, edit.edit, str(owner.id))
    async with database.transaction() as session:  # by another user
        stored = await session.get_one(User, owner.id)
        stored.personal_current_credits, stored.version = 50, stored.version + 1
    form = {"role": "user", "active": "on", "monthly": "0", "current": "5"}
    await press(root, edit.save, form)
    assert "persoonlijke credits 50/0" in (await root.get_state(edit)).outdated
    await press(root, edit.save, form)
    assert (await tables.get(User, owner.id)).personal_current_credits == 5


def test_the_page_appears_once_everything_its_dialogs_lie_over_has_arrived(monkeypatch):
    given = {}

    def shell(*content, ready):
        given["ready"] = ready
        return rx.fragment(*content)

    monkeypatch.setattr(page, "member_shell", shell)
    page.platform_admin()
    for state in (page.PlatformState, tab.OrganizationsState):
        assert f"{state.get_full_name().replace('.', '__')}.loaded" in str(given["ready"])


async def test_organizations_that_can_not_be_read_do_not_keep_the_page_away(people, monkeypatch):
    async def broken(*_args, **_kwargs):
        raise RuntimeError("geheim")

    root = await screen_of(people.platform_admin)
    monkeypatch.setattr(overview, "list_organizations", broken)
    await press(root, tab.OrganizationsState.load)
    assert (await root.get_state(tab.OrganizationsState)).failed


@pytest.mark.parametrize(
    ("stored", "chosen", "manual", "effect"),
    [
        (17, "mkb", False, "Bij opslaan: 17 credits worden 100."),
        (1, "mkb", False, "Bij opslaan: 1 credit wordt 100."),
        (100, "mkb", False, "Bij opslaan: het saldo blijft 100 credits."),
        (17, "trial", False, "Bij opslaan: 17 credits worden 0."),
        (17, "unlimited", False, "Bij opslaan: 17 credits worden onbeperkt."),
        (17, "mkb", True, ""),
        (17, "small_team", False, ""),
    ],
)
async def test_what_another_plan_does_to_the_balance_is_said_before_saving(people, stored, chosen, manual, effect):
    async with database.transaction() as session:
        organization = await session.get_one(Organization, people.organization_id)
        organization.plan, organization.current_credits = "small_team", stored
        session.add(organization)
    root = await screen_of(people.platform_admin)
    await press(root, EDIT.edit, str(people.organization_id))
    await press(root, EDIT.choose_plan, chosen)
    await press(root, EDIT.set_manual, manual)
    assert (await root.get_state(EDIT)).effect == effect


async def test_after_another_change_the_foretold_balance_is_that_of_now(people):
    root = await screen_of(people.platform_admin)
    await press(root, EDIT.edit, str(people.organization_id))
    await press(root, EDIT.choose_plan, "mkb")
    async with database.transaction() as session:  # by another user
        organization = await session.get_one(Organization, people.organization_id)
        organization.current_credits, organization.version = 3, organization.version + 1
    await press(root, EDIT.save, {"name": "De Linde", "max-users": "10"})
    state = await root.get_state(EDIT)
    assert (bool(state.outdated), state.effect) == (True, "Bij opslaan: 3 credits worden 100.")


async def test_credits_are_given_once_and_the_card_says_so(people):
    state, root = credit_gift.CreditGiftState, await screen_of(people.platform_admin)
    await press(root, tab.OrganizationsState.load)
    await press(root, state.start, str(people.organization_id))
    await press(root, state.save, {"gift-amount": "twintig", "gift-reason": "Coulance"})
    gift = await root.get_state(state)
    assert (gift.error, gift.organization_id) == (organizations.GIFT, str(people.organization_id))
    for _ in range(2):
        await press(root, state.save, {"gift-amount": "20", "gift-reason": "Coulance"})
    assert gift.organization_id == ""
    items = (await root.get_state(tab.OrganizationsState)).items
    card = next(item for item in items if item.id == str(people.organization_id))
    assert "30/0" in [mark.words for mark in card.marks]


async def test_s43_an_organizations_administrator_gets_a_link_for_a_new_second_step(wall_clock, people):
    state = users.PlatformFactorResetState
    for person in (people.platform_admin, people.admin, people.user):
        await set_up(person)
    root = await screen_of(people.platform_admin)
    await press(root, users.UsersState.load)
    listed = (await root.get_state(users.UsersState)).items
    assert [one.name for one in listed if one.resettable] == [people.admin.name], "administrators of an organization"
    await press(root, state.ask, str(people.admin.id))
    await press(root, state.confirm)
    toast = await root.get_state(ToastState)
    assert (toast.title, (await root.get_state(state)).asked) == ("Tweede stap weggehaald", "")
    assert "Stel je tweede stap opnieuw in" in {one.subject for one in await mailbox.delivered(people.admin.email)}
    await press(root, state.ask, str(people.other_admin.id))
    await press(root, state.confirm)
    assert (toast.title, toast.description) == ("Fout", "Deze collega heeft geen tweede stap om te herstellen.")
