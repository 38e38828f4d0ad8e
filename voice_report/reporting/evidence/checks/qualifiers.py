"""Qualifiers of a statement that are lost in the report: a condition, hedge, attribution, limit, wish or plan.

Without its qualifier a statement becomes a fact: 'misschien een ontsteking' is no 'ontsteking'. Closed lists of
Dutch function words; a clause is looked at only when the rest of it was written.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ....dutch.word_sets import word_list, word_set
from ..model import Flag, quoted
from ..reading import Reading
from ..words import people
from ..words.negation import DENYING, Clause
from ..words.numerals import number
from ..words.opposites import TURNING_WORDS
from ..words.stems import is_among, stem
from ..words.synonyms import alike

_MOST = 0.5  # of the content of a clause of the first source, from which it was written
_MOST_BESIDE = 0.75  # of another source's
_AHEAD = 6  # words between 'zegt' and the 'dat' that belongs to it

#: Words before which 'als' begins a condition, and is no comparison ('als kind', 'groter als').
_BEGINS_CLAUSE = word_set(
    """de het een er ik je jij u we wij ze zij hij dit dat die deze mevrouw meneer men iemand niemand iets niets haar
    zijn hun mijn onze alles"""
)
_COMPARING = word_set("net zo zowel dan zelfde hetzelfde dezelfde even evenveel ook anders beter slechter meer minder")
_FEELING = word_set("indruk gevoel bang idee hoop hoopt angst vreest")
_FIRST = word_set("ik we wij")
_RULES = word_set("plan zorgplan afspraak afspraken voorschrift protocol schema mij richtlijn rooster planning")


class _Kind(NamedTuple):
    """A kind of qualifier: its phrases, '_' between their words, and words by which a report may say the same."""

    says: tuple[tuple[str, ...], ...]
    keeps: frozenset[str]


def _kind(says: str, keeps: str) -> _Kind:
    phrases = tuple(tuple(one.split("_")) for one in word_list(says))
    return _Kind(phrases, word_set(keeps) | {one[0] for one in phrases})


_SPEAKING = """zegt zei zeggen zeiden gezegd vertelt vertelde vertelden vertellen verteld beweert beweerde meent meende
    vindt vond vinden vonden denkt dacht geeft gaf geven gaven aangeven aangegeven aangeeft aangaf volgens meldt meldde
    melden gemeld noemt noemde noemen genoemd benoemt benoemde benoemd ervaart ervaarde ervaren klaagt klaagde klachten
    aldus verklaart verklaarde vraagt vroeg riep roept schreeuwt schreeuwde oordeel mening uit uitte uitspraak deelt
    deelde bevestigt legt vermeldt beschrijft beschreef stelt stelde voelt hoort hoorde verwijt bericht laat liet
    melding"""
_WHETHER = word_set(
    """vraagt vroeg vroegen vragen gevraagd twijfelt twijfel twijfelen twijfelde weet weten wist kijken kijkt keek
    bekijken overleggen overlegt overleg overlegd onderzoeken onderzoekt beoordelen beoordeelt afwachten wachten
    navragen
    checken nagaan bespreken besproken vraag"""
)

#: In a clause that has one of ``says``, when the written sentence has none of the kind.
_KINDS = (
    _kind(
        """indien tenzij mits zodra zolang zo_nodig desnoods z.n stel_dat bij_twijfel bij_nood bij_klachten bij_koorts
        bij_pijn bij_benauwdheid bij_onrust bij_toename""",
        "als wanneer bij na pas totdat tot dan eventueel toen voorwaarde mocht mochten afhankelijk nodig alleen zonder",
    ),
    _kind(
        """misschien wellicht mogelijk waarschijnlijk vermoedelijk lijkt lijken leek leken schijnt schijnen denk denkt
        denken dacht dachten vermoed vermoedt vermoedde vermoeden twijfelt twijfelen zou zouden kennelijk
        blijkbaar alsof eventueel ogenschijnlijk""",
        """mogelijke waarschijnlijke vermoedelijke eventuele oogt ogen indruk verdenking verdacht onduidelijk
        onzeker kans
        verwacht kan kunnen gedacht vraag twijfel vermoeden mogelijkheid verwachting volgens zien risico
        overweegt""",
    ),
    _kind(
        "mocht_hij mocht_ze mocht_zij mocht_het mocht_er mocht_de mocht_mevrouw mocht_meneer",
        "als indien wanneer bij dan",
    ),
    _kind("overweeg overweegt overwegen overwogen overweging", "denkt denken misschien mogelijk kijkt eventueel optie"),
    _kind(
        "bedoeling van_plan voornemen voornemens",
        "plan gepland planning wil willen wilde wilden doel voornemen afspraak",
    ),
    _kind(
        "begint begon begonnen beginnen",
        "begin aanvang start gestart starten startte eerste sinds gaat gaan ging vanaf nu beginnend opgestart",
    ),
    _kind(
        "blijft bleef bleven gebleven",
        "nog steeds houdt hield aanhoudend voortdurend onveranderd nogmaals gelijk",
    ),
    _kind("oefent oefenen oefende", "oefening training traint trainen trainde leert leren"),
    _kind("tamelijk redelijk", "vrij best wel beetje matig voldoende aardig"),
    _kind(
        "viel_uit valt_uit uitgevallen ging_niet_door gaat_niet_door",
        "niet geen vervallen vervalt afgezegd geannuleerd afgelast uitval uitgevallen uit doorgegaan",
    ),
    _kind(
        "aangekomen afgevallen",
        """zwaarder lichter erbij eraf meer minder toegenomen afgenomen gewichtstoename gewichtsverlies gewichtsafname
        toename afname kwijt bij verloren gegroeid""",
    ),
    _kind(
        "vroeger voorheen destijds indertijd ooit tot_voor_kort",
        "eerder ooit verleden voorgeschiedenis toen geleden was waren had",
    ),
    _kind(
        """voorkant_van achterkant_van onderkant_van bovenkant_van zijkant_van binnenkant_van buitenkant_van begin_van
        eind_van einde_van deel_van gedeelte_van rand_van randen_van stuk_van top_van punt_van""",
        "deels gedeeltelijk half halve helft wondrand wondranden teentop",
    ),
    _kind("een_paar enkele sommige", "enige paar aantal meerdere deel twee drie sommigen niet geen"),
    _kind("zelden", "nauwelijks weinig nooit bijna sporadisch niet amper"),
    _kind(
        "soms af_en_toe nu_en_dan wel_eens weleens incidenteel",
        "zo sporadisch regelmatig momenten periodes periode keer enkele kan kunnen niet zelden",
    ),
    _kind("deels gedeeltelijk grotendeels", "deel half helft halve ten dele merendeel"),
    _kind("alleen slechts enkel uitsluitend", "pas zelfstandig maar niets uitzondering behalve"),
    _kind("bijna vrijwel haast", "nauwelijks amper grotendeels zo"),
    _kind("nauwelijks amper", "bijna weinig zelden vrijwel haast minimaal"),
    _kind(
        """maximaal hooguit hoogstens ten_hoogste uiterlijk niet_meer_dan niet_vaker_dan niet_langer_dan niet_hoger_dan
        niet_boven""",
        "max tot limiet onder boven niet meer maximum bovengrens hoogste voor",
    ),
    _kind("minimaal minstens ten_minste tenminste", "min zeker vanaf minimum minste"),
    _kind("behalve uitgezonderd met_uitzondering", "na niet maar alleen buiten uitzondering wel"),
    _kind(
        "probeert probeerde geprobeerd proberen getracht",
        "poging pogingen poogt trachten tracht trachtte wilde wil",
    ),
    _kind(
        """weigert weigerde weigerden geweigerd vergeten vergat verzuimd afgezegd geannuleerd uitgesteld
        overgeslagen mislukt""",
        "weigeren weigering afgewezen afgehouden niet geen wilde wil zonder annulering uitstel mislukte afgelast",
    ),
    _kind(
        "wil willen wilde wilden wou hoopt hopen hoopte wenst liever",
        """wens wensen gewenst verzoek verzoekt vraagt vroeg vragen graag bereid voorkeur voornemen plan weigert
        weigerde weigeren zou hoop behoefte wenste verlangt interesse""",
    ),
)

_BEGINNING: dict[str, list[tuple[tuple[str, ...], frozenset[str]]]] = {}
for _one in _KINDS:
    for _phrase in _one.says:
        _BEGINNING.setdefault(_phrase[0], []).append((_phrase, _one.keeps))

_PRESENT_PLANS = word_set(
    "moet moeten gaat gaan ga zal zullen wil willen wilde wou mag mogen dient dienen hoeft hoeven kan kunnen"
)
_OF_PLANS = {stem("gepland"), stem("staat")}
_DONE = word_set("is heb hebt ben zijn was waren heeft hebben had hadden werd werden")
_PASSIVE = word_set("wordt worden")
_IS = word_set("is zijn was waren")
_PAST_TIMES = word_set("vroeger voorheen destijds toen vorig vorige geleden ooit indertijd gisteren eergisteren eerst")
_WAS = word_set("was waren had hadden")
_IS_NOW = word_set("is heeft hebben")
_ONLY = word_set("alleen uitsluitend slechts enkel pas")
_IN_CASE = word_set("onder met als na bij wanneer in tijdens zonder via indien op")
_NEAR = 4  # words in which a limit says what it is
_READY = word_set("gehad gedaan klaar gereed rond afgerond")
_AHEAD_IN_TIME = word_set("volgende komende aanstaande straks binnenkort morgen overmorgen later nog")
_DAYS_AHEAD = _AHEAD_IN_TIME - word_set("nog later") | word_set("gepland ingepland")
_SOON = word_set("vanmiddag vanavond vannacht")
_PAST = word_set("kwam kwamen ging gingen bracht brachten sprak deed nam gaf schreef reed bleef begon hielp")
_NOT_DONE = _PRESENT_PLANS | word_set("wordt worden zou zouden gepland afgesproken morgen straks binnenkort nog")
_CAUSES = word_set("omdat doordat want daardoor waardoor vanwege wegens dus daarom zodat hierdoor")
_CAUSES_SAID = _CAUSES | word_set(
    "door van dankzij komt kwam gevolg naar aanleiding want reden oorzaak ivm i.v.m als bij om"
)


def check(reading: Reading, own: Sequence[Reading], beside: Sequence[Reading]) -> list[Flag]:
    """Return the flags of qualifiers of spoken clauses that the written sentence lacks; of several sentences
    (``beside`` as in ``checks.check``) the one that has most of the clause counts."""
    for rank, one in enumerate(own):
        most = _MOST_BESIDE if rank else _MOST
        for clause in () if one.is_unmarked else one.clauses:
            here = _shared(clause.stems, reading)
            if any(_shared(clause.stems, other) > here for other in beside):
                continue
            if flag := next(_lost(reading, one, clause, most), None):
                return [flag]
    return (
        _lost_question(reading, own)
        or _lost_attribution(reading, own)
        or _lost_future(reading, own)
        or _lost_past(reading, own)
        or _lost_limit(reading, own)
        or _lost_progress(reading, own)
        or _added_cause(reading, own)
    )


def _lost_question(reading: Reading, own: Sequence[Reading]) -> list[Flag]:
    """Flag a question written as a statement: 'Mag de katheter eruit, vroeg hij'."""
    for one in own[:1]:
        asked = one.words[0].lower in _PRESENT_PLANS | _DONE | _PASSIVE and (_ASKING & one.lower or "?" in one.lower)
        if asked and not one.is_unmarked and _ASKED.isdisjoint(reading.lower):
            return [Flag("meaning", "amber", "Je zei dit als vraag", "", one.text)]
    return []


def _lost_attribution(reading: Reading, own: Sequence[Reading]) -> list[Flag]:
    """Flag reported speech written as a fact, where the attribution follows it: 'De avondzorg was er niet, zegt ze'."""
    for one in own[:1]:
        if one.is_unmarked or (_SPEAKS | _KINDS[1].keeps) & reading.lower:
            continue
        lowers = [word.lower for word in one.words]
        for at in (at for at in range(1, len(lowers) - 1) if lowers[at] in _TOLD and _is_attribution(one, at)):
            told = [clause.stems - {one.stems[at]} for clause in one.clauses if clause.first < at]
            last = next((stems for stems in reversed(told) if stems), frozenset())
            if _is_written(last, reading, _MOST):
                return [Flag("meaning", "amber", f"{quoted(one.piece(at, at))} ontbreekt hier", "", one.text)]
    return []


def _is_attribution(one: Reading, at: int) -> bool:
    """Return whether a verb attributes the words before it: 'zegt ze', 'zegt haar dochter', 'zei hij tegen mij'.
    Behind 'dan' it introduces the words after it."""
    lowers, names = [word.lower for word in one.words], {one.words.index(name) for name in one.names}
    behind = at + 1 + (lowers[at + 1] in _POSSESSIVES)
    is_teller = behind < len(lowers) and lowers[behind] in _TELLERS and lowers[at - 1] not in _GOING_ON
    behind += 1
    while behind in names:
        behind += 1
    behind += 2 * (lowers[behind : behind + 1] == ["tegen"])
    return is_teller and (behind >= len(lowers) or lowers[behind] in _ENDING)


def _lost_future(reading: Reading, own: Sequence[Reading]) -> list[Flag]:
    """Flag a future action written as done: 'die haalt vanmiddag zalf', 'heeft zalf gehaald'. With its part of the day
    it may be an action of this shift: 'vannacht belt ze', 'heeft vannacht gebeld'."""
    for one in own[:1] if not any(one.is_unmarked for one in own) else ():
        for clause in one.clauses:
            if not clause.words & (_DAYS_AHEAD | _SOON - reading.lower) or clause.words & _DONE:
                continue
            said = zip(one.words[clause.first : clause.last], one.stems[clause.first : clause.last], strict=True)
            verbs = {base for word, base in said if base and word.lower.endswith("t")}
            for word, base in zip(reading.words, reading.stems, strict=True):
                is_past = word.lower in _PAST or _is_participle(word.lower)
                if is_past and (base in verbs or (base and alike(base, verbs))):
                    return [Flag("meaning", "amber", "Je zei niet dat dit al gebeurd is", "", _piece(one, clause))]
    return []


def _lost_past(reading: Reading, own: Sequence[Reading]) -> list[Flag]:
    """Flag a past state written as the present one: 'vorige week had hij koorts', 'hij heeft koorts'."""
    for one in own[:1]:
        was_then = one.lower & _PAST_TIMES and one.lower & _WAS and not one.lower & _IS_NOW
        is_now = reading.lower & _IS_NOW and not reading.lower & (_PAST_TIMES | _WAS)
        if was_then and is_now and not one.is_unmarked and not any(map(_is_done, reading.lower)):
            return [Flag("meaning", "amber", "Je zei niet dat dit nu zo is", "", one.text)]
    return []


def _lost_limit(reading: Reading, own: Sequence[Reading]) -> list[Flag]:
    """Flag a permission or action written without its restriction: 'mag alleen onder begeleiding weg'."""
    for one in own[:1] if not any(one.is_unmarked for one in own) else ():
        lowers = [word.lower for word in one.words]
        for at, pair in enumerate(pairwise(lowers)):
            limit = next((base for base in one.stems[at + 2 : at + 2 + _NEAR] if base), "")
            is_limit = pair[0] in _ONLY and pair[1] in _IN_CASE and limit and one.lower & _PRESENT_PLANS & reading.lower
            if is_limit and not (_ONLY & reading.lower and is_among(limit, reading.content)):
                return [Flag("meaning", "amber", f"{quoted(one.piece(at, at + 1))} ontbreekt hier", "", one.text)]
    return []


def _lost_progress(reading: Reading, own: Sequence[Reading]) -> list[Flag]:
    """Flag an ongoing process ('is aan het genezen', 'bezig met') written as completed ('is genezen')."""
    for one in own[:1]:
        lowers = [word.lower for word in one.words]
        places = [at for at in range(len(lowers) - 2) if lowers[at : at + 2] == ["aan", "het"] and one.stems[at + 2]]
        verbs = {one.stems[at + 2] for at in places} | ({*one.stems} if "bezig" in lowers else set()) - {""}
        if not verbs or one.is_unmarked or {"aan", "bezig", "wordt", "worden"} & reading.lower:
            continue
        for clause in reading.clauses:
            last = [word for word in reading.words[clause.first : clause.last] if word.text[0].isalpha()][-1:]
            if clause.words & _IS and last and _is_done(last[0].lower) and clause.stems & verbs:
                return [Flag("meaning", "amber", "Je zei niet dat dit al gebeurd is", "", one.text)]
    return []


def _is_done(lower: str) -> bool:
    return _is_participle(lower) or lower in _READY


def _lost(reading: Reading, one: Reading, clause: Clause, most: float) -> Iterator[Flag]:
    lowers = [word.lower for word in one.words[clause.first : clause.last]]
    for at, keeps in _found(lowers):
        first, here = clause.first + at, lowers[at]
        rest = clause.stems - {stem(one.words[first].text)}
        if _is_written(rest, reading, most) and keeps.isdisjoint(reading.lower):
            if here in ("wil", "willen", "wilde", "wilden", "wou") and "niet" in lowers and reading.lower & DENYING:
                continue
            yield Flag("meaning", "amber", f"{quoted(one.words[first].text)} ontbreekt hier", "", _piece(one, clause))
    if _is_plan_as_done(reading, one, clause):
        yield Flag("meaning", "amber", "Je zei niet dat dit al gebeurd is", "", _piece(one, clause))


def _piece(one: Reading, clause: Clause) -> str:
    return one.piece(clause.first, clause.last - 1)


def _is_written(stems: frozenset[str], reading: Reading, most: float) -> bool:
    return bool(stems) and _shared(stems, reading) >= most * len(stems)


def _shared(stems: frozenset[str], reading: Reading) -> int:
    return sum(is_among(one, reading.content) for one in stems)


def _found(lowers: Sequence[str]) -> Iterator[tuple[int, frozenset[str]]]:
    """Yield the place of each qualifying phrase in a clause, and the words by which a report keeps it."""
    for at, lower in enumerate(lowers):
        after = lowers[at + 1 : at + 1 + _AHEAD]
        for phrase, keeps in _BEGINNING.get(lower, ()):
            is_soon = lower == "mogelijk" and "zo" in lowers[max(0, at - 2) : at]  # 'zo snel mogelijk'
            if not is_soon and tuple(lowers[at : at + len(phrase)]) == phrase:
                yield at, keeps
        if lower in _AT_LEAST and after and (after[0].isdigit() or number(after[0]) is not None):
            yield at, _AT_LEAST | _KEEPS_LEAST
        if lower == "vrij" and after and (stem(after[0]) or after[0] in TURNING_WORDS):
            yield at, _FAIRLY
        if (
            lower == "als"
            and (at == 0 or lowers[at - 1] not in _COMPARING)
            and after[:1]
            and after[0] in _BEGINS_CLAUSE
        ):
            yield at, _KINDS[0].keeps
        if lower in _FEELING and "dat" in after:
            yield at, _FEELING | _SPEAKS | _KINDS[1].keeps
        if lower in _SPEAKS and "dat" in after and not _FIRST & {*lowers[max(0, at - 1) : at], *after[:1]}:
            yield at, _SPEAKS
        if lower == "volgens" and not _RULES & {*after[:2]}:
            yield at, _SPEAKS
        if lower in _WHETHER and "of" in after:
            yield at, _WHETHER_KEPT


#: Before a figure these are limits ('zeker twintig'), and what else says so.
_AT_LEAST = word_set("zeker ruim")
_KEEPS_LEAST = word_set("meer dan minstens minimaal tenminste minste boven")
_FAIRLY = word_set("vrij tamelijk redelijk best wel aardig behoorlijk voldoende matig")
_SPEAKS = word_set(_SPEAKING)
_WHETHER_KEPT = _WHETHER | word_set(
    "of wanneer hoe welke noodzaak mogelijkheid over onduidelijk onzeker verzoek eventueel wil wilde wens graag"
)
_ASKING = word_set("vraagt vroeg vroegen vragen")
#: Behind what is said: 'zegt ze', 'denkt haar dochter'.
_TOLD = word_set("zegt zei vertelt vertelde denkt dacht vindt vond meent meende")
_TELLERS = people.PERSONS.keys() | word_set("ze zij hij ie mevrouw meneer")
_POSSESSIVES, _GOING_ON, _ENDING = word_set("haar zijn mijn"), word_set("dan toen en"), word_set(", . ; !")
#: With one of these a sentence is still a question.
_ASKED = _WHETHER_KEPT | word_set("? wens graag wil wilde verzoekt verzocht gevraagd")


def _is_plan_as_done(reading: Reading, one: Reading, clause: Clause) -> bool:
    """Return whether a planned action was written as done: 'moet nog verwisseld', 'is verwisseld'."""
    is_passive = clause.words & _PASSIVE and clause.words & _AHEAD_IN_TIME
    if not (clause.words & (_PRESENT_PLANS | _DAYS_AHEAD) or is_passive) or _done(one, clause):
        return False
    for written in reading.clauses:
        stems = clause.stems - _OF_PLANS
        shared = written.stems & stems
        if (
            _done(reading, written)
            and not written.words & _NOT_DONE
            and any(_is_participle(word.lower) for word in reading.words[written.first : written.last])
            and len(shared) * 2 >= len(stems)
            and shared
        ):
            return True
    return False


def _done(reading: Reading, clause: Clause) -> bool:
    """Return whether a clause has a verb of a completed action: 'zijn' before a noun is none."""
    return any(
        word.lower in _DONE and (word.lower != "zijn" or not (reading.stems[at + 1 : at + 2] or [""])[0])
        for at, word in enumerate(reading.words[clause.first : clause.last], clause.first)
    )


def _is_participle(lower: str) -> bool:
    return (
        len(lower) > 5
        and lower.endswith(("d", "t", "en"))
        and ("ge" in lower[:8] or lower.startswith(("be", "ver", "ont", "her", "over")))
    )


def _added_cause(reading: Reading, own: Sequence[Reading]) -> list[Flag]:
    """Flag a causal link that was not spoken, between facts that were spoken separately."""
    if any(one.is_unmarked or one.lower & _CAUSES_SAID for one in own):
        return []
    for at, word in enumerate(reading.words):
        if word.lower in _CAUSES:
            return [Flag("meaning", "amber", "Je zei niet dat het daardoor kwam", reading.piece(at, at))]
    return []
