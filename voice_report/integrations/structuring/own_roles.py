"""What a heading of an organization's own template is for, guessed from how it is called and explained."""

import re

from ...reporting.templates import Role
from .classifier.grammar import Sentence
from .classifier.subjects import is_subject

#: Pieces of the expressions below.
_PIECES = {
    "@SAYS": "(?:zegt|zei|vertelt|vertelde|vindt|vond|ervaart|ervaarde|voelt|wil|wilde)",
    "@WHO": "(?:de |het |onze |mijn )?(?:clienten?|cliënte?n?|patiente?n?|patiënte?n?|bewoner|kind|jeugdige|jongere"
    "|deelnemer|hij|zij|ze)",
}
#: Expressions of titles and hints, with commas between; in order: the first role that fits says it.
_CUES = (
    (
        Role.PLAN,
        r"""wie doet wat, (?:nog )?te doen, voor de \w*dienst, hoe (?:\w+ )?voorkomen, (?:bij|na) crisis,
        (?:wat|hoe) nu, hoe verder, let op""",
    ),
    (
        Role.PEOPLE,
        r"""wie (?:waren|was|zijn|is|weet|kan|kunnen), aanwezig\w*, deelnemers, betrokken\w*, ingelicht,
        geïnformeerd, op de hoogte, erbij, steunfigu\w*, contactperso\w*, aanspreekpunt\w*""",
    ),
    (
        Role.INCIDENT,
        r"""toedracht, incident\w*, wat (?:is )?er gebeurd\w*, wat gebeurde, gebeurtenis, voorval, wat (?:er
        )?misging, afwijking\w*, valincident""",
    ),
    (
        Role.GOAL,
        r"""(?:hoofd|sub|leer|zorg|werk|behandel)?doel(?:en|stelling\w*)?, gewenst\w* (?:resultaat|situatie),
        streven""",
    ),
    (
        Role.CLIENT_WORDS,
        r"""@SAYS @WHO, @WHO (?:zelf )?@SAYS, klacht(?:en)?, anamnese, subjectief, beleving\w*, mening van, eigen
        woorden, ervaring\w*, perspectief, hulpvraag van""",
    ),
    (
        Role.PLAN,
        r"""plan(?: .*)?, actieplan, plannen, beleid, afspra\w+, vervolg\w*, morgen, volgende?, komende, acties?,
        actiepunt\w*, doorgeven, overdracht, huiswerk\w*, aanpassing\w*, advie\w+, aanbeveling\w*, preventie,
        vooruitblik, planning, besluit\w*, aandachtspunt\w*, opvolging, vervolgstap\w*""",
    ),
    (
        Role.JUDGEMENT,
        r"""evaluatie, conclusie\w*, beoordeling\w*, analyse, indruk, oordeel, \w*diagnose, zorgen, beloop, verloop,
        voortgang, effect, inschatting, wat (?:gaat|ging) (?:er )?(?:goed|beter|minder), resultaat, reflectie,
        oorza\w+, samenvatting""",
    ),
    (
        Role.MEANS,
        r"""(?:wat|dit|wie|dat) helpt, hulpmiddel\w*, mogelijkheden, \w*voorziening\w*, krachten, eigen kracht,
        hulpbron\w*, bescherm\w+, steun""",
    ),
    (
        Role.ACTION,
        r"""\w*gedaan, gegeven, uitgevoerd\w*, \w*handeling\w*, \w*behandeling\w*, \w*interventie\w*, verricht\w*,
        uitleg, voorlichting\w*, geboden, maatregel\w*, ondersteuning, activiteit\w*, verleende? zorg,
        (?:wond|mond|comfort|huid|basis|lichaams|voet|stoma|nazorg|ochtend|avond|nacht|uitgevoerde )zorg,
        werkzaamheden, inzet, verpleegtechnisch\w*""",
    ),
    (
        Role.MEASUREMENT,
        r"""\w*meting\w*, gemeten, \w*waarden, vitale \w+, controles""",
    ),
    (
        Role.OCCASION,
        r"""aanleiding, reden\w*, waarom, waarover, situatie, achtergrond, voorgeschiedenis, context, hulpvraag,
        vraag\w*, \w*vraag, introductie, inleiding, aanmelding""",
    ),
    (
        Role.OBSERVATION,
        r"""\w*observatie\w*, waarneming\w*, bevinding\w*, \w*onderzoek, objectief, gezien, zien, zagen, zag,
        opgeval\w+, opval\w+, \w*signalen, bijzonderheden, besproken, feiten, standpunten, inbreng, gevolgen,
        toestand""",
    ),
)


def _pattern(listed: str) -> re.Pattern[str]:
    for name, piece in _PIECES.items():
        listed = listed.replace(name, piece)
    return re.compile(f" (?:{'|'.join(' '.join(one.split()) for one in listed.split(','))}) ")


_PATTERNS = [(role, _pattern(listed)) for role, listed in _CUES]
#: A heading that asks how it went is for what is thought of that, unless its hint says otherwise.
_HOW = re.compile(r" hoe (?:ging|gaat|verliep|was|loopt|verloopt) ")


def guessed(title: str, hint: str = "") -> Role:
    """Return what a heading is for: by its title, else by its hint; what names a field of care ('Slaap', 'Geld') is
    for what is seen of it. ``Role.OTHER`` when nothing says it."""
    how = Role.JUDGEMENT if _HOW.search(Sentence.of(title).line) else None
    for text in (title, hint):
        line = Sentence.of(text).line
        role = next((role for role, pattern in _PATTERNS if pattern.search(line)), None)
        if role is not None:
            return role
        if how is None and is_subject(text):
            return Role.OBSERVATION
    return how or Role.OTHER
