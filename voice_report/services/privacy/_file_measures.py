"""Chapters 4 and 6 to 9 of a privacy file: purposes and people, measures, what was counted, risks that are left, and
questions for the privacy officer."""

from ...config import settings
from ...core import texts
from ...reporting import deidentification
from ..processing.engine_choice import PLAIN, PSEUDONYMISED
from ._file_facts import Facts
from ._file_flows import DATA, PEOPLE, SAID
from ._file_lines import Line, filled_in, measured, missing, setting

FLOORS = {"local": "Alleen op deze server", "eu": "Alleen in de EU", "all": "Overal"}
_FORMS = {"audio": "opname", "plain": "tekst zoals gezegd", "pseudonymised": "tekst met vervangen namen"}
_STAYED = {
    "policy": "jullie sturen geen tekst naar buiten",
    "floor:local": "geen taalmodel op de server",
    "floor:eu": "geen taalmodel binnen de EU",
    "case": "zonder hoofdletters zijn namen niet zeker te herkennen",
    "placeholder": "in de tekst stond al iets als [PERSOON-1]",
    "not_ready": "namen vervangen werkte niet",
    "people": "namen vervangen werkte niet",
    "scan": "bij de laatste controle stond er nog een naam of nummer in",
    "too_long": "de tekst was te lang",
}
_APART = "Gegevens van jullie zijn niet te zien voor een andere organisatie; een concept alleen voor wie het maakte"
_ROW = "Elk verzoek krijgt eerst een regel, die bij het verslag te lezen is; zonder die regel gaat er niets"
_EVERYTHING = (
    "Een beheerder kan in één bestand krijgen: cliënten, archief, eigen concepten, metingen, accounts van medewerkers, "
    "sjablonen, profielen, woorden, instellingen, verwerkingen, logboek, credits, wisbewijzen, steekproeven en dit "
    "dossier. Niet: concepten en eigen woorden van anderen, verwijderde concepten, inloggegevens, uitnodigingen, de "
    "koppeling met een identiteitsprovider, betalingen, tellingen van gebruik en hulpgegevens van de server zelf"
)
_SECOND_STEP = {"off": "Niet gevraagd", "recommended": "Aanbevolen", "required": "Verplicht"}
_WORK_ACCOUNT = {"off": "Staat niet aan", "recommended": "Aanbevolen", "required": "Verplicht"}


def purposes(facts: Facts) -> list[Line]:
    """Return chapter 4."""
    own, app = facts.own, settings().app_name
    made_for = "Wat een medewerker inspreekt omzetten in een verslag, dat de medewerker naleest en bewaart of kopieert"
    said = "Alles wat een medewerker inspreekt of schrijft: gezondheid, zorg, gedrag, medicatie, gezin, en wat meekomt"
    used = "Naam, e-mailadres, rol; wanneer, in welke browser en vanaf welk IP-adres; wat iemand zag en deed; de stem"
    kept = "Aan" if facts.organization.save_reports_to_archive else "Uit: verslagen blijven concepten van hun maker"
    values = "Geen: zonder archief worden ze niet bewaard"
    if facts.organization.save_reports_to_archive:
        values = "Gewicht, bloeddruk en andere waarden uit een rapportage in het archief, per cliënt en moment"
    return [
        filled_in(own, "purpose", "Jullie doel"),
        filled_in(own, "ground", "Rechtsgrond (artikel 6 AVG)"),
        filled_in(own, "exception", "Uitzondering voor gegevens over gezondheid (artikel 9 lid 2 AVG)"),
        setting("purpose.service", f"Waarvoor {app} is gemaakt", made_for),
        setting("purpose.people", "Over wie", PEOPLE),
        setting("purpose.data", "Welke gegevens", DATA),
        setting(
            "purpose.clients", "Van cliënten", "Voornaam, achternaam, geboortedatum en nummer, als jullie die invoeren"
        ),
        setting("purpose.said", "In dictaten en verslagen", said),
        setting("purpose.members", "Van medewerkers", used),
        setting("purpose.archive", "Archief per cliënt", kept),
        setting("purpose.measured", "Gemeten waarden", values),
        setting("purpose.decisions", "Besluiten door de dienst", "Geen: de dienst besluit niets over personen"),
        filled_in(own, "told", "Hoe cliënten en medewerkers dit weten: waar het staat, en sinds wanneer"),
        filled_in(own, "rights", "Waar cliënten terechtkunnen voor inzage, correctie of verwijdering"),
        filled_in(own, "objection", "Hoe een cliënt bezwaar maakt, wie daarover beslist en wat er dan gebeurt"),
    ]


