"""Words of which one must not stand for another: closed groups of Dutch words that turn the meaning of a sentence.

They are the degrees, limits, times, frequencies and directions of a grammar, and the usual opposites of care reports;
no group grows with what a model happened to write.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .vocabulary import FORMS


class Sense(NamedTuple):
    """One side of a group; ``may_be_denied``: with a negation it says what another side says ('niet goed')."""

    group: int
    side: int
    may_be_denied: bool


#: One group a line, its sides between '|'. '_' joins the words of a phrase, '=head' stands for the forms of a line of
#: ``vocabulary``; '~' begins a group of which a side may be said by denying another.
_GROUPS = """
met | zonder
voor voordat alvorens | na nadat
tot totdat t/m | vanaf sinds sedert
voordat | nadat | tijdens terwijl toen_ik toen_hij toen_ze toen_zij toen_we toen_wij toen_mevrouw toen_meneer
~totaal_niet helemaal_niet absoluut_niet | niet_zo niet_erg niet_echt niet_heel
~nooit | niet_meer geen_meer nooit_meer niet_langer
tablet tabletten tabletje | zetpil zetpillen | drank drankje siroop stroop | pleister pleisters | injectie injecties | \
zalf creme crème | poeder | druppels druppel | spray neusspray | capsule capsules | \
bruistablet bruistabletten | kauwtablet kauwtabletten
ochtend vanmorgen vanochtend ochtends morgens ochtenden ochtenddienst ochtendzorg | middag vanmiddag middags \
middagen namiddag | avond vanavond avonds avonden avonddienst avondzorg | nacht vannacht nachts nachten nachtelijk \
nachtelijke nachtdienst nachtrust | overdag
ondanks desondanks | dankzij
weer opnieuw | nog_steeds nog_altijd
vorige vorig afgelopen laatste | volgende volgend komende aankomende aanstaande
eerder eerdere vroeger verleden | later latere straks
gisteren eergisteren | vandaag nu vanmorgen vanochtend vanmiddag vanavond | morgen overmorgen
~altijd constant continu voortdurend onafgebroken steevast elke_keer iedere_keer | vaak regelmatig geregeld meestal \
doorgaans gewoonlijk dikwijls veelal over_het_algemeen vaker | soms af_en_toe nu_en_dan zo_nu_en_dan wel_eens weleens \
incidenteel sporadisch een_enkele_keer een_keer eenmalig eenmaal | zelden nauwelijks bijna_nooit vrijwel_nooit | nooit
per_dag dd daags dagelijks dagelijkse elke_dag iedere_dag elke_ochtend iedere_ochtend elke_avond iedere_avond \
elke_middag iedere_middag elke_nacht iedere_nacht per_nacht /_dag | per_week wekelijks wekelijkse elke_week \
iedere_week in_de_week /_week | per_maand maandelijks maandelijkse elke_maand iedere_maand /_maand | per_uur elk_uur \
ieder_uur /_uur /_u | per_jaar jaarlijks elk_jaar ieder_jaar | per_minuut /_min /_minuut | om_de_dag om_de_andere_dag \
| om_de_week om_de_andere_week tweewekelijks
per_keer per_maaltijd | per_dag dd daags dagelijks
~alle alles allemaal iedereen allen volledig volledige helemaal geheel gehele compleet complete allebei beide beiden | \
meeste merendeel grotendeels | enkele sommige sommigen deels gedeeltelijk gedeeltelijke gedeelte een_paar een_deel \
een_van eentje | half halve helft | niemand niets niks nergens
~veel vele flink flinke fors forse ruim | weinig gering geringe wat iets een_beetje beetje nauwelijks enigszins matig
~hevig hevige ernstig ernstige fors forse heftig heftige sterk sterke enorm enorme erg heel zeer extreem extreme \
zwaar zware flink flinke | licht lichte mild milde gering geringe lichtelijk enigszins een_beetje matig matige
=begin opgestart aanvang aangevangen | =stop beeindigd beeindigen beeindigt afgerond | gaat_door ging_door loopt_door \
doorgaan doorgegaan voortgezet voortzetten gecontinueerd continueren doorgezet | hervat hervatten hervatting
meer vaker =erger verhoogd verhogen verhoogt verhoging opgehoogd ophogen opgelopen oplopend oplopen vermeerderd hoger \
opgebouwd opbouwen langer groeit gegroeid verdubbeld bijgekomen aangekomen zwaarder uitgebreid | minder \
=afname afnemen lichter afneemt verlaagd verlagen verlaagt verlaging verminderd vermindering verminderen vermindert \
lager zakt zakken daalt dalen afgebouwd \
afbouwen geslonken geminderd minderen teruggelopen korter gehalveerd kwijtgeraakt | \
gelijk_gebleven onveranderd ongewijzigd hetzelfde constant stabiel evenveel
~=verbeter opgeknapt opknappen vooruitgaan hersteld herstel | =verslechter verergerd erger achteruitgaan teruggevallen
~goed goede prima uitstekend keurig makkelijk gemakkelijk soepel vlot | slecht slechte matig moeizaam moeilijk \
belabberd beroerd
positief positieve | negatief negatieve
~open opengaan | dicht gesloten toe
~droog droge | nat natte vochtig vochtige klam klamme
~warm warme heet hete | koud koude koel koele
~hoog hoge | laag lage
~groot grote | klein kleine
~lang lange | kort korte
~dik dikke gezwollen | dun dunne
~dun dunne waterdun waterige | vast vaste
~vroeg vroege | laat late
~snel snelle sneller | langzaam langzame langzamer traag trage trager
~zwaar zware zwaarder | licht lichte lichter
~nieuw nieuwe | oud oude
~jong jonge jongste | oud oude oudste
~los losse | vast vaste
~schoon schone | vies vieze vuil vuile
~helder heldere | troebel troebele
~zacht zachte | hard harde
~zittend | liggend | staand
~alleen | samen gezamenlijk
~zelf zichzelf zelfstandig zelfstandige eigenhandig | =help met_hulp begeleiding
binnen | buiten
boven | onder beneden
gelijk gelijke | ongelijk ongelijke verschillend
maximaal hooguit hoogstens ten_hoogste niet_meer_dan niet_langer_dan | minimaal minstens ten_minste tenminste \
niet_minder_dan
boven meer_dan hoger_dan groter_dan langer_dan | onder minder_dan lager_dan kleiner_dan korter_dan beneden
~moet moeten moest moesten dient dienen verplicht noodzakelijk | mag mogen mocht mochten toegestaan | kan kunnen kon \
konden in_staat | wil willen wilde wilden wou wenst wensen | hoeft hoeven hoefde
opgenomen opname opnemen opgenomen | ontslagen ontslag
geaccepteerd accepteert accepteerde akkoord ingestemd | geweigerd weigert weigerde weigeren
afgeraden afraden | aangeraden aanraden geadviseerd adviseert
toegestaan goedgekeurd | verboden afgekeurd
overleden | hersteld genezen
aangebracht ingebracht geplaatst | verwijderd weggehaald
wakker | slapend
vriend vriendin | vijand
eerste | tweede | derde | laatste
nuchter | gegeten
stabiel stabiele | instabiel instabiele
continent | incontinent
compleet | incompleet
actief actieve | inactief inactieve passief passieve
georienteerd | gedesorienteerd
acuut acute plotseling plotselinge | chronisch chronische geleidelijk geleidelijke
eenzijdig eenzijdige | tweezijdig dubbelzijdig beiderzijds
oraal orale | rectaal rectale | intraveneus intraveneuze | subcutaan subcutane | intramusculair
vrijwillig vrijwillige | gedwongen verplicht verplichte onvrijwillig
iedereen | iemand | niemand
alles | iets | niets
"""

#: Beginnings of words that turn the rest of it into its opposite ('aangetrokken', 'uitgetrokken').
TURNING = (
    ("aan", "uit"), ("aan", "af"), ("op", "af"), ("op", "neer"), ("op", "terug"), ("in", "uit"), ("toe", "af"),
    ("mee", "tegen"),
    ("voor", "na"), ("voor", "achter"), ("boven", "onder"), ("over", "onder"), ("binnen", "buiten"),
    ("vooruit", "achteruit"), ("hyper", "hypo"), ("tachy", "brady"), ("meer", "minder"), ("groot", "klein"),
    ("open", "dicht"), ("los", "vast"), ("heen", "terug"), ("bij", "af"),)  # fmt: skip
DENYING_BEGINNINGS = ("on", "non-", "niet-", "wan")


def _senses() -> dict[str, list[tuple[tuple[str, ...], Sense]]]:
    """Return, by its first word, every phrase of the groups with what it says, the longest first."""
    found: dict[str, list[tuple[tuple[str, ...], Sense]]] = {}
    for group, line in enumerate(_GROUPS.strip().splitlines()):
        for side, words in enumerate(line.removeprefix("~").split("|")):
            for phrase in _phrases(words.split()):
                found.setdefault(phrase[0], []).append((phrase, Sense(group, side, line.startswith("~"))))
    return {word: sorted(phrases, key=lambda one: -len(one[0])) for word, phrases in found.items()}


def _phrases(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for word in words:
        if word.startswith("="):
            yield from ((form,) for form, head in FORMS.items() if head == word[1:])
        else:
            yield tuple(word.split("_"))


SENSES = _senses()
#: Every word of these groups: it is compared with those of its group.
TURNING_WORDS = frozenset(word for phrases in SENSES.values() for phrase, _ in phrases for word in phrase)
