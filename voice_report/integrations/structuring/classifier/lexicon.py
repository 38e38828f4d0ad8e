"""Dutch expressions that show under which heading a sentence belongs, as classes with a weight.

Each class is a kind of wording (how care is introduced, measured, judged, planned), never one particular sentence. The
weights are small numbers chosen by hand: 1 is a hint, 2 an indication, 3 or more is explicit. Grammar (tense, person,
sentence form) is in ``grammar.py``.
"""

from dataclasses import dataclass

from ....dutch.word_sets import word_set
from ....reporting.templates import Role

#: The roles that the rules know of, by the names used here.
SITUATION, OBSERVATION, CARE = Role.OCCASION, Role.OBSERVATION, Role.ACTION
JUDGEMENT, AGREEMENT = Role.JUDGEMENT, Role.PLAN
ROLES = (SITUATION, OBSERVATION, CARE, JUDGEMENT, AGREEMENT)

Weights = dict[Role, float]


@dataclass(frozen=True, slots=True)
class Cue:
    """Words (whole), beginnings of words and phrases (consecutive words) that count for or against headings."""

    weights: Weights
    words: frozenset[str]
    stems: tuple[str, ...]
    phrases: tuple[str, ...]


def _cue(weights: Weights, listed: str = "", *, stems: str = "", phrases: str = "") -> Cue:
    in_a_row = tuple(f" {' '.join(phrase.split())} " for phrase in phrases.split(",") if phrase.strip())
    return Cue(weights, word_set(listed), tuple(stems.split()), in_a_row)


_SITUATION = (
    _cue(  # the kind of contact
        {SITUATION: 3},
        """huisbezoek intakegesprek intake indicatiegesprek keukentafelgesprek kennismakingsgesprek kennismaking consult
        spreekuur zorgleefplanbespreking mdo vervolgconsult behandelsessie telefoongesprek adviesgesprek
        evaluatiegesprek visite herindicatie nulmeting startgesprek vervolggesprek coachgesprek oudergesprek
        gezinsgesprek""",
        phrases="""bezoek aan, bezoek bij, gesprek met, gesprek vanuit, gesproken met, op bezoek bij, melding over,
        overleg over, het gaat over, het gaat om, dit gaat over, dossier van, voor het dossier, verslag van,
        rapportage over, rapportage van, rapportage voor, sessie met, afspraak met, in gesprek met, ik kwam bij,
        ik was bij, ik ben bij, langs geweest bij, op het spreekuur""",
    ),
    _cue({SITUATION: 2}, "avonddienst nachtdienst dagdienst ochtenddienst", stems="rapportage nachtrapportage"),
    _cue(  # who the person is
        {SITUATION: 3},
        "bsn burgerservicenummer geboortedatum postcode clientnummer cliëntnummer polisnummer jarige",
        phrases="geboren op, jaar oud",
    ),
    _cue(
        {SITUATION: 2},
        """geboren woonachtig gehuwd getrouwd gescheiden weduwe weduwnaar alleenstaand voornaam woont wonen woonde
        bewoont verhuisd opgegroeid werkzaam alleenwonend inwonend thuiswonend aanwezig gezinsvoogd pleeggezin
        ondertoezichtstelling uithuisplaatsing mantelzorger""",
        phrases="werkt als, werkte als, woont alleen, woont samen, zit in groep, gaat naar school, uit huis geplaatst",
    ),
    _cue(  # why
        {SITUATION: 3},
        """voorgeschiedenis achtergrond zorgvraag hulpvraag coachvraag leervraag ondersteuningsvraag aanmeldreden
        aanmelding verwijzing verwijsreden aanleiding""",
        phrases="""bekend met, in verband met, naar aanleiding van, op verzoek van, op verwijzing van, de reden,
        reden van, verwezen door, doorverwezen door, aangemeld door, aangemeld bij, aangemeld voor,
        gediagnosticeerd met, de diagnose, komt voor, kwam voor, kwam met, komt met, komt net uit, ontslagen uit,
        opgenomen met, opgenomen voor, opgenomen geweest, ligt sinds, verblijft sinds, in behandeling voor,
        in behandeling bij, in behandeling sinds, onder behandeling, in zorg, status na, de aanvraag, aanvraag voor""",
    ),
    _cue(  # what happened before
        {SITUATION: 2},
        "destijds vroeger jarenlang oorspronkelijk",
        phrases="""jaar geleden, jaren geleden, maanden geleden, al jaren, sinds vorig jaar, in het verleden,
        voor de operatie, na een operatie, na de operatie, niet reanimeren""",
    ),
    _cue({SITUATION: 1}, "sinds geleden vanwege wegens"),
    _cue(
        {SITUATION: 2},
        stems="""operatie amputatie beroerte herseninfarct longkanker borstkanker darmkanker dement alzheimer parkinson
        copd diabetes schizofreni bipolair depressie autism adhd reuma artrose hartfalen hernia burn-out epilepsie
        downsyndroom niet-aangeboren""",
        phrases="verstandelijke beperking, lichamelijke beperking",
    ),
)

