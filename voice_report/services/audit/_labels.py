"""Dutch labels for the audit trail: the action, and the reason of a failure.

Every action is a participle, as in the viewer's filter: what is 'Gedownload' there ends in 'gedownload' in its row.
"""

from datetime import datetime

from ...core.texts import dutch_moment

#: Actions that are combined with a resource, which ``_DEEDS`` have in them.
_ACTIONS = {
    "view": "bekeken", "create": "aangemaakt", "change": "gewijzigd", "delete": "verwijderd", "export": "gedownload",
    "copy": "gekopieerd", "erase": "definitief verwijderd",
    "import": "ingelezen", "accept": "aanvaard", "withdraw": "ingetrokken", "resend": "opnieuw verzonden",
    "pause": "gepauzeerd", "activate": "geactiveerd", "sign out": "beëindigd", "cancel": "opgezegd",
    "begin to delete": "verwijderen begonnen", "archive": "gearchiveerd", "restore": "teruggezet",
    "confirm": "bevestigd", "sign off": "nagekeken", "prove": "bewezen", "test": "getest", "sign": "ondertekend",
    "miss": "niet meer gezien", "find": "weer gezien", "propose": "voorgesteld", "approve": "goedgekeurd",
}  # fmt: skip

#: Another participle than that of the action.
_PAIRS = {("create", "invitation"): "verzonden", ("create", "report"): "gearchiveerd"}

