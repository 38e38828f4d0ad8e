"""The kinds of measured values, in the order of the table: names, cues, units and plausible limits.

A value outside its limits leads to a question only ('Verstond ik dit goed?'). The limits are wider than any norm and
are shown to no user.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from types import MappingProxyType

from ...core.word_caches import cached_words
from ...dutch.word_sets import word_set
from .model import Kind

Limits = tuple[Decimal, Decimal]


@dataclass(frozen=True, slots=True)
class Rule:
    """How values of one kind are read.

    ``units`` are the units that may be spoken, each with its factor to ``unit``. ``needs_unit``: a bare figure leads to
    a question. ``joined``: two figures in a row, '38 5', are one with decimals (``said``), a question (``asked``) or ''
    two figures. ``is_whole``: it is counted in whole figures. ``short``: its name in a line.
    """

    kind: Kind
    label: str
    short: str
    unit: str
    units: Mapping[str, Decimal]
    limits: Mapping[str, Limits]
    joined: str = ""
    needs_unit: bool = False
    is_whole: bool = False


def _rule(
    kind: Kind, label: str, short: str, unit: str, units: str, limits: str, *, joined: str = "",
    needs_unit: bool = False, is_whole: bool = False,
) -> Rule:  # fmt: skip
    factors = (one.partition("=") for one in units.split())
    parts = (one.split(":") for one in limits.split())
    return Rule(
        kind,
        label,
        short,
        unit,
        MappingProxyType({name: Decimal(factor or 1) for name, _, factor in factors}),
        MappingProxyType({name: (Decimal(low), Decimal(high)) for name, low, high in parts}),
        joined,
        needs_unit,
        is_whole,
    )


_ALL = (
    _rule("blood_pressure", "Bloeddruk", "RR", "mmHg", "mmHg", "systolic:50:280 diastolic:20:160", is_whole=True),
    _rule("heart_rate", "Hartslag", "pols", "/min", "/min", "value:20:240", is_whole=True),
    _rule("temperature", "Temperatuur", "temp", "°C", "°C", "value:30:43", joined="said"),
    _rule("oxygen_saturation", "Saturatie", "sat", "%", "%", "value:50:100", is_whole=True),
    _rule("oxygen_flow", "Zuurstof", "O2", "l/min", "l/min l", "value:0.1:60"),
    _rule("respiratory_rate", "Ademhaling", "AH", "/min", "/min", "value:4:70", is_whole=True),
    _rule("weight", "Gewicht", "gewicht", "kg", "kg g=0.001 ons=0.1 pond=0.5", "value:0.4:300", joined="asked"),
    _rule("height", "Lengte", "lengte", "cm", "cm m=100", "value:30:230"),
    _rule("glucose", "Glucose", "glucose", "mmol/l", "mmol/l", "value:1:40", joined="asked"),
    _rule("inr", "INR", "INR", "", "", "value:0.8:12", joined="asked"),
    _rule("pain_score", "Pijnscore", "pijn", "", "", "value:0:10"),
    _rule("fluid_in", "Vocht in", "vocht in", "ml", "ml l=1000 cl=10 dl=100", "value:5:6000", needs_unit=True),
    _rule("fluid_out", "Vocht uit", "vocht uit", "ml", "ml l=1000 cl=10 dl=100", "value:5:6000", needs_unit=True),
    _rule("urine", "Urine", "urine", "ml", "ml l=1000 cl=10 dl=100", "value:5:6000", needs_unit=True),
    _rule("stool_type", "Ontlasting, type", "ontlasting type", "", "", "value:1:7", is_whole=True),
    _rule("stool_count", "Ontlasting", "ontlasting", "keer", "keer", "value:0:20", is_whole=True),
    _rule("wound_size", "Wondmaat", "wond", "cm", "cm mm=0.1", "length:0.1:60 width:0.1:60 depth:0.1:60"),
    _rule("medication", "Medicatie", "", "", "", ""),
)  # fmt: skip
KINDS: Mapping[Kind, Rule] = MappingProxyType({one.kind: one for one in _ALL})


@dataclass(frozen=True, slots=True)
class Cue:
    """The kind that a word announces, or '' for a figure of no measured kind (CRP, a room).

    ``part``: of a blood pressure or a wound. ``state``: the state that the word gives the value ('streefgewicht').
    ``is_weak``: it claims only a value whose unit or shape shows its kind ('druk', 'pijn'). ``is_around``: it may stand
    on either side of its figure alike ('600 cc geplast'). ``is_near``: it claims the very next figure only.
    """

    kind: Kind | str
    part: str = ""
    state: str = ""
    is_weak: bool = False
    is_around: bool = False
    is_near: bool = False


_CUES: dict[str, Cue] = {}


def _add(kind: str, words: str, **more: str | bool) -> None:
    _CUES.update(dict.fromkeys(words.split(), Cue(kind, **more)))  # type: ignore[arg-type]


_add("blood_pressure", "bloeddruk bloeddrukken bloeddrukje tensie tensies rr bd bp")
_add("blood_pressure", "druk", is_weak=True)
_add("blood_pressure", "bovendruk systolisch systolische systole systool bovenwaarde", part="systolic")
_add("blood_pressure", "onderdruk diastolisch diastolische diastole diastool onderwaarde", part="diastolic")
_add("blood_pressure", "bovenste", part="systolic", is_weak=True)
_add("blood_pressure", "onderste", part="diastolic", is_weak=True)
_add("fluid_in", "vocht", is_around=True, is_weak=True)
_add("heart_rate", "pols polsslag polsfrequentie hartslag hartfrequentie hartritme hf puls hr hartslagen polsje")
_add("heart_rate", "hartactie harttonen", state="other_person")  # of an unborn child
_add("temperature", "temperatuur temp tempt temperaturen temperatuurtje")
_add("temperature", "koorts verhoging", is_weak=True)
_add("temperature", "getemperatuurd getempt tempje temperature koortsig")
_add("oxygen_saturation", "saturatie saturaties sat sats satte satten satureert satureerde satureren spo2 sao2")
_add("oxygen_saturation", "zuurstofgehalte zuurstofwaarde")
_add(
    "oxygen_flow",
    "zuurstof o2 neusbril zuurstofbril zuurstofmasker optiflow zuurstofkapje",
    is_weak=True,
    is_around=True,
)
_add("respiratory_rate", "ademhaling ademhalingen ademfrequentie ademhalingsfrequentie af ah ademt ademde")
_add("respiratory_rate", "ademteugen adem", is_weak=True, is_around=True)
_add("weight", "gewicht weegt woog wegen weeg gewogen lichaamsgewicht ochtendgewicht weging gewichtje gewichten gew")
_add("weight", "weegschaal personenweegschaal weegstoel")
_add("temperature", "thermometer oorthermometer")
_add("oxygen_saturation", "saturatiemeter", is_weak=True)
_add("weight", "afgevallen aangekomen", is_weak=True)
_add("weight", "geboren", state="before", is_weak=True)
_add("pain_score", "cijfer smileys smiley gezichtje schaal kaartje", is_weak=True)
_add("height", "lengte lichaamslengte")
_add("height", "lang", is_weak=True, is_around=True)
_add("glucose", "glucose suiker bloedsuiker suikers bloedsuikers")
_add("glucose", "gluc glucosespiegel bloedsuikerspiegel suikertje glucoses")
_add("inr", "inr")
_add(
    "pain_score",
    " nrs vas pijnscore pijncijfer pijnscores pijnbeleving pijnwaarde pijnschaal pijnmeting pijngraad pijnlevel vrs",
)
_add("pain_score", "pijn", is_weak=True)
_add(
    "fluid_in",
    "gedronken dronk drinkt drinken intake vochtintake opgedronken vochtinname binnengekregen inname",
    is_around=True,
)
_add("fluid_in", "vochtbeperking vochtlimiet", state="target")
_add("fluid_in", "sondevoeding sonde infuus ingelopen", is_around=True, is_weak=True)
_add(
    "fluid_out",
    "gebraakt braakte braaksel overgegeven drain drains drainproductie wonddrain retentie spuugde",
    is_around=True,
)
_add(
    "fluid_out",
    "bloedverlies maagsap hevel",
    is_around=True,
)
_add("fluid_out", "stoma maaghevel uitgespuugd gespuugd stomazakje wondvocht", is_around=True, is_weak=True)
_add(
    "urine",
    "urine geplast plaste plast katheterzak diurese urineproductie nachtzak uitgeplast mictie urinezak",
    is_around=True,
)
_add("urine", "plas katheter cad zak gekatheteriseerd zakje urinaal po", is_around=True, is_weak=True)
_add("urine", "productie", is_around=True, is_weak=True)
_add("stool_type", "bristol")
_add("stool_count", "ontlasting def defecatie gedefeceerd poep gepoept stoelgang ontlast diarree", is_around=True)
_add("wound_size", "wond decubitus ulcus skintear laesie wonddefect wondbed", is_weak=True)
_add("wound_size", "hematoom wondmaat fistel wondmaten wondgrootte defect roodheid", is_weak=True)
_add("glucose", "glycemie glycemies suikerspiegel bs")
_add("inr", "stollingswaarde trombosewaarde")
_add("weight", "zwaar kilogewicht", is_weak=True, is_around=True)
_add("height", "groot", is_weak=True, is_around=True)
_add("heart_rate", "polsslagen hartslagfrequentie")
_add("respiratory_rate", "ademde ademen ademhalingstempo ademtempo")
_add("temperature", "rectaal oraal oor oksel tympaan koortsvrij", is_weak=True)
_add("heart_rate", "hart", is_weak=True)
_add("temperature", "lichaamstemp temperaturen tempen")
_add("oxygen_saturation", "zuurstofsat o2-sat zuurstofsaturaties sp02 spo")
_add("wound_size", "snee sneetje kras bult zwelling bloeduitstorting schram kloof drukletsel ontvelling", is_weak=True)
_add("wound_size", "zweertje huiddefect", is_weak=True)
_add("fluid_in", "drank binnengehouden leeggedronken vochtinneming ingenomen", is_around=True, is_weak=True)
_add("fluid_in", "drinken drinkt gedronken dronk", is_around=True)
_add(
    "fluid_out", "overgeven output uitvoer gekotst kotste spugen gespuugd braken overgaf braakt vomitus", is_around=True
)
_add("urine", "plassen urineren wateren gewaterd waterde uitgeplast plasje", is_around=True)
_add("stool_count", "kaka gekakt poepen defaecatie afgegaan stoelgangen poepluier ontlastingen", is_around=True)
_add("glucose", "geprikt prikte prik prikje vingerprik vingerprikje", is_weak=True)
_add(
    "fluid_in",
    "bijvoeding flesvoeding kunstvoeding voeding melk thee water koffie sap limonade soep nutridrink appelsap",
    is_around=True,
    is_weak=True,
)
#: Labs and scores of others: their figure is none of ours, up to a few words away.
_add(
    "",
    """crp hb hba1c kreat kreatinine natrium kalium egfr ureum leuko leukos leukocyten bse emv gcs mmse moca must snaq
    mews ews news dos barthel bmi hematocriet albumine tsh bnp ferritine calcium charriere ch buikomvang hoofdomtrek
    kamernummer huisnummer telefoonnummer flexie extensie flexiebeperking buikpomp stand""",
)
#: What is numbered: the very next figure is its own.
_add(
    "",
    """kamer bed graad maat code week dag nummer stadium groep leeftijd verdieping afdeling hoofdstuk artikel lijst
    categorie fase niveau blad bladzijde protocol appartement woning geboortejaar pagina stap kuur team route type
    huis unit nr klas klasse versie""",
    is_near=True,
)
_WOUNDS = "wond wonde wonden wondje wondjes plek plekje plekken blaar blaren zweer smet"
_ENDINGS = (
    ("bloeddruk", Cue("blood_pressure")), ("tensie", Cue("blood_pressure")), ("hartslag", Cue("heart_rate")),
    ("saturatie", Cue("oxygen_saturation")), ("glucose", Cue("glucose")), ("bloedsuiker", Cue("glucose")),
    ("temperatuur", Cue("temperature")), ("pijn", Cue("pain_score", is_weak=True)),
    ("retentie", Cue("fluid_out", is_around=True)), ("catheter", Cue("urine", is_weak=True, is_around=True)),
    ("katheterisatie", Cue("urine", is_weak=True, is_around=True)),
    ("katheter", Cue("urine", is_weak=True, is_around=True)),
    ("zak", Cue("urine", is_weak=True, is_around=True)),
    ("decubitus", Cue("wound_size", is_weak=True)),
    *((one, Cue("wound_size", is_weak=True)) for one in _WOUNDS.split()),
)  # fmt: skip
#: What a first part makes of a kind's word: 'streefsaturatie', 'opnamegewicht'.
_PREFIXES = tuple(
    (prefix, state)
    for state, listed in (
        ("target", "streef doel droog grens norm alarm"),
        ("before", "geboorte opname ontslag start begin uitgangs"),
    )
    for prefix in listed.split()
)
#: Temperatures of things, and words that end as a cue does.
#: What may stand behind a kind's word in a compound: 'glucosemeter', 'bloeddrukcontrole'.
_MEASURES = word_set(
    "meter meting metingen waarde waarden controle controles lijst curve dagcurve profiel dagprofiel gehalte"
)
_SHORTEST_COMPOUND = 8
_NOT = word_set(
    """badtemperatuur watertemperatuur kamertemperatuur koelkasttemperatuur buitentemperatuur omgevingstemperatuur
    onderdruktherapie tegenwond verwond gewond besmet besmetting woonplek werkplek slaapplek zitplek verwonden
    kraanwater badwater drinkwater rugzak slaapzak waszak afvalzak vuilniszak boterhamzak"""
)
_LONGEST = 40


@cached_words(8192)
def cue(lower: str) -> Cue | None:
    """Return the cue that a word (small letters, no accents) is, ``None`` when it is none."""
    if (found := _CUES.get(lower)) is not None or len(lower) > _LONGEST or lower in _NOT:
        return found
    for prefix, state in _PREFIXES:
        if (
            lower.startswith(prefix)
            and (found := cue(lower.removeprefix(prefix).lstrip("-"))) is not None
            and found.kind
        ):
            return replace(found, state=state)
    for end in _MEASURES if len(lower) > _SHORTEST_COMPOUND else ():
        found = _CUES.get(lower.removesuffix(end)) if lower.endswith(end) else None
        if found is not None and found.kind and not found.is_weak:
            return found
    first, hyphen, rest = lower.partition("-")
    if hyphen and (found := _CUES.get(first) or _CUES.get(rest)) is not None and not found.is_near:
        return found
    if lower.startswith("bristol"):
        return _CUES["bristol"]
    return next((one for ending, one in _ENDINGS if lower.endswith(ending)), None)
