"""Which forms a word may have: what an engine makes of it, and never something else that people say."""

import pytest

from voice_report.errors import Invalid
from voice_report.services.vocabulary.word_content import Kind, WordContent, checked, may_replace, warning

BOTH_EXIST = "bestaan allebei, dus dan verandert wat er gezegd is."
OTHER = "zeggen iets anders"


def refusal(heard: str, word: str, kind: Kind = "term") -> str:
    with pytest.raises(Invalid) as error:
        checked(WordContent(word, [heard], kind))
    assert error.value.code == "heardAs"
    return error.value.message


@pytest.mark.parametrize(
    ("heard", "word"),
    [
        ("kast", "kaas"),
        ("lopen", "kopen"),
        ("om rustig", "onrustig"),
        ("verhoogd", "verlaagd"),
        ("toename", "afname"),
        ("zijn vader", "haar vader"),
        ("oordruppels", "oogdruppels"),
        ("oogspoeling", "oorspoeling"),
        ("stoma", "stomapatiënt"),
        ("oxycodon", "oxycontin"),
        ("losec", "omeprazol"),
        ("ventraal", "dorsaal"),
        ("inspiratoir", "expiratoir"),
        ("subcutaan", "percutaan"),
        ("ileostoma", "colostoma"),
        ("hemiparese", "paraparese"),
        ("leukocytose", "leukopenie"),
        ("nefrectomie", "nefrostomie"),
    ],
)
def test_s50_two_words_that_people_say_are_not_changed_into_each_other(heard: str, word: str):
    assert BOTH_EXIST in refusal(heard, word)
    assert BOTH_EXIST in refusal(word, heard)


def test_s50_nor_are_they_as_a_medicine_of_no_list():
    assert BOTH_EXIST in refusal("oordruppels", "oogdruppels", "medicijn")
    assert checked(WordContent("Calcichew", ["kalsie sjoew"], "medicijn")).kind == "medicijn"


@pytest.mark.parametrize("kind", ["naam", "plaats", "team"])
def test_a_name_is_what_an_engine_makes_ordinary_words_of(kind: Kind):
    for heard, word in (("de linden", "De Linde"), ("tuin zicht", "Duinzicht"), ("janssen", "Jansen")):
        assert checked(WordContent(word, [heard], kind)).heard_as == (heard,)
        assert "Alleen een naam, plaats of team met een hoofdletter mag." in refusal(heard, word)
        assert BOTH_EXIST in refusal(heard, word.lower(), kind)


@pytest.mark.parametrize(
    ("heard", "word"),
    [("euro", "Cent"), ("dyspneu", "Eupneu"), ("kwart over", "Kwart Voor"), ("dextra", "Sinistra")],
)
def test_s50_a_name_does_not_say_another_time_side_or_figure_either(heard: str, word: str):
    assert OTHER in refusal(heard, word, "naam")


@pytest.mark.parametrize(
    ("heard", "word", "kind"),
    [
        ("vijf mg", "oxycodon vijf mg", "term"),
        ("pijnstiller", "morfine", "medicijn"),
        ("een pijnstiller", "morfine", "medicijn"),
        ("de marine", "morfine", "medicijn"),
        ("marine tien mg", "morfine tien mg", "medicijn"),
        ("slaappil", "temazepam", "medicijn"),
        ("plaspilletje", "furosemide", "medicijn"),
        ("bloedverdunner", "apixaban", "term"),
        ("paracetamol", "paracetamol codeine", "medicijn"),
        ("avond insuline", "lantus insuline", "medicijn"),
        ("infuus", "insuline", "term"),
        ("ketamine", "esketamine", "medicijn"),
        ("pijnstiller", "Hofstillertje", "medicijn"),  # in no list but this one
        ("pijnstiller", "Morfine", "naam"),
    ],
)
def test_s50_no_medicine_comes_in_that_the_words_do_not_sound_like(heard: str, word: str, kind: Kind):
    sentence = f"Als ‘{heard}’ overal ‘{word}’ wordt, komt er een medicijn bij dat niemand zei."
    assert refusal(heard, word, kind) == sentence


