"""A report for Word and other word processors: a document with styles of ours, real headings and real lists."""

import html
import io
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from ...reporting.markdown import Block, Run
from ._document import MEASURED, MEASURED_TITLE, Document, is_silent

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006"
_CUSTOM = "{D5CDD505-2E9C-101B-9397-08002B2CF9AE}"  # of properties with names of one's own
_STYLES = Path(__file__).parent / "word" / "styles.xml"
#: Parts of python-docx's own template that ours does without: a picture of it, its theme, its styles once more.
_NOT_OURS = ("thumbnail", "customXml", "stylesWithEffects", "theme", "webSettings", "fontTable")
#: Page A4 with its margins, in twentieths of a point.
_PAGE = {"w": "11906", "h": "16838"}
_MARGINS = {"top": "1247", "right": "1134", "bottom": "1247", "left": "1418", "header": "709", "footer": "709"}

_BULLETS, _NUMBERS = 1, 2  # the definitions of lists
_DEEPEST = 5
_INDENT = 357  # twentieths of a point for each level of a list

#: What XML 1.0 has no place for (section 2.2); most of it is removed before, where text comes in.
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(document: Document) -> bytes:
    """Return the file (Office Open XML, ISO/IEC 29500)."""
    import docx
    from docx.oxml import parse_xml

    file: Any = docx.Document(io.BytesIO(_template()))
    _set_properties(file.core_properties, document)
    _add_mark(file.part.package, document)
    _set_foot(file.sections[0].footer.paragraphs[0], document)
    writer = _Writer()
    writer.add_document(document)
    page = file.element.body[-1].xml  # with the foot
    body = f"<w:body>{''.join(writer.paragraphs)}{page}</w:body>"
    file.part._element = parse_xml(f'<w:document xmlns:w="{_W}" xmlns:r="{_R}">{body}</w:document>')
    numbering = file.part.numbering_part
    known = numbering.element.xml.removesuffix("\n").removesuffix("</w:numbering>")
    numbering._element = parse_xml(f"{known}{''.join(writer.lists)}</w:numbering>")
    saved = io.BytesIO()
    file.save(saved)
    return saved.getvalue()


