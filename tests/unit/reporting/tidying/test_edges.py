"""What is said around a report (greetings, openings, closings) is left out at the edges of a dictation only."""

import pytest

from bench import disfluencies
from tests.unit.reporting.tidying.around import AROUND
from voice_report.reporting.templates import BUILT_IN
from voice_report.reporting.tidying import tidy


@pytest.mark.parametrize(
    "said", ["Hallo, ik zit nog even in de auto.", "Nou, dat was het wel.", "Dat was het, tot morgen.", "Da's alles."]
)
def test_greetings_and_closings_are_left_out_at_the_edges_only(said: str) -> None:
    sentences = [said, *AROUND[:3], said, *AROUND[4:], said]
    assert list(tidy(sentences, BUILT_IN["zorg"]).aside) == [0, len(sentences) - 1]


@pytest.mark.parametrize(
    "said",
    [
        "Zitten in de auto is niet fijn.",
        "Dit was het wekelijkse bezoek.",
        "Met Priya van de spoed.",
        "Ze zit nog in de auto.",
        "Tot morgen geen paracetamol.",
        "Verder geen bijzonderheden.",
        "Ik stop de paracetamol.",
    ],
)
def test_what_only_looks_like_a_greeting_stays(said: str) -> None:
    assert tidy([said, *AROUND[:2], *AROUND[4:], said], BUILT_IN["zorg"]).aside == {}


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        ("Sorry, de kat loopt over mijn papieren.", True),
        ("Even de ruitenwisser.", True),
        ("Moment, ik ga even uit de wind staan.", True),
        ("Sorry, haar kat loopt over mijn papieren.", False),
        ("Moment, ik ga even uit de medicatie halen.", False),
        ("Morgen even de ruitenwisser.", False),
        ("even de ruitenwisser", True),
        ("even de ruitenwisser mevrouw at", False),  # a piece of speech without marks may end in words of the next
        ("Goh, wat een gepiep, dat is mijn auto.", True),
        ("Pff, wat een regen zeg.", True),
        ("Sorry, mijn scherm doet raar.", True),
        ("Pff, wat een regen zei ze.", False),
        ("Eerst koffie, dan de telefoon, dan pas werk.", False),
        ("Wacht, ik denk dat het misgaat.", False),
        ("De deur ging open.", False),
        ("Onze orthopedagoog plant onderzoek voor half november.", False),
        ("Ik loop hier tegenaan.", False),
        ("Nog even doorgaan zo.", False),
        ("Wie zet er nu een fiets voor mijn portier?", False),  # a question may be a client's, or a finding
        ("Waar ben ik hier?", False),
        ("Wie heeft mijn tas?", False),
        ("Waar is mijn portemonnee?", False),
        ("Zuster, waar ben je?", False),
        ("Wat wil je nou van me?", False),
        ("Waar blijft mijn eten?", False),
        ("Hé, wat is dat voor bult?", False),
        ("Hé, ruik ik nou gas?", False),
        ("Hé, hoor ik nou water lopen?", False),
        ("Hé, waar is haar bel?", False),
        ("Hé, wie heeft haar portemonnee?", False),
        ("Wacht, volgens mij staat het raam nog open.", False),
        ("Hé, wie heeft mijn pen, ach nee, achter mijn oor.", True),
        ("Hoor je haar ook?", False),
        ("Nee, de linker.", False),
    ],
)
def test_talk_beside_the_report_goes_wherever_it_is(said: str, goes: bool) -> None:
    first, last, middle = [said, *AROUND], [*AROUND, said], [*AROUND[:3], said, *AROUND[3:]]
    assert [bool(tidy(one, BUILT_IN["zorg"]).aside) for one in (first, last, middle)] == [goes] * 3


