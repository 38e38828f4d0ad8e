"""Lists of words, as they are written in the rules."""


def word_list(listed: str) -> list[str]:
    """Return the words in a space-separated list, in order."""
    return listed.split()


def word_set(listed: str) -> frozenset[str]:
    """Return the set of words in a space-separated list."""
    return frozenset(listed.split())


#: What a speaker fills a pause with.
SOUNDS = word_set("eh ehm uh uhm euh euhm hm hmm")
