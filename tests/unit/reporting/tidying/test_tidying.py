"""What tidying changes in a dictation, and what it leaves as it was said."""

import pytest

from tests.unit.reporting.tidying.around import AROUND, tidied
from voice_report.dutch import word_lists
from voice_report.reporting.templates import BUILT_IN
from voice_report.reporting.tidying import proof, tidy


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


@pytest.mark.parametrize("name", ["NAMES", "ORDINARY"])
@pytest.mark.parametrize("harm", ["missing", "empty", "cut off"])
def test_without_a_whole_list_of_words_names_stay_as_they_are(name: str, harm: str, monkeypatch, tmp_path) -> None:
    said = "bij sharon geweest, haar copd is rustig"
    assert tidied(said) == "Bij Sharon geweest, haar COPD is rustig."
    whole, file = getattr(word_lists, name), tmp_path / name
    if harm != "missing":
        file.write_bytes(whole.read_bytes()[: 800 if harm == "cut off" else 0])
    monkeypatch.setitem(word_lists.DIGESTS, file, word_lists.DIGESTS[whole])
    monkeypatch.setattr(word_lists, name, file)
    assert tidied(said) == "Bij sharon geweest, haar copd is rustig."


@pytest.mark.parametrize(
    ("said", "template", "section", "stands"),
    [
        ("Aanwezig zijn Karin en de dochter.", "mdo", "aanwezig", "Karin en de dochter."),
        ("Aanwezig waren de arts, zijn zoon Wim en ik.", "mdo", "aanwezig", "De arts, zijn zoon Wim en ik."),
        ("Plan: fysio, zes keer.", "soep", "plan", "Fysio, zes keer."),
        ("S, hoofdpijn sinds een week.", "soep", "subjectief", "Hoofdpijn sinds een week."),
        ("Dan objectief, gewicht vandaag 47,6.", "soap", "objectief", "Gewicht vandaag 47,6."),
        ("En dan het plan, wekelijks wegen op maandag.", "soap", "plan", "Wekelijks wegen op maandag."),
        ("Plan dan, wekelijks wegen op maandag.", "soap", "plan", "Wekelijks wegen op maandag."),
        ("Plan dan maar wekelijks wegen.", "soap", "plan", None),
        ("Dan plan, die gaat gewoon door.", "soap", "plan", None),
        ("Eerst zorgen, daarna ging het goed.", "jeugd", "zorgen", None),
        ("Nu mogelijkheden, eerder zag hij die niet.", "coach", "mogelijkheden", None),
        ("En afspraken, hij komt die niet na.", "mdo", "afspraken", None),
        ("Afspraken dan, hij komt die niet na.", "mdo", "afspraken", None),
        ("Eerst aanwezig, later weggeroepen naar een spoedgeval.", "mdo", "aanwezig", None),
        ("Dan doel bereikt en gestopt.", "doel", "doel", None),
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


@pytest.mark.parametrize(
    ("said", "template", "section", "stands"),
    [
        ("E ontsteking van de pees.", "soep", "evaluatie", "Ontsteking van de pees."),
        ("E coli in de urine gevonden.", "soep", "evaluatie", None),
        ("E mail gestuurd naar de huisarts.", "soep", "evaluatie", None),
        ("S avonds heeft hij hoofdpijn.", "soep", "subjectief", None),
        ("S zaterdags gaat ze zwemmen.", "soep", "subjectief", None),
        ("O gelukkig gaat het goed.", "soep", "objectief", None),
        ("A weigert de zorg al drie dagen.", "soap", "analyse", None),
        ("A viel vannacht uit bed.", "soap", "analyse", None),
        ("P heeft vandaag niet gegeten.", "soap", "plan", None),
        ("R is gevallen bij de deur.", "sbar", "aanbeveling", None),
    ],
)
def test_the_letter_of_a_heading_needs_no_mark_where_others_are_said_and_it_is_no_word_or_client(
    said: str, template: str, section: str, stands: str | None
) -> None:
    around = ["S hoofdpijn sinds een week.", "O, zwelling.", said, "A, verstuikte enkel.", "B hartfalen al langer."]
    assert tidy(around, BUILT_IN[template]).text(2, section) == (stands or said)


def test_one_letter_without_a_mark_is_no_heading() -> None:
    said = "P paracetamol vier keer per dag."
    assert tidied(said, section="plan", template="soep") == said


def test_a_title_alone_is_left_out() -> None:
    assert tidied("Afspraken en vervolg.") is None


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
        ("Haar man zegt dat ze straks, eh, dat ze straks belt.", "Haar man zegt dat ze straks belt."),
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
        ("Ik heb er Cavilon, Cavilon crème op gedaan.", "Ik heb er Cavilon crème op gedaan."),
        ("Ze kreeg nutridrink, eh, nutridrink vanille.", "Ze kreeg nutridrink vanille."),
        ("Ik sprak moeder, moeder vindt dit lastig.", "Ik sprak moeder, moeder vindt dit lastig."),
        ("Ik was met vader, vader zat in de tuin.", "Ik was met vader, vader zat in de tuin."),
        ("Esther, Esther was stil het eerste uur.", "Esther was stil het eerste uur."),
        ("Vader, vader lijkt me wat onzeker.", "Vader lijkt me wat onzeker."),
        ("Cavilon, Cavilon crème was op.", "Cavilon crème was op."),
        ("Ze at appels, appels en peren.", "Ze at appels, appels en peren."),
        ("Naast haar zit Willem, Willem sloeg haar.", "Naast haar zit Willem, Willem sloeg haar."),
        ("Ze heeft ruzie met Karin, Karin sloeg haar.", "Ze heeft ruzie met Karin, Karin sloeg haar."),
        *(
            (said, said)
            for said in (
                "Ze had last van buikpijn, buikpijn verdween geleidelijk.",
                "Ze had last van buikpijn, buikpijn verdween.",
                "Ze had bezoek van collega, collega schrok gelukkig.",
                "Help, help roept ze de hele dag.",
                "Mama, mama roept ze steeds.",
                "Altijd, altijd pijn bij het opstaan.",
                "Weer, weer gevallen bij het bed.",
                "Slecht, slecht gegeten vandaag.",
                "Vannacht, vannacht was ze twee keer wakker.",
                "Ik heb veel, veel pijn gezien.",
                "Ze heeft weer, weer pijn gehad.",
            )
        ),
        ("Ze is bang voor Willem, Willem kneep haar.", "Ze is bang voor Willem, Willem kneep haar."),
        ("Ze heeft ruzie met Bakker, Bakker trok gericht.", "Ze heeft ruzie met Bakker, Bakker trok gericht."),
        ("Ze heeft een wond, wond brak open.", "Ze heeft een wond, wond brak open."),
        ("Hij riep moeder, moeder waar ben je.", "Hij riep moeder, moeder waar ben je."),
        ("Ze wil altijd, altijd meer.", "Ze wil altijd, altijd meer."),
        ("De sleutel was weg, weg was hij.", "De sleutel was weg, weg was hij."),
    ],
)
def test_what_is_said_twice_stands_once(said: str, stands: str | None) -> None:
    assert tidied(said) == stands


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
        ("mijnheer lansink belde en de heer van loo ook", "Mijnheer Lansink belde en de heer Van Loo ook."),
        ("katheter bij lansink in zaamslag verstopt", "Katheter bij Lansink in Zaamslag verstopt."),
        ("met tim in het arabisch gepraat over suriname", "Met Tim in het Arabisch gepraat over Suriname."),
        ("haar copd en de bmi en het hba1c zijn gelijk", "Haar COPD en de BMI en het HbA1c zijn gelijk."),
        ("als ze belt en een soa heeft", "Als ze belt en een soa heeft."),
        ("mevrouw van hecke sliep en tante ria was er", "Mevrouw Van Hecke sliep en tante Ria was er."),
        ("nah haar zoon nic en collega gerd kwamen", "Nah haar zoon nic en collega Gerd kwamen."),
        ("bij mevrouw tur met een moca met slagroom", "Bij mevrouw Tur met een moca met slagroom."),
        ("het kan leiden tot angst in leiden", "Het kan leiden tot angst in Leiden."),
        ("haar dochter elke dag en haar broer adem", "Haar dochter elke dag en haar broer adem."),
        ("haar zoon bas komt en haar vriendin lies zich uit", "Haar zoon Bas komt en haar vriendin lies zich uit."),
        ("verband ed en goes geslapen met de ward", "Verband ed en goes geslapen met de ward."),
        ("haar zoon wil komen en haar zus mag mee", "Haar zoon wil komen en haar zus mag mee."),
        ("dokter van de dienst is gebeld", "Dokter van de dienst is gebeld."),
        ("maandag naar de kerk en in mei naar de els", "Maandag naar de kerk en in mei naar de els."),
        ("ze zegt dat mevrouw pijn heeft", "Ze zegt dat mevrouw pijn heeft."),
        ("mevrouw rustig op bed", "Mevrouw rustig op bed."),
        ("bij mevrouw koffie gezet", "Bij mevrouw koffie gezet."),
        ("meneer morgen bellen", "Meneer morgen bellen."),
        ("voor mevrouw paracetamol gehaald", "Voor mevrouw paracetamol gehaald."),
        ("mevrouw de medicatie gegeven", "Mevrouw de medicatie gegeven."),
        ("de roos in de tuin wil water", "De roos in de tuin wil water."),
        ("Kamer 3, meneer van Dalfsen, at.", "Kamer 3, meneer Van Dalfsen, at."),
        ("Jan van Dalfsen en mevrouw de Wit.", "Jan van Dalfsen en mevrouw De Wit."),
        ("De collega van Jan en de meneer van Radar.", "De collega van Jan en de meneer van Radar."),
        ("Mevrouw van Eritrese afkomst at.", "Mevrouw van Eritrese afkomst at."),
        ("Ik gaf mevrouw de Nutridrink.", "Ik gaf mevrouw de Nutridrink."),
        ("Ik heb mevrouw al Movicolon gegeven.", "Ik heb mevrouw al Movicolon gegeven."),
        ("Ik gaf mevrouw de Fentanyl pleister.", "Ik gaf mevrouw de Fentanyl pleister."),
        ("Ik heb meneer de Tena aangedaan.", "Ik heb meneer de Tena aangedaan."),
        ("Toen las ik meneer de Bijbel voor.", "Toen las ik meneer de Bijbel voor."),
        ("Mevrouw van Kamer 3 belde.", "Mevrouw van Kamer 3 belde."),
        ("Meneer van Philips kwam de lamp maken.", "Meneer van Philips kwam de lamp maken."),
        ("Hij is meneer van Jan Linders.", "Hij is meneer van Jan Linders."),
        ("Mevrouw de SEH-arts en meneer van de SEH.", "Mevrouw de SEH-arts en meneer van de SEH."),
        (
            "bij Anna en mevrouw petrosyan met copd",
            "Bij Anna en mevrouw petrosyan met copd.",
        ),  # who writes capitals is not corrected
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
