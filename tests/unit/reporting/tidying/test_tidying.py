"""What tidying changes in a dictation, and what it leaves as it was said."""

import pytest

from voice_report.reporting.evidence import evidence
from voice_report.reporting.templates import BUILT_IN
from voice_report.reporting.tidying import proof, tidy

#: Neither a greeting nor a closing is looked for between these.
AROUND = ["Ze at goed.", "Ze sliep goed.", "De wond is dicht.", "{}", "De dochter komt.", "Ze dronk goed.", "Ze las."]


def tidied(sentence: str, before: str = "Ik ben bij mevrouw geweest.", section: str = "", template: str = "zorg"):
    """Return the sentence as it stands in the middle of a dictation, ``None`` when it is left out."""
    sentences = [*AROUND[:2], before, sentence, *AROUND[4:]]
    return tidy(sentences, BUILT_IN[template]).text(3, section)


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("Eh, ja, ik heb haar geholpen.", "Ik heb haar geholpen."),
        ("Verder eh, verder heeft ze goed gegeten.", "Verder heeft ze goed gegeten."),
        ("De wond is eh mooi dicht.", "De wond is mooi dicht."),
        ("Ze heeft, eh, goed geslapen.", "Ze heeft goed geslapen."),
        ("Zijn zalf is bijna op, eh, recept aanvragen.", "Zijn zalf is bijna op, recept aanvragen."),
        ("Antibiotica moet nog, eh, de apotheek was te laat.", "Antibiotica moet nog, de apotheek was te laat."),
        ("Ze at soep, eh, brood en kaas.", "Ze at soep, brood en kaas."),
        ("Nou, ijs wilde ze niet.", "IJs wilde ze niet."),
        ("Nou, één keer heeft ze gebeld.", "Eén keer heeft ze gebeld."),
        ("Oké, 's nachts was ze wakker.", "'s Nachts was ze wakker."),
        ("O ja, morgen komt de dokter.", "Morgen komt de dokter."),
        ("Even kijken, de medicatie is gegeven.", "De medicatie is gegeven."),
        ("Ze was moe eh.", "Ze was moe."),
        ("Dus, eh, de arts komt morgen.", "De arts komt morgen."),
        ("Tja, ze at weinig.", "Ze at weinig."),
        ("Ze slikt thuis, even denken, ibuprofen.", "Ze slikt thuis, ibuprofen."),
        ("De wond, nou ja, die is open.", "De wond, die is open."),
        ("Ze heeft goed gegeten, hè.", "Ze heeft goed gegeten."),
        ("Dat is, hoe heet het, de zak.", "Dat is de zak."),
        ("Ze kan het zonder eh, zonder hulp.", "Ze kan het zonder hulp."),
        ("Eh, ja.", "Eh, ja."),
        ("Eh.", None),
    ],
)
def test_hesitation_goes(said: str, stands: str | None) -> None:
    assert tidied(said) == stands


@pytest.mark.parametrize(
    "said",
    [
        "Zo nodig paracetamol.",
        "Zo'n dag was het.",
        "Nee, ze had geen pijn.",
        "Ja zeggen en nee doen.",
        "Dus de arts komt morgen.",
        "Ze kreeg 10 eh, 12 druppels.",
        "Ze kreeg tien eh insuline.",
        "Op maandag, eh, dinsdag komt hij.",
        "Het was links, eh, rechts.",
        "Haar zus eh broer belde.",
        "Bram eh Bart kwam.",
        "Ze kreeg 10 EH insuline.",
        "Even kijken of het lukt.",
        "Eigenlijk wel een beetje moe, volgens mij.",
        "Oh wacht, het was 37,5.",
        "Het waren er, zeg maar, tien.",
        "Ze zegt, ja, het gaat wel.",
        "Ze riep hallo, weet je, en nou.",
        "Ik vroeg of ze pijn had, ja, in haar rug.",
        "Ze heeft geen koorts, geen pijn.",
        "Pijn heeft ze niet, nee.",
        "Ze at, misschien, te weinig.",
        "Ze at, denk ik, te weinig.",
    ],
)
def test_what_only_looks_like_hesitation_stays(said: str) -> None:
    assert tidied(said) == said


