"""Values as they are told in a round: said apart from their word, of two clients, as a limit, and half in figures."""

import pytest

from voice_report.reporting.measurements import measurements


def rows(said: str) -> list[tuple[str, str, str]]:
    return [(one.kind, one.text, one.state) for one in measurements(said).rows]


def states(said: str) -> list[str]:
    return [one.state for one in measurements(said).rows]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Ze prikte zelf nog een keer, de suiker. Haar dochter appte 12,4.", [("glucose", "12,4 mmol/l", "said")]),
        (
            "Saturatie 86 zonder zuurstof. Toen 2 liter aangezet en na tien minuten had hij 91.",
            [("oxygen_saturation", "86%", "said"), ("oxygen_saturation", "91%", "said")],
        ),
        ("Bij Roger 91 procent met 2 liter zuurstof.", [("oxygen_saturation", "91%", "said")]),
        ("De glucosemeter gaf HI aan, na een uur 22,4.", [("glucose", "22,4 mmol/l", "said")]),
        ("Ze is maar 1 meter 56.", [("height", "156 cm", "said")]),
        ("Hij is afgevallen van 90 naar 84 kilo.", [("weight", "90 kg", "before"), ("weight", "84 kg", "said")]),
        ("AF was 28, daarna 24.", [("respiratory_rate", "28/min", "said"), ("respiratory_rate", "24/min", "said")]),
        ("De stoma gaf wat. In het zakje zat 400 ml.", [("fluid_out", "400 ml", "said")]),
        ("Drain links 120 cc drain rechts 45 cc cad 650 ml.",
         [("fluid_out", "120 ml", "said"), ("fluid_out", "45 ml", "said"), ("urine", "650 ml", "said")]),
        ("Hij plaste in de urinaal, 250 en 300 cc.", [("urine", "250 ml", "said"), ("urine", "300 ml", "said")]),
        ("Wond op de hiel 2x1,5x0,3 cm.", [("wound_size", "2 x 1,5 x 0,3 cm", "said")]),
        ("Ulcus 2,5 op 3 cm, diepte 4 mm.", [("wound_size", "2,5 x 3 x 0,4 cm", "said")]),
        ("Ik heb 20 eenheden Toujeo gespoten.", [("medication", "20 eenheden", "said")]),
        ("Ze kreeg een extra tablet furosemide.", [("medication", "1 tablet", "said")]),
        ("Zijn plaspil had hij al ingenomen, 1 tablet bumetanide.", [("medication", "1 tablet", "said")]),
        ("RR honderd 40 over 80.", [("blood_pressure", "140/80 mmHg", "said")]),
        ("rr 128 over 72 p 80 t 38 2",
         [
             ("blood_pressure", "128/72 mmHg", "said"), ("heart_rate", "80/min", "said"),
             ("temperature", "38,2 °C", "said"),
         ]),
        ("Temperatuur is 37 graden en 8.", [("temperature", "37,8 °C", "said")]),
        ("Vannacht 39,8 koorts, na twee uur 37,2.",
         [("temperature", "39,8 °C", "said"), ("temperature", "37,2 °C", "said")]),
        ("temp achtendertig negen paracetamol duizend gegeven",
         [("temperature", "38,9 °C", "said"), ("medication", "1000", "uncertain")]),
        ("bovendruk op honderdvijftig onder op tachtig", [("blood_pressure", "150/80 mmHg", "said")]),
    ],
)  # fmt: skip
def test_what_is_told_apart_from_its_word_is_read(said, expected):
    assert rows(said) == expected


@pytest.mark.parametrize(
    "said",
    [
        "De zuster heeft twee pleisters van 10 bij 10 op de schaafwond gedaan.",
        "Wond schoon, verband 10 bij 15 erop.",
        "Gewicht gedaan, dat is min 0,8 ten opzichte van vrijdag.",
        "Gewicht is een kilo en drie ons achteruitgegaan.",
        "Het gewicht is nog 140 gram onder het geboortegewicht.",
        "Luier gewogen, 180 gram nat.",
        "Bekend met kalium 4,9, gewicht volgt.",
        "Paracetamol voor hoofdpijn, 03.15.",
        "Haar pols voelde ik, 9 in een halve minuut.",
        "Saturatie was goed. 15 heeft niks gegeten.",
        "Met zijn saturatie gaat het goed. Hij is 84.",
        "Hij heeft pijn. Met een koptelefoon op een heel uur werken.",
        "Geen ontlasting, wel 2 keer flatus.",
        "De metoprolol van 50 mg zat er nog in.",
        "Fietsen op weerstand 3, hartslag heb ik niet gemeten.",
    ],
)
def test_what_something_else_claims_gives_no_row(said):
    assert rows(said) == []


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Gisteren was de tensie 160/90 en de pols 88, vandaag 142/84.", ["before", "before", "said"]),
        ("Bij opname RR 160/90, pols 88, temp 38,2, nu RR 130/80.", ["before", "before", "before", "said"]),
        ("Bij de opname was het gewicht 71 kilo.", ["before"]),
        ("Toen ze hier binnenkwam had ze een bloeddruk van 190 over 110.", ["before"]),
        ("Gisterenavond was de suiker 18.", ["before"]),
        ("Zijn gebruikelijke bloeddruk is 120 over 70.", ["before"]),
        ("Hij weegt nog altijd zijn 84 kilo.", ["said"]),
        ("Om 16 uur was de temperatuur 37,4, nu 38,3.", ["said", "said"]),
        ("Weegt nu 52 kilo, terwijl dat met Pasen nog 57 was.", ["said", "before"]),
    ],
)
def test_a_moment_before_holds_for_all_that_is_said_with_it(said, expected):
    assert states(said) == expected


