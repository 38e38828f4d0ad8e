"""The filter of Dutch words and names."""

from voice_report.dutch.dictionary import is_known, key, made


def test_known_words_are_those_of_the_filter():
    assert all(map(is_known, ("mevrouw", "December", "Jansen", "één", "slaapproblemen", "paracetamol")))
    assert not any(map(is_known, ("enthaneel", "lopwam", "lindenhoff", "")))
    assert made([key("Eén")]) == made(["een"]) != made(["twee"])
