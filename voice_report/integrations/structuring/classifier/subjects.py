"""What headings of an organization's own templates are about: 'Eten en drinken', 'Slaap', 'Geld en post'.

A heading is about the words of its title and hint, and about the fields of care that those words are of. A sentence
belongs there when it has such words too: 'twee glazen water' under 'Eten en drinken'.
"""

from collections.abc import Sequence

import numpy as np

from ....core.word_caches import cached_words
from ....dutch.word_sets import word_list, word_set
from ....reporting.evidence.words.medicines import is_listed
from ....reporting.evidence.words.stems import stem
from ....reporting.templates import ReportTemplate, Role
from .grammar import Sentence

_MEDICINES = "medicijnen"
#: Fields of care: words that name one, and words by which it is spoken of.
_FIELDS = {
    "voeding": """eten drinken voeding vocht intake dieet maaltijd ontbijt lunch avondeten broodje boterham brood pap
        soep vlees groente fruit toetje warm water glas glazen koffie thee sap melk drinkvoeding bijvoeding sondevoeding
        borstvoeding flesvoeding fles hap happen slikken slikte verslikken verslikte eetlust honger dorst gewicht weegt
        woog wegen kilo gram bord trek aangekomen afgevallen diëtist vochtlijst""",
    "slaap": """slaap slapen ingeslapen doorslapen inslapen nachtrust wakker bed dutje slaperig uitgeslapen opstaan
        dommelen dromen droomde nachtmerrie""",
    "toilet": """toilet toiletgang wc incontinentie incontinent uitscheiding urine plassen poepen ontlasting defecatie
        mictie luier luiers plasluier poepluier katheter katheterzak stoma diarree obstipatie laxeren po postoel nat
        inlegger inleggers incontinentiemateriaal urinaal""",
    _MEDICINES: """medicatie medicijn medicijnen pil pillen tablet tabletten dosis druppels zalf injectie insuline spuit
        baxter baxterrol medicatierol pleister apotheek recept innemen ingenomen inname antibiotica pijnstiller
        slaapmiddel inslaappil slaappil laxeermiddel puf pufje inhalator zakje ampul""",
    "wond": """wond wonden huid wondzorg decubitus drukplek verband verbinden wondrand randen wondbodem smetten smetplek
        roodheid rood hechting hechtingen blaar eczeem schaafplek korst litteken zwachtelen schuimverband stuit hiel
        wondvocht centimeter uitslag geel beslag""",
    "pijn": "pijn pijnscore pijnlijk nrs vas hoofdpijn buikpijn rugpijn zeer pijnklachten",
    "lichaam": """lichamelijk lichaam somatisch gezondheid klacht klachten pijn benauwd benauwdheid kortademig misselijk
        misselijkheid braken overgeven overgegeven jeuk koorts hoesten duizelig moe vermoeid zwelling oedeem vocht
        eetlust ademhaling reutelen obstipatie zwak""",
    "metingen": """meting metingen vitaal vitale waarden controles bloeddruk tensie pols hartslag saturatie temperatuur
        ademfrequentie glucose bloedsuiker gewicht bmi crp hb""",
    "letsel": """letsel schade verwonding gewond wond blauwe plek bult breuk gebroken fractuur bloeding bloedde bloeden
        schaafwond kneuzing kapot stuk gevolgen klacht klachten pijn ongedeerd""",
    "gedrag": """gedrag onrust onrustig rustig agressie agressief boos schreeuwen riep roepen slaan sloeg dwalen dwaalde
        prikkelbaar druk geïrriteerd weigeren weigerde klimmen incident ontremd schelden gespannen spanning
        achterdochtig""",
    "stemming": """stemming psychisch psyche mentaal emotie emoties gevoel gevoelens gemoed vrolijk blij somber
        verdrietig huilen huilde angst angstig bang boos opgewekt lachen lachte moe lusteloos prikkelbaar tevreden
        eenzaam gedachten suïcidaal piekeren piekert depressief chagrijnig geniet genieten genoot paniek""",
    "geest": """cognitie geheugen oriëntatie verward verwardheid vergeten vergat vergeetachtig herkent herkende helder
        begrijpt begreep concentratie georiënteerd desoriëntatie""",
    "bewegen": """mobiliteit bewegen beweging lopen loopt wandelen rollator rolstoel transfer tillift draaien opstaan
        traplopen trap valgevaar vallen gevallen evenwicht balans stok lopend kracht fysio fysiotherapie""",
    "verzorgen": """adl verzorging wassen wast gewassen douchen douche aankleden aangekleed kleden uitkleden scheren
        haren tanden mondzorg gebit nagels bad badderen ochtendzorg avondzorg hygiëne kleding kousen steunkousen""",
    "geld": """geld financiën financieel post rekening rekeningen schuld schulden brief brieven envelop bank pinpas
        budget budgetplan budgetplanning bewindvoerder uitkering toeslag toeslagen belasting betalen betaald betaling
        betalingsachterstand betalingsregeling regeling euro huur zorgverzekering incasso deurwaarder leefgeld""",
    "huishouden": """huishouden huishoudelijk schoonmaken schoonmaak schoon boodschappen was koken kookt kookte afwas
        opruimen opgeruimd opruimt keuken stofzuigen dweilen bed verschonen vuilnis afval rommel vies wasmachine
        strijken ramen""",
    "wonen": """wonen woning huis thuis thuissituatie woonsituatie sfeer kamer tuin verhuizen hypotheek huurwoning broer
        broertje zus zusje veiligheid veilig opgeruimd""",
    "contacten": """contact contacten sociaal sociale netwerk familie vriend vrienden vriendin buren buurman buurvrouw
        zus broer neef nicht bezoek bezoekje langs ruzie groepsgenoot groepsgenoten huisgenoot huisgenoten medebewoner
        medebewoners anderen elkaar samen vereniging club eenzaam appen bellen""",
    "naasten": """naaste naasten mantelzorg mantelzorger mantelzorgers familie partner vrouw man echtgenoot echtgenote
        kinderen dochter zoon kleinkinderen overbelast respijtzorg""",
    "ouders": "ouder ouders moeder vader mama papa stiefvader stiefmoeder pleegouders opvoeding opvoeden",
    "kind": "kind jeugdige jongere kinderen",
    "moeder": """moeder kraamvrouw bloedverlies hechting hechtingen borst borsten stuwing baarmoeder fundus kraamtranen
        tepel tepels tepelkloven""",
    "baby": """baby kindje pasgeborene navel navelstomp fontanel geel luier plasluier poepluier spugen spuugde krampjes
        geboortegewicht""",
    "school": """school leren klas les lessen cijfer cijfers mentor leerkracht juf meester leerplicht spijbelen
        gespijbeld huiswerk toets rapport stage opleiding studie rooster verzuim""",
    "werk": """werk werken dagbesteding baan collega collega's werkgever re-integratie vrijwilligerswerk leidinggevende
        werkplek uren sollicitatie""",
    "activiteiten": """activiteit activiteiten dagbesteding wandelen gewandeld knutselen geknutseld schilderen
        geschilderd zingen spel spelletje spelletjes bingo bakken tuinieren puzzelen muziek gym zwemmen fietsen hobby
        vrije tijd uitje uitstapje""",
    "zingeving": """zingeving geloof spiritueel spiritualiteit levensvragen levenseinde kerk bidden gebed pastoor
        dominee imam geestelijk verzorger afscheid wens wensen dood sterven euthanasie uitvaart rituelen
        afscheidsbrief""",
    "veiligheid": """veiligheid veilig onveilig risico's gevaar alarm alarmering sleutel sleutelkluis bedhek valmat
        rookmelder gas""",
    "verslaving": "verslaving middelen middelengebruik alcohol drinkt drugs blowen wiet cannabis roken gokken gebruik",
    "ademhaling": """ademhaling adem ademen benauwd benauwdheid kortademig hoesten hoest slijm zuurstof saturatie sputum
        piepen""",
}
#: Words of titles and hints that say nothing of what belongs there.
_EMPTY = word_set(
    """alles overige overig algemeen wat wie waar wanneer hoe hoeveel vaak welke gaat ging doen naam datum anders
    onze ons wij we iedereen nog nu dag vandaag keer zorg cliënt client patiënt bewoner verslag onder over eigen
    overleg"""
)
#: Words of titles that a sentence repeats when it belongs there: 'een tweede doel is', 'muziek helpt haar'.
_REPEATED = word_set("doel doelen helpt helpen steun steunen signalen")
#: Words that say for what it is, and of no field.
_PURPOSES = _REPEATED | word_set(
    """bijzonderheden gedaan gegeven geven gezien zien besproken bespreken vertelt vertellen zegt zeggen vindt
    vinden morgen volgende vorige dagdienst nacht plan afspraak afspraken actie acties vervolg beter slechter
    goed reden waarom uitleg terug horen hoort dienst team minder meer merk merken zorgen thuis"""
)
_OF_TOPICS = (Role.OBSERVATION, Role.MEASUREMENT, Role.OTHER)
_LONG = 4  # letters of a word that begins a compound
_NAMED, _FIELD, _HINTED, _HINTED_FIELD = 1.0, 0.9, 0.8, 0.6
#: What it adds to a section's score that a sentence is about what the heading is about.
_ABOUT = 3.0
#: The same, of a heading that is for a kind of sentences: 'Wondzorg', 'Mening van ouders'.
_ALSO = 0.8
#: What it takes from a section with a subject that a sentence has no word of it.
_ELSEWHERE = 0.8
#: How far a heading without a role comes before the others at a sentence that has a word of its title.
_LEADS = 3.0