@pytest.mark.parametrize("before", ["Heeft ze pijn?", "Ik vroeg of ze pijn had.", "Reanimeren."])
def test_a_yes_that_answers_stays(before: str) -> None:
    assert tidied("Ja, bij het lopen.", before) == "Ja, bij het lopen."
    assert tidied("Ja.", before) == "Ja."


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("mevrouw at goed", "Mevrouw at goed."),
        ("ijskoud was het", "IJskoud was het."),
        ("'s avonds at ze niet", "'s Avonds at ze niet."),
        ("mg staat voor milligram", "mg staat voor milligram."),
        ("Ze at goed , dronk niet .", "Ze at goed, dronk niet."),
        ("iPad ligt klaar", "iPad ligt klaar."),
        ("Ze zegt dat ze...", "Ze zegt dat ze..."),
        ("Saturatie was 95%", "Saturatie was 95%."),
        ("Hij zei [onverstaanbaar]", "Hij zei [onverstaanbaar]"),
        ("שלום", "שלום"),
    ],
)
def test_capitals_and_full_stops(said: str, stands: str) -> None:
    assert tidied(said) == stands


@pytest.mark.parametrize(
    ("said", "template", "section", "stands"),
    [
        ("Aanwezig zijn Karin en de dochter.", "mdo", "aanwezig", "Karin en de dochter."),
        ("Plan: fysio, zes keer.", "soep", "plan", "Fysio, zes keer."),
        ("S, hoofdpijn sinds een week.", "soep", "subjectief", "Hoofdpijn sinds een week."),
        ("Plan is om het verband te wisselen.", "soep", "plan", None),
        ("Zorgen heb ik over het verzuim.", "jeugd", "zorgen", None),
        ("Doel bereikt.", "doel", "doel", None),
        ("Plan: fysio, zes keer.", "soep", "objectief", None),
    ],
)
def test_a_heading_said_aloud_goes_in_its_own_section(
    said: str, template: str, section: str, stands: str | None
) -> None:
    assert tidied(said, section=section, template=template) == (stands or said)


def test_a_title_alone_is_left_out() -> None:
    assert tidied("Afspraken en vervolg.") is None


@pytest.mark.parametrize(
    "said", ["Hallo, ik zit nog even in de auto.", "Nou, dat was het wel.", "Dat was het, tot morgen."]
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
        "Dag, ik ben Priya.",
        "Ze zit nog in de auto.",
        "Tot morgen geen paracetamol.",
        "Verder geen bijzonderheden.",
        "Ik stop de paracetamol.",
    ],
)
def test_what_only_looks_like_a_greeting_stays(said: str) -> None:
    assert tidy([said, *AROUND[:2], *AROUND[4:], said], BUILT_IN["zorg"]).aside == {}


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
        "Rapportage van Bram.",
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


def test_the_template_named_at_the_start_is_left_out() -> None:
    assert list(tidy(["Eh, MIC-melding.", *AROUND[:2]], BUILT_IN["mic"]).aside) == [0]
    assert list(tidy(["MIC-melding.", *AROUND[:2]], BUILT_IN["mic"]).aside) == [0]
    assert list(tidy(["Overdracht van de nachtdienst.", *AROUND[:2]], BUILT_IN["dienst"]).aside) == [0]


def test_a_sentence_said_twice_stands_once() -> None:
    found = tidy(["Ze heeft heel goed geslapen.", "ze heeft heel goed geslapen", "Geen pijn.", "Geen pijn."])
    assert found.aside == {1: "duplicates"}