@pytest.mark.parametrize(
    ("said", "goes"),
    [
        ("Zo, verslag, ik spreek dit in want typen lukt nu even niet.", True),
        ("Ik spreek dit in het verslag in, hij wilde niet opgenomen worden.", False),
        ("Dag, ik ben Priya.", False),  # nothing else has the name
        ("Het kindje is van de commode gerold, ik zeg het maar zoals het is.", False),
        ("Kom je kijken, nu meteen graag.", False),
        ("Ja, hier staat dus het gas open.", False),
        ("Eh, hier zit iemand opgesloten.", False),
        ("Ik hoor hier gepiep.", False),
        ("Wacht even, ik zie een plekje.", False),
        ("eh ja ik sta hier nu in de keuken en alles is beschimmeld", False),
        ("Mijn telefoon is hier uit mijn tas gehaald.", False),
        ("Eh, ja, mevrouw was eh moe.", False),
        ("Ik ben even bij haar gebleven.", False),
    ],
)
def test_what_is_worded_as_talk_goes_first_and_last_alone(said: str, goes: bool) -> None:
    first, last, middle = [said, *AROUND], [*AROUND, said], [*AROUND[:3], said, *AROUND[3:]]
    assert [bool(tidy(one, BUILT_IN["zorg"]).aside) for one in (first, last, middle)] == [goes, goes, False]


def test_no_finding_or_request_is_left_out_whose_words_are_those_of_talk() -> None:
    assert [said for said in disfluencies.stays() if disfluencies.is_left_out(said)] == []


def test_what_looks_like_talk_and_has_content_stays_between_others() -> None:
    assert [one["said"] for one in disfluencies.asides() if one["is_left"] and not one["is_talk"]] == []


@pytest.mark.parametrize(
    ("said", "goes"),
    [("Pff, wat een regen zeg.", True), ("Ik zit in de auto.", False), ("Ik sta voor het stoplicht.", False)],
)
def test_behind_what_somebody_said_only_talk_that_calls_out_goes(said: str, goes: bool) -> None:
    assert list(tidy([*AROUND[:3], "Ze zei niets.", said, *AROUND[3:]], BUILT_IN["zorg"]).aside) == [4] * goes


@pytest.mark.parametrize("said", ["Mijn coördinator moet ik nog appen.", "Morgen spreek ik het weer in.", "Ja hoor."])
def test_a_plan_and_an_answer_stay_at_the_end(said: str) -> None:
    assert tidy([*AROUND[:-1], "Wil ze dat?", said], BUILT_IN["zorg"]).aside == {}


@pytest.mark.parametrize(
    "said",
    [
        "Ja, goedenavond, met Fleur van de interne.",
        "Goedemorgen dokter, je spreekt met Ingrid van afdeling drie.",
        "hoi met sanne van de wijk",
        "Hallo, eh, met mij weer.",
        "Hoi, eh, overdracht van de late dienst, groep De Egel.",
        "Ja, overdracht voor Marjolein, van de ochtendroute.",
        "Zo, eh, coachgesprek drie.",
        "Rapportage van Bram.",
        "Goedemiddag, kort verslag van de thuiszorg.",
        "Ik wil even een MIC-melding doen.",
    ],
)
def test_who_speaks_and_what_it_is_are_left_out_at_the_start(said: str) -> None:
    named = "Bram at goed."  # a client whose name stands in another sentence too
    assert tidy([said, *AROUND[:3], named, *AROUND[4:]], BUILT_IN["zorg"]).aside == {0: "small_talk"}
    assert tidy([*AROUND[:3], said, named, *AROUND[4:]], BUILT_IN["zorg"]).aside == {}


@pytest.mark.parametrize(
    "said",
    [
        "Verslag van het gesprek met mevrouw De Graaf.",
        "Verslag van het gesprek met Karin.",
        "Goedemorgen, met paracetamol van de apotheek.",
        "Goedemorgen, met pijn van de val.",
        "Hallo, met Karin links van de deur.",
        "Overdracht van de wond.",
        "Gesprek met moeder.",
        "Melding van een val.",
        "Goedenavond, met Bram gevallen.",
    ],
)
def test_an_opening_that_says_something_stays(said: str) -> None:
    assert tidy([said, *AROUND[:3], *AROUND[4:]], BUILT_IN["zorg"]).aside == {}


