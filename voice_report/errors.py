"""Expected failures: each has an HTTP status, a stable machine-readable code and a Dutch sentence for the user.

The API turns one into a problem (``web.problems``); a page shows it as a toast. Anything that is not a
``DomainError`` is a bug and is logged with a request id (architecture.md "Errors").
"""

from typing import Any, TypeVar

T = TypeVar("T")


class DomainError(Exception):
    """An expected failure.

    ``message`` is what the user reads, by default the ``sentence`` of the class; ``title`` the toast's title
    ('Fout' unless it has another); ``retry_after`` the number of seconds after which a retry makes sense, for the
    Retry-After header; ``is_on_page`` says that the page shows it already, so that no toast repeats it.
    """

    status = 400
    code = "invalid"
    sentence = ""

    def __init__(
        self, message: str = "", *, code: str | None = None, title: str = "Fout", retry_after: int | None = None
    ) -> None:
        super().__init__(message or self.sentence)
        self.message = message or self.sentence
        self.title = title
        self.retry_after = retry_after
        self.is_on_page = False
        if code is not None:
            self.code = code


class Invalid(DomainError):
    """Input that cannot be accepted as it is (422)."""

    status = 422
    code = "invalid"


class NotSignedIn(DomainError):
    """No session, or one that has ended (401)."""

    status = 401
    code = "not_signed_in"
    sentence = "Log in om verder te gaan."


class NotAllowed(DomainError):
    """Signed in, but without permission (403)."""

    status = 403
    code = "not_allowed"
    sentence = "Je hebt geen rechten voor deze actie."


class StepUpNeeded(NotAllowed):
    """The action needs a second factor given in the last minutes (403): the page requests one, then repeats the action.

    Only for a user who has a second factor, or signed in with an identity provider. ``reason`` says why it is required
    here.
    """

    code = "step_up_needed"
    sentence = "Bevestig eerst dat jij het bent."
    reason = "Dit is een gevoelige handeling."

    def __init__(self, reason: str = reason) -> None:
        super().__init__()
        self.reason = reason


class NoOrganization(NotAllowed):
    """The request concerns an organization, and the caller has none: a platform admin (403)."""

    sentence = "Je account hoort niet bij een organisatie."


class NotFound(DomainError):
    """Does not exist, or belongs to another organization: the response is the same (404)."""

    status = 404
    code = "not_found"


def or_not_found(value: T | None, message: str, **about: Any) -> T:
    """Return the value. Raises ``NotFound`` with this message for ``None``."""
    if value is None:
        raise NotFound(message, **about)
    return value


class Conflict(DomainError):
    """The object was changed, or is being worked on, elsewhere (409)."""

    status = 409
    code = "conflict"


def refuse_stale(version: int | None, present: int, sentence: str) -> None:
    """Raise ``Conflict`` with this sentence when the version that the caller saw is not the present one."""
    if version not in (None, present):
        raise Conflict(sentence, code="stale_version")


class OutOfCredits(DomainError):
    """No credit left to pay for a report (402, decisions/0003)."""

    status = 402
    code = "out_of_credits"
    sentence = "Onvoldoende credits. Koop credits om verder te gaan."


class TooLarge(DomainError):
    """More bytes, minutes or characters than we accept (413)."""

    status = 413
    code = "too_large"


class WrongMedia(DomainError):
    """A type of file we do not accept, whatever its name says (415)."""

    status = 415
    code = "wrong_media"


class TooMany(DomainError):
    """Too many requests; ``retry_after`` says when to retry (429)."""

    status = 429
    code = "too_many"


class Unavailable(DomainError):
    """An external service (speech, structuring, mail, payment) is down or not set up (503)."""

    status = 503
    code = "unavailable"
