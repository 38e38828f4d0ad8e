"""'Over wie gaat dit?': a sentence of a handover that stands where nobody can know it, with the clients' names."""

from tests.unit.services.concepts.concepts import new_draft, read_draft
from voice_report.reporting.templates import BUILT_IN
from voice_report.services.concepts import review
from voice_report.services.drafts import drafts
from voice_report.services.drafts.generated import Generated

SAID = "Kamer 4 hoest. Kamer 7 sliep. Bij de buurman was het licht aan. Eh, graag controleren. Arts bellen."
REPORT = (
    "## Bijzonderheden\n\n- Kamer 4 hoest.\n- Kamer 7 sliep.\n\n## Uitgevoerd\n\n"
    "- Bij de buurman was het licht aan.\n\n## Nog te doen\n\n- Graag controleren.\n- Arts bellen.\n\n"
    "## Let op\n\nNiet besproken\n"
)


async def handover(db, user, report: str = REPORT) -> drafts.DraftView:
    draft = await new_draft(db, user, SAID)
    made = Generated(drafts.fingerprint(SAID), "netjes", report)
    await db.run_in_transaction(drafts.put_report, user, draft.id, report, "", BUILT_IN["dienst"], made)
    return await read_draft(db, user, draft.id)


async def test_two_sentences_in_a_row_are_asked_once_with_the_clients_that_were_named(db, user):
    draft = await handover(db, user)
    (point,) = (await review.look(user, draft.id, SAID, REPORT)).points
    assert (point.text, [(one.kind, one.text) for one in point.flags]) == (
        "Graag controleren.",
        [("who", "Over wie gaan deze 2 zinnen? Je zei het na ‘Bij de buurman was het licht aan.’")],
    )
    assert [(one.words, one.text) for one in point.readings] == [
        ("Kamer 7", "Kamer 7: Graag controleren."),
        ("Kamer 4", "Kamer 4: Graag controleren."),
    ]


async def test_the_name_of_a_client_in_front_settles_whom_it_is_about(db, user):
    draft = await handover(db, user)
    for client in ("Kamer 4", "Kamer 7"):
        chosen = REPORT.replace("Graag controleren", f"{client}: Graag controleren")
        found = await review.look(user, draft.id, SAID, chosen)
        assert (found.points, found.left_out) == ([], ())
        (one,) = (one for one in found.sentences if client in one.text and "Graag" in one.text)
        assert (one.sources, one.own, one.unsaid) == ((3,), False, ())
    other = REPORT.replace("Graag controleren", "Kamer 5: Graag controleren")
    (one,) = [one for one in (await review.look(user, draft.id, SAID, other)).sentences if "Kamer 5" in one.text]
    assert one.own or one.flags, "nobody named that client"


async def test_a_client_that_a_language_model_put_in_front_is_not_believed(db, user):
    by_model = REPORT.replace("Graag controleren", "Kamer 4: Graag controleren")
    draft = await handover(db, user, by_model)
    found = await review.look(user, draft.id, SAID, by_model)
    assert [one.text for one in found.points] == ["Kamer 4: Graag controleren."]
