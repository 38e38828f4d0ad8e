"""'Alles meenemen' over the API: a ZIP for administrators."""

import io
import zipfile

PATH = "/api/privacy/export"


async def test_administrators_get_a_whole_zip_and_others_nothing(api, people) -> None:
    for stranger in (people.user, people.platform_admin):
        assert (await (await api(stranger)).get(PATH)).status_code == 403
    answer = await (await api(people.admin)).get(PATH)
    assert answer.headers["content-type"] == "application/zip"
    assert answer.headers["content-disposition"].startswith('attachment; filename="alles-')
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    assert archive.testzip() is None
    assert people.client_id in archive.read("clients.csv").decode()
