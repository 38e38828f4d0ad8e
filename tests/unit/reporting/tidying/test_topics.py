"""In a handover a sentence stands below the room or client that it is about, or has it in front."""

import pytest

from voice_report.reporting.evidence import evidence
from voice_report.reporting.templates import BUILT_IN
from voice_report.reporting.tidying import tidy
from voice_report.reporting.tidying.subjects.topics import topics
from voice_report.reporting.writing import Style, Writer
from voice_report.reporting.writing.retelling import Retelling

HANDOVER = BUILT_IN["dienst"]
SAID = (
    "Kamer vier, mevrouw De Boer, was onrustig.",
    "Ik heb haar thee gegeven.",
    "Graag nog een keer controleren.",
    "Kamer zeven, meneer Appel, hoest.",
    "Hij zat rechtop in bed.",
    "Arts bellen om acht uur.",
    "De achterdeur klemt.",
)
SECTIONS = ("bijzonderheden", "uitgevoerd", "nog_te_doen", "bijzonderheden", "bijzonderheden", "nog_te_doen", "let_op")
KEYS = {section.key: section for section in HANDOVER.sections}


def _about(*texts: str) -> list[str | None]:
    return [topic.words if topic and topic.is_sure else None for topic in topics(texts, HANDOVER)]


def _report(style: Style = "netjes") -> str:
    writer = Writer(SAID, lambda: SECTIONS, HANDOVER, style)
    writer.finish()
    return writer.markdown()


def test_a_topic_runs_until_the_next_one_and_ends_at_what_belongs_to_the_house() -> None:
    four, seven = "Kamer vier, mevrouw De Boer", "Kamer zeven, meneer Appel"
    assert _about(*SAID) == [four, four, four, seven, seven, seven, None]


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ("Bed 2, meneer Peer, slaapt.", "Bed 3 is leeg.", ["Bed 2, meneer Peer", "Bed 3"]),
        ("Eh, dan mevrouw Van der Kers.", "En meneer Pruim ook.", ["Mevrouw Van der Kers", "Meneer Pruim"]),
        ("Sanne had ruzie met Bram.", "Bram heeft Sanne geslagen.", ["Sanne", "Bram"]),
        ("Weekgeld is op.", "Monteur moet komen.", [None, None]),
        ("bed een mevrouw pluis slaapt", "bed twee meneer kers ook", ["Bed een mevrouw pluis", "Bed twee meneer kers"]),
        ("bed een mevrouw pluis is moe", "mevrouw van dam heeft pijn", ["Bed een mevrouw pluis", "Mevrouw van dam"]),
        ("Wiesława wilde niet eten.", "Xin heeft gehuild.", ["Wiesława", "Xin"]),
        ("Irma De Smet, die is terug.", "Albert Wouters had ruzie.", ["Irma De Smet", "Albert Wouters"]),
        ("Fatima was misselijk.", "Steunkous was nat.", [None, None]),
        ("Bij Hofstra was het donker.", "De Vries op kamer 2 sliep.", ["Hofstra", "De Vries"]),
        ("Mevrouw Timmer op kamer 2 at goed.", "Bij 2 het licht uit. Kamer 3 sliep.", [None, None]),
        ("Het bed een beetje hoger.", "Bed 3 sliep.", [None, None]),
        ("Suiker was elf, zij was suf.", "Vannacht is hij gevallen.", [None, None]),
        ("Hij was moe.", "Zij had pijn.", [None, None]),
        ("Mevrouw De Boer was onrustig.", "Ze heeft thee gehad.", [None, None]),
    ],
)
def test_who_is_named_at_the_start_is_a_topic(first: str, second: str, words: list[str | None]) -> None:
    assert _about(first, second) == words


FIRST, LAST = "Kamer 1, mevrouw Bos, was onrustig.", "Kamer 9, meneer Kers, hoest."


@pytest.mark.parametrize(
    "said",
    [
        "Dan ga ik naar kamer 2.",
        "Ik ga door naar kamer 2.",
        "Dan hebben we nog mevrouw Zaal.",
        "Op kamer 2 ligt mevrouw Zaal.",
        "Op kamer 2 hebben we mevrouw Zaal.",
        "Nu mevrouw Zaal.",
        "Verder met mevrouw Zaal.",
        "De volgende is mevrouw Zaal.",
        "Vervolgens kamer 2.",
        "Dan is kamer 2 aan de beurt.",
        "Het gaat nu om mevrouw Zaal.",
        "Ze sliep goed en dan ga ik naar kamer 2.",
        "Verder niets bijzonders, dan kamer 2.",
    ],
)
def test_who_goes_on_to_the_next_client_says_it_in_many_ways(said: str) -> None:
    found = _about(FIRST, said, "Ze heeft goed gegeten.", LAST)
    assert found[2] is not None
    assert found[2].endswith(("amer 2", "Zaal"))