@pytest.mark.parametrize("sentences", [[], [""], ["Eh."], ["..."], ["Hallo.", "Eh.", "Dat was het."]])
def test_nothing_is_left_out_when_nothing_would_be_left(sentences: list[str]) -> None:
    assert tidy(sentences).aside == {}


def test_a_change_is_undone_by_its_key_alone() -> None:
    sentences = ["Eh, ze was eh moe", "Ze at goed."]
    found = tidy(sentences)
    keys = {found.key(0, one): sentences[0][one.start : one.end] for one in found.edits[0]}
    opening = next(key for key, cut in keys.items() if cut == "Eh, ")
    assert found.text(0) == "Ze was moe."
    assert found.text(0, off=frozenset({opening})) == "Eh, ze was moe."
    assert found.text(0, off=found.keys) == sentences[0]


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("Temperatuur was zevenendertig komma twee.", "Temperatuur was 37,2."),
        ("De temperatuur was 37.8 graden.", "De temperatuur was 37,8 °C."),
        ("Ze kreeg vijfhonderd milligram paracetamol.", "Ze kreeg 500 mg paracetamol."),
        ("Saturatie tachtig procent.", "Saturatie 80%."),
        ("Bloeddruk honderdvijfenveertig over vijfentachtig.", "Bloeddruk 145/85."),
        ("De wond is vier bij drie centimeter.", "De wond is 4 x 3 cm."),
        ("Ze nam één zakje en twee tabletten.", "Ze nam 1 zakje en 2 tabletten."),
        ("Ze ligt in kamer vier, bed twee.", "Ze ligt in kamer 4, bed 2."),
        ("Ze is tweeëntachtig jaar.", "Ze is 82 jaar."),
        ("Anderhalve liter gedronken.", "1,5 l gedronken."),
        ("Het is donderdag drie december.", "Het is donderdag 3 december."),
        ("Zes à zeven milligram gegeven.", "6 à 7 mg gegeven."),
        ("Glucose acht komma vier millimol per liter.", "Glucose 8,4 mmol/l."),
        ("Paracetamol één gram drie keer per dag.", "Paracetamol 1 g drie keer per dag."),
        ("Ze ligt in bed zes, eenenzeventig jaar.", "Ze ligt in bed 6, 71 jaar."),
        ("Eenennegentig komma vier kilo, twee kilo eraf.", "91,4 kg, 2 kg eraf."),
        ("Suiker negen komma acht, dus acht eenheden.", "Suiker 9,8, dus 8 eenheden."),
        ("Pijn geeft ze een zes.", "Pijn geeft ze een 6."),
        ("Ze had een zeven voor Engels.", "Ze had een 7 voor Engels."),
        ("De PHQ-9 was acht.", "De PHQ-9 was 8."),
        ("Ademhaling zestien, suiker was negen.", "Ademhaling 16, suiker was 9."),
        ("Temperatuur zesendertig acht.", "Temperatuur 36,8."),
        ("Bed een mevrouw Bos heeft geslapen.", "Bed 1 mevrouw Bos heeft geslapen."),
        ("Het ging om vijftig milligram en een plaspil.", "Het ging om 50 mg en een plaspil."),
    ],
)
def test_figures_are_written_in_one_way(said: str, stands: str) -> None:
    assert tidied(said) == stands


@pytest.mark.parametrize(
    "said",
    [
        "Om tien over acht kwam ze.",
        "Het was 145 over 158.",
        "Ze nam een of twee tabletten.",
        "Ze nam een tabletje.",
        "Hij woog 3 kilo 120.",
        "Ze is 1 meter 79.",
        "Vijf en twintig milligram.",
        "Tussen de tachtig en negentig procent.",
        "Hij acht 2 tabletten nodig.",
        "Om negen uur achttien komma zes.",
        "Half acht graden.",
        "Honderd keer gezegd.",
        "Drie keer gevraagd, zes weken lang.",
        "De twintigste, derde keer.",
        "Zo'n vijftig mensen.",
        "Ze is zeven, acht keer geweest.",
        "Ze is zeventig, tachtig jaar.",
        "Pijn geeft ze een zes of zeven.",
        "Hij komt om een, twee uur.",
        "Ze telde een, twee, drie.",
        "Een vijf keer gespoelde wond.",
        "Temperatuur zevenendertig twee uur later nog hoger.",
        "Het bed een beetje hoger gezet.",
        "Ademhaling zestien keer geteld.",
        "Vijftig milligram en een half.",
    ],
)
def test_what_may_be_another_figure_stays_in_words(said: str) -> None:
    assert tidied(said) == said


