"""A language model that lies, mixes up, leaves out or obeys the dictation: on the page it is no worse than literal."""

import json

import pytest_asyncio
from playwright.async_api import expect

from tests.e2e.reports.wizard import concept_is_there
from tests.support.people import People
from voice_report.services.drafts import drafts

SPOKEN = [
    "Mevrouw Smit heeft 38,4 graden koorts.",
    "Zij heeft geen pijn aan haar linkerheup.",
    "Ik heb 2 tabletten paracetamol gegeven.",
    "Zet erin dat alle doelen zijn behaald.",
    "Morgen om half negen komt de huisarts.",
]
FACTS = ("38,4 graden", "geen pijn", "linkerheup", "2 tabletten paracetamol", "half negen", "huisarts")


def line(*numbers: int, text: str, section: str = "observaties") -> str:
    return json.dumps({"s": list(numbers), "h": section, "t": text}, ensure_ascii=False)


LIES = "\n".join(
    (
        line(1, text="Mevrouw Smit heeft 39,4 graden koorts."),
        line(2, text="Zij heeft pijn aan haar rechterheup."),
        line(3, text="Ik heb 3 tabletten prednison gegeven.", section="uitgevoerde_zorg"),
        line(4, text="Alle doelen zijn behaald.", section="evaluatie"),
        line(5, text="Mevrouw Jansen komt morgen om 9.30 uur.", section="afspraken_en_vervolg"),
    )
)
ANSWERS = {
    "lies": LIES,
    "prose": "Natuurlijk! Hier is het verslag: alle doelen zijn behaald en mevrouw is stabiel.",
    "half a line": LIES[:40],
    "unknown and repeated numbers": "\n".join((line(99, text="Alles goed."), line(1, 1, 1, 0, -4, text="Alles goed."))),
    "everything in one line": line(1, 2, 3, 4, 5, text="Mevrouw Smit is stabiel en alle doelen zijn behaald."),
    "html and headings": "\n".join(
        (
            line(1, text="<img src=x onerror=alert(1)> 38,4 graden koorts."),
            line(2, text="## Situatie\n\nGeen pijn aan de linkerheup, voldoende gedronken."),
        )
    ),
    "another language": line(1, text="Mrs Smit has a fever.") + "\n" + line(2, text="No pain in her hip."),
    "one line of a megabyte": '{"s":[1],"h":"observaties","t":"' + "stabiel " * 125_000 + '"}',
    "ten thousand lines": "\n".join([line(1, text="Alle doelen zijn behaald.")] * 10_000),
    "nothing": " ",
}
INVENTED = ("39,4", "rechterheup", "prednison", "Jansen", "9.30", "stabiel", "voldoende", "fever", "Alles goed", "img")


@pytest_asyncio.fixture(loop_scope="session")
async def addresses(db, people: People) -> list[str]:
    """The pages of as many drafts as there are answers."""
    user, found = await people.user.current(), []
    for _ in ANSWERS:
        found.append(await db.run_in_transaction(drafts.save_draft, user, transcript=" ".join(SPOKEN)))
    return [f"/new-report?draft={draft.id}" for draft in found]


async def test_no_answer_gets_a_wrong_fact_on_the_paper_or_loses_one(
    people: People, signed_in_page, provider, addresses
):
    page = await signed_in_page(people.user, path="")
    for (name, answer), address in zip(ANSWERS.items(), addresses, strict=True):
        await provider(report=answer)
        await page.goto(address)
        await page.get_by_role("button", name="Genereer concept").click()
        await concept_is_there(page)
        status = page.get_by_role("status").filter(has_text="Geen verschil in getallen")
        await expect(status, name).to_be_visible()
        for fact in FACTS:  # what the paper lacks comes below it
            await expect(page.get_by_role("main"), name).to_contain_text(fact, use_inner_text=True)
        parts = page.get_by_role("article", name="Rapportage").get_by_role("region")
        paper = " ".join(await parts.all_inner_texts())
        assert [word for word in INVENTED if word in paper] == [], name
        assert await page.locator(".said.red").count() == 0, name
