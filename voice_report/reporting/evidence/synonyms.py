"""Words that a report may write one for another: another word for the same in Dutch care, but not the same stem.

Wider than ``vocabulary``, where a line is one word for every rule: here a word may be in several lines, and what it
stands for has to be in the very sentence it was made of. Opposites and degrees have no place here (``opposites``).
"""

from collections import defaultdict
from collections.abc import Set

from .opposites import SENSES
from .stems import stem
from .vocabulary import PREFIXES

_LINES = """
verpleegkundige vpk
saturatie sat
bijna nagenoeg vrijwel haast
weg verdwenen verdween
veel vaak
trek eetlust
kom binnenkwam langskwam komst aankomst binnenkomst thuiskomst
vergelijking vergeleken opzichte
braken overgeven overgegeven gebraakt spugen gespuugd
hoesten hoest gehoest ophoesten
bloeden bloeding gebloed bloed
huilen gehuild tranen
exsudaat vocht wondvocht lekt lekken lekkage
urine plas plassen mictie
ontlasting poep stoelgang poepen gepoept defeceren gedefeceerd
diarree dunne
obstipatie verstopt verstopping
koorts verhoging temperatuur
pijn pijnlijk zeer klachten
jeuk jeukt
huid huidje vel
gaaf intact heel
ontstoken ontsteking infectie geïnfecteerd
smetten smetplek smet
decubitus doorligplek drukplek doorligwond
wond wondje laesie verwonding
hechting hechtingen gehecht
kneuzing gekneusd
breuk gebroken fractuur
zwelling gezwollen dik opgezet oedeem
verband verbinden verbonden pleister zwachtel
verschonen verschoond schoon
incontinentiemateriaal inlegger inco luier
katheter slangetje
steunkousen kousen compressiekousen
rollator looprek hulpmiddel
tillift lift
transfer overplaatsing verplaatsing verplaatsen
opstaan opgestaan overeind
vallen gevallen val valpartij
uitglijden uitgegleden
duizelig draaierig
benauwd kortademig dyspnoe
ademen ademhaling geademd lucht
hartslag pols
tensie bloeddruk
saturatie zuurstof
zuurstof o2
glucose suiker bloedsuiker
gewicht wegen gewogen kilo
aankomen aangekomen gewichtstoename toegenomen
afvallen afgevallen gewichtsverlies afgenomen
eetlust trek honger
eten gegeten maaltijd voeding eten nuttigen genuttigd gebruikt
drinken gedronken vocht inname
ontbijt ontbijten ontbeten
lunch middageten
avondeten avondmaaltijd diner
brood boterham boterhammen
slapen geslapen nachtrust slaap
wakker ontwaakt gewekt wekken
moe vermoeid uitgeput
verward verwardheid delier gedesoriënteerd
onrustig onrust gespannen
rustig kalm ontspannen
boos kwaad geïrriteerd woedend
schelden gescholden uitschelden scheldwoorden
slaan geslagen sloeg klap
schreeuwen geschreeuwd roepen geroepen riep
agressie agressief
bang angstig angst
blij vrolijk opgewekt
somber neerslachtig depressief
tevreden blij goed
zorgen bezorgd ongerust
medicatie medicijnen medicijn pillen pil tabletten tablet
innemen ingenomen genomen slikken geslikt
toedienen gegeven geven
insuline spuiten gespoten geïnjecteerd prikken
aanbrengen aangebracht smeren gesmeerd plakken geplakt
zalf crème
druppelen druppels gedruppeld
wassen gewassen wasbeurt verzorgd
douchen gedoucht douche
aankleden aangekleed kleden kleding
aantrekken aangetrokken aandoen aangedaan aan
uittrekken uitgetrokken uitdoen uitgedaan
scheren geschoren
verzorgen verzorgd verzorging zorg
hulp geholpen ondersteuning assistentie begeleiding begeleid
begeleiden begeleider begeleiding
controleren gecontroleerd controle controles gecheckt checken nagekeken
meten gemeten meting
verwijderen verwijderd eruit weghalen weggehaald uithalen
plaatsen geplaatst inbrengen ingebracht
verwisselen verwisseld wisselen gewisseld vervangen vervanging nieuw
schoonmaken schoongemaakt gereinigd spoelen gespoeld
bellen gebeld telefonisch contact telefoon telefoongesprek terugbellen
contact spreken gesproken gesprek overleg overlegd
overleggen overleg bespreken besproken afstemmen afgestemd
vertellen verteld uitleggen uitgelegd
aanvragen aangevraagd aanvraag
afzeggen afgezegd annuleren geannuleerd
afspraak afgesproken
bezoek langskomen komen langs visite bezocht
ophalen opgehaald halen gehaald
brengen gebracht
vertrekken vertrokken weggaan weggegaan weg
terugkomen teruggekomen terug terugkeer
thuis huis woning
ziekenhuis opname opgenomen
ambulance ziekenwagen
huisarts dokter arts
specialist arts
oorarts knoarts kno-arts
verpleegkundige zuster broeder
fysiotherapeut fysio
ergotherapeut ergo
diëtist dieet
tandarts tanden gebit
apotheek apotheker
familie naasten
echtgenote vrouw
echtgenoot man
kinderen kind kids
mantelzorger mantelzorg
begeleiden mee
samen samenwerking gezamenlijk
meteen direct onmiddellijk gelijk
snel spoedig vlot
later straks
binnenkort spoedig
opnieuw weer nogmaals
vanaf sinds
graag voorkeur liever wens
advies adviseren geadviseerd aanraden aangeraden raden
afraden afgeraden adviseren
willen wens gewenst wenst
weigeren geweigerd weigert afwijzen niet
misschien mogelijk wellicht eventueel
waarschijnlijk vermoedelijk
uitsluitend alleen slechts enkel
nagenoeg bijna vrijwel haast
toestemming akkoord instemmen ingestemd goedkeuring toegestemd
begrijpen begrepen snappen snapt begrip
weten op-de-hoogte hoogte geïnformeerd
ingelicht geïnformeerd informeren verteld doorgegeven gemeld
doorgeven doorgegeven gemeld melden overgedragen
opschrijven opgeschreven genoteerd noteren rapporteren
observeren geobserveerd gezien zien observatie
in-de-gaten gaten monitoren volgen observeren
houden aanhouden aanhoudend blijven blijft
verhogen verhoogd ophogen opgehoogd
verlagen verlaagd afbouwen afgebouwd
starten gestart begonnen beginnen opgestart
stoppen gestopt staken gestaakt beëindigd
voortzetten voortgezet doorgaan door continueren gecontinueerd
oefenen geoefend oefening oefeningen trainen training
lopen gelopen wandelen gewandeld wandeling lopend
zitten gezeten zittend stoel
liggen gelegen liggend bed
naar-buiten wandelen
probleem problemen moeite moeizaam moeilijk lastig
moeite lastig moeilijk moeizaam
lukken gelukt kunnen
nodig noodzakelijk noodzaak vereist
belangrijk essentieel
bekend geschiedenis voorgeschiedenis
allergie allergisch
diabetes suikerziekte
dementie dementerend
CVA beroerte herseninfarct
TIA beroerte
hartinfarct infarct
longontsteking pneumonie
blaasontsteking urineweginfectie uwi cystitis
trombose stolsel
kanker tumor carcinoom
uitzaaiingen metastasen
bewusteloos buiten-bewustzijn buiten bewustzijn
alert helder wakker
ruiken geur geurloos ruikt stinken stank
rood roodheid
warm warmte
gezellig fijn leuk prettig
fijn prettig goed prima
lekker smaak goed
opeten op opgegeten
kapot stuk defect
kwijt verloren zoek
cijfer score punten
school klas
juf leerkracht
werk baan
geld financiën financieel
schulden schuld
boodschappen winkel
huishouden huishoudelijk
aanwezig erbij bij
afwezig weg
onderzoek onderzocht onderzoeken
uitslag resultaat uitkomst
bloedafname bloedprikken bloed geprikt prikken
foto röntgen
operatie geopereerd ingreep
revalidatie revalideren
indicatie geïndiceerd
medewerking meewerken meegewerkt coöperatief
behandeling behandeld behandelen
plan planning gepland
doel doelen
verantwoordelijk verantwoordelijkheid
melding gemeld mic
risico gevaar kans
valgevaar valrisico
voorzichtig oppassen
helft half halve
volledig helemaal geheel
fors flink
ernstig erg
normaal gewoon gebruikelijk
afwijkend anders
stabiel onveranderd hetzelfde gelijk
rustig ontspannen
bijzonderheden bijzonder
reden omdat aanleiding
duren duur duurt lang
middels door
nakijken bekijken bekeken beoordelen beoordeeld beoordeling
letten let opletten alert aandacht
eczeem uitslag
knie kniegewricht
stuit stuitje
hiel hak
bil billen zitvlak
buik onderbuik
maken gemaakt
vergeten vergat
proberen geprobeerd poging pogingen getracht trachten
stil zwijgzaam teruggetrokken
praten gepraat gesproken spreken gesprek
luisteren geluisterd
zingen gezongen
bibberen rillen koude
zweten transpireren getranspireerd gezweet
nuchter nuchtere
vasten nuchter
opvliegend prikkelbaar
prikkelbaar geïrriteerd
mobiel mobiliteit
zelfstandig zelf zelfredzaam
afhankelijk hulpbehoevend
regelmatig vaak
tevens ook
crisis crisissituatie
woongroep groep
begeleidster begeleider
"""


