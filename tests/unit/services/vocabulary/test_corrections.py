"""'Voortaan zo schrijven': which corrections are asked about, and what is remembered."""

import pytest

from tests.support import people as cast
from tests.unit.services.vocabulary.test_words import METO, add, counting, listed
from voice_report.errors import Conflict, Invalid
from voice_report.services.vocabulary import corrections
from voice_report.services.vocabulary.words import WordContent


async def asked(person, heard: str, word: str) -> bool:
    return await person.call(corrections.is_worth_asking, heard, word)


async def remember(person, heard: str, word: str, scope="mine"):
    return await person.call(corrections.remember, heard, word, scope)


async def test_a_correction_is_remembered_for_oneself_at_once_and_not_asked_again(people):
    assert await asked(people.user, "metropolol", "metoprolol")
    made = await remember(people.user, "metropolol", "metoprolol")
    assert (made.kind, made.status, made.heard_as) == ("medicijn", "actief", ("metropolol",))
    assert not await asked(people.user, "Metropolol", "metoprolol")
    assert not await asked(people.user, "metoprolol", "metropolol")
    assert await asked(people.admin, "metropolol", "metoprolol")
    more = await remember(people.user, "metro pollol", "metoprolol")
    assert (more.id, more.heard_as) == (made.id, ("metropolol", "metro pollol"))
    with pytest.raises(Conflict, match="staat al in de lijst"):
        await remember(people.user, "metro pollol", "metoprolol")


async def test_for_the_organization_it_is_a_proposal_or_counts_when_an_administrator_says_so(people):
    assert (await remember(people.user, "linten", "Linde", "organization")).status == "voorstel"
    assert await counting(people.user) == []
    assert (await remember(people.admin, "linden", "Linde", "organization")).status == "actief"
    assert await counting(people.user) == [("Linde", ("linden",))]
    assert await listed(people.admin, status="voorstel") == ["Linde"]
    proposed = await remember(people.user, "lindo", "Linde", "organization")
    assert (proposed.status, proposed.heard_as) == ("voorstel", ("linten", "lindo"))
    assert (proposed.kind, (await remember(people.admin, "linda", "Linde", "organization")).heard_as) == (
        "naam", ("linden", "linda"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("heard", "word"),
    [
        ("geen pijn", "wel pijn"),
        ("niet", "niets"),
        ("tien", "zien"),
        ("prednison", "prednisolon"),
        ("deze", "die"),
        ("de Janssen", "Jansen"),
        ("x" * 90, "y" * 90),
        ("(a+)+", "aaa"),
        ("", ""),
    ],
)
async def test_s50_what_must_not_be_replaced_is_never_asked_about_and_refused(people, heard, word):
    await cast.make_client(people.organization_id, "7", "Piet", "Janssen")
    assert not await asked(people.user, heard, word)
    with pytest.raises(Invalid):
        await remember(people.user, heard, word)


@pytest.mark.parametrize(
    ("heard", "word"),
    [
        ("onrustig", "rustig"),
        ("incontinent", "continent"),
        ("milligram", "microgram"),
        ("hyperglykemie", "hypoglykemie"),
        ("onveilig", "veilig"),
        ("pijnlijk", "pijnloos"),
        ("ochtend", "avond"),
        ("vanochtend", "vanavond"),
        ("avondzorg", "ochtendzorg"),
        ("dagelijks", "wekelijks"),
        ("bradikardi", "tachycardie"),
        ("asymptomatisch", "symptomatisch"),
        ("postprandiaal", "preprandiaal"),
        ("hypernatriëmie", "hyponatriëmie"),
        ("hypocapnie", "hypercapnie"),
        ("adductie", "abductie"),
        ("afebriel", "antefebriel"),
        ("noninvasief", "invasief"),
        ("niet-invasief", "invasief"),
        ("zeer onveilig", "zeer veilig"),
        ("kwart voor", "kwart over"),
        ("januari", "juni"),
        ("voor het eten", "na het eten"),
        ("half", "heel"),
        ("dextra", "sinistra"),
        ("linksboven", "linksonder"),
        ("euro", "cent"),
        ("ontkent", "bevestigt"),
        ("weigert", "neemt"),
        ("gestopt", "gestart"),
        ("hypo", "hyper"),
        ("verhoogd", "verlaagd"),
        ("positief", "negatief"),
        ("gedesoriënteerd", "georiënteerd"),
        ("dyspneu", "eupneu"),
        ("systolisch", "diastolisch"),
        ("normotensie", "hypertensie"),
        ("polyurie", "oligurie"),
        ("oordruppels", "oogdruppels"),
        ("nachtstructuur", "dagstructuur"),
        ("metoprolol retard", "metoprolol chrono"),
    ],
)
async def test_s50_the_opposite_is_never_asked_about_and_refused(people, heard, word):
    for one, other in ((heard, word), (word, heard)):
        assert not await asked(people.user, one, other)
        with pytest.raises(Invalid):
            await remember(people.user, one, other)


@pytest.mark.parametrize(
    ("heard", "word"),
    [
        ("dokter", "dochter"),
        ("moeder", "broeder"),
        ("de linden", "Linde"),
        ("oordruppels", "oogdruppels"),
        ("Oogspoeling", "Oorspoeling"),  # at the beginning of a sentence
        ("systolisch", "diastolisch"),
        ("sufentanil", "fentanyl"),
    ],
)
async def test_s50_ordinary_words_are_not_asked_about(people, heard, word):
    assert not await asked(people.user, heard, word)


@pytest.mark.parametrize(
    ("heard", "word"),
    [
        ("miodaron", "amiodaron"),
        ("avontt son", "Avondzon"),
        ("nachtegaall", "Nagtegaal"),
        ("anemieck", "Annemiek"),
        ("ingrit", "Ingrid"),
        ("hypo glicemie", "hypoglykemie"),
        ("milliegram", "milligram"),
        ("lindenhoff", "Lindenhof"),
        ("zwagtelen", "zwachtelen"),
    ],
)
async def test_what_only_sounds_like_a_word_is_asked_about(people, heard, word):
    assert await asked(people.user, heard, word)


async def test_what_the_organization_decided_is_not_asked_about(people):
    await add(people.admin, METO)
    assert not await asked(people.user, "metropolol", "metformine")
    assert not await asked(people.user, "metoprolol", "metoprololsuccinaat")
    await add(people.admin, WordContent("Linde", ["linten"], "plaats"))
    assert not await asked(people.user, "de lint", "linten")