_OBSERVATION = (
    _cue(  # measured
        {OBSERVATION: 3},
        """bloeddruk tensie rr pols hartslag hartfrequentie saturatie zuurstof temperatuur temp glucose suiker
        bloedsuiker gewicht bmi vas nrs crp hb ademhaling ademfrequentie pijnscore spiegel labwaarden lab uitslag
        pupillen reflexen auscultatie palpatie flexie extensie abductie rotatie endorotatie exorotatie score dos mmse
        moca phq kracht mobiliteit""",
        stems="spierkracht nuchter",
        phrases="bij onderzoek, lichamelijk onderzoek, bij lichamelijk onderzoek",
    ),
    _cue(  # perceived
        {OBSERVATION: 2},
        """zag zagen leek leken oogde oogt klonk klinkt rook ruikt voelt voelde maakte lijkt zichtbaar merkbaar
        opvallend opgevallen viel trof bleek""",
        phrases="""valt op, viel op, viel me, viel mij, trof ik, maakt een, ziet er, zag er, zag dat, merkte dat,
        gezien dat""",
    ),
    _cue(  # reported by others
        {OBSERVATION: 3},
        """zei zeiden zegt zeggen vertelde vertelt vertelden vertellen klaagt klaagde meldde noemde noemt ontkent
        ontkende benoemt benoemde antwoordde beschrijft beschreef ervaart ervaarde bevestigt bevestigde erkent geeft gaf
        gaven riep fluisterde lachte huilde""",
        phrases="""geeft aan, gaf aan, gaven aan, volgens haar, volgens hem, volgens mevrouw, volgens meneer,
        volgens moeder, volgens vader, naar eigen zeggen, laat weten, liet weten, heeft last, had last, op mijn vraag,
        desgevraagd""",
    ),
    _cue(  # the body and the mood
        {OBSERVATION: 2},
        """pijn benauwd misselijk koorts duizelig jeuk moe vermoeid roodheid rood zwelling gezwollen vocht oedeem wond
        wondranden randen huid decubitus drukplek ontlasting urine diarree obstipatie hoest hoesten slijm braken
        gebraakt bloed blauw bleek intact eetlust gegeten ontbeten gedronken geslapen slaapt sliep slapen eet at drinkt
        dronk loopt liep lag ligt zat zit stond trilt beeft onrustig onrust rustig verward angstig somber boos
        verdrietig opgewekt vrolijk alert helder suf aanspreekbaar georiënteerd stemming gedachten hoort stemmen alcohol
        drugs blowen drukpijn bewegingsbeperking crepitatie kortademig soepel hoofdpijn buikpijn keelpijn rugpijn
        oorpijn longen keel trommelvlies buik hals schouder knie heup""",
        stems="suïcid pijnlijk gespannen verslik",
    ),
)

_CARE = (
    _cue(  # care acts
        {CARE: 2},
        """gewassen gedoucht gebadderd gespoeld gespoten geprikt gezwachteld verbonden verschoond verzorgd ingesmeerd
        gezalfd gesmeerd ingezalfd toegediend aangereikt uitgedeeld vervangen verwisseld aangetrokken uitgetrokken
        geholpen begeleid ondersteund gestimuleerd aangemoedigd gemotiveerd uitgelegd toegelicht doorgenomen ingelicht
        geïnformeerd getest aangezet opgezet geoefend gemobiliseerd gemasseerd getraind getapet behandeld gerustgesteld
        getroost gekalmeerd afgeleid geadviseerd geïnstrueerd gedruppeld gekatheteriseerd gegeven gebracht klaargezet
        klaargelegd opgeruimd gelezen gespeeld gewandeld gekookt geschreven ingevuld aangevuld opgesteld gemaakt gebeld
        gemaild overlegd verwijderd geplaatst uitgevoerd nagekeken gefietst gezongen begrensd voorgedaan meegegeven
        gecomplimenteerd besproken onderzocht gecontroleerd""",
    ),
    _cue(
        {CARE: 2},
        "uitleg instructie psycho-educatie voorlichting wondzorg",
        phrases="""uitleg gegeven, samen gedaan, samen met, laten zien, de tijd genomen, stilgestaan bij, gekeken naar,
        gewerkt aan, aan de slag gegaan""",
    ),
)