def _lines() -> dict[str, set[object]]:
    """Return the lines, and the sides of opposites, that a stem, or a word without one, is in."""
    found: dict[str, set[object]] = defaultdict(set)
    for line, words in enumerate(_LINES.strip().splitlines()):
        for word in words.split():
            found[stem(word) or word].add(line)
    for phrases in SENSES.values():
        for phrase, sense in phrases:
            one = stem(phrase[0]) or phrase[0]
            is_cut = any(phrase[0].startswith(prefix) > one.startswith(prefix) for prefix in PREFIXES)
            if len(phrase) == 1:  # 'aangekomen' has the stem of 'komen', which says no more than that
                found[phrase[0] if is_cut else one].add(sense[:2])
    return dict(found)


_OF = _lines()
_IN: dict[object, list[str]] = defaultdict(list)
for _word, _found in _OF.items():
    for _line in _found:
        _IN[_line].append(_word)
#: What each word may stand for, itself included.
_ALIKE = {word: frozenset(other for line in lines for other in _IN[line]) for word, lines in _OF.items()}


def alike(one: str, others: Set[str]) -> bool:
    """Return whether a stem may stand for one of others: stems, and words without content in small letters."""
    return any(other in others for other in _ALIKE.get(one, ()))


def synonyms(one: str) -> list[str]:
    """Return the stems that a stem may stand for."""
    return sorted(_ALIKE.get(one, frozenset()) - {one})
