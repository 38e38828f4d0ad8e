"""Words by what they say about their neighbours: titles before a name, prefixes of it, verbs behind it."""

from ...dutch.word_sets import word_set
from ..evidence.words.people import FEMALE, MALE, PERSONS
from ..evidence.words.vocabulary import FORMS, JUDGING, LIGHT_WORDS, STOP_WORDS

#: Forms of address: what stands behind them is a name.
ADDRESSES = FEMALE | MALE | word_set("mej juffrouw zuster broeder dr drs prof familie fam pastor dominee")
#: Relations and roles in care: a name may follow one.
TITLES = (
    ADDRESSES
    | frozenset(PERSONS)
    | word_set(
        """client cliente patient patiente bewoner bewoonster zorgvrager deelnemer collega verpleegkundige verzorgende
        begeleider begeleidster mentor mantelzorger buren buur zwager schoonzus kleinzoon stiefvader stiefmoeder vrouw
        man kind baby peuter kleuter leerling stagiair stagiaire invaller zzper teamleider coach docent
        therapeut therapeute specialist assistent assistente doktersassistente maatschappelijk werker werkster
        diaken imam advocaat notaris curator"""
    )
)
#: Behind them one capital with a full stop is a name that was shortened: 'met M. besproken'.
BEFORE_INITIALS = word_set("van met bij door aan namens voor en dat omdat toen terwijl want")
#: Words of surnames that are not their name; 'in' and 'op' are not among them, which stand before much else.
PARTICLES = word_set("van de der den het t ter ten vanden vander vd el al la le di da dos du von o d bin ben abu")
#: Prefixes behind which any word is a surname.
STRONG_PARTICLES = (("van", "der"), ("van", "den"), ("v", "d"), ("ter",), ("ten",), ("vander",), ("vanden",), ("vd",))
#: Those of them that stand before nothing but a name.
NAMING_PARTICLES = (("van", "der"), ("van", "den"), ("v", "d"), ("vander",), ("vanden",), ("vd",))
#: And those behind which a part of a known name is that name.
KNOWN_PARTICLES = (*STRONG_PARTICLES, ("van", "t"), ("t",), ("van", "de"))

#: Verbs of which the subject may stand right before them.
FINITE = word_set(
    """is was heeft had wil wilde wou kan kon mag mocht moet moest zal zou gaat ging komt kwam zegt zei vertelt
    vertelde belt belde vindt vond vraagt vroeg geeft gaf doet deed ziet zag zit zat ligt lag staat stond loopt liep
    slaapt sliep eet at drinkt dronk blijft bleef krijgt kreeg neemt nam brengt bracht haalt haalde maakt maakte
    werkt werkte woont woonde huilt huilde lacht lachte leest las speelt speelde helpt hielp houdt hield laat liet
    wordt werd weet wist denkt dacht voelt voelde lijkt leek weigert weigerde accepteert oefent oefende klaagt
    klaagde reageert reageerde geniet genoot meldt meldde wacht wachtte heet rust rustte valt viel staart kijkt keek
    luistert praat praatte roept riep schreeuwt schreeuwde slaat sloeg schopt start begint begon stopt stopte komen
    hebben zijn waren gaan willen kunnen moeten wassen doucht douchte plast plaste hoest hoestte braakte braakt
    rookt rookte bezoekt bezocht verblijft regelt regelde stelt stelde toont legt legde zet zette trekt trok draagt
    droeg tekent tekende fietst fietste kookt kookte poetst wast waste kleedt smeert smeerde prikt prikte spuit
    spoot controleert controleerde bespreekt besprak overlegt overlegde noemt noemde benoemt benoemde geboren
    overleden aarzelt aarzelde aait aaide antwoordt antwoordde bedankt bedankte begrijpt begreep bidt bibbert
    bibberde danst danste dommelt dommelde dut dutte dwaalt dwaalde ergert fluistert fluisterde gaapt gaapte gilt
    gilde glimlacht glimlachte giechelt giechelde grinnikt grinnikte groet groette grijpt greep herinnert herkent
    herkende hoopt hoopte hijgt hijgde ijsbeert ijsbeerde jammert jammerde kletst kletste knikt knikte knuffelt
    knuffelde kreunt kreunde kucht kuchte loert mokt mokte mompelt mompelde moppert mopperde neuriet neuriede niest
    niesde prevelt prevelde rent rende rilt rilde rochelt scheldt schold schrijft schreef schrikt schrok schudt
    schudde sjokt sjokte slentert slenterde sluimert smeekt smeekte snauwt snauwde snikt snikte snurkt snurkte
    stamelt stamelde stottert stotterde strompelt strompelde vergeet vergat verlangt verveelt vloekt vloekte wandelt
    wandelde wankelt wankelde wenkt wenkte wiebelt wijst wees zingt zong zucht zuchtte zwaait zwaaide zwemt zwom
    zwerft meent meende schuift schoof schenkt schonk opent opende wendt wendde"""
)
#: Those of them that a condition, a scale or a month does too.
_OF_THINGS = word_set(
    """is was heeft had kan kon mag mocht moet moest zal zou gaat ging komt kwam geeft gaf doet deed staat
    stond ligt lag zit zat loopt liep blijft bleef krijgt kreeg neemt nam brengt bracht haalt haalde maakt maakte
    werkt werkte laat liet wordt werd voelt voelde lijkt leek valt viel begint begon stopt stopte start houdt hield
    toont zet zette stelt stelde slaat sloeg legt legde heet hebben zijn komen gaan willen kunnen moeten wassen geboren
    overleden helpt hielp trekt trok draagt droeg rust"""
)
#: And those of which only a person is the subject.
PERSONAL = FINITE - _OF_THINGS
#: And those before which no object of theirs stands: 'of mevrouw slaap belde'.
SPEAKING = word_set("zegt zei vertelt vertelde belt belde geweest")
#: Before or behind them a month is a month, also with a capital.
OF_MONTHS = word_set(
    """in sinds begin eind einde half medio van vanaf tot per na voor deze vorige volgende afgelopen komende elke ieder
    januari februari maart april mei juni juli augustus september oktober november december en tussen"""
)
#: Behind 'en' they say that a person was named before.
OF_PERSON = word_set("haar zijn ik d'r partner echtgenoot echtgenote man vrouw")
#: People of care and their groups, which are written without an article in notes.
ACTORS = ("kundige", "zorgende", "leider", "leiding", "arts", "therapeut", "loog", "team", "werker", "consulent",
          "familie", "monteur", "meester", "moeder", "vader", "agent", "juf", "leraar", "opvoeder", "ouders",
          "voogd", "chef")  # fmt: skip