@pytest.mark.parametrize(
    ("said", "stands", "point"),
    [
        ("Die was 152 over 80, nee sorry, 142 over 80.", "Die was 142/80.", ("152/80", "142/80")),
        ("Temperatuur was 37,2, nee, 37,5.", "Temperatuur was 37,5.", ("37,2", "37,5")),
        ("Het was vooral links, nee, rechts.", "Het was vooral rechts.", ("links", "rechts")),
        ("Ik gaf paracetamol, nee, ibuprofen.", "Ik gaf ibuprofen.", ("paracetamol", "ibuprofen")),
        ("Ze kreeg 20 druppels, nee 25 druppels.", "Ze kreeg 25 druppels.", ("20 druppels", "25 druppels")),
        ("Ze kwam op maandag, nee, op dinsdag.", "Ze kwam op dinsdag.", None),
        ("Druk was 130 over 80, nee 150 over 80 was dat.", "Druk was 150/80.", ("130/80", "150/80")),
        ("Ze at twee boterhammen, nee drie boterhammen.", "Ze at drie boterhammen.", None),
        ("Ze dronk 60 ml per uur, nee, 80 ml per uur.", "Ze dronk 80 ml per uur.", ("60 ml", "80 ml")),
        ("Ik zag het linkerbeen, nee het rechterbeen na.", "Ik zag het rechterbeen na.", ("linkerbeen", "rechterbeen")),
        ("Kamer 12, nee kamer 14, mevrouw Vos las.", "Kamer 14, mevrouw Vos las.", ("12", "14")),
        ("Ze belt maandag, nee dinsdag bedoel ik, terug.", "Ze belt dinsdag, terug.", None),
        (
            "De wond is twaalf dagen oud, sorry, veertien.",
            "De wond is veertien dagen oud.",
            ("twaalf dagen", "veertien dagen"),
        ),
        ("Saturatie 93 procent, of nee, 95.", "Saturatie 95%.", ("93%", "95%")),
        ("Ze dronk 200 ml, o nee, 250 ml.", "Ze dronk 250 ml.", ("200 ml", "250 ml")),
        ("Pols 88, correctie: 98.", "Pols 98.", ("88", "98")),
        (
            "Hij krijgt Losartan, nee, Enalapril bij het eten.",
            "Hij krijgt Enalapril bij het eten.",
            ("Losartan", "Enalapril"),
        ),
        ("Ze kreeg twee nee drie paracetamol.", "Ze kreeg drie paracetamol.", None),
        ("Gewogen 71,2 nee 72,1.", "Gewogen 72,1.", ("71,2", "72,1")),
        ("Twee zakjes per dag, nee wacht, drie zakjes per dag.", "3 zakjes per dag.", ("2 zakjes", "3 zakjes")),
        ("Pijn gaf ze een vier, nee sorry, een drie.", "Pijn gaf ze een 3.", None),
    ],
)
def test_the_last_value_stands_and_the_first_one_is_a_point(said: str, stands: str, point: tuple | None) -> None:
    found = tidy([*AROUND[:3], said, *AROUND[4:]])
    assert found.text(3) == stands
    assert [(one.said, one.here) for one in found.points] == ([point] if point else [])
    assert found.text(3, off=found.keys) == said


