"""Replacing what was heard by how it is written: exact, whole words, the longest first, whatever was typed."""

import time

import pytest

from voice_report.dutch.spelling import MOST, Entry, Speller, replaced


def spelled(text: str, *words: tuple[str, ...]) -> str:
    return replaced(text, Speller(Entry(word, word, tuple(heard)) for word, *heard in words).find(text))[0]


METO = ("metoprolol", "metro pollol", "metropolol")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Ze kreeg metropolol.", "Ze kreeg metoprolol."),
        ("Ze kreeg metro  pollol.", "Ze kreeg metoprolol."),
        ("Ze kreeg metro-pollol.", "Ze kreeg metoprolol."),
        ("Ze kreeg Metropolol.", "Ze kreeg metoprolol."),
        ("Metropolol kreeg ze.", "Metoprolol kreeg ze."),
        ("Klaar. Metro pollol gegeven.", "Klaar. Metoprolol gegeven."),
        ("Klaar. metro pollol gegeven.", "Klaar. metoprolol gegeven."),
        ("(metropolol)", "(metoprolol)"),
        ("metropololallergie", "metropololallergie"),
        ("metropolol-allergie", "metoprolol-allergie"),
        ("metro. Pollol", "metro. Pollol"),
        ("metro\npollol", "metro\npollol"),
        ("METROPOLOL gegeven", "Metoprolol gegeven"),
        (
            "[metropolol] en metropolol@zorg.nl en zorg.metropolol",
            "[metropolol] en metropolol@zorg.nl en zorg.metropolol",
        ),
    ],
)
def test_a_form_is_replaced_as_a_whole_word(text: str, written: str):
    assert spelled(text, METO) == written


@pytest.mark.parametrize("text", ["afdeling b 12:30 uur", "b 12-14 keer", "b 12–14 keer", "op b 12,5", "b 12.30"])
def test_s50_figures_that_are_more_than_the_form_stay(text: str):
    assert spelled(text, ("B12", "b 12")) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [("Vitamine b 12: gegeven.", "Vitamine B12: gegeven."), ("b 12-injectie", "B12-injectie"), ("b 12 - 3", "B12 - 3")],
)
def test_a_form_with_a_figure_is_written_beside_other_marks(text: str, written: str):
    assert spelled(text, ("B12", "b 12")) == written


@pytest.mark.parametrize("kind", ["naam", "term"])
@pytest.mark.parametrize("text", ["Janse-Pol", "van der Pol-Janse", "Van Bartholomeussen-Janse"])
def test_s50_a_part_of_a_double_name_stays(text: str, kind: str):
    assert Speller([Entry(1, "Jansen", ("janse",), kind)]).find(text) == []


@pytest.mark.parametrize("text", ["Janse-de Vries", "mevrouw janse-pol"])
def test_s50_a_name_beside_a_hyphen_may_be_a_double_one(text: str):
    assert Speller([Entry(1, "Jansen", ("janse",), "naam")]).find(text) == []


def test_the_longest_form_wins_and_nothing_is_replaced_twice():
    words = (("De Linde", "de linden"), ("De Linde-Oost", "de linden oost"), ("linten", "de linde"))
    assert (
        spelled("Bij de linden oost en de linden en de linde.", *words) == "Bij De Linde-Oost en De Linde en de linde."
    )


def test_the_first_of_two_equal_forms_counts():
    assert spelled("bij janse", ("Jansen", "janse"), ("Janssen", "janse")) == "bij Jansen"


@pytest.mark.parametrize(
    ("word", "text", "written"),
    [
        ("iPad", "Aai pet. Aai pet.", "iPad. iPad."),
        ("ijssalon", "Eissalon", "IJssalon"),
        ("'t Hofje", "Het hofje", "'t Hofje"),
        ("B12", "B twaalf", "B12"),
        ("Dr. O'Hara (oost)", "Oo hara", "Dr. O'Hara (oost)"),
    ],
)
def test_a_word_keeps_its_own_capitals(word: str, text: str, written: str):
    heard = ("aai pet", "eissalon", "het hofje", "b twaalf", "oo hara")
    assert spelled(text, (word, *heard)) == written


@pytest.mark.parametrize("heard", ["a.*", "(x+x+)+y", "\\d", "[a-z]", "a|b", "$1", "\u202eabc", "שלום", "x" * 200])
def test_hostile_forms_match_only_themselves(heard: str):
    assert spelled("abc xxx yyy 12 aaa b $1", ("woord", heard)) in (
        "abc xxx yyy 12 aaa b $1",
        "abc xxx yyy 12 aaa b $woord",
        "woord xxx yyy 12 aaa b $1",
    )
    assert len(spelled(f"een {heard} twee", ("woord", heard))) < 300


def test_accents_and_both_ways_to_write_them_are_the_same_and_a_half_letter_is_no_word():
    assert spelled("een cafe\u0301", ("koffiehuis", "café")) == "een koffiehuis"
    assert spelled("een cafe\u0301", ("koffiehuis", "cafe")) == "een cafe\u0301"
    assert spelled("Sint\u2019s huis", ("Huis", "sint's huis")) == "Huis"


def test_changes_say_where_they_are_and_what_was_heard():
    text, changes = replaced(
        *(lambda t: (t, Speller([Entry(1, "metoprolol", ("metro pollol",))]).find(t)))(
            "Ja, metro pollol en Metro pollol."
        )
    )
    assert [(text[one.at : one.at + len(one.word)], one.heard) for one in changes] == [
        ("metoprolol", "metro pollol"),
        ("metoprolol", "Metro pollol"),
    ]


def test_a_right_word_is_found_and_stays():
    found = Speller([Entry(1, "De Linde", ())]).find("In de linde en De Linde.")
    assert [one.is_right for one in found] == [True, True]
    assert replaced("In de linde.", found[:1]) == ("In de linde.", [])


def test_s33_any_text_and_any_list_take_linear_time():
    speller = Speller(
        Entry(at, f"woord{at}", tuple(("a " * 20 + f"b{at}{form}").strip() for form in range(8))) for at in range(1000)
    )
    for text in ("a " * 100_000, "e" + "\u0316\u0301" * 100_000, "." * 200_000, "a-" * 100_000):
        begun = time.process_time()
        assert len(speller.find(text)) <= MOST
        assert time.process_time() - begun < 3
