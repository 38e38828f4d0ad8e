"""Setting up a second factor and making its codes, for the tests of accounts."""

from pyotp.totp import TOTP

from tests import people as cast
from voice_report import clock
from voice_report.services.accounts import second_factor


async def set_up(person: cast.Person) -> tuple[TOTP, list[str]]:
    """Give the person an authenticator app; return it, and the recovery codes. The code of now is used up."""
    user = await person.current()
    app = TOTP((await second_factor.begin(user, current_password=person.password)).secret)
    return app, await second_factor.confirm(user, app.at(clock.now()))


def wrong_code(app: TOTP) -> str:
    """Return six digits that are no code of the app around now."""
    near = {app.at(clock.now(), counter_offset=step) for step in range(-2, 3)}
    return next(code for code in ("000000", "111111", "222222", "333333", "444444", "555555") if code not in near)