@pytest.mark.parametrize(
    ("said", "correcting", "stands"),
    [
        ("Moeder was zevenendertig komma twee.", "Nee sorry, 37,5.", "Moeder was 37,5."),
        ("Het was vooral links.", "Nee, ik bedoel rechts.", "Het was vooral rechts."),
        ("Om vier uur kwam ze.", "Nee, om half vijf.", "Om half vijf kwam ze."),
        ("Gemeten, die was 38,2.", "Nee wacht, 38,4 was het.", "Gemeten, die was 38,4."),
        ("De glucose die hij had was 12,4.", "Nee, 14,2 had hij.", "De glucose die hij had was 14,2."),
        ("Het was de linkerhiel.", "Nee, rechterhiel moet het zijn.", "Het was de rechterhiel."),
        ("Hij woog 82 kg.", "Ik bedoel 81.", "Hij woog 81 kg."),
        ("Heeft ze er 5 gehad?", "Nee, 6.", None),
        ("Ik heb gevraagd of het 5 was.", "Nee, 6.", None),
        ("Ze kreeg 20 druppels en at goed.", "Sorry, 25 pillen.", None),
        ("Ze at 3 boterhammen.", "Nee, ze had geen trek.", None),
        ("Ze vroeg om 5 mg.", "Nee, 4 had hij.", None),
    ],
)
def test_the_next_sentence_corrects_and_both_are_undone_together(said: str, correcting: str, stands: str | None):
    found = tidy([*AROUND[:3], said, correcting, *AROUND[4:]])
    assert (found.text(3), found.text(4)) == ((stands, None) if stands else (said, correcting))
    assert (found.text(3, off=found.keys), found.text(4, off=found.keys)) == (said, correcting)
    for key in found.keys:
        assert (found.text(3, off=frozenset({key})) == said) >= (found.text(4, off=frozenset({key})) == correcting)


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("Ik ik heb de wond verzorgd.", "Ik heb de wond verzorgd."),
        ("Haar moeder, haar moeder krijgt hulp.", "Haar moeder krijgt hulp."),
        ("We... We hebben gebeld.", "We hebben gebeld."),
        ("Ze gaf haar haar bril.", "Ze gaf haar haar bril."),
        ("Zegt ze, ze zat al.", "Zegt ze, ze zat al."),
        ("Twee, twee tabletten.", "Twee, twee tabletten."),
        ("Ze doet het om en om.", "Ze doet het om en om."),
        ("Ze zegt dat je je kind mist.", "Ze zegt dat je je kind mist."),
        ("Wat ze is is moe.", "Wat ze is is moe."),
        ("Ik heb eh, ik heb de wond gespoeld.", "Ik heb de wond gespoeld."),
        ("Ik heb, wacht even, ik heb niets gezien.", "Ik heb niets gezien."),
        ("Besloten is dat ze eh, dat ze naar huis gaat.", "Besloten is dat ze naar huis gaat."),
        ("Meer kan hij niet, hij heeft, hij heeft het druk.", "Meer kan hij niet, hij heeft het druk."),
        ("Ze vertelt dat, dat Milan niet slaapt.", "Ze vertelt dat Milan niet slaapt."),
        ("Hij zegt dat hij, dat hij vaker wil.", "Hij zegt dat hij vaker wil."),
        ("Geen drugs, ze rookt, ze rookt veel.", "Geen drugs, ze rookt veel."),
        ("De wond is schoon en, en droog.", "De wond is schoon en droog."),
        ("Hij komt, dan eh dan eet hij.", "Hij komt, dan eet hij."),
        ("Ik kom, ik kom, roept ze.", "Ik kom, ik kom, roept ze."),
        ("Ze wil naar huis, ze wil naar huis.", "Ze wil naar huis, ze wil naar huis."),
        ("Hij wil naar buiten, naar buiten, elke dag.", "Hij wil naar buiten, naar buiten, elke dag."),
        ("Zo boos als ze was, ze was niet te houden.", "Zo boos als ze was, ze was niet te houden."),
        ("Ze zei dat, dat was niet goed.", "Ze zei dat, dat was niet goed."),
        ("Ze was, nee, ze was niet boos.", "Ze was, nee, ze was niet boos."),
        ("Ze heeft, eh, ze heeft 2, eh, 2 pillen.", "Ze heeft 2, eh, 2 pillen."),
        ("Punt.", None),
        ("Op dit punt gaat het goed.", "Op dit punt gaat het goed."),
    ],
)
def test_what_is_said_twice_stands_once(said: str, stands: str | None) -> None:
    assert tidied(said) == stands


