"""The clients' routes, and the import of a file."""

import httpx
import pytest

from tests.support import people as cast
from tests.unit.services.clients.workbooks import HEADING, workbook
from voice_report.services.clients import client_file

TOOS = {"id": "C-7", "firstName": "Toos", "lastName": "Bloem", "dateOfBirth": "1941-04-03"}
FILE = "id;voornaam;achternaam;geboortedatum\nC-1;Cor;Voorbeeld;17-5-1940\nC-7;Toos;Bloem;3-4-1941\nC-8;;Bloem;x\n"


async def send_file(client: httpx.AsyncClient, content: bytes | str, seen: str | None = None) -> httpx.Response:
    path = "/api/clients/import" + ("/preview" if seen is None else f"?seen={seen}")
    data = content.encode() if isinstance(content, str) else content
    return await client.post(path, content=data, headers={"Content-Type": "text/csv"})


CALLS = [
    ("GET", "/api/clients"),
    ("POST", "/api/clients"),
    ("POST", "/api/clients/import/preview"),
    ("POST", "/api/clients/import?seen=x"),
]


@pytest.mark.parametrize(("method", "path"), CALLS)
async def test_without_a_session_there_is_nothing(api, people, method: str, path: str) -> None:
    answer = await (await api()).request(method, path, json=TOOS)
    assert (answer.status_code, answer.json()["code"]) == (401, "not_signed_in")


@pytest.mark.parametrize("who", ["user", "platform_admin"])
@pytest.mark.parametrize(("method", "path"), CALLS[1:])
async def test_s01_only_the_administrator_keeps_clients(api, people, who: str, method: str, path: str) -> None:
    answer = await (await api(getattr(people, who))).request(method, path, json=TOOS)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")


async def test_s02_one_sees_the_own_organizations_clients_only(api, people, admin) -> None:
    await admin.post("/api/clients", json=TOOS)
    stranger = await api(people.outsider)
    assert [one["firstName"] for one in (await stranger.get("/api/clients")).json()["clients"]] == ["Dora"]
    other = await api(people.other_admin)
    assert (await other.post("/api/clients", json={**TOOS, "lastName": "Overkant"})).status_code == 201
    assert (await admin.get("/api/clients", params={"q": "c-7"})).json()["clients"] == [TOOS]


async def test_a_user_lists_and_searches_page_by_page(api, people, admin) -> None:
    for number in range(3):
        await cast.make_client(people.organization_id, f"N-{number}", "Nel", f"Naam{number}")
    user = await api(people.user)
    everyone = (await user.get("/api/clients")).json()
    assert [one["id"] for one in everyone["clients"]] == ["N-0", "N-1", "N-2", "C-1"]
    assert set(everyone["clients"][0]) == {"id", "firstName", "lastName", "dateOfBirth"}
    assert everyone["next"] is None
    first = (await user.get("/api/clients", params={"q": "nel", "limit": 2})).json()
    rest = (await user.get("/api/clients", params={"q": "nel", "limit": 2, "after": first["next"]})).json()
    assert [one["id"] for one in (*first["clients"], *rest["clients"])] == ["N-0", "N-1", "N-2"]


async def test_another_system_adds_with_its_own_id_and_changes_later(admin) -> None:
    made = await admin.post("/api/clients", json=TOOS)
    assert (made.status_code, made.json()) == (201, {"client": TOOS})
    again = await admin.post("/api/clients", json={**TOOS, "lastName": "Anders", "dateOfBirth": "3-4-1941"})
    assert (again.status_code, again.json()) == (200, {"client": {**TOOS, "lastName": "Anders"}})


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"id": ""}, "Id is verplicht"),
        ({"id": "=cmd"}, "Id begint met ="),
        ({"firstName": "x" * 300}, "Voornaam mag maximaal 100 tekens hebben"),
        ({"firstName": None}, "Voornaam is verplicht"),
        ({"lastName": "\u200e"}, "Achternaam is verplicht"),
        ({"dateOfBirth": "1940-02-31"}, "geen bestaande datum"),
        ({"dateOfBirth": "2199-01-01"}, "in de toekomst"),
        ({"dateOfBirth": None}, "Geboortedatum is verplicht"),
        ({"id": {"a": 1}}, "Ongeldige invoer: id"),
    ],
)
async def test_bad_fields_are_named(admin, changes: dict, sentence: str) -> None:
    answer = await admin.post("/api/clients", json={**TOOS, **changes})
    assert answer.status_code == 422
    assert sentence in answer.json()["message"]