class _Writer:
    """Makes paragraphs, and the numbered lists that they need, as XML.

    They are parsed at once: python-docx makes an object for each element, which takes a minute for a long report.
    """

    def __init__(self) -> None:
        self.paragraphs: list[str] = []
        self.lists: list[str] = []
        self._counts: list[tuple[int, int]] = []  # by depth, of the open numbered lists: the list and its last number

    def add_document(self, document: Document, level: int = 0) -> None:
        """Add a document with its parts; ``level`` is that of its title, 0 for the file's."""
        self.add(_heading(level), [[Run(document.title, "")]], page=level > 0)
        if document.status:
            self.add("Aside", [[Run(document.status, "")]])
        for fact in document.facts:
            self.add("Facts", [[Run(f"{fact.label}\t", ""), Run(fact.value, "b")]])
        for section in document.sections:
            if section.title:
                self.add(_heading(level + 1), section.title.lines)
            for block in section.blocks:
                self.add_block(block, level + 2)
        if document.measurements:
            self.add(_heading(level + 1), [[Run(MEASURED_TITLE, "")]])
            self.add_table(MEASURED, document.measurements)
        for style, line in zip(("Signed", "Aside"), filter(None, (document.review, document.made)), strict=False):
            self.add(style, [[Run(line, "")]])
        for part in document.parts:
            self.add_document(part, level + 1)

    def add_block(self, block: Block, level: int) -> None:
        """Add a block; a heading is of this ``level``."""
        if block.kind != "item":
            self._counts = []
            style = _heading(level) if block.kind == "heading" else "Aside" if is_silent(block) else "Normal"
            self.add(style, block.lines)
        elif block.number is None:
            del self._counts[block.depth :]
            style = ("ListBullet", "ListBullet2", "ListBullet3")[min(block.depth, 2)]
            self.add(style, block.lines, listed=(_BULLETS, block.depth))
        else:
            self.add("ListNumber", block.lines, listed=(self._list_of(block.depth, block.number), block.depth))

    def add(
        self, style: str, lines: list[list[Run]], *, listed: tuple[int, int] | None = None, page: bool = False
    ) -> None:
        """Add a paragraph; ``listed`` is its list and its level in that; ``page``: it begins a page."""
        extra = "<w:pageBreakBefore/>" if page else ""
        if listed:
            extra += f'<w:numPr><w:ilvl w:val="{listed[1]}"/><w:numId w:val="{listed[0]}"/></w:numPr>'
        runs = "<w:r><w:br/></w:r>".join("".join(map(_run, line)) for line in lines)
        self.paragraphs.append(f'<w:p><w:pPr><w:pStyle w:val="{style}"/>{extra}</w:pPr>{runs}</w:p>')

    def add_table(self, head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
        """Add a table whose first row repeats on each page, with an empty line below it."""
        edges = "".join(f'<w:{one} w:val="single" w:sz="4" w:color="8A948F"/>' for one in ("top", "bottom", "insideH"))
        rows_of = [_row(head, style="b", extra="<w:trPr><w:tblHeader/></w:trPr>"), *(_row(one) for one in rows)]
        look = f'<w:tblPr><w:tblW w:w="5000" w:type="pct"/><w:tblBorders>{edges}</w:tblBorders></w:tblPr>'
        grid = f"<w:tblGrid>{'<w:gridCol/>' * len(head)}</w:tblGrid>"
        self.paragraphs.append(f"<w:tbl>{look}{grid}{''.join(rows_of)}</w:tbl>")
        self.add("Normal", [])

    def _list_of(self, depth: int, number: int) -> int:
        """Return the list of an item that has this number: the open one when it counts on, or one that begins there."""
        del self._counts[depth + 1 :]
        if len(self._counts) > depth and self._counts[depth][1] + 1 == number:
            found = self._counts[depth][0]
        else:
            found = _NUMBERS + len(self.lists) + 1
            start = f'<w:lvlOverride w:ilvl="{depth}"><w:startOverride w:val="{number}"/></w:lvlOverride>'
            self.lists.append(f'<w:num w:numId="{found}"><w:abstractNumId w:val="{_NUMBERS}"/>{start}</w:num>')
        del self._counts[depth:]
        self._counts += [(0, -2)] * (depth - len(self._counts)) + [(found, number)]
        return found


def _row(cells: tuple[str, ...], style: str = "", extra: str = "") -> str:
    paragraphs = (f'<w:p><w:pPr><w:pStyle w:val="Normal"/></w:pPr>{_run(Run(one, style))}</w:p>' for one in cells)
    return f"<w:tr>{extra}{''.join(f'<w:tc>{one}</w:tc>' for one in paragraphs)}</w:tr>"


@lru_cache(maxsize=1)
def _template() -> bytes:
    """Return an empty document with our styles and lists, in Dutch."""
    import docx
    from docx.oxml import parse_xml

    file: Any = docx.Document()
    for rels in (file.part.package.rels, file.part.rels):
        for key in [key for key, rel in rels.items() if rel.reltype.rsplit("/", 1)[-1] in _NOT_OURS]:
            del rels[key]
    file.part._styles_part._element = parse_xml(_STYLES.read_bytes())
    numbering = file.part.numbering_part.element
    numbering[:] = []
    for key, form, mark in ((_BULLETS, "bullet", "–"), (_NUMBERS, "decimal", "")):
        kind = _sub(numbering, "abstractNum", abstractNumId=str(key))
        _sub(kind, "multiLevelType", val="multilevel")
        for level in range(_DEEPEST + 1):
            one = _sub(kind, "lvl", ilvl=str(level))
            _sub(one, "start", val="1")
            _sub(one, "numFmt", val=form)
            _sub(one, "lvlText", val=mark or f"%{level + 1}.")
            _sub(one, "lvlJc", val="left")
            _sub(_sub(one, "pPr"), "ind", left=str(_INDENT * (level + 1)), hanging=str(_INDENT))
    for key in (_BULLETS, _NUMBERS):
        _sub(_sub(numbering, "num", numId=str(key)), "abstractNumId", val=str(key))
    settings = file.settings.element
    for name, value in (("themeFontLang", "nl-NL"), ("decimalSymbol", ","), ("listSeparator", ";")):
        (found,) = (one for one in settings if one.tag.endswith("}" + name))
        found.attrib.clear()
        found.set(_name("val"), value)
    section = file.sections[0]._sectPr
    for element, values in ((section.pgSz, _PAGE), (section.pgMar, _MARGINS)):
        for key, value in values.items():
            element.set(_name(key), value)
    saved = io.BytesIO()
    file.save(saved)
    return saved.getvalue()


def _set_properties(properties: Any, document: Document) -> None:
    properties.title = _storable(document.title)
    properties.author = properties.last_modified_by = _storable(document.author)
    properties.subject = _storable(document.reference or document.status)
    properties.keywords = _storable(document.made)
    properties.comments = ""
    properties.language = "nl-NL"
    properties.created = properties.modified = document.moment
    properties.revision = 1


def _add_mark(package: Any, document: Document) -> None:
    """Add how the report came to be as custom properties (ISO/IEC 29500-1, 15.2.12.2), which programs read."""
    from docx.opc.packuri import PackURI
    from docx.opc.part import Part

    if not document.mark:
        return
    properties = "".join(
        f'<property fmtid="{_CUSTOM}" pid="{number}" name="{html.escape(name)}">'
        f"<vt:lpwstr>{html.escape(_storable(value))}</vt:lpwstr></property>"
        for number, (name, value) in enumerate(document.mark.items(), 2)
    )
    xml = (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
        f'<Properties xmlns="{_OFFICE}/custom-properties" xmlns:vt="{_OFFICE}/docPropsVTypes">{properties}</Properties>'
    )
    kind = "application/vnd.openxmlformats-officedocument.custom-properties+xml"
    part = Part(PackURI("/docProps/custom.xml"), kind, xml.encode(), package)
    package.relate_to(part, f"{_R}/custom-properties")


def _set_foot(paragraph: Any, document: Document) -> None:
    """Write the foot of each page: which report it is, whose, and 'Bladzijde 1 van 2' in fields."""
    paragraph.style = "footer"
    whose = ", ".join(filter(None, (document.title, document.reference, document.organization)))
    paragraph.add_run(_storable(f"{whose}\tBladzijde "))
    _sub(_sub(_sub(paragraph._p, "fldSimple", instr="PAGE"), "r"), "t").text = "1"
    paragraph.add_run(" van ")
    _sub(_sub(_sub(paragraph._p, "fldSimple", instr="NUMPAGES"), "r"), "t").text = "1"


def _heading(level: int) -> str:
    return f"Heading{level}" if level else "Title"


def _run(run: Run) -> str:
    text = html.escape(_storable(run.text), quote=False)
    parts = "<w:tab/>".join(f'<w:t xml:space="preserve">{part}</w:t>' if part else "" for part in text.split("\t"))
    marks = f"<w:rPr>{''.join(f'<w:{mark}/>' for mark in run.style)}</w:rPr>" if run.style else ""
    return f"<w:r>{marks}{parts}</w:r>"


def _storable(text: str) -> str:
    return _NO_XML.sub("", text)


def _sub(parent: Any, name: str, **attributes: str) -> Any:
    """Append an element of WordprocessingML and return it."""
    element = parent.makeelement(_name(name), {_name(key): value for key, value in attributes.items()})
    parent.append(element)
    return element


def _name(name: str) -> str:
    return f"{{{_W}}}{name}"
