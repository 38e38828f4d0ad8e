"""What a speaker takes back in a way that no rule may carry out: the words stay, and a person is asked."""

import pytest

from voice_report.reporting.templates import BUILT_IN
from voice_report.reporting.tidying import tidy

BEFORE, AFTER = ["Ze at goed.", "Ze sliep goed.", "De wond is dicht."], ["Ze dronk goed.", "Ze las.", "Ze zong."]


def asked(*said: str) -> list[tuple[str, str]]:
    """Return what is asked about sentences, which must stand as they were said."""
    found = tidy([*BEFORE, *said, *AFTER], BUILT_IN["zorg"])
    for at, sentence in enumerate(said, len(BEFORE)):
        assert found.text(at) == sentence
    assert all(one.edit is None for one in found.points)
    return [(one.said, one.here) for one in found.points]


@pytest.mark.parametrize(
    ("said", "first", "second"),
    [
        ("Drie van de vijf keer keek hij om, nee, vier.", "Drie van de vijf keer", "vier"),
        ("Ze dronk zestig, sorry, tachtig ml per uur, nee, per dag.", "zestig", "tachtig ml"),
        ("Van 12 naar 14, nee, 15.", "12 naar 14", "15"),
        ("Ze kreeg 20 druppels en at goed, sorry, 25 druppels.", "20 druppels", "25 druppels"),
        ("Ze nam een tablet, nee, twee tabletten paracetamol.", "een tablet", "twee tabletten"),
        ("Levodopa van acht uur nam ze niet, sorry, dat was die van zes uur.", "acht uur", "zes uur"),
        ("Het was dinsdag, of woensdag, nee dinsdag.", "woensdag", "dinsdag"),
        ("Haar zoon, nee, haar dochter belde.", "Haar zoon", "haar dochter"),
        ("Neem een doos mee, maat M, nee L.", "M", "L"),
        ("Vandaag, eh, gisteren is ze gevallen.", "Vandaag", "gisteren"),
        ("Hij, eh, zij heeft gebeld.", "Hij", "zij"),
        ("Ze loopt met, eh, zonder hulp.", "met", "zonder"),
        ("Ze kreeg tien, eh, twaalf druppels.", "tien", "twaalf druppels"),
        ("Het was links, eh, rechts.", "links", "rechts"),
        ("Ze woog 61 kilo, 62 moet ik zeggen.", "61 kilo", "62"),
        ("Ze heeft twee, ik lieg, drie keer gespuugd.", "twee", "drie keer"),
        ("De pleister gaat er vrijdag, enfin, zaterdag af.", "vrijdag", "zaterdag"),
        ("Ik heb haar gewassen, of nee, gedoucht.", "gewassen", "gedoucht"),
        ("Insuline 14 eenheden gespoten, verkeerd, 12 eenheden.", "14 eenheden", "12 eenheden"),
        ("Insuline 14 eenheden gespoten, ik zeg het verkeerd, 12 eenheden.", "14 eenheden", "12 eenheden"),
        ("Ze sliep tot 7 uur, nou ja half 8.", "7 uur", "half 8"),
        ("Ze sliep tot zeven uur, liever gezegd half acht.", "zeven uur", "half acht"),
        ("Ze wil geen insuline, nee, ze wil wel insuline.", "Ze wil geen insuline", "ze wil wel insuline"),
        ("Ze kan zelfstandig lopen, niet zelfstandig bedoel ik.", "Ze kan zelfstandig lopen", "niet zelfstandig"),
        ("Moeder is vijf, zes, nee, zeven weken clean.", "zes", "zeven weken"),
        ("Mick is dertien, nee, twaalf is hij nog.", "Mick is dertien", "twaalf is hij nog"),
        ("Ze heeft een minuut gehuild, nee korter.", "Ze heeft een minuut gehuild", "korter"),
        ("Er komt geel vocht uit, of eigenlijk groengeel.", "Er komt geel vocht uit", "groengeel"),
        ("Ze kreeg 5 mg, 10 mg sorry.", "5 mg", "10 mg"),
        ("De wond zit links, rechts sorry.", "links", "rechts"),
        ("Ze kreeg paracetamol, ibuprofen sorry.", "paracetamol", "ibuprofen"),
        ("De omgang is op zaterdag, zondag sorry.", "zaterdag", "zondag"),
        ("Daar heb ik sudocrème, nee wacht, zinkzalf op gedaan.", "Daar heb ik sudocrème", "zinkzalf op gedaan"),
        ("Temperatuur 36,9 of zei ik nou net 39,6, nee, 36,9 klopt.", "39,6", "36,9"),
        ("Geef midazolam vijf, midazolam tien in de neus.", "midazolam vijf", "midazolam tien"),
        ("Ze kreeg vanochtend twee boterhammen nee drie.", "twee", "drie"),
        ("Hij heeft het om acht uur gehad nee om negen uur.", "acht uur", "negen uur"),
        ("Ik heb de linkervoet verbonden nee de rechtervoet.", "linkervoet", "rechtervoet"),
        ("Hij dronk 200 ml thee nee 250 ml.", "200 ml", "250 ml"),
        ("Heeft ze pijn links op de hiel, nee, rechts op de hiel.", "links", "rechts"),
        ("Hij geeft het een vijf, of toch een zes.", "vijf", "zes"),
        ("Ze heeft al drie weken last, of nou, vier weken.", "drie weken", "vier weken"),
        ("Ze gaat naar de dokter die, wacht even, die is ziek.", "Ze gaat naar de dokter die", "die is ziek"),
        ("Ze is verdrietig, of nou ja, ze was boos.", "Ze is verdrietig", "ze was boos"),
        ("Ze at een boterham, nee niet boterham, een beschuit.", "boterham", "beschuit"),
        ("Ze komt dinsdag om tien uur, nee dan heeft ze school, woensdag om tien uur.", "dinsdag", "woensdag"),
        ("Hij vertelde dat Kevin, nee niet Kevin, Sander hem had geslagen.", "Kevin", "Sander"),
        ("De urine was oranje nee rood.", "oranje", "rood"),
        ("Hij kwam te laat binnen, of nee, hij was op tijd.", "Hij kwam te laat binnen", "hij was op tijd"),
        ("Hij gaat elk weekend, of nou ja, om het weekend.", "Hij gaat elk weekend", "om het weekend"),
        ("Ik heb de post gebeld nee gewoon de huisarts.", "Ik heb de post gebeld", "gewoon de huisarts"),
        ("De pols was 71, oh nee, dat was van haar man.", "De pols was 71", "dat was van haar man"),
    ],
)
def test_a_correction_that_no_rule_may_carry_out_is_asked(said: str, first: str, second: str) -> None:
    assert asked(said) == [(first, second)]


