"""Why a provider's word was not accepted: one sentence per kind for the user, a reason word for the audit trail."""

from ...errors import DomainError

UNREACHABLE = "provider_unreachable"
MISCONFIGURED = "provider_changed"
DECLINED = "provider_declined"
REJECTED = "provider_rejected"
NOT_RECENT = "not_recent"
NO_TIME = "no_sign_in_time"

SENTENCES = {
    UNREACHABLE: (
        "Inloggen bij je organisatie lukt nu niet, want die antwoordt niet. Probeer het later opnieuw. Een beheerder "
        "met een tweede stap kan inloggen met wachtwoord."
    ),
    MISCONFIGURED: (
        "De koppeling met je organisatie klopt niet meer. Vraag je beheerder om die na te kijken; een beheerder met "
        "een tweede stap kan inloggen met wachtwoord."
    ),
    DECLINED: "Het inloggen bij je organisatie is niet afgemaakt. Probeer het opnieuw.",
    NOT_RECENT: "Je organisatie bevestigde niet dat je net opnieuw inlogde. Probeer het opnieuw.",
    NO_TIME: (
        "Je organisatie meldt niet wanneer je inlogde. Vraag je beheerder om de koppeling opnieuw te testen. Dan staat "
        "er wat er ontbreekt."
    ),
    REJECTED: "Het antwoord van je organisatie klopt niet, dus je bent niet ingelogd. Probeer het opnieuw.",
}


class ProviderError(DomainError):
    """A provider did not answer, or what it said was refused (503, or 403).

    ``reason`` is a word for the audit trail and for the administrator who tests the connection.
    """

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(SENTENCES[code], code=code)
        self.status = 503 if code == UNREACHABLE else 403
        self.reason = reason


def rejected(reason: str) -> ProviderError:
    """Return the error for a token, or an answer, that was refused."""
    return ProviderError(REJECTED, reason)


def misconfigured(reason: str) -> ProviderError:
    """Return the error for a provider that is not what the settings say."""
    return ProviderError(MISCONFIGURED, reason)