def measures(facts: Facts) -> list[Line]:
    """Return chapter 6."""
    row = facts.organization
    return [
        setting("measure.floor", "Waar het verwerkt mag worden", FLOORS[row.engine_floor]),
        setting("measure.factor", "Tweede stap bij inloggen, jullie keuze", _second_step(facts)),
        setting("measure.remembered", "Toestel onthouden", _remembered(row.remember_days)),
        measured("measure.share", "Medewerkers met een tweede stap", _share(facts)),
        setting("measure.sign_in", "Inloggen met het werkaccount", _WORK_ACCOUNT[facts.provider_usage]),
        setting("measure.tls", "Verbinding met de dienst", _connection()),
        filled_in(facts.own, "storage", "Versleuteling van schijven en back-ups bij de aanbieder"),
        setting("measure.apart", "Scheiding", _APART),
        setting(
            "measure.row",
            "Spraak of tekst naar een andere partij",
            _ROW,
        ),
        setting(
            "measure.log", "Logboek", "Inzage, wijziging en download, in regels die niet ongemerkt te wijzigen zijn"
        ),
        setting("measure.access", "Wie een dossier zag", "Een beheerder kan per cliënt een overzicht maken"),
        setting("measure.erasure", "Verzoek om te wissen", "Een beheerder kan per cliënt wissen, met een wisbewijs"),
        setting("measure.leaving", "Alles meenemen", _EVERYTHING),
        setting("measure.mark", "Merkteken van een taalmodel", _mark(is_in_text=row.marks_copies)),
        filled_in(facts.own, "leaks", "Datalekken: wie meldt, binnen hoeveel tijd, en waar jullie register staat"),
        measured("measure.samples", "Maandelijkse steekproef van het logboek", _samples(facts), passes=True),
        measured("measure.verified", "Logboek, laatst gecontroleerd", _verified(facts), passes=True),
        measured("measure.pseudonyms", "Vervangen van namen, nu geprobeerd", _pseudonyms(facts), passes=True),
    ]


def _mark(*, is_in_text: bool) -> str:
    told = "Elk verslag zegt of een taalmodel meeschreef, ook met opmaak gekopieerd, in Word en in PDF"
    where = "van het hele verslag zegt het in een laatste regel" if is_in_text else "zegt het niet"
    return f"{told}. Gekopieerde platte tekst {where}."


def _second_step(facts: Facts) -> str:
    row = facts.organization
    since = f" vanaf {texts.dutch_date(row.second_factor_from)}" if row.second_factor_from else ""
    return f"{_SECOND_STEP[row.second_factor]}{since}"


def _remembered(days: int) -> str:
    return f"{texts.counted(days, 'dag', 'dagen')} zonder tweede stap op hetzelfde toestel" if days else "Nee"


def _share(facts: Facts) -> str:
    if not facts.members:
        return "Er zijn geen medewerkers"
    share = 100 * facts.factors // facts.members
    return f"{share} % van de medewerkers ({facts.factors} van {facts.members})"


def _connection() -> str:
    return (
        "Versleuteld (https)" if settings().is_https else "Niet versleuteld (http): een installatie om te ontwikkelen"
    )


def _verified(facts: Facts) -> str:
    found = facts.anchored
    if found is None:
        return "Nog niet"
    return f"{texts.dutch_moment(found.at)}: in orde tot en met regel {texts.dutch_number(found.sequence)}"


