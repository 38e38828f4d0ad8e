"""The three forms of a report, read back by other programs: the same words in the same order, and nothing that acts."""

import io
import re
import shutil
import subprocess
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pikepdf
import pytest
from defusedxml import ElementTree
from docx2python import docx2python

from voice_report.errors import Invalid
from voice_report.reporting.templates import BUILT_IN
from voice_report.services.exports import _docx, _pdf, _text
from voice_report.services.exports._document import Document, blocks_of, facts

NASTY = """## Situatie

a & b <w:t>inj</w:t> ]]> <!-- x --> &amp; `#read("/etc/passwd")` $x$ #import "x" \\* **vet** en *schuin* \u202eom\u202c
@r tweede\tregel\x07\x0b\x1f \ufeff~ // geen commentaar /* ook niet */ = kop <label>

### Nader

š ğ ł ≤ ½ Ω Ж e\u0301

## Afspraken

1. een
2. twee
   - onder
     - dieper
       - diepst
3. drie

7. zeven
- los
"""
DEEP = "## Situatie\n\n" + "".join("  " * depth + "- trap\n" for depth in range(8))
LONG = "## Situatie\n\n" + "Mevrouw liep naar de keuken en at een boterham. " * 340

REPORTS = {"nasty": NASTY, "deep": DEEP, "no heading": "Goed geslapen.", "deep first": "#### Diep\n\nx\n\n## Weer\n\ny"}
for _key, _template in BUILT_IN.items():
    REPORTS[_key] = "".join(f"## {title}\n\nZin over {title}.\n\n- a\n- b\n\n" for title in _template.headings)


def made(report: str, **fields) -> Document:
    given = {
        "title": "Zorgrapportage",
        "status": "Concept",
        "facts": facts(
            ("Cliënt", "Zoë <b>&", ""), ("Geboren", "17-05-1940", "Geboren op 17-05-1940"), ("Leeg", "", "x")
        ),
        "blocks": blocks_of(report, "", empty=True),
        "review": "Nagekeken door Ursula, 26-11-2026, 09.04 uur",
        "made": "Zonder AI ingedeeld",
        "author": "Ursula Verzorger",
        "organization": "De Linde",
        "reference": "R-2026-4F7A9C21",
        "moment": datetime(2026, 11, 26, 8, 52, 1, 2, tzinfo=UTC),
        **fields,
    }
    return Document(**given)


def letters(text: str) -> str:
    """Return a text without white space and without the marks of its list items, which each reader shows otherwise."""
    return "".join(re.sub(r"(?m)^\s*(?:-{1,2}|[–•◦▪]|\d+[.)])\s+", "", text).split())


def shown(document: Document) -> str:
    return letters("\n".join(block.text for block in document.blocks))


def of_word(content: bytes) -> str:
    with docx2python(io.BytesIO(content)) as read:
        return letters(read.text)


def of_pdf(content: bytes) -> str:
    read = subprocess.run(["pdftotext", "-", "-"], input=content, capture_output=True, check=True)
    return letters(re.sub(r"\n[^\n]*De Linde\s+\d+ van \d+\n", "\n", read.stdout.decode()))


@pytest.mark.parametrize("report", [*REPORTS.values(), LONG], ids=[*REPORTS, "3,000 words"])
def test_s77_word_has_the_words_of_the_text_in_the_same_order(report: str):
    document = made(report)
    assert shown(document) in letters(_text.render(document).decode())
    assert shown(document) in of_word(_docx.render(document))


@pytest.mark.parametrize("report", [*REPORTS.values(), LONG], ids=[*REPORTS, "3,000 words"])
def test_s77_a_pdf_has_the_words_of_the_text_in_the_same_order(report: str):
    document = made(report)
    assert shown(document) in of_pdf(_pdf.render(document))