@pytest.mark.parametrize(
    ("before", "said", "first", "second"),
    [
        ("De temperatuur was 37,2 en de pols 80.", "Nee sorry, de temperatuur was 37,5.", "37,2", "37,5"),
        ("Om acht uur kreeg ze paracetamol en brood.", "Wacht, het was om negen uur.", "acht uur", "negen uur"),
        ("We zien haar vrijdag.", "Nee dat klopt niet, zaterdag.", "vrijdag", "zaterdag"),
        ("We zien haar vrijdag.", "Dat is niet goed, zaterdag is het.", "vrijdag", "zaterdag"),
        ("Er zijn nog twee pennen.", "Oh nee, ik zie er achterin nog een liggen, vier dus.", "twee", "vier"),
        ("Er zijn nog twee pennen.", "Oh nee, ik zie er achterin nog een liggen, drie dus.", "twee", "drie"),
        ("Er zijn twee pennen, dus bestellen.", "Nee, drie.", "twee", "drie"),
        ("Ze kan niet alleen lopen.", "Nee, wel alleen lopen.", "Ze kan niet alleen lopen", "wel alleen lopen"),
        ("De snee is dicht.", "Nee nee, bijna dicht, een plekje nog.", "De snee is dicht", "bijna dicht"),
        ("De pols was 88.", "O nee, dat was van de buurvrouw.", "De pols was 88", "dat was van de buurvrouw"),
        (
            "Twee glazen wijn per avond.",
            "Nee, twee flessen per week zei ze.",
            "Twee glazen wijn per avond",
            "twee flessen per week zei ze",
        ),
        ("Dat doet Ingrid.", "Nee, niet Ingrid, die is weg, Monique.", "Ingrid", "Monique"),
        ("De pleister is een Tegaderm.", "Wacht, het is geen Tegaderm maar een Mepilex.", "Tegaderm", "een Mepilex"),
        ("Temperatuur achtendertig zes.", "Nee, achtendertig acht, zag ik.", "achtendertig zes", "achtendertig acht"),
        ("De pols was 88.", "Nee, die was van kamer 4.", "De pols was 88", "die was van kamer 4"),
        ("Hij heeft gespuugd.", "Nee, dat was bij mevrouw De Wit.", "Hij heeft gespuugd", "dat was bij mevrouw De Wit"),
        ("Hij heeft gespuugd.", "Nee, dat was van gisteren.", "Hij heeft gespuugd", "dat was van gisteren"),
        ("De dochter belde.", "Nee, niet de dochter, de zoon.", "De dochter", "de zoon"),
    ],
)
def test_a_correction_of_the_sentence_before_is_asked(before: str, said: str, first: str, second: str) -> None:
    assert asked(before, said) == [(first, second)]


@pytest.mark.parametrize(
    ("said", "first", "second"),
    [
        ("Het ligt op de linker-, eh, rechterzij.", "linker", "rechterzij"),
        ("Ze gaat van 40 naar 20, eh van 40 naar 80.", "van 40 naar 20", "van 40 naar 80"),
        ("Ze nam een, wacht even, twee pillen.", "Ze nam een", "twee pillen"),
        ("Ze had, wacht even, zes pillen.", "Ze had", "zes pillen"),
    ],
)
def test_what_is_asked_loses_its_hesitation_at_most(said: str, first: str, second: str) -> None:
    found = tidy([*BEFORE, said, *AFTER], BUILT_IN["zorg"])
    assert [(one.said, one.here) for one in found.points] == [(first, second)]


