"""The figures of a sentence with their units, read for one exact value: amounts, pairs, sizes and ranges."""