def test_s77_word_has_real_headings_and_lists_in_dutch_and_nothing_that_acts():
    with zipfile.ZipFile(io.BytesIO(_docx.render(made(NASTY)))) as file:
        parts = {name: file.read(name).decode() for name in file.namelist()}
    whole = "".join(parts.values())
    assert all(ElementTree.fromstring(content) is not None for content in parts.values())
    assert not [name for name in parts if re.search("thumbnail|embeddings|vba|media|customXml", name)]
    assert ("TargetMode" in whole, "w:instrText" in whole, "en-US" in whole) == (False, False, False)
    assert re.findall(r'w:instr="(\w+)"', whole) == ["PAGE", "NUMPAGES"]
    assert re.findall(r'<w:lang [^>]*w:val="([^"]+)"', parts["word/styles.xml"]) == ["nl-NL"]
    styles = re.findall(r'<w:pStyle w:val="(\w+)"', parts["word/document.xml"])
    assert styles == [
        "Title", "Aside", "Facts", "Facts", "Heading1", "Normal", "Heading2", "Normal", "Heading1", "ListNumber",
        "ListNumber", "ListBullet2", "ListBullet3", "ListBullet3", "ListNumber", "ListNumber", "ListBullet", "Signed",
        "Aside",
    ]  # fmt: skip
    assert set(styles) <= set(re.findall(r'w:styleId="(\w+)"', parts["word/styles.xml"]))
    assert re.findall(r'w:startOverride w:val="(\d+)"', parts["word/numbering.xml"]) == ["1", "7"]
    for value in ("Zorgrapportage", "Ursula Verzorger", "R-2026-4F7A9C21", "Zonder AI ingedeeld", "nl-NL"):
        assert f">{value}<" in parts["docProps/core.xml"]


def test_s77_a_pdf_is_archivable_and_accessible_and_has_nothing_that_acts():
    with pikepdf.open(io.BytesIO(_pdf.render(made(NASTY)))) as file:
        root = file.Root
        assert (str(root.Lang), bool(root.MarkInfo.Marked)) == ("nl-NL", True)
        with file.open_metadata() as metadata:
            ids = [metadata[key] for key in ("pdfaid:part", "pdfaid:conformance", "pdfuaid:part", "dc:title")]
        assert ids == ["2", "A", "1", "Zorgrapportage"]
        assert set(root.keys()).isdisjoint({"/OpenAction", "/AA", "/AcroForm"})
        assert "/EmbeddedFiles" not in root.get("/Names", {})
        assert not [page for page in file.pages if "/Annots" in page]
        fonts = [font for page in file.pages for font in page.Resources.Font.values()]
        assert len(fonts) > 1
        for font in fonts:
            (descendant,) = font.DescendantFonts
            assert "SourceSans3" in str(font.BaseFont)
            assert {"/FontFile2", "/FontFile3"} & set(descendant.FontDescriptor.keys())
        assert [tag for tag in _tags(root.StructTreeRoot) if tag in ("/H1", "/H2", "/L")] == [
            "/H1", "/H2", "/H1", "/L", "/L", "/L", "/L", "/L",
        ]  # fmt: skip


def test_s77_the_reports_of_a_client_begin_pages_and_their_headings_are_below_their_titles():
    parts = (made(REPORTS["soap"], status=""), made("## Situatie\n\nGoed.\n\n### Nader\n\nNiets.", status=""))
    document = made("", title="Zoë <b>", status="", review="", made="", parts=parts)
    styles = ["Heading1", "Heading2", "Heading2", "Heading2", "Heading2", "Heading1", "Heading2", "Heading3"]
    with zipfile.ZipFile(io.BytesIO(_docx.render(document))) as file:
        xml = file.read("word/document.xml").decode()
        assert set(styles) <= set(re.findall(r'w:styleId="(\w+)"', file.read("word/styles.xml").decode()))
    assert re.findall(r'<w:pStyle w:val="(Heading\d)"', xml) == styles
    assert re.findall(r'w:val="(\w+)"/><w:pageBreakBefore/>', xml) == ["Heading1", "Heading1"]
    content = _pdf.render(document)
    with pikepdf.open(io.BytesIO(content)) as file:
        tags = [tag for tag in _tags(file.Root.StructTreeRoot) if re.fullmatch(r"/H\d", tag)]
        assert (tags, len(file.pages)) == ([f"/H{style[-1]}" for style in styles], 3)
    assert all(shown(part) in read for part in parts for read in (of_pdf(content), of_word(_docx.render(document))))