def test_who_goes_to_another_room_is_the_same_client() -> None:
    for said in (
        "Zij gaat naar kamer 2 verhuizen.",
        "Ze was verdwaald en stond op kamer 2.",
        "Ik heb haar van kamer 2 gehaald.",
        "Ze heeft koffie gedronken met mevrouw Zaal.",
    ):
        found = _about(FIRST, said, "Ze heeft goed gegeten.", LAST)
        assert set(found[1:3]) <= {None, "Kamer 1, mevrouw Bos"}, said


def test_a_plan_to_go_to_a_client_is_not_left_out() -> None:
    found = topics(("Kamer 1 sliep.", "Ik ga nog naar kamer 2.", "Ze heeft pijn.", "Kamer 3 hoest."), HANDOVER)
    assert found[1] is not None
    assert not found[1].is_alone


@pytest.mark.parametrize(
    "sentence",
    [
        "Bij Jansma de pleister gewisseld.",
        "Mevrouw Peer heeft thee gehad.",
        "De dochter van kamer 9 belt terug.",
        "Op 15 is het raam open.",
        "Bij 22 elk kwartier controles.",
        "15 heeft niet gegeten.",
        "Slot is straks moe.",
        "Bas zijn lijstje ingevuld.",
        "Hij ademt hoorbaar.",
        "Iedereen om twee uur gecontroleerd.",
        "De achterdeur klemt.",
        "De was moet nog.",
        "De crashkar is nagekeken.",
    ],
)
def test_a_topic_ends_where_a_sentence_may_be_about_another(sentence: str) -> None:
    woman = "Mevrouw De Boer"
    found = _about("Mevrouw De Boer was onrustig.", sentence, "Graag controleren.", "Meneer Appel slaapt.")
    assert (found[0], found[3]) == (woman, "Meneer Appel")
    assert woman not in found[1:]


@pytest.mark.parametrize(
    "sentence", ["Dochter Lieke is gebeld.", "Lantus gegeven.", "Ze kreeg NovoRapid om 8 uur.", "Dokter Pool komt nog."]
)
def test_a_relative_a_colleague_and_a_medicine_are_no_other_topic(sentence: str) -> None:
    found = _about("Kamer 4 was onrustig.", sentence, "Graag controleren.", "Kamer 5 slaapt.")
    assert found == ["Kamer 4"] * 3 + ["Kamer 5"]


@pytest.mark.parametrize(
    ("sentence", "is_hers"),
    [
        ("Haar pillen liggen klaar.", True),
        ("Morgen vragen of ze geslapen heeft.", True),
        ("Ontlasting 11 opschrijven.", False),
        ("Busje voor zaterdag bestellen.", False),
    ],
)
def test_without_rooms_only_what_points_at_a_client_is_about_that_client(sentence: str, is_hers: bool) -> None:
    found = _about("Mevrouw De Boer was onrustig.", sentence, "Meneer Appel slaapt.")
    assert found == ["Mevrouw De Boer", "Mevrouw De Boer" if is_hers else None, "Meneer Appel"]


@pytest.mark.parametrize(
    ("sentence", "is_his"),
    [("Zijn zalf is op.", True), ("Zijn de lampen uit?", False), ("De remmen zijn stuk.", False), ("Wek hem.", True)],
)
def test_zijn_points_at_a_client_only_where_it_is_no_verb(sentence: str, is_his: bool) -> None:
    found = _about("Meneer Appel slaapt.", sentence, "Mevrouw De Boer was onrustig.")
    assert found[1] == ("Meneer Appel" if is_his else None)


def test_who_goes_from_client_to_client_stays_with_what_is_of_a_body_or_was_just_said() -> None:
    said = (
        "Bram heeft een aanval gehad.",
        "Geen noodmedicatie nodig.",
        "In het aanvalsboek moet het nog.",
        "Ramen dicht gedaan.",
        "Tigist wilde niet douchen.",
        "Suiker was elf.",
    )
    assert _about(*said) == ["Bram", "Bram", "Bram", None, "Tigist", "Tigist"]