_BY_STEM: dict[str, set[str]] = {}
for _field, _listed in _FIELDS.items():
    for _word in word_list(_listed):
        _BY_STEM.setdefault(stem(_word) or _word, set()).add(f"*{_field}")


def is_subject(text: str) -> bool:
    """Return whether words of a title or hint name a field of care."""
    return any(_fields(word) for word in _words(text))


def favour(scores: np.ndarray, said: Sequence[Sentence], template: ReportTemplate) -> None:
    """Add to the scores of an own template's sections what its headings and the sentences are about."""
    subjects = _subjects(template)
    known = [at for at, one in enumerate(template.sections) if one.role is not Role.OTHER]
    for row, sentence in zip(scores, said, strict=True):
        best = max((row[at] for at in known), default=0.0)
        keys = set(map(stem, sentence.words)).union(*map(_fields, sentence.words))
        for at, section in enumerate(template.sections):
            about, is_topic = subjects[at]
            match = max((says for key, says in about.items() if key in keys), default=0.0)
            if section.role is Role.OTHER:
                row[at] = best + _LEADS * (match - _HINTED_FIELD) if match else row[at]
            elif match:
                row[at] += (_ABOUT if is_topic else _ALSO) * match
            elif is_topic:
                row[at] -= _ELSEWHERE