@pytest.mark.parametrize(("heard", "word"), [("sufentanil", "fentanyl"), ("metoprolol retard", "metoprolol chrono")])
def test_s50_another_medicine_with_nearly_the_same_name_stays(heard: str, word: str):
    assert OTHER in refusal(heard, word, "medicijn")


@pytest.mark.parametrize(("heard", "word"), [("oxycodon", "Oxycontin"), ("losec", "Omeprazol")])
def test_s50_a_medicine_is_nobodys_name(heard: str, word: str):
    assert BOTH_EXIST in refusal(heard, word, "naam")


@pytest.mark.parametrize("kind", ["term", "team"])
@pytest.mark.parametrize(
    ("heard", "word"),
    [
        ("twaalf", "B12"),
        ("honderd", "100mg"),
        ("tien", "10ml"),
        ("vijf", "5mg"),
        ("twintig", "20mmol"),
        ("duizend", "1000IE"),
        ("tweeduizend", "M2000"),
        ("tien", "D10"),
        ("dertig", "dertig+"),
        ("tien", "tien-"),
        ("tien", "tien/"),
        ("tien", "tien &"),
        ("tien", "(tien)"),
        ("tien", "tien."),
        ("tien", "tien’"),
        ("honderd", "100+"),
        ("kamer tien", "Kamer 10+"),
        ("kaamer tien", "Kamer 10 -"),
        ("tempp tien", "Temp -10"),
        ("tempp vijf", "Temp .5"),
        ("tempp vijf", "Temp +5"),
        ("tien milligram", "tien milligram+"),
        ("vier daags", "4x daags"),
        ("kamer twaalf", "kamer B12"),
        ("lopen twaalf", "B12"),
        ("type een", "type II"),
        ("twee", "IIx"),
        ("type drie", "type IV"),
        ("derde", "3 mg"),
        ("drie", "3de"),
        ("half", "1/2"),
        ("half acht", "07.30"),
        ("twaalf tachtig", "12/80"),
        ("drie vier", "3-4"),
        ("tien procent", "tien"),
        ("om twaalf", "B12"),
        ("twaalf uur", "B12 uur"),
        ("ochtend", "Ochtendteam"),
        ("maandag", "Maandagclub"),
        ("tien", "Tien Eik"),
        ("vijf", "Vijfje"),
        ("links", "Linksaf"),
        ("niet", "Nietje"),
        ("geen", "Geenen"),
        ("tien mg", "10 mcg"),
        ("twintig", "twaalf"),
        ("vijftien", "vijftig"),
        ("een", "Eén2"),
        ("eenmaal", "1 keer 2"),
        ("veertien dagen", "Veertiendaags"),
        ("zes", "zesmaal"),
        ("vitamine twaalf", "vitamine B12"),
        ("twee tabletten", "2 mg"),
        ("dubbel", "tweemaal"),
        ("100", "100mg"),
        ("tweede", "tweemaal"),
        ("zestien", "16:00"),
        ("half", "helft"),
        ("vijf uur", "5u30"),
        ("elf", "L1"),
        ("acht", "ACHT12"),
        ("zeven", "Seven Up"),
        ("kwart", "kwartier"),
    ],
)
def test_s50_no_spoken_quantity_becomes_another_one_a_code_or_a_dose(heard: str, word: str, kind: Kind):
    assert not may_replace(heard, word, kind)
    with pytest.raises(Invalid):
        checked(WordContent(word, [heard], kind))


@pytest.mark.parametrize(
    ("heard", "word"),
    [
        ("b twaalf", "B12"),
        ("vitamine b twaalf", "vitamine B12"),
        ("bee twaalf", "B12"),
        ("vitamine dee drie", "vitamine D3"),
        ("metro pool tien mg", "metoprolol tien mg"),
        ("em de o", "MDO"),
        ("a d l", "ADL"),
        ("wijk team oost", "Wijkteam Oost"),
        ("afdeling drie west", "Afdeling 3 West"),
        ("cee drie a", "C3A"),
        ("tachie kardie", "tachycardie"),
        ("el em gee", "LMG"),
        ("covid negentien", "COVID-19"),
        ("hla b zevenentwintig", "HLA-B27"),
        ("team tien", "Team-10"),
        ("team twee noord", "Team 2, Noord"),
    ],
)
def test_a_code_that_is_spoken_with_its_letter_is_written_as_one(heard: str, word: str):
    kind: Kind = "team" if word[0].isupper() else "term"
    assert checked(WordContent(word, [heard], kind)).heard_as == (heard,)


