"""A section's own title, said at the start of a sentence that stands under it: 'Aanwezig zijn', 'Plan:', 'S,'."""

from collections.abc import Iterable, Sequence

from ....core.word_caches import cached_words
from ....dutch.boundaries import Speech
from ....dutch.word_sets import word_set
from ...evidence.words import people
from ...templates import BUILT_IN, ReportTemplate, Role, Section, sections_by_letter
from ..disfluency import SUBJECTS
from ..model import Edit
from ..repairs.items import OF_A_CLAUSE
from ..words import VERBS, Word, is_participle, lower_at, words

_BEING = word_set("is zijn was waren")
#: After these the sentence needs its verb: 'Plan is om het verband te wisselen', 'Besloten is dat hij'.
_GOES_ON = word_set("om dat of niet geen nog al ook wel goed duidelijk helder bekend hetzelfde")
_JOINTS = frozenset({",", ";", "en", "maar", "want", "dus", "of"})
_NOT_AFTER_COMMA = word_set("niet geen maar en of nooit die dat deze dit daar dus")
#: How a speaker comes to the next title.
_NEXT = word_set("en dan nu verder eerst")
#: Before a comma these may be of the sentence: 'Eerst zorgen, daarna ging het goed'. So may every lead where one of
#: the others follows: 'En afspraken, hij komt die niet na'.
_ORDERING = word_set("nu verder eerst")
_REFERRING = word_set("daarna later eerder vorige toen hij zij ze die dat deze dit er hem hen")
_ARTICLES = word_set("de het mijn")
#: What leads a title that stands alone, and what stands behind it.
_LEADING = _NEXT | _ARTICLES | word_set("naar hop goed oké oke nou zo eh ja kopje volgende ik begin met")
_WITH_TITLE = word_set("ja nou zo oké oke eh eens even kijken kort streepje nieuwe alinea regel bij onderzoek")
#: 'O ja, hij belt', 'E coli in de urine': no letter of a heading.
_BEHIND_NO_LETTER = word_set(
    "ja nee wacht en sorry dat jee nog wee god zo gelukkig helaas mooi coli mail bike merk dam la vitamine"
)
#: The kinds (``Speech``) of a finite verb, and of what may be one: behind it the letter is a client, 'A weigert'.
_VERB_KINDS = frozenset("VTQ")
_PREPOSITIONS, _ASKING = word_set("van voor per sinds op bij over"), word_set("wie wat waar wanneer hoe waarom")
_LONGEST_LEAD, _SHORTEST_REST = 2, 3  # words


def heading_echo(found: Sequence[Word], template: ReportTemplate, *, is_spelled: bool = False) -> Edit | None:
    """Return the cut of a title at the start of a sentence; it holds in its own section only.

    ``is_spelled``: the speaker names the sections by their letters (``spells``), so that one needs no mark.
    """
    lead = _led(found)
    for title, section in _titles(template):
        end = lead + len(title)
        if tuple(word.lower for word in found[lead:end]) != title:
            continue
        is_last = lower_at(found, end) == "dan"  # 'Afspraken dan, de dochter belt'
        end += is_last
        if (lead or is_last) and not _is_led_apart(found, lead, end):
            continue
        if cut := _after_title(found, end, section):
            return Edit("heading_echo", 0, found[cut].start, capital=True, section=section.key)
    has_mark = lower_at(found, 1) in (",", ":")
    if (letter := _lettered(found, template)) and (has_mark or is_spelled):
        return Edit("heading_echo", 0, found[1 + has_mark].start, capital=True, section=letter.key)
    return None


def spells(sentences: Iterable[Sequence[Word]], template: ReportTemplate) -> bool:
    """Return whether a speaker names the sections by their letters: with two of these sentences begin."""
    letters = {letter.key for found in sentences if (letter := _lettered(found, template))}
    return len(letters) > 1


def _lettered(found: Sequence[Word], template: ReportTemplate) -> Section | None:
    """Return the section with whose letter a sentence begins: 'S, hoofdpijn', 'S hoofdpijn'; not 'S avonds'."""
    letter = sections_by_letter(template).get(found[0].text) if found else None
    if letter is None or len(found) <= _SHORTEST_REST:
        return None
    after = found[1].lower
    is_part = found[0].text == "S" and after.endswith("s")  # 's avonds', 's zaterdags'
    is_verb = after in OF_A_CLAUSE - SUBJECTS or not _VERB_KINDS.isdisjoint(Speech([after]).kinds)
    is_bare = found[1].text.islower() and after not in _BEHIND_NO_LETTER and not is_part and not is_verb
    return letter if after in (",", ":") or is_bare else None


def _led(found: Sequence[Word]) -> int:
    """Return how many words at the start go on to the next title: 'En dan de achtergrond,', 'Nu het plan:'."""
    at = 0
    while at < _LONGEST_LEAD and lower_at(found, at) in _NEXT:
        at += 1
    return at + (at > 0 and lower_at(found, at) in _ARTICLES)


