"""The pages of one's own account and of the way into it: forms in JavaScript, which has the session cookie over HTTP.

The form is left, and right a drawing of speech that becomes text.
"""

import reflex as rx

from ....services.factors import passwords
from ....services.organizations import joining
from ....services.sso import single_sign_on
from ... import installation
from ...illustrations import read_picture
from ...kit import link_button, notice
from ...kit.display.markup import drawing
from ...scripts import component, no_args
from ...shell import routes
from ...shell.layout import back_to_start, main, member_shell, public_shell
from ...shell.session import SessionState

#: The password rule for the check in the browser during typing: [regular expression, sentence, the part that a
#: list of rules shows].
_RULES = [[pattern.pattern, sentence, part] for pattern, sentence, part in passwords.RULES]
_START_PAGES = {"platform_admin": routes.PLATFORM_ADMIN, "other": routes.DASHBOARD}

#: Profile, password and security, with the page's heading and, above it, its children: the way back. ``organization``
#: is its name, ``mail`` where to ask for the account to be closed. ``on_saved``: the user's data changed, so the header
#: must reload it.
_Account = component(
    "pages/accounts/profile.jsx", "Account", packages=["@radix-ui/react-tabs@1.1.21"], rules=list[list[str]],
    organization=str, mail=str, on_saved=no_args,
)  # fmt: skip
#: A form with one field, then a neutral confirmation.
_ForgotPassword = component("islands/sign_in/forgot_password.jsx", "ForgotPassword")
#: The heading and the form; children come below. ``start_pages`` maps each role to its start page; ``other`` is the key
#: for all other roles. ``sentences`` says by code why an identity provider's word was refused.
_Login = component("islands/sign_in/login.jsx", "Login", start_pages=dict[str, str], sentences=dict[str, str])
#: The form, then 'check your email'. ``domains``: well-known mail domains, for the question about a typing mistake;
#: ``free``: the sentence about what a new organization gets for free.
_Register = component(
    "islands/sign_in/registration.jsx", "Register", rules=list[list[str]], domains=list[str], free=str
)
#: Checks the token, then shows the password form.
_ResetPassword = component("islands/sign_in/reset_password.jsx", "ResetPassword", rules=list[list[str]])
#: Tells the page that waits, and closes its window; ``sentences`` says by code why not.
_SteppedUp = component("islands/sign_in/factors/provider_step_up.jsx", "SteppedUp", sentences=dict[str, str])
#: Sends the URL's token once and shows the result; in a different browser it requires the password.
_VerifyEmail = component("islands/sign_in/verify_email.jsx", "VerifyEmail")


def account() -> rx.Component:
    content = _Account.create(
        back_to_start(),
        rules=_RULES,
        organization=SessionState.organization_name,
        mail=installation.contact(),
        on_saved=SessionState.greet,
    )
    return member_shell(main(content))


def login() -> rx.Component:
    return _secretive(
        _Login.create(
            link_button("Nieuw hier? Maak eerst een account.", href=routes.REGISTER, variant="plain", full=True),
            start_pages=_START_PAGES,
            sentences=single_sign_on.SENTENCES,
        ),
    )


def registration() -> rx.Component:
    """Return the registration page, with or without an invitation."""
    return _secretive(
        _Register.create(rules=_RULES, domains=joining.WELL_KNOWN_DOMAINS, free=installation.free_reports())
    )


def verify_email() -> rx.Component:
    return _secretive(_VerifyEmail.create())


def forgot_password() -> rx.Component:
    """Return the page on which a link for a new password is requested."""
    return _door(_ForgotPassword.create())


def reset_password() -> rx.Component:
    """Return the page that such a link opens."""
    return _secretive(_ResetPassword.create(rules=_RULES))


def confirmed() -> rx.Component:
    """Return the page in which a user signed in again at the organization's identity provider."""
    return _door(_SteppedUp.create(sentences=single_sign_on.SENTENCES))


def _door(content: rx.Component) -> rx.Component:
    """Put the drawing next to the content of an entry page, and a notice above it that shows when cookies are off."""
    needs_cookies = notice(
        "Sta cookies toe",
        rx.el.p("Zonder cookies kun je niet inloggen. Sta ze toe voor deze site en laad opnieuw."),
    )
    return public_shell(
        main(
            rx.el.div(rx.el.div(needs_cookies, class_name="needs-cookies"), content, class_name="door-form"),
            rx.el.div(
                drawing(read_picture("door"), width=720, height=640, class_name="strokes"),
                class_name="door-picture",
                aria_hidden=True,
            ),
            class_name="door",
        ),
        class_name="entry-page",
    )


def _secretive(content: rx.Component) -> rx.Component:
    """Return the same layout for a page with a token in its URL; it sends no Referer header."""
    return rx.fragment(rx.el.meta(name="referrer", content="no-referrer"), _door(content))
