"""Chapters 1 to 3 and 5 of a privacy file: the parties, the flows of data, input for the register of article 30 GDPR,
and the terms of retention with the last erasure."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from urllib.parse import urlsplit

from ... import clock
from ...config import VERSION, settings
from ...core import texts
from ...engines import TABLES, Profile
from ..drafts import deleted
from ..mail import outbox
from ..processing import egress
from ..processing.engine_choice import NEVER, PLAIN, PSEUDONYMISED
from ..sessions import devices, sessions
from ._file_facts import Facts
from ._file_lines import FILLED_IN, KEPT, Line, filled_in, measured, setting

POLICY = {NEVER: "Nooit", PSEUDONYMISED: "Met vervangen namen", PLAIN: "Zoals gezegd"}
PEOPLE = "Cliënten; hun naasten en anderen over wie iemand vertelt; medewerkers met een account."
DATA = (
    "Naam, geboortedatum en cliëntnummer van cliënten die jullie invoeren; wat medewerkers inspreken of schrijven, "
    "waaronder gegevens over gezondheid; de stem, het account en het gebruik van medewerkers."
)
#: What goes, with the party in its place.
_FORMS = {
    "audio": "De opname gaat onbewerkt naar {party}: de stem en alles wat er wordt gezegd.",
    "plain": "De tekst gaat zoals gezegd naar {party}, met namen en nummers en met de koppen van het sjabloon.",
    "pseudonymised": "De tekst gaat naar {party} met plaatshouders voor namen, nummers, adressen{dates}, en "
    "met de koppen van het sjabloon. Wat er gebeurde, staat er: het blijven persoonsgegevens.",
}
_DATES = {False: " en geboortedata", True: ", geboortedata en andere datums"}
_REGIONS = {"eu": "binnen de EER", "other": "buiten de EER"}
_MEASURES = "Hoofdstuk 6: waar het verwerkt mag worden, inloggen, verbinding, scheiding tussen organisaties, logboek."
_SERVICE = "Spraak omzetten in tekst; tekst indelen tot een verslag; bewaren, zoeken en als bestand afgeven; accounts "
_THEIR_OFFICER = "Functionaris voor gegevensbescherming van de aanbieder, met contactgegevens"
_CONSENT = "Toestemming voor deze subverwerkers, en hoe jullie van een andere horen"
_CONSENT_TO_NONE = "Hoe jullie van een subverwerker horen, als er een komt"
_CONSENT_AGAIN = "De lijst van subverwerkers is veranderd: toestemming voor deze, en hoe jullie van een andere horen"
#: The line below it with what was filled in before: of another list, and where it was not kept of which.
_OF_ANOTHER = "Toestemming voor een eerdere lijst van subverwerkers"
_OF_UNKNOWN = "Toestemming onder een eerdere manier van bewaren, zonder haar lijst"
SAID = {"speech": "spraak", "text": "tekst"}
_TEXT = "Tekst naar een taalmodel"
_FOR = {"speech": "spraak", "text": "tekst naar een taalmodel", "mail": "mail aan medewerkers", "pay": "betalingen"}
#: Who gets something, where, and for what (``_FOR``).
Party = tuple[str, str, str]


def who(facts: Facts) -> list[Line]:
    """Return chapter 1."""
    now = settings()
    hashes = " ".join(one.config_hash for task in TABLES for one in now.profiles(task))
    return [
        setting("who.organization", "Organisatie", facts.organization.name),
        filled_in(facts.own, "controller", "Verwerkingsverantwoordelijke, met contactgegevens"),
        filled_in(facts.own, "officer", "Functionaris voor gegevensbescherming, met contactgegevens"),
        setting("who.service", "Dienst", f"{now.app_name}, op {now.origin}"),
        setting("who.contact", "Contact met de aanbieder van de dienst", now.contact_email),
        filled_in(facts.own, "processor", "Aanbieder van de dienst (verwerker), zoals in jullie overeenkomst"),
        setting("who.processor_officer", _THEIR_OFFICER, now.privacy_officer),
        filled_in(facts.own, "agreement", "Verwerkersovereenkomst met de aanbieder: datum en vindplaats"),
        filled_in(facts.own, "dpia", "DPIA: datum, uitkomst en wanneer zij weer wordt bekeken, of waarom er geen is"),
        measured("who.version", "Versie van de software", VERSION),
        measured(
            "who.engines",
            "Controlegetal van de instelling: verandert bij een andere partij, model of land",
            _digest(hashes),
        ),
    ]


def flows(facts: Facts) -> list[Line]:
    """Return chapter 2."""
    return [*_speech(facts), *_text(facts), *_others(facts)]


def _speech(facts: Facts) -> list[Line]:
    choice = facts.speech
    if choice is None:
        none = "Geen: van de ingestelde verwerkers mag er geen bij jullie keuze voor waar het verwerkt wordt."
        return [setting("speech", "Spraak", none)]
    if choice.profile.is_outside:
        return [setting("speech", "Spraak", _sent("audio", choice.profile)), *_party(facts, "speech", choice.profile)]
    where = "Blijft op de server van de aanbieder. Er gaat geen spraak naar een andere partij."
    return [setting("speech", "Spraak", where), *_here("speech", choice.profile)]


def _text(facts: Facts) -> list[Line]:
    row, choice = facts.organization, facts.text
    lines = [setting("text.policy", "Keuze voor tekst naar een taalmodel", POLICY[row.outside_text])]
    if row.outside_text == PLAIN:
        reason, by = row.outside_text_reason or "", row.outside_text_by or ""
        lines.append(Line("text.reason", "Waarom zoals gezegd", reason, FILLED_IN))
        lines.append(Line("text.by", "Wie dat besliste", by, FILLED_IN))
    if not choice.profile.is_outside:
        where = "Blijft op de server van de aanbieder. Er gaat geen tekst naar een taalmodel daarbuiten."
        return [*lines, setting("text", _TEXT, where), *_here("text", choice.profile)]
    lines.append(setting("text", _TEXT, _sent(choice.form, choice.profile, masks_dates=row.masks_dates)))
    lines += _party(facts, "text", choice.profile)
    if choice.form == PSEUDONYMISED:
        dates = (
            "Ook vervangen, met de naam van een maand of met een jaar, en cijfers als 12-11 achter een woord als 'op'; "
            "een weekdag, een maand of een jaar alleen blijft staan"
            if row.masks_dates
            else "Blijven staan"
        )
        lines.append(setting("text.dates", "Andere datums dan geboortedata", dates))
        stays = "Dan maakt de server van de aanbieder het verslag en gaat er geen tekst naar buiten."
        lines.append(setting("text.stays", "Als namen vervangen niet zeker lukt", stays))
    return lines


def _sent(form: str, profile: Profile, *, masks_dates: bool = False) -> str:
    party = f"{profile.party} in {profile.country} ({_REGIONS[profile.region]})"
    return _FORMS[form].format(party=party, dates=_DATES[masks_dates])


def _here(task: str, profile: Profile) -> list[Line]:
    names = {"speech": "Model voor spraak", "text": "Wie het verslag indeelt"}
    model = profile.model or ("vaste regels" if task == "text" else "")
    at = f", op {profile.host} in het eigen netwerk" if profile.host else ""
    return [setting(f"{task}.model", names[task], f"{model}{at}")]


def _party(facts: Facts, task: str, profile: Profile) -> list[Line]:
    """Return what there is to say about an outside party: of the register of engines, else of the organization."""
    what, who = SAID[task], profile.party
    agreed = f"Van {texts.dutch_date(profile.agreement)}" if profile.agreement else ""
    model = f"{profile.model}, op {profile.host}" if profile.model else profile.host
    lines = [
        setting(f"{task}.model", f"Model en adres voor {what}", model),
        _stated(facts, task, "agreement", f"Overeenkomst met {who} ({what})", agreed, who),
    ]
    if profile.region == "eu":
        inside = "Geen doorgifte naar een land buiten de EER, volgens de instelling."
        lines.append(setting(f"{task}.transfer", f"Grond voor doorgifte naar {who} ({what})", inside))
    else:
        name = f"Grond voor doorgifte naar {who} ({what})"
        lines.append(_stated(facts, task, "transfer", name, profile.transfer_ground, who))
    lines.append(_stated(facts, task, "keeps", f"Bewaartermijn bij {who} ({what})", profile.keeps, who))
    lines.append(_stated(facts, task, "trains", f"Gebruikt {who} dit om van te leren? ({what})", profile.trains, who))
    return lines


def _stated(facts: Facts, task: str, kind: str, name: str, said: str, party: str) -> Line:
    """Return what the register of engines says; where it is silent, what the organization filled in about this party
    and not about another one."""
    if said:
        return setting(f"{task}.{kind}", name, said)
    return filled_in(facts.own, f"{kind}:{party}", name, key=f"{task}.{kind}")


def _others(facts: Facts) -> list[Line]:
    now = settings()
    host = urlsplit(now.mail_url).hostname
    mail = f"Naam en e-mailadres van medewerkers, via {host}. Geen woorden uit verslagen." if host else "Gaat niet uit."
    paid = "Wie betaalt, vult naam en betaalgegevens in bij Stripe." if now.stripe_secret_key else "Staat niet aan."
    sso = {"off": "Staat niet aan."}.get(
        facts.provider_usage, f"{facts.provider_host}: die hoort wanneer een medewerker inlogt, en zegt wie het is."
    )
    kept = "Een opname staat versleuteld in de browser tot het concept er is, hoogstens een uur."
    if now.offline_page == "on":
        kept += " Zonder verbinding blijft zij daar tot zij verstuurd is."
    others = _others_that_get(facts)
    subprocessors = _listed(_named(others)) if others else "Geen, volgens de instelling."
    lines = [setting("flow.mail", "Mail", mail)]
    if host:
        lines.append(filled_in(facts.own, f"mail:{host}", f"Wie {host} beheert, en in welk land"))
    return [
        *lines,
        setting("flow.payments", "Betalen op de site", paid),
        setting("flow.sign_in", "Inloggen met het werkaccount", sso),
        setting("flow.device", "Geluid op het toestel van de medewerker", kept),
        filled_in(facts.own, "hosting", "Waar de server en de back-ups staan, en bij wie"),
        setting("flow.subprocessors", "Subverwerkers van de aanbieder, naast wie de server beheert", subprocessors),
        *_consent(facts.own, others),
    ]


def _consent(own: Mapping[str, str], others: Sequence[Party]) -> list[Line]:
    """Return what the organization filled in about exactly these parties; where it did only about others, or where it
    was not kept about which, it is asked again, with that answer below it. Their order and our words do not count."""
    field, key = f"consent:{_digest(json.dumps(sorted(others)))}", "own.subprocessors"
    asked, again = (_CONSENT, _CONSENT_AGAIN) if others else (_CONSENT_TO_NONE, _CONSENT_TO_NONE)
    if field in own:
        return [filled_in(own, field, asked, key=key)]
    for before, name, below, kind in (
        ("consent", again, _OF_ANOTHER, "earlier"),
        ("subprocessors", asked, _OF_UNKNOWN, "unknown"),  # kept without a list, or with the words of one
    ):
        answers = [words for known, words in own.items() if known.partition(":")[0] == before]
        if answers:
            return [filled_in(own, field, name, key=key), Line(f"{key}.{kind}", below, answers[-1], FILLED_IN)]
    return [filled_in(own, field, asked, key=key)]


def register(facts: Facts) -> list[Line]:
    """Return chapter 3: input for the organization's row, and the processor's row."""
    theirs, ours = "Invoer voor jullie rij (artikel 30 lid 1)", "Rij van de verwerker (artikel 30 lid 2)"
    own = facts.own
    outside, others = facts.outside(), _others_that_get(facts)
    far = "; ".join(dict.fromkeys(f"{one.country} ({one.party})" for _, one in outside if one.region == "other"))
    transfers = f"Ja: {far}." if far else "Geen, volgens de instelling."
    officer = settings().privacy_officer
    said = f"{drafts(facts)} {transcript(facts)} {archive(facts)} Cliënten en accounts: tot zij worden verwijderd."
    said += f" Logboek: {settings().audit_log_years} jaar. Betalingen: 7 jaar. De andere staan in hoofdstuk 5."
    return [
        filled_in(own, "controller", "a. Verwerkingsverantwoordelijke", key="register.controller", group=theirs),
        filled_in(own, "officer", "a. Functionaris voor gegevensbescherming", key="register.officer", group=theirs),
        filled_in(own, "purpose", "b. Doelen", key="register.purpose", group=theirs),
        setting("register.people", "c. Categorieën betrokkenen", PEOPLE, group=theirs),
        setting("register.data", "c. Categorieën persoonsgegevens", DATA, group=theirs),
        setting(
            "register.recipients",
            "d. Ontvangers",
            _listed(["De aanbieder van de dienst", *_named(others)]),
            group=theirs,
        ),
        setting("register.transfers", "e. Doorgifte naar een derde land", transfers, group=theirs),
        setting("register.terms", "f. Bewaartermijnen", said, group=theirs),
        setting("register.measures", "g. Maatregelen", _MEASURES, group=theirs),
        filled_in(own, "processor", "a. Verwerker", key="register.processor", group=ours),
        setting("register.processor_officer", "a. Functionaris van de verwerker", officer, group=ours),
        setting("register.for", "a. In opdracht van", facts.organization.name, group=ours),
        setting("register.work", "b. Verwerkingen", f"{_SERVICE}beheren; loggen wie wat zag en deed.", group=ours),
        setting("register.our_transfers", "c. Doorgifte naar een derde land", transfers, group=ours),
        setting("register.our_measures", "d. Maatregelen", _MEASURES, group=ours),
    ]


def _listed(parties: list[str]) -> str:
    return f"{'; '.join(parties)}."


def _others_that_get(facts: Facts) -> list[Party]:
    """Return the parties that get something from the provider."""
    gets = [(one.party, one.country, task) for task, one in facts.outside()]
    host = urlsplit(settings().mail_url).hostname
    gets += [(host, "", "mail")] if host else []
    gets += [("Stripe", "", "pay")] if settings().stripe_secret_key else []
    return gets


def _named(parties: Iterable[Party]) -> list[str]:
    """Return the parties, each once with where it is and all that it gets something for."""
    purposes: dict[str, list[str]] = {}
    for who, where, what in parties:
        purposes.setdefault(f"{who} in {where}" if where else who, []).append(_FOR[what])
    return [f"{party} ({', '.join(named)})" for party, named in purposes.items()]


def _digest(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()[:16]


def drafts(facts: Facts) -> str:
    """Return for how long drafts are kept, as a sentence."""
    days = facts.organization.drafts_days
    until = "tot de maker ze verwijdert" if days is None else f"{days} dagen na de laatste wijziging"
    return f"Concepten: {until}."


def transcript(facts: Facts) -> str:
    """Return for how long transcripts of archived reports are kept."""
    days = facts.organization.transcript_days
    if days == 0:
        return "Transcripten: tot de nacht na het archiveren."
    until = "zolang als de rapportage" if days is None else f"{days} dagen na het archiveren"
    return f"Transcripten: {until}."


def archive(facts: Facts) -> str:
    """Return for how long archived reports are kept."""
    days = facts.organization.archive_days
    gone = "tot een beheerder het wist, of het account van de maker of de organisatie wordt verwijderd"
    return f"Archief: {gone if days is None else f'{days} dagen na het archiveren'}."


def terms(facts: Facts) -> list[Line]:
    """Return chapter 5."""
    now = settings()
    backups = f"{now.backup_days} dagen" if now.backup_days else ""
    return [
        setting("terms.drafts", "Concepten bewaren", _value(drafts(facts))),
        setting("terms.transcript", "Transcripten bewaren", _value(transcript(facts))),
        setting("terms.archive", "Archief bewaren", _value(archive(facts))),
        *_notices(facts),
        setting("terms.sound", "Geluid", "Alleen in het geheugen van de server, tot er tekst van is; niet op schijf"),
        setting("terms.dictation", "Tekst van een dictaat per stuk", "24 uur na het dictaat, hoogstens 7 dagen"),
        setting(
            "terms.deleted", "Verwijderd concept", f"{deleted.KEPT.days} dagen, zodat de maker het kan terugzetten"
        ),
        setting(
            "terms.clients", "Cliënten", "Tot een beheerder de cliënt verwijdert, of de organisatie wordt verwijderd"
        ),
        setting("terms.members", "Accounts", "Tot zij worden verwijderd"),
        setting(
            "terms.sessions",
            "Ingelogd blijven",
            f"{sessions.ABSOLUTE.days} dagen, of tot {sessions.IDLE.seconds // 3600} uur zonder gebruik",
        ),
        setting("terms.devices", "Bekende toestellen", f"{devices.KEPT.days} dagen na de laatste keer inloggen"),
        setting("terms.made", "Gemaakt concept, om niet twee keer te maken", "24 uur, daarnaast in het concept zelf"),
        setting(
            "terms.usage",
            "Geteld gebruik, zonder woorden",
            "Blijft; zonder medewerker als het account weg is, en zonder organisatie als die weg is",
        ),
        setting("terms.sent", "Tellingen van wat er naar buiten ging", f"{egress.KEPT.days} dagen"),
        setting(
            "terms.processing", "Hoe een verslag is gemaakt", "Zolang als het verslag; zonder woorden uit het verslag"
        ),
        setting(
            "terms.measured", "Gemeten waarden", "Zolang als de rapportage; de woorden erbij zolang als het transcript"
        ),
        setting(
            "terms.words",
            "Woordenlijst, en woorden om altijd of nooit te vervangen",
            "Tot iemand ze verwijdert, of de organisatie wordt verwijderd",
        ),
        setting(
            "terms.proofs",
            "Dit dossier, steekproeven en wisbewijzen",
            f"Tot de organisatie wordt verwijderd, van dit dossier de laatste {KEPT} versies; wisbewijzen, zonder "
            "namen, ook daarna",
        ),
        setting("terms.mail", "Verzonden mail", f"{outbox.KEPT.days} dagen, na verzending zonder tekst"),
        setting("terms.log", "Logboek", f"{now.audit_log_years} jaar, ook nadat de organisatie is verwijderd"),
        setting("terms.payments", "Betalingen", "7 jaar na het jaar van betaling"),
        setting("terms.backups", "Back-ups", backups),
        *_work(facts),
    ]


def _value(sentence: str) -> str:
    words = sentence.split(": ", 1)[1].rstrip(".")
    return f"{words[:1].upper()}{words[1:]}"


def _notices(facts: Facts) -> list[Line]:
    """Return from when a term that was made shorter erases, while that is still to come."""
    row, lines = facts.organization, []
    for name, what in (("drafts", "concepten"), ("transcript", "transcripten"), ("archive", "archief")):
        since = getattr(row, f"{name}_from")
        if since and since > clock.now() and getattr(row, f"{name}_days") is not None:
            day = texts.dutch_date(since)
            lines.append(
                measured(f"terms.{name}.from", f"Kortere termijn voor {what}", f"Wist vanaf {day}", passes=True)
            )
    return lines


def _work(facts: Facts) -> list[Line]:
    night = facts.organization.retention_night
    ran = f"In de nacht van {texts.dutch_date(night)}" if night else "Nog niet"
    if all(getattr(facts.organization, f"{name}_days") is None for name in ("drafts", "transcript", "archive")):
        ran = "Niet nodig: geen van de drie termijnen is gekozen"
    old = "Logboek en betalingen op termijn, laatst gewist en nageteld"
    return [
        measured("terms.night", "Wissen op termijn, laatst gedaan", ran, passes=True),
        measured("terms.recounted", "Laatste wisbewijs, nageteld", _recounted(facts.recounted), passes=True),
        measured("terms.old_records", old, _recounted(facts.old_records), passes=True),
    ]


def _recounted(last: tuple[datetime, int] | None) -> str:
    if last is None:
        return "Nog niets gewist"
    at, left = last
    return f"{texts.dutch_moment(at)}: {'er was niets van over' if not left else f'er waren er nog {left}'}"