def _is_led_apart(found: Sequence[Word], lead: int, end: int) -> bool:
    """Return whether a title with what leads it is apart from the sentence behind it, from ``end`` on."""
    mark = lower_at(found, end)
    said = {word.lower for word in found}
    is_of_sentence = not _ORDERING.isdisjoint(word.lower for word in found[:lead]) or not _REFERRING.isdisjoint(said)
    return mark == ":" or (mark == "," and not is_of_sentence)


def is_title(found: Sequence[Word], template: ReportTemplate) -> bool:
    """Return whether a sentence is a title and nothing else: 'Afspraken.', 'Dan de vragen.', 'Plan, even kijken.'"""
    said = tuple(word.lower for word in found if not word.is_mark)
    if any(said == tuple(one for one in title if one[0].isalnum()) for title, _ in _titles(template)):
        return True
    mark = next((at for at, word in enumerate(found) if word.is_mark), len(found))
    if not _WITH_TITLE.issuperset(word.lower for word in found[mark:] if not word.is_mark):
        return False
    lead = next((at for at, word in enumerate(found[:mark]) if word.lower not in _LEADING), mark)
    title = found[lead:mark]
    if len(title) == 1 and title[0].text in sections_by_letter(template):
        return len(title[0].text) > 1 or lead > 0 or mark == len(found) - 1
    return tuple(word.lower for word in title) in _named_by(template)


def closed(template: ReportTemplate) -> frozenset[str]:
    """Return the words that may be cut: those of the titles."""
    titles = (word for title, _ in _titles(template) for word in title)
    return (
        _BEING
        | _LEADING
        | _WITH_TITLE
        | frozenset(titles)
        | frozenset(letter.lower() for letter in sections_by_letter(template))
    )


def _after_title(found: Sequence[Word], at: int, section: Section) -> int:
    """Return the place of the first word that stays, 0 when the title stays too."""
    is_being = at < len(found) and found[at].lower in _BEING
    at += is_being
    mark = found[at].text if at < len(found) else ""
    has_mark = mark in (":", ",")
    rest = found[at + has_mark :]
    said = [word.lower for word in rest if not word.is_mark]
    if len(said) < (1 if mark == ":" else _SHORTEST_REST) or not (is_being or has_mark):
        return 0
    if rest[0].is_mark or (mark != ":" and said[0] in (_GOES_ON if is_being else _NOT_AFTER_COMMA)):
        return 0
    if is_being and mark != ":":
        return at + has_mark if _is_whole(rest, section) else 0
    return at + has_mark


def _is_whole(rest: Sequence[Word], section: Section) -> bool:
    """Return whether what follows the verb behind a title says something without both: a clause, or things of a list.

    Not 'gehaald en mevrouw loopt weer', nor 'de medicatie en hij is gestopt': there the verb belongs to the first part.
    """
    joint = next((at for at, word in enumerate(rest) if word.lower in _JOINTS), len(rest))
    first = [word.lower for word in rest[:joint]]
    if is_participle(rest[0].text):
        return False
    if not VERBS.isdisjoint(first):
        return True
    is_list = section.form == "lijst" or section.role is Role.PEOPLE
    pairs = zip(rest, [*(word.lower for word in rest[1:]), ""], strict=True)
    is_of_somebody = [word.lower == "zijn" and after in people.PERSONS for word, after in pairs]  # 'zijn zoon Wim'
    said = [word.text for word, is_no_verb in zip(rest, is_of_somebody, strict=True) if not is_no_verb]
    return is_list and VERBS.isdisjoint(map(str.lower, said)) and not any(map(is_participle, said))


@cached_words(64)
def _named_by(template: ReportTemplate) -> frozenset[tuple[str, ...]]:
    """Return the words by which a title is said: all, of a built-in one each part ('Aanleiding en vragen'), or what
    stands before a preposition ('Verloop sinds vorig contact')."""
    named = {title for title, _ in _titles(template)}
    if template.key in BUILT_IN:
        for title in tuple(named):
            end = next((at for at, word in enumerate(title) if word in _PREPOSITIONS), len(title))
            parts = [title[:end]] if end < len(title) else _parts(title)
            named |= {one for one in parts if one and _ASKING.isdisjoint(one)}
    return frozenset(named)


def _parts(title: tuple[str, ...]) -> list[tuple[str, ...]]:
    joint = title.index("en") if "en" in title else len(title)
    return [title[:joint], title[joint + 1 :]]


@cached_words(64)
def _titles(template: ReportTemplate) -> tuple[tuple[tuple[str, ...], Section], ...]:
    """Return the words of each title, longest first."""
    titles = ((tuple(word.lower for word in words(one.title)), one) for one in template.sections)
    return tuple(sorted((one for one in titles if one[0]), key=lambda pair: -len(pair[0])))
