"""Answers that cannot be what was said: known, asked for again, and marked when they are still wrong."""

import re
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import speech_score as score
from bench import speech_sound as sounds
from tests.support.fakes import sound
from voice_report.errors import Unavailable
from voice_report.integrations import speech
from voice_report.integrations.speech import Answer, Word
from voice_report.integrations.speech.doubt import count, is_doubtful, marked, marks

BEFORE = "Mevrouw heeft vannacht goed geslapen en was vanochtend vrolijk."
SAID = "Ze at een boterham met kaas."
LOOP = "Ze wil naar huis. Ze wil naar huis. Ze wil naar huis. Morgen komt haar zoon."
FOREIGN = "Hij vervied住e de arm 秒代 T顆hop."

QUIET, VOICE = sound.silence(1), sound.speech(SAID)

SOUND = [
    "",
    SAID,
    "Nee, nee, nee, dat wil ze niet.",
    "Ze liep heel, heel, heel langzaam.",
    "Links nul, rechts nul, en de temperatuur 37,5.",
    "Crème op het eczeem, 5 µg per dag, één keer; über-moe, naïef, 38 °C, ½ tablet – ‘gaat wel’, zei ze…",
    "Vooruitgangsrapportage, insulineafhankelijkheid en hottentottententententoonstelling.",
    "Ze wil naar huis, zei ze. Later weer: ze wil naar huis.",
    "Tel. 06-00112233, artikelnummer 999922026.",
]

DOUBTFUL = {
    LOOP: "Ze wil naar huis [onzeker]. Morgen komt haar zoon.",
    "ja ja ja ja ja ja ja ja": "ja [onzeker]",
    "Dat is verhoogd, verhoogd, verhoogd.": "Dat is verhoogd [onzeker].",
    "Mijn huis, mijn huis, mijn huis, mijn huis!": "Mijn huis [onzeker]!",
    FOREIGN: "Hij [onverstaanbaar] de arm [onverstaanbaar].",
    "Она спала хорошо": "[onverstaanbaar]",
    "Goed geslapen。今日は": "Goed [onverstaanbaar]",
    "en 住 en 住 en 住": "en [onverstaanbaar] [onzeker]",
    "hahahahahahahahaha en toen": "[onverstaanbaar] en toen",
    f"{BEFORE} Ja. Zij zegt dat {BEFORE[:-1]} was. Zij zegt dat {BEFORE[:-1]} was.": (
        f"{BEFORE} Ja. Zij zegt dat {BEFORE[:-1]} was. Zij zegt dat {BEFORE[:-1]} was [onzeker]."
    ),
}


class Liar:
    """A speech engine that gives these answers, one after the other; ``asked`` says which were to be careful."""

    def __init__(self, *answers: str | Answer | Unavailable) -> None:
        self._answers = list(answers)
        self.asked: list[bool] = []

    async def transcribe(self, samples: np.ndarray, *, careful: bool = False) -> Answer:
        self.asked.append(careful)
        answer = self._answers.pop(0)
        if isinstance(answer, Unavailable):
            raise answer
        if isinstance(answer, Answer):
            return answer
        return Answer(answer, tuple(Word(word, 0.0, 1.0, 0.5) for word in answer.split()))


async def heard(monkeypatch: pytest.MonkeyPatch, liar: Liar, samples: np.ndarray = QUIET) -> str:
    monkeypatch.setattr(speech, "engine", lambda *_: liar)
    return (await speech.transcribe(samples)).text


@pytest.mark.parametrize("text", SOUND)
def test_what_people_say_is_not_doubted(text):
    assert not is_doubtful(text)
    assert marked(text) == text


@pytest.mark.parametrize("text", DOUBTFUL)
def test_what_nobody_says_is_doubted_and_marked_where_it_stands(text):
    assert is_doubtful(text)
    assert marked(text) == DOUBTFUL[text]
    assert marked(DOUBTFUL[text]) == DOUBTFUL[text]


def test_words_and_marks_are_counted_apart():
    said = "Naar huis [onzeker]. [onverstaanbaar]"
    assert (count(said), marks(said)) == (2, 2)


async def test_an_answer_without_doubt_is_asked_for_once(monkeypatch):
    liar = Liar(SAID)
    assert await heard(monkeypatch, liar) == SAID
    assert liar.asked == [False]


@pytest.mark.parametrize("lie", [LOOP, FOREIGN])
async def test_a_doubtful_answer_is_asked_for_again_with_care(monkeypatch, lie):
    liar = Liar(lie, SAID)
    assert await heard(monkeypatch, liar) == SAID
    assert liar.asked == [False, True]


async def test_the_words_are_those_of_the_answer_that_is_kept(monkeypatch):
    for answers, kept in (((SAID,), SAID), ((LOOP, SAID), SAID), ((LOOP, FOREIGN), LOOP)):
        liar = Liar(*answers)
        monkeypatch.setattr(speech, "engine", lambda *_, liar=liar: liar)
        answer = await speech.transcribe(QUIET)
        assert [word.text for word in answer.words] == kept.split()
    silent = Liar("", "")
    monkeypatch.setattr(speech, "engine", lambda *_: silent)
    assert await speech.transcribe(VOICE) == Answer("[onverstaanbaar]")