def test_who_comes_back_to_clients_is_followed_only_by_what_points_at_them() -> None:
    said = ("Faas was moe.", "Bol was wakker.", "Bij Faas de hoest.", "Bij Bol ook.", "Urine opgevangen.", "Wek hem.")
    assert _about("Meneer Faas en meneer Bol.", *said)[-2:] == [None, "Meneer Bol"]


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ("Haar dochter is gebeld.", "Ze komt morgen.", None),
        ("Haar zoon is gebeld.", "Ze slaapt nu.", "Mevrouw De Boer"),
        ("Haar voogd weet het.", "Ze reageert fel.", None),
        ("Dat ligt bij haar mentor.", "Zij reageert fel.", "Mevrouw De Boer"),
        ("Ze slaapt.", "De oudste dochter is ziek, let op haar.", None),
        ("Ze slaapt.", "Ze komen rond zeven.", None),
        ("Ze slaapt.", "Brandon huilde, ze troostte hem.", None),
        ("Ze slaapt.", "Met haar koffie gedronken in de huiskamer.", "Mevrouw De Boer"),
    ],
)
def test_a_pronoun_that_may_be_a_relatives_is_nobodys(first: str, second: str, words: str | None) -> None:
    found = _about("Mevrouw De Boer was onrustig.", first, second, "Meneer Appel slaapt.")
    assert found[2] == words


def test_a_client_without_a_title_is_not_told_by_the_name_but_by_haar_and_zijn() -> None:
    for name in ("Sanne", "Tigist", "Kevin"):
        found = _about(f"{name} kwam met haar tas binnen.", "Hij was boos.", "Meneer Appel slaapt.")
        assert found == [name, None, "Meneer Appel"]


def test_a_client_is_followed_by_another_name_of_the_same_one() -> None:
    found = _about("Op kamer 4 ligt meneer Faas.", "Meneer Bol sliep.", "Bij Faas de drain geleegd.", "4 wil slapen.")
    assert found == ["Meneer Faas", "Meneer Bol", "Meneer Faas", "Meneer Faas"]


def test_of_two_clients_with_one_name_it_says_neither() -> None:
    found = _about("Mevrouw De Boer sliep.", "Meneer De Boer hoest.", "Bij De Boer de ogen druppelen.")
    assert found == ["Mevrouw De Boer", "Meneer De Boer", None]


def test_a_colleague_with_a_title_is_no_client() -> None:
    found = _about(
        "Meneer Appel slaapt.", "Mevrouw Jansen van de apotheek belt.", "Ze belt om tien uur.", "Bed 3 sliep."
    )
    assert found[1:3] == [None, None]


@pytest.mark.parametrize(
    "opening",
    [
        "Kamer 4, nee kamer 5, had koorts.",
        "Kamer 4, sorry, 5 had koorts.",
        "Kamer 4 en 5 hadden koorts.",
        "Kamer 4 ruilt met kamer 5.",
    ],
)
def test_a_sentence_about_two_rooms_opens_nothing(opening: str) -> None:
    found = _about("Kamer 3 hoest.", opening, "Ze kreeg paracetamol.", "Kamer 6 sliep.")
    assert found == ["Kamer 3", None, None, "Kamer 6"]


@pytest.mark.parametrize(
    "sentence",
    ["De buurvrouw had koorts.", "De nieuwe bewoner sliep.", "Beide waren wakker.", "De andere had pijn."],
)
def test_a_neighbour_ends_a_topic(sentence: str) -> None:
    assert _about("Kamer 4 hoest.", sentence, "Kamer 6 sliep.") == ["Kamer 4", None, "Kamer 6"]


@pytest.mark.parametrize("closing", ["Dat was de nacht.", "Tot zover.", "Nou, dat was mijn verhaal."])
def test_a_closing_sentence_is_about_nobody(closing: str) -> None:
    assert _about("Kamer 4 slaapt.", "Kamer 5 hoest.", closing) == ["Kamer 4", "Kamer 5", None]


def test_a_topic_stands_once_in_front_of_a_sentence_that_began_with_a_filler() -> None:
    texts = ("Kamer 4 slaapt.", "Kamer 5 hoest.", "Eh, thee gegeven.", "eh arts gebeld.")
    tidied = tidy(texts, HANDOVER)
    assert [tidied.text(at) for at in (2, 3)] == ["Kamer 5: Thee gegeven.", "Kamer 5: Arts gebeld."]


