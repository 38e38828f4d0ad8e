"""Every way out says the same values: paper, copied line, text, Word, PDF, JSON and CSV (S91, S92)."""

import csv
import io
import re
import subprocess

import docx
import pytest

from tests.conftest import ROOT
from tests.support import people as cast
from voice_report.services.archive import archive
from voice_report.services.audit.audited_reads import audited_read
from voice_report.services.drafts import drafts
from voice_report.services.exports import files
from voice_report.services.measurements import archived, of_draft, series
from voice_report.services.measurements import rows as rows_of

SAID = (
    "Bloeddruk zittend 161 over 97. Temperatuur 385. Saturatie 961. "
    "Gewicht tweeënvijftig, nee wacht, vierenvijftig kilo. "
    "Vorige week woog ze 56 kilo. Streefgewicht 63 kilo. De dochter heeft zelf 39,4 koorts. Pols 77."
)
REPORT = "## Situatie\n\nMevrouw is rustig.\n"
#: Figures that may stand nowhere: taken back, of last week, an aim, of the daughter, a doubt that is open, one refused.
NOT_MEASURED = ("52", "tweeënvijftig", "56", "63", "39,4", "961", "77")
MEASURED = ("161/97", "38,5", "54")
#: Words that say what a value means.
JUDGING = re.compile(
    r"\b(hoog|hoge|hoger|laag|lage|lager|verhoogd\w*|verlaagd\w*|afwijk\w*|normaal|normale|abnormaal|stijg\w*|daal\w*|"
    r"gestegen|gedaald|alarm\w*|gemiddeld\w*|totaal|trend\w*|te veel|te weinig|ernstig|gevaarlijk|kritiek)\b",
    re.IGNORECASE,
)


@pytest.fixture
async def people(db) -> cast.People:
    """Everybody; De Linde keeps an archive."""
    made = await cast.make_people()
    await cast.keep_archive(made.organization_id)
    return made


@pytest.fixture
async def draft(user):
    """A draft of which one doubt was typed, one is open, and one value was refused."""
    made = await drafts.save(user, transcript=SAID, structured_report=REPORT, client_id="C-1")
    of = {one.text: one.key for one in (await of_draft.look(user, made.id)).rows}
    await of_draft.answer(user, made.id, of["385 °C"], "typed", {"value": "38,5"})
    await of_draft.answer(user, made.id, of["77/min"], "wrong")
    return made


def texts_of(name: str, content: bytes) -> str:
    """Return the words of a file's table of measured values, and all that stands around it but the report's head."""
    if name == "txt":
        return content.decode()
    if name == "docx":
        file = docx.Document(io.BytesIO(content))
        cells = [cell.text for table in file.tables for row in table.rows for cell in row.cells]
        return "\n".join([*(one.text for one in file.paragraphs), *cells])
    read = subprocess.run(["pdftotext", "-layout", "-", "-"], input=content, capture_output=True, check=True)
    return read.stdout.decode()


def assert_only_measured(text: str) -> None:
    assert [one for one in MEASURED if one not in text] == []
    assert [one for one in NOT_MEASURED if re.search(rf"(?<![\d.,:-]){one}(?![\d:-])", text)] == []
    assert "getypt" in text
    assert JUDGING.findall(text) == []


def after_title(text: str) -> str:
    assert text.count("Metingen (zoals gezegd)") == 1
    return text.split("Metingen (zoals gezegd)")[1].split("\nTranscript\n")[0]


@pytest.mark.parametrize("wanted", ["txt", "docx", "pdf"])
async def test_s91_a_file_of_a_draft_or_a_report_has_the_measured_values_alone(user, draft, wanted):
    of_it = await files.of_draft(user, draft.id, wanted)
    assert_only_measured(after_title(texts_of(wanted, of_it.content)))
    report = await archive.save(user, client_id="C-1", transcript=SAID, structured_report=REPORT, draft_id=draft.id)
    of_archived = await files.of_report(user, report.id, wanted)
    assert_only_measured(after_title(texts_of(wanted, of_archived.content)))
    of_client = await files.of_client(user, "C-1", wanted)
    assert_only_measured(after_title(texts_of(wanted, of_client.content)))


async def test_s91_every_other_way_out_has_the_same_values(user, draft):
    shown = await of_draft.look(user, draft.id)
    assert [one.text for one in shown.rows if one.group == "asked"] == ["961%"]
    assert_only_measured(shown.line)
    measured = [one.text for one in shown.rows if one.group == "measured"]
    report = await archive.save(user, client_id="C-1", transcript=SAID, structured_report=REPORT, draft_id=draft.id)
    async with audited_read() as session:
        rows = await archived.of_report(session, user, report.id)
        over_time = await series.of_client(session, user, "C-1")
    assert_only_measured(rows_of.in_one_line(rows))
    _, content = await series.as_csv(user, "C-1")
    told = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig")), delimiter=";"))
    assert [one.text for one in rows] == measured == ["161/97 mmHg", "38,5 °C", "54 kg"]
    assert sorted(one.row.text for one in over_time.values.items) == sorted(measured)
    assert sorted(one["waarde"] for one in told) == ["161", "38,5", "54"]
    assert [one["toelichting"] for one in told if one["waarde"] == "38,5"] == ["getypt"]
    assert {one["gezegd"] for one in told} == {"161 over 97", "385", "vierenvijftig kilo"}


async def test_s92_no_text_around_values_says_what_they_mean(user, draft):
    shown = await of_draft.look(user, draft.id)
    of_the_row = [[one.label, one.question, one.why, *one.fields.values()] for one in shown.rows]
    assert JUDGING.findall(" ".join(text for texts in of_the_row for text in texts)) == []


@pytest.mark.parametrize("folder", ["voice_report/ui/islands/measurements", "voice_report/services/measurements"])
def test_s92_no_page_has_a_judging_word(folder):
    """But in what is said about the promise itself: 'zonder normaalwaarden of oordeel'."""
    found = []
    for path in sorted((ROOT / folder).iterdir()):
        if path.suffix in (".py", ".jsx", ".js", ".css"):
            found += [(path.name, one) for one in JUDGING.findall(path.read_text()) if one != "trend"]
    assert found == []


async def test_without_values_a_file_has_no_table(user):
    made = await drafts.save(user, transcript="Ze sliep goed.", structured_report=REPORT)
    for wanted in ("txt", "docx", "pdf"):
        assert "Metingen" not in texts_of(wanted, (await files.of_draft(user, made.id, wanted)).content)


async def test_s91_the_words_of_a_report_stay_as_they_are(user, draft):
    other = await drafts.save(user, transcript="Ze sliep goed.", structured_report=REPORT, client_id="C-1")
    alone = (await files.of_draft(user, other.id, "txt")).content.decode()
    with_values = (await files.of_draft(user, draft.id, "txt")).content.decode()
    words = alone[alone.index("Situatie") :]
    assert with_values.split("\nMetingen (zoals gezegd)")[0].endswith(words)
