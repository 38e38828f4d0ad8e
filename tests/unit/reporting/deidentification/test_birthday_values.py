"""Values with the figures of the chosen client's day of birth stay; the day itself does not."""

from datetime import date
from itertools import product

import pytest

from tests.unit.reporting.deidentification.sending import NOBODY, TODAY, sent
from voice_report.dutch.person_names import name_parts
from voice_report.dutch.word_sets import word_list
from voice_report.reporting.deidentification import Known, Person, mask
from voice_report.reporting.deidentification.scan import scan

#: Days of birth that are a range or a fraction too, and those that are a pressure too.
LOW = word_list("1-2 1-3 2-3 1-4 3-4 2-4 2-5 3-5 3-6 4-6 4-5 5-6 5-7 6-8 5-10 7-8 8-10 8-12 7-10 10-12")
HIGH = word_list(
    "11-7 12-8 12-7 13-8 14-8 14-9 13-7 15-9 16-9 16-10 17-10 12-6 15-8 18-11 11-6 10-6 17-9 13-9 20-12 9-5"
)
MONTHS = word_list("januari februari maart april mei juni juli augustus september oktober november december")
OF_ALL = (
    "Bloeddruk {0}/{1}.", "De bloeddruk was {0}/{1}, pols 72.", "RR {0}/{1} gemeten.", "Een bloeddruk van {0}/{1}.",
    "Tensie {0}/{1} en pols 80.", "Bloeddruk is nu {0}/{1} mmHg.", "Vanochtend RR: {0}/{1}.", "Kreeg {0}/{1} mg.",
    "Bloeddruk was {0}/{1} vandaag.", "De bloeddruk is vandaag {0}/{1}.", "RR vanochtend {0}/{1}, pols 72.",
    "Bloeddruk eerst {0}/{1}, later {0}/{1}.", "In {2} {3} keer gebeld en {0}/{1} mmHg gemeten.",
)  # fmt: skip
RANGES = (
    "Ze liep {0}-{1} keer.", "Neemt {0}/{1} tablet.", "At {0}-{1} plakjes.", "Dronk {0}-{1} glazen water.",
    "Ongeveer {0}-{1} uur geslapen.", "De wond is {0}-{1} cm.", "Sinds {0}-{1} dagen hoest ze.", "Pijnscore {0}/{1}.",
    "NRS {0}-{1}.", "At {0}/{1} van de portie.", "Dronk {0}/{1} beker.", "Plast {0}-{1} per nacht.",
    "{0}-{1}x per dag oefenen.", "Glucose tussen {0}-{1}.", "Zuurstof {0}-{1} liter.", "Een score van {0}/{1}.",
    "Tot {0}-{1} maal toe.", "Insuline {0}-{1} E.", "Verlies {0} - {1} %.", "Kracht {0}/{1} links.",
    "Decubitus categorie {0}/{1}.", "Glas {0}/{1} vol.", "Hij kreeg er {0}-{1}.", "Ze at er nog {0}-{1}, later thee.",
)  # fmt: skip
PRESSURES = (
    "Hij had bloeddruk {0}/{1} bij opstaan.", "RR li {0}/{1}, re {0}/{1}.", "Bloeddruk ongeveer {0}/{1}.",
    "Tensie was weer {0}/{1}.", "Bloeddruk liggend {0}/{1} en staand {0}/{1}.", "Gemeten: bloeddruk {0}/{1}.",
    "Bloeddruk {0} / {1} gemeten.", "Bloeddruk laag: {0}/{1}.", "Bloeddruk links {0}/{1}.", "De RR gaf {0}/{1}.",
    "Met bloeddruk {0}/{1} naar bed.", "Hoge bloeddruk: {0}/{1}.", "De bloeddruk zakte naar {0}/{1}.",
    "Bloeddruk steeg tot {0}/{1}.", "{0}/{1} mmHg.", "Dosis {0}/{1} milligram.", "RR {0}/{1}; pols 64.",
    "Een tensie van {0}/{1} gemeten.", "RR nu {0}/{1} en daarna {0}/{1}.", "{0}/{1}% weg.",
)  # fmt: skip
WEIGHED = ("Op {0} {2} {3} kg gewogen.", "Op {0} {2}, {3} kilo.", "Op {0}-{1}, {3} kilo.")
DATED = (
    "Dat was {} volgens de dochter.", "RR op {} was 140/90.", "Bloeddruk {}: 140/90.", "Bloeddruk {} was 140/90.",
    "De bloeddruk van {} was 140/90.", "Pijnscore {}: 4.", "Bloeddruk 140/90, {} huisarts gebeld.",
    "Op {} dag en nacht gebeld.", "Bloeddruk {} 140/90.", "Jarig op {} mensen kwamen.", "Bloeddruk {} gemeten: 140/90.",
    "Mevrouw {} kwam.", "Op {} liepen we buiten.", "Pijnscore {} was 4.",
    "Hij was er {}.", "Ze kwam er {} weer.",
)  # fmt: skip