def test_who_goes_back_to_an_earlier_sentence_is_asked() -> None:
    assert asked("De pols was 52.", "Ze oogt bleek.", "Wacht, die pols was 54.") == [("52", "54")]


def test_of_a_chain_every_step_is_asked() -> None:
    assert asked("De pols was 88.", "Nee, 98.", "Nee, 96.") == [("88", "98"), ("98", "96")]


@pytest.mark.parametrize(
    "said",
    [
        ["Nee, dat wil hij niet."],
        ["Ze heeft pijn links, nee, rechts niet."],
        ["Ze komt dinsdag, nee woensdag lukt niet."],
        ["Niet om 8 uur, nee, om 9 uur."],
        ["Om tien uur viel ze, nee, om elf uur kwam de zoon."],
        ["Ik vroeg of het 5 was, nee, 6."],
        ["Heeft ze er 5 gehad?", "Nee, 6."],
        ["Ze at 3 boterhammen.", "Nee, ze had geen trek."],
        ["Ze is 68 jaar.", "Eh wacht even pagina twee."],
        ["Het ging om kamer 7.", "Ik was alleen op de twee groepen."],
        ["Iris belde.", "Ik heb hier Loek, acht maanden."],
        ["We bespreken mevrouw Bos, achtenzestig, eh, zes weken na de val."],
        ["Hij doet zijn jas aan, eh, in de gang."],
        ["Ze wil naar huis, nee, niet naar de dagopvang."],
        ["Sorry, ik zit even met 2 tassen.", "Wacht niet op de huisarts."],
        ["Ze heeft aardappels geschild, nou ja, de bak dan, want schillen doet ze niet meer."],
        ["Ze wil niet eten.", "Nee, eten wil ze niet."],
        ["Wil ze opstaan?", "Nee, ze wil niet opstaan."],
        ["Dat klopt niet met wat de huisarts zei."],
        ["De pols was 52.", "Ze oogt bleek.", "Wacht, de huisarts heeft 54 gezegd."],
        ["Paracetamol 500, ibuprofen 400 gegeven."],
        ["Links pijn nee rechts ja."],
        ["Ze wilde twee boterhammen nee hoor geen probleem."],
        ["Ik vroeg of hij om acht uur had gegeten nee om negen uur pas."],
        ["Hij zegt twee keer nee tegen twee zusters."],
        ["Ze heeft één keer nee gezegd tegen haar baas."],
        ["Ze is moe.", "Nee, echt heel moe."],
        ["Ze is allergisch voor, wacht even, penicilline."],
        ["Ze droeg een blauw vest, of toch een jas erover."],
        ["Ze blijft hier, of nou ja, tot vrijdag."],
        ["Ze twijfelt of nee zeggen helpt."],
        ["Ze vroeg van wie de pillen waren.", "Nee, dat was van haar man."],
        ["Mevrouw is moe.", "Nee, dat was van de medicatie."],
        ["Hij had pijn in zijn been.", "Nee, dat was bij het lopen."],
        ["Hij wil niet naar de dagbesteding.", "Nee, dat hoort bij zijn ziekte."],
        ["De wond ruikt.", "Nee, die is van binnen nog rood."],
        ["Ze viel bijna.", "Nee, dat was bij de deur."],
        ["Het maatje is Kevin.", "Nee hoor, dat was bij mevrouw Bos ook zo."],
        ["De sleutel ligt er niet.", "Nee, die is van de buurvrouw."],
        ["Ze wou de jas niet, nee die was van Anna."],
        ["Ze wil niet naar bed.", "Nee, niet naar bed, naar de stoel."],
        ["Hij at drie happen.", "Nee, twee bekers drinken lukte wel."],
        ["Ze heeft twee kinderen.", "Nee, drie kleinkinderen ook nog."],
        ["Ze drinkt twee glazen per dag.", "Nee, drie keer per dag komt de zorg."],
        ["Ze kreeg twee boterhammen.", "Nee, één keer heeft ze gespuugd."],
        ["Ze at twee boterhammen.", "Nee, twee is genoeg zei ze."],
        ["De steunkousen zitten strak.", "Nee, erg strak zelfs."],
        ["Ze lacht veel.", "Nee, heel veel lachen."],
        ["Drie nachten thuis gaat niet.", "Terug naar huis voor één nacht is nachten te vroeg."],
    ],
)
def test_what_takes_nothing_back_is_not_asked(said: list[str]) -> None:
    found = tidy([*BEFORE, *said, *AFTER], BUILT_IN["zorg"])
    assert found.points == ()


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("Om half negen, nee kwart voor negen, is ze gedoucht.", "Om kwart voor negen is ze gedoucht."),
        ("Pols 88, nee 98, temperatuur 37.", "Pols 98, temperatuur 37."),
        ("Over vier weken, nee, over zes weken kijken we.", "Over zes weken kijken we."),
    ],
)
def test_the_comma_behind_a_correction_goes_before_the_verb_alone(said: str, stands: str) -> None:
    assert tidy([*BEFORE, said, *AFTER], BUILT_IN["zorg"]).text(len(BEFORE)) == stands