def _samples(facts: Facts) -> str:
    if not facts.samples:
        return "Nog geen"
    named = [f"{texts.month(month)} {month.year}" for month, is_signed in facts.samples if not is_signed]
    return f"Niet ondertekend: {', '.join(named)}" if named else "Alle ondertekend"


def _pseudonyms(facts: Facts) -> str:
    if facts.text.form != PSEUDONYMISED:
        return "Niet in gebruik: er gaat geen tekst met vervangen namen naar buiten"
    return "In orde" if deidentification.is_ready() else "Niet in orde: er gaat nu geen tekst naar buiten"


def counted(facts: Facts) -> list[Line]:
    """Return chapter 7, of which nothing makes a version."""
    counts = facts.counts
    lines = [
        ("count.reports", "Gemaakte verslagen", counts.reports),
        ("count.archived", "Rapportages in het archief, nu", counts.archived),
        ("count.clients", "Cliënten, nu", counts.clients),
        ("count.members", "Medewerkers met een account, nu", facts.members),
    ]
    found = [measured(key, name, texts.dutch_number(number), passes=True) for key, name, number in lines]
    for one in counts.sent:
        name = f"Verzoeken naar {one.party} in {one.country}: {_FORMS.get(one.form, one.form)}"
        key = f"count.sent.{one.form}.{one.party}.{one.country}"
        found.append(measured(key, name, texts.dutch_number(one.requests), passes=True))
    if not counts.sent:
        found.append(measured("count.sent", "Verzoeken naar partijen buiten de server", "0", passes=True))
    stayed: dict[str, int] = {}
    for reason, number in counts.stayed.items():
        stayed[_STAYED[reason]] = stayed.get(_STAYED[reason], 0) + number
    for why, number in sorted(stayed.items()):
        name = f"Tekst bleef op de server: {why}"
        found.append(measured(f"count.stayed.{why}", name, texts.dutch_number(number), passes=True))
    return [*found, measured("count.receipts", "Wisbewijzen", texts.dutch_number(counts.receipts), passes=True)]


def risks(facts: Facts, lines: list[Line]) -> list[Line]:
    """Return chapter 8, from the state; ``lines`` are those of chapters 1 to 6."""
    row, there = facts.organization, {line.key: line for line in lines}
    found = [
        (
            "more",
            "Meer dan nodig",
            "In een dictaat kan iets staan dat niet in een verslag hoort. Niets houdt dat tegen.",
        ),
        (
            "wrong",
            "Fouten",
            "Een verslag kan iets missen of verkeerd hebben. Bij elk verslag staat of iemand het nakeek.",
        ),
    ]
    for task, profile in facts.outside():
        who, what = profile.party, SAID[task]
        if task == "speech":
            words = f"{who} krijgt de stem en wat er wordt gezegd, onbewerkt. In spraak worden geen namen vervangen."
            found.append(("speech", "Spraak buiten de server", words))
        elif facts.text.form == PLAIN:
            found.append(("plain", "Tekst zoals gezegd", f"{who} krijgt namen en nummers mee."))
        else:
            words = (
                f"{who} krijgt wat er gebeurde. Ook zonder namen kan daaruit blijken om wie het gaat. "
                "Een naam die een gewoon woord is, kan blijven staan."
            )
            found.append(("recognised", "Herkenbaar zonder naam", words))
        if not there[f"{task}.agreement"].value:
            found.append((f"{task}.agreement", f"Overeenkomst met {who} ({what})", "Niet ingevuld."))
        if not there[f"{task}.transfer"].value:
            found.append(
                (f"{task}.transfer", f"Doorgifte naar {profile.country} ({what})", "De grond is niet ingevuld.")
            )
    if facts.outside():
        words = f"Partij, land en adres zijn wat de instelling van {settings().app_name} zegt. Nagaan kan zij het niet."
        found.append(("stated", "Volgens de instelling", words))
    if not settings().backup_days:
        words = "Er is niet ingesteld hoe lang ze blijven. Wat gewist is, kan daarin nog staan."
        found.append(("backups", "Back-ups", words))
    if row.drafts_days is None:
        found.append(("drafts", "Concepten zonder termijn", "Ze blijven tot de maker ze verwijdert."))
    if row.save_reports_to_archive and row.archive_days is None:
        words = (
            "Een rapportage blijft tot een beheerder haar wist, of het account van de maker of de organisatie weg is."
        )
        found.append(("archive", "Archief zonder termijn", words))
    if facts.factors < facts.members and facts.provider_usage != "required":
        without = texts.counted(facts.members - facts.factors, "medewerker heeft", "medewerkers hebben")
        words = f"{without} hier geen tweede stap."
        found.append(("factor", "Inloggen met alleen een wachtwoord", words))
    if not settings().is_https:
        found.append(("tls", "Verbinding", "De verbinding met de dienst is niet versleuteld."))
    return [(measured if key == "factor" else setting)(f"risk.{key}", name, words) for key, name, words in found]


