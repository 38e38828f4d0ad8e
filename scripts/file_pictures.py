"""Take the pictures of a report as a file: ``docs/screenshots/bestand-pdf.png`` and ``bestand-word.png``.

Poppler draws the PDF; LibreOffice (``libreoffice-writer-nogui``) lays out the Word file, so that one needs it.
"""

import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.frontend import ROOT
from scripts.small_png import shrink
from voice_report.services.exports import _docx, _pdf
from voice_report.services.exports._document import Document, blocks_of, facts

PICTURES = ROOT / "docs" / "screenshots"
REPORT = """## Situatie

Vanochtend bij mevrouw geweest voor de wondzorg.

## Observaties

Ze had goed geslapen en was vrolijk. De wond aan het linkerbeen is kleiner en de randen zijn rustig.

## Uitgevoerde zorg

- Wond gespoeld met lauw water
- Opnieuw verbonden

## Evaluatie

Het gaat de goede kant op.

## Afspraken en vervolg

1. Donderdag kijken we weer.
2. Haar zoon is gebeld.
"""


def main() -> None:
    document = Document(
        title="Zorgrapportage",
        status="",
        facts=facts(("Cliënt", "Cornelis Voorbeeld", ""), ("Geboren", "17-05-1940", "Geboren op 17-05-1940")),
        blocks=blocks_of(REPORT, "", empty=True),
        review="Nagekeken door Ursula Verzorger, 26-11-2026, 09.04 uur",
        made="Zonder AI ingedeeld",
        author="Ursula Verzorger",
        organization="Thuiszorg De Linde",
        reference="R-2026-4F7A9C21",
        moment=datetime(2026, 11, 26, 8, 52, tzinfo=UTC),
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "bestand-pdf.pdf").write_bytes(_pdf.render(document))
        (folder / "bestand-word.docx").write_bytes(_docx.render(document))
        office = shutil.which("soffice")
        if office:
            line = [office, "--headless", "--convert-to", "pdf", "--outdir", folder, folder / "bestand-word.docx"]
            subprocess.run(line, check=True, capture_output=True)
        else:
            print("No picture of the Word file: LibreOffice is not installed.", file=sys.stderr)
        for file in sorted(folder.glob("*.pdf")):
            picture = PICTURES / file.stem
            subprocess.run(["pdftoppm", "-r", "80", "-png", "-singlefile", file, picture], check=True)
            shrink(picture.with_suffix(".png"))


if __name__ == "__main__":
    main()