@pytest.mark.parametrize(
    ("heard", "word"),
    [
        ("pijn", "hevige pijn"),
        ("hevige pijn", "pijn"),
        ("metformine", "metformine retard"),
        ("Piet Jansen", "Jansen"),
        ("oxasepam", "Oxazepam retard"),
        ("oxasepam", "Oxazepam-retard"),
        ("oxasepam retard", "Oxazepam"),
        ("metroprolol", "Metoprolol Succinaat"),
        ("oksikodon", "Oxycodon SR"),
        ("losertan", "Losartan HCT"),
        ("lentus", "Lantus Solostar"),
        ("hevige pein", "pijn"),
    ],
)
def test_s50_no_whole_word_comes_or_goes(heard: str, word: str):
    assert "verschillen een heel woord" in refusal(heard, word, "naam" if word[0].isupper() else "term")


@pytest.mark.parametrize(
    ("heard", "word"),
    [
        ("wijk team oost", "Wijkteam Oost"),
        ("de linden hof", "De Lindenhof"),
        ("lindenhoff", "Lindenhof"),
        ("het hofje", "'t Hofje"),
        ("em de o", "MDO"),
        ("a d l", "ADL"),
        ("tie ja", "TIA"),
        ("zee vee a", "CVA"),
        ("adl", "algemene dagelijkse levensverrichtingen"),
        ("zwagtelen", "zwachtelen"),
        ("kat eter", "katheter"),
        ("de cubitus", "decubitus"),
        ("wisselliging", "wisselligging"),
        ("tachie kardie", "tachycardie"),
        ("hypo glicemie", "hypoglykemie"),
        ("glicemie", "glykemie"),
        ("bronkietis", "bronchitis"),
        ("dorzaal", "dorsaal"),
        ("vitamine b twaalf", "vitamine B12"),
        ("meetop lol", "metoprolol"),
        ("metro pool", "metoprolol"),
        ("metro pool tien mg", "metoprolol tien mg"),
        ("voor ta ren", "Voltaren"),
        ("haal dol", "Haldol"),
        ("na proxen", "naproxen"),
        ("pcm", "paracetamol"),
        ("kalsie sjoew", "Calcichew"),
        ("metoprol lol", "Metoprolol"),
        ("metropolol ritart", "Metoprolol retard"),
        ("phenytoin", "fenytoïne"),
        ("miodaron", "amiodaron"),
        ("mate op lopramide", "metoclopramide"),
    ],
)
def test_what_an_engine_makes_of_a_word_is_a_form_of_it(heard: str, word: str):
    assert checked(WordContent(word, [heard])).heard_as == (heard,)


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (WordContent("Sietske"), "Dit doet nog niets."),
        (WordContent("Calcichew", (), "medicijn"), "telt alleen als medicijn"),
        (WordContent("B12", ("twaalf", "b twaalf")), "‘twaalf’ wordt niet veranderd"),
        (WordContent("Duinzicht", ("tuin zicht",), "team"), "‘tuin zicht’ wordt overal ‘Duinzicht’"),
        (WordContent("Metoprolol", ("metropolol",), "medicijn"), ""),
    ],
)
def test_s50_who_reads_or_approves_a_word_is_told_what_remains(content: WordContent, part: str):
    told = warning(content)
    assert part in told
    assert bool(told) == bool(part)


@pytest.mark.parametrize("kind", ["term", "naam", "team"])
@pytest.mark.parametrize(
    ("heard", "word"),
    [
        *(("echo", "ECG"), ("ndo", "DNR"), ("endo", "DNR"), ("nrd", "DNR"), ("dienen", "DNR"), ("dna", "DNR")),
        *(("thee", "TIA"), ("via", "TIA"), ("koe", "CVA"), ("moeder", "MDO"), ("boot", "BOH"), ("kop", "COPD")),
        *(("spoed", "SEH"), ("hulp", "EHBO"), ("sonde", "PEG"), ("pech", "PEG"), ("kater", "CAD"), ("pij", "PPI")),
        *(("echo gemaakt", "ECG gemaakt"), ("longfoto", "FEV1"), ("emoe", "EMV")),
    ],
)
def test_s50_what_does_not_sound_like_an_acronym_does_not_become_it(heard: str, word: str, kind: Kind):
    assert not may_replace(heard, word, kind)


