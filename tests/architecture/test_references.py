"""Every page, heading, decision, promise and file that code, tests and docs name exists."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
_SUFFIXES = (".py", ".js", ".jsx", ".mjs", ".css", ".sh", ".md", ".toml")

#: A page, and behind it an anchor or a heading: ``concepts/reports.md "Structuring"``.
_PAGE = re.compile(r'(?<![\w/.:-])((?:[\w.-]+/)*[\w.-]+\.md)\b(?:#([\w-]+))?`*(?:,? "([^"]+)")?')
_FILE = re.compile(r"`((?:[\w.-]+/)+[\w-]+\.(?:py|jsx?|mjs|sh|css|toml))`")
_HEADING = re.compile(r"^#+ (.*?)(?: <a id=\"(.*)\"></a>)?$", re.MULTILINE)
_BREAK = re.compile(r"\s*\n\s*(?:#:?|//|/?\*+)? ?")  # with the mark of a comment


def _texts() -> Iterator[tuple[Path, str]]:
    folders = ("voice_report", "tests", "bench", "scripts", "alembic", "deploy", "docs")
    for path in (*ROOT.glob("*.md"), *(file for name in folders for file in (ROOT / name).rglob("*"))):
        if path.suffix in _SUFFIXES and "node_modules" not in path.parts:
            yield path, path.read_text(encoding="utf-8")


def _found(name: str, *folders: Path) -> Path | None:
    return next((folder / name for folder in folders if (folder / name).is_file()), None)


def _headings(page: Path | None) -> set[str]:
    """Return a page's headings, and the anchors of them, which GitHub makes or we give."""
    found = _HEADING.findall(page.read_text(encoding="utf-8")) if page else []
    return {"", *(re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-") for text, _ in found), *sum(found, ())}


def test_every_reference_leads_somewhere() -> None:
    decisions = {path.name[:4] for path in (DOCS / "decisions").iterdir()}
    promises = {heading[:3] for heading in _headings(DOCS / "security.md") if re.match(r"S\d\d ", heading)}
    dead = []
    for path, text in _texts():
        for name, anchor, heading in _PAGE.findall(_BREAK.sub(" ", text)):
            page = _found(name, path.parent, DOCS, ROOT)
            if page is None or not {anchor, heading} <= _headings(page):
                dead.append((str(path), name, anchor or heading))
        dead += [(str(path), one) for one in re.findall(r"\bdecisions/(\d{4})", text) if one not in decisions]
        dead += [(str(path), one) for one in re.findall(r"\bS\d\d\b", text) if one not in promises]
        if path.suffix == ".md":
            inside = (
                ROOT,
                *(ROOT / "voice_report" / part for part in ("", "services", "integrations", "web", "reporting")),
            )
            dead += [(str(path), one) for one in _FILE.findall(text) if not _found(one, *inside)]
    assert not dead


def test_every_promise_has_a_test_with_its_number() -> None:
    promises = set(re.findall(r"^### (S\d\d) ", (DOCS / "security.md").read_text(), re.MULTILINE))
    tests = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    assert len(promises) > 40
    assert {number.upper() for number in re.findall(r"def test_(?:s\d\d_)*?(s\d\d)_", tests)} >= promises


def test_what_is_said_of_other_dates_is_the_same_everywhere() -> None:
    for name in (
        "voice_report/ui/pages/organizations/privacy.py",
        "voice_report/services/privacy/_file_flows.py",
        "voice_report/web/api/organizations/privacy.py",
        "docs/security.md",
        "docs/decisions/0034-ordinary-words.md",
    ):
        text = re.sub(r'"?\s*\n\s*"?', " ", (ROOT / name).read_text(encoding="utf-8"))
        text = re.sub(r"\s+", " ", text)
        assert re.search(r"name of a month or with a year|naam van een maand of met een jaar", text), name
        assert re.search(r"12-11\b.{1,30}(?:behind|achter)\b", text), name
