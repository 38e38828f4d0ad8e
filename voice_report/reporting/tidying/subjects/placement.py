"""Use the topics of sentences in a report: the labels in front of them, the questions, and their sections."""

from collections.abc import Sequence, Set
from itertools import takewhile

from .topics import Topic, points_at_a_person


def labels(found: Sequence[Topic | None], sections: Sequence[str]) -> dict[int, str]:
    """Return the words to put in front of sentences, by position, where each stands under the section (key) given.

    Under a heading a run of sentences about one topic is named once, in its first sentence or in front of that.
    """
    current: dict[str, str | None] = {}
    needed: dict[int, str] = {}
    for at, (topic, section) in enumerate(zip(found, sections, strict=True)):
        if topic is None or not topic.is_sure:
            current[section] = None
            continue
        if not topic.is_said and current.get(section) != topic.words:
            needed[at] = topic.words
        current[section] = topic.words
    return needed


def asked(found: Sequence[Topic | None], sections: Sequence[str]) -> list[list[int]]:
    """Return the positions of the sentences whose client a reader cannot know, where each is under the section (key)
    given: such a sentence neither follows the one it was said after, of whom it may go on, nor one about the client
    who was last named.
    Sentences that were said one after the other, and are placed so, share one question."""
    last: dict[str, int] = {}
    above: dict[str, str] = {}
    doubted: list[list[int]] = []
    for at, (topic, section) in enumerate(zip(found, sections, strict=True)):
        if topic is not None and topic.is_sure:
            above[section] = topic.words
        elif topic is not None:
            is_behind = last.get(section) == at - 1
            run = doubted[-1] if doubted and doubted[-1][-1] == at - 1 else None
            if topic.words and above.get(section) == topic.words:
                pass
            elif is_behind and run and found[run[0]] == topic:
                run.append(at)
            elif not is_behind or run or topic.is_other:
                doubted.append([at])
        last[section] = at
    return doubted


def announcing(found: Sequence[Topic | None], aside: Set[int]) -> list[int]:
    """Return the positions of the sentences that only say whom the next ones are about, where those are surely so: each
    of them has the client in front, or stands below one that has. ``aside`` are those that are left out."""
    alone: list[int] = []
    for at, topic in enumerate(found):
        if topic is None or not topic.is_alone:
            continue
        run = takewhile(lambda one: one[1] is None or not one[1].is_alone, enumerate(found[at + 1 :], at + 1))
        of_it = [one for place, one in run if place not in aside]
        until = next((place for place, one in enumerate(of_it) if one and one.words not in ("", topic.words)), None)
        of_it = of_it[:until]
        if of_it and all(one is not None and one.is_sure for one in of_it):
            alone.append(at)
    return alone


def kept_with_who_is_meant(texts: Sequence[str], found: Sequence[Topic | None], sections: Sequence[str]) -> list[str]:
    """Return the section (key) of each sentence: its own, or that of the one before for a sentence that points at
    a person, has no topic, and would be read there as about another than who was last named."""
    kept, named = list(sections), ""
    shown: dict[str, str] = {}
    for at, (text, topic) in enumerate(zip(texts, found, strict=True)):
        if topic is not None and topic.is_sure:
            named = topic.words
        elif points_at_a_person(text):
            if shown.get(kept[at], named) != named:
                kept[at] = kept[at - 1]
        else:
            continue
        shown[kept[at]] = named
    return kept