@pytest.mark.parametrize(
    "said",
    [
        "Drie van de vijf keer, nee, vier.",
        "Nee, dat wil hij niet.",
        "Maandag, nee dan is Annie vrij, dinsdag.",
        "Dinsdag, of woensdag, nee dinsdag.",
        "Levodopa van acht uur heeft zij niet kunnen slikken, nee, dat was die van zes uur.",
        "Ik vroeg of het 5 was, nee, 6.",
        "Ze dronk 60 ml per uur, nee, 80 ml per dag.",
        "Van 12 naar 14, nee, 15.",
    ],
)
def test_a_correction_that_may_mean_something_else_stays_as_it_was_said(said: str) -> None:
    found = tidy([*AROUND[:3], said, *AROUND[4:]])
    assert found.text(3) == said
    assert all(one.edit is None for one in found.points)


@pytest.mark.parametrize(
    "said",
    [
        "Niet om 8 uur, nee, om 9 uur.",
        "Ze is niet dinsdag gevallen, nee, woensdag.",
        "Ze mag geen 2 tabletten, nee, 3 tabletten.",
        "Ze kreeg geen paracetamol, nee ibuprofen.",
        "Ze kwam om 8 uur, nee om 9 uur was ze er nog niet.",
        "Ze komt dinsdag, nee woensdag lukt niet.",
        "Ze kreeg oxycodon, nee, oxazepam wilde ze niet.",
        "Ze heeft pijn links, nee, rechts niet.",
        "Hij moet 10 mg, nee 5 mg is genoeg.",
        "Wond links, nee rechts is genezen.",
        "Mevrouw viel om tien uur, nee, om elf uur kwam de zoon.",
        "Telefoon 06 12 34 56 78, nee 79.",
        "Gewicht is 72 kg, 2 kg minder, nee, 70 kg.",
    ],
)
def test_what_may_be_no_correction_stays(said: str) -> None:
    tidied = tidy([said], BUILT_IN["zorg"])
    assert [one for one in tidied.edits.get(0, ()) if one.rule == "self_corrections"] == []
    assert all(one.edit is None for one in tidied.points)


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("Ze kreeg 5 µg, nee 10 µg.", "Ze kreeg 10 µg."),
        ("De twee, nee drie katten zijn er.", "De drie katten zijn er."),
        ("Het was om vijf uur, nee, om zes uur in de ochtend.", "Het was om zes uur in de ochtend."),
    ],
)
def test_a_clear_correction_is_done(said: str, stands: str) -> None:
    assert tidy([said], BUILT_IN["zorg"]).text(0) == stands


def test_a_chain_of_corrections_stays_as_it_was_said() -> None:
    said = ("De pols was 88.", "Nee, 98.", "Nee, 96.")
    tidied = tidy(said, BUILT_IN["zorg"])
    assert (tidied.text(0), tidied.aside) == (said[0], {})


@pytest.mark.parametrize(
    "said", ["Het is een en dertig mei.", "Ze had een en veertig graden.", "Ze kreeg eén honderd vijftig milligram."]
)
def test_the_end_of_a_figure_is_no_figure(said: str) -> None:
    assert tidy([said], BUILT_IN["zorg"]).text(0) == said


PULSE = [*AROUND[:3], "De pols was 88.", "Nee, 98.", *AROUND[4:]]


