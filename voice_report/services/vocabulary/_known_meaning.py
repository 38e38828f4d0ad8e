"""Whether a form and its word both say something by themselves: then the word would take the place of what was said.

A speech engine writes words that it knows for one that it does not: a brand, a name, an abbreviation. So a form of
ordinary words is right for these. A word that the dictionary has (``dictionary``) it writes by itself, and where it
writes another one of the dictionary, that one may have been said.
"""

import re
from collections.abc import Callable
from functools import cache

from ...dutch import dictionary
from ...dutch.abbreviations import ACRONYMS
from ...dutch.phonetics import distance, sounds
from ...reporting.evidence.reading import Reading
from ...reporting.evidence.values.units import UNITS
from ...reporting.evidence.words import medicines
from ...reporting.evidence.words.stems import stem

#: The kinds that are the name of a person or a thing: what is heard for these may be any words.
PROPER = frozenset({"naam", "plaats", "team"})

_ARTICLES = frozenset({"de", "het", "een", "t", "n"})
_SPELLED_LIKE = 0.2  # share of the sounds in which one word may differ from its misspelling
_MOST_OF = 0.7  # share of the sounds of a word by which two texts differ that have it, and have it not
_SOUNDS_LIKE = 0.4  # share of the sounds of a medicine that may differ from words that were heard for it
_LEAST_SHARED, _LEAST_OTHER = 4, 3  # letters of two compounds' common part, and of the parts in which they differ
_ABBREVIATION = 5  # capitals
_SPELLED = 2  # letters of a word for each one of an acronym, above which it is none of its letters as they are said
_EACH_LETTER = 3  # letters of the words that one letter of an acronym stands for
_MISHEARD = 0.25  # share of the sounds of a form by which another medicine may differ that it is
_CLIPPED = 3  # letters of a form that may be the beginning of a medicine
_MISSPELLED = 1.2  # that the sounds of a clinical term may differ from a form that ends as one too

#: With which of these a word begins is heard less well than a consonant.
_FIRST_VOWELS = "aeiouy"

#: Acronyms that mean the same.
_SAME = (frozenset({"ecg", "ekg"}), frozenset({"gfr", "egfr"}), frozenset({"ic", "icu"}))

#: How the letters of an acronym are said, as an engine writes them that takes them for words.
_LETTERS = """a aa, b bee be, c cee ce see zee, d dee de, e ee, f ef, g gee ge, h haa ha, i ie, j jee je, k kaa ka,
    l el, m em, n en, o oo, p pee pe, q kuu ku, r er, s es, t tee te, u uu, v vee ve, w wee we, x iks ix, y, z zet"""
_NAMES = {line.split()[0]: line.split()[:2][-1] for line in _LETTERS.split(",")}
_SPOKEN = {spoken: line.split()[0] for line in _LETTERS.split(",") for spoken in line.split()}

#: Endings of clinical words that no dictionary of ours has: 'ventraal', 'ileostoma', 'leukopenie'.
_TERM = re.compile(
    r"\w{2,}(?:itis|tomie|stomie|scopie|grafie|penie|cytose|ose|urie|emie|mese|parese|plegie|pathie|algie|trofie|fagie"
    r"|fasie|kinesie|pneu|pnoe|tensie|cardie|stoma|flexie|aal|oir|cutaan|culair|eus|isch|lent)"
)


def is_spelling(form: str, word: str) -> bool:
    """Return whether two texts differ in capitals, accents, spaces, hyphens and articles alone, or in how a medicine
    is spelled, or sound the same while the form is no word of the dictionary, or was cut in pieces."""
    one, two = _parts(form), _parts(word)
    if "".join(one) == "".join(two) or _without_articles(one) == _without_articles(two):
        return True
    if medicines.is_listed(form) and medicines.spelling_key(form) == medicines.spelling_key(word):
        return True
    is_misspelled = len(one) > len(two) or not all(map(dictionary.is_known, one))
    return is_misspelled and sounds(form) == sounds(word)


