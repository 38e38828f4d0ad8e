"""The privacy statement, accurate for the current installation."""

import reflex as rx

from ... import installation
from . import ai_disclosure
from .legal import Chapter, contact, legal_page

DESCRIPTION = "Welke gegevens wij verwerken, waarom, hoe lang, wie daarbij helpt, en welke rechten u hebt."


def chapters() -> tuple[Chapter, ...]:
    """Return the text; its statements about processing come from ``claims``."""
    return (
        _who_we_are(),
        _what_we_process(),
        _why_we_may(),
        _speech_text_and_ai(),
        _archiving(),
        _with_whom_we_share(),
        _how_long_we_keep(),
        _security(),
        _cookies(),
        _your_rights(),
        _questions(),
    )


def _who_we_are() -> Chapter:
    return (
        "Wie wij zijn",
        (
            f"{installation.name()} is een dienst waarmee zorgverleners en coaches hun gesproken notities laten "
            "omzetten in een gestructureerde rapportage. In deze verklaring leest u welke persoonsgegevens wij daarbij "
            "verwerken.",
            "Voor uw account en uw betalingen zijn wij verwerkingsverantwoordelijke. Voor wat u over uw cliënten "
            "inspreekt en schrijft, is uw organisatie (of bent u, als u zelfstandig werkt) "
            "verwerkingsverantwoordelijke en zijn wij verwerker: wij verwerken het alleen in uw opdracht.",
        ),
    )


def _what_we_process() -> Chapter:
    return (
        "Welke gegevens wij verwerken",
        (
            (
                "Uw account: voornaam, achternaam, e-mailadres, versleuteld wachtwoord, rol en organisatie.",
                "Een tweede stap bij het inloggen, als u of uw organisatie die kiest: de sleutel van uw verificatie-app"
                " en uw herstelcodes, versleuteld. Van een toegangssleutel hebben wij alleen het openbare deel: uw "
                "vingerafdruk of gezicht verlaat uw toestel niet.",
                "Uw opnamen: de audio die u inspreekt, zolang als nodig is om er tekst van te maken. Op uw "
                "eigen toestel blijft zij nog staan tot het concept er is, hoogstens een uur.",
                "Een opname die u als bestand kiest, zolang als nodig is om er tekst van te maken; de naam van het "
                "bestand krijgen wij niet.",
                "Uw teksten: transcripten, concepten en rapportages. Die kunnen gegevens over de gezondheid van "
                "cliënten bevatten.",
                "Cliënten, als uw organisatie die invoert: voornaam, achternaam en geboortedatum.",
                "Betalingen: welk pakket is gekocht, wanneer, en voor welk bedrag.",
                "Beveiliging: een auditlog van wie wat wanneer deed, met IP-adres en soort browser.",
            ),
        ),
    )


def _why_we_may() -> Chapter:
    return (
        "Waarom wij dat mogen",
        (
            "Wij verwerken uw gegevens om de overeenkomst met u of uw organisatie uit te voeren, om te voldoen aan "
            "de wet (zoals de fiscale bewaarplicht), en omdat wij er een gerechtvaardigd belang bij hebben de "
            "dienst te beveiligen. Gegevens over de gezondheid van cliënten verwerken wij uitsluitend als "
            "verwerker, op de grondslag die uw organisatie daarvoor heeft.",
            "Wij verkopen geen gegevens, sturen geen reclame en nemen geen besluiten over u die alleen op "
            "geautomatiseerde verwerking berusten.",
        ),
    )


def _speech_text_and_ai() -> Chapter:
    return (
        "Spraak, tekst en AI",
        (
            f"{ai_disclosure.NOT_STORED} Uw opname staat versleuteld op uw eigen toestel tot de tekst er is, en daarna "
            "tot het concept er is, hoogstens een uur: zo kunt u terugluisteren. Onze server houdt de audio alleen "
            "vast zolang het omzetten duurt. Dat geldt ook voor een opname die u als bestand kiest: die staat alleen "
            "in het geheugen van onze server.",
            *ai_disclosure.processing_in_full(),
            ai_disclosure.transfer(),
            "Een rapportage die met AI is gemaakt, kan fouten bevatten. U leest haar na voordat u haar gebruikt.",
        ),
    )