def test_part_of_a_dictation_is_tidied_as_it_is_in_the_whole() -> None:
    found = tidy(["Goed.", *PULSE, "Tot morgen.", *AROUND])
    assert [found.part([4, 5]).text(at) for at in range(2)] == ["De pols was 98.", None]
    assert found.part([5]).text(0) == "Nee, 98.", "what it corrects is not there"
    closing = tidy([*AROUND, "Tot morgen.", *AROUND])
    place = len(AROUND)
    assert closing.text(place) == "Tot morgen."
    assert closing.part([place - 1, place]).text(1) == "Tot morgen.", "it is no closing in the middle of a dictation"
    assert [(one.sentence, one.here) for one in found.part([1, 4, 5]).points] == [(1, "98")]


@pytest.mark.parametrize(
    ("stands", "omitted"),
    [(["De pols was 98."], []), (["De pols was 88.", "Nee, 98."], []), (["De pols was 88."], [4]), ([], [3, 4])],
)
def test_what_corrects_a_sentence_is_missing_where_that_stands_uncorrected(stands: list[str], omitted: list[int]):
    forms = tidy(PULSE).forms
    report = " ".join([*PULSE[:3], *stands, *PULSE[5:]])
    found = evidence("\n".join(PULSE), f"## Observaties\n\n{report}\n", None, frozenset(), forms)
    assert [one.sentence for one in found.omissions] == omitted


