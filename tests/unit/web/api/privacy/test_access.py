"""Who saw a client's dossier, over the API."""

from urllib.parse import quote

from voice_report.db import session as database
from voice_report.services.audit import trail

PATH = "/api/privacy/access"


async def test_administrators_get_it_and_others_do_not(api, people) -> None:
    async with database.transaction() as session:
        await trail.record(session, await people.user.current(), "view", "client", client_id=people.client_id)
    asked = {"clientId": people.client_id}
    for stranger, status in ((people.user, 403), (people.platform_admin, 403)):
        assert (await (await api(stranger)).get(PATH, params=asked)).status_code == status
    client = await api(people.admin)
    found = (await client.get(PATH, params=asked)).json()
    assert [(one["who"], one["what"], one["number"]) for one in found["lines"]] == [("Zorgmedewerker", "Bekeken", 1)]
    assert (await client.get(PATH, params=asked | {"names": True})).json()["lines"][-1]["who"] == people.user.name
    assert (await client.get(f"{PATH}?clientId={quote('er is geen')}")).status_code == 404
    assert (await client.get(PATH, params=asked | {"since": "2026-02-02", "until": "2026-02-01"})).status_code == 422
