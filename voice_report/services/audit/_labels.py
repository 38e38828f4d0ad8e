"""Dutch labels for the audit trail: the action, and the reason of a failure."""

from datetime import datetime

from ...texts import dutch_moment

#: Actions that are combined with a resource; ``_DEEDS`` are complete labels by themselves.
_ACTIONS = {
    "view": "bekeken", "create": "aangemaakt", "change": "gewijzigd", "delete": "verwijderd", "export": "geëxporteerd",
    "import": "ingelezen", "accept": "aanvaard", "withdraw": "ingetrokken", "resend": "opnieuw verzonden",
    "pause": "gepauzeerd", "activate": "geactiveerd", "sign out": "afgemeld", "cancel": "opgezegd",
    "begin to delete": "wordt verwijderd", "archive": "gearchiveerd", "restore": "teruggezet",
    "confirm": "bevestigd", "sign off": "nagekeken", "prove": "bewezen", "test": "getest",
}  # fmt: skip

#: The kinds of the viewer's filter, and the actions of each; every other action is a change, or a sign-in.
VIEWED, CHANGED, DOWNLOADED, DELETED = "viewed", "changed", "downloaded", "deleted"
ACTIONS_OF = {
    VIEWED: ("view",),
    DOWNLOADED: ("export",),
    DELETED: ("delete", "begin to delete", "delete unproven", "withdraw"),
}
SIGNING_IN = (
    "login", "logout", "sign out", "forgot password", "resend verification", "verify email", "confirm password",
    "confirm code", "use recovery code", "use passkey", "confirm at provider", "remember device", "forget device",
)  # fmt: skip
_DEEDS = {
    "login": "Inloggen", "logout": "Uitloggen", "register": "Registreren", "verify email": "E-mailadres bevestigen",
    "forgot password": "Wachtwoordreset vragen", "resend verification": "Bevestigingsmail vragen",
    "change password": "Wachtwoord wijzigen", "reset password": "Wachtwoord resetten",
    "confirm password": "Wachtwoord bevestigen", "ask for another email": "Ander e-mailadres vragen",
    "change email": "E-mailadres wijzigen", "change role": "Rol wijzigen", "move": "Gebruiker verplaatsen",
    "change personal credits": "Persoonlijke credits instellen", "change name": "Naam organisatie wijzigen",
    "change plan": "Plan wijzigen", "change credits": "Credits instellen", "give credits": "Credits geven",
    "change archive": "Archief aan- of uitzetten", "change max users": "Maximum gebruikers wijzigen",
    "change default template": "Standaardsjabloon wijzigen", "change style": "Manier van schrijven kiezen",
    "change default style": "Manier van schrijven van de organisatie wijzigen",
    "set up second factor": "Verificatie-app instellen", "remove second factor": "Verificatie-app uitzetten",
    "make recovery codes": "Herstelcodes maken", "use recovery code": "Herstelcode gebruiken",
    "confirm code": "Code bevestigen", "use passkey": "Toegangssleutel gebruiken",
    "confirm at provider": "Opnieuw inloggen met werkaccount", "link identity": "Werkaccount koppelen",
    "add passkey": "Toegangssleutel toevoegen", "rename passkey": "Toegangssleutel hernoemen",
    "remove passkey": "Toegangssleutel verwijderen", "reset second factor": "Tweede stap van collega weghalen",
    "change second factor": "Tweestapsverificatie van de organisatie wijzigen",
    "change remembered devices": "Onthouden van toestellen wijzigen", "remember device": "Toestel onthouden",
    "forget device": "Toestel vergeten", "remind of second factor": "Aan tweede stap herinneren",
    "rotate secrets": "Sleutel van de installatie vervangen",
    "change month mail": "Maandbericht aan- of uitzetten", "delete unproven": "Onbevestigd account verwijderd",
}  # fmt: skip
_RESOURCES = {
    "audit": "logboek", "user": "account", "users": "gebruikers", "session": "aanmelding",
    "other sessions": "andere aanmeldingen", "client": "cliënt", "clients": "cliënten", "draft": "concept",
    "drafts": "concepten", "concept": "rapportage door AI",
    "concept section": "kopje door AI", "report": "rapportage", "reports": "rapportages",
    "dossier": "dossier", "invitation": "uitnodiging", "invitations": "uitnodigingen", "organization": "organisatie",
    "organizations": "organisaties", "usage": "gebruik", "subscription": "abonnement",
    "second subscription": "tweede abonnement", "template": "sjabloon",
    "draft point": "punt in concept", "former draft": "vorige versie van concept",
    "identity provider": "koppeling met werkaccounts", "email domain": "e-maildomein",
    "payments": "betalingen", "receipt": "bon", "ledger": "verloop van de credits",
}  # fmt: skip
_REASONS = {
    "locked": "geblokkeerd na verkeerde wachtwoorden", "wrong credentials": "verkeerd wachtwoord of onbekend adres",
    "wrong": "verkeerd wachtwoord", "already registered": "adres al in gebruik", "paused": "account gepauzeerd",
    "unknown account": "onbekend adres", "nothing to verify": "niets te bevestigen",
    "code needed": "wachtwoord klopt, tweede stap nog nodig", "wrong code": "verkeerde code",
    "code locked": "geblokkeerd na verkeerde codes", "wrong passkey": "toegangssleutel klopt niet",
    "passkey copied": "toegangssleutel mogelijk gekopieerd",
    "second factor needed": "wachtwoord klopt, tweede stap nog in te stellen",
    "second factor reset": "wachtwoord klopt, tweede stap weggehaald",
    "single_sign_on_required": "alleen met werkaccount", "time-out": "aanbieder antwoordt niet",
    "declined": "niet afgemaakt bij de aanbieder", "server error": "storing bij de aanbieder",
    "request refused": "aanbieder weigert de aanvraag", "client refused": "aanbieder weigert toepassing of geheim",
    "code refused": "aanbieder weigert de code", "redirect": "aanbieder verwijst door",
    "answer too large": "antwoord van aanbieder te groot", "broken answer": "antwoord van aanbieder onleesbaar",
    "no public address": "adres van aanbieder niet openbaar", "no https address": "adres van aanbieder zonder https",
    "another issuer": "aanbieder noemt zich anders", "no keys": "aanbieder geeft geen sleutels",
    "unknown key": "token met onbekende sleutel", "signature": "handtekening klopt niet",
    "algorithm": "handtekening van een soort die niet mag", "no signed token": "geen ondertekend token",
    "wrong issuer": "token van een andere aanbieder", "wrong audience": "token voor een andere toepassing",
    "wrong nonce": "token van een andere aanmelding", "wrong at_hash": "token hoort niet bij de toegang",
    "wrong type": "ander soort token", "expired": "token verlopen", "not yet valid": "token nog niet geldig",
    "another tenant": "andere tenant", "another domain": "ander domein", "another subject": "andere persoon",
    "no subject": "token zonder persoon", "answer of another provider": "antwoord van een andere aanbieder",
    "no code": "antwoord zonder code", "no ID token": "antwoord zonder token",
    "not signed in again": "niet opnieuw ingelogd", "settings changed": "instellingen intussen gewijzigd",
    "unreadable secret": "clientgeheim onleesbaar", "twice at once": "tweemaal tegelijk",
    "no_second_step": "geen tweede stap gemeld", "no_address": "geen adres van een bewezen domein",
    "address_unverified": "adres niet bevestigd", "elsewhere": "adres al in gebruik", "full": "geen plaats",
    "not_invited": "niet uitgenodigd", "invited": "uitnodiging nog open", "other_identity": "ander werkaccount",
    "email_not_verified": "e-mailadres niet bevestigd", "refund refused": "terugbetalen geweigerd",
}  # fmt: skip

#: Begins the reason of a deletion that was requested before it was done; a timestamp (ISO 8601) follows.
_REQUESTED = "requested "


def what(action: str, resource: str) -> str:
    """Return the label of an action: 'Dossier bekeken', 'Rol wijzigen'."""
    thing = _RESOURCES.get(resource, resource)
    return _DEEDS.get(action) or f"{thing[:1].upper()}{thing[1:]} {_ACTIONS.get(action, action)}"


def kind(action: str) -> str:
    """Return the kind of an action; '' for signing in and out, which is of no kind."""
    named = next((name for name, actions in ACTIONS_OF.items() if action in actions), CHANGED)
    return "" if action in SIGNING_IN else named


def reason(word: str | None) -> str:
    """Return the label of a failure's reason word; a whole sentence is returned unchanged."""
    if word and word.startswith(_REQUESTED):
        return f"gevraagd op {dutch_moment(datetime.fromisoformat(word.removeprefix(_REQUESTED)))}"
    return _REASONS.get(word or "", word or "")
