"""Why an action needs a second factor given just now: one sentence each, for the dialog that asks for it (S39)."""

LOGBOOK = "In het logboek staan namen van cliënten en collega's."
SAMPLE = "Je ondertekent de steekproef van het logboek."
LEDGER = "In dit bestand staan de credits en betalingen van je organisatie."
PURCHASE = "Je koopt credits op naam van je organisatie."
RECEIPT = "Op deze pagina staan de gegevens van een betaling."
CLIENT_ACCESS = "In dit overzicht staat wie bij het dossier van een cliënt was."
CLIENT_ERASURE = "Je wist alles wat er over een cliënt is vastgelegd."
CLIENT_EXPORT = "In dit bestand staan alle rapportages van één cliënt."
MEASUREMENTS = "In dit bestand staan de metingen van één cliënt."

LEAVING = "In dit bestand staat alles van je organisatie, ook alle rapportages."

OWN_EMAIL = "Je verandert het adres waarmee je inlogt."
OWN_PASSWORD = "Je verandert je wachtwoord."  # noqa: S105
OWN_FACTORS = "Je verandert hoe je account beschermd is."

INVITATIONS = "Je verandert wie er bij de gegevens van cliënten kan."
PRIVACY = "Je verandert wat er buiten deze server mag worden verwerkt."
SIGNING_IN = "Je stelt in hoe collega's inloggen."
UNLINKING = "Je koppelt het werkaccount van iemand anders los."
RETENTION = "Je verandert hoe lang concepten en rapportages worden bewaard."
FACTOR_RESET = "Je haalt de tweede stap van iemand anders weg."

NEW_ACCOUNT = "Je maakt een account voor iemand anders."
ACCOUNT = "Je verandert het account van iemand anders."
ACCOUNT_DELETION = "Je verwijdert het account van iemand anders."
NEW_ORGANIZATION = "Je maakt een organisatie."
ORGANIZATION = "Je verandert een organisatie."
ORGANIZATION_DELETION = "Je verwijdert een organisatie met alles wat erbij hoort."
CREDITS = "Je geeft credits aan een organisatie."
SUBSCRIPTION = "Je zegt het abonnement van een organisatie op."