def questions(facts: Facts, lines: list[Line]) -> list[Line]:
    """Return chapter 9, from the state: what chapters 1 to 6 answer is asked no more."""
    answered = {line.field for line in lines if line.value}
    told = "Klopt nog wat in hoofdstuk 1 bij de DPIA staat?"  # that there is one, or why there is none
    found = [
        ("dpia", "DPIA", told if "dpia" in answered else "Is er een DPIA, of is vastgelegd waarom niet?"),
        ("told", "Informeren", "Weten cliënten en medewerkers wat er met een dictaat gebeurt, en wie het krijgt?"),
        ("needed", "Inspreken", "Is afgesproken wat medewerkers wel en niet inspreken?"),
        ("terms", "Termijnen", "Passen de termijnen van hoofdstuk 5 bij die van jullie eigen dossier?"),
        ("rights", "Rechten", "Wie bij jullie behandelt een verzoek van een cliënt over zijn gegevens?"),
        ("objection", "Bezwaar", "Wie beslist als een cliënt niet wil dat er over hem wordt ingesproken?"),
        ("access", "Toegang", "Wie bij de aanbieder kan bij de server, en wat is daarover afgesproken?"),
        ("leaks", "Datalek", "Wie meldt een datalek, binnen hoeveel tijd, en waar staat het opgeschreven?"),
    ]
    found = [one for one in found if one[0] == "dpia" or one[0] not in answered]
    there = {line.key for line in lines}
    if "own.subprocessors.earlier" in there:
        words = "De lijst in hoofdstuk 2 is veranderd. Geldt jullie toestemming ook voor deze?"
        found.append(("subprocessors", "Subverwerkers", words))
    if "own.subprocessors.unknown" in there:
        words = "Jullie toestemming valt onder een eerdere manier van bewaren. Geldt zij voor de lijst in hoofdstuk 2?"
        found.append(("subprocessors", "Subverwerkers", words))
    if not settings().is_production:
        found.append(
            ("installation", "Installatie", "Deze installatie is om te ontwikkelen: staan er echte gegevens op?")
        )
    parties = dict.fromkeys(profile.party for _, profile in facts.outside())
    if parties:
        words = f"Zijn de overeenkomst en de plaats van {' en '.join(parties)} beoordeeld?"
        found.append(("parties", "Partijen buiten de server", words))
    if facts.text.form == PLAIN:
        found.append(("plain", "Tekst zoals gezegd", "Geldt de reden in hoofdstuk 2 nog?"))
    if empty := missing(lines):
        words = f"In hoofdstuk 1 tot en met 6 zijn {empty} regels niet ingevuld. Wie vult ze in?"
        if empty == 1:
            words = "In hoofdstuk 1 tot en met 6 is 1 regel niet ingevuld. Wie vult die in?"
        found.append(("missing", "Niet ingevuld", words))
    return [setting(f"question.{key}", name, words) for key, name, words in found]