def are_both_words(form: str, word: str) -> bool:
    """Return whether all words of both are known: in the dictionary, a medicine, a unit, or a compound.

    A misheard form can look like a compound ('wis-teren'), so its compounds count where they have a part in common with
    the word's. It can end like a clinical term ('glicemie'), so that counts where it sounds otherwise than the word.
    """
    one, two = _parts(form), _parts(word)
    if word.isalpha() and word.isupper() and len(word) <= _ABBREVIATION:
        return not _may_be_heard_for(two[0], one, is_alone=len(one) == 1)
    if all(map(_is_word, one)) and all(_is_word(part) or dictionary.is_compound(part) for part in two):
        return True
    return len(one) == len(two) and all(
        a == b or (_is_word(a) and _is_word(b)) or _are_compounds(a, b) or _are_terms(a, b)
        for a, b in zip(one, two, strict=True)
    )


def adds_or_drops(form: str, word: str, *, is_name: bool) -> bool:
    """Return whether one has all words of the other and more: 'hevige pijn' for 'pijn', and 'hevige pein' as well.

    What is heard for a name may be any words, so of those only the same ones count.
    A word that was heard in two has more words as well, but as a whole it sounds alike: 'metoprol lol'.
    """
    one, two = _parts(form), _parts(word)
    are_alike = str.__eq__ if is_name else _are_alike
    dropped = [part for part in one if not any(are_alike(part, other) for other in two)]
    added = [part for part in two if not any(are_alike(part, other) for other in one)]
    more = [part for part in dropped + added if stem(part) or part.isdigit()]
    if bool(dropped) == bool(added) or not more:
        return False
    said, meant, extra = (sounds(" ".join(parts)) for parts in (one, two, more))
    return (set(one) < set(two) or set(two) < set(one)) or distance(said, meant) >= _MOST_OF * len(extra)


def _are_alike(one: str, two: str) -> bool:
    if one == two or one.isdigit() or two.isdigit():
        return one == two
    said, meant = sounds(one), sounds(two)
    return distance(said, meant) <= _SPELLED_LIKE * max(len(said), len(meant))


def is_other_acronym(form: str, word: str) -> bool:
    """Return whether a form has an acronym of care that the word has not, and does not write in full; or is in full
    what the word, an acronym, does not stand for.

    'GFR' is no 'CRP', whether it was written or spelled ('gee ef er'); 'NDO', which is none, may be 'MDO'.
    """
    heard, meant = _changed(form, word)
    said = {"".join(heard), "".join(_SPOKEN.get(part, " ") for part in heard), *filter(stem, heard)} & ACRONYMS
    letters = "".join(meant)
    if letters in ACRONYMS and any(len(part) > _SPELLED * len(letters) and _is_word(part) for part in heard):
        return not _stands_for(letters, "".join(heard))
    if letters in ACRONYMS and not _may_be_heard_for(letters, heard, is_alone=len(_parts(form)) == 1):
        return True
    return "".join(heard) != letters and any(
        one != "".join(_SPOKEN.get(part, part) for part in meant)
        and not any({one, letters} == same for same in _SAME)
        and not _stands_for(one, letters)
        for one in said
    )


def _may_be_heard_for(acronym: str, heard: list[str], *, is_alone: bool) -> bool:
    """Return whether an engine may write these words for an acronym: they are it in full, or sound like it, read as a
    word ('marsa') or by its letters ('en dee o'). One word of the dictionary that stands alone is not: 'echo' would
    become 'ECG' wherever it is said. It may have the acronym's letters and vowels between them ('adel').
    """
    if _stands_for(acronym, "".join(heard)):
        return True
    if is_alone and heard and heard[0] not in ACRONYMS and _is_word(heard[0]):
        return re.fullmatch("[aeiou]*".join(acronym), heard[0]) is not None
    said = sounds("".join(heard))
    spelled = sounds("".join(_NAMES.get(letter, letter) for letter in acronym))
    return any(distance(said, meant) <= _SOUNDS_LIKE * len(meant) for meant in (sounds(acronym), spelled))


def _stands_for(acronym: str, letters: str) -> bool:
    """Return whether words may be an acronym in full: they begin with its first letter and have the others in order."""
    rest = iter(letters)
    is_within = letters[:1] == acronym[0] and all(letter in rest for letter in acronym)
    return is_within and len(letters) >= _EACH_LETTER * len(acronym)


