"""Classes of words that show the owner, time or state of a value, for a model that learns from few examples."""

from ....core.word_caches import cached_words
from ....dutch.word_sets import word_set
from ...evidence.values.dates import WEEKDAYS
from ...evidence.words.people import PERSONS

_CLASSES = {
    "kin": frozenset(PERSONS) | word_set(
        """buren buurvrouw buurman overbuurman overbuurvrouw kamergenoot kamergenote zaalgenoot zaalgenote medebewoner
        medebewoonster huisgenoot huisgenote mama papa mam pap ma pa moeder vader broer broertje broerke zus zusje zuske
        zoon zoontje zoonlief dochter dochtertje man manlief vrouw partner echtgenoot echtgenote oma opa neef nicht
        nichtje neefje kleinzoon kleindochter schoonzus schoonzoon schoondochter schoonmoeder schoonvader zwager vriend
        vriendin baby babytje kindje kleintje tweelingzus tweelingbroer overkant hiernaast ernaast naast tante oom"""
    ),
    "self": word_set("ik mij me mezelf mijzelf mijn m'n eigen zelf zelve"),
    "client": word_set(
        "mevrouw meneer mw dhr client cliente bewoner bewoonster patient patiente ze zij hij haar hem hier onze ons"
    ),
    "bed": word_set("kamer bed box appartement zaal nummer overkant buurt"),
    "carer": word_set(
        """dokter arts huisarts specialist cardioloog longarts internist uroloog nefroloog dietist dietiste
        verpleegkundige zuster broeder collega nachtdienst avonddienst dagdienst fysio fysiotherapeut verloskundige
        kinderarts poh assistente intensivist anesthesist mdl oncoloog wondverpleegkundige poli ambulance begeleider"""
    ),
    "past": word_set(
        """gisteren eergisteren gisteravond gistermiddag gisterochtend gisternacht gisterenavond vorige vorig verleden
        afgelopen laatst eerder vroeger destijds toen geleden terug opname ontslag geboorte intake aanvankelijk
        oorspronkelijk voorheen daarvoor ervoor normaal normaliter meestal doorgaans gewoonlijk altijd begin start
        indertijd toentertijd tevoren voordien laatste jongeman jong trouwen zomer winter herfst lente voorjaar najaar
        januari februari maart april mei juni juli augustus september oktober november december kerst pasen nieuwjaar
        geboren ooit jaren lijst dossier eerste vertrek vakantie operatie"""
    ) | frozenset(WEEKDAYS),
    "span": word_set("dag dagen week weken maand maanden jaar jaren dienst uur uren nacht etmaal"),
    "now": word_set(
        """nu vandaag vanmorgen vanochtend vanmiddag vanavond vannacht inmiddels thans momenteel net zojuist daarnet
        daarstraks straks hier tegenwoordig daarna later opnieuw weer eindelijk dezen deze zonet ondertussen intussen"""
    ),
    "was": word_set(
        """was waren had hadden woog zat zaten stond stonden gaf mat kwam kwamen ging liep dronk plaste werd bleef las
        zag vond telde kreeg nam zakte steeg daalde bedroeg lag toonde haalde noteerde zei klom satureerde ademde"""
    ),
    "is": word_set(
        """is zijn heeft hebben weegt zit staat geeft meet komt gaat loopt drinkt plast wordt blijft zie vind tel lees
        krijg neem zakt stijgt daalt bedraagt ligt satureert ademt haalt meet zegt heb kom"""
    ),
    "read": word_set(
        """gemeten gewogen geteld geprikt gedronken gehad gezien gelezen opgenomen genoteerd gevonden gekregen geplast
        gemaakt gedaan opgevangen geleegd afgelezen uitgekomen binnengekregen gecontroleerd bepaald"""
    ),
    "aim": word_set(
        """streef streven streeft streefwaarde streefgewicht streefniveau doel doelen grens grenzen limiet norm normaal
        maximaal maximum max minimaal minimum minstens hoogstens hooguit uiterlijk afspraak afgesproken beleid advies
        adviseert target gewenst gewenste idealiter liefst blijven houden richtlijn acceptabel toegestaan ondergrens
        bovengrens streefbloeddruk alarm alarmgrens ingesteld bijstellen nastreven bereiken halen richting"""
    ),
    "must": word_set("moet moeten mag mogen wil willen zou zouden zal zullen hoort behoort dient kan kunnen wilt wou"),
    "if": word_set("als zodra indien wanneer mits tenzij totdat stel mocht pas zolang tot waarbij bij"),
    "call": word_set(
        """bellen bel belt gebeld waarschuwen waarschuw melden meld insturen inseinen contact overleggen overleg seinen
        starten stoppen ophogen alarmeren insturen terugbellen ingrijpen stuur geven geef actie presenteren"""
    ),
    "limit": word_set("boven onder meer minder hoger lager beneden vanaf binnen tussen groter kleiner dan over"),
    "plan": word_set(
        """morgen straks voortaan ophogen verhogen verlagen afbouwen afgebouwd opgehoogd verhoogd verlaagd starten
        gestart start stop stoppen voorgeschreven voorschrijven recept schema standaard daags omgezet aangepast naar
        terug
        proberen probeer plan voorstel voorgesteld graag volgende komende week vanaf"""
    ),
    "given": word_set(
        """gegeven gehad gekregen ingenomen gespoten geplakt toegediend geslikt gaf kreeg slikte nam genomen gedruppeld
        verneveld ingespoten bijgespoten geef spuit toegediend doorgeslikt aangereikt gezet ingebracht geinhaleerd"""
    ),
    "not": word_set("niet geen nooit niks niets weigert weigerde geweigerd vergeten zonder nergens"),
    "unsure": word_set(
        """misschien volgens geloof dacht denk gok schat schatting ongeveer vermoedelijk waarschijnlijk zoiets meen
        twijfel zeker weet onduidelijk slecht lijkt leek wazig onbetrouwbaar ofzo ergens herinneren ruwweg goed
        verstond verstaan zou hoofd haast zoals eigenlijk betrouwbaar vaag althans onzeker zag kapot batterij"""
    ),
    "oops": word_set(
        """nee neen neenee sorry pardon wacht correctie corrigeer fout verkeerd verkeerde vergis vergiste herstel bedoel
        bedoelde oeps verbeter oei klopt klopte schrap wis weg streep ho excuus foutje verspreek versprak verlezen
        omgedraaid andersom maak toch moment stop telt geldt verwar"""
    ),
    "that": word_set("dat die dit deze het daar er welke wat"),
    "but": word_set("maar echter terwijl hoewel daarentegen tegenover vergeleken"),
    "number": word_set(
        """jaar jarige minuten minuut seconden uur uren keer euro kilometer treden meter graad dagen weken maanden stuks
        mensen kamers glazen koppen bladzijden procent punten oefeningen herhalingen stappen flat verdieping huis"""
    ),
    "speaks": word_set("zei zegt vertelde vertelt vroeg vraagt belde belt meldt meldde appte denkt vindt noemde noemt"),
}  # fmt: skip
_ENDS = (("kin", ("zoon", "dochter", "zus", "broer", "moeder", "vader", "vrouw", "man", "genoot", "genote")),)
_NONE: tuple[str, ...] = ()


@cached_words(8192)
def classes(lower: str) -> tuple[str, ...]:
    """Return the classes of a word (small letters, no accents)."""
    found = tuple(name for name, listed in _CLASSES.items() if lower in listed)
    if found or len(lower) < 5:
        return found or _NONE
    return tuple(name for name, ends in _ENDS if lower.endswith(ends))