def _tags(node) -> list[str]:
    """Return the types of the structure elements below a node, in order."""
    below = node.get("/K", [])
    found: list[str] = []
    for child in below if isinstance(below, pikepdf.Array) else [below]:
        if isinstance(child, pikepdf.Dictionary) and "/S" in child:
            found += [str(child.S), *_tags(child)]
    return found


@pytest.mark.parametrize("sign", ["👍", "👍🏽", "1\ufe0f\u20e3", "ש", "\ufffe", "★"])
def test_s77_a_character_without_a_glyph_is_named_and_nothing_is_replaced(sign: str):
    document = made(f"Het ging goed {sign} vandaag.")
    with pytest.raises(Invalid) as refused:
        _pdf.render(document)
    assert refused.value.code == "no_glyph"
    assert (
        refused.value.message == f"Deze rapportage heeft een teken dat niet in een PDF kan: {sign}. Kies Word of tekst."
    )
    assert "Hetginggoed" in of_word(_docx.render(document))


def test_a_transcript_without_a_report_is_its_paragraphs():
    assert blocks_of("", " \n", empty=True) == ()
    document = made("", blocks=blocks_of("", "# geen kop\nik *zei* het\n\nen dit", empty=True), made="", review="")
    assert _text.render(document).decode().split("\n\n", 1)[1] == "# geen kop\nik *zei* het\n\nen dit\n"
    assert shown(document) in of_word(_docx.render(document))


def test_a_pdf_of_very_many_items_is_refused_with_a_sentence():
    with pytest.raises(Invalid, match="te lang voor een PDF"):
        _pdf.render(made("- a\n" * 10_001))


def test_libreoffice_reads_the_same_words(tmp_path: Path):
    office = shutil.which("soffice")
    if office is None:
        pytest.skip("LibreOffice is not installed")
    given = {**REPORTS, "3,000 words": LONG}
    for number, report in enumerate(given.values()):
        (tmp_path / f"{number}.docx").write_bytes(_docx.render(made(report)))
    home = f"-env:UserInstallation={tmp_path.as_uri()}/office"
    files = sorted(path.name for path in tmp_path.glob("*.docx"))
    command = [office, home, "--headless", "--convert-to", "txt:Text (encoded):UTF8", "--outdir", tmp_path, *files]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    for number, report in enumerate(given.values()):
        assert shown(made(report)) in letters((tmp_path / f"{number}.txt").read_text("utf-8-sig"))


MARK = {"generator": "Spraakrapport", "ai-assisted": "true", "ai-style": "leesbaar", "ai-party": 'Taal & "co" <x>'}


def test_s66_word_says_to_programs_how_it_was_made() -> None:
    """Read as any program reads custom properties: by the relation of the package, and their names."""
    with zipfile.ZipFile(io.BytesIO(_docx.render(made("Goed geslapen.", mark=MARK)))) as file:
        relations = ElementTree.fromstring(file.read("_rels/.rels"))
        (target,) = [one.get("Target") for one in relations if one.get("Type", "").endswith("/custom-properties")]
        properties = ElementTree.fromstring(file.read(str(target).lstrip("/")))
        types = file.read("[Content_Types].xml").decode()
    assert {one.get("name"): one[0].text for one in properties} == MARK
    assert [one.get("pid") for one in properties] == ["2", "3", "4", "5"]
    assert "custom-properties+xml" in types


def test_s66_pdf_says_to_programs_how_it_was_made() -> None:
    with pikepdf.open(io.BytesIO(_pdf.render(made("Goed geslapen.", mark=MARK)))) as file:
        metadata = file.open_metadata()
        said = f"{metadata.get('pdf:Keywords')} {metadata.get('dc:subject')}"
    assert [one for one in (f"{name}={value}" for name, value in MARK.items()) if one not in said] == []


def test_s66_a_file_without_a_mark_has_none() -> None:
    with zipfile.ZipFile(io.BytesIO(_docx.render(made("Goed geslapen.")))) as file:
        assert "docProps/custom.xml" not in file.namelist()