@pytest.mark.parametrize(
    "unit",
    ["eh ze kreeg 5 mg, nee 10 mg paracetamol links, ", "a , ", "vijf mg en ", "eh, ja, dat is links eh en de de "],
)
@pytest.mark.parametrize("length", [300, 1_900, 40_000])
def test_the_work_grows_with_the_length_alone(unit: str, length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[int] = []
    is_read_equal = proof.is_read_equal
    monkeypatch.setattr(
        proof, "is_read_equal", lambda text, *how: checked.append(len(text)) or is_read_equal(text, *how)
    )
    sentences = [f"Zin {at} {unit * (length // len(unit))}" for at in range(40_000 // length)]
    said = sum(map(len, sentences))
    found = tidy(sentences)
    assert sum(checked) <= 50_000 + 2 * said
    assert sum(len(text) for texts in found.forms.values() for text in texts) <= 70 * said
    if length > 2_000:
        assert not found.edits, "nobody speaks such a sentence: it stays as it was said"


@pytest.mark.parametrize("before", ["Ze roept de hele dag.", "Hij zegt alleen.", "Hoe ging het?", "Ze vroeg wanneer."])
@pytest.mark.parametrize("said", ["Hallo.", "Klaar.", "Bedankt.", "Dat was het.", "Dag.", "Ik zit in de auto."])
def test_what_a_client_says_is_no_greeting_and_no_closing(before: str, said: str) -> None:
    assert tidy([before, said, *AROUND[:3], *AROUND[4:], before, said], BUILT_IN["zorg"]).aside == {}


def test_a_word_of_goodbye_goes_behind_a_closing_alone() -> None:
    assert list(tidy([*AROUND[:3], "Dat was het.", "Tot morgen."], BUILT_IN["zorg"]).aside) == [3, 4]
    assert tidy([*AROUND[:3], "Ze mag niet belasten.", "Tot morgen."], BUILT_IN["zorg"]).aside == {}
    assert list(tidy([*AROUND[:3], "Ze zegt niets.", "Dat was mijn rapportage."], BUILT_IN["zorg"]).aside) == [4]


def test_a_sentence_that_the_next_one_corrects_is_tidied_too() -> None:
    found = tidy([*AROUND[:3], "Eh, ze kreeg twee tabletten en de pols was 88.", "Nee, 98.", *AROUND[4:]])
    assert (found.text(3), found.text(4)) == ("Ze kreeg 2 tabletten en de pols was 98.", None)


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("De wond is mooi komma geen roodheid punt", "De wond is mooi, geen roodheid."),
        ("De wond is mooi komma maar wel nat punt.", "De wond is mooi, maar wel nat."),
        ("Ze at goed punt nieuwe regel.", "Ze at goed."),
        ("Nieuwe alinea. ze at goed punt", "Ze at goed."),
        ("Wil ze naar huis vraagteken", "Wil ze naar huis?"),
        ("Pols 88 komma regelmatig punt", "Pols 88, regelmatig."),
        ("Ze kreeg vijf komma acht milligram punt", "Ze kreeg 5,8 mg."),
    ],
)
def test_marks_are_written_where_they_are_said(said: str, stands: str) -> None:
    found = tidy([*AROUND[:3], said, "Ze sliep goed punt", *AROUND[4:]])
    assert found.text(3) == stands
    assert found.text(3, off=found.keys) == said


@pytest.mark.parametrize(
    "said",
    [
        "Op dit punt gaat het goed.",
        "Dat is een belangrijk onderwerp en geen punt.",
        "De score is drie punten.",
        "Het laatste punt.",
        "De komma moet weg.",
        "Ze begint op een nieuwe regel met schrijven.",
    ],
)
def test_a_word_that_is_no_mark_stays(said: str) -> None:
    assert tidy([*AROUND[:3], said, "Punt.", *AROUND[4:]]).text(3) == said


def test_a_mark_between_two_marks_is_one_by_itself() -> None:
    assert tidied("Twee keer per dag, komma, dus ophogen.") == "Twee keer per dag, dus ophogen."


def test_one_word_that_may_be_a_mark_is_none() -> None:
    assert tidied("De wond is mooi komma geen roodheid") == "De wond is mooi komma geen roodheid."


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("mevrouw vogelnest zegt dat het gaat", "Mevrouw Vogelnest zegt dat het gaat."),
        ("kamer twaalf meneer van der lubbe was rustig", "Kamer 12 meneer Van der Lubbe was rustig."),
        ("huisbezoek bij mevrouw petrosyan", "Huisbezoek bij mevrouw Petrosyan."),
        ("met sharon en collega bram naar zwolle", "Met Sharon en collega Bram naar Zwolle."),
        (
            "mevrouw bakker is ziek en bij mevrouw bakker is rust",
            "Mevrouw Bakker is ziek en bij mevrouw Bakker is rust.",
        ),
        ("ze zegt dat mevrouw pijn heeft", "Ze zegt dat mevrouw pijn heeft."),
        ("mevrouw rustig op bed", "Mevrouw rustig op bed."),
        ("bij mevrouw koffie gezet", "Bij mevrouw koffie gezet."),
        ("meneer morgen bellen", "Meneer morgen bellen."),
        ("voor mevrouw paracetamol gehaald", "Voor mevrouw paracetamol gehaald."),
        ("mevrouw de medicatie gegeven", "Mevrouw de medicatie gegeven."),
        ("de roos in de tuin wil water", "De roos in de tuin wil water."),
        ("bij Anna en mevrouw petrosyan", "Bij Anna en mevrouw petrosyan."),  # who writes capitals is not corrected
    ],
)
def test_names_have_a_capital_in_speech_without_any(said: str, stands: str) -> None:
    around = [one[0].lower() + one[1:].rstrip(".") for one in (*AROUND[:3], *AROUND[4:])]
    assert tidy([*around[:3], said, *around[3:]], BUILT_IN["zorg"]).text(3) == stands


def test_a_topic_in_front_has_the_capital_of_its_name() -> None:
    said = [
        "kamer drie mevrouw eikelboom heeft geslapen",
        "ze wil koffie",
        "kamer vier meneer vink is wakker",
        "ze belt",
    ]
    found = tidy(said, BUILT_IN["dienst"])
    assert found.text(1) == "Kamer 3 mevrouw Eikelboom: Ze wil koffie."
