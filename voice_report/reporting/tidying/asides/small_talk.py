"""Talk outside the report ('Wacht, er wordt gebeld.'), by what was learnt of it (``talk``), and openings with a name.

Set phrases of greeting and closing are those of ``set_phrases``.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from ....dutch.word_sets import word_set
from ...evidence import filler
from ...evidence.reading import Reading
from ...evidence.words.negation import DENYING
from ..words import VERBS, Word, is_participle
from . import context, talk, wording
from .beside import LIKELY, SURE, stands_beside
from .findings import is_request, may_tell
from .set_phrases import DAY, GREETING, HELLO, KIND, LEAD, NAME_PARTS, TAIL, opens_quotation, others_have, tells
from .vocabulary import ANSWERING, DAYS, JUDGING, LEADING, QUOTING, SHORTEST, VAGUE, pieces

#: How sure the weights of ``talk`` have to be among the first and last three sentences, and between them.
_AT_EDGE, _BETWEEN = 150, 350
_EDGE = 3
#: The same in the first and last sentence, where one speaks of the dictating: over any words but those of care.
_OUTERMOST = 250
#: How sure those of ``wording`` have to be: of most sentences; of what is vague or a plan; of what may tell by its
#: grammar; of a piece of speech without marks.
_WORDED, _SURELY_WORDED, _MAY_TELL, _UNMARKED = 140, 240, 460, 370
#: Words of the dictating itself.
_DICTATING = re.compile(
    r"in(?:ge)?spr\w*|spreek|praat|praten|dictee?r\w*|rapporte\w*|rapport(?:je)?|\w*verslag(?:je|legging)?|\w*rapportage"
    r"|overdracht|\w*melding|opnames?|op(?:neemt|nemen|genomen)|aanteken\w*|notitie|dossier|typen|typ|inbreng|update"
    r"|verstaan|verstaat|verstaanbaar|luisteren|voorlezen|nalezen|galm|test|wal|microfoon|bolletje|lampje|knop|formulier"
)
#: What will be, and what was done: 'Morgen ga ik er weer langs', 'Dit blijft zo', 'Ik ben nog even gebleven'.
_PLANNING = word_set("morgen overmorgen straks later langs terug mee blijft blijf blijven bleef gebleven")
_HABITS = word_set("altijd steeds meestal vaak daarna telkens")
_MYSELF = word_set("ik mij me mijn m'n")
#: Verbs of saying, and the subjects next to them: 'Ik red me wel, zei hij.'
_SAYING = word_set(
    """zei zegt zeiden zeggen vroeg vraagt vroegen riep roept riepen antwoordt antwoordde mompelt mompelde fluistert
    fluisterde zucht zuchtte dacht schreeuwt schreeuwde vertelt vertelde herhaalt herhaalde"""
)
_SAYERS = word_set("hij zij ze ie mevrouw meneer client cliënt bewoner")
#: These answer, and lead what a person does: 'Nee, met de trein.', 'Ja zeggen en nee doen.'
_ANSWERS = word_set("ja nee nou goed zo oké oke dag")
#: The name behind these is the speaker's; behind 'over' it is a client's.
_NAMES_SPEAKER = re.compile(
    rf"^(?!.*\b(?:over|bij|voor) {talk.NAME}\b)"
    rf".*(?:\b(?:met|ben|heet|groet|groetjes) {talk.NAME}\b|\b{talk.NAME} hier\b)"
)
#: What is behind it is for the report: 'Rapporteer ook even dat de zorgmap vol is.'
_TO_WRITE = re.compile(r"\b(?:rapporteer|noteer|meld|vermeld|schrijf|zet) .*\bdat (?:\S+ ){2,}\S")
_AT_EDGES = re.compile(rf"\b(?:{GREETING}|{KIND}|dat was|tot)\b")
_THAT_WAS = re.compile(f"(?:(?:en|ja|zo|nou|goed|oké|oke|eh) )*(?:dat|dit) was {talk.NAME}(?: (?:dus|dan|weer|hoor))*")
_ALL_OF = re.compile(f"{LEAD}(?:(?:dat|dit) was (?:het|alles)|tot zover) (?:(?:over|van|voor) )?{talk.NAME}{TAIL}")
_WHEN = re.compile(f"{LEAD}(?:dat|dit|het) (?:was|is) (?:pas |al )?(?:{DAY}|(?:eer)?gisteren)")
#: A piece of a sentence is a title when it names what is made, or says that it is made, and all of its words are these.
_MADE = re.compile(
    r"\w*(?:rapportage|overdracht|verslag|rapport|dossier|notitie|melding|meldinkje|samenvatting|memo|terugkoppeling"
    r"|coachgesprek|keukentafelgesprek|mdo|sbar|soap|soep|mic)(?:t?je)?"
    r"|inspreken|rapporteren|dicteren|uitwerken|vastleggen|noteren"
)
_MET = re.compile(r"\w*(?:gesprek|overleg|beraad|bezoek|contact|intake|consult|spreekuur)(?:je)?")
_SAW = re.compile(rf"\b{_MET.pattern} met {talk.NAME}\b")
_TITLE_WORDS = NAME_PARTS | word_set(
    f"""{talk.NAME} over met bij rond op aan dit is wordt hier komt dan nu even nog kort korte klein kleine mijn deze
    telefonisch nummer doel dienst late vroege nacht avond ochtend middag
    dag nachtdienst avonddienst dagdienst vandaag vanmorgen vanochtend vanmiddag vanavond vannacht zonet net zojuist
    ochtendzorg avondzorg nachtzorg thuiszorg haar zijn z'n d'r ik wil ga doe doen begin maken wat iets eerst snel
    dus ja goed oké oke zo nou eh dan hallo hoi hee hé hey hai yo goedemorgen goedemiddag goedenavond goeiemorgen"""
)
#: A name alone, of whom the rest is: 'even meneer Poelstra', 'ik doe even Joppe van vandaag'.
_QUICK = "(?:even|effe|snel|kort|gauw|nu|dan|hier)"
_WHOSE = re.compile(
    f"(?P<led>(?:(?:nou|ja|oke|oké|goed|zo|dus|en|dan|nu|eerst|even|effe|snel|kort|{HELLO}|ik (?:doe|begin met)"
    f"|ik spreek(?: {_QUICK})* in|(?:dit|het) gaat(?: {_QUICK})*|volgende is) )*)"
    f"(?:(?:over|voor|om) )?{talk.NAME}(?: van)?(?: (?:{DAY}|zonet|net|zojuist))?(?: (?:dan|dus|maar|hè))*"
)
_LED = re.compile(f"even|effe|nu|eerst|snel|kort|doe|begin|spreek|gaat|volgende|{HELLO}")
#: How one gets going behind a name: 'en dan meteen maar erin'.
_GOING_IN = re.compile(
    "(?:(?:en|dan|nu|meteen|direct|gelijk|maar|even|snel|gauw|weer) )+(?:erin|beginnen|van start|maar)"
    "|(?:(?:nou|ja|oké|oke|goed|zo|dus|en) )*(?:daar gaan we|daar gaat ie|komt ie|daar komt ie|we (?:gaan )?beginnen)"
)
_TEAM = "afdeling|wijk|thuiszorg|nacht|dag|late|vroege|interne|groep"
#: The name of the speaker, behind a greeting; and the number of a report among several: 'rapportage nummer vijf'.
_WITH = re.compile(f"(?:met|hier|hier is) {talk.NAME}(?: (?:van|uit) (?:(?:de|het) )?(?:{_TEAM}|{talk.NAME}))?")
_COUNTED = re.compile(r"\w+ (?:nummer )?(?:\d{1,2}|een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf)")
_HELLOS = re.compile(f"(?:{LEAD}{HELLO} ?)+")
#: Behind one of these begins a piece of its own: 'voordat ik het vergeet'.
_REASONS = word_set("want voordat terwijl zolang nu")
#: In a handover these say whom the next sentences are about: 'Goedemorgen, ik begin even met kamer 2.'
_ROOMS = word_set("kamer bed box appartement studio woning huisnummer")
#: In the first words of the next sentence one of these says whom it is about.
_SUBJECT_WITHIN = 4
_SUBJECTS = word_set(
    """ik we wij ze zij hij het er de een haar zijn mijn dit dat mevrouw meneer mevr mw dhr client cliënt bewoner"""
)


def is_talk(found: Sequence[Sequence[Word]], at: int, *, is_handover: bool, is_first: bool) -> bool:
    """Return whether the ``at``-th of these sentences is talk outside the report by what was learnt, or an opening or
    closing with a name.

    In a handover no name and no room goes: it says whom the next sentences are about. ``is_first``: only what is left
    out is before it.
    """
    count = len(found)
    said, names = talk.nameless(found[at])
    if _is_quoted(said) or (is_handover and not _ROOMS.isdisjoint(said)):
        return False
    is_edge = not _EDGE <= at < count - _EDGE
    text = " ".join(said)
    if _TO_WRITE.search(text):
        return False
    is_apart = is_edge or not _AT_EDGES.search(text)
    if at > 0 and (opens_quotation(found[at - 1]) or (tells(found[at - 1]) and _is_of_who_speaks(found[at]))):
        # This may be what a person said.
        is_called = wording.calls(found[at]) and found[at][0].lower not in _ANSWERS
        is_beside = is_called and _is_beside(found[at], said, names, is_first=False, least=_SURELY_WORDED)
        return is_beside or (wording.calls(found[at]) and not names and stands_beside(found, at, least=SURE))
    if not (names and is_handover) and is_apart and stands_beside(found, at, least=LIKELY):
        return True
    if names and (is_handover or not is_edge):
        return False
    is_outermost = count > _EDGE and (at == 0 or (at == count - 1 and not _is_plan(said)))
    if is_outermost and _speaks_of_dictating(found[at], said) and others_have(names, found, at):
        return True
    if _WHEN.fullmatch(text):
        return False
    is_likely = context.score(found, at) > 0
    is_speaker = _NAMES_SPEAKER.search(text) and not _SAW.search(text) and not talk.has_title(found[at])
    if is_likely and (not names or is_speaker):
        is_other = not is_edge and _AT_EDGES.search(text)
        if not is_other and _is_worded_so(said, _AT_EDGE if is_edge else _BETWEEN, may_have_another=is_edge):
            return True
    if is_apart and is_likely and _is_beside(found[at], said, names, is_first=at == 0, least=_WORDED):
        return True
    if at >= _EDGE:
        is_end = is_edge and (_THAT_WAS.fullmatch(text) or _ALL_OF.fullmatch(text))
        return bool(is_end) and others_have(names, found, at)
    return _is_opening(found, at, is_first=is_first)


def _is_of_who_speaks(found: Sequence[Word]) -> bool:
    """Return whether a sentence is about who says it, behind indirect speech perhaps the client: 'Ik ga zo weg.' Not
    what one says while looking for words."""
    said = [word.lower for word in found if not word.is_mark and word.lower not in LEADING]
    return not _MYSELF.isdisjoint(said) and said[:1] != ["even"] and said[:3] != ["waar", "was", "ik"]


def _speaks_of_dictating(found: Sequence[Word], said: Sequence[str]) -> bool:
    """Return whether a sentence is worded as talk and speaks of the dictating itself, without care and denials.

    Its other words may be any, so the weights alone are not enough: 'Ja, hier staat dus het gas open.'
    """
    own = [word for word in said if word != talk.NAME]
    named = {word for word in own if _DICTATING.fullmatch(word)}
    if is_request(said):
        return False  # 'Spreek langzaam, dan verstaat hij het.'
    if not named or talk.score(said) <= (_AT_EDGE if len(named) > 1 else _OUTERMOST):
        return False
    for piece in pieces(found, _REASONS - {"nu"}):
        words = {word.lower for word in piece}
        if not DENYING.isdisjoint(words) and named.isdisjoint(words):
            return False  # 'typen lukt niet' denies something of the dictating alone
    # In speech without capitals 'mevrouw was' may be a name.
    is_unsure = talk.has_title(found) and not any(word.text[0].isupper() for word in found[1:])
    return not (is_unsure or any(map(talk.is_of_care, own)))


def _is_beside(found: Sequence[Word], said: Sequence[str], names: Sequence[str], *, is_first: bool, least: int) -> bool:
    """Return whether a sentence is talk by how all of it is worded, whatever its words: 'Mijn tas valt om.'

    It has no word of care, denial, figure, date, question, judgement or quotation. ``least``: how sure the weights have
    to be. They have to be surer where it may tell of a client with words that say nothing by themselves, or what will
    be; and in a piece of speech without marks, which may have words of the next. A name goes with the first sentence
    alone: every report stands with its client.
    """
    rest = [word for word in said if word not in LEADING and word != talk.NAME]
    if (
        len(rest) < SHORTEST + bool(names)
        or _is_bare(found, said)
        or (names and (not is_first or _SAW.search(" ".join(said))))
    ):
        return False
    is_soft = _is_plan(rest) or not VAGUE.isdisjoint(rest)
    least = max(least, _MAY_TELL if names or may_tell(rest) else _SURELY_WORDED if is_soft else _WORDED)
    if wording.score(found) <= (least if found[-1].is_mark else _UNMARKED):
        return False
    words = {word.lower for word in found}
    tells = not words.isdisjoint(DENYING | DAYS | JUDGING | QUOTING) or _is_course(rest)
    reading = Reading(" ".join(rest))
    is_grave = not reading.content.isdisjoint(filler.GRAVE) or not all(map(filler.is_slight, reading.values))
    return not tells and not is_grave and not any(map(talk.is_of_care, rest))


def _is_quoted(said: Sequence[str]) -> bool:
    """Return whether it is said who speaks: 'Ik red me wel, zei hij.', 'Ze vraagt hoe laat het is.'"""
    return any(
        (one in _SAYING and other in _SAYERS) or (one in _SAYERS and other in _SAYING) for one, other in pairwise(said)
    )


def _is_bare(found: Sequence[Word], said: Sequence[str]) -> bool:
    """Return whether a sentence has no subject: it may say how a person is, or what a person does.

    'Momentje van rust gehad.', 'Ja zeggen en nee doen.' Not what begins with a call ('Sorry, telefoon'), calls out
    itself ('wat een regen'), or is of the dictating; nor, where the weights are sure, 'Even de ruitenwisser.'
    """
    words = set(said)
    if not words.isdisjoint(wording.OF_SPEAKING) or any(map(_DICTATING.fullmatch, said)):
        return False
    last = next((word for word in reversed(said) if word not in LEADING), "")
    has_done = is_participle(last)
    is_short = said[:1] == ["even"] and not last.endswith("en") and wording.score(found) > _UNMARKED
    is_called = is_short or found[0].lower in wording.CALLS - _ANSWERS or ("wat", "een") in pairwise(said)
    return has_done if not VERBS.isdisjoint(words) else not is_called or has_done


def _is_done(said: Sequence[str]) -> bool:
    """Return whether a sentence says that something was done and has no subject: 'Momentje van rust gehad.'"""
    return bool(said) and is_participle(said[-1]) and wording.OF_SPEAKING.isdisjoint(said)


def _is_course(said: Sequence[str]) -> bool:
    """Return whether what is said comes in steps, or is a habit: 'Eerst koffie, dan pas werk.', 'Ik klop altijd.'"""
    return said.count("dan") > 1 or {"eerst", "dan"}.issubset(said) or not _HABITS.isdisjoint(said)


def _is_plan(said: Sequence[str]) -> bool:
    return not _PLANNING.isdisjoint(said) or {"moet", "nog"}.issubset(said)


def _is_opening(found: Sequence[Sequence[Word]], at: int, *, is_first: bool) -> bool:
    """Return whether a sentence is made of titles, of whom they are, of who speaks, and of talk.

    A name goes where another sentence has it. At the very start that of a title goes too, as every report stands with
    its client, and every draft with the beginning of what was said; save behind 'met', as that person was seen.
    """
    has_title = is_named = is_greeted = is_about = is_going = False
    rest: list[str] = []
    about: list[str] = []
    needed: list[str] = []  # names that another sentence has to have
    beside: list[Word] = []
    for piece in pieces(found[at], _REASONS):
        said, names = talk.nameless(piece)
        text = " ".join(said)
        whose = _WHOSE.fullmatch(text)
        is_lead = LEADING.issuperset(said) or _HELLOS.fullmatch(text)
        if _is_title(said) or (_COUNTED.fullmatch(text) and _is_title(said[:1])):
            has_title = is_named = True
            needed += names if "met" in said or not is_first else ()
        elif is_greeted and _WITH.fullmatch(text):
            pass
        elif whose and names:
            is_about = True
            about += names
            is_named |= bool(_LED.search(whose["led"])) and _has_subject(found, at + 1, about)
            needed += () if is_first else names
        elif _GOING_IN.fullmatch(text):
            is_going = True
        elif not is_lead:
            rest += () if is_named and _TITLE_WORDS.issuperset(said) else said
            beside += piece
            needed += names
        is_greeted |= bool(_HELLOS.match(text))
    is_named |= is_about and is_first and bool(rest or is_going) and _has_subject(found, at + 1, about)
    limit = 0 if has_title or is_greeted else _AT_EDGE
    is_told = not (ANSWERING | _PLANNING).isdisjoint(rest) or (
        may_tell(rest) and not any(map(_DICTATING.fullmatch, rest))
    )
    is_beside = not is_told and talk.is_talk(rest, limit, sure=limit, may_have_another=True)
    is_beside |= has_title and _is_beside([*beside, *found[at][-1:]], rest, (), is_first=False, least=_WORDED)
    return is_named and (not rest or is_beside) and others_have(needed, found, at)


def _has_subject(found: Sequence[Sequence[Word]], at: int, named: Sequence[str]) -> bool:
    """Return whether a sentence says in its first words whom or what it is about, or begins with one of the ``named``.

    Not 'Heeft goed gegeten.'
    """
    first = [word for word in found[at] if not word.is_mark][:_SUBJECT_WITHIN] if at < len(found) else ()
    is_named = any(word.lower in named for word in first[:1]) or any(word.text[0].isupper() for word in first[1:])
    return is_named or any(word.lower in _SUBJECTS for word in first)


def _is_worded_so(said: Sequence[str], limit: int, *, may_have_another: bool) -> bool:
    """One or two words may be an answer, and 'goed' may be how it goes: 'Goed.', 'Verder gaat het goed.'

    A word that talk is not known to have goes next to one of dictating alone: not 'Hier zit iemand opgesloten.' So
    does what may be a finding or a request by its grammar: not 'Alles oké hier.'
    """
    first = next((at for at, word in enumerate(said) if word not in LEADING), len(said))
    rest = said[first:]
    tells = len(rest) < SHORTEST or not ANSWERING.isdisjoint(rest) or _is_plan(rest)
    is_of_dictating = any(map(_DICTATING.fullmatch, said))
    may_have_another = may_have_another and is_of_dictating
    tells |= is_request(rest) or (not is_of_dictating and (may_tell(rest) or _is_done(rest)))
    return not tells and talk.is_talk(said, limit, may_have_another=may_have_another)


def _is_title(piece: Sequence[str]) -> bool:
    is_named = any(map(_MADE.fullmatch, piece)) or (len(piece) == 1 and _MET.fullmatch(piece[0]) is not None)
    is_planned = "ik" in piece and "nog" in piece  # 'ik moet nog een melding doen'
    is_all = all(one in _TITLE_WORDS or _MADE.fullmatch(one) or _MET.fullmatch(one) for one in piece)
    return is_named and is_all and not is_planned