async def test_what_is_doubtful_twice_is_kept_and_marked(monkeypatch):
    assert await heard(monkeypatch, Liar(LOOP, FOREIGN)) == DOUBTFUL[LOOP]
    assert await heard(monkeypatch, Liar(f"{FOREIGN} {LOOP}", f"{FOREIGN} {SAID}")) == f"{DOUBTFUL[FOREIGN]} {SAID}"
    assert await heard(monkeypatch, Liar(LOOP, "")) == DOUBTFUL[LOOP]


async def test_no_words_while_somebody_speaks_are_asked_for_again_and_then_marked(monkeypatch):
    credit = "Ondertitels ingediend door de Amara.org gemeenschap"
    for nothing in ("", credit):
        liar = Liar(nothing, SAID)
        assert await heard(monkeypatch, liar, VOICE) == SAID
        assert liar.asked == [False, True]
        assert await heard(monkeypatch, Liar(nothing, nothing), VOICE) == "[onverstaanbaar]"


class Timed(Liar):
    """A liar whose words take 0.4 s each."""

    async def transcribe(self, samples: np.ndarray, *, careful: bool = False) -> Answer:
        answer = await super().transcribe(samples, careful=careful)
        if any(word.end != 1.0 for word in answer.words):
            return answer
        timed = [Word(word.text, 0.4 * at, 0.4 * at + 0.4, 0.5) for at, word in enumerate(answer.words)]
        return Answer(answer.text, tuple(timed))


LONG = np.concatenate([sound.speech(sentence) for sentence in (SAID, *sound.SENTENCES[1:4])])
WHOLE = " ".join((SAID, *sound.SENTENCES[1:4]))


async def test_an_answer_that_ends_while_somebody_goes_on_is_asked_for_again_and_then_marked(monkeypatch):
    liar = Timed(SAID, WHOLE)
    assert await heard(monkeypatch, liar, LONG) == WHOLE
    assert liar.asked == [False, True]
    for worse in (SAID, "", LOOP):
        assert await heard(monkeypatch, Timed(SAID, worse), LONG) == f"{SAID} [onverstaanbaar]"
    refused = Unavailable("Nee.", code="engine_refused")
    assert await heard(monkeypatch, Timed(SAID, refused), LONG) == f"{SAID} [onverstaanbaar]"


async def test_an_answer_up_to_where_somebody_stops_is_asked_for_once(monkeypatch):
    silent = np.concatenate([VOICE, sound.silence(10)])
    noisy = np.concatenate([VOICE, sounds.around("kitchen", 10 * sound.RATE, "after") * np.float32(0.05)])
    for samples, text in ((silent, SAID), (noisy, SAID), (LONG, WHOLE)):
        liar = Timed(text)
        assert await heard(monkeypatch, liar, samples) == text
        assert len(liar.asked) == 1


INVENTED = "Ondertitels ingediend door de Amara.org gemeenschap"


@pytest.mark.parametrize("less", [INVENTED, "MUZIEK", "Dank je.", ""])
async def test_what_was_heard_soundly_is_never_given_up_for_less(monkeypatch, less):
    """Also when the words of less, or of what nobody said, are said to come last."""
    late = [Word(word, 8.0, 9.5, 0.5) for word in less.split()]
    liar = Timed(SAID, Answer(less, tuple(late)))
    assert await heard(monkeypatch, liar, LONG) == f"{SAID} [onverstaanbaar]"


async def test_what_nobody_said_does_not_hide_that_somebody_goes_on(monkeypatch):
    words = [Word(word, 0.4 * at, 0.4 * at + 0.4, 0.5) for at, word in enumerate(SAID.split())]
    words += [Word(word, 8.0, 9.5, 0.5) for word in INVENTED.split()]
    liar = Timed(Answer(f"{SAID} {INVENTED}", tuple(words)), "")
    monkeypatch.setattr(speech, "engine", lambda *_: liar)
    answer = await speech.transcribe(LONG)
    assert answer.text == f"{SAID} [onverstaanbaar]"
    assert [word.text for word in answer.words] == SAID.split()


async def test_the_second_answer_is_marked_too_where_somebody_goes_on(monkeypatch):
    for first, second, kept in (
        (FOREIGN, SAID, f"{SAID} [onverstaanbaar]"),
        (f"{LOOP} {LOOP}", "Naar huis.", f"{marked(f'{LOOP} {LOOP}')}"),
        ("", SAID, f"{SAID} [onverstaanbaar]"),
    ):
        assert (await heard(monkeypatch, Timed(first, second), LONG)).startswith(kept)


async def test_an_end_that_cannot_be_looked_at_now_is_uncertain(monkeypatch):
    async def full(work, *arguments, account=""):
        raise Unavailable("Druk.", code="busy")

    monkeypatch.setattr(speech.checks, "run", full)
    assert await heard(monkeypatch, Timed(SAID, SAID), LONG) == f"{SAID} [onverstaanbaar]"
    assert await heard(monkeypatch, Timed(SAID, WHOLE), LONG) == WHOLE


