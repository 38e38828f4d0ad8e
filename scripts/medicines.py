"""Make the list of medicines of the checks again: ``python scripts/medicines.py PRICES COVERAGE WHEEL``.

PRICES and COVERAGE are two Dutch ministerial regulations as Markdown: 'Regeling maximumprijzen geneesmiddelen'
(BWBR0008023) and 'Regeling zorgverzekering' (BWBR0018715), from the repository
statengeneraal/laws-markdown. Their annexes name the medicines on the Dutch market as they are spelled here, generic and
brand. Legislation has no copyright (Auteurswet, article 11).

WHEEL is the package drug-named-entity-recognition (MIT) from PyPI. Of it, names of DrugBank's open vocabulary (CC0) are
used: to add medicines that are newer than the regulations, and to find the substance of a brand.

Spelling: names are compared by ``spelling_key``, which writes Dutch and English international names alike.
"""

import bz2
import pickle
import re
import sys
import zipfile
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from voice_report.dutch.word_sets import word_list  # noqa: E402
from voice_report.reporting.evidence.words.medicines import FILE, spelling_key  # noqa: E402  after the path is set

HEADER = """\
# Medicines: a substance, a colon, and the names it has (generic and brand). Made by scripts/medicines.py.
# Sources: the annexes of the Dutch 'Regeling maximumprijzen geneesmiddelen' (BWBR0008023) and 'Regeling
zorgverzekering'
# (BWBR0018715, annex 1): legislation, no copyright (Auteurswet, article 11); and the DrugBank open vocabulary, CC0 1.0,
# as it is in the package drug-named-entity-recognition 2.0.9 (MIT).
"""

#: First words of articles that are no name of a medicine, or are ordinary words in a care report.
NO_NAMES = frozenset(
    word_list("""acid acide alcohol alfa antigrippine aqua beta bicarbonaat bloed calci calcium carbo chew chloor
    combi cad depo
    depot dieet drank electrolyten elementair engels extra flex fluor fosfaat glucose humaan huid ijzer infuus jodium
    kalium kalk koolteer kunsttranen lact lactose levertraan lijn magnesium maagzuur melk multi natrium neutraal noni
    normaal olie oraal oxygen oxygenium paraffine plus polymeer propyl retard salicyl selenium solo spray sterk
    strychnine super suiker talk teer testen tri ureum vaseline vet vitamine vitaminen vloeibaar water waterstof zalf
    zilver zink zinkoxide zout zuurstof zwavel cholesterol nicotine cocaine caffeine menthol iron zinc sodium potassium
    oxygen honey yeast tobacco cannabis peppermint pollen testosteron silver sulfur copper gold creatine melatonine
    aarde human carbon charcoal starch sucrose fructose tyrosine glycine serine histamine thyroid protein garlic ginger
    cellulose collageen gelatine hydrogen nitrogen helium slow solu mono gram gyno stuk timo natrii pred dexa
    maagklachten
    nitro tears infpdr klean fero optis rapid puri alerg allerg stadium""")
)

_WORD = re.compile(r"[^\W\d_][^\W\d_-]{3,}")
_CLUSTER = re.compile(r"\d[A-Z]\d\d[A-Z]{2}")  # of interchangeable medicines: a digit, then the ATC code
_ARTICLE = re.compile(r"[^\W\d_]{4}")
#: Substances in use here that English-language patient information leaves out, and kinds that are newer than 2014.
_EUROPEAN = re.compile(r"(?:parin|mycin|cillin|gliptin|coumon|azepam)$")
_NEW = re.compile(r"(?:gliflozin|gliptin|glutide|xaban|mab|nib|tril)$")


def main() -> None:
    """Read the three sources and write the file."""
    prices, coverage, wheel = map(Path, sys.argv[1:4])
    canonical, in_use = _vocabulary(wheel)
    names: dict[str, set[str]] = defaultdict(set)
    known: dict[str, str] = {}
    for substance, name in [*_covered(coverage), *_priced(prices), *in_use]:
        if name in NO_NAMES or substance in NO_NAMES:
            continue
        own = spelling_key(substance)
        if not substance.startswith("insuline"):
            own = canonical.get(spelling_key(name)) or canonical.get(own) or own
        if spelling_key(name) not in known:
            known[spelling_key(name)] = own
            names[own].add(name)
    lines = (f"{substance}: {' '.join(sorted(found))}" for substance, found in sorted(names.items()))
    FILE.write_text(HEADER + "\n".join(lines) + "\n", "utf-8")


def _rows(path: Path, starts: str = "|") -> list[list[str]]:
    lines = path.read_text("utf-8").splitlines()
    return [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines if line.startswith(starts)]


def _first_word(article: str) -> str:
    found = _WORD.match(article.lower().split("/")[0])
    return found[0] if found else ""


def _priced(path: Path) -> list[tuple[str, str]]:
    """Return (substance, name) for the articles under each 'Productgroep'."""
    pairs, kind, substance = [], "", ""
    for row in _rows(path):
        if row[0].startswith(("Productgroep", "Registratienummer")):
            kind = row[0]
        elif kind == "Productgroep" and (word := _first_word(row[0])):
            substance = word
        elif kind == "Registratienummer" and len(row) > 1 and (name := _first_word(row[1])):
            pairs.append((substance, name))
    return pairs


def _covered(path: Path) -> list[tuple[str, str]]:
    """Return (name, name) for the articles of annex 1; insulins (ATC A10A) get a substance that says so."""
    pairs = []
    for row in _rows(path):
        articles = [cell for cell in row[1:] if _ARTICLE.match(cell)]
        if _CLUSTER.match(row[0]) and articles and (name := _first_word(articles[0])):
            pairs.append((f"insuline-{name}" if row[0][1:].startswith("A10A") and name != "insuline" else name, name))
    return pairs


def _vocabulary(wheel: Path) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Return the substance of each name, by spelling key, and (substance, name) for those that patients are informed
    about, with their brands when they have come on the market since the regulations."""
    with zipfile.ZipFile(wheel) as archive:
        packed = archive.read("drug_named_entity_recognition/drug_ner_dictionary.pkl.bz2")
    content = pickle.loads(bz2.decompress(packed))  # noqa: S301  # nosec  # a file that the person who runs this chose
    substances = {
        name: data
        for name, data in content["drug_canonical_to_data"].items()
        if "drugbank_id" in data and re.fullmatch(r"[a-z]{6,}", name)
    }
    canonical = {}
    for variant, found in content["drug_variant_to_canonical"].items():
        if len(found) == 1 and found[0] in substances and re.fullmatch(r"[a-z]{4,}", variant):
            canonical.setdefault(spelling_key(variant), spelling_key(found[0]))
    named = {name for name, data in substances.items() if {"medline_plus_id", "nhs_url"} & set(data)}
    named |= {name for name in substances if _EUROPEAN.search(name)}
    new = {name for name in named if _NEW.search(name)}
    found = [(name, name) for name in sorted(named)]
    for variant, ours in sorted(content["drug_variant_to_canonical"].items()):
        if (own := new.intersection(ours)) and re.fullmatch(r"[a-z]{5,}", variant):
            found.append((min(own), variant))
    return canonical, found


if __name__ == "__main__":
    main()