@pytest.mark.parametrize(
    "said",
    [
        "Mevrouw Hoogenboom ligt nog op bed, en dan meteen maar erin.",
        "Mevrouw Postma, pijn links.",
        "Dit gaat over de pijn van mevrouw Smit.",
        "Het gaat goed met meneer De Wit.",
        "Meneer De Wit, ik ben klaar.",
        "Mevrouw Smit, ik moet naar huis.",
        "Meneer Bos, ik moet weg.",
        "Mevrouw Smit, hou je goed.",
        "Mevrouw Smit, welterusten.",
        "Ik spreek meneer Kok in de tuin.",
    ],
)
def test_a_client_of_whom_something_is_said_stays(said: str) -> None:
    assert tidy([said, *AROUND[:3], *AROUND[4:]], BUILT_IN["zorg"]).aside == {}


@pytest.mark.parametrize(
    "said",
    [
        "Rapportage over mevrouw Jansen, late dienst, daar gaan we.",
        "Zo, de rapportage van Samira haar doel.",
        "Hoi hoi, met Kim van de afdeling, ik doe even meneer Poelstra.",
        "Even het verslag van meneer Ouwehand uitwerken voordat ik het vergeet.",
        "Coachgesprek Elif, gesprek nummer vijf, ik zit nog op de kamer.",
        "Hoi, met Sjors, even over Joppe van vandaag, want ik zit zo in de auto.",
        "goedemorgen even meneer dijkhuizen",
        "even inspreken over bart vanmiddag",
        "Goed, mevrouw Hoogenboom, en dan meteen maar erin want ik moet zo door.",
        "Ja, dit gaat over mevrouw Postma.",
        "Het gaat om meneer De Wit.",
        "Effe kort over meneer Van Oijen, hè.",
        "Ik spreek even in over meneer Kok.",
        "Volgende is mevrouw Pot.",
        "Mevrouw Smit, daar gaan we.",
        "Hoi, verslag keukentafelgesprek mevrouw Dekkers, ik sta nog met de bakfiets voor de slagboom.",
    ],
)
def test_the_title_of_a_report_is_left_out_with_its_client_at_the_very_start_only(said: str) -> None:
    assert tidy([said, *AROUND[:3], *AROUND[4:]], BUILT_IN["zorg"]).aside == {0: "small_talk"}
    assert tidy([AROUND[0], said, *AROUND[1:3], *AROUND[4:]], BUILT_IN["zorg"]).aside == {}
    assert 0 not in tidy([said, *AROUND[:3], *AROUND[4:]], BUILT_IN["dienst"]).aside


@pytest.mark.parametrize(
    "said",
    [
        "Rapportage mevrouw De Wit, geen bijzonderheden.",
        "Rapportage van Jan, gaat niet zo lekker.",
        "Rapportage van Bram en Karin.",
        "Verslag van Bram, ik heb gebeld.",
        "Verslag van Bram, de wond loopt.",
        "Rapportage van Bram, ik zit bij hem aan bed.",
        "Dossier van Bram, gesprek met Karin.",
        "Rapportage van mevrouw Bos haar dochter.",
        "Even mevrouw Bos, weer terug van vakantie.",
        "even mevrouw bos gebeld",
        "Ik moet nog een verslag maken over Bram.",
    ],
)
def test_what_is_told_behind_a_title_stays(said: str) -> None:
    assert tidy([said, *AROUND[:3], *AROUND[4:]], BUILT_IN["zorg"]).aside == {}


def test_a_name_stays_where_the_next_sentence_needs_it() -> None:
    assert tidy(["Nu even meneer Bos.", "Heeft goed gegeten.", *AROUND[1:3]], BUILT_IN["zorg"]).aside == {}