def test_other_reports_have_no_topics() -> None:
    assert set(topics(SAID, BUILT_IN["zorg"])) == {None}
    assert not tidy(SAID, BUILT_IN["zorg"]).needless(dict(enumerate(SECTIONS)))


def test_a_run_of_sentences_has_its_topic_once_in_front_of_what_does_not_say_it() -> None:
    assert _report() == (
        "## Bijzonderheden\n\nKamer 4, mevrouw De Boer, was onrustig. Kamer 7, meneer Appel, hoest. "
        "Hij zat rechtop in bed.\n\n"
        "## Uitgevoerd\n\n- Kamer 4, mevrouw De Boer: Ik heb haar thee gegeven.\n\n"
        "## Nog te doen\n\n- Kamer 4, mevrouw De Boer: Graag nog een keer controleren.\n"
        "- Kamer 7, meneer Appel: Arts bellen om acht uur.\n\n"
        "## Let op\n\nDe achterdeur klemt.\n"
    )


def test_a_sentence_that_names_its_client_needs_nothing_in_front() -> None:
    found = topics(("Meneer Appel hoest.", "Bij Appel de ogen druppelen.", "Bed 3 slaapt."), HANDOVER)
    assert [topic.is_said for topic in found if topic] == [True, True, True]


def test_letterlijk_has_no_word_in_front() -> None:
    assert "De Boer: " not in _report("letterlijk")


def test_a_sentence_with_its_topic_in_front_is_the_spoken_one() -> None:
    tidied = tidy(SAID, HANDOVER)
    found = evidence(" ".join(SAID), _report(), HANDOVER, frozenset(), tidied.forms)
    assert [one.sources for one in found.sentences] == [(0,), (3,), (4,), (1,), (2,), (5,), (6,)]
    assert [flag for one in found.sentences for flag in one.flags] == []
    assert found.omissions == ()


def test_a_topic_in_front_is_undone_by_itself_and_comes_back_only_where_it_is_needed() -> None:
    tidied, report = tidy(SAID, HANDOVER), _report()
    retelling = Retelling(report, tidied, HANDOVER)
    assert retelling.off == frozenset()
    labelled = next(edit for edit in tidied.edits[1] if edit.rule == "topic_label")
    key = tidied.key(1, labelled)
    assert key in retelling.changeable
    without = retelling.told({key}, lambda at: KEYS[SECTIONS[at]])
    assert without == report.replace("Kamer 4, mevrouw De Boer: Ik heb", "Ik heb")
    as_said = retelling.told(tidied.keys, lambda at: KEYS[SECTIONS[at]])
    assert "De Boer: " not in as_said
    assert Retelling(as_said, tidied, HANDOVER).told(frozenset(), lambda at: KEYS[SECTIONS[at]]) == report


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (("Drie heeft geslapen.", "Acht was wakker."), ["Drie", "Acht"]),
        (("Die van 12 heeft diarree.", "Die van 14 ook."), ["Die van 12", "Die van 14"]),
        (("Appartement 102, was geweigerd.", "104, alles gedaan."), ["Appartement 102", "104"]),
        (("Nummer vier at goed.", "Dan nummer vijf."), ["Nummer vier", "Nummer vijf"]),
        (("Hoekstra, suiker was 12.", "Volgende, Van Dijk."), ["Hoekstra", "Van Dijk"]),
        (("Dekker als eerste.", "En De Groot."), ["Dekker", "De Groot"]),
        (("Postma.", "Daarna naar Hendriks."), ["Postma", "Hendriks"]),
        (("Meneer W. was onrustig.", "Mevrouw K. sliep."), ["Meneer W", "Mevrouw K"]),
        (("De mevrouw op de hoek dwaalde.", "Meneer Pieterse slaapt."), ["De mevrouw op de hoek", "Meneer Pieterse"]),
        (("de jong heeft overgegeven", "hassan wilde niet douchen"), ["De jong", "Hassan"]),
        (("Het echtpaar Visser had ruzie.", "Mevrouw Kramer zweeg."), ["Het echtpaar Visser", "Mevrouw Kramer"]),
        (("De kast van nummer 18 klemt.", "Kamer 3 sliep."), [None, None]),
        (("Mevrouw op 6 is verward.", "De heer op 9 plast niet."), ["Op 6", "Op 9"]),
    ],
)
def test_clients_are_named_in_many_ways(texts: tuple[str, str], words: list[str | None]) -> None:
    assert _about(*texts) == words


