"""What is read from a language model's answer: whole lines, in whatever pieces they come, whatever is around them."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voice_report.reporting.writing.lines import LONGEST_LINE, Line, LineReader

WHOLE = '{"s":[3,4],"h":"observaties","t":"De wond meet 3 bij 2 centimeter."}'
LINE = Line((2, 3), "observaties", "De wond meet 3 bij 2 centimeter.")
NAMED = Line((2, 3), "")


def read(answer: str, size: int = 7) -> list[Line]:
    reader = LineReader()
    found = [line for at in range(0, len(answer), size) for line in reader.feed(answer[at : at + size])]
    return found + reader.close()


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (WHOLE, [LINE]),
        (f"{WHOLE}\n{WHOLE}\r\n\n{WHOLE}", [LINE] * 3),
        (f"Hier is het verslag:\n```json\n{WHOLE}\n```\nKlaar!", [LINE]),
        (f"[\n  {WHOLE},\n  {WHOLE}\n]", [LINE] * 2),
        (f"[{WHOLE},{WHOLE}]", [LINE] * 2),
        ('{\n  "s": [3, 4],\n  "h": "plan"\n}', [Line((2, 3), "plan")]),
        ('{"s":[3,4],"h":"plan","t":"Zo.",}', [Line((2, 3), "plan", "Zo.")]),
        ('{"s":[3,3,1],"h":"plan","extra":[1,{"a":2}]}', [Line((2, 0), "")]),
        (
            '{"s":[3],"h":"plan","t":"Ze zei \\"au {hier}\\" \\u00e9n\\nging."}',
            [Line((2,), "plan", 'Ze zei "au {hier}" én\nging.')],
        ),
        ('{"s":[0,-1,99999],"h":"plan"}', [Line((-1, -2, 99998), "plan")]),
        ('{"s":[3,4],"h":"obs\n' + WHOLE, [NAMED, LINE]),
        ('{"s":[3,4],\n' + WHOLE, [NAMED, LINE]),
        ('{"s":[3,4],"h":"observaties","t":"De wo', [NAMED]),
        ('{"s":[3,4],"h":5}', [NAMED]),
        ('{"s":[3,4],"h":"plan","t":["a"]}', [NAMED]),
        ('{"s":["3",4],"h":"plan"}', [Line((2, 3), "plan")]),
        ('{"s":"3","h":"plan"}', [Line((2,), "plan")]),
        ('{"s":3,"h":"plan"}', [Line((2,), "plan")]),
        ('{"s":3.0,"h":["plan"]}', [Line((2,), "plan")]),
        ('{"s":"[3, 4]","h":"plan"}', [Line((2, 3), "plan")]),
        ('{"s":"zinnen 3 en 4","h":"plan"}', [Line((2, 3), "plan")]),
        ('{"s":[3,4,],"h":"plan","t":"Zo, ]",}', [Line((2, 3), "plan", "Zo, ]")]),
        ('{"S":[3],"H":"plan","T":"Zo."}', [Line((2,), "plan", "Zo.")]),
        ('{"zinnen":[3],"kop":"plan","tekst":"Zo."}', [Line((2,), "plan", "Zo.")]),
        ("{'s': [3, 4], 'h': 'plan', 't': \"'s Avonds.\"}", [Line((2, 3), "plan", "'s Avonds.")]),
        ("{s: [3, 4], h: plan}", [NAMED]),
        ('{"lines":[{"s":[3],"h":"plan"}]}', [Line((2,), "plan")]),
        ('{"s":"drie","h":"plan"}', []),
        ('{"s":"3-5","h":"plan"}', [Line((2, 3, 4), "plan")]),
        ('{"s":["1-3"],"h":"plan"}', [Line((0, 1, 2), "plan")]),
        ('{"s":["1 t/m 3", "7–8"],"h":"plan"}', [Line((0, 1, 2, 6, 7), "plan")]),
        ('{"s":["1.0"],"h":"plan"}', [Line((0,), "plan")]),
        ('{"s":["#1", "zin 2"],"h":"plan"}', [Line((0, 1), "plan")]),
        ('{"s":[[1,2],3],"h":"plan"}', [Line((0, 1, 2), "plan")]),
        ('{"s":"5-3","h":"plan"}', [Line((4,), "")]),
        ('{"s":["1-3"],"h":"pl', [Line((0, 1, 2), "")]),
        (f"{WHOLE} Nee, toch niet.\n{WHOLE}", [NAMED, LINE]),
        (f"{WHOLE} // wond\n{WHOLE}; # wond\n{WHOLE}.", [LINE] * 3),
        ('{"regels":[' + WHOLE + '],"uitleg":"zin 1 en 2 horen samen"}', [LINE]),
        ('{"s":[3.5],"h":"plan"}', [Line((2,), "")]),
        ('{"s":1e999,"h":"plan"}', []),
        ('{"s":[true],"h":"plan"}', []),
        ('{"s":[3,4,"h":"plan"}', [NAMED]),
        ('{"s":[],"h":"plan"}', []),
        ('{"h":"plan","t":"Alles is goed."}', []),
        ("## Situatie\n\nMevrouw sliep goed. Alle doelen zijn behaald.", []),
        ("<html><body>{</body>", []),
        ("", []),
        ("null", []),
        ("}{}{", []),
        ("\\", []),
        ('{"s":[3,4],"h":"' + "[" * 3_000 + '"}', [Line((2, 3), "[" * 3_000)]),
        ('{"s":[3,4],"h":' + "[" * 3_000, [NAMED]),
        ('{"s":[3,4],"t":"' + "bla " * LONGEST_LINE + '{"s":[1],"h":"plan"}"}\n' + WHOLE, [NAMED, LINE]),
    ],
)
def test_lines_are_found_whatever_is_around_them(answer: str, expected: list[Line]) -> None:
    for size in (1, 2, 7, len(answer) or 1):
        assert read(answer, size) == expected


def test_a_line_is_there_when_it_ends():
    reader = LineReader()
    assert reader.feed(WHOLE[:-1]) == []
    assert reader.is_open
    assert reader.feed("}") == []
    assert not reader.is_open
    assert reader.feed("\n") == [LINE]
    assert reader.feed(f"{WHOLE},{WHOLE}") == [LINE]
    assert reader.close() == [LINE]


@pytest.mark.parametrize("numbers", ['["1-999999"]', '"1 t/m 999999"', "[" * 5_000, "[" * 500 + "]" * 500])
def test_a_range_without_an_end_takes_no_memory(numbers: str) -> None:
    assert all(len(one.sentences) <= 1_001 for one in read('{"s":' + numbers + ',"h":"plan"}'))


@given(st.text(alphabet='{}[]"\\,:sht01 \né\u2028', max_size=300), st.integers(1, 9))
@settings(max_examples=150)
def test_nothing_raises_and_the_cut_makes_no_difference(answer: str, size: int) -> None:
    assert read(answer, size) == read(answer, 300)


@pytest.mark.parametrize(
    "unit",
    ["a", "{", "}", '"', "\\", "{}", '{"s":[1', '{"s":[1],"h":"a"}\n', '{"t":"' + "a" * 4_000, "[", "\n", '{"a":[{'],
)
def test_a_hundred_thousand_characters_take_linear_time_and_little_memory(unit: str) -> None:
    answer, reader = unit * (100_000 // len(unit)), LineReader()
    started, kept = time.process_time(), 0
    for at in range(0, len(answer), 4_096):
        reader.feed(answer[at : at + 4_096])
        kept = max(kept, sum(map(len, reader._open)))
    assert kept <= LONGEST_LINE + 1
    assert time.process_time() - started < 10


def test_single_characters_take_no_more_memory() -> None:
    reader = LineReader()
    for character in '{"s":[1],"t":"' + "a" * 20_000:
        reader.feed(character)
        assert len(reader._open) <= LONGEST_LINE + 1