@pytest.mark.parametrize(
    "said",
    [
        "Succes vannacht!",
        "Oké, opslaan.",
        "Hoppa, klaar.",
        "Joe.",
        "Voilà, merci.",
        "Slaapwel.",
        "Nou ja, dat, doei.",
        "Oké, ik word geroepen, doei.",
    ],
)
def test_the_last_words_of_a_dictation_are_left_out(said: str) -> None:
    assert list(tidy([*AROUND[:3], *AROUND[4:], said], BUILT_IN["zorg"]).aside) == [6]


@pytest.mark.parametrize(
    "said", ["Dat was gisteren.", "Morgen ga ik er weer langs.", "Dit blijft zo.", "Ik ben nog even gebleven."]
)
def test_when_it_was_and_what_will_be_stay_at_the_end(said: str) -> None:
    assert tidy([*AROUND[:3], *AROUND[4:], said], BUILT_IN["zorg"]).aside == {}


def test_the_template_named_at_the_start_is_left_out() -> None:
    assert list(tidy(["Eh, MIC-melding.", *AROUND[:2]], BUILT_IN["mic"]).aside) == [0]
    assert list(tidy(["MIC-melding.", *AROUND[:2]], BUILT_IN["mic"]).aside) == [0]
    assert list(tidy(["Overdracht van de nachtdienst.", *AROUND[:2]], BUILT_IN["dienst"]).aside) == [0]


@pytest.mark.parametrize("said", ["Nog even gepraat.", "Nog even nagepraat."])
@pytest.mark.parametrize("at", [0, 3, 6])
def test_what_was_done_stays(said: str, at: int) -> None:
    sentences = [one for one in AROUND if one != "{}"]
    assert tidy([*sentences[:at], said, *sentences[at:]], BUILT_IN["zorg"]).text(at) == said


@pytest.mark.parametrize(
    "before",
    ["Ze roept de hele dag.", "Hij zegt alleen.", "Hoe ging het?", "Ze vroeg wanneer.", "Hij riep om acht uur."],
)
@pytest.mark.parametrize("said", ["Hallo.", "Klaar.", "Bedankt.", "Dat was het.", "Dag.", "Ik zit in de auto."])
def test_what_a_client_says_is_no_greeting_and_no_closing(before: str, said: str) -> None:
    assert tidy([before, said, *AROUND[:3], *AROUND[4:], before, said], BUILT_IN["zorg"]).aside == {}


INDIRECT = [
    "Ze zei dat ze moe was.",
    "Hij vroeg of de huisarts kwam.",
    "Ze vroeg om een slaappil.",
    "Hij zegt geen pijn te hebben.",
    "Zoals ik al zei is de wond dicht.",
    "Ik heb gevraagd hoe het ging met de pijn.",
]


@pytest.mark.parametrize("before", INDIRECT)
def test_indirect_speech_is_no_open_quotation(before: str) -> None:
    assert list(tidy([*AROUND[:3], before, "Dat was het."], BUILT_IN["zorg"]).aside) == [4]
    talk = tidy([*AROUND[:3], before, "Even een slok koffie.", *AROUND[4:]], BUILT_IN["zorg"])
    assert list(talk.aside) == [4]


@pytest.mark.parametrize("before", INDIRECT)
@pytest.mark.parametrize("said", ["Ik ga zo weg.", "Waar is mijn tas.", "Ik moet naar mijn werk."])
def test_what_may_be_a_clients_own_words_stays_behind_indirect_speech(before: str, said: str) -> None:
    assert tidy([*AROUND[:3], before, said, *AROUND[4:]], BUILT_IN["zorg"]).aside == {}


def test_two_goodbyes_at_the_end_are_the_speakers() -> None:
    assert list(tidy([*AROUND[:3], "Ze zei niets.", "Oké, dank u wel, doei doei."], BUILT_IN["zorg"]).aside) == [4]
    assert tidy([*AROUND[:3], "Ze zei dit.", "Dank u wel."], BUILT_IN["zorg"]).aside == {}


