"""Word lists of the comparison: words without content, forms of strong verbs, synonyms of care, judging words."""

from ....dutch.word_sets import word_list, word_set

#: Articles, pronouns, prepositions, auxiliaries, fillers, and the neutral words of reports: they need no source.
STOP_WORDS = word_set(
    """de het een t n der den des te ter ten deze dit die dat daar hier er en of maar want dus doch noch dan als toen
    omdat doordat zodat terwijl hoewel tenzij indien zodra totdat sinds sedert voordat nadat of
    ik me mij mijn m'n je jij jou jouw u uw hij hem zijn z'n zij ze haar hun hen we wij ons onze jullie men zich
    zichzelf iemand iets alles allen alle al elk elke ieder iedere welk welke wie wat waar wanneer hoe waarom waarin
    waarbij waarop waarna waarmee waardoor waarvan waarvoor hierbij hierna hierin hiervan hiervoor hierover hierop
    daarbij daarna daarin daarop daarmee daarvan daarvoor daardoor daarom daarover daarnaast erbij erin erop eraan
    ermee ervan ervoor erover eruit erom ernaar
    van voor aan in op uit om met bij tot naar over onder tegen door na per zonder tussen binnen buiten boven achter
    langs tijdens volgens rond rondom vanaf vanuit richting wegens vanwege betreffende omtrent inzake middels d.m.v
    m.b.t i.v.m t.g.v via
    ben bent is was waren zijn geweest wees heb hebt heeft had hadden hebben gehad word wordt worden werd werden
    geworden zal zult zullen zou zouden kan kun kunt kunnen kon konden mag mogen mocht mochten moet moeten moest
    moesten wil willen wilt wou wilde wilden hoef hoeft hoeven hoefde laat laten liet lieten gelaten doe doet doen
    deed deden gedaan ga gaat gaan ging gingen gegaan blijkt bleek blijken
    ook nog wel al zo heel erg zeer toch even eens weer meer minder alleen ongeveer circa ca bijna net juist reeds
    alweer opnieuw nogmaals wederom inmiddels momenteel thans nu straks vervolgens verder tevens eveneens eerst
    daarnet zojuist steeds telkens
    soms vaak altijd zelf zelfs best wat beetje iets enigszins licht enkele enige paar veel weinig
    niet geen nooit noch niets niks niemand wacht sorry pardon correctie bedoel eh ehm uh uhm hm hmm ja nee oke ok nou
    gewoon eigenlijk hoor zeg tja he ach oh o toe kijk zeggen
    mevrouw meneer mijnheer heer mw mevr dhr client clienten clients patient patiente zorgvrager bewoner bewoonster
    bewoners cliente deelnemer dame zorgverlener zorgmedewerker medewerker verzorgende ondergetekende rapporteur
    betrokkene
    sprake mogelijk vermoedelijk waarschijnlijk misschien wellicht indruk
    betreft betreffen genoemd genoemde bovengenoemde aanwezig plaats plaatsgevonden vond vinden
    gevonden geeft geven gaf gaven gegeven aangegeven aangeeft aangaf vermeldt meldt gemeld melden meldde benoemt
    benoemd benoemde zegt zei zeiden gezegd vertelt vertelde verteld ervaart ervaren ervaarde
    uitgevoerd uitvoeren verricht verrichten plaatsvinden volgende
    toegediend toedienen toediening verstrekt verstrekken aangereikt aanreiken tegenover mede vooral namelijk
    betreffend huidige trouwens nodig zowel ofwel namelijk echter tot slot zojuist waarvan stuks e keer maal"""
)

#: Words of reports that add nothing to what they are written with.
LIGHT_WORDS = word_set(
    """situatie huidige team dienst moment sprake contact gesprek zorg bezoek verloop verloopt verliep verlopen
    tijdens gebruik gebruikt gebruiken maken maakt gemaakt onderwerp verder houden oogt ogen ziet uitzien zien
    kijken komen krijgen ontvangen nemen staan zitten liggen lopen laten lijken blijven brengen doorgaan telefonisch
    samenwerking samen overleg dosering waarde controle behandeling hebben aandacht overig overige opmerking actie
    advies bekend geheel resultaat onderdeel bijbehorende bevinding bevindingen observatie reactie vraag verzoek
    vergelijking vergeleken eigen weten algemeen hoogste minste meet meten gemeten bedraagt aldus zoals
    evenals alsmede gezien hierbij opzichte innemen inname mellitus type"""
)

#: Prefixes of separable verbs.
PREFIXES = tuple(word_list("aan af bij door in mee na op terug toe uit voor weg"))