#: The kinds of the viewer's filter, and the actions of each; every other action is a change, or a sign-in.
VIEWED, CHANGED, COPIED, DOWNLOADED, DELETED = "viewed", "changed", "copied", "downloaded", "deleted"
ACTIONS_OF = {
    VIEWED: ("view",),
    COPIED: ("copy",),
    DOWNLOADED: ("export",),
    DELETED: ("delete", "erase", "begin to delete", "delete unproven", "withdraw", "remove passkey"),
}
SIGNING_IN = (
    "login", "logout", "sign out", "forgot password", "resend verification", "verify email", "confirm password",
    "confirm code", "use recovery code", "use passkey", "confirm at provider", "remember device", "forget device",
)  # fmt: skip
_DEEDS = {
    "login": ("", "ingelogd"), "logout": ("", "uitgelogd"), "register": ("account", "geregistreerd"),
    "verify email": ("e-mailadres", "bevestigd"), "forgot password": ("resetlink", "verstuurd"),
    "resend verification": ("bevestigingsmail", "verstuurd"), "change password": ("wachtwoord", "gewijzigd"),
    "reset password": ("wachtwoord", "opnieuw ingesteld"), "confirm password": ("wachtwoord", "bevestigd"),
    "ask for another email": ("ander e-mailadres", "gevraagd"), "change email": ("e-mailadres", "gewijzigd"),
    "change role": ("rol", "gewijzigd"), "move": ("gebruiker", "verplaatst"),
    "change personal credits": ("persoonlijke credits", "gewijzigd"), "change name": ("naam organisatie", "gewijzigd"),
    "change plan": ("plan", "gewijzigd"), "change credits": ("credits", "gewijzigd"),
    "give credits": ("credits", "gegeven"), "change archive": ("keuze voor archief", "gewijzigd"),
    "change max users": ("maximum gebruikers", "gewijzigd"),
    "change default template": ("standaardsjabloon", "gewijzigd"),
    "change default profile": ("standaard veldprofiel", "gewijzigd"),
    "change style": ("manier van schrijven", "gekozen"),
    "change outside text": ("keuze voor tekst naar een taalmodel", "gewijzigd"),
    "refuse to send": ("tekst naar een taalmodel", "tegengehouden"),
    "change engine floor": ("keuze waar verwerkt mag worden", "gewijzigd"),
    "change copied line": ("regel onder gekopieerde tekst", "gewijzigd"),
    "change default style": ("manier van schrijven van de organisatie", "gewijzigd"),
    "set up second factor": ("verificatie-app", "ingesteld"), "remove second factor": ("verificatie-app", "uitgezet"),
    "make recovery codes": ("herstelcodes", "gemaakt"), "use recovery code": ("herstelcode", "gebruikt"),
    "confirm code": ("code", "bevestigd"), "use passkey": ("toegangssleutel", "gebruikt"),
    "confirm at provider": ("werkaccount", "bevestigd"), "link identity": ("werkaccount", "gekoppeld"),
    "unlink identity": ("werkaccount van collega", "losgekoppeld"),
    "add passkey": ("toegangssleutel", "toegevoegd"), "rename passkey": ("toegangssleutel", "hernoemd"),
    "remove passkey": ("toegangssleutel", "verwijderd"),
    "reset second factor": ("tweede stap van collega", "weggehaald"),
    "change second factor": ("tweestapsverificatie van de organisatie", "gewijzigd"),
    "change remembered devices": ("onthouden van toestellen", "gewijzigd"),
    "remember device": ("toestel", "onthouden"), "forget device": ("toestel", "vergeten"),
    "remind of second factor": ("aan tweede stap", "herinnerd"),
    "rotate secrets": ("sleutel van de installatie", "vervangen"),
    "refile from": ("rapportage", "naar andere cliënt verplaatst"),
    "refile to": ("rapportage", "van andere cliënt overgenomen"), "take back": ("rapportage", "teruggehaald"),
    "change month mail": ("keuze voor maandbericht", "gewijzigd"),
    "delete unproven": ("onbevestigd account", "verwijderd"),
    "change retention": ("bewaartermijnen", "gewijzigd"), "issue": ("wisbewijs", "opgesteld"),
    "prune": ("oude regels van het logboek", "gewist"), "see": ("privacydossier", "gezien"),
    "fill in": ("privacydossier", "ingevuld"),
}  # fmt: skip
_RESOURCES = {
    "audit": "logboek", "user": "account", "users": "gebruikers", "session": "aanmelding",
    "other sessions": "andere aanmeldingen", "client": "cliënt", "clients": "cliënten", "draft": "concept",
    "drafts": "concepten", "concept": "rapportage",
    "concept by AI": "rapportage door AI", "concept without AI": "rapportage zonder AI",
    "replaced word": "woord bij Altijd vervangen", "kept word": "woord bij Nooit vervangen",
    "concept section": "kopje", "report": "rapportage", "reports": "rapportages",
    "dossier": "dossier", "invitation": "uitnodiging", "invitations": "uitnodigingen", "organization": "organisatie",
    "organizations": "organisaties", "usage": "gebruik", "insight": "inzicht", "subscription": "abonnement",
    "second subscription": "tweede abonnement", "template": "sjabloon", "field profile": "veldprofiel",
    "draft point": "punt in concept", "draft measurement": "meting in concept", "measurements": "metingen",
    "former draft": "vorige versie van concept",
    "identity provider": "koppeling met werkaccounts", "email domain": "e-maildomein",
    "payments": "betalingen", "receipt": "bon", "ledger": "verloop van de credits",
    "transcript": "transcript", "deletion receipt": "wisbewijs", "deletion receipts": "wisbewijzen",
    "access overview": "overzicht van inzage", "privacy file": "privacydossier", "log sample": "steekproef",
    "backup": "back-up", "example": "voorbeeld", "word": "woord van de organisatie", "own word": "eigen woord",
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


def what(action: str, resource: str, *, success: bool = True) -> str:
    """Return the label of an action: 'Dossier bekeken', 'Rol gewijzigd'; of a failed one 'Rol niet gewijzigd'."""
    subject, participle = parts(action, resource)
    words = " ".join(filter(None, (subject, "" if success else "niet", participle)))
    return f"{words[:1].upper()}{words[1:]}"


def parts(action: str, resource: str) -> tuple[str, str]:
    """Return the noun of what was acted on and the participle of what was done, in lower case."""
    done = _PAIRS.get((action, resource)) or _ACTIONS.get(action, action)
    return _DEEDS.get(action, (thing(resource), done))


def thing(resource: str) -> str:
    """Return the noun of a resource, in lower case."""
    return _RESOURCES.get(resource, resource)


def kind(action: str) -> str:
    """Return the kind of an action; '' for signing in and out, which is of no kind."""
    named = next((name for name, actions in ACTIONS_OF.items() if action in actions), CHANGED)
    return "" if action in SIGNING_IN else named


def reason(word: str | None) -> str:
    """Return the label of a failure's reason word; a whole sentence is returned unchanged."""
    if word and word.startswith(_REQUESTED):
        return f"gevraagd op {dutch_moment(datetime.fromisoformat(word.removeprefix(_REQUESTED)))}"
    return _REASONS.get(word or "", word or "")
