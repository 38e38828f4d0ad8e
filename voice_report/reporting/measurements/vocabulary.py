"""Words that say nothing of something else, around a figure and the word that announces it."""

from ...dutch.word_sets import SOUNDS, word_set

#: Between a cue and its figure these say nothing of something else.
FREE = SOUNDS | word_set(
    """de het een van bij voor na in op om aan met en was is waren zijn werd wordt blijft bleef kwam komt zat zit stond
    staat lag ligt ging gaat naar tot dan toen nu nog ook weer net al even eens dat die dit daar er haar hem hij zij
    ze ik we wij mijn u vandaag vanmorgen vanochtend vanmiddag vanavond vannacht gisteren mevrouw meneer mw dhr
    client clienten gemeten meten gedaan gecontroleerd genomen opgenomen gevonden bepaald geprikt prikte gaf geeft
    mat meet heb heeft had hebben , : - – = ( ) rond ongeveer circa zo'n zon iets boven onder tussen wel niet meer
    gewoon dus daarbij daarna inmiddels rechts links liggend zittend staand nuchter uur toch maar volgens ja
    momenteel daalde daalt zakte zakt steeg stijgt gedaald gezakt gestegen opgelopen bedroeg bedraagt gelopen waarde
    score cijfer gemiddeld lager hoger als te regulair regelmatig irregulair onregelmatig controle kon hebt mij me
    hier thuis d'r z'n d r z n m'n 'm ie precies exact bijna ruim maximaal minimaal hoogstens geweest uitgekomen
    gekomen afgelezen gezien rust lopend inspanning opnieuw nogmaals eerst later vervolgens daarvoor onze ons
    laatste vorige keer week streef kwamen uit goed mooi laag hoog wat zelf samen tijdens ontbijt eten lunch
    avondeten half zonder zuurstof want werden bedroegen gegeven heel erg best fors licht lichte verder hele netjes
    stabiel rustig deze dag ochtend middag avond nacht maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
    oor oksel rectaal oraal digitaal automatisch moet moeten mag mogen wil zou manueel handmatig arm been rechterarm
    linkerarm meter apparaat display schermpje scherm monitor toestel verleden aangegeven noemt noemde zegt zei
    komma"""
)
#: Behind a bare figure these are no noun that it counts.
MAY_FOLLOW = FREE | word_set(
    """. ; ? ! maar omdat terwijl per over binnen buiten zoals sinds alles prima normaal sinusritme ritmisch
    postprandiaal smal vol zwak krachtig kamerlucht gelijk koorts verhoging kan wil zal moet mag ziet voelt wederom
    overigens helaas gelukkig eindelijk straks morgen daarom waarbij waarna waarop of nee neen sorry correctie
    pardon wacht ofwel hoor trouwens eigenlijk klaagt bleek oogt equaal aanwezig palpabel pulserend doe deed volgens
    dacht denk geloof meen bedoel eh he hè toename afname onzeker zeker misschien moest mocht via door nadat voordat
    tegen achter naast rondom vanaf gedurende behalve ondanks waarvan zodat dalend stijgend wisselend acceptabel
    keurig binnengekregen op opgedronken houden zakken stijgen meten krijgen hebben blijven worden komen halen haalt
    wegen drinken zelfs toegediend vertelde vertelt belde gaf zei meldde vooraf afgelopen uitgescheiden ingenomen
    weegt woog meet"""
)
#: Right behind a figure these make it a difference.
DIFFERENCES = word_set(
    """erbij eraf meer minder hoger lager zwaarder lichter dikker dunner groter kleiner kwijt extra bijgekomen
    afgevallen aangekomen afgenomen toegenomen gestegen gedaald gezakt gegroeid omhoog omlaag verschil teveel langer
    korter verloren"""
)
ADDED = word_set("plus min verschil toename afname scheelt")
CHANGED = word_set(
    """afgevallen aangekomen afgenomen toegenomen gestegen gedaald gezakt gegroeid verloren bijgekomen achteruitgegaan
    vooruitgegaan gekrompen"""
)
#: One cue claims another figure of its sentence behind these.
AGAIN = word_set(
    """daarna nu later en vervolgens toen naar links rechts vanavond vanmiddag vanmorgen vanochtend vannacht gisteren
    eerst was nee sorry correctie of vorige bij zonder met staand zittend liggend rust lopend opnieuw herhaald
    controle tweede inmiddels na voor uur wacht maar dan nog waren woog weegt dat thans vandaag net laatste terug
    herhaling pardon bedoel normaal anders verkeerd eergisteren opname ontslag hermeting hercontrole na , is eh ehm
    zou moeten ah zakt zakte steeg zakken verhoging zegt noemt"""
)
#: Between two values these make the second one a limit or an aim of the first one's kind.
LIMITING = word_set(
    "minimaal maximaal minstens hoogstens liefst streven streef doel grens norm boven onder arts dokter"
)
BEFORE_A_SCORE = word_set(
    """dikke dik kleine goede ruime krappe zware sterke flinke een op van is was nu naar tot cijfer score schaal circa
    zeker tussen pijn nrs vas : met bij"""
)
#: What makes a cue one of something else: broken wrists, baths.
WRISTS = word_set(
    """gebroken gips gipsen breuk linkerpols rechterpols polsbreuk spalk opengekrabd gekneusd verstuikt horloge alarm
    alarmknop armband bandje polsband brace"""
)
THINGS = word_set(
    """bad douche kraan kraanwater koelkast vriezer kamertemperatuur badwater buiten thermostaat verwarming kachel
    medicijnkoelkast douchewater waterkraan thermostaatkraan thee soep oven weer zomer badthermometer"""
)
#: A word with which a sentence may belong to the one before it.
CONTINUING = word_set(
    """die dat het deze nu was toen daarna later vanavond vanmiddag vanochtend vanmorgen vannacht en nee sorry correctie
    eerst vandaag gisteren hij resultaat uitkomst uitslag waarde ongeveer rond zo'n daar er is links rechts vorige
    inmiddels zij ze op dus eh ehm ja even bij om een half kwartier haarzelf zichzelf hemzelf 't volgens anderhalf
    opnieuw maar tegen sinds wel alle boven onder vanaf bij hierna nogmaals"""
)
#: Of whom a weight is a client's.
WEIGHED = word_set(
    """client cliente clienten bewoner bewoonster patient patiente baby kindje kind jongen meisje man vrouw dame heer
    zij hij ze dochter zoon ventje manneke kleine peuter zuigeling dag week keer ochtend weging hij persoon"""
)