#: Words that say what a report says: no name when a sentence begins with one.
FUNCTION = word_set(
    """de het een t n der den des deze dit die dat daar hier er en of maar want dus dan als toen omdat terwijl nadat
    voordat ik me mij mijn je jij jou jouw u uw hij hem zijn z'n zij ze haar hun hen we wij ons onze jullie men zich
    iemand iets alles allen alle al elk elke ieder iedere welk welke wie wat waar wanneer hoe waarom
    van voor aan in op uit om met bij tot naar over onder tegen door na per zonder tussen binnen buiten boven achter
    is heeft ook nog wel niet geen ja nee oke ok nou verder daarna"""
)
VOCABULARY = STOP_WORDS | LIGHT_WORDS | JUDGING | frozenset(FORMS)
MONTHS = word_set("januari februari maart april mei juni juli augustus september oktober november december")
TIMES = MONTHS | word_set(
    """vandaag gisteren eergisteren morgen overmorgen vanmorgen vanochtend vanmiddag vanavond vannacht ochtend middag
    avond nacht maandag dinsdag woensdag donderdag vrijdag zaterdag zondag"""
)
#: What an institution's name begins with.
INSTITUTIONS = word_set(
    """stichting apotheek woonvorm praktijk huize verpleeghuis verzorgingshuis zorggroep zorgcentrum thuiszorg
    dagbesteding basisschool school ziekenhuis kliniek hospice huisartsenpraktijk tandartspraktijk fysiopraktijk
    buurtzorg restaurant winkel supermarkt zwembad kerk moskee speeltuin kinderdagverblijf woonzorgcentrum
    revalidatiecentrum gemeente"""
)
#: Words that say where a person lives: a number behind a name is that of a house.
RESIDING = word_set(
    """woont woonde wonen gewoond woonachtig verhuist verhuisde verhuisd verhuizen adres woonadres wonend
    wonende woonplaats bezorgen bezorgd bezorgadres postadres ingeschreven"""
)
#: What has a number and is no street.
NUMBERED = word_set(
    """kamer afdeling unit groep team etage verdieping flat appartement bed sectie week dag fase graad stadium score
    categorie deel punt nummer leeftijd huis plek plaats medio circa ongeveer"""
)
OF_PLACES = word_set("in te uit naar vanuit richting nabij")

#: How words end that open a sentence of a report without an article, and are no name: 'Ademhaling is'.
OPENING = ("heid", "ing", "tie", "iteit", "ment", "dienst", "zorg", "avond", "ochtend", "middag", "nacht",
           "lijk", "tijds", "isch", "ig", "jes", "je", "therapie", "logie", "pijn", "ine", "test", "advies", "risico",
           "werk", "agoog", "arts", "plan", "been", "hulp", "druk", "af", "aan", "op", "uit")  # fmt: skip
OPENERS = word_set(
    """samen onderweg extra let even ge geef va dan vroege hoge tijd
    thuis iedereen later rechts links overdag vooraf voortaan vroeger geld terug halverwege uiteindelijk bovendien
    opvallend tussendoor slikken huiswerk financieel politie bed muziek achteraf verlof tegelijk gelukkig
    sindsdien direct vloer blaas eenzaam gister voorheen zijzelf hijzelf heden eerder honger koffie eetlust slaap
    stoelgang urine huid wond adem hart buik hoofd rug voet hand oog oor mond tong temperatuur pols gewicht suiker
    insuline medicatie infuus katheter sonde stoma verband gips rolstoel rollator tillift douche bad toilet school
    graag overigens oorspronkelijk desgevraagd zolang intussen ondertussen anders helaas kortom allergisch alert
    nuchter leuk lastig moeilijk spannend eerlijk dringend lab foto sap stage gym dood groep gang vakantie feest
    eten koken douchen wassen slapen lopen drinken roken zwemmen sporten plassen slikken praten fietsen schoenen kleren
    voorafgaand voorstel ontslag recept steun kweek verzuim transfer bank trap gas bezwaar spijt haast depot kern"""
)
