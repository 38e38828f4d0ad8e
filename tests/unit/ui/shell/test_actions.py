"""``@action`` and ``current_user``: what becomes of a handler's failure, and who is calling (S01, S06)."""

import inspect

import pytest
import reflex as rx
from reflex.istate.data import RouterData
from reflex.state import State

from tests.support.handlers import FRAMEWORK_HANDLERS, PUBLIC_HANDLERS, cookie_header
from tests.unit.services.factors.factors import set_up
from voice_report.db.models import User
from voice_report.errors import Conflict, NotAllowed, NotSignedIn
from voice_report.services.audit import trail
from voice_report.services.sessions import sessions
from voice_report.services.shared.identity import ADMIN, PLATFORM_ADMIN, require_step_up
from voice_report.ui.islands.sign_in.factors.step_up import StepUpState
from voice_report.ui.kit.overlay.toast import ToastState
from voice_report.ui.shell.actions import action
from voice_report.ui.shell.session import SessionState, current_user


def tab(cookie: str = "") -> State:
    """Return the root state of a tab whose connection brought this session cookie."""
    root = State(_reflex_internal_init=True)  # pyright: ignore[reportCallIssue]
    headers = {"cookie": cookie_header(cookie), "user-agent": "Browser"} if cookie else {"user-agent": "Browser"}
    root.router = RouterData.from_router_data({"headers": headers, "ip": "192.0.2.3"})
    return root


class Failing(rx.State):
    """Handlers that fail in every way."""

    busy: bool = False

    @action
    async def expected(self):
        self.busy = True
        raise Conflict("Dit is intussen gewijzigd.", title="Let op")

    @action
    async def bug(self):
        raise RuntimeError("geheim dictaat")

    @action
    async def lost_session(self):
        raise NotSignedIn

    @action
    async def streaming(self):
        yield rx.redirect("/ergens")
        raise Conflict("Halverwege gestopt.")

    @action
    async def delicate(self):
        require_step_up(await current_user(self))

    @action
    async def who(self, *roles):
        return await current_user(self, *roles)


async def test_s39_an_event_without_a_recent_code_opens_the_dialog(db, wall_clock, people) -> None:
    root = tab(people.user.cookie)
    state, dialog, toast = (
        await root.get_state(Failing),
        await root.get_state(StepUpState),
        await root.get_state(ToastState),
    )
    await state.delicate()
    await set_up(people.user)
    await state.delicate()
    assert dialog.request_id == ""
    wall_clock.advance(minutes=10)
    await state.delicate()
    assert (bool(dialog.request_id), toast.toast_id) == (True, "")


async def failing(cookie: str = "") -> tuple[Failing, ToastState]:
    root = tab(cookie)
    return await root.get_state(Failing), await root.get_state(ToastState)


async def test_an_expected_failure_is_a_toast_and_keeps_what_changed(db) -> None:
    state, toast = await failing()
    assert await state.expected() is None
    assert (toast.title, toast.description, toast.destructive) == ("Let op", "Dit is intussen gewijzigd.", True)
    assert state.busy


async def test_a_bug_is_a_dutch_sentence_with_a_number_and_no_details(db) -> None:
    state, toast = await failing()
    await state.bug()
    assert toast.description.startswith("Er ging iets mis.")
    assert "geheim" not in toast.description


async def test_a_lost_session_leads_to_the_sign_in_page(db) -> None:
    state, toast = await failing()
    assert "/login" in str(await state.lost_session())
    assert toast.toast_id == ""


async def test_a_generator_keeps_what_it_yielded_before_it_failed(db) -> None:
    state, toast = await failing()
    steps = [step async for step in state.streaming()]
    assert "/ergens" in str(steps[0])
    assert toast.description == "Halverwege gestopt."


def test_a_handler_that_is_not_async_is_refused() -> None:
    with pytest.raises(TypeError, match="async"):
        action(lambda self: None)


def test_reflex_sees_the_handlers_own_parameters() -> None:
    @action
    async def handler(self, draft_id: str) -> None: ...

    assert list(inspect.signature(handler).parameters) == ["self", "draft_id"]
    assert handler.__annotations__["draft_id"] is str


