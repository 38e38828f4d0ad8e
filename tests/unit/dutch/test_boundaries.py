"""Speech without punctuation is cut into clauses where a main clause opens; not a word is lost."""

import random

import pytest

from voice_report.dutch.sentences import split

WORDS = "ik heb ze is mevrouw de en dat niet bloeddruk was 120 daarna huisarts komt geen pijn omdat eh wond gewassen"


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        pytest.param(
            "bezoek aan mevrouw smit voor de wond aan haar been ze heeft vannacht goed geslapen ik heb de wond "
            "gespoeld en verbonden morgen komt de huisarts kijken naar het been",
            [
                "bezoek aan mevrouw smit voor de wond aan haar been",
                "ze heeft vannacht goed geslapen",
                "ik heb de wond gespoeld en verbonden",
                "morgen komt de huisarts kijken naar het been",
            ],
            id="subjects and adverbs before a finite verb",
        ),
        pytest.param(
            "ze bleef op bed liggen omdat ze was gevallen en omdat ze had gezegd dat ze moe was van de lange dag en "
            "dat ze niet meer wilde eten of drinken",
            None,
            id="subordinate clauses go on",
        ),
        pytest.param("ze is moe ik heb koffie gezet", None, id="short text stays whole"),
        pytest.param(
            "ik vind dat hij eh sneller opknapt dan verwacht we hebben samen geoefend met de trap zijn vrouw zegt dat "
            "hij 's nachts slecht slaapt eh ik heb haar uitgelegd hoe de kousen uit moeten",
            [
                "ik vind dat hij eh sneller opknapt dan verwacht",
                "we hebben samen geoefend met de trap",
                "zijn vrouw zegt dat hij 's nachts slecht slaapt",
                "eh ik heb haar uitgelegd hoe de kousen uit moeten",
            ],
            id="a hesitation opens nothing by itself and goes with what follows",
        ),
        pytest.param(
            "Er komt een keer per week iemand van de thuiszorg voor zijn steunkousen en hij heeft een douchekruk die "
            "hij van zijn tante heeft gekregen.",
            None,
            id="a sentence that was written as one stays whole",
        ),
        pytest.param(
            "Ze is moe, ik heb koffie gezet, de dochter belt morgen, en daarna komt de huisarts nog kijken naar het "
            "been van mevrouw en naar de medicijnen.",
            None,
            id="text with commas stays whole",
        ),
    ],
)
def test_a_clause_opens_with_its_subject_or_an_adverb(text: str, clauses: list[str] | None) -> None:
    assert split(text) == (clauses or [text])


@pytest.mark.parametrize(
    "pair",
    [
        *(
            "dertig milligram",
            "de ochtend",
            "8 uur",
            "haar dochter",
            "van dinsdag eh woensdag",
            "gisteren uh vandaag al",
        ),
        *(
            "en o ja",
            "burn out",
            "af en toe",
            "nee hoor",
            "omdat ze",
            "waarvoor ze",
            "tijdens bezoek",
            "te lopen",
            "type twee",
            "intensive eh care",
            "is niet verward",
            "heeft nog pijn",
            "links wel rechts niet",
            "mevrouw jansen",
            "bij cliënt ruben",
        ),
    ],
)
def test_what_belongs_together_is_not_cut(pair: str) -> None:
    others = random.Random(pair)  # noqa: S311  not a secret
    for _ in range(40):
        words = [*others.choices(WORDS.split(), k=15), pair, *others.choices(WORDS.split(), k=15)]
        assert any(pair in clause for clause in split(" ".join(words)))


@pytest.mark.parametrize(
    ("said", "clauses"),
    [
        (
            "ze was ziek maandag eh dinsdag ging het beter met haar",
            ["ze was ziek maandag", "eh dinsdag ging"],
        ),
        ("ze komt dinsdag eh woensdag terug bij de huisarts", ["ze komt dinsdag eh woensdag terug"]),
        ("dat was na dinsdag eh woensdag heeft de buurman gebeld", ["na dinsdag eh woensdag heeft"]),
    ],
)
def test_a_day_behind_a_hesitation_opens_a_clause_with_a_verb_and_a_subject_of_its_own(said, clauses) -> None:
    """With a verb before it too; else it may correct the day before it."""
    before = "mevrouw was de hele week wel een beetje moe en ze lag veel op bed"
    found = split(f"{before} {said} en ze at weer een boterham")
    assert all(any(one in clause for clause in found) for one in clauses)
    assert not any("maandag eh dinsdag" in clause for clause in found)


