"""Faithful reports of a labelled dictation: other words, the same facts.

Sentences are rewritten as a language model would: written in the third person, formal words, figures in digits or in
words, clock times of 24 hours, units abbreviated, corrections resolved, sentences split, merged and turned around.
Nothing here reads the rules of ``voice_report.reporting.evidence``.
"""

import random
import re

from voice_report.dutch.word_sets import word_list

_FILLERS = re.compile(
    r"(?i)(?:^(?:nou|ja|goed|o ja|oké|en|dus),?\s+|(?<=\s)(?:eh|ehm|zeg maar|hoor),?\s+|^(?:eh|ehm),?\s+)"
)
_HOURS = word_list("een twee drie vier vijf zes zeven acht negen tien elf twaalf")
_NUMBERS = {
    word: str(value)
    for value, word in enumerate(
        word_list("""nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien
        zestien zeventien
        achttien negentien twintig""")
    )
    if word != "een"
}
_HOUR = rf"({'|'.join(_HOURS)})"

#: A value that is taken back and the one in its place, of the same shape: 'veertien, nee wacht, zestien eenheden'.
_TAKES_BACK = r"(?:eh |o |of )?(?:nee wacht|nee sorry|wacht nee|nee|sorry|pardon),? (?:dat wordt |ik bedoel )?"
_NUMBER = rf"(?:\d+(?:[.,]\d+)?|{'|'.join(_NUMBERS)})"
_FIGURE = re.compile(
    rf"(?i)\d|\b(?:half|kwart|één|eerste|tweede|derde|helft|dubbele|{'|'.join(_NUMBERS)}|(?:[a-z]+(?:tig|honderd|duizend)))\b"
)
_VALUE = rf"(?:(?:(?:kwart|tien|vijf) (?:voor|over) (?:half )?|half ){_HOUR}|{_NUMBER} over {_NUMBER}|{_NUMBER})"
_MEASURE = (
    r"(?: (?:uur|eenheden|milligram|milliliter|centimeter|procent|kilo|dagen|weken|maanden|jaar|keer|minuten)\b)?"
)
_CORRECTION = re.compile(rf"\b{_VALUE}(?P<old>{_MEASURE}),? {_TAKES_BACK}(?P<new>{_VALUE})\b(?P<own>{_MEASURE})")
#: Any other correction: such a sentence is quoted, since what it takes back is not clear from its form.
_CORRECTS = re.compile(r"(?i)\b(?:nee|sorry|pardon|wacht|correctie|herstel|bedoel)\b")

_SYNONYMS = [
    ("gespoeld", ["gereinigd", "schoongespoeld"]), ("gewassen", ["verzorgd en gewassen"]),
    ("gebeld", ["telefonisch contact gehad"]),
    ("vervangen", ["verwisseld"]), ("verschoond", ["verschoond"]), ("benauwd", ["kortademig"]),
    ("draaierig", ["duizelig"]),
    ("bloeddruk", ["tensie", "RR"]), ("pols", ["hartslag"]), ("saturatie", ["zuurstofsaturatie"]),
    ("wat dik", ["licht gezwollen"]),
    ("zei", ["gaf aan", "vertelde", "geeft aan"]), ("zegt", ["geeft aan", "vertelt"]), ("vermoeid", ["moe"]),
    ("praatte", ["sprak"]),
    ("uitgelegd", ["toegelicht"]), ("ingelicht", ["geïnformeerd"]), ("de dokter", ["de huisarts", "de arts"]),
    ("samen met", ["in samenwerking met"]), ("elke dag", ["dagelijks", "iedere dag"]),
    ("twee keer", ["tweemaal", "2x"]),
    ("een beetje", ["enigszins", "licht"]), ("vanmorgen", ["vanochtend"]), ("bovenlijf", ["bovenlichaam"]),
    ("meteen", ["direct"]), (r"langs(?! (?:de|het|een|haar|zijn|elkaar)\b)", ["op bezoek"]),
    ("nagekeken", ["onderzocht"]),
    ("gaat goed", ["verloopt goed"]),
    ("weer", ["opnieuw"]), ("boos", ["kwaad"]), ("opgewekt", ["vrolijk"]), ("heel", ["erg", "zeer"]),
    ("wou", ["wilde"]),
    ("geprikt", ["toegediend"]), ("gespoten", ["geïnjecteerd"]), ("belt", ["neemt telefonisch contact op"]),
]  # fmt: skip
_FIRST_PERSON = [
    (r"\bik heb\b", ["de zorgverlener heeft", "zorgverlener heeft"]), (r"\bheb ik\b", ["heeft de zorgverlener"]),
    (r"\bik ben\b", ["de zorgverlener is"]), (r"\bben ik\b", ["is de zorgverlener"]),
    (r"\bik vind\b", ["de zorgverlener vindt"]),
    (r"\bik zie\b", ["de zorgverlener ziet"]), (r"\bik meld\b", ["de zorgverlener meldt"]),
    (r"\bik vraag\b", ["de zorgverlener vraagt"]),
    (r"\bik bestel\b", ["de zorgverlener bestelt"]), (r"\bik verwacht\b", ["verwacht wordt dat"]),
    (r"\bwe hebben\b", ["het team heeft", "er is"]), (r"\bhebben we\b", ["is"]), (r"\bwij komen\b", ["de zorg komt"]),
]  # fmt: skip
_CLIENT = [(r"\bmevrouw\b", ["mw.", "mevrouw", "cliënte"]), (r"\bmeneer\b", ["dhr.", "de heer", "meneer"])]
_UNITS = [
    (" milligram", " mg"), (" milliliter", " ml"), (" centimeter", " cm"), (" procent", "%"), (" microgram", " mcg"),
    (" kilo", " kg"), (" cc", " ml"), (" minuten", " min"),
]  # fmt: skip