def is_other_medicine(form: str, word: str) -> bool:
    """Return whether what was heard sounds more like another medicine than like the one of the word, or begins both:
    'metro prolol' is no metformin, and 'oxy' may be many."""
    heard, meant = ("".join(parts) for parts in _changed(form, word))
    said, own = sounds(heard), medicines.substance(meant)
    if not said or not meant:
        return False
    begun, key = medicines.spelling_key(heard), medicines.spelling_key(meant)
    if len(begun) >= _CLIPPED and key.startswith(begun):
        return any(name.startswith(begun) and not name.startswith(key) for name, _, _ in _names())
    first = _FIRST_VOWELS if said[0] in _FIRST_VOWELS else said[0]
    alike = [(sound, substance) for _, sound, substance in _names() if sound[:1] in first]
    least = min(distance(said, sound) for sound in (sounds(meant), *(one for one, name in alike if name == own)))
    least = min(least, _MISHEARD * len(said))
    return any(name != own and distance(said, sound, least) < least for sound, name in alike)


@cache
def _names() -> list[tuple[str, str, str | None]]:
    """Return the spelling key, the sounds and the substance of every listed name."""
    return [(medicines.spelling_key(name), sounds(name), medicines.substance(name)) for name in medicines.names()]


def _changed(form: str, word: str) -> tuple[list[str], list[str]]:
    """Return the parts of both that the other has not."""
    one, two = _parts(form), _parts(word)
    return [part for part in one if part not in two], [part for part in two if part not in one]


def has_new_medicine(form: str, word: str) -> bool:
    """Return whether a word is or has a medicine that is not in the form."""
    said, meant = Reading(form).drugs, Reading(word).drugs
    return not {mark.key for mark in meant} <= {mark.key for mark in said}


def may_be_medicine(form: str, word: str) -> bool:
    """Return whether what differs in a form may be a medicine that was misheard: it sounds like it, or is no word.

    One word of the dictionary never is: it would become the medicine wherever it is said.
    """
    one, two = _parts(form), _parts(word)
    heard = [part for part in one if part not in two]
    if not all(_is_word(part) or dictionary.is_compound(part) for part in heard):
        return True
    content = [part for part in heard if part not in _ARTICLES]
    if not content or (len(content) == 1 and _is_word(content[0])):
        return False
    said, meant = sounds(" ".join(heard)), sounds(" ".join(part for part in two if part not in one))
    return distance(said, meant) <= _SOUNDS_LIKE * max(len(said), len(meant))


def _parts(text: str) -> list[str]:
    return [dictionary.key(part) for part in dictionary.parts(text)]


def _without_articles(parts: list[str]) -> str:
    return "".join(part for part in parts if part not in _ARTICLES)


def _is_word(part: str) -> bool:
    if part.isdigit() or part in UNITS:
        return True
    return part.isalpha() and (dictionary.is_known(part) or medicines.is_listed(part))


def _are_terms(one: str, two: str) -> bool:
    if not all(_TERM.fullmatch(part) or _is_word(part) for part in (one, two)):
        return False
    said, meant = (sounds(part).replace("y", "i") for part in (one, two))
    return distance(said, meant) > _MISSPELLED


def _are_compounds(one: str, two: str) -> bool:
    """Return whether both are compounds with one part in common ('oogdruppels' and 'oordruppels'), or one is a compound
    of the other ('stomazorg' and 'stoma')."""
    return _share_end(one, two, dictionary.is_known) or _share_end(
        one[::-1], two[::-1], lambda turned: dictionary.is_known(turned[::-1])
    )


def _share_end(one: str, two: str, is_known: Callable[[str], bool]) -> bool:
    for length in range(_LEAST_SHARED, min(len(one), len(two)) + 1):
        if one[-length:] != two[-length:]:
            return False
        others = [rest for rest in (one[:-length], two[:-length]) if rest]
        if all(len(rest) >= _LEAST_OTHER and is_known(rest) for rest in others) and is_known(one[-length:]):
            return True
    return False
