"""The general terms; prices come from the plan catalogue."""

import reflex as rx

from ....services.billing import plans
from ... import installation
from . import ai_disclosure
from .legal import Chapter, contact, legal_page

DESCRIPTION = "De afspraken tussen u en ons: credits, betalen, opzeggen, en wat wij van elkaar mogen verwachten."


def chapters() -> tuple[Chapter, ...]:
    """Return the text."""
    return (
        _scope(),
        _service(),
        _account(),
        _credits(),
        _packages(),
        _refunds(),
        _your_side(),
        _your_texts(),
        _liability(),
        _privacy(),
        _ending(),
        _changes(),
        _law(),
    )


def _scope() -> Chapter:
    return (
        "Waarvoor deze voorwaarden gelden",
        (
            f"Deze voorwaarden gelden voor ieder gebruik van {installation.name()}, en voor iedere overeenkomst "
            "daarover tussen u "
            "of uw organisatie en ons. Door een account te maken gaat u ermee akkoord.",
        ),
    )


def _service() -> Chapter:
    return (
        "Wat de dienst doet",
        (
            f"Met {installation.name()} spreekt u notities in. De dienst zet die om in tekst en maakt er "
            "een gestructureerde "
            "rapportage van, die u kunt aanpassen, kopiëren en downloaden.",
            *ai_disclosure.processing_in_full(),
            f"{ai_disclosure.NOT_STORED} Rapportages archiveren staat standaard uit en kan alleen als uw organisatie "
            "daarvoor kiest (opt-in).",
        ),
    )


def _account() -> Chapter:
    return (
        "Uw account",
        (
            "U geeft juiste gegevens op, houdt uw wachtwoord voor uzelf en laat het ons weten als u misbruik "
            "vermoedt. Een account is van één persoon. Een beheerder van uw organisatie kan collega’s uitnodigen.",
            "Bij misbruik, of als de wet dat eist, kunnen wij een account pauzeren of beëindigen.",
        ),
    )


def _credits() -> Chapter:
    return (
        "Credits",
        (
            "Eén credit is één rapportage. U betaalt een credit pas als het concept er is; mislukt het maken, dan "
            "kost het niets.",
            (
                "Persoonlijke credits staan op naam van één gebruiker en worden het eerst gebruikt.",
                "Organisatiecredits worden gedeeld door alle gebruikers van een organisatie en worden daarna gebruikt.",
            ),
        ),
    )


def _packages() -> Chapter:
    once = [plan.price_cents // 100 for plan in plans.for_sale() if not plan.subscription]
    subscriptions = " ".join(
        f"Het abonnement {plan.label} kost {plan.price_cents // 100} euro {plan.per_interval}."
        for plan in plans.for_sale()
        if plan.subscription
    )
    return (
        "Pakketten, abonnement en betaling",
        (
            f"Een eenmalig pakket kost ongeveer {min(once)} tot {max(once)} euro en wordt niet automatisch "
            "verlengd. De prijzen staan op de pagina Prijzen.",
            f"{subscriptions} U kunt het op elk moment opzeggen. Uw "
            "toegang blijft dan bestaan tot het einde van de betaalde periode.",
            "U betaalt via onze betaaldienst, met creditcard, iDEAL of Bancontact. Credits worden bijgeschreven "
            "zodra de betaling is gelukt; dat kan tot 1 minuut duren.",
        ),
    )


def _refunds() -> Chapter:
    return (
        "Terugbetaling",
        (
            "Wij betalen in principe niet terug. Is er bij een betaling iets misgegaan, neem dan contact met ons "
            "op. Rechten die u als consument op grond van de wet hebt, blijven bestaan.",
        ),
    )


def _your_side() -> Chapter:
    return (
        "Wat wij van u verwachten",
        (
            (
                "U leest elke rapportage na voordat u haar gebruikt: u blijft verantwoordelijk voor de inhoud en "
                "voor het cliëntdossier.",
                "U spreekt alleen in wat u mag vastleggen, en houdt u aan uw beroepsgeheim en aan de AVG.",
                "U gebruikt de dienst niet om de wet te overtreden, anderen te schaden of de dienst te verstoren.",
            ),
        ),
    )


def _your_texts() -> Chapter:
    return (
        "Uw teksten blijven van u",
        (
            "Alles wat u inspreekt en schrijft, blijft van u of van uw organisatie. De dienst zelf, met de "
            "programmatuur en de vormgeving, blijft van ons; u mag haar gebruiken zolang u een account hebt.",
        ),
    )


def _liability() -> Chapter:
    return (
        "Beschikbaarheid en aansprakelijkheid",
        (
            "Wij doen ons best de dienst altijd beschikbaar te houden, maar kunnen dat niet garanderen. Een "
            "rapportage is een hulpmiddel en vervangt uw professionele oordeel niet.",
            "Onze aansprakelijkheid is beperkt tot directe schade, en tot het bedrag dat u of uw organisatie ons "
            "in de twaalf maanden ervoor heeft betaald. Die beperking geldt niet bij opzet of bewuste "
            "roekeloosheid, en niet waar de wet haar verbiedt.",
        ),
    )


def _privacy() -> Chapter:
    return (
        "Privacy en bewaren",
        (
            "Hoe wij met persoonsgegevens omgaan, leest u in de privacyverklaring. Na verwijdering van een account "
            "zijn de persoonsgegevens binnen 30 dagen verwijderd. Financiële gegevens bewaren wij 7 jaar. "
            "Verzoeken over uw rechten beantwoorden wij binnen 30 dagen.",
        ),
    )


def _ending() -> Chapter:
    return (
        "Beëindigen",
        (
            contact(
                "U kunt op elk moment stoppen. Stuur daarvoor een bericht naar",
                "; wij verwijderen dan uw account. Verwijderen kan niet ongedaan worden gemaakt.",
            ),
        ),
    )


def _changes() -> Chapter:
    return (
        "Wijzigingen",
        (
            "Wij kunnen deze voorwaarden wijzigen. Dat kondigen wij ten minste 30 dagen van tevoren aan. Bent u "
            "het niet eens met een wijziging, dan kunt u opzeggen voordat zij ingaat.",
        ),
    )


def _law() -> Chapter:
    return (
        "Recht en vragen",
        (
            "Op deze voorwaarden is Nederlands recht van toepassing. Een geschil leggen wij voor aan de bevoegde "
            "rechter in Nederland.",
            contact("Algemene vragen stelt u via", ". Wij antwoorden binnen 48 uur."),
        ),
    )


def terms() -> rx.Component:
    return legal_page("Algemene voorwaarden", DESCRIPTION, chapters())