def faithful(sentence: str, chance: random.Random) -> str:
    """Return another way to write a spoken sentence."""
    text = _CORRECTION.sub(lambda m: m["new"] + (m["own"] or m["old"]), _FILLERS.sub("", sentence))
    if _CORRECTS.search(text):
        return sentence[:1].upper() + sentence[1:]
    for rewrite in (_clock, _dates, _units, _digits, _third_person, _synonyms, _order):
        if chance.random() < 0.75:
            text = rewrite(text, chance)
    text = re.sub(r"\s+([,.;])", r"\1", " ".join(text.split()))
    return text[:1].upper() + text[1:]


def report(sentences: list[tuple[str, str]], chance: random.Random) -> list[tuple[str, str, list[int]]]:
    """Return (section, text, positions) for a faithful report of (section, sentence); sentences may be merged.

    Filler is left out, unless it has a number.
    """
    written: list[tuple[str, str, list[int]]] = []
    for at, (section, sentence) in enumerate(sentences):
        if section == "geen":
            if not _FIGURE.search(sentence):
                continue
            section = written[-1][0] if written else next(other for other, _ in sentences if other != "geen")
        following = sentences[at + 1][1] if at + 1 < len(sentences) else ""
        is_corrected = _CORRECTS.match(following) is not None
        text = sentence if is_corrected else faithful(sentence, chance)
        if written and chance.random() < 0.12 and written[-1][0] == section and len(written[-1][2]) == 1:
            before = written[-1]
            joined = f"{before[1].rstrip('.')}; {_lower_first(text)}"
            written[-1] = (section, joined, [*before[2], at])
        else:
            written.append((section, text, [at]))
    return written


def markdown(written: list[tuple[str, str, list[int]]], chance: random.Random) -> str:
    """Return the report as markdown, in running text or with dashes."""
    parts = []
    for section in dict.fromkeys(section for section, _, _ in written):
        texts = [text if text.endswith((".", "?", "!")) else text + "." for own, text, _ in written if own == section]
        body = "\n".join(f"- {text}" for text in texts) if chance.random() < 0.5 else " ".join(texts)
        parts.append(f"## {section.replace('_', ' ').capitalize()}\n\n{body}")
    return "\n\n".join(parts)


def _lower_first(text: str) -> str:
    first = text.split(" ")[0]
    lower = first[0].lower() + first[1:]
    return text if first.lower() not in _OPENERS else lower + text[len(first) :]


_OPENERS = set(word_list("de het een er ze hij ik we zij dat dit in op na om bij met geen als vanaf volgens"))