_JUDGEMENT = (
    _cue(  # explicitly a judgement
        {JUDGEMENT: 3},
        "kortom concluderend conclusie samenvattend beoordeling evaluatie evaluerend inschatting terugkijkend",
        phrases="""ik vind, vind ik, volgens mij, lijkt mij, lijkt me, mij lijkt, denk ik, ik denk, ik verwacht,
        verwacht ik, schat ik in, mijn indruk, de indruk, mijn inziens, mijns inziens, al met al, over het geheel,
        alles bij elkaar, naar mijn mening, in mijn ogen, ik merk dat, merk ik dat, ik zie dat, zie ik dat,
        ik heb het idee, ik maak me, maak ik me, ik twijfel, volgens ons, wij vinden, we vinden, vinden we, we denken,
        we zien, zien we, eens dat, ik geloof, ik hoop, naar verwachting, volgens de arts""",
    ),
    _cue(  # goals and effect
        {JUDGEMENT: 3},
        """behaald gehaald bereikt haalbaar onhaalbaar vooruitgang achteruitgang terugval vooruitgegaan achteruitgegaan
        effectief resultaat effect succesvol geslaagd gelukt""",
        stems="streef",
        phrases="""doel is, het doel, de doelen, dat doel, op schema, op koers, de goede kant, de verkeerde kant,
        stap vooruit, stap terug, op de goede weg, heeft baat, baat bij""",
    ),
    _cue(  # how it goes
        {JUDGEMENT: 3},
        """onvoldoende voldoende ontoereikend toereikend zorgelijk zorgwekkend verontrustend geruststellend verantwoord
        kwetsbaar overbelast overbelasting voorspoedig wenselijk noodzakelijk tevreden verbetering verslechtering
        verbeterd verslechterd verergerd gegroeid hersteld herstel risico valrisico gevaar valgevaar waarschijnlijk
        vermoedelijk vermoeden verdenking werkdiagnose leerbaar draagkracht veerkracht verloopt verliep verlopen
        overvraagd overprikkeld belastbaarheid zelfredzaamheid prognose vooruit achteruit motivatie onveilig veiligheid
        groeit ontwikkeling""",
        phrases="""werkt goed, werkt niet, werkt beter, helpt wel, helpt niet, helpt goed, gaat goed, ging goed,
        gaat beter, ging beter, steeds beter, gaat niet goed, gaat slecht, goed opgepakt, houdt het vol, past bij,
        passend bij, wijst op, duidt op, dat scheelt, ten opzichte van, aanwijzingen voor, sprake van, niet in staat,
        in staat om, in balans, onder controle, stappen gezet, maakt stappen, neemt toe, neemt af, nog te vroeg,
        zorgen over, zorgen om""",
    ),
    _cue({JUDGEMENT: 1.5}, "prima moeizaam positief stabiel nodig belangrijk verstandig passend geschikt trots"),
    _cue({JUDGEMENT: 1}, "duidelijk kennelijk blijkbaar helaas gelukkig eigenlijk toch daardoor waardoor echt"),
)

