"""The API's description alone is enough to call it: names, closed sets, who is asked for a session, what may fail."""

import json
import re
from typing import Any

import pytest
from pydantic import TypeAdapter

from voice_report.web.api.app import create

METHODS = {"get", "post", "put", "patch", "delete"}
#: Of the description's bytes, those that are about failures.
MOST_ABOUT_FAILURES = 0.25
_REFERENCE = re.compile(r"#/components/schemas/(\w+)")


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    return create().openapi()


def _operations(described: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    found = [(method, path, one) for path, of in described["paths"].items() for method, one in of.items()]
    assert len(found) > 150
    assert {method for method, _, _ in found} <= METHODS
    return found


def _size(part: Any) -> int:
    return len(json.dumps(part, ensure_ascii=False, separators=(",", ":")))


def test_every_operation_has_a_name_of_its_own_and_says_what_it_does(described) -> None:
    names = [one["operationId"] for _, _, one in _operations(described)]
    assert len(set(names)) == len(names)
    assert [name for name in names if not re.fullmatch(r"[a-z]+([A-Z][a-z]+)*", name)] == []
    summaries = {one["operationId"]: one["summary"] for _, _, one in _operations(described)}
    assert {name: words for name, words in summaries.items() if not 10 <= len(words) <= 120} == {}


def test_no_shape_is_named_after_the_module_it_is_in(described) -> None:
    assert [name for name in described["components"]["schemas"] if "__" in name] == []


def test_every_tag_is_told(described) -> None:
    used = {tag for _, _, one in _operations(described) for tag in one["tags"]}
    assert used == {tag["name"] for tag in described["tags"]} - {"mail"}
    assert all(tag["description"].endswith(".") for tag in described["tags"])


async def test_whoever_is_asked_for_a_session_is_told_so(described, api) -> None:
    """Nobody calls everything: who needs no session according to the description is not refused for want of one."""
    [scheme] = described["components"]["securitySchemes"]
    nobody = await api()
    for method, path, one in _operations(described):
        asks = one["security"] == [{scheme: []}]
        assert asks or one["security"] == []
        if asks:
            answer = await nobody.request(method, re.sub(r"\{\w+\}", "1", path))
            assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in"), path
            assert "401" in one["responses"]


def test_a_failure_is_described_once_and_named_by_what_can_give_it(described) -> None:
    failures = described["components"]["responses"]
    for method, path, one in _operations(described):
        given = {status: answer for status, answer in one["responses"].items() if status >= "400"}
        if path == "/readyz":
            continue
        assert all(set(answer) == {"$ref"} for answer in given.values()), path
        assert all(answer["$ref"].rsplit("/", 1)[1] in failures for answer in given.values())
        takes_a_body = "requestBody" in one
        assert ("413" in given, "408" in given) == (takes_a_body, takes_a_body), path
        assert "429" in given or path == "/healthz"
        assert method == "get" or "403" in given, path
    about = sum(
        _size({status: answer}) for _, _, one in _operations(described) for status, answer in one["responses"].items()
        if status >= "400"
    ) + _size(failures)  # fmt: skip
    assert about / _size(described) < MOST_ABOUT_FAILURES


def test_closed_sets_are_enums(described) -> None:
    shapes = described["components"]["schemas"]
    assert shapes["UserOut"]["properties"]["role"]["enum"] == ["platform_admin", "admin", "user"]
    assert shapes["NewUserIn"]["properties"]["role"]["enum"] == ["admin", "user"]
    assert "unlimited" in shapes["NewOrganizationIn"]["properties"]["plan"]["enum"]
    assert shapes["ImportedLine"]["properties"]["outcome"]["enum"] == ["new", "changed", "same"]
    assert shapes["DeviceOut"]["properties"]["level"]["enum"] == ["password", "two_factor", "single_sign_on"]
    assert "send_again" in shapes["RecordingOut"]["properties"]["state"]["enum"]
    for name, shape in shapes.items():
        for field, told in shape.get("properties", {}).items():
            if field in ("role", "outcome", "state", "level"):
                whole = json.dumps(told) + "".join(
                    json.dumps(shapes[one]) for one in _REFERENCE.findall(json.dumps(told))
                )
                assert "enum" in whole, f"{name}.{field}"


def test_an_example_of_each_body_that_a_day_needs_is_one_that_is_accepted(described) -> None:
    from voice_report.web.api import clients
    from voice_report.web.api.accounts import sessions
    from voice_report.web.api.reports import archive, drafts, evidence, structuring

    bodies = (sessions.Credentials, clients.ClientIn, drafts.DraftIn, structuring.StructureIn, archive.ArchiveIn,
              evidence.EvidenceIn)  # fmt: skip
    for body in bodies:
        examples = described["components"]["schemas"][body.__name__]["examples"]
        assert examples
        for example in examples:
            assert TypeAdapter(body).validate_python(example).model_dump(by_alias=True, exclude_unset=True).keys() == (
                example.keys()
            )