def in_a_place(text: str, voice: tuple[str, int], place: str) -> np.ndarray:
    """Speak the text in a quiet room, or 10 dB above the noise of a place."""
    return sounds.recording("short", [text], voice, None if place == "room" else 10, place).samples


@pytest.mark.parametrize("place", sounds.PLACES)
@pytest.mark.parametrize("voice", sounds.VOICES, ids=lambda voice: voice[0])
@pytest.mark.parametrize("text", ["Geen pijn.", "Niet gevallen.", "Geen.", "Nee.", "Ja.", "Links."])
async def test_a_short_sentence_never_vanishes_without_a_mark(monkeypatch, text, voice, place):
    samples = in_a_place(text, voice, place)
    liar = Liar("", text)
    assert await heard(monkeypatch, liar, samples) == text
    assert liar.asked == [False, True]
    assert await heard(monkeypatch, Liar("", ""), samples) == "[onverstaanbaar]"


def clicks(count: int, seconds: float) -> np.ndarray:
    """Return so many clicks of a pen or a keyboard in three seconds of a quiet room."""
    random = np.random.default_rng(count)
    samples = sounds.around("room", 3 * sound.RATE, "clicks") * np.float32(0.001)
    length = round(seconds * sound.RATE)
    fade = np.exp(-np.linspace(0, 4, length))
    for at in random.integers(0, len(samples) - length, count):
        samples[at : at + length] += (0.3 * fade * random.standard_normal(length)).astype(np.float32)
    return samples


SOUNDS = {
    "silence": QUIET,
    **{place: sounds.around(place, 5 * sound.RATE, "nobody") * np.float32(0.1) for place in sounds.WITHOUT_A_VOICE},
    "a click": clicks(1, 0.004),
    "keys": clicks(20, 0.02),
    "coughs": clicks(3, 0.3),
}


@pytest.mark.parametrize("name", SOUNDS)
async def test_no_words_where_nobody_speaks_are_believed(monkeypatch, name):
    assert await heard(monkeypatch, Liar("", ""), SOUNDS[name]) == ""


@pytest.mark.parametrize("name", [name for name in SOUNDS if name != "music"])
async def test_nothing_is_asked_again_where_nobody_speaks(monkeypatch, name):
    liar = Liar("")
    assert await heard(monkeypatch, liar, SOUNDS[name]) == ""
    assert liar.asked == [False]


@pytest.mark.parametrize("code", ["busy", "unavailable", "model_loading", "engine_refused"])
async def test_what_was_heard_stays_when_the_second_question_fails(monkeypatch, code):
    gone = Unavailable("Even niet.", code=code)
    assert await heard(monkeypatch, Liar(LOOP, gone), VOICE) == DOUBTFUL[LOOP]
    assert await heard(monkeypatch, Timed(SAID, gone), LONG) == f"{SAID} [onverstaanbaar]"


async def test_a_segment_of_which_nothing_was_heard_waits_for_an_engine_that_is_gone(monkeypatch):
    with pytest.raises(Unavailable):
        await heard(monkeypatch, Liar("", Unavailable("Even niet.", code="busy")), VOICE)


@pytest.mark.parametrize("code", ["engine_refused", "engine_failed"])
async def test_an_engine_that_refuses_the_second_question_has_given_its_answer(monkeypatch, code):
    refused = Unavailable("Nee.", code=code)
    assert await heard(monkeypatch, Liar(LOOP, refused), VOICE) == DOUBTFUL[LOOP]
    assert await heard(monkeypatch, Liar("", refused), VOICE) == "[onverstaanbaar]"
    with pytest.raises(Unavailable):
        await heard(monkeypatch, Liar(refused), VOICE)


async def test_an_outside_engine_that_goes_on_looping_is_marked(fake_provider):
    fake_provider.control(endpoint="speech", append="ze wil naar huis " * 20)
    assert (await speech.transcribe(sound.dictation(1))).text == "woord001 ze wil naar huis [onzeker]"
    assert len(fake_provider.requests("speech")) == 2


_PIECES = st.sampled_from([*SOUND[1:], *list(DOUBTFUL)[:6], "住", " ", "\n", "x", "ha" * 12])


@given(st.lists(_PIECES, max_size=8).map(" ".join))
def test_a_marked_text_has_only_words_of_the_answer_in_their_order_and_in_our_script(text):
    answered = iter(text.split())
    kept = re.sub(r"\s*\[(onzeker|onverstaanbaar)\]", "", marked(text)).split()
    assert all(any(word.startswith(one.rstrip(".,!?")) for word in answered) for one in kept)
    assert score.foreign(" ".join(kept)) == 0


@pytest.mark.parametrize("unit", ["住 ", "住", "ja ", "a b ", "-", "é.,", "[onzeker] ", " ", "ha", "a-"])
def test_s33_long_answers_take_little_time(unit):
    began = time.process_time()
    marked(unit * (200_000 // len(unit)))
    assert time.process_time() - began < 3