def _clock(text: str, chance: random.Random) -> str:
    late = chance.choice((0, 12))
    mark = chance.choice((".", ":"))

    def written(hour: int, minute: int) -> str:
        return f"{(hour + late) % 24:02d}{mark}{minute:02d} uur"

    quarter = {"kwart over": (0, 15), "kwart voor": (-1, 45)}
    for said, (shift, minute) in quarter.items():
        text = re.sub(
            rf"\b{said} {_HOUR}\b",
            lambda m, s=shift, n=minute: written((_HOURS.index(m[1]) + 1 + s) % 12 or 12, n),
            text,
        )
    text = re.sub(rf"(?<!voor )(?<!over )\bhalf {_HOUR}\b", lambda m: written(_HOURS.index(m[1]) or 12, 30), text)
    return re.sub(
        rf"\b(om|tegen|voor) {_HOUR} uur\b(?! of\b| (?:{'|'.join(_NUMBERS)}|[a-z]+tig)\b)",
        lambda m: f"{m[1]} {written(_HOURS.index(m[2]) + 1, 0)}",
        text,
    )


_MONTHS = word_list("januari februari maart april mei juni juli augustus september oktober november december")


def _dates(text: str, chance: random.Random) -> str:
    if chance.random() < 0.5:
        return text
    return re.sub(
        rf"\b(op |van |geboren )(\d{{1,2}}) ({'|'.join(_MONTHS)})( \d{{4}})?",
        lambda m: f"{m[1]}{m[2]}-{_MONTHS.index(m[3]) + 1}{'-' + m[4].strip() if m[4] else ''}" if m[4] else m[0],
        text,
    )


def _units(text: str, chance: random.Random) -> str:
    for long, short in _UNITS:
        text = re.sub(rf"(?<=\d){long}\b", short, text)
    text = re.sub(r"\b(3[4-9]|4[0-2])((?:[.,]\d)?) graden\b", r"\1\2 °C", text)  # others may be angles
    text = re.sub(r"(\d) bij (\d)", r"\1 x \2", text)
    text = re.sub(r"\b(\d{2,3}) over (\d{2,3})\b", chance.choice((r"\1/\2", r"\1/\2 mmHg")), text)
    return re.sub(r"\b1000 mg\b", chance.choice(("1000 mg", "1 gram")), text)


def _digits(text: str, chance: random.Random) -> str:
    if chance.random() < 0.3:
        back = {value: word for word, value in _NUMBERS.items()}
        return re.sub(r"(?<![\w.,/:-])(\d{1,2})(?![\d.,/:%x-])(?= [a-z])", lambda m: back.get(m[1], m[1]), text)
    words = "|".join(_NUMBERS)  # one of two in a row may be a part of the other: 'driehonderd twintig'
    alone = rf"(?<!honderd )(?<!duizend )\b({words})\b(?=,? [a-z])(?! (?:{words}|honderd|duizend|[a-z]+tig)\b)"
    return re.sub(alone, lambda m: _NUMBERS[m[1]], text)


def _third_person(text: str, chance: random.Random) -> str:
    for pattern, options in [*_FIRST_PERSON, *_CLIENT]:
        text = re.sub(pattern, lambda _, o=options: chance.choice(o), text, flags=re.IGNORECASE)
    return text


def _synonyms(text: str, chance: random.Random) -> str:
    for word, options in _SYNONYMS:
        if chance.random() < 0.6:
            text = re.sub(rf"\b{word}\b", chance.choice(options), text, count=1, flags=re.IGNORECASE)
    return text


def _order(text: str, chance: random.Random) -> str:
    """Split at ', en' or ', maar', or begin with the time or day that stood inside."""
    if chance.random() < 0.4 and (cut := re.search(r", (?:en|maar) (?=(?:hij|ze|zij|we|er|dat|die|de|het) )", text)):
        rest = text[cut.end() :]
        return f"{text[: cut.start()]}. {rest[:1].upper()}{rest[1:]}"
    when = r"(?P<when>nu|morgen|vandaag|vanmiddag)\b"
    moved = re.match(rf"(?P<what>(?:De|Het|Zijn|Haar) \w+) (?P<verb>is|was|komt|gaat|heeft|krijgt) {when}", text)
    if moved:
        rest = text[moved.end() :]
        return f"{moved['when'].capitalize()} {moved['verb']} {moved['what'][0].lower()}{moved['what'][1:]}{rest}"
    return text