@pytest.mark.parametrize(
    ("said", "clauses"),
    [
        (
            "bed een mevrouw postma goed gegeten en zelfstandig gewassen bed twee mevrouw de graaf heeft pijn in haar"
            " heup fysio is geweest o ja bed vier haar zoon is gebeld en die komt vanmiddag nog even langs",
            ["bed een mevrouw postma", "bed twee mevrouw de graaf", "o ja bed vier"],
        ),
        (
            "meneer visser sliep goed en wil straks naar buiten dan mevrouw salverda katheter gespoeld en dat ging"
            " soepel daarna meneer haverkort die heeft niets gegeten vandaag en hij was ook wat stiller dan anders",
            ["dan mevrouw salverda", "daarna meneer haverkort"],
        ),
        (
            "kamer vijf meneer adams wil niet meer eten en dat zegt hij al een hele tijd en de arts weet het kamer acht"
            " mevrouw claes is rustig geweest kamer negen meneer maes heeft niet geplast en daar bel ik straks over",
            ["kamer acht mevrouw claes", "kamer negen meneer maes"],
        ),
    ],
)
def test_the_next_room_or_client_of_a_handover_opens_a_clause(said: str, clauses: list[str]) -> None:
    found = split(said)
    assert all(any(clause.startswith(one) for clause in found) for one in clauses)


@pytest.mark.parametrize(
    ("said", "whole"),
    [
        (
            "hij vroeg of dan meneer pastoor kan komen en of dan mevrouw pastoor ook mee mag en ik heb gezegd dat dat"
            " kan op zondag om twee uur in de kerk",
            "of dan meneer pastoor kan komen en of dan mevrouw pastoor ook mee mag",
        ),
        (
            "als ze belt dan mevrouw eerst rustig laten worden en als ze roept dan mevrouw een glas water geven en"
            " blijft ze roepen dan meneer erbij halen en de arts bellen",
            "als ze belt dan mevrouw eerst rustig laten worden",
        ),
        (
            "ik heb met haar gesproken over de zorg en ze zei dat als mevrouw boos is dan mevrouw bang wordt en dan"
            " meneer weer boos is en zo gaat het elke dag door",
            "dan mevrouw bang wordt en dan meneer weer boos is",
        ),
    ],
)
def test_a_person_of_a_condition_or_a_question_is_no_next_one(said: str, whole: str) -> None:
    assert any(whole in clause for clause in split(said))


@pytest.mark.parametrize(
    ("said", "opening"),
    [
        (
            "ze is moe en ze wilde niet de dochter kwam langs en ze hebben samen koffie gedronken en toen ging het weer"
            " een stuk beter met haar",
            "de dochter kwam langs",
        ),
        (
            "koorts heeft hij niet bloeddruk is goed hij wil niet mevrouw is boos op hem en hij heeft nog twee"
            " boterhammen gegeten en daarna gaan slapen in bed",
            "mevrouw is boos op hem",
        ),
    ],
)
def test_a_clause_may_end_with_what_somebody_does_not_want(said: str, opening: str) -> None:
    assert any(clause.startswith(opening) for clause in split(said))


def test_a_part_of_the_day_stays_with_its_hour() -> None:
    found = split(
        "we spreken af dat ze controle krijgt tot acht uur vanavond zoon is gebeld en die komt morgen ook nog even"
        " kijken hoe het met haar gaat"
    )
    assert any("acht uur vanavond" in clause for clause in found)


@pytest.mark.parametrize("seed", range(5))
def test_every_word_is_kept_in_order(seed: int) -> None:
    text = " ".join(random.Random(seed).choices(WORDS.split(), k=3000))  # noqa: S311  not a secret
    clauses = split(text)
    assert " ".join(clauses) == text
    assert len(clauses) > 100
