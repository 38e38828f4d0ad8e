"""Sentences in which a value is taken back in every way of many, and ones that only look so: no value gets lost.

What is right is known from how a sentence was made: the last value always stands, the first one stands or its
correction is the only one of its sentence, and where nothing was taken back both stand.
"""

from itertools import product

from voice_report.dutch.sentences import split
from voice_report.reporting.tidying import tidy

#: Kinds of values: two of each as they are said and as they may be written.
KINDS = {
    "temperature": ((("37,2",), ("37,8",)), "De temperatuur was {}."),
    "mass": ((("vijf milligram", "5 mg"), ("tien milligram", "10 mg")), "Ze kreeg {} bij het eten."),
    "pressure": ((("140 over 80", "140/80"), ("150 over 90", "150/90")), "De druk was {}."),
    "count": ((("twee keer",), ("drie keer",)), "Ze belde {}."),
    "weekday": ((("dinsdag",), ("donderdag",)), "De dochter komt {}."),
    "date": ((("negen april", "9 april"), ("zestien april", "16 april")), "De controle is {}."),
    "month": ((("maart",), ("april",)), "Ze gaat in {} verhuizen."),
    "day": ((("morgen",), ("vanavond",)), "De arts belt {}."),
    "side": ((("links",), ("rechts",)), "De wond zit {}."),
    "medicine": ((("losartan",), ("enalapril",)), "Ze slikt {}."),
    "time": ((("half negen",), ("kwart over tien",)), "Ze stond op, {}."),
    "about": ((("een dag of drie",), ("een dag of vijf",)), "De pijn duurt {}."),
}
TAKING_BACK = (
    "{old}, nee, {new}", "{old}, nee sorry, {new}", "{old}, eh nee, {new}", "{old} nee {new}", "{old}, of nee, {new}",
    "{old}, nee wacht, {new}", "{old}, correctie, {new}", "{old}, nee even kijken, {new}",
    "{old}, nee, ik kijk nog een keer, {new}",
    "{old}, eh, {new}", "{old}, {new} bedoel ik", "{old}, eh, {new} sorry", "{old}, nee, dat is Pasen, {new}",
)  # fmt: skip
NEXT = (
    "Nee, {new}.", "Nee sorry, {new}.", "O nee, {new}, ik las het verkeerd.", "Of nee, {new}, want toen kwam Jan.",
    "Wacht, {new}, zei ze later.", "{new} bedoel ik, en dat klopt.", "Ik zei {old}, maar het was {new}.",
    "Nee, {new} is het geworden.", "Nee, {new} niet.", "Nee, {new} was Jan.", "Nee, {new}, zegt haar zoon.",
)  # fmt: skip
#: Nothing is taken back: both are said.
LOOKING_SO = (
    "Ze vroeg: {old}, nee, {new}.", "Niet {old}, nee, {new}.", "Ze wil geen {old}, ook niet {new}.",
    "Is het {old}, nee, {new}?", "Eerst {old}, daarna {new}.", "Van {old} naar {new}.", "Zowel {old} als {new}.",
    "Geen {old} maar {new}.", "Niet {old}, ook niet {new}.", "Hij riep: {old}, nee, {new}.", "{old} ja, {new} nee.",
)  # fmt: skip
AROUND = ["Ze at goed.", "De wond is dicht.", "Ze las een boek."]


def _stands(value: tuple[str, ...], text: str) -> bool:
    return any(one.casefold() in text.casefold() for one in value)


def _told(said: str) -> tuple[str, int]:
    """Return the sentences as they are tidied, and the number of corrections that were carried out."""
    parts = split(said)
    found = tidy([*AROUND, *parts, *AROUND])
    places = range(len(AROUND), len(AROUND) + len(parts))
    made = " ".join(filter(None, map(found.text, places)))
    return made, sum(one.rule == "self_corrections" for at in places for one in found.edits.get(at, ()))


def test_the_last_value_stands_and_the_first_one_goes_only_by_a_correction() -> None:
    corrected = 0
    for (old, new), frame in KINDS.values():
        inside = [frame.format(one.format(old=old[0], new=new[0])) for one in TAKING_BACK]
        first = frame.format(old[0])
        behind = [
            f"{first} {one}".format(old=old[0], new=new[0].capitalize() if one[0] == "{" else new[0]) for one in NEXT
        ]
        for said in (*inside, *(one[:-1].lower() for one in inside), *behind):
            made, edits = _told(said)
            assert _stands(new, made), (said, made)
            assert _stands(old, made) or edits == 1, (said, made)
            corrected += edits == 1 and not _stands(old, made)
    assert corrected > 200, corrected


def test_where_nothing_is_taken_back_both_values_stand() -> None:
    for ((old, new), _), frame in product(KINDS.values(), LOOKING_SO):
        said = frame.format(old=old[0], new=new[0])
        said = said[0].upper() + said[1:]
        made, edits = _told(said)
        assert edits == 0, (said, made)
        assert _stands(old, made), (said, made)
        assert _stands(new, made), (said, made)


def test_a_value_that_the_next_sentence_denies_or_gives_to_another_corrects_nothing() -> None:
    for (old, new), frame in KINDS.values():
        for one in ("Nee, {new} niet.", "Nee, {new}, zegt haar zoon."):
            said = f"{frame.format(old[0])} {one.format(new=new[0])}"
            made, _ = _told(said)
            assert _stands(old, made), (said, made)
            assert _stands(new, made), (said, made)
