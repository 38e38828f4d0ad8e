"""Units of measurement: of one dimension they are converted, of different ones a value is another value."""

#: Dimension, factor to the unit it is compared in, and the words and signs for each.
_UNITS = (
    ("mass", 1, "g gr gram grammen"), ("mass", 1e-3, "mg milligram milligrammen"), ("mass", 1e3, "kg kilo kilogram"),
    ("mass", 1e-6, "mcg ug microgram"),
    ("volume", 1, "l liter liters"), ("volume", 1e-1, "dl deciliter"), ("volume", 1e-2, "cl centiliter"),
    ("volume", 1e-3, "ml milliliter milliliters cc"),
    ("length", 1, "m meter meters"), ("length", 1e-2, "cm centimeter centimeters"),
    ("length", 1e-3, "mm millimeter millimeters"), ("length", 1e3, "km kilometer kilometers"),
    ("minutes", 1, "min minuut minuten"), ("minutes", 1 / 60, "sec seconde seconden"),
    ("minutes", 60, "uur uren uurtje"),
    ("minutes", 15, "kwartier kwartiertje"),
    ("minutes", 30, "halfuur halfuurtje"), ("minutes", 1440, "dag dagen"), ("minutes", 10080, "week weken"),
    ("months", 1, "maand maanden"), ("months", 12, "jaar jaren"),
    ("percent", 1, "% procent"), ("degrees", 1, "° °c graden graad celsius"),
    ("concentration", 1, "mmol mmol/l millimol"), ("pressure", 1, "mmhg"),
    ("international", 1, "eenheid eenheden ie iu"),
    ("tablet", 1, "tablet tabletten tabl tabletje tabletjes pil pillen"), ("capsule", 1, "capsule capsules caps"),
    ("drop", 1, "druppel druppels druppeltjes"), ("sachet", 1, "zakje zakjes sachet sachets"),
    ("puff", 1, "puf pufje pufjes puffen inhalatie inhalaties"), ("ampoule", 1, "ampul ampullen"),
    ("times", 1, "keer maal x"),
)  # fmt: skip
UNITS = {word: (dimension, factor) for dimension, factor, words in _UNITS for word in words.split()}

#: A written unit of these may come with a value that was spoken without one: that value has no other.
IMPLIED = frozenset({"percent", "degrees", "concentration", "pressure", "times", "minutes", "months", "length"})

#: Units that name the form of a dose: 'twee tabletten' and 'twee stuks' are no contradiction, milligrams would be.
LOOSE = frozenset({"times", "tablet", "capsule", "sachet", "puff", "ampoule", "drop"})
