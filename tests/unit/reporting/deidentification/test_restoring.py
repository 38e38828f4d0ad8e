"""What comes back is what was said, whatever a model makes of placeholders and however its answer is cut."""

import copy
import pickle
import random
import unicodedata
from datetime import date

import pytest

from voice_report.reporting.deidentification import Known, Restorer, has_placeholder, mask, placeholders, restored
from voice_report.reporting.deidentification.restoring import HELD_BACK

NOBODY = Known(date(2026, 11, 28))
TEXT = "Ik sprak Anna, Zwoltriks en Klopmans; bel 06-12345678."


@pytest.mark.parametrize(
    ("answer", "comes_back"),
    [
        ("[NAAM-1] belt.", "Anna belt."), ("naam-1 belt.", "Anna belt."), ("**[Naam_1]** belt.", "**Anna** belt."),
        ("NAAM 1 belt.", "Anna belt."), ("[NAAM-1]s fiets.", "Anna's fiets."), ("[NAAM-2]s fiets.",
        "Zwoltriks' fiets."),
        ("[NAAM-1]'s fiets.", "Anna's fiets."), ("[TELEFOON-1]", "06-12345678"), ("[NAAM-1][NAAM-2]", "AnnaZwoltriks"),
        ("[NAAM-4] belt.", None), ("[NAAM-1B] belt.", None), ("[PERSON-1] belt.", None), ("[NAAM-] belt.", None),
        ("[NAAM-1 2] belt.", None), ("[NAAM **-1**]", None), ("[NAAM-01]", None), ("[[NAAM-1]]", None),
        ("[NAAM\u20111] belt.", "Anna belt."), ("[NAAM–1]", "Anna"), ("NAAM1 belt.", None), ("NAAM.1 belt.", None),
        ("[" * 10_000, None),
    ],
)  # fmt: skip
def test_s69_only_placeholders_of_this_vault_come_back(answer: str, comes_back: str | None) -> None:
    assert restored(answer, mask([TEXT], NOBODY).vault) == comes_back


def test_s69_a_name_of_another_sentence_does_not_come_back() -> None:
    made = mask(["Ik sprak Anna.", "Ik sprak Zwoltrek."], NOBODY)
    first = placeholders(made.texts[0])
    assert restored(made.texts[0], made.vault, first) == "Ik sprak Anna."
    assert restored(made.texts[1], made.vault, first) is None


@pytest.mark.parametrize("text", ["Zie [PERSOON-1].", "Zie ［PERSOON-1］.", "zie [naam-12b]", "Zie [PER\u00adSOON-1]."])
def test_s69_a_text_with_a_placeholder_of_its_own_is_known(text: str) -> None:
    assert has_placeholder([text])
    assert not has_placeholder(["Persoon 1 zat op stoel [links]."])


def test_s69_what_people_call_persoon_1_stays_theirs() -> None:
    made = mask(["Persoon 1 sprak met Anna."], NOBODY)
    assert restored("naam 1 en persoon 1 spraken [NAAM-1].", made.vault) == "naam 1 en persoon 1 spraken Anna."


def test_s69_any_cut_gives_the_same() -> None:
    chance = random.Random(58)  # noqa: S311
    made = mask([TEXT, "Roos' fiets [kapot], Anna's jas."], NOBODY)
    answers = [
        " ".join(made.texts), "**[NAAM-1]** en naam 2, [NAAM-9] en [NAAM", "pers perso [PERSOON- [N naam",
        "x[NAAM-1]s y NAAM_2's [",
    ]  # fmt: skip
    for answer in answers:
        whole = Restorer(made.vault)
        expected = whole.feed(answer) + whole.close()
        for _ in range(500):
            restorer, at, out = Restorer(made.vault), 0, ""
            while at < len(answer):
                cut = at + chance.randint(1, 9)
                out += restorer.feed(answer[at:cut])
                at = cut
                assert len(restorer._held) <= HELD_BACK
            assert out + restorer.close() == expected
            assert restorer.has_unknown == whole.has_unknown


@pytest.mark.parametrize("damaged", ["[NAME-1]", "[PERSON 2]", "[NAAM-01]", "[NAAM]", "NAAM1", "[naam\\-1]", "NAAM: 1"])
def test_s69_a_damaged_one_is_told_however_it_is_cut(damaged: str) -> None:
    made = mask([TEXT], NOBODY)
    for size in range(1, 9):
        restorer, answer = Restorer(made.vault), f"Vandaag belde {damaged} en [NAAM-1] over naam en adres."
        out = "".join(restorer.feed(answer[at : at + size]) for at in range(0, len(answer), size))
        assert "Anna" in out + restorer.close()
        assert restorer.has_unknown


def test_s69_what_is_no_placeholder_is_not_told() -> None:
    restorer = Restorer(mask([TEXT], NOBODY).vault)
    restorer.feed("# Adres\n- [ ] [link] naam: 1 persoon, [niet vermeld], [TELEFOON-1] PERSOON en BSN.")
    restorer.close()
    assert not restorer.has_unknown


def test_what_comes_back_is_escaped_and_unknown_ones_are_told() -> None:
    made = mask(["Ik sprak Zwol_trek."], NOBODY)
    restorer = Restorer(made.vault, lambda words: words.replace("_", "\\_"))
    out = restorer.feed(made.texts[0]) + restorer.close()
    assert out == "Ik sprak Zwol\\_trek." or "_" not in made.vault.values["[NAAM-1]"]
    assert not restorer.has_unknown
    restorer.feed("[PERSOON-7] x")
    assert restorer.has_unknown


def test_s59_a_vault_is_not_shown_or_stored() -> None:
    made = mask([TEXT], NOBODY)
    assert "Anna" not in repr(made)
    assert "Anna" not in repr(made.vault)
    for store in (pickle.dumps, copy.copy):
        with pytest.raises(TypeError, match="not stored"):
            store(made.vault)


def compatible() -> list[str]:
    """Return the characters that are read as others: fractions, figures in circles and brackets, wide ones."""
    every = (chr(code) for code in range(0x20000) if not 0xAC00 <= code < 0xFB00)
    return [one for one in every if any(map(str.isdigit, unicodedata.normalize("NFKC", one))) and not one.isascii()]


@pytest.mark.parametrize(
    "text",
    [
        "Haar bsn is {0}{0}{0}een twee drie.", "Haar bsn is {0}een twee{0} vier vijf zes zeven {0}.",
        "Bel 06{0}12345678{0} of 1234567{0}.", "Mevrouw Zwol{0}trek kwam {0} en Zwoltrek{0}.",
    ],
)  # fmt: skip
def test_s69_a_placeholder_right_behind_a_figure_is_put_back(text: str) -> None:
    for figure in [*compatible(), "ͺ", "㈀", "Ŀ"]:
        said = text.format(figure)
        made = mask([said], NOBODY)
        assert restored(made.texts[0], made.vault) == said, (figure, made.texts)
        restorer = Restorer(made.vault)
        pieces = [restorer.feed(made.texts[0][at : at + 3]) for at in range(0, len(made.texts[0]), 3)]
        assert "".join((*pieces, restorer.close())) == said, (figure, made.texts)
        assert not restorer.has_unknown
