"""The API's description alone is enough to call it: names, closed sets, who is asked for a session, what may fail."""

import json
import re
from typing import Any

import pytest
from pydantic import TypeAdapter

from voice_report.web.api import _fields
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


#: Fields that say nothing but their name, because it says all: who and what somebody is, what is typed, and names that
#: another standard gives its fields (Web Authentication, OpenID Connect).
_SAID_BY_NAME = {
    "id", "email", "name", "firstName", "lastName", "displayName", "organizationName", "dateOfBirth", "password",
    "title", "domain", "word", "text", "key", "number", "success", "valid", "totalOrganizations", "totalUsers",
    "clientDataJSON", "attestationObject", "authenticatorData", "signature", "transports", "rpId", "userId",
    "allAcceptedCredentialIds", "logout_token",
}  # fmt: skip


def _explained(told: dict[str, Any]) -> bool:
    """Whether a field says what it is: in words, by a shape of its own, or by the set that it is one of."""
    return bool(told.get("description")) or any(part in json.dumps(told) for part in ('"$ref"', '"enum"', '"const"'))


def test_every_field_and_parameter_says_what_it_is(described) -> None:
    shapes, silent = described["components"]["schemas"], set()
    told = {(shape, name): one for shape, of in shapes.items() for name, one in of.get("properties", {}).items()}
    assert len(told) > 900
    silent = {name for (_, name), one in told.items() if not _explained(one)}
    assert silent == _SAID_BY_NAME
    unsaid = {f"{path}: {one['name']}" for _, path, operation in _operations(described)
              for one in operation.get("parameters", ()) if not _explained(one)}  # fmt: skip
    assert unsaid == set()


def test_whatever_may_be_null_says_what_that_means(described) -> None:
    for name, shape in described["components"]["schemas"].items():
        for field, told in shape.get("properties", {}).items():
            if {"type": "null"} in told.get("anyOf", ()):
                assert told.get("description"), f"{name}.{field}"


def test_a_version_that_is_sent_along_is_the_one_last_seen(described) -> None:
    shapes = described["components"]["schemas"]
    bodies = _REFERENCE.findall(json.dumps([one.get("requestBody") for _, _, one in _operations(described)]))
    sent = {name: told["description"] for name in bodies if (told := shapes[name].get("properties", {}).get("version"))}
    sent |= {path: one["description"] for _, path, of in _operations(described)
             for one in of.get("parameters", ()) if one["name"] == "version"}  # fmt: skip
    assert len(sent) > 10
    assert {name for name, words in sent.items() if words == _fields.NAMED["version"]} == set()


def test_words_of_a_name_are_those_of_a_field_that_has_none(described) -> None:
    used = {one["description"] for shape in described["components"]["schemas"].values()
            for one in shape.get("properties", {}).values() if "description" in one}  # fmt: skip
    used |= {one.get("description") for _, _, of in _operations(described) for one in of.get("parameters", ())}
    assert {name for name, words in _fields.NAMED.items() if words not in used} == set()
