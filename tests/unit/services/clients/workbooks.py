"""Workbooks as Excel saves them, and hostile ones, for tests."""

import zipfile
from collections.abc import Iterable
from io import BytesIO
from typing import Any

from openpyxl import Workbook

HEADING = ("id", "voornaam", "achternaam", "geboortedatum")

_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Override PartName="/xl/workbook.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>'
)
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PARTS = {
    "[Content_Types].xml": _TYPES,
    "xl/workbook.xml": (
        f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATIONS}">'
        '<sheets><sheet name="Blad1" sheetId="1" r:id="rId1"/></sheets></workbook>'
    ),
    "xl/_rels/workbook.xml.rels": (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f'<Relationship Id="rId1" Type="{_RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
    ),
    "xl/styles.xml": f'<styleSheet xmlns="{_MAIN}"/>',
}


def workbook(*rows: Iterable[Any], hidden: Iterable[int] = (), **others: Iterable[Iterable[Any]]) -> bytes:
    """Return a workbook with a sheet 'Blad1' of these rows, some ``hidden`` by number, and more sheets by name."""
    book = Workbook()
    sheets = {"Blad1": rows, **others}
    book.remove(book.worksheets[0])
    for name, content in sheets.items():
        sheet = book.create_sheet(name)
        for row in content:
            sheet.append(list(row))
    for number in hidden:
        book.worksheets[0].row_dimensions[number].hidden = True
    return saved(book)


def saved(book: Workbook) -> bytes:
    content = BytesIO()
    book.save(content)
    return content.getvalue()


def package(sheet: str, **parts: str | bytes) -> bytes:
    """Return a workbook of this XML in ``sheetData``, with more ``parts`` by their path; '' leaves a part out."""
    content = BytesIO()
    data = f'<worksheet xmlns="{_MAIN}"><sheetData>{sheet}</sheetData></worksheet>'
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in {**_PARTS, "xl/worksheets/sheet1.xml": data, **parts}.items():
            if part:
                archive.writestr(name, part)
    return content.getvalue()


def text_row(number: int, *cells: str) -> str:
    """Return the XML of a row of texts."""
    written = "".join(f'<c t="inlineStr"><is><t>{cell}</t></is></c>' for cell in cells)
    return f'<row r="{number}">{written}</row>'
