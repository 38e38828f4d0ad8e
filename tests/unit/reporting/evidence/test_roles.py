"""Words that have each other's place, stand behind another preposition, or tell what happened in another order."""

import pytest

from tests.unit.reporting.evidence.flagged import flagged


def points(spoken: str, written: str) -> list[tuple[str, str]]:
    """Return (here, said) of the flags."""
    return [(flag.here, flag.said) for flag in flagged(spoken, written)]


@pytest.mark.parametrize(
    ("spoken", "written", "here", "said"),
    [
        ("Hij verhuist van Delft naar Gouda.", "Hij verhuist van Gouda naar Delft.", "van Gouda", "van Delft"),
        ("Ze belde Ans over de pillen van Jo.", "Ze belde Jo over de pillen van Ans.", "Ze belde Jo", "Ze belde Ans"),
        ("Ze at wegens stress.", "Ze had stress wegens het eten.", "wegens het eten", "wegens stress"),
        ("Hij sloeg de collega.", "De collega sloeg hem.", "collega sloeg hem", "Hij sloeg de collega"),
        ("De leraar zag mij in de gang.", "Ik zag de leraar in de gang.", "Ik zag de leraar", "leraar zag mij"),
        ("De zoon belde Ans.", "De zoon is gebeld door Ans.", "zoon is gebeld door Ans", "zoon belde Ans"),
        ("De gemeente reageert voor 3 mei.", "De gemeente reageert op 3 mei.", "op 3 mei", "voor 3 mei"),
        ("De rode plek zit onder de knie.", "De rode plek zit op de knie.", "op de knie", "onder de knie"),
        ("De zonen waren er, de broers niet.", "De zonen waren er, de broer niet.", "broer", "broers"),
        ("Twee collega's tilden hem.", "De collega tilde hem.", "collega", "collega's"),
        ("De hond heeft hem gebeten.", "Hij heeft de hond gebeten.", "Hij heeft de hond", "hond heeft hem"),
    ],
)  # fmt: skip
def test_words_in_each_others_place_are_flagged(spoken, written, here, said):
    assert (here, said) in points(spoken, written)


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("Ze huilt omdat ze heimwee heeft.", "Ze heeft heimwee omdat ze huilt."),
        ("Omdat hij snurkt slaapt zijn vrouw apart.", "Hij snurkt omdat zijn vrouw apart slaapt."),
        ("Door de hitte was ze suf.", "Door haar sufheid had ze het heet."),
        ("Ze snoept veel, daardoor is ze zwaar.", "Ze is zwaar, daardoor snoept ze veel."),
        ("Hij is liever alleen dan in de groep.", "Hij is liever in de groep dan alleen."),
        ("Ze gaapte voordat ze belde.", "Ze belde voordat ze gaapte."),
    ],
)
def test_a_cause_and_what_it_caused_do_not_change_places(spoken, written):
    assert points(spoken, written)


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("Ze huilt omdat ze heimwee heeft.", "Omdat ze heimwee heeft, huilt ze."),
        ("Ze snoept veel, daardoor is ze zwaar.", "Ze is zwaar doordat ze veel snoept."),
        ("Door de hitte was ze suf.", "Ze was suf door de hitte."),
        ("Er is een afspraak voor 4 mei.", "De afspraak staat op 4 mei."),
        ("Hij heeft de hond gebeten.", "De hond is door hem gebeten."),
    ],
)
def test_a_cause_may_be_told_first_or_last(spoken, written):
    assert points(spoken, written) == []


def test_two_events_in_the_other_order_are_flagged():
    assert points("Hij moest hoesten en daarna braakte hij.", "Hij braakte en daarna moest hij hoesten.")
    assert not points("Hij moest hoesten en daarna braakte hij.", "Na het hoesten braakte hij.")
    assert points("Pas toen de muziek uit was, ging ze zitten.", "Pas toen ze ging zitten, was de muziek uit.")
    assert not points("Pas toen de muziek uit was, ging ze zitten.", "Ze ging pas zitten toen de muziek uit was.")


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("Karin gaf de bril aan Peter.", "De bril is door Karin aan Peter gegeven."),
        ("De fysio sprak met de dochter.", "De dochter sprak met de fysio."),
        ("Hij vertelde mij over de uitslag.", "Hij heeft mij over de uitslag verteld."),
        ("Ik heb hem gewassen.", "Hij is gewassen."),
        ("De dochter heeft hem gebracht.", "Hij is door de dochter gebracht."),
        ("Om half drie viel hij in de keuken.", "Hij viel in de keuken om half drie."),
        ("Het plekje is open, de plekjes zijn droog.", "De plekjes zijn droog, het plekje is open."),
    ],
)
def test_the_same_in_another_order_is_not(spoken, written):
    assert points(spoken, written) == []