@pytest.mark.parametrize(
    "said",
    [
        "Streefsat 92 tot 96.",
        "Saturatie gemeten, de longarts houdt 88 tot 92 aan.",
        "Hij dronk slecht, hij hoort aan anderhalve liter te komen.",
        "INR is goed, dat is binnen de 2,0 tot 3,0.",
        "Vochtbeperking 1500 ml per 24 uur.",
        "Ik heb afgesproken dat ze me belt als ze onder de 50 kilo komt.",
        "Zij slikt 100 mg levothyroxine per dag.",
        "De saturatie is besproken, de arts wil minimaal 90.",
        "Twee liter drinken per dag.",
    ],
)
def test_an_aim_is_never_given_as_measured(said):
    assert states(said) == ["target"]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Haar man voelde zich niet lekker, hij had 38,9 koorts.", ["other_person"]),
        ("Haar man voelde zich niet lekker. Hij had 38,9 koorts.", ["other_person"]),
        ("Zijn vrouw wilde ook even, die had 130 over 70.", ["other_person"]),
        ("Haar man, die boven lag, had 39 graden, maar dat is mijn cliënt niet.", ["other_person"]),
        ("De man van mevrouw meet zijn eigen bloeddruk, die was 155 over 95.", ["other_person"]),
        ("Mijn collega had 39 koorts.", ["other_person"]),
        ("Mevrouw van kamer 8 had een bloeddruk van 200 over 110.", ["other_person"]),
        ("Zijn tweelingbroer weegt 12 kilo.", ["other_person"]),
        ("Haar zoon heeft haar thuis gewogen, 63 kilo.", ["said"]),
        ("De zuster heeft haar twee tabletten paracetamol gegeven.", ["said"]),
        ("Haar zoon is langs geweest. Ze weegt nu 63 kilo.", ["said"]),
    ],
)
def test_a_person_who_is_no_client_is_known_over_clauses(said, expected):
    assert states(said) == expected


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Meneer de Groot 128/80, mevrouw de Groot 142/86.", [None, "person"]),
        (
            "Eerst bij meneer De Wit, tensie 140 over 85. Daarna bij mevrouw Smit, die had 160 over 95.",
            [None, "person"],
        ),
        ("Bed 3: RR 120/70, P 68. Bed 4: RR 140/90, P 88.", [None, None, "person", "person"]),
        ("Mevrouw Smit had pols 80. Later was de pols van mevrouw Smit 84.", [None, None]),
        ("Gewicht 76 of 67, ik kan mijn handschrift niet lezen.", ["speaker", "speaker"]),
        ("Gewicht 68,5, maar haar weegschaal deugt niet dus ik weet niet of dat klopt.", ["speaker"]),
        ("Tensie tussen 130/80 en 140/85.", ["speaker", "speaker"]),
        ("De weegschaal zei 59 komma nog wat.", ["reading"]),
        ("Gewicht 57 komma 2, nee komma 4.", ["speaker"]),
    ],
)
def test_what_the_words_alone_do_not_settle_is_asked(said, asked):
    assert [one.doubt for one in measurements(said).rows] == asked


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("INR 3,3. Nee sorry. Ik moet kijken. 3,0.", ["taken_back", "corrected"]),
        ("Pijnscore 6. Nee. Dat was van mevrouw hiernaast. Deze mevrouw gaf een 3.", ["taken_back", "corrected"]),
        ("Temperatuur 38,6, nee dat was bij Kim. Joost had 37,1.", ["taken_back", "corrected"]),
        ("De bovendruk was 165, de pols heb ik niet goed kunnen voelen, iets van 90.", ["said", "said"]),
        ("Pols eerst 48. Nageteld een volle minuut: 62. Die eerste mag je vergeten.", ["taken_back", "corrected"]),
        ("Paracetamol 500, nee 1000 mg gegeven.", ["said"]),
        ("Saturatie 79 procent. Na herstel van de toevoer was de saturatie 90.", ["said", "said"]),
        ("Temp 37,9. Eh, 38,9 bedoel ik.", ["taken_back", "corrected"]),
        ("Pols 88, maak daar 98 van.", ["taken_back", "corrected"]),
        ("Hij woog 78. Eigenlijk 77,8.", ["taken_back", "corrected"]),
        ("RR 150 over 90, die mag eruit. 138 over 84.", ["taken_back", "corrected"]),
        ("Morfine 5 mg gegeven. Correctie, 2,5 mg.", ["taken_back", "corrected"]),
        ("Pols 88. De pols moet 78 zijn, verkeerd gekeken.", ["taken_back", "corrected"]),
        ("Saturatie 72 en pols 96, nee andersom.", ["uncertain", "uncertain"]),
    ],
)
def test_a_correction_reaches_over_short_sentences(said, expected):
    assert states(said) == expected