async def test_a_file_is_previewed_and_then_saved(admin) -> None:
    told = (await send_file(admin, FILE)).json()
    assert (told["new"], told["changed"], told["same"], told["wrong"]) == (1, 0, 1, 1)
    assert told["sample"][1] == {"number": 3, "client": TOOS, "outcome": "new"}
    assert told["mistakes"][0]["number"] == 4
    assert len((await admin.get("/api/clients")).json()["clients"]) == 1, "nothing was saved"

    assert (await send_file(admin, FILE + "C-9;A;B;3-4-1941", told["fingerprint"])).status_code == 409
    done = await send_file(admin, FILE, told["fingerprint"])
    assert (done.status_code, done.json()) == (200, told)
    assert [one["id"] for one in (await admin.get("/api/clients")).json()["clients"]] == ["C-7", "C-1"]


@pytest.mark.parametrize(
    ("content", "status"),
    [
        ("", 422),
        (b"PK\x03\x04", 415),
        (b"\x00\x01\x02", 415),
        (b"x" * (client_file.MAX_BYTES + 1), 413),
        (b"x" * 20_000_000, 413),
        ("A;T;B;3-4-1941\n" * 50_001, 413),
    ],
    ids=["empty", "excel", "binary", "too many bytes", "far too many bytes", "too many lines"],
)
async def test_s23_a_file_that_can_not_be_used_is_refused(admin, content, status: int) -> None:
    answer = await send_file(admin, content)
    assert answer.status_code == status, answer.text
    assert answer.json()["message"].endswith(".")


async def test_s04_another_sites_page_sends_nothing(admin) -> None:
    for path in ("/api/clients", "/api/clients/import/preview", "/api/clients/import?seen=x"):
        answer = await admin.post(path, json=TOOS, headers={"Origin": "https://elders.example"})
        assert answer.status_code == 403


async def test_the_description_names_the_refusals(admin) -> None:
    paths = (await admin.get("/api/openapi.json")).json()["paths"]
    for path in ("/api/clients", "/api/clients/import", "/api/clients/import/preview", "/api/admin/invitations"):
        assert {"401", "403", "413", "422", "429"} <= set(paths[path]["post"]["responses"]), path
    kinds = paths["/api/clients/import"]["post"]["requestBody"]["content"]
    assert set(kinds) == {"text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}


async def test_a_workbook_is_previewed_and_saved_like_a_csv_file(admin) -> None:
    content = workbook(
        HEADING, ("C-7", "Toos", "Bloem", "3-4-1941"), ("C-8", None, "Bloem", "x"), Uitleg=[["Lees mij"]]
    )
    told = (await send_file(admin, content)).json()
    assert (told["new"], told["wrong"], told["sheet"], told["otherSheets"]) == (1, 1, "Blad1", ["Uitleg"])
    done = await send_file(admin, content, told["fingerprint"])
    assert (done.status_code, done.json()) == (200, told)


async def test_a_year_of_two_digits_is_asked_about(admin) -> None:
    path, content = "/api/clients/import/preview", b"A-1;Toos;Bloem;3-4-12"
    told = (await admin.post(path, content=content)).json()
    assert (told["new"], told["wrong"], told["unclear"], told["unclearAs"]) == (0, 1, 1, "3-4-12")
    told = (await admin.post(path, params={"century": "2000"}, content=content)).json()
    assert (told["new"], told["completed"], told["readAs"]) == (1, 1, "3-4-12 als 03-04-2012")
    assert (await admin.post(path, params={"century": "1800"}, content=content)).status_code == 422


async def test_lines_with_a_mistake_are_a_file_for_administrators(api, people):
    content = b"id;voornaam;achternaam;geboortedatum\nA-1;Toos;Bloem;31-4-1941\n"
    answer = await (await api(people.admin)).post("/api/clients/import/mistakes", content=content)
    assert answer.status_code == 200
    assert '"A-1";"Toos";"Bloem";"31-4-1941";"2";' in answer.json()["csv"]
    refused = await (await api(people.user)).post("/api/clients/import/mistakes", content=content)
    assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")
