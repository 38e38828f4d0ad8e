"""The concept on its way to the screen: all of it, in order, not too often."""

from voice_report.ui.pages.reports.new_report.concept import Pacer


class Ticks:
    """A clock that moves as far as a test says."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def test_the_first_words_are_shown_at_once():
    pacer = Pacer(Ticks(0.001))
    assert not pacer.add("\n")
    assert pacer.add("## Situatie")


def test_a_quick_stream_is_shown_at_most_twenty_times_a_second():
    pacer = Pacer(Ticks(0.001))
    assert sum(pacer.add("woord ") for _ in range(1000)) == 20


def test_every_piece_arrives_and_finished_paragraphs_leave_the_tail():
    pacer = Pacer(Ticks(1))
    whole = "".join(f"## Kop {n}\nTekst {n}.\n\n" for n in range(50)) + "Staart"
    for start in range(0, len(whole), 7):
        pacer.add(whole[start : start + 7])
    assert pacer.settled + pacer.tail == whole
    assert pacer.tail == "Staart"


def test_a_whole_text_is_shown_every_time_and_a_long_one_less_often():
    pacer = Pacer(Ticks(0))
    assert [pacer.replace(text) for text in ("## Situatie", "## Situatie\n\nGoed.")] == [True, True]
    assert (pacer.settled, pacer.tail) == ("## Situatie\n\nGoed.", "")
    assert 0.05 <= pacer.rest < 0.06
    pacer.replace("a" * 200_000)
    assert pacer.rest > 0.4