async def test_current_user_is_read_at_each_call(db, people) -> None:
    state, _ = await failing(people.admin.cookie)
    assert (await current_user(state, ADMIN)).id == people.admin.id
    async with db.transaction() as session:
        admin = await session.get(User, people.admin.id)
        admin.role = "user"
    with pytest.raises(NotAllowed, match="Je hebt geen admin rechten"):
        await current_user(state, ADMIN, PLATFORM_ADMIN)
    await db.run_in_transaction(sessions.end_sessions, people.admin.id)
    with pytest.raises(NotSignedIn):
        await current_user(state)


async def test_the_audit_trail_hears_where_an_event_comes_from(db, people) -> None:
    state, _ = await failing(people.user.cookie)
    await state.who()
    assert trail.caller.get() == trail.Caller("192.0.2.3", "Browser")


@pytest.mark.parametrize(
    "header", ["", "session-hash=", "session-hash=x; session-hash=y", "\x00", "session=raw", "=;=,"]
)
async def test_s03_no_other_header_is_somebody(db, people, header: str) -> None:
    root = tab()
    root.router = RouterData.from_router_data({"headers": {"cookie": header}})
    with pytest.raises(NotSignedIn):
        await current_user(await root.get_state(Failing))


async def test_the_header_shows_the_person_and_no_secrets(db, people) -> None:
    session_state = await tab(people.user.cookie).get_state(SessionState)
    await session_state.require_user()
    assert (session_state.name, session_state.signed_in) == (people.user.name, True)
    assert session_state.credits_text == "10 credits"
    assert session_state.has_credits
    sent = str(session_state.dict())
    assert people.user.cookie not in sent
    assert "argon2" not in sent


@pytest.mark.parametrize(
    ("who", "guard", "sentence"),
    [
        ("user", "require_admin", "Je hebt geen admin rechten."),
        ("user", "require_platform_admin", "Je hebt geen platform admin rechten."),
        ("admin", "require_platform_admin", "Je hebt geen platform admin rechten."),
        ("admin", "require_admin", ""),
        ("platform_admin", "require_admin", ""),
        ("platform_admin", "require_platform_admin", ""),
    ],
)
async def test_s01_guards_say_why_a_page_stays_closed(db, people, who: str, guard: str, sentence: str) -> None:
    session_state = await tab(getattr(people, who).cookie).get_state(SessionState)
    assert await getattr(session_state, guard)() is None
    assert session_state.denied == sentence


async def test_who_is_signed_in_leaves_the_sign_in_page(db, people) -> None:
    for person, path in ((people.user, "/dashboard"), (people.platform_admin, "/platform-admin")):
        session_state = await tab(person.cookie).get_state(SessionState)
        assert path in str(await session_state.leave_when_signed_in())
    assert await (await tab().get_state(SessionState)).leave_when_signed_in() is None


async def test_s01_every_handler_turns_a_visitor_away(db) -> None:
    """Call every handler that is not public as nobody: it leads to the sign-in page, or it did nothing at all."""
    import voice_report.voice_report  # noqa: F401  registers every page's state

    def below(state):
        yield state
        for child in state.get_substates():
            yield from below(child)

    asked = 0
    for cls in below(State):
        for name, handler in cls.event_handlers.items():
            known = f"{cls.__name__}.{name}" in PUBLIC_HANDLERS or name in FRAMEWORK_HANDLERS
            if known or not cls.__module__.startswith("voice_report.") or handler.is_background:
                continue
            state = await tab().get_state(cls)
            extra = len(inspect.signature(handler.fn).parameters) - 1
            before = {var: getattr(state, var) for var in cls.base_vars}
            outcome = handler.fn(state, *["x"] * extra)
            steps = [step async for step in outcome] if inspect.isasyncgen(outcome) else [await outcome]
            idle = steps == [None] and before == {var: getattr(state, var) for var in cls.base_vars}
            assert idle or "/login" in str(steps[-1]), f"{cls.__name__}.{name} let a visitor in"
            asked += 1
    assert asked > 10