_AGREEMENT = (
    _cue(  # explicitly an agreement
        {AGREEMENT: 4},
        "afgesproken ingepland vervolgafspraak vervolgstap controleafspraak actiepunt actiepunten huiswerk",
        stems="huiswerk",
        phrases="""afspraak gemaakt, afspraak is, volgende afspraak, nieuwe afspraak, met elkaar af, spreken af,
        spreek af, spraken af, het plan is, graag overleg, graag aandacht, graag terugkoppeling, controle over,
        neem contact op, neemt contact op, contact opnemen, in de gaten houden, terugbellen, belt terug, bel terug,
        komt terug, kom terug, gaat starten""",
    ),
    _cue(  # a future time
        {AGREEMENT: 4},
        "morgen morgenochtend morgenmiddag morgenavond morgenvroeg overmorgen binnenkort voortaan",
        phrases="""volgende week, volgende keer, volgende maand, volgende sessie, volgend gesprek, volgende gesprek,
        volgend consult, volgende bezoek, volgend bezoek, komende week, komende weken, komende maand, komende maanden,
        komende dagen, komende periode, komende tijd, deze week nog, later deze week, vanaf vandaag, vanaf morgen,
        tot die tijd, in het weekend, na het weekend""",
    ),
    _cue({AGREEMENT: -2}, "gisteren eergisteren gisteravond vanochtend vanmorgen afgelopen vorige zojuist geleden"),
    _cue(  # new medication policy
        {AGREEMENT: 2},
        "recept kuur voorgeschreven ophogen afbouwen medicatiewijziging verwijsbrief verwijs adviseer advies",
        phrases="keer daags, maal daags",
    ),
    _cue(
        {AGREEMENT: 2},
        "graag zal zullen straks aanstaande komende vanaf vervolg tenzij zodra uiterlijk",
        phrases="wil gebeld, mag gebeld, mag altijd, moet worden, moeten worden, gaan we, we gaan, blijft voorlopig",
    ),
    _cue(  # verbs of arranging and of what may or must, in the present tense
        {AGREEMENT: 1.5},
        """moet moeten mag mogen gaat gaan dient dienen wil blijft blijven krijgt belt mailt haalt neemt komt stuurt
        brengt regelt vraagt overlegt bespreekt plant start begint stopt ziet meldt""",
    ),
    _cue({AGREEMENT: 1}, "opnieuw weer nog elke iedere dagelijks wekelijks"),
)

LEXICON: tuple[Cue, ...] = (*_SITUATION, *_OBSERVATION, *_CARE, *_JUDGEMENT, *_AGREEMENT)

_BY_WORD: dict[str, list[Cue]] = {}
_BY_FIRST_WORD: dict[str, list[tuple[str, Cue]]] = {}
for _listed in LEXICON:
    for _word in _listed.words:
        _BY_WORD.setdefault(_word, []).append(_listed)
    for _phrase in _listed.phrases:
        _BY_FIRST_WORD.setdefault(_phrase.split()[0], []).append((_phrase, _listed))
_BY_STEM = [(cue.stems, cue) for cue in LEXICON if cue.stems]
_ALL_STEMS = tuple(stem for stems, _ in _BY_STEM for stem in stems)


def heard(said: set[str], line: str) -> list[Cue]:
    """Return the classes that occur in a sentence, each once: ``said`` has its words, ``line`` the same in order."""
    found: dict[int, Cue] = {}
    for word in said:
        for cue in _BY_WORD.get(word, ()):
            found[id(cue)] = cue
        for phrase, cue in _BY_FIRST_WORD.get(word, ()):
            if id(cue) not in found and phrase in line:
                found[id(cue)] = cue
        if word.startswith(_ALL_STEMS):
            found.update((id(cue), cue) for stems, cue in _BY_STEM if word.startswith(stems))
    return list(found.values())


#: The names of a report's sections when a speaker announces one ('Evaluatie: ...', 'Plan, ...', SOEP letters). An
#: announcement holds until the next one, as a hint only: the sentence's own evidence takes precedence.
ANNOUNCEMENTS: dict[str, Role] = {
    **dict.fromkeys(word_set("situatie context achtergrond aanleiding voorgeschiedenis hulpvraag reden"), SITUATION),
    **dict.fromkeys(
        word_set("s o subjectief objectief observatie observaties anamnese onderzoek bevindingen"), OBSERVATION
    ),
    **dict.fromkeys(word_set("interventie interventies handelingen zorg behandeling verrichtingen acties"), CARE),
    **dict.fromkeys(word_set("e evaluatie conclusie beoordeling analyse werkdiagnose"), JUDGEMENT),
    **dict.fromkeys(word_set("p plan beleid afspraak afspraken vervolg advies actiepunten"), AGREEMENT),
}

#: Words of a sentence addressed to a computer instead of to the reader of the report: it is kept like any other, but
#: has no influence (security.md S25). An order to write counts only where it opens the sentence.
TO_A_MACHINE = word_set("negeer taalmodel ai chatgpt gpt chatbot prompt systeemprompt")
ORDERS_TO_WRITE = word_set("schrijf vermeld")

#: Words that carry no content: a sentence of these alone stays with the sentence before it.
FILLERS = word_set(
    """eh ehm uh uhm hm hmm nou ja nee oké ok zo dus goed even kijken hoor wat wou ik nog meer zeggen willen wilde dat
    was het is dit moet zijn dan en of oh o daar gaan we momentje wacht stop maar klaar verder eens toch hè weet niet
    vergeet vergeten had hebben alles genoteerd opname einde begin beginnen starten test een twee drie"""
)