#: Forms of one word, and words that mean the same in a care report: a line is one stem, its first word.
_ALIKE = """
eet at aten gegeten eten gegeet
drink dronk dronken gedronken drinken drinkt
slaap sliep sliepen geslapen slapen slaapt
loop liep liepen gelopen lopen loopt
lig lag lagen gelegen liggen ligt liggend
sta stond stonden gestaan staan staat staand
zit zat zaten gezeten zitten zittend
zie zag zagen gezien zien ziet zichtbaar waargenomen waarnemen waarneembaar gezien
kom kwam kwamen gekomen komen komt langskomt langsgekomen
neem nam namen genomen nemen neemt
inneem innam ingenomen innemen inneemt
kijk keek keken gekeken kijken kijkt
krijg kreeg kregen gekregen krijgen krijgt ontvangt ontvangen ontving
breng bracht brachten gebracht brengen brengt
vraag vroeg vroegen gevraagd vragen vraagt verzoek verzocht verzoekt verzoeken
help hielp hielpen geholpen helpen helpt hulp ondersteun ondersteunt ondersteund ondersteuning ondersteunen assistentie
spreek sprak spraken gesproken spreken spreekt gesprek gesprekken
bespreek besprak besproken bespreken bespreekt doorgenomen doornemen
beweeg bewoog bewogen bewegen beweegt beweging
schrijf schreef schreven geschreven schrijven schrijft
lees las lazen gelezen lezen leest
bel belt belde belden gebeld bellen telefonisch telefoneren getelefoneerd opgebeld
terugbel terugbelt teruggebeld terugbellen
draag droeg droegen gedragen dragen draagt
ruik geroken ruikt ruiken geur geuren
val viel vielen gevallen vallen valt
bied bood boden geboden bieden biedt
help geholpen
meet mat maten gemeten meten
hef hief gehouden houd houdt hield hielden houden
blijf bleef bleven gebleven blijven blijft
begin begon begonnen beginnen begint start starten gestart startte
was gewassen wassen wast waste
reinig gereinigd reinigen reinigt spoel gespoeld spoelen spoelt schoongemaakt schoonmaken
verwissel verwisselen verwisseld wissel gewisseld wisselen vervang vervangen vervangt
verbind verbonden verbinden verband verbanden
spuit gespoten spuiten injecteer geinjecteerd injecteren injectie prik geprikt prikken
smeer ingesmeerd insmeren gesmeerd smeren gezalfd
uitleg uitgelegd uitleggen toegelicht toelichting toelichten
informeer ingelicht inlichten geinformeerd informeren ingelichte op-de-hoogte
overleg overlegt overlegd overlegde overleggen afgestemd afstemming afstemmen
meld melding gemeld
trek trok trokken getrokken trekken
aantrek aangetrokken aantrekken aandoen aangedaan
uittrek uitgetrokken uittrekken uitgedaan
opsta opgestaan opstaan opstond
zoek zocht gezocht zoeken
denk dacht dachten gedacht denken denkt
weet wist wisten geweten weten
moe vermoeid vermoeidheid moeheid vermoeide
pijn pijnlijk pijnklachten pijnklacht pijnen
rustig kalm
angstig bang angst angsten
boos kwaad
blij vrolijk opgewekt
duizelig draaierig duizeligheid duizelingen
benauwd benauwdheid kortademig kortademigheid dyspnoe
misselijk misselijkheid nausea
koorts koortsig febriel
verward verwardheid
onrustig onrust
jeuk jeukt jeukende
rood roodheid
dik gezwollen zwelling opgezwollen oedeem
nat vocht vochtig exsudaat
ontlasting defecatie gedefeceerd
plas urine geplast plassen urineren mictie
verschoon verschoond verschonen
bloeddruk tensie rr bloeddrukken
pols hartslag polsslag hartfrequentie
suiker glucose bloedsuiker glucosewaarde bloedglucose bloedsuikerwaarde
gewicht weeg weegt woog gewogen wegen
temperatuur temp
saturatie zuurstofsaturatie spo2
medicatie medicijn medicijnen geneesmiddel geneesmiddelen pillen
huisarts dokter arts artsen huisartsen dokters
echtgenote vrouw echtgenoot man partner
moeder mama ma
vader papa pa
ochtend vanmorgen vanochtend ochtends morgens ochtenden
middag vanmiddag middags
avond vanavond avonds
nacht vannacht nachts nachtelijk nachtelijke
dagelijks dag daags dagen
wekelijks week weken
maandelijks maand maanden
meestal doorgaans gewoonlijk veelal
jaarlijks jaar jaren
bovenlijf bovenlichaam
onderlijf onderlichaam
kapot stuk defect
laag lage lager
controle controleer gecontroleerd controleren nagekeken nakijken onderzocht onderzoeken onderzoek
bezoek huisbezoek bezocht bezoeken
verwacht verwachting verwachten verwachtte
vind vindt vond mening
haalbaar bereikbaar realistisch
behaald gehaald bereikt
doel doelen doelstelling
afspraak afspraken afgesproken overeengekomen
verbeter verbeterd verbetering beter vooruitgang vooruit vooruitgegaan vooruitgaat vooruitging
verslechter verslechterd verslechtering slechter achteruit achteruitgang achteruitgegaan achteruitgaat achteruitging
erger verergerd toegenomen toename groter gestegen stijging toeneemt toenemen
afname afgenomen kleiner gedaald daling gezakt afgevallen
voldoende genoeg toereikend
risico gevaar risicos gevaren
bestel bestelt besteld bestellen
regel geregeld regelen
oefen geoefend oefenen oefening oefeningen
praat praten gepraat praatte praatten
huil huilde gehuild huilen
stop gestopt stoppen gestaakt staken
zwachtel gezwachteld zwachtelen zwachtels
kous kousen steunkousen steunkous
beide beiderzijds allebei beiden
wond wonden wondje wondjes
wondzorg wondverzorging
weiger weigert weigerde geweigerd weigeren
woon woont woonde wonen woonachtig
laatst afgelopen vorige vorig
"""

FORMS = {form: line.split()[0] for line in _ALIKE.splitlines() if line for form in line.split()}

#: Words that judge: a report may have them only when they were spoken.
JUDGING = word_set(
    """stabiel stabiele voldoende onvoldoende intact intacte normaal normale afwijkend afwijkende ernstig ernstige
    zorgelijk zorgelijke adequaat adequate positief positieve tevreden probleemloos probleemloze uitstekend uitstekende
    optimaal optimale comfortabel comfortabele verantwoord ongewijzigd ongewijzigde onveranderd onveranderde succesvol
    succesvolle bijzonderheden complicaties hersteld genezen veilig veilige onveilig zorgwekkend gunstig gunstige
    ongunstig effectief effectieve toereikend toereikende prima"""
)