@pytest.mark.parametrize(
    ("heard", "word", "kind"),
    [
        ("DNR", "reanimeren", "term"), ("NTBR", "reanimatie", "term"), ("DNR", "wel reanimeren", "term"),
        ("reanimeren", "DNR", "term"), ("NPO", "per os", "term"), ("TIA", "CVA", "term"), ("MRSA", "MSSA", "term"),
        ("novo rapid", "NovoMix", "medicijn"), ("oxy contin", "OxyNorm", "medicijn"),
        ("tre siba", "Toujeo", "medicijn"),
        ("lora zepam", "Oxazepam", "medicijn"), ("prednis olon", "Prednison", "medicijn"),
        ("GFR", "CRP", "term"), ("g.f.r.", "CRP", "term"), ("gee ef er", "CRP", "term"), ("BLS", "ALS", "term"),
        ("PEG", "PICC", "term"), ("peg sonde", "PICC-sonde", "term"), ("PEG", "maagsonde", "term"),
        ("crp waarde", "GFR-waarde", "term"), ("MIC", "medicijn", "term"), ("mic", "Mick", "naam"),
        ("TIA", "Thea", "naam"), ("copd", "CVA", "team"), ("c opd", "CVA", "term"), ("bmi", "Hb", "term"),
        ("SEH", "SEO Noord", "team"), ("VAC", "PICC", "term"), ("dvt", "DKA", "term"), ("pee e gee", "PICC", "term"),
        ("wet langdurige zorg", "WMO", "term"), ("blaasontsteking", "SOA", "term"), ("zuurstof", "ECG", "term"),
        ("metro prolol", "Metformine", "medicijn"), ("metroprolol", "Metformine", "medicijn"),
        ("metro prolol", "Metformine", "term"), ("levo thyrox", "Levetiracetam", "medicijn"),
        ("oxy", "OxyNorm", "medicijn"), ("pred", "Prednison", "medicijn"), ("dia zee pam", "Oxazepam", "medicijn"),
        ("lora zepam tien mg", "Oxazepam tien mg", "medicijn"), ("nova mix", "NovoRapid", "medicijn"),
        ("hydro ksyzine", "Hydralazine", "medicijn"), ("clo mipramin", "Clonazepam", "medicijn"),
    ],
)  # fmt: skip
def test_s50_no_abbreviation_and_no_medicine_in_two_pieces_becomes_another(heard: str, word: str, kind: Kind):
    assert not may_replace(heard, word, kind)


@pytest.mark.parametrize(
    ("heard", "word", "kind"),
    [
        ("para cetamol", "Paracetamol", "medicijn"), ("halo peridol", "Haldol", "medicijn"),
        ("de enner", "DNR", "term"),
        ("nova rapid", "NovoRapid", "medicijn"), ("copd", "COPD", "term"), ("marsa", "MRSA", "term"),
        ("zee vee a", "CVA", "term"), ("vee vee tee", "VVT", "term"), ("kopd", "COPD", "term"),
        ("emdeo", "MDO", "term"),
        ("NDO", "MDO", "term"), ("en dee o", "MDO", "term"), ("ce er pee", "CRP", "term"), ("EKG", "ECG", "term"),
        ("uwi", "urineweginfectie", "term"), ("mdo", "multidisciplinair overleg", "term"),
        ("urineweg infectie", "UWI", "term"), ("spoedeisende hulp", "SEH", "term"), ("adel", "ADL", "term"),
        ("pick lijn", "PICC-lijn", "term"),
        ("metro prolol", "Metoprolol", "medicijn"), ("levo thyrox", "Levothyroxine", "medicijn"),
        ("oxinorm", "OxyNorm", "medicijn"), ("loraze pan", "Lorazepam", "medicijn"),
    ],
)  # fmt: skip
def test_what_an_engine_makes_of_these_may_still_be_taken(heard: str, word: str, kind: Kind):
    assert may_replace(heard, word, kind)