def test_a_word_of_goodbye_goes_behind_a_closing_alone() -> None:
    assert list(tidy([*AROUND[:3], "Dat was het.", "Tot morgen."], BUILT_IN["zorg"]).aside) == [3, 4]
    assert tidy([*AROUND[:3], "Ze mag niet belasten.", "Tot morgen."], BUILT_IN["zorg"]).aside == {}
    assert list(tidy([*AROUND[:3], "Ze zegt niets.", "Dat was mijn rapportage."], BUILT_IN["zorg"]).aside) == [4]


@pytest.mark.parametrize(
    "said",
    [
        "Wacht even hoor, ik zet de auto aan de kant.",
        "Oké, overdracht van de late, ik begin vooraan de gang.",
        "Verslag van het gesprek met mevrouw De Graaf, ik zit nog in de auto.",
        "Samenvatting van het netwerkberaad rond het gezin Van Lier.",
    ],
)
def test_talk_beside_the_report_and_titles_are_left_out(said: str) -> None:
    named = "Mevrouw De Graaf en de familie Van Lier waren er."
    assert tidy([said, *AROUND[:3], named, *AROUND[4:]], BUILT_IN["zorg"]).aside == {0: "small_talk"}


@pytest.mark.parametrize("said", ["Goed.", "Ja.", "Verder gaat het goed.", "Ik bel over meneer Bos.", "Ik kom morgen."])
def test_what_may_tell_something_is_no_talk(said: str) -> None:
    assert tidy([*AROUND[:2], said, *AROUND[4:]], BUILT_IN["zorg"]).aside == {}


def test_a_title_with_a_client_stays_in_a_handover() -> None:
    assert tidy(["Verslag over mevrouw De Graaf.", *AROUND[:3]], BUILT_IN["dienst"]).aside == {}


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("En de rol lag, ja hoe zeg je dat, verkeerd in het bakje.", "En de rol lag, verkeerd in het bakje."),
        ("Haar zus brengt, eh, brengt een vest mee.", "Haar zus brengt een vest mee."),
        ("Ik heb beloofd dat wij, dat we haar terugbellen.", "Ik heb beloofd dat we haar terugbellen."),
        ("Hij zei, hij vertelde dat opa is overleden.", "Hij vertelde dat opa is overleden."),
        ("Hij zei, hij had pijn.", "Hij zei, hij had pijn."),
        ("Hij komt morgen, denk ik, weer thuis.", "Hij komt morgen, denk ik, weer thuis."),
    ],
)
def test_a_search_for_words_and_what_is_said_anew_go(said: str, written: str) -> None:
    assert tidy([*AROUND[:3], said, *AROUND[4:]], BUILT_IN["zorg"]).text(3) == written


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("Dan de evaluatie.", "soep"),
        ("Plan, eens even kijken.", "soep"),
        ("Objectief, bij onderzoek.", "soep"),
        ("Nu de E.", "soep"),
        ("Mogelijkheden, even kijken, ja.", "coach"),
        ("Dan de vragen.", "mdo"),
        ("Verloop.", "ggz"),
        ("Voorgeschiedenis, streepje.", "ggzintake"),
    ],
)
def test_a_title_said_alone_goes_with_what_leads_it(said: str, key: str) -> None:
    assert tidy([*AROUND[:3], said, *AROUND[4:]], BUILT_IN[key]).aside == {3: "heading_echo"}


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("Dan de evaluatie over een week.", "soep"),
        ("Goed.", "jeugd"),
        ("Wie.", "mic"),
        ("Plan, morgen bellen.", "soep"),
        ("Gedaan.", "doel"),
        ("De vragen van moeder.", "mdo"),
        ("Geen plan.", "soep"),
    ],
)
def test_what_has_words_of_a_title_and_says_more_stays(said: str, key: str) -> None:
    assert tidy([*AROUND[:3], said, *AROUND[4:]], BUILT_IN[key]).aside == {}