def _archiving() -> Chapter:
    return (
        "Archiveren alleen als u dat kiest",
        (
            "Rapportages archiveren staat standaard uit (opt-in). Het kan alleen als uw organisatie erom vraagt "
            "en wij het voor haar hebben aangezet. Concepten die u zelf bewaart, ziet alleen u; gearchiveerde "
            "rapportages zijn zichtbaar voor uw organisatie.",
        ),
    )


def _with_whom_we_share() -> Chapter:
    return (
        "Met wie wij gegevens delen",
        (
            "Wij delen gegevens alleen met partijen die nodig zijn om de dienst te leveren, en met wie de AVG dat "
            "vraagt op grond van een verwerkersovereenkomst:",
            (
                ai_disclosure.receiver(),
                "De betaaldienst, als u een pakket koopt. Uw kaart- en rekeninggegevens komen niet bij ons.",
                "De inlogdienst van uw organisatie, als zij die aan ons koppelt: van die dienst horen wij wie u bent, "
                "en die hoort van ons dat u inlogt.",
                "De partijen die onze servers draaien en onze e-mail bezorgen.",
                "Een overheidsinstantie, als de wet ons daartoe verplicht.",
            ),
        ),
    )


def _how_long_we_keep() -> Chapter:
    return (
        "Hoe lang wij gegevens bewaren",
        (
            (
                "Audio: niet blijvend.",
                "Transcripten, concepten en rapportages: tot u of uw organisatie ze verwijdert, tot de termijn die uw "
                "organisatie ervoor koos, of tot het account wordt verwijderd.",
                "Persoonsgegevens: binnen 30 dagen na verwijdering van het account zijn zij verwijderd.",
                "Financiële gegevens: 7 jaar, omdat de wet dat voorschrijft.",
                f"Het auditlog: {installation.audit_years()} jaar, om gebruik en misbruik na te gaan. Er staat geen "
                "inhoud van rapportages in.",
            ),
        ),
    )


def _security() -> Chapter:
    return (
        "Beveiliging",
        (
            "Verbindingen zijn versleuteld. Wachtwoorden bewaren wij alleen in een vorm waaruit zij niet te "
            "herleiden zijn. U kunt een tweede stap bij het inloggen instellen. Organisaties kunnen elkaars gegevens "
            "niet zien, en een auditlog houdt bij wie wat wanneer heeft gedaan.",
        ),
    )


def _cookies() -> Chapter:
    return (
        "Cookies",
        (
            "Wij gebruiken alleen wat nodig is om de dienst te laten werken: cookies waarmee u ingelogd blijft en "
            "waarmee wij uw toestel herkennen, en opslag op uw toestel voor uw weergave-instelling en voor uw "
            "opname. Er zijn geen cookies voor reclame of om u te volgen.",
        ),
    )


def _your_rights() -> Chapter:
    return (
        "Uw rechten",
        (
            "U kunt ons vragen om inzage, correctie, verwijdering, beperking of overdracht van uw gegevens, en u "
            "kunt bezwaar maken. "
            + contact("Stuur uw verzoek naar", ". Wij reageren binnen 30 dagen op een verzoek over uw rechten."),
            "Gaat uw verzoek over wat een zorgverlener over u heeft vastgelegd, richt het dan aan diens "
            "organisatie; wij helpen haar het uit te voeren.",
            "Bent u niet tevreden over onze reactie, dan kunt u een klacht indienen bij de Autoriteit "
            "Persoonsgegevens.",
        ),
    )


def _questions() -> Chapter:
    return (
        "Vragen en wijzigingen",
        (
            contact("Algemene vragen stelt u via", ". Wij antwoorden binnen 48 uur."),
            "Verandert deze verklaring, dan leest u de nieuwe tekst op deze pagina.",
        ),
    )


def privacy() -> rx.Component:
    return legal_page("Privacyverklaring", DESCRIPTION, chapters())