def births(days: list[str]) -> list[tuple[date, Known]]:
    """Return people born on these days, with whom a text is about."""
    found = []
    for number, day in enumerate(days):
        born = date(1931 + number * 7 % 40, int(day.split("-")[1]), int(day.split("-")[0]))
        found.append((born, Known(TODAY, (Person("1", name_parts("Jet", "Wolk"), born=born, is_chosen=True),))))
    return found


def filled(value: str, born: date) -> str:
    return value.format(born.day, born.month, MONTHS[born.month - 1], born.year % 100)


@pytest.mark.parametrize(("days", "values"), [(LOW, RANGES), (HIGH, PRESSURES)])
def test_a_measured_value_or_what_is_counted_is_no_day_of_birth(days: list[str], values: tuple[str, ...]) -> None:
    for (born, known), value in product(births(days), (*OF_ALL, *values)):
        text = filled(value, born)
        assert sent(text, known) == text
        assert scan(text, [f"{born.day}/{born.month}", f"{born.day}-{born.month}"], born=[born]) == frozenset()


def test_a_weight_behind_a_day_is_no_year() -> None:
    for (born, known), value in product(births(LOW + HIGH), WEIGHED):
        text = filled(value, born)
        made = mask([text], known)
        assert [str(hit.kind) for hit in made.hits[0]] == ["GEBOORTEDATUM"], text
        assert f"{born.year % 100} ki" in made.texts[0] or f"{born.year % 100} kg" in made.texts[0], made.texts
        assert scan(made.texts[0], made.vault.values.values(), born=[born]) == frozenset()
    for said in (
        "Op 3 maart 72 kg.",
        "Op drie maart tweeënzeventig kilo.",
        "Op 3 maart 2000 ml.",
        "Mei 12, 15 mei 16 x.",
    ):
        assert sent(said, NOBODY) == said


def test_where_it_is_in_doubt_the_day_of_birth_is_masked() -> None:
    for (born, known), context in product(births(LOW[::3] + HIGH[::3]), DATED):
        day, month, name = born.day, born.month, MONTHS[born.month - 1]
        for said in (f"{day}-{month}", f"{day}/{month}", f"{day:02}-{month:02}", f"{day} - {month}", f"{day} {name}"):
            assert said not in sent(context.format(said), known), context.format(said)
            whole = context.format(f"{said} {born.year}")
            assert str(born.year) not in sent(whole, known), whole


def test_a_day_is_looked_for_with_what_is_around_it_in_a_long_text_too() -> None:
    counted = "Ze liep 2-3 keer, bloeddruk 12/8, en toen. "
    for blanks in range(0, 60, 9):
        assert scan(" " * blanks + counted * 700, ["2-3", "12/8"]) == frozenset()
    for at in range(9_960, 10_010, 7):
        assert scan(("de " * 4_000)[:at] + " op 12/8 kwam ze" + " de" * 4_000, ["12/8"]) == {"value"}, at