@cached_words(64)
def _subjects(template: ReportTemplate) -> list[tuple[dict[str, float], bool]]:
    """Return for each section what it is about, stems and fields, with how much each says; and whether it is a topic:
    a heading for all that is seen of something."""
    found = []
    for section in template.sections:
        is_open = section.role is Role.OTHER
        is_topic = section.role in _OF_TOPICS and is_subject(section.title)
        about: dict[str, float] = {}
        if is_topic or is_open:
            about |= _about(_words(section.hint), _HINTED, _HINTED_FIELD)
        titled = _words(section.title)
        about |= _about([word for word in titled if is_open or _fields(word)], _NAMED, _FIELD)
        about |= _about([word for word in Sentence.of(section.title).words if word in _REPEATED], _NAMED, 0.0)
        about.pop("", None)
        found.append((about, is_topic))
    return found


def _about(words: Sequence[str], as_word: float, as_field: float) -> dict[str, float]:
    found: dict[str, float] = {}
    for word in words:
        found |= {**dict.fromkeys(_fields(word), as_field), stem(word): as_word}
    return found


def _words(text: str) -> list[str]:
    return [word for word in Sentence.of(text).words if word not in _EMPTY | _PURPOSES]


@cached_words(4096)
def _fields(word: str) -> tuple[str, ...]:
    """Return the fields of care that a word is of, each with an asterisk; a compound is of those of the word that it
    begins with."""
    found = _BY_STEM.get(stem(word) or word)
    if found is None and is_listed(word):
        found = {f"*{_MEDICINES}"}
    starts = (word[:end] for end in range(len(word) - 2, _LONG - 1, -1))
    return tuple(sorted(found or next((_BY_STEM[one] for one in starts if one in _BY_STEM), ())))
