"""Invented measured values, one of each kind, to show what a field profile makes of them."""

from functools import cache

from ...reporting.measurements import measurements
from . import rows
from .rows import Row

_SAID = (
    "Bloeddruk 142 over 85. Pols 76. Temperatuur 37,2. Saturatie 96 procent. Ze kreeg 2 liter zuurstof. Ademhaling 16. "
    "Gewicht 68,4 kilo. Lengte 1 meter 64. Glucose 6,8. INR 2,5. Pijnscore 3. Ze dronk 250 milliliter. "
    "Uit de drain kwam 80 milliliter. Urine 300 milliliter. Ontlasting Bristol type 4. Twee keer ontlasting. "
    "De wond is 3 bij 2 centimeter. Paracetamol 500 milligram gegeven."
)


@cache
def values() -> tuple[Row, ...]:
    """Return the rows, in the order of the table."""
    return tuple(rows.of(measurements(_SAID), {}))
