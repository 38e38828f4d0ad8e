"""Input for a DPIA is a file that the government's form opens.

What the form accepts is written here in our own words, after ``schemas/assessment-output.v2.schema.json`` and
``sources/dpia.yaml`` (version 3.0) of github.com/MinBZK/par-dpia-form. Both are under the EUPL-1.2, which asks that a
copy goes on under its terms, so they are not in this repository.
"""

import json
import re
from datetime import datetime
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from voice_report.config import settings
from voice_report.db import session as database
from voice_report.services.privacy import dpia_form, privacy_file

_TASK = r"[0-9]+(\.[0-9]+)*(\[[0-9]+\])?"
_ANSWER = {
    "type": "object",
    "required": ["value", "lastEditedAt"],
    "properties": {"value": {"type": ["string", "null"]}, "lastEditedAt": {"type": "string"}},
}
ACCEPTED: dict[str, Any] = {
    "type": "object",
    "required": ["$schema", "metadata", "answers"],
    "properties": {
        "$schema": {
            "const": "https://github.com/MinBZK/par-dpia-form/blob/main/schemas/assessment-output.v2.schema.json"
        },
        "metadata": {
            "type": "object",
            "required": ["urn", "createdAt"],
            "properties": {"urn": {"pattern": r"^urn:nl:[a-z]+:[0-9]+\.[0-9]+$"}, "createdAt": {"type": "string"}},
        },
        "answers": {
            "type": "object",
            "propertyNames": {"pattern": f"^{_TASK}$"},
            "additionalProperties": {
                "oneOf": [
                    _ANSWER,
                    {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["_index"],
                            "propertyNames": {"pattern": f"^(_index|{_TASK})$"},
                            "properties": {"_index": {"type": "integer", "minimum": 0}},
                            "additionalProperties": {"oneOf": [_ANSWER, {"type": "integer"}]},
                        },
                    },
                ]
            },
        },
    },
}
#: Questions of version 3.0 that take a text and are asked once, and those of a group that can be repeated.
ONCE = {"0", "1.1", "2.3", "3.2", "4", "5.2", "6.2", "8.2", "10.2", "11.2", "12.4", "16.2", "17.2", "19.4.1", "19.5.4"}
REPEATED = {
    "2.1": {"2.1.1", "2.1.2", "2.1.3", "2.1.4"},
    "3.1": {"3.1.1", "3.1.2"},
    "16.1": {"16.1.1"},
    "20.1": {"20.1.1"},
}
TYPES = {"gewoon", "gevoelig", "bijzonder", "strafrechtelijk", "nationaal identificatienummer"}


@pytest.fixture
async def document(people, monkeypatch, db) -> dict[str, Any]:
    monkeypatch.setenv("STRUCTURE_ENGINE", "openai")
    monkeypatch.setenv("STRUCTURE_BASE_URL", "https://tekst.example/v1")
    settings.cache_clear()
    admin = await people.admin.current()
    own = {"officer": 'F. de "Groot" <fg@linde.example>', "purpose": "[Zorg](https://x.example) *en* `meer`"}
    await database.run_in_transaction(privacy_file.change, admin, own, version=1)
    file = await privacy_file.current(admin)
    assert dpia_form.file_name(file) == "privacydossier-versie-1-invoer-dpia.json"
    return json.loads(dpia_form.content(file))


async def test_the_file_is_what_the_form_accepts(document) -> None:
    Draft202012Validator(ACCEPTED).validate(document)
    assert document["metadata"]["urn"] == "urn:nl:dpia:3.0"
    assert datetime.fromisoformat(document["metadata"]["createdAt"]).tzinfo is not None
    for question, answer in document["answers"].items():
        if isinstance(answer, dict):
            assert question in ONCE
            assert answer["value"]
            continue
        assert [one.pop("_index") for one in answer] == list(range(len(answer)))
        assert all(one.keys() == REPEATED[question] for one in answer)
    assert document["answers"].keys() == ONCE | REPEATED.keys()
    assert {one["2.1.4"]["value"] for one in document["answers"]["2.1"]} <= TYPES


async def test_a_broken_file_is_refused_by_the_same_check(document) -> None:
    broken = [{**document, "answers": {**document["answers"], "x": answer}} for answer in document["answers"].values()]
    broken.append({**document, "answers": {"0": {"value": "geen moment"}}})
    broken.append({**document, "answers": {"2.1": [{"2.1.1": {"value": "geen plaats", "lastEditedAt": "nu"}}]}})
    assert not any(Draft202012Validator(ACCEPTED).is_valid(one) for one in broken)


async def test_what_only_people_judge_is_open_and_what_they_typed_is_text(document) -> None:
    answers = document["answers"]
    assert not re.search(r'"(14|15|17\.1|16\.1\.[2-8]|12\.[123])', json.dumps(list(answers)))
    assert answers["19.5.4"]["value"] == 'F. de "Groot" <fg@linde.example>'
    assert r"\[Zorg\](https://x.example) \*en\* \`meer\`" in answers["5.2"]["value"]
    assert "geen DPIA" in answers["0"]["value"]
    assert answers["11.2"]["value"] == "- Rechtsgrond (artikel 6 AVG): NIET INGEVULD (in te vullen door jullie)"
    assert "- DPIA: Is er een DPIA, of is vastgelegd waarom niet?\n" in answers["16.2"]["value"]
