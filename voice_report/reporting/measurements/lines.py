"""The text of a value, of a line to copy, and of a row of CSV: figures as they were said, with a decimal comma."""

from collections.abc import Iterable, Mapping

from .kinds import KINDS
from .model import Context, Kind, Measurement

#: The columns of ``cells``.
COLUMNS = ("meting", "waarde", "waarde2", "eenheid", "ongeveer", "toelichting", "gezegd")


def number(amount: float) -> str:
    """Return an amount with a decimal comma and without needless noughts: '38,5'."""
    return f"{amount:.6f}".rstrip("0").rstrip(".").replace(".", ",")


def _spread(low: float, high: float) -> str:
    return number(low) if low == high else f"{number(low)}-{number(high)}"


def figures(kind: Kind, parts: Mapping[str, tuple[float, float]], unit: str) -> str:
    """Return the value with its unit: '160/98 mmHg', '80/min', '3 x 2 cm'. A pressure that was not said is '?'."""
    if kind == "blood_pressure":
        amounts = [_spread(*parts[name]) if name in parts else "?" for name in ("systolic", "diastolic")]
        value = "/".join(amounts)
    else:
        value = " x ".join(_spread(*one) for one in parts.values())
    if not unit:
        return value
    return f"{value}{unit}" if unit in ("/min", "%") else f"{value} {unit}"


def line(rows: Iterable[Measurement]) -> str:
    """Return measured values as one line: 'RR 160/98 mmHg, pols 80/min regulair, temp 38,5 °C'.

    Rows that are not measured, or have an unanswered question, are left out.
    """
    return ", ".join(in_line(one.kind, one.name, one.about, one.text, one.context) for one in rows if one.is_measured)


def in_line(kind: Kind, name: str, about: str, text: str, said: Context) -> str:
    """Return one value as it is in a line: 'pols 80/min regulair'. The arguments are those of a row."""
    return " ".join(filter(None, [name or KINDS[kind].short, about, text, note(said)]))


def note(said: Context) -> str:
    """Return the spoken context of a value, word for word, as one text."""
    oxygen = (
        "" if said.oxygen is None else "zonder zuurstof" if not said.oxygen else f"{number(said.oxygen)} l zuurstof"
    )
    return " ".join(filter(None, [said.rhythm, said.side, said.site, said.position, said.meal, oxygen, said.note]))


def cells(row: Measurement) -> tuple[str, ...]:
    """Return a row of CSV (``COLUMNS``), without marks that protect from formulas: the file's writer adds those."""
    amounts = [_spread(one.low, one.high) for one in row.parts.values()]
    first, rest = (amounts[0], " x ".join(amounts[1:])) if amounts else ("", "")
    if row.kind == "blood_pressure" and "systolic" not in row.parts:
        first, rest = "", first
    return (row.name or row.label, first, rest, row.unit, row.about, note(row.context), row.said)
