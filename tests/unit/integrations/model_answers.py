"""Answers of a language model in every style, and the report that is made of them."""

import pytest

from tests.support.fakes.recorded import filled, shapes
from tests.unit.integrations.long.test_structuring_openai import sse
from voice_report.integrations.structuring.openai_compatible import OpenAICompatibleEngine
from voice_report.reporting.templates import DEFAULT
from voice_report.reporting.writing import Style
from voice_report.services.concepts import _writing
from voice_report.services.concepts._writing import WrittenReport

SAID = ("Mevrouw heeft vannacht goed geslapen.", "Zij heeft ontbeten.")
ANSWERS = {
    "letterlijk": '{"s":[1],"h":"observaties"}\n{"s":[2],"h":"observaties"}\n',
    "leesbaar": f'{{"s":[1],"h":"observaties","t":"{SAID[0]}"}}\n{{"s":[2],"h":"observaties","t":"{SAID[1]}"}}\n',
    "vrij": f"## Situatie\n\nNiet besproken\n\n## Observaties\n\n{' '.join(SAID)}\n\n## Uitgevoerde zorg\n\n"
    "Niet besproken\n\n## Evaluatie\n\nNiet besproken\n\n## Afspraken en vervolg\n\nNiet besproken\n",
}
THOUGHTS = {
    "letterlijk": 'Zin 1 misschien: {"s":[1],"h":"afspraken"} Nee, toch niet.\n{"s":[2],"h":"evaluatie"}\n',
    "leesbaar": f'Zin 1 misschien: {{"s":[1],"h":"afspraken","t":"{SAID[0]}"}} Nee.\n{{"s":[2],"h":"evaluatie"}}\n',
    "vrij": "Ik begin met\n## Situatie\n\nEen gedachte.\n\n## Observaties\n\nNog een gedachte.\n",
}
ECHO = {
    "model": "x",
    "stream": True,
    "temperature": 0,
    "messages": [{"role": "system", "content": "content policy, context length, system message only"}],
}
SHAPES = shapes("chat")
STYLES = tuple(ANSWERS)


def body(shape: dict, style: str) -> bytes:
    answer = ANSWERS[style]
    half = len(answer) // 2
    return filled(shape["body"], begin=answer[:half], rest=answer[half:], thought=THOUGHTS[style])


async def written(engine: OpenAICompatibleEngine, style: Style, said: str = " ".join(SAID)) -> WrittenReport:
    pieces = [piece async for piece in _writing.write(engine, said, DEFAULT, style)]
    assert isinstance(pieces[-1], WrittenReport)
    return pieces[-1]


def named(*expected: str) -> list:
    return [pytest.param(shape, id=shape["name"]) for shape in SHAPES if shape.get("expect", "answer") in expected]


def in_pieces(text: str, size: int) -> bytes:
    return sse(*({"content": text[at : at + size]} for at in range(0, len(text), size)))