@pytest.mark.parametrize(
    ("sentence", "is_hers"),
    [
        ("Teiltje neergezet.", True),
        ("Iedereen heeft geslapen.", False),
        ("De volgende was rustig.", False),
        ("Bij de buurvrouw was het infuus los.", False),
        ("Ze hebben elkaar geslagen.", False),
    ],
)
def test_who_tells_all_of_one_client_and_then_of_the_next_stays_with_the_first(sentence: str, is_hers: bool) -> None:
    found = _about("Mevrouw De Boer had koorts.", "Paracetamol gegeven.", sentence, "Meneer Appel slaapt.")
    assert found[2] == ("Mevrouw De Boer" if is_hers else None)


def test_whom_a_client_did_something_to_is_not_that_client() -> None:
    assert _about("Tess was druk.", "Jaydon heeft haar geslagen.", "Ze had een rode plek.", "Stijn sliep.")[2] is None


def test_a_number_with_a_unit_is_no_room() -> None:
    texts = ("Kamer 3 slaapt.", "Kamer 4 is benauwd.", "De dokter is gebeld, mag naar 3 liter.")
    assert _about(*texts)[2] == "Kamer 4"


def test_a_sentence_that_goes_back_from_one_client_to_another_opens_neither() -> None:
    assert _about("Anneke at goed.", "Piet las.", "Piet, nee wacht, dat was bij Anneke, die had pijn.")[2] is None


def test_in_speech_without_capitals_a_word_of_the_body_is_no_name() -> None:
    texts = ("meneer visser sliep", "mevrouw bosman heeft koorts", "wond aan de linkervoet verbonden")
    assert _about(*texts)[2] == "Mevrouw bosman"


def test_a_client_is_announced_with_a_number_in_front() -> None:
    texts = ("Dan de acht mevrouw Bosman.", "Suiker was goed.", "Dan de negen meneer Appel.", "Hij sliep.")
    assert _about(*texts)[1] == "Mevrouw Bosman"


@pytest.mark.parametrize("sentence", ["Nieuwe geplaatst, charrière 14.", "Samen met Dounia op bed geholpen."])
def test_what_may_be_of_the_client_is_asked_where_it_stands_below_another_heading(sentence: str) -> None:
    texts = ("Kamer 4, mevrouw De Boer, hoest.", "Kamer 5, meneer Appel, slaapt.", sentence)
    assert topics(texts, HANDOVER)[-1] is not None


@pytest.mark.parametrize(
    ("announcing", "words"),
    [
        ("Dan kamer vier, mevrouw De Boer.", "Kamer 4, mevrouw De Boer"),
        ("Ik begin met kamer vier, mevrouw De Boer.", "Kamer 4, mevrouw De Boer"),
        ("Tot slot mevrouw De Boer, kamer vier.", "Mevrouw De Boer, kamer 4"),
        ("Dan Petra op twaalf.", "Petra op twaalf"),
        ("Dan vier, mevrouw De Boer.", "Vier, mevrouw De Boer"),
        ("En Petra, kamer negen, daar kan ik kort over zijn.", "Petra, kamer 9"),
    ],
)
def test_what_only_says_whom_the_next_sentences_are_about_stands_in_front_of_them(announcing: str, words: str) -> None:
    said = ("Kamer 2, meneer Appel, hoest.", announcing, "Haar pols was 80, zei Dounia.", "Haar dochter bellen.")
    found = tidy(said, HANDOVER)
    assert found.aside == {1: "heading_echo"}
    assert found.text(2) == f"{words}: Haar pols was 80, zei Dounia."
    assert found.text(3) == f"{words}: Haar dochter bellen."
    assert found.text(1, off=found.keys) == announcing


@pytest.mark.parametrize(
    ("announcing", "after"),
    [
        ("Bij De Boer ook.", "Haar dochter bellen."),
        ("Kamer vier, mevrouw De Boer, slaapt.", "Haar dochter bellen."),
        ("Dan kamer vier, mevrouw De Boer.", "De achterdeur klemt."),
        ("Dan kamer vier, mevrouw De Boer.", "Hij was boos."),
        ("Dan kamer vier, mevrouw De Boer.", "Iedereen sliep."),
    ],
)
def test_what_says_more_or_leads_nothing_surely_stays(announcing: str, after: str) -> None:
    said = ("Kamer 2, meneer Appel, hoest.", "Kamer 4, mevrouw De Boer, had pijn.", announcing, after)
    assert tidy(said, HANDOVER).aside == {}
